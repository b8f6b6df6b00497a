//! The embedded host: the ABI's functions in Rust, for programs without libtvm_ffi.
//!
//! It behaves as libtvm_ffi does, with these differences: nothing aborts the process, a taken or unknown type is
//! a raised error; every table may be used from any thread at any time; no lock is held while foreign code runs;
//! loaded libraries stay mapped until the process ends; maps and dicts may be changed from any thread, also while
//! they are iterated over. Backtraces of native frames, custom dtypes and modules embedded in a library's binary
//! section are not there.

mod big_int;
mod builtins;
mod containers;
mod dtypes;
mod environment;
mod errors;
mod function_globals;
mod functions;
mod globals;
mod growing;
mod guard;
mod init_once;
mod lent;
mod library;
mod library_symbols;
mod loader;
mod marker_objects;
mod module_fields;
mod module_globals;
mod module_imports;
mod module_source;
mod modules;
mod objects;
mod raised;
mod strings;
mod tensors;
mod tensors_out;
mod type_attributes;
mod type_members;
mod types;

#[cfg(test)]
mod tests;

use crate::host::{HostKind, HostTable};
use crate::sys::Version;

/// The version of the ABI that the embedded host implements.
const VERSION: Version = Version { major: 0, minor: 1, patch: 16 };

/// The functions of the embedded host.
pub(crate) fn table() -> &'static HostTable {
    static TABLE: HostTable = HostTable {
        get_version: Some(get_version),
        object_inc_ref: Some(objects::increase_reference),
        object_dec_ref: Some(objects::decrease_reference),
        object_create_opaque: Some(objects::create_opaque),
        get_custom_allocator: Some(objects::get_custom_allocator),
        set_custom_allocator: Some(objects::set_custom_allocator),
        type_key_to_index: Some(types::type_key_to_index),
        function_create: Some(functions::function_create),
        function_get_global: Some(globals::get_global),
        function_set_global: Some(globals::set_global),
        function_set_global_from_method_info: Some(globals::set_global_from_method_info),
        any_view_to_owned_any: Some(strings::any_view_to_owned_any),
        function_call: Some(functions::function_call),
        error_move_from_raised: Some(raised::move_from_raised),
        error_set_raised: Some(raised::set_raised),
        error_set_raised_from_c_str: Some(errors::set_raised_from_c_str),
        error_set_raised_from_c_str_parts: Some(errors::set_raised_from_c_str_parts),
        error_create: Some(errors::error_create),
        error_create_with_cause: Some(errors::error_create_with_cause),
        tensor_from_dlpack: Some(tensors::tensor_from_dlpack),
        tensor_to_dlpack: Some(tensors_out::tensor_to_dlpack),
        tensor_from_dlpack_versioned: Some(tensors::tensor_from_dlpack_versioned),
        tensor_to_dlpack_versioned: Some(tensors_out::tensor_to_dlpack_versioned),
        tensor_create_unsafe_view: Some(tensors::tensor_create_unsafe_view),
        string_from_byte_array: Some(strings::string_from_byte_array),
        bytes_from_byte_array: Some(strings::bytes_from_byte_array),
        big_int_from_byte_array: Some(big_int::big_int_from_byte_array),
        big_int_get_content_byte_array: Some(big_int::big_int_get_content_byte_array),
        data_type_from_string: Some(dtypes::data_type_from_string),
        data_type_to_string: Some(dtypes::data_type_to_string),
        type_register_field: Some(type_members::register_field),
        type_register_method: Some(type_members::register_method),
        type_register_metadata: Some(type_members::register_metadata),
        type_register_attr: Some(type_attributes::register_attribute),
        get_type_attr_column: Some(type_attributes::get_column),
        backtrace: Some(errors::backtrace),
        type_get_or_alloc_index: Some(types::type_get_or_alloc_index),
        get_type_info: Some(types::get_type_info),
        handle_init_once: Some(init_once::handle_init_once),
        handle_deinit_once: Some(init_once::handle_deinit_once),
        env_set_stream: Some(environment::set_stream),
        env_get_stream: Some(environment::get_stream),
        env_set_tensor_allocator: Some(environment::set_tensor_allocator),
        env_get_tensor_allocator: Some(environment::get_tensor_allocator),
        env_tensor_alloc: Some(environment::tensor_alloc),
        env_check_signals: Some(environment::check_signals),
        env_register_c_api: Some(environment::register_c_api),
        env_module_lookup_from_imports: Some(module_imports::lookup_from_imports),
        env_module_register_context_symbol: Some(library_symbols::register_context_symbol),
        env_module_register_system_lib_symbol: Some(library_symbols::register_system_symbol),
        ..HostTable::empty(HostKind::EMBEDDED)
    };
    &TABLE
}

/// # Safety
/// `out` points to a writable `Version`.
unsafe extern "C" fn get_version(out: *mut Version) {
    // SAFETY: the caller promises a writable place.
    unsafe { out.write(VERSION) }
}
