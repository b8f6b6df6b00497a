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
        __ffi::Capabilities::<String>::THREAD_SAFE,
        "the field `type` of a class must be `Send` and `Sync`, since any language may use the object on any thread; in place of `Cell` or `RefCell` write `Field`, `Mutex` or an atomic, in place of `Rc` write `Arc`"
    );
    const _:() =::core::assert!(
        __ffi::Capabilities::<Vec<u8>>::THREAD_SAFE,
        "the field `hidden` of a class must be `Send` and `Sync`, since any language may use the object on any thread; in place of `Cell` or `RefCell` write `Field`, `Mutex` or an atomic, in place of `Rc` write `Arc`"
    );
    static __FFI_FIELDS: [__ffi::FieldDescriptor; 1] = [
        __ffi::FieldDescriptor::of::<Circle, String, {
            ::core::mem::offset_of!(Circle, r#type)
        }, 0>("type", "")
    ];
    static __FFI_HIDDEN: [__ffi::HiddenField; 0] = [];
    static __FFI_CLASS: __ffi::ClassDescriptor = __ffi::ClassDescriptor::new::<Circle>(
        __ffi::ClassDetails {
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
        }
    );
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
