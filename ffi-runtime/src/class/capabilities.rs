use core::marker::PhantomData;

use super::{Class, copies};
use crate::function::Function;

/// What a type can do beyond what is asked of it. Generated code reads a constant of this type; where the type lacks
/// the trait, it gets the one of [`WithoutCapability`] instead.
pub struct Capabilities<T>(PhantomData<T>);

impl<T: Class + Clone> Capabilities<T> {
    /// Makes the function that copies an object.
    pub const COPIER: Option<fn() -> Function> = Some(copies::clone_function::<T>);
}

impl<T: Send + Sync> Capabilities<T> {
    /// Whether the type is `Send` and `Sync`.
    pub const THREAD_SAFE: bool = true;
}

/// The answers for a type that lacks the trait.
pub trait WithoutCapability {
    /// The type is not `Clone`.
    const COPIER: Option<fn() -> Function> = None;
    /// The type is not `Send` and `Sync`.
    const THREAD_SAFE: bool = false;
}

impl<T> WithoutCapability for Capabilities<T> {}
