//! Values of any type: owned ([`Any`]) and borrowed ([`AnyView`]).

mod owned;
mod type_name;
mod view;

pub use owned::Any;
pub use type_name::write_type_name;
pub use view::AnyView;
