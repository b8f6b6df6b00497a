use super::ClassDescriptor;

/// A struct annotated with `#[ffi_class]`.
///
/// # Safety
/// The type is `Send` and `Sync`, which the macro asserts field by field, to say where it is not and what to do. The
/// descriptor is made for this type by [`ClassDescriptor::new`] and is no other type's. A struct whose base is
/// a class begins with that base, at offset zero.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no class",
    label = "annotate the struct with `#[ffi_class(\"package.Name\")]`",
    note = "a class is a struct with `#[ffi_class]`; its methods stand in an `impl` with `#[ffi_methods]`"
)]
pub unsafe trait Class: Sized + 'static {
    /// The key that every language knows the class by, such as `my_package.IntPair`.
    const TYPE_KEY: &'static str;

    /// The class it extends, or [`NoBase`].
    type Base: BaseClass;

    /// How many fields of its own other languages see.
    const OWN_FIELDS: usize;

    /// Whether it is defined in a program or a unit test, which may start a host when there is none.
    const IN_PROGRAM: bool;

    /// What is known of the class.
    fn descriptor() -> &'static ClassDescriptor;
}

/// What a class can extend: another class, or nothing.
pub trait BaseClass {
    /// How many fields other languages see, those of the classes that it extends included.
    const FIELDS: usize;

    /// What is known of the class, None for [`NoBase`].
    fn base_descriptor() -> Option<&'static ClassDescriptor>;
}

/// The base of a class that extends none.
#[derive(Debug)]
pub enum NoBase {}

impl BaseClass for NoBase {
    const FIELDS: usize = 0;

    fn base_descriptor() -> Option<&'static ClassDescriptor> {
        None
    }
}

impl<T: Class> BaseClass for T {
    const FIELDS: usize = <T::Base as BaseClass>::FIELDS + T::OWN_FIELDS;

    fn base_descriptor() -> Option<&'static ClassDescriptor> {
        Some(T::descriptor())
    }
}
