//! Classes between a Rust program and an extension: the same on the embedded host and on libtvm_ffi.

use std::sync::atomic::{AtomicUsize, Ordering};

use ffi_runtime::WeakRef;
use ffi_runtime::prelude::*;
use ffi_tests::hosts;

type Case = fn(&Module) -> Result<()>;

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
        let library = std::env::var_os("FFI_FIXTURE_CLASSES").expect("the parent names the library");
        let module = Module::load(library).expect("the fixture loads");
        let cases: [(&str, Case); 10] = [
            ("typed_handles", typed_handles),
            ("by_name", by_name),
            ("missing_members", missing_members),
            ("inheritance", inheritance),
            ("errors", errors),
            ("own_classes", own_classes),
            ("nothing_leaks", nothing_leaks),
            ("long_chains", long_chains),
            ("chains_of_another_library", chains_of_another_library),
            ("threads", threads),
        ];
        for (name, case) in cases {
            if let Err(error) = case(&module) {
                panic!("{name}: {error}\n{}", error.backtrace());
            }
            println!("{name} passed");
        }
    });
}

/// The extension's class, as this program sees it.
#[ffi_class("fixture_classes.IntPair", foreign)]
struct IntPair {
    #[ffi(get, set)]
    a: i64,
    #[ffi(get)]
    b: i64,
    #[ffi(method)]
    sum: fn() -> i64,
    #[ffi(method)]
    scaled: fn(i64, i64) -> i64,
    #[ffi(static_method)]
    unit: fn() -> IntPair,
    #[ffi(init)]
    new: fn(i64, i64) -> IntPair,
}

#[ffi_class("fixture_classes.Shape", foreign)]
struct Shape {
    #[ffi(get, set)]
    name: String,
    #[ffi(method)]
    shouted: fn() -> String,
}

#[ffi_class("fixture_classes.Circle", foreign, extends = Shape)]
struct Circle {
    #[ffi(get)]
    radius: f64,
    #[ffi(init)]
    new: fn(&str, f64) -> Circle,
}

fn typed_handles(module: &Module) -> Result<()> {
    let pair = IntPair::new(1, 2)?;
    pair.set_a(10)?;
    assert_eq!((pair.a()?, pair.b()?, pair.sum()?, pair.scaled(3, 1)?), (10, 2, 12, 7));
    assert_eq!(IntPair::unit()?.sum()?, 2);
    assert_eq!(module.function("total")?.call((&pair,))?.to::<i64>()?, 12);
    let made = module.function("make_pair")?.call((3, 4))?.to::<IntPair>()?;
    assert_eq!(made.sum()?, 7);
    let array: Array<IntPair> = [pair.clone(), made].into_iter().collect();
    assert_eq!(module.function("sum_of_pairs")?.call((&array,))?.to::<i64>()?, 19);
    let same =
        module.function("optional_pair")?.call((&pair,))?.to::<Option<IntPair>>()?.expect("it is there");
    assert!(module.function("same_pair")?.call((&same, &pair))?.to::<bool>()?);
    let error = Any::from(1).to::<IntPair>().expect_err("an integer is no pair");
    assert_eq!(error.message(), "Expected `fixture_classes.IntPair` but got `int`");
    Ok(())
}

fn by_name(module: &Module) -> Result<()> {
    let object = module.function("make_pair")?.call((1, 2))?.to::<Object>()?;
    assert_eq!(object.type_key(), "fixture_classes.IntPair");
    object.set_field("a", 5)?;
    assert_eq!(object.field("a")?.to::<i64>()?, 5);
    assert_eq!(object.call_method("sum", ())?.to::<i64>()?, 7);
    assert_eq!(object.call_method("unit", ())?.to::<Object>()?.call_method("sum", ())?.to::<i64>()?, 2);
    Ok(())
}

fn missing_members(module: &Module) -> Result<()> {
    let object = module.function("make_pair")?.call((1, 2))?.to::<Object>()?;
    let expected = [
        (object.field("c").map(drop), "`fixture_classes.IntPair` has no field `c`"),
        (object.set_field("b", 1), "`fixture_classes.IntPair` has no settable field `b`"),
        (object.call_method("c", ()).map(drop), "`fixture_classes.IntPair` has no method `c`"),
    ];
    for (result, message) in expected {
        let error = result.expect_err("there is no such member");
        assert_eq!((error.kind(), error.message().as_ref()), (ErrorKind::AttributeError, message));
    }
    Ok(())
}

fn inheritance(module: &Module) -> Result<()> {
    let circle = Circle::new("round", 2.0)?;
    assert_eq!(
        (circle.radius()?, circle.name()?.as_str(), circle.shouted()?.as_str()),
        (2.0, "round", "ROUND")
    );
    circle.set_name("other".to_owned())?;
    assert_eq!(module.function("name_of")?.call((&circle,))?.to::<String>()?, "other");
    let shape = Any::from(circle.clone()).to::<Shape>()?;
    assert_eq!(shape.name()?, "other");
    assert_eq!(module.function("radius_if_any")?.call((&shape,))?.to::<Option<f64>>()?, Some(2.0));
    Ok(())
}

