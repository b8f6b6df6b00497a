//! The few questions to the dynamic loader that libloading does not ask.

use core::ffi::{CStr, c_void};
use std::ffi::OsStr;

use libloading::Library;

#[cfg(unix)]
mod flags {
    use core::ffi::c_int;

    pub(super) use libloading::os::unix::{RTLD_LAZY, RTLD_LOCAL};
    #[cfg(target_vendor = "apple")]
    pub(super) const RTLD_NOLOAD: c_int = 0x10;
    #[cfg(target_vendor = "apple")]
    pub(super) const RTLD_NODELETE: c_int = 0x80;
    #[cfg(not(target_vendor = "apple"))]
    pub(super) const RTLD_NOLOAD: c_int = 0x4;
    #[cfg(not(target_vendor = "apple"))]
    pub(super) const RTLD_NODELETE: c_int = 0x1000;
}

/// `Dl_info` of `dlfcn.h`.
#[cfg(unix)]
#[repr(C)]
struct AddressInfo {
    file: *const core::ffi::c_char,
    base: *mut c_void,
    symbol_name: *const core::ffi::c_char,
    symbol_address: *mut c_void,
}

#[cfg(unix)]
unsafe extern "C" {
    fn dladdr(address: *const c_void, info: *mut AddressInfo) -> core::ffi::c_int;
}

#[cfg(windows)]
unsafe extern "system" {
    fn GetModuleHandleExW(flags: u32, name: *const u16, module: *mut *mut c_void) -> i32;
}

#[cfg(unix)]
fn address_info(address: *const c_void) -> Option<AddressInfo> {
    let mut info = AddressInfo {
        file: core::ptr::null(),
        base: core::ptr::null_mut(),
        symbol_name: core::ptr::null(),
        symbol_address: core::ptr::null_mut(),
    };
    // SAFETY: any address may be asked for; the function writes one `Dl_info`.
    (unsafe { dladdr(address, &mut info) } != 0).then_some(info)
}

/// An address inside this library or executable.
fn own_address() -> *const c_void {
    own_address as *const c_void
}

/// The library of that file name if the process has loaded it already.
pub(super) fn find_loaded(file: &OsStr) -> Option<Library> {
    #[cfg(unix)]
    {
        use libloading::os::unix::Library;
        // SAFETY: with `RTLD_NOLOAD` nothing is loaded, so no initialiser runs.
        let library =
            unsafe { Library::open(Some(file), flags::RTLD_LAZY | flags::RTLD_LOCAL | flags::RTLD_NOLOAD) };
        library.ok().map(Into::into)
    }
    #[cfg(windows)]
    {
        libloading::os::windows::Library::open_already_loaded(file).ok().map(Into::into)
    }
}

/// The library in which an address lies.
pub(super) fn library_of(address: *const c_void) -> Option<Library> {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let info = address_info(address).filter(|info| !info.file.is_null())?;
        // SAFETY: the loader's name of a mapped library is a C string.
        find_loaded(OsStr::from_bytes(unsafe { CStr::from_ptr(info.file) }.to_bytes()))
    }
    #[cfg(not(unix))]
    {
        let _ = address;
        None
    }
}

/// The size of a symbol at that address, where the loader tells it.
pub fn symbol_size(address: *const c_void) -> Option<usize> {
    #[cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]
    {
        use core::ffi::c_int;
        /// `Elf64_Sym` of `elf.h`.
        #[repr(C)]
        struct Symbol {
            name: u32,
            info: u8,
            other: u8,
            section: u16,
            value: u64,
            size: u64,
        }
        unsafe extern "C" {
            fn dladdr1(
                address: *const c_void,
                info: *mut AddressInfo,
                extra: *mut *const Symbol,
                flags: c_int,
            ) -> c_int;
        }
        /// The extra is the symbol's entry.
        const RTLD_DL_SYMENT: c_int = 1;
        let mut info = core::mem::MaybeUninit::uninit();
        let mut symbol = core::ptr::null();
        // SAFETY: any address may be asked for; the function writes one `Dl_info` and a pointer to a symbol, which
        // stays as long as the library, or null.
        unsafe {
            let found = dladdr1(address, info.as_mut_ptr(), &mut symbol, RTLD_DL_SYMENT) != 0;
            let exact = found && info.assume_init_ref().symbol_address.cast_const() == address;
            symbol.as_ref().filter(|_| exact).and_then(|symbol| usize::try_from(symbol.size).ok())
        }
    }
    #[cfg(not(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64")))]
    {
        let _ = address;
        None
    }
}

