use core::ffi::{CStr, c_void};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use ffi_runtime::prelude::*;

use crate::arguments::Arguments;
use crate::driver::Driver;
use crate::grid::BLOCK;

/// A kernel in PTX, which the driver compiles once for each device.
pub(crate) struct Kernel {
    image: &'static CStr,
    name: &'static CStr,
    loaded: Mutex<HashMap<i32, Loaded>>,
}

/// A kernel on a device: its context and the function there, which live as long as the process.
#[derive(Clone, Copy)]
struct Loaded {
    context: *mut c_void,
    function: *mut c_void,
}

// SAFETY: the driver's handles may be used from any thread.
unsafe impl Send for Loaded {}

/// Takes the context off the thread's stack again.
struct Pushed<'a>(&'a Driver);

impl<'a> Pushed<'a> {
    fn new(driver: &'a Driver, context: *mut c_void) -> Result<Self> {
        // SAFETY: the context is one that the driver gave and that is not released.
        driver.check("cuCtxPushCurrent", unsafe { (driver.push_context)(context) })?;
        Ok(Self(driver))
    }
}

impl Drop for Pushed<'_> {
    fn drop(&mut self) {
        let mut context = core::ptr::null_mut();
        // SAFETY: the place for the context is writable. It was pushed, so that it can be popped.
        let _ = unsafe { (self.0.pop_context)(&mut context) };
    }
}

impl Kernel {
    pub(crate) fn new(image: &'static CStr, name: &'static CStr) -> Self {
        Self { image, name, loaded: Mutex::new(HashMap::new()) }
    }

    /// Puts the kernel on a stream of a device. It runs later: an error that it makes comes from a later call, as the
    /// driver has it.
    ///
    /// # Safety
    /// The arguments are those that the kernel declares, and their memory stays valid until it has run.
    pub(crate) unsafe fn launch(
        &self,
        driver: &Driver,
        device: Device,
        blocks: u32,
        mut arguments: Arguments,
    ) -> Result<()> {
        let loaded = self.loaded_on(driver, device.id())?;
        // The thread may have another device's context, or none.
        let _pushed = Pushed::new(driver, loaded.context)?;
        let mut addresses = arguments.addresses();
        // SAFETY: the caller promises the arguments; the function is one of the context that is current.
        driver.check("cuLaunchKernel", unsafe {
            let extra = core::ptr::null_mut();
            let parameters = addresses.as_mut_ptr();
            (driver.launch)(loaded.function, blocks, 1, 1, BLOCK, 1, 1, 0, device.stream(), parameters, extra)
        })
    }

    /// The kernel on that device, which is loaded the first time.
    fn loaded_on(&self, driver: &Driver, ordinal: i32) -> Result<Loaded> {
        let mut all = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(loaded) = all.get(&ordinal) {
            return Ok(*loaded);
        }
        let (mut device, mut context) = (0, core::ptr::null_mut());
        let (mut module, mut function) = (core::ptr::null_mut(), core::ptr::null_mut());
        // SAFETY: the places for the answers are writable, and the image and the name are C strings.
        unsafe {
            driver.check("cuDeviceGet", (driver.device)(&mut device, ordinal))?;
            // The context that PyTorch and all others share, so that their addresses and streams are known in it.
            let status = (driver.retain_primary_context)(&mut context, device);
            driver.check("cuDevicePrimaryCtxRetain", status)?;
            let _pushed = Pushed::new(driver, context)?;
            driver
                .check("cuModuleLoadData", (driver.load_module)(&mut module, self.image.as_ptr().cast()))?;
            let status = (driver.function)(&mut function, module, self.name.as_ptr());
            driver.check("cuModuleGetFunction", status)?;
        }
        let loaded = Loaded { context, function };
        all.insert(ordinal, loaded);
        Ok(loaded)
    }
}
