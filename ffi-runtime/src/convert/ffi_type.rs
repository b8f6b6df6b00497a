/// A Rust type that has a counterpart in the ABI.
pub trait FfiType {
    /// Appends the type as messages name it, such as `int` or `Tensor[float32]`.
    fn write_name(out: &mut String);

    /// Appends the type's schema, the JSON that `tvm_ffi` reads from a function's metadata.
    fn write_schema(out: &mut String);
}

/// Implements [`FfiType`] for a type with a fixed name and a schema without parameters.
macro_rules! impl_ffi_type {
    ($name:literal, $schema:literal: $($type:ty),+) => {
        $(
            impl $crate::convert::FfiType for $type {
                fn write_name(out: &mut String) {
                    out.push_str($name);
                }

                fn write_schema(out: &mut String) {
                    out.push_str(concat!("{\"type\":\"", $schema, "\"}"));
                }
            }
        )+
    };
}
pub(crate) use impl_ffi_type;
