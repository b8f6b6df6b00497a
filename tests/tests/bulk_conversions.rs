//! Conversions that look at many elements together: they give what one at a time would, and allocate no more than the
//! result needs. The same on the embedded host and on libtvm_ffi.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fmt::Debug;

use ffi_runtime::prelude::*;
use ffi_tests::hosts;

type Case = fn() -> Result<()>;

/// Counts the allocations of each thread of this program; libtvm_ffi's own are not among them.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: everything is handed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller's promise is handed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How many allocations a second run makes: the first looks up what is kept.
fn allocations<R>(mut run: impl FnMut() -> Result<R>) -> Result<usize> {
    run()?;
    let before = ALLOCATIONS.get();
    let result = run()?;
    let count = ALLOCATIONS.get() - before;
    drop(result);
    Ok(count)
}

#[test]
fn embedded_host() {
    hosts::run_on_embedded("child");
}

#[test]
fn libtvm_ffi_host() {
    hosts::run_on_libtvm_ffi("child");
}

/// Does nothing unless this process is the child of one of the tests above.
#[test]
fn child() {
    hosts::in_child(|| {
        let cases: [(&str, Case); 5] = [
            ("sequences_of_any_length", sequences_of_any_length),
            ("mixed_elements", mixed_elements),
            ("wrong_elements", wrong_elements),
            ("mappings", mappings),
            ("counts", counts),
        ];
        for (name, case) in cases {
            if let Err(error) = case() {
                panic!("{name}: {error}\n{}", error.backtrace());
            }
        }
    });
}

/// The values as an array and as a list.
fn sequences(values: impl Iterator<Item = Any> + Clone) -> [Any; 2] {
    [Array::from_iter(values.clone()).into(), List::from_iter(values).into()]
}

#[track_caller]
fn same<T: PartialEq + Debug>(got: T, expected: T) -> Result<()> {
    ensure!(got == expected, AssertionError, "got {got:?}, not {expected:?}");
    Ok(())
}

#[track_caller]
fn refused<T: Debug>(result: Result<T>, words: &[&str]) -> Result<()> {
    let Err(error) = result else { bail!(AssertionError, "{result:?} was to be refused with {words:?}") };
    for word in words {
        ensure!(error.message().contains(word), AssertionError, "{error} does not say {word:?}");
    }
    Ok(())
}

fn sequences_of_any_length() -> Result<()> {
    for length in [0_i64, 1, 255, 256, 257, 511, 512, 1000] {
        let integers: Vec<i64> = (0..length).map(|index| index - 3).collect();
        for sequence in sequences(integers.iter().map(|&value| value.into())) {
            same(sequence.to::<Vec<i64>>()?, integers.clone())?;
            same(sequence.to::<Array<i64>>()?.iter().collect(), integers.clone())?;
            same(sequence.to::<Vec<f64>>()?, integers.iter().map(|&value| value as f64).collect())?;
        }
        let bits: Vec<bool> = (0..length).map(|index| index % 3 == 0).collect();
        for sequence in sequences(bits.iter().map(|&value| value.into())) {
            same(sequence.to::<Vec<bool>>()?, bits.clone())?;
            same(sequence.to::<Vec<u8>>()?, bits.iter().map(|&value| value.into()).collect())?;
        }
        let texts: Vec<String> = (0..length).map(|index| format!("text number {index} ä")).collect();
        for sequence in sequences(texts.iter().map(|value| value.as_str().into())) {
            same(sequence.to::<Vec<String>>()?, texts.clone())?;
            same(sequence.to::<Vec<Any>>()?.len(), texts.len())?;
        }
    }
    Ok(())
}

/// An element in the middle that converts, but not at a glance.
fn mixed_elements() -> Result<()> {
    for place in [0, 255, 256, 600, 999] {
        let mixed = |other: Any| {
            sequences((0..1000).map(move |index| if index == place { other.clone() } else { index.into() }))
        };
        for sequence in mixed(true.into()) {
            same(sequence.to::<Vec<i64>>()?[place as usize], 1)?;
            same(sequence.to::<Vec<u16>>()?.iter().map(|&value| i64::from(value)).sum(), 499_501 - place)?;
        }
        for sequence in mixed(0.5.into()) {
            same(sequence.to::<Vec<f64>>()?[place as usize], 0.5)?;
            same(sequence.to::<Array<f64>>()?.iter().sum(), 499_500.5 - place as f64)?;
        }
        for sequence in mixed(Any::none()) {
            same(sequence.to::<Vec<Option<i64>>>()?[place as usize], None)?;
            same(sequence.to::<Array<Any>>()?.len(), 1000)?;
        }
    }
    Ok(())
}

