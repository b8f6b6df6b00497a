#[doc = " Adds."]
fn add_i64(a: i64, b: i64) -> i64 {
    a + b
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
        name: "add",
        path:::core::concat!(::core::module_path!(), "::", "add_i64"),
        file:::core::file!(),
        lines: if::core::line!() == 2 {
            (3, 3)
        } else {
            (::core::line!(),::core::line!())
        },
        doc: "Adds.",
        parameters: &[
            {
                let _ =<i64 as __ffi::Argument>::EXCLUSIVE;
                __ffi::Parameter::of::<i64>("a",::core::option::Option::None)
            },
            {
                let _ =<i64 as __ffi::Argument>::EXCLUSIVE;
                __ffi::Parameter::of::<i64>("b",::core::option::Option::Some("1"))
            }
        ],
        returns: __ffi::ReturnType::of::<i64>(),
        dispatch:::core::option::Option::None,
    };
    #[inline(always)]
    fn __ffi_body(arguments: __ffi::Arguments<'_>) -> __ffi::Result<__ffi::Any> {
        __ffi::check_overlap(
            arguments,
            const {
                __ffi::writers(&[<i64 as __ffi::Argument>::EXCLUSIVE,<i64 as __ffi::Argument>::EXCLUSIVE])
            }
        )?;
        let _ = __ffi::ReturnType::of::<i64>;
        __ffi::finish(
            arguments,
            add_i64(
                __ffi::required::<i64>(arguments, 0)?,
                __ffi::defaulted::<i64>(arguments, 1, || 1)?
            )
        )
    }
    #[unsafe(export_name = "__tvm_ffi_add")]
    unsafe extern "C" fn __ffi_call(
        _handle: *mut::core::ffi::c_void,
        arguments: *const __ffi::RawAny,
        count:::core::primitive::i32,
        result: *mut __ffi::RawAny,
    ) ->::core::primitive::i32 {
        unsafe {
            __ffi::invoke::<1, 2, _>(&__FFI_FUNCTION, arguments, count, result, __ffi_body)
        }
    }
    #[unsafe(export_name = "__tvm_ffi__metadata_add")]
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
    #[unsafe(export_name = "__tvm_ffi__doc_add")]
    unsafe extern "C" fn __ffi_doc(
        _handle: *mut::core::ffi::c_void,
        _arguments: *const __ffi::RawAny,
        _count:::core::primitive::i32,
        result: *mut __ffi::RawAny,
    ) ->::core::primitive::i32 {
        unsafe {
            __ffi::return_doc(&__FFI_FUNCTION, result)
        }
    }
    #[__ffi::linkme::distributed_slice(__ffi::EXPORTS)]
    #[linkme(crate = __ffi::linkme)]
    static __FFI_EXPORT: __ffi::ExportDescriptor = __ffi::ExportDescriptor {
        function: &__FFI_FUNCTION,
        call: __ffi_call,
    };
};
#[inline]
pub(crate) fn nothing() { }
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
        name: "nothing",
        path:::core::concat!(::core::module_path!(), "::", "nothing"),
        file:::core::file!(),
        lines: if::core::line!() == 5 {
            (7, 7)
        } else {
            (::core::line!(),::core::line!())
        },
        doc: "",
        parameters: &[],
        returns: __ffi::ReturnType::of::<()>(),
        dispatch:::core::option::Option::None,
    };
    #[inline(always)]
    fn __ffi_body(arguments: __ffi::Arguments<'_>) -> __ffi::Result<__ffi::Any> {
        __ffi::finish(arguments, nothing())
    }
    #[unsafe(export_name = "__tvm_ffi_nothing")]
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
    #[unsafe(export_name = "__tvm_ffi__metadata_nothing")]
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
#[cfg(feature = "keywords")]
#[cfg(unix)]
fn r#match() -> Result<(), Failure> where String: Clone,
{
    #![allow(unused)] Ok(())
}
#[cfg(feature = "keywords")]
#[cfg(unix)]
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
    use crate::runtime::__private as __ffi;
    __ffi::require_unwinding!();
    static __FFI_FUNCTION: __ffi::FunctionDescriptor = __ffi::FunctionDescriptor {
        name: "match",
        path:::core::concat!(::core::module_path!(), "::", "match"),
        file:::core::file!(),
        lines: if::core::line!() == 9 {
            (12, 18)
        } else {
            (::core::line!(),::core::line!())
        },
        doc: "",
        parameters: &[],
        returns: __ffi::ReturnType::of::<Result<(), Failure>>(),
        dispatch:::core::option::Option::None,
    };
    #[inline(always)]
    fn __ffi_body(arguments: __ffi::Arguments<'_>) -> __ffi::Result<__ffi::Any> {
        let _ = __ffi::ReturnType::of::<Result<(), Failure>>;
        __ffi::finish(arguments, r#match())
    }
    #[unsafe(export_name = "__tvm_ffi_match")]
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
    #[unsafe(export_name = "__tvm_ffi__metadata_match")]
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
