#[must_use]
fn f() -> bool {
    true
}
#[
    allow(
        clippy::all,
        clippy::nursery,
        clippy::pedantic,
        clippy::restriction,
        deprecated,
        elided_lifetimes_in_paths,
        improper_ctypes_definitions,
        non_upper_case_globals,
        unsafe_code,
        unused,
        unused_qualifications,
        unused_results,
    )
]
const _:() = {
    use runtime::__private as __ffi;
    __ffi::require_unwinding!();
    static __FFI_FUNCTION: __ffi::FunctionDescriptor = __ffi::FunctionDescriptor {
        name: "f",
        path:::core::concat!(::core::module_path!(), "::", "f"),
        file:::core::file!(),
        lines: if::core::line!() == 1 {
            (4, 4)
        } else {
            (::core::line!(),::core::line!())
        },
        doc: "",
        parameters: &[],
        returns: __ffi::ReturnType::of::<bool>(),
        dispatch:::core::option::Option::None,
    };
    #[inline(always)]
    fn __ffi_body(arguments: __ffi::Arguments<'_>) -> __ffi::Result<__ffi::Any> {
        let _ = __ffi::ReturnType::of::<bool>;
        __ffi::finish(arguments, f())
    }
    #[unsafe(export_name = "__tvm_ffi_f")]
    unsafe extern "C" fn __ffi_call(
        _handle: *mut::core::ffi::c_void,
        arguments: *const __ffi::RawAny,
        count:::core::primitive::i32,
        result: *mut __ffi::RawAny,
    ) ->::core::primitive::i32 {
        unsafe {
            __ffi::invoke::<0, 0, _>(&__FFI_FUNCTION, arguments, count, result, __ffi_body)
        }
    }
    #[unsafe(export_name = "__tvm_ffi__metadata_f")]
    unsafe extern "C" fn __ffi_metadata(
        _handle: *mut::core::ffi::c_void,
        _arguments: *const __ffi::RawAny,
        _count:::core::primitive::i32,
        result: *mut __ffi::RawAny,
    ) ->::core::primitive::i32 {
        unsafe {
            __ffi::return_metadata(&__FFI_FUNCTION, result)
        }
    }
    #[__ffi::linkme::distributed_slice(__ffi::EXPORTS)]
    #[linkme(crate = __ffi::linkme)]
    static __FFI_EXPORT: __ffi::ExportDescriptor = __ffi::ExportDescriptor {
        function: &__FFI_FUNCTION,
        call: __ffi_call,
    };
};
#[
    allow(
        clippy::all,
        clippy::nursery,
        clippy::pedantic,
        clippy::restriction,
        deprecated,
        elided_lifetimes_in_paths,
        improper_ctypes_definitions,
        non_upper_case_globals,
        unsafe_code,
        unused,
        unused_qualifications,
        unused_results,
    )
]
const _:() = {
    use runtime::__private as __ffi;
    __ffi::require_unwinding!();
    static __FFI_FUNCTION: __ffi::FunctionDescriptor = __ffi::FunctionDescriptor {
        name: "package.f",
        path:::core::concat!(::core::module_path!(), "::", "f"),
        file:::core::file!(),
        lines: if::core::line!() == 1 {
            (4, 4)
        } else {
            (::core::line!(),::core::line!())
        },
        doc: "",
        parameters: &[],
        returns: __ffi::ReturnType::of::<bool>(),
        dispatch:::core::option::Option::None,
    };
    #[inline(always)]
    fn __ffi_body(arguments: __ffi::Arguments<'_>) -> __ffi::Result<__ffi::Any> {
        let _ = __ffi::ReturnType::of::<bool>;
        __ffi::finish(arguments, f())
    }
    unsafe extern "C" fn __ffi_call(
        _handle: *mut::core::ffi::c_void,
        arguments: *const __ffi::RawAny,
        count:::core::primitive::i32,
        result: *mut __ffi::RawAny,
    ) ->::core::primitive::i32 {
        unsafe {
            __ffi::invoke::<0, 0, _>(&__FFI_FUNCTION, arguments, count, result, __ffi_body)
        }
    }
    #[__ffi::linkme::distributed_slice(__ffi::GLOBALS)]
    #[linkme(crate = __ffi::linkme)]
    static __FFI_GLOBAL: __ffi::GlobalDescriptor = __ffi::GlobalDescriptor {
        function: &__FFI_FUNCTION,
        call: __ffi_call,
    };
};
fn g(x: u8) -> u8 {
    x
}
#[
    allow(
        clippy::all,
        clippy::nursery,
        clippy::pedantic,
        clippy::restriction,
        deprecated,
        elided_lifetimes_in_paths,
        improper_ctypes_definitions,
        non_upper_case_globals,
        unsafe_code,
        unused,
        unused_qualifications,
        unused_results,
    )
]
const _:() = {
    use::ffi_runtime::__private as __ffi;
    __ffi::require_unwinding!();
    static __FFI_FUNCTION: __ffi::FunctionDescriptor = __ffi::FunctionDescriptor {
        name: "package.g",
        path:::core::concat!(::core::module_path!(), "::", "g"),
        file:::core::file!(),
        lines: if::core::line!() == 6 {
            (8, 8)
        } else {
            (::core::line!(),::core::line!())
        },
        doc: "",
        parameters: &[
            {
                let _ =<u8 as __ffi::Argument>::EXCLUSIVE;
                __ffi::Parameter::of::<u8>("x",::core::option::Option::Some("2"))
            }
        ],
        returns: __ffi::ReturnType::of::<u8>(),
        dispatch:::core::option::Option::None,
    };
    #[inline(always)]
    fn __ffi_body(arguments: __ffi::Arguments<'_>) -> __ffi::Result<__ffi::Any> {
        __ffi::check_overlap(arguments, const { __ffi::writers(&[<u8 as __ffi::Argument>::EXCLUSIVE]) })?;
        let _ = __ffi::ReturnType::of::<u8>;
        __ffi::finish(arguments, g(__ffi::defaulted::<u8>(arguments, 0, || 2)?))
    }
    unsafe extern "C" fn __ffi_call(
        _handle: *mut::core::ffi::c_void,
        arguments: *const __ffi::RawAny,
        count:::core::primitive::i32,
        result: *mut __ffi::RawAny,
    ) ->::core::primitive::i32 {
        unsafe {
            __ffi::invoke::<0, 1, _>(&__FFI_FUNCTION, arguments, count, result, __ffi_body)
        }
    }
    #[__ffi::linkme::distributed_slice(__ffi::GLOBALS)]
    #[linkme(crate = __ffi::linkme)]
    static __FFI_GLOBAL: __ffi::GlobalDescriptor = __ffi::GlobalDescriptor {
        function: &__FFI_FUNCTION,
        call: __ffi_call,
    };
};
#[
    allow(
        clippy::all,
        clippy::nursery,
        clippy::pedantic,
        clippy::restriction,
        deprecated,
        elided_lifetimes_in_paths,
        improper_ctypes_definitions,
        non_upper_case_globals,
        unsafe_code,
        unused,
        unused_qualifications,
        unused_results,
    )
]
const _:() = {
    use::ffi_runtime::__private as __ffi;
    __ffi::require_unwinding!();
    static __FFI_FUNCTION: __ffi::FunctionDescriptor = __ffi::FunctionDescriptor {
        name: "h",
        path:::core::concat!(::core::module_path!(), "::", "g"),
        file:::core::file!(),
        lines: if::core::line!() == 6 {
            (8, 8)
        } else {
            (::core::line!(),::core::line!())
        },
        doc: "",
        parameters: &[
            {
                let _ =<u8 as __ffi::Argument>::EXCLUSIVE;
                __ffi::Parameter::of::<u8>("x",::core::option::Option::Some("2"))
            }
        ],
        returns: __ffi::ReturnType::of::<u8>(),
        dispatch:::core::option::Option::None,
    };
    #[inline(always)]
    fn __ffi_body(arguments: __ffi::Arguments<'_>) -> __ffi::Result<__ffi::Any> {
        __ffi::check_overlap(arguments, const { __ffi::writers(&[<u8 as __ffi::Argument>::EXCLUSIVE]) })?;
        let _ = __ffi::ReturnType::of::<u8>;
        __ffi::finish(arguments, g(__ffi::defaulted::<u8>(arguments, 0, || 2)?))
    }
    #[unsafe(export_name = "__tvm_ffi_h")]
    unsafe extern "C" fn __ffi_call(
        _handle: *mut::core::ffi::c_void,
        arguments: *const __ffi::RawAny,
        count:::core::primitive::i32,
        result: *mut __ffi::RawAny,
    ) ->::core::primitive::i32 {
        unsafe {
            __ffi::invoke::<0, 1, _>(&__FFI_FUNCTION, arguments, count, result, __ffi_body)
        }
    }
    #[unsafe(export_name = "__tvm_ffi__metadata_h")]
    unsafe extern "C" fn __ffi_metadata(
        _handle: *mut::core::ffi::c_void,
        _arguments: *const __ffi::RawAny,
        _count:::core::primitive::i32,
        result: *mut __ffi::RawAny,
    ) ->::core::primitive::i32 {
        unsafe {
            __ffi::return_metadata(&__FFI_FUNCTION, result)
        }
    }
    #[__ffi::linkme::distributed_slice(__ffi::EXPORTS)]
    #[linkme(crate = __ffi::linkme)]
    static __FFI_EXPORT: __ffi::ExportDescriptor = __ffi::ExportDescriptor {
        function: &__FFI_FUNCTION,
        call: __ffi_call,
    };
};
