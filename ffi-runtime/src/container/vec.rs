//! `Vec<T>`: an array or list of the other side, copied.

use super::array::{sequence_of, write_sequence_schema};
use super::sequence::{self, Elements};
use crate::any::{Any, AnyView};
use crate::convert::{Argument, ArgumentValue, FfiType, IntoAny, Mismatch, ToArgument};
use crate::function::check_elements;
use crate::sys::TypeIndex;

impl<T: FfiType> FfiType for Vec<T> {
    fn write_name(out: &mut String) {
        out.push_str("Array[");
        T::write_name(out);
        out.push(']');
    }

    fn write_schema(out: &mut String) {
        write_sequence_schema::<T>("ffi.Array", out);
    }
}

/// The elements of an array or a list; `Vec<&str>` borrows them, from an array only.
impl<T: Argument> Argument for Vec<T> {
    type View<'a> = Vec<T::View<'a>>;

    const EXCLUSIVE: bool = T::EXCLUSIVE;
    const BORROWS: bool = T::BORROWS;

    fn is_exact(view: AnyView<'_>) -> bool {
        sequence::is_exact::<T>(view)
    }

    fn from_view<'a>(view: AnyView<'a>) -> Result<Self::View<'a>, Mismatch> {
        let elements = match sequence::of_view(view) {
            // Plain values are read where they stand: nothing else runs meanwhile that could change a list.
            Some((TypeIndex::LIST, cell)) if !T::BORROWS && T::all_plain(sequence::elements(cell)) => {
                Elements::Lent(sequence::elements(cell))
            }
            _ => Elements::of::<Self>(view)?,
        };
        if T::EXCLUSIVE {
            check_elements(elements.raw(), |_| true)?;
        }
        elements.convert_all::<T>()
    }

    fn check(view: AnyView<'_>) -> Result<(), Mismatch> {
        if T::EXCLUSIVE {
            return Self::from_view(view).map(drop);
        }
        sequence::check::<T>(Elements::of::<Self>(view)?.raw())
    }
}

impl<T: IntoAny> IntoAny for Vec<T> {
    fn into_any(self) -> Result<Any, Mismatch> {
        sequence_of(self).map(|values| Any::from_object(sequence::new_array(values)))
    }
}

/// The elements are converted one by one.
pub(super) fn lend_all<'a, T: ToArgument + 'a>(
    values: impl IntoIterator<Item = &'a T>,
) -> Result<ArgumentValue<'a>, Mismatch> {
    let mut owned = Vec::new();
    for (index, value) in values.into_iter().enumerate() {
        let value = value.to_argument().and_then(ArgumentValue::into_owned);
        owned.push(value.map_err(|mismatch| mismatch.at(format_args!("[{index}]")))?);
    }
    Ok(ArgumentValue::owned(Any::from_object(sequence::new_array(owned))))
}

impl<T: ToArgument> ToArgument for Vec<T> {
    fn to_argument(&self) -> Result<ArgumentValue<'_>, Mismatch> {
        lend_all(self)
    }
}
