//! Tuples: an array or list of the other side with one element for each place.

use super::sequence::{self, Elements};
use crate::any::{Any, AnyView};
use crate::convert::{Argument, ArgumentValue, FfiType, IntoAny, Mismatch, ToArgument};
use crate::function::check_elements;

macro_rules! impl_tuple {
    ($count:literal: $($type:ident $value:ident $index:tt),+) => {
        impl<$($type: FfiType),+> FfiType for ($($type,)+) {
            fn write_name(out: &mut String) {
                out.push_str("Tuple[");
                $(
                    if $index > 0 {
                        out.push_str(", ");
                    }
                    $type::write_name(out);
                )+
                out.push(']');
            }

            fn write_schema(out: &mut String) {
                out.push_str("{\"type\":\"Tuple\",\"args\":[");
                $(
                    if $index > 0 {
                        out.push(',');
                    }
                    $type::write_schema(out);
                )+
                out.push_str("]}");
            }
        }

        impl<$($type: Argument),+> Argument for ($($type,)+) {
            type View<'a> = ($($type::View<'a>,)+);

            const EXCLUSIVE: bool = false $(|| $type::EXCLUSIVE)+;
            const BORROWS: bool = false $(|| $type::BORROWS)+;

            fn is_exact(view: AnyView<'_>) -> bool {
                let Some((_, cell)) = sequence::of_view(view) else { return false };
                let elements = sequence::elements(cell);
                elements.len() == $count $(&& sequence::is_exact_element::<$type>(&elements[$index]))+
            }

            fn from_view<'a>(view: AnyView<'a>) -> Result<Self::View<'a>, Mismatch> {
                let elements = Elements::of::<Self>(view)?;
                if elements.len() != $count {
                    return Err(Mismatch::new_value(
                        concat!("a sequence of ", $count),
                        format!("one of {}", elements.len()),
                    ));
                }
                if Self::EXCLUSIVE {
                    check_elements(elements.raw(), |index| [$($type::EXCLUSIVE),+][index])?;
                }
                Ok(($(elements.convert::<$type>($index)?,)+))
            }
        }

        impl<$($type: IntoAny),+> IntoAny for ($($type,)+) {
            fn into_any(self) -> Result<Any, Mismatch> {
                let values = vec![
                    $(self.$index.into_any().map_err(|mismatch| mismatch.at(format_args!("[{}]", $index)))?),+
                ];
                Ok(Any::from_object(sequence::new_array(values)))
            }
        }

        impl<$($type: ToArgument),+> ToArgument for ($($type,)+) {
            fn to_argument(&self) -> Result<ArgumentValue<'_>, Mismatch> {
                let ($($value,)+) = self;
                let values = vec![
                    $(
                        $value
                            .to_argument()
                            .and_then(ArgumentValue::into_owned)
                            .map_err(|mismatch| mismatch.at(format_args!("[{}]", $index)))?
                    ),+
                ];
                Ok(ArgumentValue::owned(Any::from_object(sequence::new_array(values))))
            }
        }
    };
}

impl_tuple!(1: A a 0);
impl_tuple!(2: A a 0, B b 1);
impl_tuple!(3: A a 0, B b 1, C c 2);
impl_tuple!(4: A a 0, B b 1, C c 2, D d 3);
impl_tuple!(5: A a 0, B b 1, C c 2, D d 3, E e 4);
impl_tuple!(6: A a 0, B b 1, C c 2, D d 3, E e 4, F f 5);
impl_tuple!(7: A a 0, B b 1, C c 2, D d 3, E e 4, F f 5, G g 6);
impl_tuple!(8: A a 0, B b 1, C c 2, D d 3, E e 4, F f 5, G g 6, H h 7);
