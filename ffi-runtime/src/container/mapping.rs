//! What maps and dicts have in common: their conversions and the Rust type.

use super::mapping_functions::Functions;
use crate::any::{Any, AnyView};
use crate::convert::{Argument, FfiType, IntoAny, Mismatch, OwnedArgument};
use crate::error::{Error, Result};

/// Appends `Map[str, int]`.
pub(super) fn write_name<K: FfiType, V: FfiType>(name: &str, out: &mut String) {
    out.push_str(name);
    out.push('[');
    K::write_name(out);
    out.push_str(", ");
    V::write_name(out);
    out.push(']');
}

/// The schema of a mapping; that of any keys and values is left out, as libtvm_ffi does.
pub(super) fn write_schema<K: FfiType, V: FfiType>(key: &str, out: &mut String) {
    const ANY: &str = "{\"type\":\"Any\"}";
    let (mut keys, mut values) = (String::new(), String::new());
    K::write_schema(&mut keys);
    V::write_schema(&mut values);
    out.push_str("{\"type\":\"");
    out.push_str(key);
    out.push('"');
    if keys != ANY || values != ANY {
        out.push_str(",\"args\":[");
        out.push_str(&keys);
        out.push(',');
        out.push_str(&values);
        out.push(']');
    }
    out.push('}');
}

/// Keys and values one behind the other, as the host's functions take them.
pub(super) fn flatten<K: IntoAny, V: IntoAny>(
    pairs: impl IntoIterator<Item = (K, V)>,
) -> Result<Vec<Any>, Mismatch> {
    let mut flat = Vec::new();
    for (index, (key, value)) in pairs.into_iter().enumerate() {
        let key = key.into_any().map_err(|mismatch| mismatch.at(format_args!("[key {index}]")))?;
        let value = value.into_any().map_err(|mismatch| mismatch.at(format_args!("[{key:?}]")))?;
        flat.extend([key, value]);
    }
    Ok(flat)
}

/// A converted pair; a mismatch names the key.
pub(super) fn convert<K: OwnedArgument, V: OwnedArgument>(pair: &(Any, Any)) -> Result<(K, V), Mismatch> {
    let (key, value) = pair;
    let converted =
        K::from_view(key.view()).map_err(|mismatch| mismatch.at(format_args!("[key {key:?}]")))?;
    let value = V::from_view(value.view()).map_err(|mismatch| mismatch.at(format_args!("[{key:?}]")))?;
    Ok((converted, value))
}

/// The mapping in an argument, whichever kind, with its pairs.
pub(super) fn pairs_of_view(view: AnyView<'_>) -> Option<Result<Vec<(Any, Any)>>> {
    Functions::of_view(view).map(|functions| functions.pairs(&view))
}

/// Whether all keys and values of a mapping are of these types; a mismatch names the key.
pub(super) fn check<K: Argument, V: Argument>(
    functions: &Functions,
    view: AnyView<'_>,
) -> Result<(), Mismatch> {
    if K::ANYTHING && V::ANYTHING {
        return Ok(());
    }
    let checked = if functions.immutable {
        check_in_place::<K, V>(functions, view)
    } else {
        // All pairs first: a conversion may change the mapping.
        functions
            .pairs(&view)
            .map(|pairs| pairs.iter().try_for_each(|(key, value)| check_pair::<K, V>(key, value)))
    };
    checked.map_err(|error| host_failed(&error))?
}

fn check_in_place<K: Argument, V: Argument>(
    functions: &Functions,
    view: AnyView<'_>,
) -> Result<Result<(), Mismatch>> {
    let Some(mut cursor) = functions.cursor(&view)? else { return Ok(Ok(())) };
    loop {
        // What can be anything is not asked for, except to name it.
        let key = if K::ANYTHING { Any::none() } else { cursor.key()? };
        let value = if V::ANYTHING { Any::none() } else { cursor.value()? };
        if K::check(key.view()).is_err() || V::check(value.view()).is_err() {
            return Ok(check_pair::<K, V>(&cursor.key()?, &cursor.value()?));
        }
        if !cursor.advance()? {
            return Ok(Ok(()));
        }
    }
}

fn check_pair<K: Argument, V: Argument>(key: &Any, value: &Any) -> Result<(), Mismatch> {
    K::check(key.view()).map_err(|mismatch| mismatch.at(format_args!("[key {key:?}]")))?;
    V::check(value.view()).map_err(|mismatch| mismatch.at(format_args!("[{key:?}]")))
}

/// Whether an argument is a mapping whose keys and values are all exactly of these types.
pub(super) fn is_exact<K: Argument, V: Argument>(view: AnyView<'_>) -> bool {
    let Some(Ok(pairs)) = pairs_of_view(view) else { return false };
    pairs.iter().all(|(key, value)| K::is_exact(key.view()) && V::is_exact(value.view()))
}

