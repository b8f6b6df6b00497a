//! The calls of classes, which go through what the host knows about a type: field functions and function objects.

use std::ffi::c_void;
use std::ptr;

use crate::abi::{
    ByteArray, Extension, FieldInfo, FunctionObject, Host, MethodInfo, RawAny, SETTER_IS_FUNCTION,
    STATIC_OBJECT_BEGIN, TypeInfo,
};
use crate::call::{Call, FieldRead, FieldWrite, FunctionCall};
use crate::cases::{Goal, Outcome, take_outcome};
use crate::row::Row;
use crate::values::{int, string};

/// The rows in order.
pub const NAMES: [&str; 6] =
    ["class_get", "class_set", "class_method", "class_new", "class_get_text", "class_set_text"];

/// 25 bytes: too long for a string that is held in place.
const TEXT: &str = "a text of five-and-twenty";

/// The rows of the classes that the libraries define; a library without them has no calls there.
pub fn rows(host: &Host, extensions: &[Extension]) -> Result<Vec<Row>, String> {
    let versions = extensions
        .iter()
        .map(|extension| match extension.function("class_package") {
            Err(_without_classes) => Ok(None),
            Ok(function) => {
                let name = FunctionCall { handle: ptr::null_mut(), function, arguments: Vec::new() };
                let mut result = RawAny::NONE;
                // SAFETY: the function takes no arguments; the outcome is read once.
                let outcome = unsafe {
                    let code = name.make(&mut result);
                    take_outcome(host, code, result)
                };
                let Outcome::Text(package) = outcome else {
                    return Err(format!("{}: class_package gives {outcome:?}", extension.path().display()));
                };
                calls(host, &package).map(Some).map_err(|message| format!("{package}: {message}"))
            }
        })
        .collect::<Result<Vec<_>, String>>()?;
    let mut rows: Vec<Row> = NAMES
        .iter()
        .map(|&name| Row { name, goal: Goal::TimesFasterPeer(1.05), calls: Vec::new() })
        .collect();
    for version in versions {
        let mut calls = version.into_iter().flatten();
        for row in &mut rows {
            row.calls.push(calls.next());
        }
    }
    Ok(rows)
}

/// The calls of one library's classes, in the order of [`NAMES`]; each was made once with the right outcome.
fn calls(host: &Host, package: &str) -> Result<[Box<dyn Call>; 6], String> {
    let pair = Type::of(host, &format!("{package}.IntPair"))?;
    let new = pair.method("__ffi_init__", vec![int(40), int(2)])?;
    let object = new_object(&new)?;
    let get = pair.read("b", object)?;
    expect(host, "b", &get, &Outcome::Int(2))?;
    let set = pair.write("a", object, int(41))?;
    let sum = pair.method("sum", vec![object])?;
    expect_call(host, "sum", &sum, &Outcome::Int(43))?;

    let label = Type::of(host, &format!("{package}.Label"))?;
    let text = string(host, TEXT);
    let object = new_object(&label.method("__ffi_init__", vec![string(host, "another text")])?)?;
    let set_text = label.write("text", object, text)?;
    let get_text = label.read("text", object)?;
    expect(host, "text", &get_text, &Outcome::Text(TEXT.to_owned()))?;
    Ok([Box::new(get), Box::new(set), Box::new(sum), Box::new(new), Box::new(get_text), Box::new(set_text)])
}

fn new_object(constructor: &FunctionCall) -> Result<RawAny, String> {
    let mut object = RawAny::NONE;
    // SAFETY: the constructor takes these arguments.
    let code = unsafe { constructor.make(&mut object) };
    if code == 0 && object.type_index >= STATIC_OBJECT_BEGIN {
        Ok(object)
    } else {
        Err("the constructor makes no object".to_owned())
    }
}

fn expect(host: &Host, name: &str, read: &FieldRead, expected: &Outcome) -> Result<(), String> {
    let mut result = RawAny::NONE;
    // SAFETY: the getter is that of the field.
    let outcome = unsafe {
        let code = (read.getter)(read.field, &mut result);
        take_outcome(host, code, result)
    };
    compare(name, &outcome, expected)
}

fn expect_call(host: &Host, name: &str, call: &FunctionCall, expected: &Outcome) -> Result<(), String> {
    let mut result = RawAny::NONE;
    // SAFETY: the function takes these arguments.
    let outcome = unsafe {
        let code = call.make(&mut result);
        take_outcome(host, code, result)
    };
    compare(name, &outcome, expected)
}

fn compare(name: &str, outcome: &Outcome, expected: &Outcome) -> Result<(), String> {
    if outcome == expected { Ok(()) } else { Err(format!("{name} gives {outcome:?}, not {expected:?}")) }
}

/// What the host knows about a class.
struct Type(&'static TypeInfo);

impl Type {
    fn of(host: &Host, key: &str) -> Result<Self, String> {
        let bytes = ByteArray { data: key.as_ptr(), size: key.len() };
        let mut index = 0;
        // SAFETY: the key is read during the call; the index is writable.
        if unsafe { (host.type_key_to_index)(&bytes, &mut index) } != 0 {
            return Err(format!("there is no class {key}"));
        }
        // SAFETY: the index is the host's own, and what it knows of a type stays as it is.
        unsafe { (host.type_info)(index).as_ref() }.map(Self).ok_or_else(|| format!("{key} has no type info"))
    }

    fn field(&self, name: &str) -> Result<&'static FieldInfo, String> {
        // SAFETY: the host counts its fields, and their names are text that stays.
        unsafe {
            let fields = std::slice::from_raw_parts(self.0.fields, self.0.field_count as usize);
            fields
                .iter()
                .find(|field| field.name.as_str() == name)
                .ok_or_else(|| format!("there is no field {name}"))
        }
    }

    fn read(&self, name: &str, object: RawAny) -> Result<FieldRead, String> {
        let field = self.field(name)?;
        Ok(FieldRead { getter: field.getter, field: address(field, object) })
    }

    /// Setting a field, which is done once here.
    fn write(&self, name: &str, object: RawAny, value: RawAny) -> Result<FieldWrite, String> {
        let field = self.field(name)?;
        if field.flags & SETTER_IS_FUNCTION != 0 {
            return Err(format!("{name} is set by a function object"));
        }
        let write = FieldWrite { setter: field.setter, field: address(field, object), value };
        // SAFETY: the setter is that of the field.
        match unsafe { (write.setter)(write.field, &value) } {
            0 => Ok(write),
            _ => Err(format!("{name} cannot be set")),
        }
    }

    fn method(&self, name: &str, arguments: Vec<RawAny>) -> Result<FunctionCall, String> {
        // SAFETY: the host counts its methods, and their names are text that stays.
        let method: Option<&MethodInfo> = unsafe {
            let methods = std::slice::from_raw_parts(self.0.methods, self.0.method_count as usize);
            methods.iter().find(|method| method.name.as_str() == name)
        };
        let method = method.ok_or_else(|| format!("there is no method {name}"))?;
        let object: *mut FunctionObject = ptr::with_exposed_provenance_mut(method.method.value as usize);
        // SAFETY: a method is a function object that the host keeps.
        let function = unsafe { (*object).call };
        Ok(FunctionCall { handle: object.cast(), function, arguments })
    }
}

fn address(field: &FieldInfo, object: RawAny) -> *mut c_void {
    ptr::with_exposed_provenance_mut(object.value as usize + field.offset as usize)
}
