//! Native extensions in Rust on the tvm-ffi stable C ABI.
