//! `[T; N]`: an array or list of the other side with exactly `N` elements.

use super::array::{sequence_of, write_sequence_schema};
use super::sequence;
use super::vec::lend_all;
use crate::any::{Any, AnyView};
use crate::convert::{Argument, ArgumentValue, FfiType, IntoAny, Mismatch, ToArgument};

impl<T: FfiType, const N: usize> FfiType for [T; N] {
    fn write_name(out: &mut String) {
        out.push_str("Array[");
        T::write_name(out);
        out.push(']');
    }

    fn write_schema(out: &mut String) {
        write_sequence_schema::<T>("ffi.Array", out);
    }
}

impl<T: Argument, const N: usize> Argument for [T; N] {
    type View<'a> = [T::View<'a>; N];

    const EXCLUSIVE: bool = T::EXCLUSIVE;
    const BORROWS: bool = T::BORROWS;

    fn is_exact(view: AnyView<'_>) -> bool {
        sequence::is_exact::<T>(view)
            && sequence::of_view(view).is_some_and(|(_, cell)| sequence::elements(cell).len() == N)
    }

    fn from_view<'a>(view: AnyView<'a>) -> Result<Self::View<'a>, Mismatch> {
        let values = Vec::<T>::from_view(view)?;
        values.try_into().map_err(|values: Vec<_>| {
            Mismatch::new_value(format!("a sequence of {N}"), format!("one of {}", values.len()))
        })
    }
}

impl<T: IntoAny, const N: usize> IntoAny for [T; N] {
    fn into_any(self) -> Result<Any, Mismatch> {
        sequence_of(self).map(|values| Any::from_object(sequence::new_array(values)))
    }
}

impl<T: ToArgument, const N: usize> ToArgument for [T; N] {
    fn to_argument(&self) -> Result<ArgumentValue<'_>, Mismatch> {
        lend_all(self)
    }
}
