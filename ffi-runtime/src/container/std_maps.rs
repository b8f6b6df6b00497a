//! `HashMap` and `BTreeMap`: a map or dict of the other side, copied.

use core::hash::{BuildHasher, Hash};
use std::collections::{BTreeMap, HashMap};

use super::mapping;
use super::mapping_functions::MAP;
use crate::any::{Any, AnyView};
use crate::convert::{Argument, ArgumentValue, FfiType, IntoAny, Mismatch, OwnedArgument, ToArgument};

/// The pairs of a map or dict, converted.
fn pairs<M: FfiType, K: OwnedArgument, V: OwnedArgument>(view: AnyView<'_>) -> Result<Vec<(K, V)>, Mismatch> {
    let Some(pairs) = mapping::pairs_of_view(view) else { return Err(Mismatch::of_type::<M>(view)) };
    let pairs = pairs.map_err(|error| mapping::host_failed(&error))?;
    pairs.iter().map(mapping::convert).collect()
}

/// A new map of the pairs.
fn new_map<K: IntoAny, V: IntoAny>(pairs: impl IntoIterator<Item = (K, V)>) -> Result<Any, Mismatch> {
    let flat = mapping::flatten(pairs)?;
    MAP.new_object(&flat).map(Any::from_object).map_err(|error| mapping::host_failed(&error))
}

fn lend_map<'a, K: ToArgument + 'a, V: ToArgument + 'a>(
    pairs: impl IntoIterator<Item = (&'a K, &'a V)>,
) -> Result<ArgumentValue<'a>, Mismatch> {
    let mut flat = Vec::new();
    for (key, value) in pairs {
        let index = flat.len() / 2;
        let key = key.to_argument().and_then(ArgumentValue::into_owned);
        let key = key.map_err(|mismatch| mismatch.at(format_args!("[key {index}]")))?;
        let value = value.to_argument().and_then(ArgumentValue::into_owned);
        let value = value.map_err(|mismatch| mismatch.at(format_args!("[{key:?}]")))?;
        flat.extend([key, value]);
    }
    let map = MAP.new_object(&flat).map_err(|error| mapping::host_failed(&error))?;
    Ok(ArgumentValue::owned(Any::from_object(map)))
}

/// Implements the conversions of a map type, which has a hasher or none and wants its keys to be as `$bounds` say.
macro_rules! impl_map {
    ($map:ident [$($hasher:ident)?] where $($bounds:tt)*) => {
        impl<K: FfiType, V: FfiType $(, $hasher)?> FfiType for $map<K, V $(, $hasher)?> {
            fn write_name(out: &mut String) {
                mapping::write_name::<K, V>("Map", out);
            }

            fn write_schema(out: &mut String) {
                mapping::write_schema::<K, V>("ffi.Map", out);
            }
        }

        impl<K: OwnedArgument, V: OwnedArgument $(, $hasher)?> Argument for $map<K, V $(, $hasher)?>
        where
            $($bounds)*
        {
            type View<'a> = Self;

            const BORROWS: bool = false;

            fn is_exact(view: AnyView<'_>) -> bool {
                mapping::is_exact::<K, V>(view)
            }

            fn from_view<'a>(view: AnyView<'a>) -> Result<Self, Mismatch> {
                pairs::<Self, K, V>(view).map(|pairs| pairs.into_iter().collect())
            }
        }

        impl<K: IntoAny, V: IntoAny $(, $hasher)?> IntoAny for $map<K, V $(, $hasher)?> {
            fn into_any(self) -> Result<Any, Mismatch> {
                new_map(self)
            }
        }

        impl<K: ToArgument, V: ToArgument $(, $hasher)?> ToArgument for $map<K, V $(, $hasher)?> {
            fn to_argument(&self) -> Result<ArgumentValue<'_>, Mismatch> {
                lend_map(self)
            }
        }
    };
}

impl_map!(HashMap [S] where K: Hash + Eq, S: BuildHasher + Default + 'static);
impl_map!(BTreeMap [] where K: Ord);
