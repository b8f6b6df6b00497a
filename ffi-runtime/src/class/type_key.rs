use crate::host;
use crate::sys::TypeIndex;

/// The key of the type of an object. For a type that nobody knows, a text that says so.
pub(super) fn type_key(type_index: TypeIndex) -> String {
    if let Some((_, key)) = TypeIndex::STATIC_TYPES.iter().find(|(index, _)| *index == type_index) {
        return (*key).to_owned();
    }
    registered_key(type_index).unwrap_or_else(|| format!("a type with index {}", type_index.0))
}

fn registered_key(type_index: TypeIndex) -> Option<String> {
    // The host aborts when it is asked about an index that it has not given out; objects carry only those.
    if type_index < TypeIndex::DYN_OBJECT_BEGIN {
        return None;
    }
    let get_type_info = host::current()?.get_type_info().ok()?;
    // SAFETY: an object with this index exists, so the host has registered it; the key lives as long as the process.
    let key = unsafe { get_type_info(type_index).as_ref()?.type_key.as_bytes() };
    Some(String::from_utf8_lossy(key).into_owned())
}
