#[doc = " Two integers."]
#[derive(Clone, PartialEq, Hash)]
pub struct IntPair {
    #[doc = " The first one."]
    a: Field<i64>,
    pub b: i64,
    cache: std::sync::OnceLock<i64>,
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
    use __ffi::WithoutCapability as _;
    __ffi::require_unwinding!();
    const _:() =::core::assert!(
        __ffi::Capabilities::<IntPair>::THREAD_SAFE || __ffi::Capabilities::<Field<i64>>::THREAD_SAFE,
        "the field `a` of a class must be `Send` and `Sync`, since any language may use the object on any thread; in place of `Cell` or `RefCell` write `Field`, `Mutex` or an atomic, in place of `Rc` write `Arc`; for a raw pointer write `unsafe impl Send` and `unsafe impl Sync` for the struct, if that is so"
    );
    const _:() =::core::assert!(
        __ffi::Capabilities::<IntPair>::THREAD_SAFE || __ffi::Capabilities::<i64>::THREAD_SAFE,
        "the field `b` of a class must be `Send` and `Sync`, since any language may use the object on any thread; in place of `Cell` or `RefCell` write `Field`, `Mutex` or an atomic, in place of `Rc` write `Arc`; for a raw pointer write `unsafe impl Send` and `unsafe impl Sync` for the struct, if that is so"
    );
    const _:() =::core::assert!(
        __ffi::Capabilities::<IntPair>::THREAD_SAFE || __ffi::Capabilities::<std::sync::OnceLock<i64>>::THREAD_SAFE,
        "the field `cache` of a class must be `Send` and `Sync`, since any language may use the object on any thread; in place of `Cell` or `RefCell` write `Field`, `Mutex` or an atomic, in place of `Rc` write `Arc`; for a raw pointer write `unsafe impl Send` and `unsafe impl Sync` for the struct, if that is so"
    );
    const _:() = {
        let _: fn(&IntPair) = | _value | {
            let _: *const Field<i64> = &raw const _value.a;
            let _: *const i64 = &raw const _value.b;
            let _: *const std::sync::OnceLock<i64> = &raw const _value.cache;
            let IntPair {
                a: _,
                b: _,
                cache: _
            } = _value;
        };
        ::core::assert!(
            true &&::core::mem::align_of::<Field<i64>>()<=::core::mem::align_of::<IntPair>() &&::core::mem::align_of::<i64>()<=::core::mem::align_of::<IntPair>() &&::core::mem::align_of::<std::sync::OnceLock<i64>>()<=::core::mem::align_of::<IntPair>(), "a class is not packed: others read its fields where they stand"
        );
        ::core::assert!(
            ::core::mem::align_of::<IntPair>()<= __ffi::LARGEST_ALIGNMENT, "a class is aligned to at most 16 bytes, as far as hosts align objects; put what needs more into a `Box`"
        );
        ::core::assert!(
            __ffi::Capabilities::<IntPair>::THREAD_SAFE ||!(
                true &&__ffi::Capabilities::<Field<i64>>::THREAD_SAFE &&__ffi::Capabilities::<i64>::THREAD_SAFE &&__ffi::Capabilities::<std::sync::OnceLock<i64>>::THREAD_SAFE
            ),
            "a class must be `Send` and `Sync`, since any language may use the object on any thread"
        );
    };
    fn __ffi_default_1() ->::core::result::Result<__ffi::Any, __ffi::Mismatch> {
        fn value() -><i64 as __ffi::ReadField>::Value {
            3
        }
        __ffi::IntoAny::into_any(value())
    }
    static __FFI_FIELDS: [__ffi::FieldDescriptor; 2] = [
        __ffi::FieldDescriptor::of::<IntPair, Field<i64>, {
            ::core::mem::offset_of!(IntPair, a)
        }, 0>("a", "The first one.").settable::<IntPair, Field<i64>, {
            ::core::mem::offset_of!(IntPair, a)
        }, 0>(),
        __ffi::FieldDescriptor::of::<IntPair, i64, {
            ::core::mem::offset_of!(IntPair, b)
        }, 1>("second", "").with_default(__ffi_default_1)
    ];
    static __FFI_HIDDEN: [__ffi::HiddenField; 1] = [
        __ffi::HiddenField::defaulted::<std::sync::OnceLock<i64>>(::core::mem::offset_of!(IntPair, cache))
    ];
    const __FFI_DETAILS: __ffi::ClassDetails = __ffi::ClassDetails {
        path:::core::concat!(::core::module_path!(), "::", "IntPair"),
        file:::core::file!(),
        lines: if::core::line!() == 2 {
            (4, 11)
        } else {
            (::core::line!(),::core::line!())
        },
        doc: "Two integers.",
        fields: &__FFI_FIELDS,
        hidden: &__FFI_HIDDEN,
        rebuildable: true,
        copier: __ffi::Capabilities::<IntPair>::COPIER,
        equality:::core::option::Option::Some(__ffi::Equality::of::<IntPair>()),
        hash:::core::option::Option::Some(__ffi::ClassHash::of::<IntPair>()),
    };
    static __FFI_CLASS: __ffi::ClassDescriptor = unsafe {
        __ffi::ClassDescriptor::new::<IntPair>(__FFI_DETAILS)
    };
    unsafe impl __ffi::Class for IntPair {
        const TYPE_KEY: &'static::core::primitive::str = "my_package.IntPair";
        type Base = __ffi::NoBase;
        const OWN_FIELDS:::core::primitive::usize = 2;
        const IN_PROGRAM:::core::primitive::bool =::core::cfg!(test) ||::core::option_env!("CARGO_BIN_NAME").is_some();
        #[inline(always)]
        fn descriptor() -> &'static __ffi::ClassDescriptor {
            &__FFI_CLASS
        }
    }
    __ffi::impl_class_values!(IntPair);
    #[__ffi::linkme::distributed_slice(__ffi::CLASSES)]
    #[linkme(crate = __ffi::linkme)]
    static __FFI_ENTRY: __ffi::ClassEntry = __ffi::ClassEntry {
        class:<IntPair as __ffi::Class>::descriptor,
        register: __ffi::register_class,
    };
};
