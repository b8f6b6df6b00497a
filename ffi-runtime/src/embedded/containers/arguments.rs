//! Containers as arguments of the host's functions: of exactly that type, with elements of any type.

use crate::any::AnyView;
use crate::convert::{Argument, FfiType, Mismatch};
use crate::object::ObjectPtr;
use crate::sys::TypeIndex;

macro_rules! container_argument {
    ($($type:ident is $type_index:ident named $name:literal),+) => {
        $(
            pub(super) struct $type(pub(super) ObjectPtr);

            impl FfiType for $type {
                fn write_name(out: &mut String) {
                    out.push_str($name);
                }

                fn write_schema(out: &mut String) {
                    out.push_str(concat!("{\"type\":\"ffi.", $name, "\"}"));
                }
            }

            impl Argument for $type {
                type View<'a> = Self;

                const BORROWS: bool = false;

                fn from_view<'a>(view: AnyView<'a>) -> Result<Self, Mismatch> {
                    view.own_object_of(TypeIndex::$type_index)
                        .map(Self)
                        .ok_or_else(|| Mismatch::of_type::<Self>(view))
                }
            }
        )+
    };
}

container_argument!(
    ArrayArgument is ARRAY named "Array",
    ListArgument is LIST named "List",
    MapArgument is MAP named "Map",
    DictArgument is DICT named "Dict"
);
