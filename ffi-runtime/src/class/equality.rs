//! Comparison and hashes of objects by Rust's `PartialEq` and `Hash`, as hosts ask for them.

use core::hash::{Hash, Hasher};
use std::hash::DefaultHasher;

use super::Class;
use crate::any::{Any, AnyView};
use crate::convert::Argument;
use crate::function::Function;

/// How objects of a class compare: by `PartialEq`.
#[derive(Clone, Copy)]
pub struct Equality {
    equal: fn(AnyView<'_>, AnyView<'_>) -> bool,
}

impl Equality {
    /// The comparison of the class `T`.
    pub const fn of<T: Class + PartialEq>() -> Self {
        Self { equal: equal::<T> }
    }

    /// A function of two objects; what else it is given, such as the host's own comparison, is not needed.
    pub(super) fn function(self) -> Function {
        Function::from_packed(move |arguments| {
            Ok(Any::from(match (arguments.get(0), arguments.get(1)) {
                (Some(left), Some(right)) => (self.equal)(left, right),
                _ => false,
            }))
        })
    }
}

fn equal<T: Class + PartialEq>(left: AnyView<'_>, right: AnyView<'_>) -> bool {
    match (<&'static T as Argument>::from_view(left), <&'static T as Argument>::from_view(right)) {
        (Ok(left), Ok(right)) => left == right,
        _ => false,
    }
}

/// How objects of a class are hashed: by `Hash`.
#[derive(Clone, Copy)]
pub struct ClassHash {
    hash: fn(AnyView<'_>, &mut DefaultHasher),
}

impl ClassHash {
    /// The hash of the class `T`.
    pub const fn of<T: Class + Hash>() -> Self {
        Self { hash: hash::<T> }
    }

    /// A function of an object; an integer that it is given next is what was hashed before it.
    pub(super) fn function(self) -> Function {
        Function::from_packed(move |arguments| {
            let mut hasher = DefaultHasher::new();
            if let Some(before) = arguments.get(1).and_then(|view| i64::from_view(view).ok()) {
                hasher.write_i64(before);
            }
            if let Some(view) = arguments.get(0) {
                (self.hash)(view, &mut hasher);
            }
            Ok(Any::from(hasher.finish().cast_signed()))
        })
    }
}

fn hash<T: Class + Hash>(view: AnyView<'_>, hasher: &mut DefaultHasher) {
    T::TYPE_KEY.hash(hasher);
    if let Ok(value) = <&'static T as Argument>::from_view(view) {
        value.hash(hasher);
    }
}
