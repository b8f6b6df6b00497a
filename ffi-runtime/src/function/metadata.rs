//! What the loader and Python ask about a function: JSON with the type schema, and the parameters' names.

use core::fmt::Write;

use super::FunctionDescriptor;
use crate::string::append;

/// `{"type_schema": "…", "parameters": [{"name": "x"}, {"name": "k", "default": "1"}]}`; the schema is JSON
/// inside a string, as `tvm_ffi` wants it.
pub(crate) fn of(function: &FunctionDescriptor) -> String {
    let mut text = String::from("{\"type_schema\":");
    write_json_string(&schema(function), &mut text);
    append(&mut text, ",\"parameters\":[");
    for (index, parameter) in function.parameters.iter().enumerate() {
        append(&mut text, if index == 0 { "{\"name\":" } else { ",{\"name\":" });
        write_json_string(parameter.name, &mut text);
        if let Some(default) = parameter.default {
            append(&mut text, ",\"default\":");
            write_json_string(default, &mut text);
        }
        text.push('}');
    }
    text.push(']');
    if let Some(dispatch) = function.dispatch {
        dispatch.write_metadata(function, &mut text);
    }
    text.push('}');
    text
}

fn schema(function: &FunctionDescriptor) -> String {
    let mut text = String::from("{\"type\":\"ffi.Function\",\"named_args\":{\"return\":[");
    function.returns.write_schema(&mut text);
    append(&mut text, "],\"params\":[");
    for (index, parameter) in function.parameters.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        parameter.write_schema(&mut text);
    }
    append(&mut text, "]}}");
    text
}

pub(crate) fn write_json_string(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => append(out, "\\\""),
            '\\' => append(out, "\\\\"),
            '\n' => append(out, "\\n"),
            control if control.is_control() => {
                // A string's write never fails; all control characters are below U+FFFF.
                let _ = write!(out, "\\u{:04x}", control as u32);
            }
            other => out.push(other),
        }
    }
    out.push('"');
}
