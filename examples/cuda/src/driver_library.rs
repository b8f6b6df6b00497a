//! The driver of this machine, looked for when it is first needed.

use std::sync::OnceLock;

use ffi_runtime::prelude::*;
use libloading::Library;

use crate::driver::Driver;

#[cfg(windows)]
const NAME: &str = "nvcuda.dll";
#[cfg(not(windows))]
const NAME: &str = "libcuda.so.1";

/// The driver, initialised.
///
/// # Errors
/// A RuntimeError that says what is missing, the same one every time.
pub(crate) fn driver() -> Result<&'static Driver> {
    static DRIVER: OnceLock<Result<Driver, String>> = OnceLock::new();
    match DRIVER.get_or_init(load) {
        Ok(driver) => Ok(driver),
        Err(problem) => bail!(RuntimeError, "there is no CUDA driver: {problem}"),
    }
}

fn load() -> Result<Driver, String> {
    // SAFETY: the driver's library runs nothing that could be wrong to run here.
    let library = unsafe { Library::new(NAME) }.map_err(|error| error.to_string())?;
    /// The address of a function, which has the type of the field that it goes to.
    macro_rules! symbol {
        ($name:literal) => {
            // SAFETY: the driver has declared the function with this type since version 11, or has it not.
            *unsafe { library.get($name.as_bytes()) }.map_err(|error| error.to_string())?
        };
    }
    let driver = Driver {
        initialise: symbol!("cuInit"),
        device: symbol!("cuDeviceGet"),
        retain_primary_context: symbol!("cuDevicePrimaryCtxRetain"),
        push_context: symbol!("cuCtxPushCurrent_v2"),
        pop_context: symbol!("cuCtxPopCurrent_v2"),
        load_module: symbol!("cuModuleLoadData"),
        function: symbol!("cuModuleGetFunction"),
        launch: symbol!("cuLaunchKernel"),
        error_name: symbol!("cuGetErrorName"),
    };
    // The functions stay where they are.
    core::mem::forget(library);
    // SAFETY: the flags must be 0.
    let status = unsafe { (driver.initialise)(0) };
    driver.check("cuInit", status).map_err(|error| error.message().into_owned())?;
    Ok(driver)
}
