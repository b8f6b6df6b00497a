use super::Function;
use crate::any::Any;
use crate::error::Result;
use crate::host;
use crate::tensor::{Tensor, TensorViewMut};

/// A capture that is aligned to more than an object's body can be.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Wide(u64);

#[test]
fn closures_of_any_alignment_are_called_and_freed() {
    host::use_embedded().expect("the tests' host");
    let narrow = Function::from_fn(|x: u8| x + 1);
    let number = u128::MAX;
    let sixteen = Function::from_fn(move |x: u64| (number >> 127) as u64 + x);
    let wide = Wide(40);
    let sixty_four = Function::from_fn(move |x: u64| {
        let wide = wide;
        assert_eq!(core::ptr::from_ref(&wide).addr() % 64, 0);
        wide.0 + x
    });
    let packed =
        Function::from_packed(move |arguments| Ok(Any::from((wide.0 as i64) + arguments.len() as i64)));
    assert_eq!(narrow.call((1,)).and_then(|x| x.to::<i64>()).ok(), Some(2));
    assert_eq!(sixteen.call((1,)).and_then(|x| x.to::<i64>()).ok(), Some(2));
    assert_eq!(sixty_four.call((2,)).and_then(|x| x.to::<i64>()).ok(), Some(42));
    assert_eq!(packed.call((1, 2)).and_then(|x| x.to::<i64>()).ok(), Some(42));
}

#[test]
fn a_closure_is_given_no_overlapping_tensors() -> Result<()> {
    host::use_embedded().expect("the tests' host");
    let both = Function::from_fn(|_: TensorViewMut<'_, f32>, _: TensorViewMut<'_, f32>| ());
    let x = Tensor::zeros::<f32>(&[4])?;
    let y = Tensor::zeros::<f32>(&[4])?;
    both.call((&x, &y))?;
    let error = both.call((&x, &x)).expect_err("the same memory twice");
    assert!(
        error.message().contains("argument #0 `arg0`") && error.message().contains("argument #1 `arg1`"),
        "{error}"
    );
    Ok(())
}

#[test]
fn bytes_that_a_tensor_overlaps_are_refused() -> Result<()> {
    host::use_embedded().expect("the tests' host");
    let fill = Function::from_fn(|_: &[u8], mut y: TensorViewMut<'_, u8>| -> Result<()> {
        y.as_mut_slice()?.fill(1);
        Ok(())
    });
    let y = Tensor::zeros::<u8>(&[16])?;
    let view = y.view();
    let lent = crate::sys::ByteArray { data: view.data_ptr().cast(), size: 4 };
    let raw = crate::sys::RawAny::from_pointer(
        crate::sys::TypeIndex::BYTE_ARRAY_PTR,
        core::ptr::from_ref(&lent).cast_mut().cast(),
    );
    // SAFETY: the byte array lives during the call.
    let lent = unsafe { crate::any::AnyView::from_raw(&raw) };
    let error = fill.call((lent, &y)).expect_err("the same memory twice");
    assert!(error.message().contains("share no memory with argument #0"), "{error}");
    fill.call((b"apart".as_slice(), &y))?;
    assert_eq!(y.to_vec::<u8>()?, [1; 16]);
    Ok(())
}

#[test]
fn a_tensor_that_came_back_is_written_to_once_it_is_the_only_reference() -> Result<()> {
    host::use_embedded().expect("the tests' host");
    let mut own = Tensor::zeros::<f32>(&[2])?;
    own.view_mut()?.typed::<f32>()?.as_mut_slice()?[0] = 1.0;
    let elsewhere = Any::from(own);
    let mut back = elsewhere.to::<Tensor>()?;
    assert!(back.view_mut().unwrap_err().message().contains("shared"));
    drop(elsewhere);
    back.view_mut()?.typed::<f32>()?.as_mut_slice()?[1] = 2.0;
    assert_eq!(back.to_vec::<f32>()?, [1.0, 2.0]);
    Ok(())
}

/// An object that a running call borrows is not taken by a call inside of it.
#[test]
fn only_the_first_call_takes_what_is_moved() -> Result<()> {
    use crate::container::Array;
    use crate::convert::RValueRef;
    use std::cell::RefCell;

    thread_local! {
        static MOVED: RefCell<Option<&'static RValueRef<Array<String>>>> = const { RefCell::new(None) };
    }
    host::use_embedded().expect("the tests' host");
    let text = "a text that is an object of its own";
    let items: Array<String> = [text.to_owned()].into_iter().collect();
    let moved: &'static RValueRef<Array<String>> = Box::leak(Box::new(RValueRef::new(items)));
    MOVED.set(Some(moved));
    let take = Function::from_fn(|items: Array<String>| drop(items));
    let borrow = Function::from_fn(move |texts: Vec<&str>| -> Result<String> {
        let moved = MOVED.with_borrow(|moved| moved.expect("it is set above"));
        take.call((moved,))?;
        Ok(texts.concat())
    });
    assert_eq!(borrow.call((moved,))?.to::<String>()?, text);
    assert!(!moved.is_taken());
    // A call that is over lends nothing, but the object was offered once.
    let take = Function::from_fn(|items: Array<String>| items.len());
    assert_eq!(take.call((moved,))?.to::<usize>()?, 1);
    let once = RValueRef::new([text.to_owned()].into_iter().collect::<Array<String>>());
    assert_eq!(take.call((&once,))?.to::<usize>()?, 1);
    assert!(once.is_taken());
    Ok(())
}
