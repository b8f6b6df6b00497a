//! Runs when the library is loaded, or when the program starts.

use super::registration::register_all;
use crate::{error, host};

extern "C" fn construct() {
    // A panic must not reach the loader; there is nobody to tell about it but the hook.
    let _ = std::panic::catch_unwind(|| {
        if !host::is_main_executable() {
            host::pin_this_library();
        }
        error::install_hook();
        host::on_adopted(register_all);
    });
}

#[used]
#[cfg_attr(
    any(target_os = "linux", target_os = "android", target_os = "freebsd"),
    unsafe(link_section = ".init_array")
)]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(windows, unsafe(link_section = ".CRT$XCU"))]
static CONSTRUCTOR: extern "C" fn() = construct;
