fn contracts(n: usize, x: TensorView<'_, f32>, scalar: i64, y: Option<TensorView<'_>>,) { }
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
        name: "contracts",
        path:::core::concat!(::core::module_path!(), "::", "contracts"),
        file:::core::file!(),
        lines: if::core::line!() == 1 {
            (2, 7)
        } else {
            (::core::line!(),::core::line!())
        },
        doc: "",
        parameters: &[
            {
                let _ =<TensorView<'static, f32> as __ffi::Argument>::EXCLUSIVE;
                __ffi::Parameter::of::<TensorView<'static, f32>>("x",::core::option::Option::None)
            },
            {
                let _ =<i64 as __ffi::Argument>::EXCLUSIVE;
                __ffi::Parameter::of::<i64>("scalar",::core::option::Option::None)
            },
            {
                let _ =<Option<TensorView<'static>> as __ffi::Argument>::EXCLUSIVE;
                __ffi::Parameter::of::<Option<TensorView<'static>>>("y",::core::option::Option::Some("None"))
            }
        ],
        returns: __ffi::ReturnType::of::<()>(),
        dispatch:::core::option::Option::None,
    };
    static __FFI_CONTRACTS: &[__ffi::Contract] = &[
        __ffi::Contract {
            argument: 0,
            shape:::core::option::Option::Some(
                __ffi::ShapePattern {
                    dimensions: &[
                        __ffi::Dimension::Size(__ffi::Size::Symbol("n")),
                        __ffi::Dimension::Size(
                            __ffi::Size::Operation(
                                '*',
                                &__ffi::Size::Literal(2),
                                &__ffi::Size::Operation('+', &__ffi::Size::Symbol("n"), &__ffi::Size::Literal(1))
                            )
                        ),
                        __ffi::Dimension::Size(__ffi::Size::Literal(3)),
                        __ffi::Dimension::Any
                    ],
                    rest: __ffi::Rest::Any
                }
            ),
            device:::core::option::Option::Some(__ffi::DLDeviceType::CPU),
            same_device: true,
            contiguous: false,
            alignment: 1,
        },
        __ffi::Contract {
            argument: 2,
            shape:::core::option::Option::Some(
                __ffi::ShapePattern {
                    dimensions: &[__ffi::Dimension::Size(__ffi::Size::Symbol("m"))],
                    rest: __ffi::Rest::Named("r")
                }
            ),
            device:::core::option::Option::None,
            same_device: true,
            contiguous: true,
            alignment: 64,
        }
    ];
    #[inline(always)]
    fn __ffi_body(arguments: __ffi::Arguments<'_>) -> __ffi::Result<__ffi::Any> {
        __ffi::check_overlap(
            arguments,
            const {
                __ffi::writers(
                    &[
                        <TensorView<'static, f32> as __ffi::Argument>::EXCLUSIVE,
                        <i64 as __ffi::Argument>::EXCLUSIVE,
                        <Option<TensorView<'static>> as __ffi::Argument>::EXCLUSIVE
                    ]
                )
            }
        )?;
        let value_0 = __ffi::required::<TensorView<'static, f32>>(arguments, 0)?;
        let value_1 = __ffi::required::<i64>(arguments, 1)?;
        let value_2 = __ffi::defaulted::<Option<TensorView<'static>>>(arguments, 2, || None)?;
        let mut symbol_1 = __ffi::Symbol::UNBOUND;
        let mut symbol_0 = __ffi::Symbol::UNBOUND;
        let mut rest_0 = __ffi::RestSymbol::UNBOUND;
        let mut device = __ffi::SharedDevice::UNBOUND;
        let tensor_0 = __ffi::contract_tensor::<TensorView<'static, f32>>(arguments, 0, &value_0);
        let tensor_2 = __ffi::contract_tensor::<Option<TensorView<'static>>>(arguments, 2, &value_2);
        if!(
            __ffi::holds(
                tensor_0,
                | tensor | __ffi::first_sizes::<4>(tensor).is_some_and(|(sizes, rest) | symbol_0.agrees(sizes [0]) &&sizes [2] == 3) &&__ffi::is_on(tensor, __ffi::DLDeviceType::CPU) &&device.agrees(tensor)
            ) &&__ffi::holds(
                tensor_2,
                | tensor | __ffi::first_sizes::<1>(tensor).is_some_and(|(sizes, rest) | symbol_1.agrees(sizes [0]) &&rest_0.agrees(rest)) &&device.agrees(tensor) &&__ffi::is_contiguous(tensor) &&__ffi::is_aligned(tensor, 64)
            ) &&__ffi::holds(
                tensor_0,
                | tensor | __ffi::first_sizes::<4>(tensor).is_some_and(
                    |(sizes, _) |(
                        ! symbol_0.is_bound() ||(__ffi::CheckedSize::of(2) *(symbol_0.size() + __ffi::CheckedSize::of(1))).is(sizes [1])
                    )
                )
            )
        ) {
            return::core::result::Result::Err(__ffi::violation(arguments, __FFI_CONTRACTS, &[tensor_0, tensor_2]));
        }
        __ffi::finish(arguments, contracts(symbol_0.value(), value_0, value_1, value_2))
    }
    #[unsafe(export_name = "__tvm_ffi_contracts")]
    unsafe extern "C" fn __ffi_call(
        _handle: *mut::core::ffi::c_void,
        arguments: *const __ffi::RawAny,
        count:::core::primitive::i32,
        result: *mut __ffi::RawAny,
    ) ->::core::primitive::i32 {
        unsafe {
            __ffi::invoke::<2, 3, _>(&__FFI_FUNCTION, arguments, count, result, __ffi_body)
        }
    }
    #[unsafe(export_name = "__tvm_ffi__metadata_contracts")]
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
