fn patterns(
    mut count: i64,
    r#type: i64,
    arguments: i64,
    _: i64,
    (x, y):(i64, i64),
    whole @ Point {
        ..
    }: Point,
    Wrapper(inner): Wrapper,
    _quiet: i64,
) { }
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
        name: "patterns",
        path:::core::concat!(::core::module_path!(), "::", "patterns"),
        file:::core::file!(),
        lines: if::core::line!() == 1 {
            (2, 12)
        } else {
            (::core::line!(),::core::line!())
        },
        doc: "",
        parameters: &[
            {
                let _ =<i64 as __ffi::Argument>::EXCLUSIVE;
                __ffi::Parameter::of::<i64>("count",::core::option::Option::None)
            },
            {
                let _ =<i64 as __ffi::Argument>::EXCLUSIVE;
                __ffi::Parameter::of::<i64>("type",::core::option::Option::None)
            },
            {
                let _ =<i64 as __ffi::Argument>::EXCLUSIVE;
                __ffi::Parameter::of::<i64>("arguments",::core::option::Option::None)
            },
            {
                let _ =<i64 as __ffi::Argument>::EXCLUSIVE;
                __ffi::Parameter::of::<i64>("arg3",::core::option::Option::None)
            },
            {
                let _ =<(i64, i64) as __ffi::Argument>::EXCLUSIVE;
                __ffi::Parameter::of::<(i64, i64)>("arg4",::core::option::Option::None)
            },
            {
                let _ =<Point as __ffi::Argument>::EXCLUSIVE;
                __ffi::Parameter::of::<Point>("whole",::core::option::Option::None)
            },
            {
                let _ =<Wrapper as __ffi::Argument>::EXCLUSIVE;
                __ffi::Parameter::of::<Wrapper>("arg6",::core::option::Option::None)
            },
            {
                let _ =<i64 as __ffi::Argument>::EXCLUSIVE;
                __ffi::Parameter::of::<i64>("_quiet",::core::option::Option::None)
            }
        ],
        returns: __ffi::ReturnType::of::<()>(),
        dispatch:::core::option::Option::None,
    };
    #[inline(always)]
    fn __ffi_body(arguments: __ffi::Arguments<'_>) -> __ffi::Result<__ffi::Any> {
        __ffi::check_overlap(
            arguments,
            const {
                __ffi::writers(
                    &[
                        <i64 as __ffi::Argument>::EXCLUSIVE,
                        <i64 as __ffi::Argument>::EXCLUSIVE,
                        <i64 as __ffi::Argument>::EXCLUSIVE,
                        <i64 as __ffi::Argument>::EXCLUSIVE,
                        <(i64, i64) as __ffi::Argument>::EXCLUSIVE,
                        <Point as __ffi::Argument>::EXCLUSIVE,
                        <Wrapper as __ffi::Argument>::EXCLUSIVE,
                        <i64 as __ffi::Argument>::EXCLUSIVE
                    ]
                )
            }
        )?;
        __ffi::finish(
            arguments,
            patterns(
                __ffi::required::<i64>(arguments, 0)?,
                __ffi::required::<i64>(arguments, 1)?,
                __ffi::required::<i64>(arguments, 2)?,
                __ffi::required::<i64>(arguments, 3)?,
                __ffi::required::<(i64, i64)>(arguments, 4)?,
                __ffi::required::<Point>(arguments, 5)?,
                __ffi::required::<Wrapper>(arguments, 6)?,
                __ffi::required::<i64>(arguments, 7)?
            )
        )
    }
    #[unsafe(export_name = "__tvm_ffi_patterns")]
    unsafe extern "C" fn __ffi_call(
        _handle: *mut::core::ffi::c_void,
        arguments: *const __ffi::RawAny,
        count:::core::primitive::i32,
        result: *mut __ffi::RawAny,
    ) ->::core::primitive::i32 {
        unsafe {
            __ffi::invoke::<8, 8, _>(&__FFI_FUNCTION, arguments, count, result, __ffi_body)
        }
    }
    #[unsafe(export_name = "__tvm_ffi__metadata_patterns")]
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
