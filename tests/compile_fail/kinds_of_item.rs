//! The attributes stand on free functions only.
use ffi_runtime::prelude::*;

#[ffi_export]
struct Exported;

#[ffi_global("kinds_of_item.constant")]
const CONSTANT: i64 = 3;

#[ffi_export]
mod exported {}

fn main() {}
