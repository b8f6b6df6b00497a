//! What strings and bytes have in common.

use core::ffi::CStr;

use crate::any::{Any, AnyView};
use crate::mem;
use crate::object::ObjectPtr;
use crate::sys::{ByteArray, ObjectHeader, RawAny, RawValue, SMALL_BYTES_MAX, TypeIndex};

/// The type indices of a byte sequence: in the any, in an object, and by a pointer of the caller's.
pub(super) struct Indices {
    pub(super) small: TypeIndex,
    pub(super) object: TypeIndex,
    pub(super) pointer: TypeIndex,
}

pub(super) const TEXT: Indices =
    Indices { small: TypeIndex::SMALL_STR, object: TypeIndex::STR, pointer: TypeIndex::RAW_STR };
pub(super) const BYTES: Indices =
    Indices { small: TypeIndex::SMALL_BYTES, object: TypeIndex::BYTES, pointer: TypeIndex::BYTE_ARRAY_PTR };

/// The body of string and bytes objects: the bytes and a NUL follow it.
#[repr(transparent)]
struct SequenceBody(ByteArray);

// SAFETY: the bytes belong to the object and change only while it has a single reference.
unsafe impl Send for SequenceBody {}
// SAFETY: as above.
unsafe impl Sync for SequenceBody {}

/// An owned sequence with a copy of `bytes`.
#[inline]
pub(super) fn new(bytes: &[u8], indices: &Indices) -> Any {
    let raw = if bytes.len() <= SMALL_BYTES_MAX {
        let mut small = [0; 8];
        small[..bytes.len()].copy_from_slice(bytes);
        RawAny { type_index: indices.small, small_len: bytes.len() as u32, value: RawValue { bytes: small } }
    } else {
        let object = mem::new_object_with_trailing(indices.object, bytes.len() + 1, |trailing| {
            // SAFETY: there is room for the bytes and the NUL, and nobody else knows the memory yet.
            unsafe {
                trailing.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
                trailing.add(bytes.len()).write(0);
            }
            SequenceBody(ByteArray { data: trailing.cast_const().cast(), size: bytes.len() })
        });
        RawAny::from_pointer(indices.object, object.as_ptr().cast())
    };
    // SAFETY: the value is small, or the new object with its one reference.
    unsafe { Any::from_raw(raw) }
}

/// An object with room for that many bytes, empty as yet.
#[cold]
pub(super) fn new_with_capacity(capacity: usize, indices: &Indices) -> ObjectPtr {
    let object = mem::new_object_with_trailing(indices.object, capacity + 1, |trailing| {
        // SAFETY: there is room for the NUL, and nobody else knows the memory yet.
        unsafe { trailing.write(0) };
        SequenceBody(ByteArray { data: trailing.cast_const().cast(), size: 0 })
    });
    // SAFETY: a new object has one reference, which is taken over.
    unsafe { ObjectPtr::from_owned(object) }
}

/// Gives the object another content, of at least eight bytes. The last bytes are written first, and then the words before
/// them: who reads the content at once, word by word, finds every word written as a whole, for which the processor does not
/// wait.
///
/// # Safety
/// The object is of [`new_with_capacity`] with room for the bytes, and this is its only reference. There are eight bytes.
#[inline]
pub(super) unsafe fn overwrite(object: &ObjectPtr, bytes: &[u8]) {
    const WORD: usize = size_of::<u64>();
    // SAFETY: the caller promises the body, the room for the bytes and the NUL behind it, and that nobody else reads them.
    unsafe {
        let body = object.body::<ByteArray>().as_mut();
        let to = body.data.cast_mut().cast::<u8>();
        let (from, size) = (bytes.as_ptr(), bytes.len());
        to.add(size - WORD)
            .cast::<u64>()
            .write_unaligned(from.add(size - WORD).cast::<u64>().read_unaligned());
        to.copy_from_nonoverlapping(from, size / WORD * WORD);
        to.add(size).write(0);
        body.size = size;
    }
}

/// The bytes of a borrowed sequence, or None when the value is something else.
#[inline]
pub(super) fn read<'a>(view: AnyView<'a>, indices: &Indices) -> Option<&'a [u8]> {
    let raw = view.as_raw();
    if raw.type_index == indices.object {
        // SAFETY: an object of this type has a byte array behind its header and lives as long as the view.
        return Some(unsafe { object_bytes(raw.pointer().cast()) });
    }
    if raw.type_index == indices.small {
        return Some(small_bytes(raw));
    }
    if raw.type_index == indices.pointer {
        return Some(pointed_bytes(raw));
    }
    // SAFETY: as above.
    view.object_of(indices.object).map(|object| unsafe { object_bytes(object.as_ptr()) })
}

/// The bytes of a string or of bytes, with the index of their kind's objects: what tells two of them apart.
pub(crate) fn content(view: AnyView<'_>) -> Option<(TypeIndex, &[u8])> {
    [TEXT, BYTES].iter().find_map(|indices| read(view, indices).map(|bytes| (indices.object, bytes)))
}

fn small_bytes(raw: &RawAny) -> &[u8] {
    // SAFETY: a small sequence keeps its bytes in the value, whose eight bytes are all initialised.
    let bytes = unsafe { &raw.value.bytes };
    &bytes[..(raw.small_len as usize).min(SMALL_BYTES_MAX)]
}

fn pointed_bytes(raw: &RawAny) -> &[u8] {
    if raw.pointer().is_null() {
        return &[];
    }
    // SAFETY: the caller keeps the C string or the byte array it points to during the call.
    unsafe {
        match raw.type_index {
            TypeIndex::RAW_STR => CStr::from_ptr(raw.value.c_str).to_bytes(),
            _ => (*raw.pointer().cast::<ByteArray>()).as_bytes(),
        }
    }
}

/// # Safety
/// `object` is a string or bytes object that lives for `'a`.
unsafe fn object_bytes<'a>(object: *mut ObjectHeader) -> &'a [u8] {
    // SAFETY: the byte array stands behind the header, and its bytes stay while others may hold the object.
    unsafe { (*object.add(1).cast::<ByteArray>()).as_bytes() }
}

/// The sequence with a reference of its own.
pub(super) fn to_owned(view: AnyView<'_>, indices: &Indices) -> Option<Any> {
    match view.object_of(indices.object) {
        // SAFETY: the view keeps the object alive.
        Some(object) => Some(Any::from_object(unsafe { ObjectPtr::from_borrowed(object) })),
        None => read(view, indices).map(|bytes| new(bytes, indices)),
    }
}