fn wrong_elements() -> Result<()> {
    let function = Function::from_fn(|values: Array<i64>| values.len() as i64);
    for place in [0_i64, 255, 256, 700] {
        let at = format!("`[{place}]`");
        for other in [Any::from("text"), Any::none(), 0.5.into()] {
            for sequence in
                sequences((0..701).map(|index| if index == place { other.clone() } else { index.into() }))
            {
                refused(sequence.to::<Vec<i64>>(), &[&at, "`int`"])?;
                refused(function.call((&sequence,)), &["argument #0", &at, "`int`"])?;
            }
        }
        for sequence in
            sequences((0..701).map(|index| if index == place { 256.into() } else { (index % 256).into() }))
        {
            refused(sequence.to::<Vec<u8>>(), &[&at, "from 0 to 255", "256"])?;
        }
    }
    Ok(())
}

fn mappings() -> Result<()> {
    let map: Map<String, i64> = (0..300).map(|index| (format!("number {index}"), index)).collect();
    same(map.get("number 299")?, Some(299))?;
    same(map.get("number 300")?, None)?;
    same(map.get(7)?, None)?;
    let nothing: Map<i64, Any> = [(1, Any::none())].into_iter().collect();
    same(nothing.get(1)?.map(|value| value.is_none()), Some(true))?;
    same(nothing.get(2)?.is_none(), true)?;

    let any: Any = map.into();
    same(any.to::<Map<String, i64>>()?.len(), 300)?;
    same(any.to::<Map<String, Any>>()?.len(), 300)?;
    same(any.to::<Map<Any, i64>>()?.len(), 300)?;
    same(any.to::<Dict>()?.len(), 300)?;
    let function = Function::from_fn(|map: Map<String, String>| map.len() as i64);
    refused(function.call((&any,)), &["argument #0", "[\"number 0\"]", "`str`", "`int`"])?;
    refused(any.to::<Map<Any, String>>(), &["[\"number 0\"]", "`str`", "`int`"])?;
    refused(any.to::<Map<i64, Any>>(), &["[key \"number 0\"]", "`int`", "`str`"])?;
    let dict: Any = Dict::from_iter([("a", Any::from(1)), ("b", "text".into())]).into();
    refused(dict.to::<Dict<String, i64>>(), &["[\"b\"]", "`int`", "`str`"])?;
    refused(dict.to::<Map<String, i64>>(), &["[\"b\"]", "`int`", "`str`"])
}

fn counts() -> Result<()> {
    for sequence in sequences((0..1000).map(Any::from)) {
        same(allocations(|| sequence.to::<Vec<i64>>())?, 1)?;
    }
    let array: Any = (0..1000).map(|index| format!("text number {index}")).collect::<Array<String>>().into();
    same(allocations(|| array.to::<Array<String>>())?, 0)?;
    same(allocations(|| array.to::<Array<Option<String>>>())?, 0)?;
    same(allocations(|| array.to::<Array<Any>>())?, 0)?;

    let add = Function::from_fn(|a: i64, b: f64| a as f64 + b);
    same(allocations(|| add.call((1, 2.5))?.to::<f64>())?, 0)?;

    let map: Map<String, i64> = (0..100).map(|index| (format!("number {index}"), index)).collect();
    let any = Any::from(map.clone());
    same(allocations(|| any.to::<Map>())?, 0)?;
    let key = Any::from("number 42");
    same(allocations(|| map.get(&key))?, 0)?;
    // The key becomes a string object, which the embedded host's allocator takes from this program's.
    let count = allocations(|| map.get("number 42"))?;
    ensure!(count <= 1, AssertionError, "a lookup makes {count} allocations");
    Ok(())
}
