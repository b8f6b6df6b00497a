use super::AnyView;
use crate::host;
use crate::sys::TypeIndex;

/// Appends what a value is, in the words of Python: `int`, `str`, `Tensor`, or the key of a registered type.
pub fn write_type_name(view: AnyView<'_>, out: &mut String) {
    let type_index = view.type_index();
    let name = match type_index {
        TypeIndex::NONE => "None",
        TypeIndex::INT | TypeIndex::BIG_INT => "int",
        TypeIndex::BOOL => "bool",
        TypeIndex::FLOAT => "float",
        TypeIndex::OPAQUE_PTR => "void*",
        TypeIndex::DATA_TYPE => "dtype",
        TypeIndex::DEVICE => "Device",
        TypeIndex::DL_TENSOR_PTR | TypeIndex::TENSOR => "Tensor",
        TypeIndex::RAW_STR | TypeIndex::SMALL_STR | TypeIndex::STR => "str",
        TypeIndex::BYTE_ARRAY_PTR | TypeIndex::SMALL_BYTES | TypeIndex::BYTES => "bytes",
        TypeIndex::OBJECT => "Object",
        TypeIndex::ERROR => "Error",
        TypeIndex::FUNCTION => "Function",
        TypeIndex::SHAPE => "Shape",
        TypeIndex::ARRAY => "Array",
        TypeIndex::MAP => "Map",
        TypeIndex::LIST => "List",
        TypeIndex::DICT => "Dict",
        TypeIndex::MODULE => "Module",
        TypeIndex::OPAQUE_PY_OBJECT => "a Python object",
        TypeIndex(index) => return write_registered_name(index, out),
    };
    out.push_str(name);
}

fn write_registered_name(index: i32, out: &mut String) {
    use core::fmt::Write;

    // Only objects carry indices the host has given out; it aborts when asked about others.
    if index >= TypeIndex::DYN_OBJECT_BEGIN.0
        && let Some(host) = host::current()
        && let Ok(get_type_info) = host.get_type_info()
    {
        // SAFETY: an object with this index exists, so the host has registered it; its key lives as long as the
        // process.
        let key = unsafe { get_type_info(TypeIndex(index)).as_ref().map(|info| info.type_key.as_bytes()) };
        if let Some(key) = key {
            out.push_str(&String::from_utf8_lossy(key));
            return;
        }
    }
    // A string's write never fails.
    let _ = write!(out, "a value of unknown type {index}");
}
