#[doc = " Fails."]
#[doc = ""]
#[doc = " Always."]
fn raise_error(message: &str) -> Result<()> {
    bail!(RuntimeError, "{message}")
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
        name: "package.raise_error",
        path:::core::concat!(::core::module_path!(), "::", "raise_error"),
        file:::core::file!(),
        lines: if::core::line!() == 4 {
            (5, 7)
        } else {
            (::core::line!(),::core::line!())
        },
        doc: "Fails.\n\nAlways.",
        parameters: &[
            {
                let _ =<&'static str as __ffi::Argument>::EXCLUSIVE;
                __ffi::Parameter::of::<&'static str>("message",::core::option::Option::None)
            }
        ],
        returns: __ffi::ReturnType::of::<Result<()>>(),
        dispatch:::core::option::Option::None,
    };
    #[inline(always)]
    fn __ffi_body(arguments: __ffi::Arguments<'_>) -> __ffi::Result<__ffi::Any> {
        __ffi::check_overlap(arguments, const { __ffi::writers(&[<&'static str as __ffi::Argument>::EXCLUSIVE]) })?;
        let _ = __ffi::ReturnType::of::<Result<()>>;
        __ffi::finish(arguments, raise_error(__ffi::required::<&'static str>(arguments, 0)?))
    }
    unsafe extern "C" fn __ffi_call(
        _handle: *mut::core::ffi::c_void,
        arguments: *const __ffi::RawAny,
        count:::core::primitive::i32,
        result: *mut __ffi::RawAny,
    ) ->::core::primitive::i32 {
        unsafe {
            __ffi::invoke::<1, 1, _>(&__FFI_FUNCTION, arguments, count, result, __ffi_body)
        }
    }
    #[__ffi::linkme::distributed_slice(__ffi::GLOBALS)]
    #[linkme(crate = __ffi::linkme)]
    static __FFI_GLOBAL: __ffi::GlobalDescriptor = __ffi::GlobalDescriptor {
        function: &__FFI_FUNCTION,
        call: __ffi_call,
    };
};
fn f(#[allow(unused)] x: Option<f32>) { }
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
    use::renamed::__private as __ffi;
    __ffi::require_unwinding!();
    static __FFI_FUNCTION: __ffi::FunctionDescriptor = __ffi::FunctionDescriptor {
        name: "plain",
        path:::core::concat!(::core::module_path!(), "::", "f"),
        file:::core::file!(),
        lines: if::core::line!() == 9 {
            (10, 10)
        } else {
            (::core::line!(),::core::line!())
        },
        doc: "",
        parameters: &[
            {
                let _ =<Option<f32> as __ffi::Argument>::EXCLUSIVE;
                __ffi::Parameter::of::<Option<f32>>("x",::core::option::Option::Some("Some(f32::MAX)"))
            }
        ],
        returns: __ffi::ReturnType::of::<()>(),
        dispatch:::core::option::Option::None,
    };
    #[inline(always)]
    fn __ffi_body(arguments: __ffi::Arguments<'_>) -> __ffi::Result<__ffi::Any> {
        __ffi::check_overlap(arguments, const { __ffi::writers(&[<Option<f32> as __ffi::Argument>::EXCLUSIVE]) })?;
        __ffi::finish(arguments, f(__ffi::defaulted::<Option<f32>>(arguments, 0, || Some(f32::MAX))?))
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
