//! Classes: Rust structs as objects that every language can hold, read and call.

mod accessors;
mod capabilities;
mod class_trait;
mod constructor_parameters;
mod conversions;
mod copies;
mod descriptor;
mod equality;
mod field;
mod field_access;
mod field_descriptor;
pub mod foreign;
mod hidden_field;
mod keyword_arguments;
mod method;
mod nested_drop;
mod object;
mod object_conversions;
mod object_layout;
mod reference;
mod reflection;
mod registration;
mod shared_fields;
mod state;
#[cfg(test)]
mod tests;
mod type_key;
mod weak_reference;

pub use capabilities::{Capabilities, WithoutCapability};
pub use class_trait::{BaseClass, Class, NoBase};
pub use conversions::{class_value_into_any, write_class_schema};
pub use descriptor::{ClassDescriptor, ClassDetails};
pub use equality::{ClassHash, Equality};
pub use field::Field;
pub use field_access::{ReadField, SetField};
pub use field_descriptor::FieldDescriptor;
pub use hidden_field::HiddenField;
pub use keyword_arguments::invoke_init;
pub use method::{
    MethodDescriptor, MethodKind, MethodsDescriptor, method_name, method_name_length, method_name_text,
};
pub use object::Object;
pub use object_layout::LARGEST_ALIGNMENT;
pub use reference::Ref;
pub use registration::{register, register_methods};
pub use weak_reference::WeakRef;
