fn gather<'a, I: Element, T: Element>(
    index: Option<TensorView<'a, I>>,
    x: TensorView<'_, T>,
    y: TensorViewMut<'_, T>,
    n: i64,
    k: T,
) -> Result<Vec<T>> { }
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
        name: "gather",
        path:::core::concat!(::core::module_path!(), "::", "gather"),
        file:::core::file!(),
        lines: if::core::line!() == 1 {
            (2, 8)
        } else {
            (::core::line!(),::core::line!())
        },
        doc: "",
        parameters: &[
            __ffi::Parameter::of_any(
                "index",
                ::core::option::Option::None,
                const {
                    &[
                        {
                            type I = i32;
                            let _ =<Option<TensorView<'static, I>> as __ffi::Argument>::EXCLUSIVE;
                            __ffi::TypeWords::argument::<Option<TensorView<'static, I>>>()
                        },
                        {
                            type I = i64;
                            let _ =<Option<TensorView<'static, I>> as __ffi::Argument>::EXCLUSIVE;
                            __ffi::TypeWords::argument::<Option<TensorView<'static, I>>>()
                        }
                    ]
                },
                (
                    {
                        type I = i32;
                        <Option<TensorView<'static, I>> as __ffi::Argument>::EXCLUSIVE
                    } || {
                        type I = i64;
                        <Option<TensorView<'static, I>> as __ffi::Argument>::EXCLUSIVE
                    }
                )
            ),
            __ffi::Parameter::of_any(
                "x",
                ::core::option::Option::None,
                const {
                    &[
                        {
                            type T = f32;
                            let _ =<TensorView<'static, T> as __ffi::Argument>::EXCLUSIVE;
                            __ffi::TypeWords::argument::<TensorView<'static, T>>()
                        },
                        {
                            type T = half::bf16;
                            let _ =<TensorView<'static, T> as __ffi::Argument>::EXCLUSIVE;
                            __ffi::TypeWords::argument::<TensorView<'static, T>>()
                        }
                    ]
                },
                (
                    {
                        type T = f32;
                        <TensorView<'static, T> as __ffi::Argument>::EXCLUSIVE
                    } || {
                        type T = half::bf16;
                        <TensorView<'static, T> as __ffi::Argument>::EXCLUSIVE
                    }
                )
            ),
            __ffi::Parameter::of_any(
                "y",
                ::core::option::Option::None,
                const {
                    &[
                        {
                            type T = f32;
                            let _ =<TensorViewMut<'static, T> as __ffi::Argument>::EXCLUSIVE;
                            __ffi::TypeWords::argument::<TensorViewMut<'static, T>>()
                        },
                        {
                            type T = half::bf16;
                            let _ =<TensorViewMut<'static, T> as __ffi::Argument>::EXCLUSIVE;
                            __ffi::TypeWords::argument::<TensorViewMut<'static, T>>()
                        }
                    ]
                },
                (
                    {
                        type T = f32;
                        <TensorViewMut<'static, T> as __ffi::Argument>::EXCLUSIVE
                    } || {
                        type T = half::bf16;
                        <TensorViewMut<'static, T> as __ffi::Argument>::EXCLUSIVE
                    }
                )
            ),
            {
                let _ =<i64 as __ffi::Argument>::EXCLUSIVE;
                __ffi::Parameter::of::<i64>("n",::core::option::Option::None)
            },
            __ffi::Parameter::of_any(
                "k",
                ::core::option::Option::Some("T::ZERO"),
                const {
                    &[
                        {
                            type T = f32;
                            let _ =<T as __ffi::Argument>::EXCLUSIVE;
                            __ffi::TypeWords::argument::<T>()
                        },
                        {
                            type T = half::bf16;
                            let _ =<T as __ffi::Argument>::EXCLUSIVE;
                            __ffi::TypeWords::argument::<T>()
                        }
                    ]
                },
                (
                    {
                        type T = f32;
                        <T as __ffi::Argument>::EXCLUSIVE
                    } || {
                        type T = half::bf16;
                        <T as __ffi::Argument>::EXCLUSIVE
                    }
                )
            )
        ],
        returns: __ffi::ReturnType::of_any(
            const {
                &[
                    {
                        type T = f32;
                        __ffi::TypeWords::returned::<Result<Vec<T>>>()
                    },
                    {
                        type T = half::bf16;
                        __ffi::TypeWords::returned::<Result<Vec<T>>>()
                    }
                ]
            }
        ),
        dispatch:::core::option::Option::Some(
            const {
                &__ffi::Dispatch::new(
                    const {
                        &[
                            __ffi::DispatchParameter {
                                name: "T",
                                dtypes: const {
                                    &[__ffi::element_dtype::<f32>(), __ffi::element_dtype::<half::bf16>()]
                                },
                                tensors: &[1, 2],
                                deciding: 1,
                                required: true,
                            },
                            __ffi::DispatchParameter {
                                name: "I",
                                dtypes: const {
                                    &[__ffi::element_dtype::<i32>(), __ffi::element_dtype::<i64>()]
                                },
                                tensors: &[0],
                                deciding: 1,
                                required: false,
                            }
                        ]
                    }
                )
            }
        ),
    };
    #[inline(always)]
    fn __ffi_body(arguments: __ffi::Arguments<'_>) -> __ffi::Result<__ffi::Any> {
        __ffi::check_overlap(
            arguments,
            const {
                __ffi::writers(
                    &[
                        (
                            {
                                type I = i32;
                                <Option<TensorView<'static, I>> as __ffi::Argument>::EXCLUSIVE
                            } || {
                                type I = i64;
                                <Option<TensorView<'static, I>> as __ffi::Argument>::EXCLUSIVE
                            }
                        ),
                        (
                            {
                                type T = f32;
                                <TensorView<'static, T> as __ffi::Argument>::EXCLUSIVE
                            } || {
                                type T = half::bf16;
                                <TensorView<'static, T> as __ffi::Argument>::EXCLUSIVE
                            }
                        ),
                        (
                            {
                                type T = f32;
                                <TensorViewMut<'static, T> as __ffi::Argument>::EXCLUSIVE
                            } || {
                                type T = half::bf16;
                                <TensorViewMut<'static, T> as __ffi::Argument>::EXCLUSIVE
                            }
                        ),
                        <i64 as __ffi::Argument>::EXCLUSIVE,
                        (
                            {
                                type T = f32;
                                <T as __ffi::Argument>::EXCLUSIVE
                            } || {
                                type T = half::bf16;
                                <T as __ffi::Argument>::EXCLUSIVE
                            }
                        )
                    ]
                )
            }
        )?;
        {
            let chosen = __ffi::chosen_dtype(arguments, [1]);
            if chosen.is(const { __ffi::element_dtype::<f32>() }) {
                type T = f32;
                {
                    let chosen = __ffi::chosen_dtype(arguments, [0]);
                    if chosen.is(const { __ffi::element_dtype::<i32>() }) {
                        type I = i32;
                        let _ = __ffi::ReturnType::of::<Result<Vec<T>>>;
                        __ffi::finish(
                            arguments,
                            gather::<I, T>(
                                __ffi::required::<Option<TensorView<'static, I>>>(arguments, 0)?,
                                __ffi::required::<TensorView<'static, T>>(arguments, 1)?,
                                __ffi::required::<TensorViewMut<'static, T>>(arguments, 2)?,
                                __ffi::required::<i64>(arguments, 3)?,
                                __ffi::defaulted::<T>(arguments, 4, || T::ZERO)?
                            )
                        )
                    } else if chosen.is(const { __ffi::element_dtype::<i64>() }) {
                        type I = i64;
                        let _ = __ffi::ReturnType::of::<Result<Vec<T>>>;
                        __ffi::finish(
                            arguments,
                            gather::<I, T>(
                                __ffi::required::<Option<TensorView<'static, I>>>(arguments, 0)?,
                                __ffi::required::<TensorView<'static, T>>(arguments, 1)?,
                                __ffi::required::<TensorViewMut<'static, T>>(arguments, 2)?,
                                __ffi::required::<i64>(arguments, 3)?,
                                __ffi::defaulted::<T>(arguments, 4, || T::ZERO)?
                            )
                        )
                    } else {
                        ::core::result::Result::Err(__ffi::no_instance(arguments, 1))
                    }
                }
            } else if chosen.is(const { __ffi::element_dtype::<half::bf16>() }) {
                type T = half::bf16;
                {
                    let chosen = __ffi::chosen_dtype(arguments, [0]);
                    if chosen.is(const { __ffi::element_dtype::<i32>() }) {
                        type I = i32;
                        let _ = __ffi::ReturnType::of::<Result<Vec<T>>>;
                        __ffi::finish(
                            arguments,
                            gather::<I, T>(
                                __ffi::required::<Option<TensorView<'static, I>>>(arguments, 0)?,
                                __ffi::required::<TensorView<'static, T>>(arguments, 1)?,
                                __ffi::required::<TensorViewMut<'static, T>>(arguments, 2)?,
                                __ffi::required::<i64>(arguments, 3)?,
                                __ffi::defaulted::<T>(arguments, 4, || T::ZERO)?
                            )
                        )
                    } else if chosen.is(const { __ffi::element_dtype::<i64>() }) {
                        type I = i64;
                        let _ = __ffi::ReturnType::of::<Result<Vec<T>>>;
                        __ffi::finish(
                            arguments,
                            gather::<I, T>(
                                __ffi::required::<Option<TensorView<'static, I>>>(arguments, 0)?,
                                __ffi::required::<TensorView<'static, T>>(arguments, 1)?,
                                __ffi::required::<TensorViewMut<'static, T>>(arguments, 2)?,
                                __ffi::required::<i64>(arguments, 3)?,
                                __ffi::defaulted::<T>(arguments, 4, || T::ZERO)?
                            )
                        )
                    } else {
                        ::core::result::Result::Err(__ffi::no_instance(arguments, 1))
                    }
                }
            } else {
                ::core::result::Result::Err(__ffi::no_instance(arguments, 0))
            }
        }
    }
    #[unsafe(export_name = "__tvm_ffi_gather")]
    unsafe extern "C" fn __ffi_call(
        _handle: *mut::core::ffi::c_void,
        arguments: *const __ffi::RawAny,
        count:::core::primitive::i32,
        result: *mut __ffi::RawAny,
    ) ->::core::primitive::i32 {
        unsafe {
            __ffi::invoke::<4, 5, _>(&__FFI_FUNCTION, arguments, count, result, __ffi_body)
        }
    }
    #[unsafe(export_name = "__tvm_ffi__metadata_gather")]
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
