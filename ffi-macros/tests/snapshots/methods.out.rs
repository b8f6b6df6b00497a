impl IntPair {
    fn new(a: i64, b: i64) -> Result<Self> {
        Ok(Self { a, b })
    }
    #[doc = " Sum of both fields."]
    pub fn sum(&self) -> i64 {
        self.a + self.b
    }
    fn itself(this: Ref<Self>, others: Option<Vec<Ref<Self>>>) -> Ref<Self> {
        this
    }
    fn own<T>(&mut self, value: T) { }
    const ONE: i64 = 1;
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
    const __FFI_TYPE_KEY: &::core::primitive::str =<IntPair as __ffi::Class>::TYPE_KEY;
    #[__ffi::linkme::distributed_slice(__ffi::METHODS)]
    #[linkme(crate = __ffi::linkme)]
    static __FFI_METHODS: __ffi::MethodsDescriptor = __ffi::MethodsDescriptor {
        class:<IntPair as __ffi::Class>::descriptor,
        register: __ffi::register_methods,
        methods: &[
            {
                const __FFI_LENGTH:::core::primitive::usize = __ffi::method_name_length(__FFI_TYPE_KEY, "");
                static __FFI_NAME: [::core::primitive::u8; __FFI_LENGTH] = __ffi::method_name(__FFI_TYPE_KEY, "");
                static __FFI_FUNCTION: __ffi::FunctionDescriptor = __ffi::FunctionDescriptor {
                    name: __ffi::method_name_text(&__FFI_NAME),
                    path:::core::concat!(::core::module_path!(), "::", "IntPair::new"),
                    file:::core::file!(),
                    lines: if::core::line!() == 1 {
                        (4, 6)
                    } else {
                        (::core::line!(),::core::line!())
                    },
                    doc: "",
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
                    returns: __ffi::ReturnType::of::<Result<IntPair>>(),
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
                    let _ = __ffi::ReturnType::of::<Result<IntPair>>;
                    __ffi::finish(
                        arguments,
                        <IntPair>::new(
                            __ffi::required::<i64>(arguments, 0)?,
                            __ffi::defaulted::<i64>(arguments, 1, || 1)?
                        )
                    )
                }
                unsafe extern "C" fn __ffi_call(
                    _handle: *mut::core::ffi::c_void,
                    arguments: *const __ffi::RawAny,
                    count:::core::primitive::i32,
                    result: *mut __ffi::RawAny,
                ) ->::core::primitive::i32 {
                    unsafe {
                        __ffi::invoke_init::<1, 2, _>(&__FFI_FUNCTION, arguments, count, result, __ffi_body)
                    }
                }
                __ffi::MethodDescriptor {
                    name: "__ffi_init__",
                    function: &__FFI_FUNCTION,
                    call: __ffi_call,
                    kind: __ffi::MethodKind::Init,
                }
            },
            {
                const __FFI_LENGTH:::core::primitive::usize = __ffi::method_name_length(__FFI_TYPE_KEY, "__len__");
                static __FFI_NAME: [::core::primitive::u8; __FFI_LENGTH] = __ffi::method_name(__FFI_TYPE_KEY, "__len__");
                static __FFI_FUNCTION: __ffi::FunctionDescriptor = __ffi::FunctionDescriptor {
                    name: __ffi::method_name_text(&__FFI_NAME),
                    path:::core::concat!(::core::module_path!(), "::", "IntPair::sum"),
                    file:::core::file!(),
                    lines: if::core::line!() == 1 {
                        (10, 12)
                    } else {
                        (::core::line!(),::core::line!())
                    },
                    doc: "Sum of both fields.",
                    parameters: &[
                        {
                            let _ =<&'static IntPair as __ffi::Argument>::EXCLUSIVE;
                            __ffi::Parameter::of::<&'static IntPair>("self",::core::option::Option::None)
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
                            __ffi::writers(&[<&'static IntPair as __ffi::Argument>::EXCLUSIVE])
                        }
                    )?;
                    let _ = __ffi::ReturnType::of::<i64>;
                    __ffi::finish(arguments,<IntPair>::sum(__ffi::required::<&'static IntPair>(arguments, 0)?))
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
                __ffi::MethodDescriptor {
                    name: "__len__",
                    function: &__FFI_FUNCTION,
                    call: __ffi_call,
                    kind: __ffi::MethodKind::Instance,
                }
            },
            {
                const __FFI_LENGTH:::core::primitive::usize = __ffi::method_name_length(__FFI_TYPE_KEY, "itself");
                static __FFI_NAME: [::core::primitive::u8; __FFI_LENGTH] = __ffi::method_name(__FFI_TYPE_KEY, "itself");
                static __FFI_FUNCTION: __ffi::FunctionDescriptor = __ffi::FunctionDescriptor {
                    name: __ffi::method_name_text(&__FFI_NAME),
                    path:::core::concat!(::core::module_path!(), "::", "IntPair::itself"),
                    file:::core::file!(),
                    lines: if::core::line!() == 1 {
                        (15, 17)
                    } else {
                        (::core::line!(),::core::line!())
                    },
                    doc: "",
                    parameters: &[
                        {
                            let _ =<Ref<IntPair> as __ffi::Argument>::EXCLUSIVE;
                            __ffi::Parameter::of::<Ref<IntPair>>("this",::core::option::Option::None)
                        },
                        {
                            let _ =<Option<Vec<Ref<IntPair>>> as __ffi::Argument>::EXCLUSIVE;
                            __ffi::Parameter::of::<Option<Vec<Ref<IntPair>>>>("others",::core::option::Option::None)
                        }
                    ],
                    returns: __ffi::ReturnType::of::<Ref<IntPair>>(),
                    dispatch:::core::option::Option::None,
                };
                #[inline(always)]
                fn __ffi_body(arguments: __ffi::Arguments<'_>) -> __ffi::Result<__ffi::Any> {
                    __ffi::check_overlap(
                        arguments,
                        const {
                            __ffi::writers(
                                &[
                                    <Ref<IntPair> as __ffi::Argument>::EXCLUSIVE,
                                    <Option<Vec<Ref<IntPair>>> as __ffi::Argument>::EXCLUSIVE
                                ]
                            )
                        }
                    )?;
                    let _ = __ffi::ReturnType::of::<Ref<IntPair>>;
                    __ffi::finish(
                        arguments,
                        <IntPair>::itself(
                            __ffi::required::<Ref<IntPair>>(arguments, 0)?,
                            __ffi::required::<Option<Vec<Ref<IntPair>>>>(arguments, 1)?
                        )
                    )
                }
                unsafe extern "C" fn __ffi_call(
                    _handle: *mut::core::ffi::c_void,
                    arguments: *const __ffi::RawAny,
                    count:::core::primitive::i32,
                    result: *mut __ffi::RawAny,
                ) ->::core::primitive::i32 {
                    unsafe {
                        __ffi::invoke::<2, 2, _>(&__FFI_FUNCTION, arguments, count, result, __ffi_body)
                    }
                }
                __ffi::MethodDescriptor {
                    name: "itself",
                    function: &__FFI_FUNCTION,
                    call: __ffi_call,
                    kind: __ffi::MethodKind::Instance,
                }
            }
        ],
    };
};