fn errors(_module: &Module) -> Result<()> {
    let error = Circle::new("bad", -1.0).expect_err("the radius is below zero");
    assert_eq!(
        (error.kind(), error.message().as_ref()),
        (ErrorKind::ValueError, "a radius of -1 is below zero")
    );
    Ok(())
}

/// A class of the program itself.
#[ffi_class("classes_test.Own")]
struct Own {
    #[ffi(get, set)]
    text: Field<String>,
}

#[ffi_methods]
impl Own {
    #[ffi(init)]
    fn new(text: String) -> Self {
        Self { text: Field::new(text) }
    }

    fn length(&self) -> usize {
        self.text.get().len()
    }
}

fn own_classes(module: &Module) -> Result<()> {
    let own = Ref::new(Own::new("four".to_owned()));
    // The extension reaches it by name.
    let read = module.function("read_field")?;
    assert_eq!(read.call((&own, "text"))?.to::<String>()?, "four");
    module.function("write_field")?.call((&own, "text", "fives"))?;
    assert_eq!(own.text.get(), "fives");
    let call = module.function("call_method")?;
    assert_eq!(call.call((&own, "length", Vec::<Any>::new()))?.to::<usize>()?, 5);
    let weak: WeakRef<Own> = Ref::downgrade(&own);
    drop(own);
    assert!(weak.upgrade().is_none());
    Ok(())
}

fn nothing_leaks(module: &Module) -> Result<()> {
    let make = module.function("make_pair")?;
    let before = ffi_runtime::__private::live_objects();
    for _ in 0..100 {
        let own = Ref::new(Own::new("text".to_owned()));
        let _weak = Ref::downgrade(&own);
        let _copy = Any::from(own.clone()).to::<Object>()?.call_method("length", ())?;
        let _pair = make.call((1, 2))?.to::<IntPair>()?;
        let _error = Circle::new("bad", -1.0).is_err();
    }
    assert_eq!(ffi_runtime::__private::live_objects(), before);
    Ok(())
}

static DROPPED: AtomicUsize = AtomicUsize::new(0);

/// Holds the next one of a chain.
#[ffi_class("classes_test.Link")]
struct Link {
    #[ffi(get)]
    next: Option<Ref<Link>>,
    /// What the chain may go on through.
    #[ffi(get)]
    list: Vec<Ref<Link>>,
    panics: bool,
}

impl Drop for Link {
    fn drop(&mut self) {
        DROPPED.fetch_add(1, Ordering::Relaxed);
        assert!(!self.panics, "as asked");
    }
}

/// Each value is dropped once before the outermost reference is gone, however deep it is, and panics stay where they are.
fn long_chains(_module: &Module) -> Result<()> {
    let before = ffi_runtime::__private::live_objects();
    for levels in [1, 63, 64, 65, 66, 129, 100_000] {
        DROPPED.store(0, Ordering::Relaxed);
        let mut weak = Vec::new();
        let mut first = Ref::new(Link { next: None, list: Vec::new(), panics: false });
        for level in 1..levels {
            if level % 3 == 0 {
                weak.push(Ref::downgrade(&first));
            }
            let (next, list) = if level % 5 == 0 { (None, vec![first]) } else { (Some(first), Vec::new()) };
            first = Ref::new(Link { next, list, panics: levels < 1000 && level % 7 == 0 });
        }
        assert_eq!(weak.iter().filter(|link| link.upgrade().is_some()).count(), weak.len());
        drop(first);
        assert_eq!(DROPPED.load(Ordering::Relaxed), levels);
        assert!(weak.iter().all(|link| link.upgrade().is_none()));
        drop(weak);
        assert_eq!(ffi_runtime::__private::live_objects(), before, "{levels} levels");
    }
    Ok(())
}

/// A node that the extension defines.
#[ffi_class("fixture_classes.Node", foreign)]
struct Node {
    #[ffi(get, set)]
    next: Option<Node>,
    #[ffi(init)]
    new: fn(i64) -> Node,
}

fn chains_of_another_library(_module: &Module) -> Result<()> {
    let mut first = Node::new(0)?;
    for value in 1..100_000 {
        let node = Node::new(value)?;
        node.set_next(Some(first))?;
        first = node;
    }
    assert!(first.next()?.is_some());
    drop(first);
    Ok(())
}

fn threads(_module: &Module) -> Result<()> {
    let pair = IntPair::new(0, 1)?;
    std::thread::scope(|scope| {
        for number in 0..8 {
            let pair = &pair;
            scope.spawn(move || {
                for _ in 0..500 {
                    pair.set_a(number).unwrap();
                    assert!((0..8).contains(&pair.a().unwrap()));
                    assert!((1..9).contains(&pair.sum().unwrap()));
                }
            });
        }
    });
    Ok(())
}
