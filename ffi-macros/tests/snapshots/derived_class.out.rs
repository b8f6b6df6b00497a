#[repr(C)]
struct Circle {
    shape: shapes::Shape,
    r#type: String,
    hidden: Vec<u8>,
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
    use other::runtime::__private as __ffi;
    use __ffi::WithoutCapability as _;
    __ffi::require_unwinding!();
    const _:() =::core::assert!(
        __ffi::Capabilities::<Circle>::THREAD_SAFE || __ffi::Capabilities::<String>::THREAD_SAFE,
        "the field `type` of a class must be `Send` and `Sync`, since any language may use the object on any thread; in place of `Cell` or `RefCell` write `Field`, `Mutex` or an atomic, in place of `Rc` write `Arc`; for a raw pointer write `unsafe impl Send` and `unsafe impl Sync` for the struct, if that is so"
    );
    const _:() =::core::assert!(
        __ffi::Capabilities::<Circle>::THREAD_SAFE || __ffi::Capabilities::<Vec<u8>>::THREAD_SAFE,
        "the field `hidden` of a class must be `Send` and `Sync`, since any language may use the object on any thread; in place of `Cell` or `RefCell` write `Field`, `Mutex` or an atomic, in place of `Rc` write `Arc`; for a raw pointer write `unsafe impl Send` and `unsafe impl Sync` for the struct, if that is so"
    );
    const _:() = {
        let _: fn(&Circle) = | _value | {
            let _: *const shapes::Shape = &raw const _value.shape;
            let _: *const String = &raw const _value.r#type;
            let _: *const Vec<u8> = &raw const _value.hidden;
            let Circle {
                shape: _,
                r#type: _,
                hidden: _
            } = _value;
        };
        ::core::assert!(
            true &&::core::mem::align_of::<shapes::Shape>()<=::core::mem::align_of::<Circle>() &&::core::mem::align_of::<String>()<=::core::mem::align_of::<Circle>() &&::core::mem::align_of::<Vec<u8>>()<=::core::mem::align_of::<Circle>(), "a class is not packed: others read its fields where they stand"
        );
        ::core::assert!(
            ::core::mem::align_of::<Circle>()<= __ffi::LARGEST_ALIGNMENT, "a class is aligned to at most 16 bytes, as far as hosts align objects; put what needs more into a `Box`"
        );
        ::core::assert!(::core::mem::offset_of!(Circle, shape) == 0, "the base stands first");
        ::core::assert!(
            __ffi::Capabilities::<Circle>::THREAD_SAFE ||!(
                true &&__ffi::Capabilities::<String>::THREAD_SAFE &&__ffi::Capabilities::<Vec<u8>>::THREAD_SAFE
            ),
            "a class must be `Send` and `Sync`, since any language may use the object on any thread"
        );
    };
    static __FFI_FIELDS: [__ffi::FieldDescriptor; 1] = [
        __ffi::FieldDescriptor::of::<Circle, String, {
            ::core::mem::offset_of!(Circle, r#type)
        }, 0>("type", "")
    ];
    static __FFI_HIDDEN: [__ffi::HiddenField; 0] = [];
    const __FFI_DETAILS: __ffi::ClassDetails = __ffi::ClassDetails {
        path:::core::concat!(::core::module_path!(), "::", "Circle"),
        file:::core::file!(),
        lines: if::core::line!() == 1 {
            (2, 7)
        } else {
            (::core::line!(),::core::line!())
        },
        doc: "",
        fields: &__FFI_FIELDS,
        hidden: &__FFI_HIDDEN,
        rebuildable: false,
        copier: __ffi::Capabilities::<Circle>::COPIER,
        equality:::core::option::Option::None,
        hash:::core::option::Option::None,
    };
    static __FFI_CLASS: __ffi::ClassDescriptor = unsafe {
        __ffi::ClassDescriptor::new::<Circle>(__FFI_DETAILS)
    };
    unsafe impl __ffi::Class for Circle {
        const TYPE_KEY: &'static::core::primitive::str = "my_package.Circle";
        type Base = shapes::Shape;
        const OWN_FIELDS:::core::primitive::usize = 1;
        const IN_PROGRAM:::core::primitive::bool =::core::cfg!(test) ||::core::option_env!("CARGO_BIN_NAME").is_some();
        #[inline(always)]
        fn descriptor() -> &'static __ffi::ClassDescriptor {
            &__FFI_CLASS
        }
    }
    __ffi::impl_class_values!(Circle);
    #[__ffi::linkme::distributed_slice(__ffi::CLASSES)]
    #[linkme(crate = __ffi::linkme)]
    static __FFI_ENTRY: __ffi::ClassEntry = __ffi::ClassEntry {
        class:<Circle as __ffi::Class>::descriptor,
        register: __ffi::register_class,
    };
};
