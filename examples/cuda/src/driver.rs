use core::ffi::{c_char, c_int, c_uint, c_void};

use ffi_runtime::prelude::*;

/// What a function of the driver answers: 0, or the number of an error.
pub(crate) type Status = c_int;

/// The functions of the CUDA driver that a launch needs, as `cuda.h` declares them.
pub(crate) struct Driver {
    pub(crate) initialise: unsafe extern "C" fn(flags: c_uint) -> Status,
    pub(crate) device: unsafe extern "C" fn(device: *mut c_int, ordinal: c_int) -> Status,
    pub(crate) retain_primary_context:
        unsafe extern "C" fn(context: *mut *mut c_void, device: c_int) -> Status,
    pub(crate) push_context: unsafe extern "C" fn(context: *mut c_void) -> Status,
    pub(crate) pop_context: unsafe extern "C" fn(context: *mut *mut c_void) -> Status,
    pub(crate) load_module: unsafe extern "C" fn(module: *mut *mut c_void, image: *const c_void) -> Status,
    pub(crate) function:
        unsafe extern "C" fn(*mut *mut c_void, module: *mut c_void, name: *const c_char) -> Status,
    #[allow(clippy::type_complexity, reason = "the driver's own signature")]
    pub(crate) launch: unsafe extern "C" fn(
        function: *mut c_void,
        grid_x: c_uint,
        grid_y: c_uint,
        grid_z: c_uint,
        block_x: c_uint,
        block_y: c_uint,
        block_z: c_uint,
        shared_bytes: c_uint,
        stream: *mut c_void,
        parameters: *mut *mut c_void,
        extra: *mut *mut c_void,
    ) -> Status,
    pub(crate) error_name: unsafe extern "C" fn(status: Status, name: *mut *const c_char) -> Status,
}

impl Driver {
    /// # Errors
    /// A RuntimeError with the call and the driver's name of the error.
    #[track_caller]
    pub(crate) fn check(&self, call: &str, status: Status) -> Result<()> {
        if status == 0 {
            return Ok(());
        }
        let mut name = core::ptr::null();
        // SAFETY: the place for the name is writable; the name is a constant of the driver's.
        let known = unsafe { (self.error_name)(status, &mut name) } == 0 && !name.is_null();
        let name = if known {
            // SAFETY: the driver answered with a C string.
            unsafe { core::ffi::CStr::from_ptr(name) }.to_string_lossy().into_owned()
        } else {
            format!("error {status}")
        };
        bail!(RuntimeError, "{call}: {name}")
    }
}
