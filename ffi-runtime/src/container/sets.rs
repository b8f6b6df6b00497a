//! `HashSet` and `BTreeSet`: an array or list of the other side, whose repetitions are dropped.

use core::hash::{BuildHasher, Hash};
use std::collections::{BTreeSet, HashSet};

use super::array::{sequence_of, write_sequence_schema};
use super::sequence;
use super::vec::lend_all;
use crate::any::{Any, AnyView};
use crate::convert::{Argument, ArgumentValue, FfiType, IntoAny, Mismatch, OwnedArgument, ToArgument};

/// Implements the conversions of a set type, which has a hasher or none and wants its elements to be as `$bounds` say.
macro_rules! impl_set {
    ($set:ident [$($hasher:ident)?] where $($bounds:tt)*) => {
        impl<T: FfiType $(, $hasher)?> FfiType for $set<T $(, $hasher)?> {
            fn write_name(out: &mut String) {
                Vec::<T>::write_name(out);
            }

            fn write_schema(out: &mut String) {
                write_sequence_schema::<T>("ffi.Array", out);
            }
        }

        impl<T: OwnedArgument $(, $hasher)?> Argument for $set<T $(, $hasher)?>
        where
            $($bounds)*
        {
            type View<'a> = Self;

            const BORROWS: bool = false;

            fn is_exact(view: AnyView<'_>) -> bool {
                sequence::is_exact::<T>(view)
            }

            fn from_view<'a>(view: AnyView<'a>) -> Result<Self, Mismatch> {
                Vec::<T>::from_view(view).map(|values| values.into_iter().collect())
            }
        }

        impl<T: IntoAny $(, $hasher)?> IntoAny for $set<T $(, $hasher)?> {
            fn into_any(self) -> Result<Any, Mismatch> {
                sequence_of(self).map(|values| Any::from_object(sequence::new_array(values)))
            }
        }

        impl<T: ToArgument $(, $hasher)?> ToArgument for $set<T $(, $hasher)?> {
            fn to_argument(&self) -> Result<ArgumentValue<'_>, Mismatch> {
                lend_all(self)
            }
        }
    };
}

impl_set!(HashSet [S] where T: Hash + Eq, S: BuildHasher + Default + 'static);
impl_set!(BTreeSet [] where T: Ord);
