use core::fmt;
use core::marker::PhantomData;

use super::mapping::{self, mapping_type};
use super::mapping_functions::{DICT, Functions, take};
use crate::any::{Any, AnyView};
use crate::convert::{Argument, FfiType, IntoAny, Mismatch, OwnedArgument, ToArgument, impl_handle_passing};
use crate::error::Result;
use crate::function::HostFunction;
use crate::object::ObjectPtr;
use crate::sys::ObjectHeader;

mapping_type! {
    /// A mutable mapping: `tvm_ffi.Dict` in Python, `ffi::Dict` in C++.
    ///
    /// Copies are the same dict: a change through one is seen through all, in every language. Keys and order are
    /// those of [`Map`](super::Map). Needs a host. As a [`List`](super::List), it stays on its thread.
    Dict, *const (), DICT, "Dict", "ffi.Dict"
}

impl<K: ToArgument, V: ToArgument> Dict<K, V> {
    /// Sets the value of a key.
    ///
    /// # Errors
    /// A ValueError when the ABI has no value for the key or the value.
    pub fn insert(&self, key: K, value: V) -> Result<()> {
        static SET_ITEM: HostFunction = HostFunction::new("ffi.DictSetItem");
        // Kept until the host is done: its destructor may change the dict.
        let _replaced = DICT.find(&self.object, &key)?;
        SET_ITEM.get()?.call((self, key, value))?.to()
    }

    /// Removes a key; nothing happens when there is no such key.
    ///
    /// # Errors
    /// A ValueError when the ABI has no value for the key.
    pub fn remove(&self, key: K) -> Result<()> {
        static ERASE: HostFunction = HostFunction::new("ffi.DictErase");
        // Kept until the host is done: its destructor may change the dict.
        let _removed = DICT.find(&self.object, &key)?;
        ERASE.get()?.call((self, key))?.to()
    }
}
