//! `HashSet` and `BTreeSet`: an array or list of the other side, whose repetitions are dropped.

use core::hash::{BuildHasher, Hash};
use std::collections::{BTreeSet, HashSet};

use super::array::{sequence_of, write_sequence_schema};
use super::sequence;
use crate::any::{Any, AnyView};
use crate::convert::{Argument, FfiType, IntoAny, Mismatch, OwnedArgument};

impl<T: FfiType, S> FfiType for HashSet<T, S> {
    fn write_name(out: &mut String) {
        Vec::<T>::write_name(out);
    }

    fn write_schema(out: &mut String) {
        write_sequence_schema::<T>("ffi.Array", out);
    }
}

impl<T: FfiType> FfiType for BTreeSet<T> {
    fn write_name(out: &mut String) {
        Vec::<T>::write_name(out);
    }

    fn write_schema(out: &mut String) {
        write_sequence_schema::<T>("ffi.Array", out);
    }
}

impl<T: OwnedArgument + Hash + Eq, S: BuildHasher + Default + 'static> Argument for HashSet<T, S> {
    type View<'a> = Self;

    const BORROWS: bool = false;

    fn is_exact(view: AnyView<'_>) -> bool {
        sequence::is_exact::<T>(view)
    }

    fn from_view<'a>(view: AnyView<'a>) -> Result<Self, Mismatch> {
        Vec::<T>::from_view(view).map(|values| values.into_iter().collect())
    }
}

impl<T: OwnedArgument + Ord> Argument for BTreeSet<T> {
    type View<'a> = Self;

    const BORROWS: bool = false;

    fn is_exact(view: AnyView<'_>) -> bool {
        sequence::is_exact::<T>(view)
    }

    fn from_view<'a>(view: AnyView<'a>) -> Result<Self, Mismatch> {
        Vec::<T>::from_view(view).map(|values| values.into_iter().collect())
    }
}

impl<T: IntoAny, S> IntoAny for HashSet<T, S> {
    fn into_any(self) -> Result<Any, Mismatch> {
        sequence_of(self).map(|values| Any::from_object(sequence::new_array(values)))
    }
}

impl<T: IntoAny> IntoAny for BTreeSet<T> {
    fn into_any(self) -> Result<Any, Mismatch> {
        sequence_of(self).map(|values| Any::from_object(sequence::new_array(values)))
    }
}
