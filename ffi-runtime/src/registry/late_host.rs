//! A library that was loaded before any host registers when a host loads it again.
//!
//! Its constructor does not run a second time then, and the loader calls nothing. But it looks the symbol
//! `__tvm_ffi__library_bin` up in every library, and glibc runs the resolver of an indirect function when its
//! symbol is looked up. So the symbol is one: its resolver takes the host and answers that there is no such
//! binary. With other C libraries the globals appear with the first call that needs the host.
//!
//! All constructors of the library have run by then, so that all its module loaders are known.

#[cfg(all(target_os = "linux", target_env = "gnu", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod indirect_symbol {
    use core::arch::naked_asm;
    use core::ffi::c_void;

    use crate::host;
    use crate::registry::module_loader::register_loaders;

    extern "C" fn take_host() -> *mut c_void {
        // Finding the host runs what waits for it. A panic must not reach the loader.
        let _ = std::panic::catch_unwind(|| {
            if host::current().is_some() {
                register_loaders();
            }
        });
        core::ptr::null_mut()
    }

    #[unsafe(no_mangle)]
    #[unsafe(naked)]
    extern "C" fn __tvm_ffi__library_bin() {
        #[cfg(target_arch = "x86_64")]
        naked_asm!(
            ".type __tvm_ffi__library_bin, @gnu_indirect_function",
            "jmp {take_host}",
            take_host = sym take_host,
        );
        #[cfg(target_arch = "aarch64")]
        naked_asm!(
            ".type __tvm_ffi__library_bin, @gnu_indirect_function",
            "b {take_host}",
            take_host = sym take_host,
        );
    }
}
