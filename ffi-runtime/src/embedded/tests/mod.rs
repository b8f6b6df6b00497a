//! The table driven as C code drives it, through its function pointers.

mod big_int;
mod containers;
mod environment;
mod globals;
mod init_once;
mod module_fixture;
mod module_imports;
mod modules;
mod objects;
mod raised;
mod strings;
mod tensors;
mod types;

use core::ptr::NonNull;

use super::table;
use crate::error::Error;
use crate::host::{self, HostTable};
use crate::object::ObjectPtr;
use crate::sys::{ByteArray, ObjectHandle};

/// The table, as the host of the test process.
fn host() -> &'static HostTable {
    host::use_embedded().expect("the process has no other host");
    table()
}

fn bytes(text: &str) -> ByteArray {
    ByteArray::new(text.as_bytes())
}

/// The error that the last call left behind.
#[track_caller]
fn raised() -> Error {
    let mut error = core::ptr::null_mut();
    // SAFETY: the place is writable.
    unsafe { host().error_move_from_raised.unwrap()(&mut error) };
    // SAFETY: the slot held an error, whose reference is ours.
    unsafe { Error::from_object(owned(error)) }
}

/// Takes an object over.
///
/// # Safety
/// `handle` is an object with a reference for the caller.
#[track_caller]
unsafe fn owned(handle: ObjectHandle) -> ObjectPtr {
    // SAFETY: the caller promises a reference.
    unsafe { ObjectPtr::from_owned(NonNull::new(handle.cast()).expect("an object")) }
}

#[test]
fn every_function_is_there() {
    let table = host();
    let words = size_of::<HostTable>() / size_of::<usize>();
    // SAFETY: after the header the table is nothing but function pointers.
    let all = unsafe { core::slice::from_raw_parts(core::ptr::from_ref(table).cast::<usize>(), words) };
    let header = size_of::<crate::host::TableHeader>() / size_of::<usize>();
    assert!(all[header..].iter().all(|address| *address != 0));
    assert_eq!((table.version().major, table.version().minor), (0, 1));
}
