use core::ffi::{c_int, c_void};
use core::sync::atomic::AtomicU64;

use super::{TypeIndex, assert_layout};

/// `TVMFFIObjectHandle`: an object as the C functions take it.
pub type ObjectHandle = *mut c_void;

/// The deleter in an object's header; the flags say which lifetimes end.
pub type ObjectDeleter = unsafe extern "C" fn(object: *mut c_void, flags: c_int);

/// Deleter flag: the strong count became zero, drop the content.
pub const DELETER_STRONG: c_int = 1;
/// Deleter flag: the weak count became zero, free the memory.
pub const DELETER_WEAK: c_int = 2;
/// Deleter flags: both counts became zero at once.
pub const DELETER_BOTH: c_int = DELETER_STRONG | DELETER_WEAK;

/// `TVMFFIObject`: the header at the start of every object.
#[repr(C)]
pub struct ObjectHeader {
    /// Strong count in the low 32 bits, weak count in the high ones.
    pub combined_ref_count: AtomicU64,
    /// What the object is.
    pub type_index: TypeIndex,
    /// Zero.
    pub padding: u32,
    /// Called when a count becomes zero; none for objects that are never freed.
    pub deleter: Option<ObjectDeleter>,
}

assert_layout!(ObjectHeader, size 24, combined_ref_count at 0, type_index at 8, padding at 12, deleter at 16);
