//! Owned references to objects, whoever made them.

mod object_ptr;

pub use object_ptr::ObjectPtr;
