use core::ffi::c_void;

use crate::device::Device;
use crate::error::{Result, check};
use crate::host;

/// The current stream of each device, which the caller's environment keeps for each thread.
impl Device {
    /// The stream on which the caller wants work for this device, such as a `cudaStream_t`; inside PyTorch it is
    /// torch's current one. Null is the default stream, also where no stream was set.
    pub fn stream(self) -> *mut c_void {
        let get = host::current().and_then(|host| host.env_get_stream);
        // SAFETY: the function reads the environment, for devices of any kind.
        get.map_or(core::ptr::null_mut(), |get| unsafe { get(self.device_type().0, self.id()) })
    }

    /// Makes `stream` the device's current one on this thread, and returns the one before; null is the default.
    ///
    /// # Errors
    /// ValueError for a device whose type or number is out of range; a RuntimeError when there is no host.
    #[allow(clippy::not_unsafe_ptr_arg_deref, reason = "the stream is stored, not looked into")]
    pub fn set_stream(self, stream: *mut c_void) -> Result<*mut c_void> {
        // libtvm_ffi keeps a table with these as indices, and does not look at the sign.
        let indices = [self.device_type().0, self.id()];
        if !indices.iter().all(|index| (0..=i32::from(u16::MAX)).contains(index)) {
            bail!(ValueError, "Expected a device that can have streams but got {self}");
        }
        let set = host::require()?.env_set_stream()?;
        let mut before = core::ptr::null_mut();
        // SAFETY: the stream is stored as it is, and the place for the one before is writable.
        check(unsafe { set(self.device_type().0, self.id(), stream, &mut before) })?;
        Ok(before)
    }
}
