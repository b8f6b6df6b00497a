use core::fmt;
use core::marker::PhantomData;

use super::mapping::{self, mapping_type};
use super::mapping_functions::{Functions, MAP, take};
use crate::any::{Any, AnyView};
use crate::convert::{Argument, FfiType, IntoAny, Mismatch, OwnedArgument, ToArgument, impl_handle_passing};
use crate::error::Result;
use crate::object::ObjectPtr;
use crate::sys::ObjectHeader;

mapping_type! {
    /// An immutable mapping: what a Python dict becomes, `ffi.Map` in every language.
    ///
    /// Keys are compared as the host compares any values: strings and bytes by their content, numbers by type and
    /// value, other objects by identity. Pairs keep the order of insertion. Needs a host.
    Map, (), MAP, "Map", "ffi.Map"
}
