use core::sync::atomic::{AtomicUsize, Ordering};

use super::{bytes, host, owned, raised};
use crate::any::Any;
use crate::error::{Error, ErrorKind};
use crate::function::Function;
use crate::sys::{FieldFlags, MethodInfo, ObjectHandle, RawAny, TypeIndex};

fn handle(function: &Function) -> ObjectHandle {
    function.as_object().as_ptr().cast()
}

#[test]
fn a_taken_name_keeps_its_first_function() {
    let host = host();
    let (first, second) = (Function::from_fn(|| 1), Function::from_fn(|| 2));
    let name = bytes("test.taken");
    let call = || Function::global("test.taken").unwrap().call(()).unwrap().to::<i64>().unwrap();
    // SAFETY: name and functions are valid for the calls.
    unsafe {
        let set = host.function_set_global.unwrap();
        assert_eq!(set(&name, handle(&first), 0), 0);
        assert_eq!(set(&name, handle(&second), 0), -1);
        let message = raised().message().into_owned();
        assert!(message.starts_with("the global function `test.taken` is registered already"), "{message}");
        assert_eq!(call(), 1);
        assert_eq!(set(&name, handle(&second), 1), 0);
    }
    assert_eq!(call(), 2);
    assert_eq!(first.as_object().strong_count(), 1);
    let remove = Function::global("ffi.FunctionRemoveGlobal").unwrap();
    let removed = || remove.call(("test.taken",)).unwrap().to::<bool>().unwrap();
    assert!(removed());
    assert!(!removed());
    assert!(Function::find_global("test.taken").unwrap().is_none());
    assert_eq!(second.as_object().strong_count(), 1);
}

#[test]
fn method_infos_keep_their_metadata() {
    let host = host();
    let function = Function::from_fn(|| 7);
    let mut info = MethodInfo {
        name: bytes("test.with_metadata"),
        doc: bytes("doc"),
        metadata: bytes("{\"a\":1}"),
        flags: FieldFlags::IS_STATIC_METHOD,
        method: RawAny::from_pointer(TypeIndex::FUNCTION, handle(&function)),
    };
    // SAFETY: the info is valid for the calls.
    let set = |info: &MethodInfo| unsafe { host.function_set_global_from_method_info.unwrap()(info, 0) };
    assert_eq!(set(&info), 0);
    let metadata = Function::global("ffi.GetGlobalFuncMetadata").unwrap();
    assert_eq!(metadata.call(("test.with_metadata",)).unwrap().to::<String>().unwrap(), "{\"a\":1}");
    info.method = RawAny::NONE;
    assert_eq!(set(&info), -1);
    assert_eq!(raised().kind(), ErrorKind::TypeError);
    // SAFETY: the name is valid; null is no function.
    let status = unsafe { host.function_set_global.unwrap()(&bytes("test.null"), core::ptr::null_mut(), 0) };
    assert_eq!(status, -1);
    assert_eq!(raised().kind(), ErrorKind::ValueError);
    assert!(metadata.call(("test.nowhere",)).unwrap_err().message().contains("`test.nowhere`"));
}

#[test]
fn names_are_listed() {
    host();
    let names = Function::global("ffi.FunctionListGlobalNamesFunctor").unwrap().call(()).unwrap();
    let names = names.to::<Function>().unwrap();
    let count = names.call((-1,)).unwrap().to::<i64>().unwrap();
    let all: Vec<String> = (0..count).map(|i| names.call((i,)).unwrap().to::<String>().unwrap()).collect();
    assert!(all.iter().any(|name| name == "ffi.ModuleLoadFromFile"));
    assert_eq!(names.call((count,)).unwrap_err().kind(), ErrorKind::IndexError);
}

#[test]
fn one_of_many_threads_registers() {
    host();
    let threads: Vec<_> = (0..8)
        .map(|number: i64| {
            std::thread::spawn(move || Function::from_fn(move || number).register_global("test.race").is_ok())
        })
        .collect();
    let successes = threads.into_iter().map(|thread| thread.join().unwrap()).filter(|done| *done).count();
    assert_eq!(successes, 1);
}

static DELETED: AtomicUsize = AtomicUsize::new(0);

unsafe extern "C" fn count_deletion(_handle: *mut core::ffi::c_void) {
    DELETED.fetch_add(1, Ordering::SeqCst);
}

unsafe extern "C" fn add_context(
    handle: *mut core::ffi::c_void,
    arguments: *const RawAny,
    count: i32,
    result: *mut RawAny,
) -> core::ffi::c_int {
    if count != 1 {
        return crate::error::raise(&Error::new(ErrorKind::TypeError, "one argument"));
    }
    // SAFETY: there is one argument, an integer, and the result is writable.
    unsafe { result.write(Any::from((*arguments).value.int + handle.addr() as i64).into_raw()) };
    0
}

#[test]
fn c_functions_get_their_context() {
    let host = host();
    let mut function = core::ptr::null_mut();
    let mut result = RawAny::NONE;
    let mut arguments = [Any::from(40).into_raw()];
    // SAFETY: the function fits its context; arguments and result are valid.
    unsafe {
        let context = core::ptr::without_provenance_mut(2);
        let create = host.function_create.unwrap();
        assert_eq!(create(context, Some(add_context), Some(count_deletion), &mut function), 0);
        let call = host.function_call.unwrap();
        assert_eq!(call(function, arguments.as_mut_ptr(), 1, &mut result), 0);
        assert_eq!(Any::from_raw(result).to::<i64>().unwrap(), 42);
        assert_eq!(call(function, arguments.as_mut_ptr(), 0, &mut result), -1);
        assert_eq!(raised().message(), "one argument");
        assert_eq!(call(core::ptr::null_mut(), arguments.as_mut_ptr(), 0, &mut result), -1);
        assert_eq!(raised().kind(), ErrorKind::ValueError);
        let function = owned(function);
        std::thread::spawn(move || drop(function)).join().unwrap();
        assert_eq!(create(context, None, Some(count_deletion), &mut core::ptr::null_mut()), -1);
    }
    raised();
    assert_eq!(DELETED.load(Ordering::SeqCst), 1);
}