/// The address of a symbol that the whole process sees, null when there is none.
pub(super) fn find_global_symbol(symbol: &CStr) -> *mut c_void {
    #[cfg(unix)]
    {
        use libloading::os::unix::Library;
        // SAFETY: without a name nothing is loaded, so no initialiser runs. (`Library::this` is the same and panics
        // with what went wrong, whose text every library would carry.)
        let Ok(process) = (unsafe { Library::open(None::<&OsStr>, flags::RTLD_LAZY | flags::RTLD_LOCAL) })
        else {
            return core::ptr::null_mut();
        };
        // SAFETY: the address is only copied; the caller knows the symbol's type.
        unsafe { process.get::<*mut c_void>(symbol.to_bytes_with_nul()) }
            .map_or(core::ptr::null_mut(), |found| found.into_raw())
    }
    #[cfg(windows)]
    {
        // Windows has no process-wide symbols: libraries are found by name.
        let _ = symbol;
        core::ptr::null_mut()
    }
}

/// The address of a library's symbol, null when there is none.
pub(crate) fn symbol_address(library: &Library, symbol: &CStr) -> *mut c_void {
    // SAFETY: the address is only copied; the caller knows the symbol's type.
    unsafe {
        let found = library.get::<*mut c_void>(symbol.to_bytes_with_nul()).ok();
        found.and_then(|found| found.try_as_raw_ptr()).unwrap_or(core::ptr::null_mut())
    }
}

/// Whether this code is part of the main executable, not of a library that something loaded.
pub fn is_main_executable() -> bool {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    {
        unsafe extern "C" {
            fn getauxval(kind: core::ffi::c_ulong) -> core::ffi::c_ulong;
        }
        /// The address of the executable's program headers.
        const AT_PHDR: core::ffi::c_ulong = 3;
        // SAFETY: the function reads a value that the kernel passed at start.
        let executable = unsafe { getauxval(AT_PHDR) } as *const c_void;
        match (address_info(own_address()), address_info(executable)) {
            (Some(own), Some(executable)) => own.base == executable.base,
            // A static executable: the loader knows no object at all.
            (own, _) => own.is_none(),
        }
    }
    #[cfg(target_vendor = "apple")]
    {
        unsafe extern "C" {
            fn _dyld_get_image_header(index: u32) -> *const c_void;
        }
        // SAFETY: image 0 is the main executable and always there.
        let executable = unsafe { _dyld_get_image_header(0) };
        address_info(own_address()).is_some_and(|own| own.base.cast_const() == executable)
    }
    #[cfg(windows)]
    {
        /// The second argument is an address; the reference count stays as it is.
        const FROM_ADDRESS_UNCHANGED: u32 = 0x4 | 0x2;
        let (mut own, mut executable) = (core::ptr::null_mut(), core::ptr::null_mut());
        // SAFETY: both calls only look modules up and write one handle each.
        unsafe {
            GetModuleHandleExW(FROM_ADDRESS_UNCHANGED, own_address().cast(), &mut own);
            GetModuleHandleExW(0x2, core::ptr::null(), &mut executable);
        }
        own == executable
    }
    #[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple", windows)))]
    {
        false
    }
}

/// Keeps this library mapped until the process ends, whoever closes it.
pub(super) fn pin_own_library() {
    #[cfg(unix)]
    if let Some(info) = address_info(own_address())
        && !info.file.is_null()
    {
        use std::os::unix::ffi::OsStrExt;
        // SAFETY: the loader's name of a mapped library is a C string.
        let file = OsStr::from_bytes(unsafe { CStr::from_ptr(info.file) }.to_bytes());
        let all = flags::RTLD_LAZY | flags::RTLD_NOLOAD | flags::RTLD_NODELETE;
        // SAFETY: with `RTLD_NOLOAD` nothing is loaded, so no initialiser runs.
        drop(unsafe { libloading::os::unix::Library::open(Some(file), all) });
    }
    #[cfg(windows)]
    {
        /// Pin the module that the address in the second argument belongs to.
        const PIN_FROM_ADDRESS: u32 = 0x1 | 0x4;
        let mut module = core::ptr::null_mut();
        // SAFETY: the call looks the module up, pins it and writes one handle.
        unsafe { GetModuleHandleExW(PIN_FROM_ADDRESS, own_address().cast(), &mut module) };
    }
}
