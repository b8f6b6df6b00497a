#[doc = " A pair that C++ defines."]
#[derive(::core::clone::Clone,::core::fmt::Debug)]
pub struct TestIntPair(Base);
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
    impl TestIntPair {
        #[doc = " The first one."]
        #[doc = r""]
        #[doc = r" # Errors"]
        #[
            doc = r" The getter's error, or a TypeError when the object has no such field or one of another type."
        ]
        #[track_caller]
        pub fn a(&self) -> __ffi::Result<i64> {
            __ffi::foreign::get::<i64>(__ffi::foreign::ForeignClass::as_object(self), "a")
        }
        #[doc = "Sets the field `a`."]
        #[doc = r""]
        #[doc = r" # Errors"]
        #[
            doc = r" The setter's error, or an AttributeError when the object has no such field that can be set."
        ]
        #[track_caller]
        pub fn set_a(&self, value: i64) -> __ffi::Result<()> {
            __ffi::foreign::set(__ffi::foreign::ForeignClass::as_object(self), "a", value)
        }
        #[doc = "The method `sum`."]
        #[doc = r""]
        #[doc = r" # Errors"]
        #[
            doc = r" The method's error, or a TypeError when it returns another type; an AttributeError when there is no such method."
        ]
        #[track_caller]
        fn total(&self, scale: i64, argument_1: f64) -> __ffi::Result<i64> {
            __ffi::foreign::call::<i64>(__ffi::foreign::ForeignClass::as_object(self), "sum",(scale, argument_1,))
        }
        #[doc = "The method `unit`."]
        #[doc = r""]
        #[doc = r" # Errors"]
        #[
            doc = r" The method's error, or a TypeError when it returns another type; an AttributeError when there is no such method."
        ]
        #[track_caller]
        fn unit() -> __ffi::Result<TestIntPair> {
            __ffi::foreign::call_static::<TestIntPair>("testing.TestIntPair", "unit",())
        }
        #[doc = "The method `new`."]
        #[doc = r""]
        #[doc = r" # Errors"]
        #[
            doc = r" The method's error, or a TypeError when it returns another type; an AttributeError when there is no such method."
        ]
        #[track_caller]
        fn new(argument_0: i64, argument_1: i64) -> __ffi::Result<TestIntPair> {
            __ffi::foreign::init::<TestIntPair>("testing.TestIntPair",(argument_0, argument_1,))
        }
    }
    impl __ffi::foreign::ForeignClass for TestIntPair {
        const TYPE_KEY: &'static::core::primitive::str = "testing.TestIntPair";
        fn from_object(object: __ffi::Object) -> Self {
            Self(<Base as __ffi::foreign::ForeignClass>::from_object(object))
        }
        fn as_object(&self) -> &__ffi::Object {
            <Base as __ffi::foreign::ForeignClass>::as_object(&self.0)
        }
        fn into_object(self) -> __ffi::Object {
            <Base as __ffi::foreign::ForeignClass>::into_object(self.0)
        }
    }
    impl::core::ops::Deref for TestIntPair {
        type Target = Base;
        fn deref(&self) -> &Self::Target {
            &self.0
        }
    }
    __ffi::impl_foreign_class!(TestIntPair);
};
