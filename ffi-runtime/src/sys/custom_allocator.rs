use core::ffi::c_void;

use super::{TypeIndex, assert_layout};

/// `TVMFFIObjectAllocHeader`: stands in the eight bytes before every object.
#[repr(C)]
pub struct AllocHeader {
    /// Gives the memory back; the pointer is that of the object.
    pub delete_space: Option<unsafe extern "C" fn(object: *mut c_void)>,
}

/// `TVMFFICustomAllocator`: where the memory of new objects comes from.
#[repr(C)]
pub struct CustomAllocator {
    /// Returns uninitialised memory that an [`AllocHeader`] precedes, or null with the error raised.
    pub allocate: Option<
        unsafe extern "C" fn(
            size: usize,
            alignment: usize,
            type_index: TypeIndex,
            context: *mut c_void,
        ) -> *mut c_void,
    >,
    /// Passed to `allocate` unchanged.
    pub context: *mut c_void,
}

// SAFETY: the registered allocator lives as long as the process and may be called from any thread.
unsafe impl Sync for CustomAllocator {}

assert_layout!(AllocHeader, size 8, delete_space at 0);
assert_layout!(CustomAllocator, size 16, allocate at 0, context at 8);