/// Turns a failed call of the host into a mismatch, which the call that needed it reports.
pub(super) fn host_failed(error: &Error) -> Mismatch {
    Mismatch::new_value("a mapping that the host can read", error.message())
}

/// Defines a mapping type on the host's functions.
macro_rules! mapping_type {
    ($(#[$doc:meta])* $type:ident, $thread:ty, $functions:expr, $name:literal, $schema:literal) => {
        $(#[$doc])*
        #[repr(transparent)]
        pub struct $type<K = Any, V = Any> {
            object: ObjectPtr,
            pairs: PhantomData<fn() -> (K, V)>,
            /// Says which threads the handle may be on.
            thread: PhantomData<$thread>,
        }

        impl<K, V> $type<K, V> {
            pub(super) fn from_object(object: ObjectPtr) -> Self {
                Self { object, pairs: PhantomData, thread: PhantomData }
            }

            /// How many pairs.
            pub fn len(&self) -> usize {
                $functions.len(self).unwrap_or(0)
            }

            /// Whether there is no pair.
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// Whether there is a value for the key.
            ///
            /// # Errors
            /// A ValueError when the ABI has no value for the key.
            pub fn contains_key(&self, key: impl ToArgument) -> Result<bool> {
                Ok($functions.find(&self.object, &key)?.is_some())
            }
        }

        impl<K, V: OwnedArgument> $type<K, V> {
            /// The value of a key, None when there is no such key.
            ///
            /// # Errors
            /// A ValueError when the ABI has no value for the key; a TypeError when the value is no `V`.
            pub fn get(&self, key: impl ToArgument) -> Result<Option<V>> {
                $functions.find(&self.object, &key)?.map(take).transpose()
            }
        }

        impl<K: OwnedArgument, V: OwnedArgument> $type<K, V> {
            /// The pairs in the order of insertion, as they stand now.
            ///
            /// # Panics
            /// When another language has put something else into the mapping; inside an exported function that is
            /// an error of the call.
            pub fn iter(&self) -> impl ExactSizeIterator<Item = (K, V)> {
                let pairs = $functions.pairs(self).unwrap_or_else(|error| panic!("{}", error.message()));
                pairs.into_iter().map(|pair| match mapping::convert(&pair) {
                    Ok(pair) => pair,
                    Err(mismatch) => panic!("{mismatch}"),
                })
            }
        }

        impl<K, V> Clone for $type<K, V> {
            fn clone(&self) -> Self {
                Self::from_object(self.object.clone())
            }
        }

        /// # Panics
        /// When there is no host, or the ABI has no value for a key or a value, such as an integer above
        /// `i64::MAX`; inside an exported function that is an error of the call.
        impl<K: IntoAny, V: IntoAny> FromIterator<(K, V)> for $type<K, V> {
            fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
                let object = match mapping::flatten(pairs) {
                    Ok(flat) => $functions.new_object(&flat),
                    Err(mismatch) => panic!("{mismatch}"),
                };
                match object {
                    Ok(object) => Self::from_object(object),
                    Err(error) => panic!("{}", error.message()),
                }
            }
        }

        impl<K, V> fmt::Debug for $type<K, V> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match $functions.pairs(self) {
                    Ok(pairs) => f.debug_map().entries(pairs).finish(),
                    Err(error) => write!(f, "<{}>", error.message()),
                }
            }
        }

        impl<K: FfiType, V: FfiType> FfiType for $type<K, V> {
            fn write_name(out: &mut String) {
                mapping::write_name::<K, V>($name, out);
            }

            fn write_schema(out: &mut String) {
                mapping::write_schema::<K, V>($schema, out);
            }
        }

        /// A mapping of this kind is taken as it is, one of the other kind is copied.
        impl<K: OwnedArgument, V: OwnedArgument> Argument for $type<K, V> {
            type View<'a> = Self;

            const BORROWS: bool = false;
            const TAKES_MOVED: bool = true;

            fn is_handle_of(value: &Self, object: *const ObjectHeader) -> bool {
                value.object.as_ptr().cast_const() == object
            }

            fn is_exact(view: AnyView<'_>) -> bool {
                mapping::is_exact::<K, V>(view)
            }

            fn from_view<'a>(view: AnyView<'a>) -> Result<Self, Mismatch> {
                let Some(functions) = Functions::of_view(view) else {
                    return Err(Mismatch::of_type::<Self>(view));
                };
                mapping::check::<K, V>(functions, view)?;
                if let Some(object) = view.own_object_of($functions.type_index) {
                    return Ok(Self::from_object(object));
                }
                let pairs = functions.pairs(&view).map_err(|error| mapping::host_failed(&error))?;
                let flat: Vec<Any> = pairs.into_iter().flat_map(<[Any; 2]>::from).collect();
                let object = $functions.new_object(&flat).map_err(|error| mapping::host_failed(&error))?;
                Ok(Self::from_object(object))
            }
        }

        impl_handle_passing!([K, V] $type<K, V>, object, $functions.type_index);
    };
}
pub(super) use mapping_type;
