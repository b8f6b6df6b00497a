fn borrowed<'a>(
    text: &'a str,
    view: TensorView<'_, f32>,
    call: TypedFunction<fn(i64, &str) -> f64>
) -> &'a str {
    text
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
        name: "borrowed",
        path:::core::concat!(::core::module_path!(), "::", "borrowed"),
        file:::core::file!(),
        lines: if::core::line!() == 1 {
            (2, 2)
        } else {
            (::core::line!(),::core::line!())
        },
        doc: "",
        parameters: &[
            {
                let _ =<&'static str as __ffi::Argument>::EXCLUSIVE;
                __ffi::Parameter::of::<&'static str>("text",::core::option::Option::None)
            },
            {
                let _ =<TensorView<'static, f32> as __ffi::Argument>::EXCLUSIVE;
                __ffi::Parameter::of::<TensorView<'static, f32>>("view",::core::option::Option::None)
            },
            {
                let _ =<TypedFunction<fn(i64, &str) -> f64> as __ffi::Argument>::EXCLUSIVE;
                __ffi::Parameter::of::<TypedFunction<fn(i64, &str) -> f64>>("call",::core::option::Option::None)
            }
        ],
        returns: __ffi::ReturnType::of::<&'static str>(),
        dispatch:::core::option::Option::None,
    };
    #[inline(always)]
    fn __ffi_body(arguments: __ffi::Arguments<'_>) -> __ffi::Result<__ffi::Any> {
        __ffi::check_overlap(
            arguments,
            const {
                __ffi::writers(
                    &[
                        <&'static str as __ffi::Argument>::EXCLUSIVE,
                        <TensorView<'static, f32> as __ffi::Argument>::EXCLUSIVE,
                        <TypedFunction<fn(i64, &str) -> f64> as __ffi::Argument>::EXCLUSIVE
                    ]
                )
            }
        )?;
        let _ = __ffi::ReturnType::of::<&'static str>;
        __ffi::finish(
            arguments,
            borrowed(
                __ffi::required::<&'static str>(arguments, 0)?,
                __ffi::required::<TensorView<'static, f32>>(arguments, 1)?,
                __ffi::required::<TypedFunction<fn(i64, &str) -> f64>>(arguments, 2)?
            )
        )
    }
    #[unsafe(export_name = "__tvm_ffi_borrowed")]
    unsafe extern "C" fn __ffi_call(
        _handle: *mut::core::ffi::c_void,
        arguments: *const __ffi::RawAny,
        count:::core::primitive::i32,
        result: *mut __ffi::RawAny,
    ) ->::core::primitive::i32 {
        unsafe {
            __ffi::invoke::<3, 3, _>(&__FFI_FUNCTION, arguments, count, result, __ffi_body)
        }
    }
    #[unsafe(export_name = "__tvm_ffi__metadata_borrowed")]
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
