use super::{bytes, host, owned, raised};
use crate::error::{Error, ErrorKind};
use crate::sys::{ByteArray, ErrorCell, TypeIndex};

#[test]
fn each_thread_has_its_own() {
    let host = host();
    // SAFETY: all texts are C strings.
    unsafe {
        host.error_set_raised_from_c_str.unwrap()(c"ValueError".as_ptr(), c"mine".as_ptr());
        std::thread::spawn(move || {
            let mut error = core::ptr::null_mut();
            host.error_move_from_raised.unwrap()(&mut error);
            assert!(error.is_null());
            // Left behind at the end of the thread.
            host.error_set_raised_from_c_str.unwrap()(c"KeyError".as_ptr(), c"theirs".as_ptr());
        })
        .join()
        .unwrap();
    }
    assert_eq!(raised().to_string(), "ValueError: mine");
}

#[test]
fn an_error_replaces_the_one_before() {
    let host = host();
    let mut parts = [c"a".as_ptr(), core::ptr::null(), c"b".as_ptr()];
    // SAFETY: all texts are C strings or null.
    unsafe {
        host.error_set_raised_from_c_str.unwrap()(c"ValueError".as_ptr(), c"first".as_ptr());
        host.error_set_raised_from_c_str_parts.unwrap()(c"TypeError".as_ptr(), parts.as_mut_ptr(), 3);
    }
    assert_eq!(raised().to_string(), "TypeError: ab");
}

#[test]
fn only_errors_can_be_raised() {
    let host = host();
    let function = crate::function::Function::from_fn(|| 1);
    // SAFETY: the function is alive.
    unsafe { host.error_set_raised.unwrap()(function.as_object().as_ptr().cast()) };
    assert_eq!(raised().to_string(), "TypeError: Expected `Error` but got `Function`");
}

#[test]
fn a_dying_thread_may_fail() {
    struct Late;
    impl Drop for Late {
        fn drop(&mut self) {
            // SAFETY: all texts are C strings.
            unsafe { host().error_set_raised_from_c_str.unwrap()(c"ValueError".as_ptr(), c"late".as_ptr()) };
            assert_eq!(raised().message(), "late");
        }
    }
    thread_local!(static LATE: Late = const { Late });
    host();
    std::thread::spawn(|| {
        LATE.with(|_| ());
        // SAFETY: all texts are C strings.
        unsafe { host().error_set_raised_from_c_str.unwrap()(c"ValueError".as_ptr(), c"early".as_ptr()) };
    })
    .join()
    .unwrap();
}

#[test]
fn errors_have_cause_and_context() {
    let host = host();
    let cause = Error::new(ErrorKind::ValueError, "cause");
    let context = crate::function::Function::from_fn(|| 1);
    let mut error = core::ptr::null_mut();
    // SAFETY: all arguments are valid for the call.
    unsafe {
        let made = host.error_create_with_cause.unwrap()(
            &bytes("MyError"),
            &bytes("message"),
            &bytes("  File \"x\", line 1, in f\n"),
            cause.as_object().as_ptr().cast(),
            context.as_object().as_ptr().cast(),
            &mut error,
        );
        assert_eq!(made, 0);
        let object = owned(error);
        assert_eq!(object.type_index(), TypeIndex::ERROR);
        let cell = object.body::<ErrorCell>().read();
        assert_eq!(cell.extra_context, context.as_object().as_ptr().cast());
        let error = Error::from_object(object);
        assert_eq!(error.to_string(), "MyError: message");
        assert_eq!(error.backtrace(), "  File \"x\", line 1, in f\n");
        assert_eq!(error.cause().unwrap().message(), "cause");
        let changed = error.with_cause(Error::new(ErrorKind::ValueError, "other"));
        assert_eq!(changed.as_object().body::<ErrorCell>().read().extra_context, cell.extra_context);
    }
    assert_eq!(context.as_object().strong_count(), 1);
}

#[test]
fn backtraces_name_the_place() {
    let host = host();
    // SAFETY: the texts are C strings; the array is valid until the next call.
    let text = |array: *const ByteArray| unsafe { (*array).as_bytes().to_vec() };
    // SAFETY: as above.
    let named = unsafe { host.backtrace.unwrap()(c"a.c".as_ptr(), 3, c"f".as_ptr(), 0) };
    assert_eq!(text(named), b"  File \"a.c\", line 3, in f\n");
    // SAFETY: null is no name.
    let unnamed = unsafe { host.backtrace.unwrap()(core::ptr::null(), 0, core::ptr::null(), 0) };
    assert_eq!(text(unnamed), b"");
}
