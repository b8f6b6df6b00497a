//! Attribute macros of `ffi-runtime`. Depend on `ffi-runtime`, which re-exports them.
