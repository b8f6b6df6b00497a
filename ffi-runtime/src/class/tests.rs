//! Classes written as the macro writes them, on the embedded host, driven as hosts drive them.

use core::mem::offset_of;
use core::sync::atomic::AtomicUsize;
use core::sync::atomic::Ordering::Relaxed;

use super::*;
use crate::any::Any;
use crate::convert::Argument;
use crate::error::{Error, Result};
use crate::host;
use crate::sys::{ByteArray, RawAny, TypeInfo};

static DROPPED: AtomicUsize = AtomicUsize::new(0);

/// Counts its drops.
#[derive(Default)]
struct Counted(#[allow(dead_code, reason = "it is there to be dropped")] String);

impl Drop for Counted {
    fn drop(&mut self) {
        DROPPED.fetch_add(1, Relaxed);
    }
}

struct Point {
    x: Field<i64>,
    name: String,
    cache: Counted,
}

// SAFETY: the fields are those of the struct.
static POINT: ClassDescriptor = unsafe {
    ClassDescriptor::new::<Point>(ClassDetails {
        path: "tests::Point",
        file: file!(),
        lines: (1, 1),
        doc: "A point.",
        fields: &[
            FieldDescriptor::of::<Point, Field<i64>, { offset_of!(Point, x) }, 0>("x", "Its place.")
                .settable::<Point, Field<i64>, { offset_of!(Point, x) }, 0>(),
            FieldDescriptor::of::<Point, String, { offset_of!(Point, name) }, 1>("name", ""),
        ],
        hidden: &[HiddenField::defaulted::<Counted>(offset_of!(Point, cache))],
        rebuildable: true,
        copier: Capabilities::<Point>::COPIER,
        equality: None,
        hash: None,
    })
};

// SAFETY: the descriptor is this class's.
unsafe impl Class for Point {
    const TYPE_KEY: &'static str = "tests.Point";
    type Base = NoBase;
    const OWN_FIELDS: usize = 2;
    const IN_PROGRAM: bool = true;

    fn descriptor() -> &'static ClassDescriptor {
        &POINT
    }
}

crate::__impl_class_values!(Point);

#[repr(C)]
#[derive(Clone, PartialEq, Hash)]
struct Base {
    label: Field<String>,
}

#[repr(C)]
#[derive(Clone, PartialEq, Hash)]
struct Derived {
    base: Base,
    count: u8,
}

// SAFETY: the fields are those of the struct.
static BASE: ClassDescriptor = unsafe {
    ClassDescriptor::new::<Base>(ClassDetails {
        path: "tests::Base",
        file: file!(),
        lines: (1, 1),
        doc: "",
        fields: &[FieldDescriptor::of::<Base, Field<String>, { offset_of!(Base, label) }, 0>("label", "")
            .settable::<Base, Field<String>, { offset_of!(Base, label) }, 0>()],
        hidden: &[],
        rebuildable: true,
        copier: Capabilities::<Base>::COPIER,
        equality: Some(Equality::of::<Base>()),
        hash: Some(ClassHash::of::<Base>()),
    })
};

// SAFETY: the fields are those of the struct.
static DERIVED: ClassDescriptor = unsafe {
    ClassDescriptor::new::<Derived>(ClassDetails {
        path: "tests::Derived",
        file: file!(),
        lines: (1, 1),
        doc: "",
        fields: &[FieldDescriptor::of::<Derived, u8, { offset_of!(Derived, count) }, 0>("count", "")
            .with_default(|| crate::convert::IntoAny::into_any(7_u8))],
        hidden: &[],
        rebuildable: true,
        copier: Capabilities::<Derived>::COPIER,
        equality: None,
        hash: None,
    })
};

// SAFETY: the descriptor is this class's.
unsafe impl Class for Base {
    const TYPE_KEY: &'static str = "tests.Base";
    type Base = NoBase;
    const OWN_FIELDS: usize = 1;
    const IN_PROGRAM: bool = true;

    fn descriptor() -> &'static ClassDescriptor {
        &BASE
    }
}

// SAFETY: the descriptor is this class's; the base stands first in a `repr(C)` struct.
unsafe impl Class for Derived {
    const TYPE_KEY: &'static str = "tests.Derived";
    type Base = Base;
    const OWN_FIELDS: usize = 1;
    const IN_PROGRAM: bool = true;

    fn descriptor() -> &'static ClassDescriptor {
        &DERIVED
    }
}

crate::__impl_class_values!(Base);
crate::__impl_class_values!(Derived);

fn registered() {
    use std::sync::Once;
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        host::use_embedded().expect("the process has no other host");
        // The derived class first: its base is registered before it.
        for class in [&DERIVED, &POINT] {
            register(class, &[]).expect("the keys are free");
        }
    });
}

fn point(x: i64) -> Ref<Point> {
    registered();
    Ref::new(Point { x: Field::new(x), name: "p".to_owned(), cache: Counted::default() })
}

/// What the host knows of a class.
fn info<T: Class>() -> &'static TypeInfo {
    registered();
    let index = T::descriptor().type_index().expect("a registered class");
    // SAFETY: infos are never freed.
    unsafe { host::current().unwrap().get_type_info.unwrap()(index).as_ref().expect("a registered type") }
}

/// An object's field by its number in the host's table, as a host reads it.
fn read(info: &TypeInfo, field: usize, object: &Any) -> Result<Any> {
    let mut value = RawAny::NONE;
    // SAFETY: the field is one of the object's type; the getter leaves an owned value.
    unsafe {
        let field = &*info.fields.add(field);
        let address = object.view().as_raw().pointer().byte_add(field.offset as usize);
        crate::error::check(field.getter.unwrap()(address, &mut value))?;
        Ok(Any::from_raw(value))
    }
}

/// As [`read`], to set the field.
fn set(info: &TypeInfo, field: usize, object: &Any, value: impl Into<Any>) -> Result<()> {
    let value = value.into();
    // SAFETY: as for reading; a setter that is no function object is a C function.
    unsafe {
        let field = &*info.fields.add(field);
        let address = object.view().as_raw().pointer().byte_add(field.offset as usize);
        let setter = core::mem::transmute::<*mut core::ffi::c_void, crate::sys::FieldSetter>(field.setter);
        crate::error::check(setter(address, value.view().as_raw()))
    }
}

/// An empty object, as the host makes it to read one back.
fn create(info: &TypeInfo) -> Any {
    let mut object = core::ptr::null_mut();
    // SAFETY: the class has a creator, which leaves a new object.
    unsafe {
        let creator = (*info.metadata).creator.expect("a creator");
        crate::error::check(creator(&mut object)).expect("a new object");
        Any::from_raw(RawAny::from_pointer(info.type_index, object))
    }
}

fn message<T>(result: Result<T>) -> String {
    match result {
        Ok(_) => panic!("an error was expected"),
        Err(error) => format!("{}: {}", error.kind(), error.message()),
    }
}

#[test]
fn the_host_knows_the_class() {
    let info = info::<Point>();
    // SAFETY: what the host tells of types is never freed.
    unsafe {
        assert_eq!(info.type_key.as_bytes(), b"tests.Point");
        assert_eq!((info.type_depth, info.num_fields), (1, 2));
        assert_eq!((*info.metadata).doc.as_bytes(), b"A point.");
        assert_eq!((*info.fields).doc.as_bytes(), b"Its place.");
        assert_eq!((*info.fields).metadata.as_bytes(), br#"{"type_schema":"{\"type\":\"int\"}"}"#);
        let mut index = crate::sys::TypeIndex::NONE;
        let find = host::current().unwrap().type_key_to_index.unwrap();
        assert_eq!(find(&ByteArray::new(b"tests.Derived"), &mut index), 0);
        assert_eq!(Some(index), DERIVED.type_index());
    }
}

#[test]
fn a_taken_key_is_refused() {
    registered();
    // SAFETY: the fields are those of the struct.
    static OTHER: ClassDescriptor = unsafe {
        ClassDescriptor::new::<Point>(ClassDetails {
            path: "tests::Other",
            file: file!(),
            lines: (1, 1),
            doc: "",
            fields: POINT_FIELDS,
            hidden: &[],
            rebuildable: false,
            copier: None,
            equality: None,
            hash: None,
        })
    };
    const POINT_FIELDS: &[FieldDescriptor] = &[
        FieldDescriptor::of::<Point, Field<i64>, { offset_of!(Point, x) }, 0>("x", ""),
        FieldDescriptor::of::<Point, String, { offset_of!(Point, name) }, 1>("name", ""),
    ];
    assert_eq!(
        message(register(&OTHER, &[])),
        "RuntimeError: the type key `tests.Point` is registered already: the first registration stays in effect"
    );
}

#[test]
fn hosts_read_and_set_fields() {
    let point = point(3);
    let (info, object) = (info::<Point>(), Any::from(point.clone()));
    assert_eq!(read(info, 0, &object).unwrap().to::<i64>().unwrap(), 3);
    set(info, 0, &object, 4_i64).unwrap();
    assert_eq!(point.x.get(), 4);
    assert_eq!(read(info, 1, &object).unwrap().to::<String>().unwrap(), "p");
    assert_eq!(
        message(set(info, 0, &object, "four")),
        "TypeError: Mismatched type on field `x` of `tests.Point`. Expected `int` but got `str`"
    );
    assert_eq!(
        message(set(info, 1, &object, "q")),
        "ValueError: Invalid value of field `name` of `tests.Point`. Expected a field that can be set but got a \
         read-only one"
    );
    assert_eq!(point.name, "p");
}

#[test]
fn an_empty_object_is_filled_in() {
    let info = info::<Point>();
    let object = create(info);
    let unset = "ValueError: the object of `tests.Point` is not complete: its field `name` is not set";
    assert_eq!(message(read(info, 1, &object)), unset);
    let taken =
        |object: &Any| <&'static Point as Argument>::from_view(object.view()).map(|point| point.x.get());
    assert_eq!(
        taken(&object).unwrap_err().to_string(),
        "Expected a complete object but got one whose field `x` is not set"
    );
    set(info, 0, &object, 5_i64).unwrap();
    assert_eq!(
        message(set(info, 1, &object, 5_i64)).split('.').next().unwrap(),
        "TypeError: Mismatched type on field `name` of `tests"
    );
    set(info, 1, &object, "first").unwrap();
    set(info, 1, &object, "second").unwrap();
    assert_eq!(read(info, 1, &object).unwrap().to::<String>().unwrap(), "second");
    assert_eq!(taken(&object).unwrap(), 5);
    // Rust has seen it.
    assert!(set(info, 1, &object, "third").is_err());
    set(info, 0, &object, 6_i64).unwrap();
    assert_eq!(taken(&object).unwrap(), 6);
}

#[test]
fn an_unfinished_object_is_dropped() {
    let info = info::<Point>();
    let before = DROPPED.load(Relaxed);
    let object = create(info);
    set(info, 1, &object, "a text that is not stored in the value itself").unwrap();
    drop(object);
    // Other tests of this process drop theirs too.
    assert!(DROPPED.load(Relaxed) > before);
}

#[test]
fn a_derived_object_is_one_of_its_base() {
    registered();
    let derived = Ref::new(Derived { base: Base { label: Field::new("l".to_owned()) }, count: 2 });
    let object = Any::from(derived.clone());
    let base: Ref<Base> = object.clone().to::<Ref<Base>>().unwrap();
    base.label.set("m".to_owned());
    assert_eq!(derived.base.label.get(), "m");
    let Err(base) = Ref::downcast::<Point>(base) else { panic!("it is no point") };
    let again = Ref::downcast::<Derived>(base).expect("it is one");
    assert!(Ref::same_object(&again, &derived));
    assert_eq!(Ref::upcast(again).label.get(), "m");
    let plain = Any::from(Ref::new(Base { label: Field::new(String::new()) }));
    assert_eq!(
        message(plain.to::<Ref<Derived>>()),
        "TypeError: Expected `tests.Derived` but got `tests.Base`"
    );
    assert_eq!(message(Any::from(1).to::<Ref<Base>>()), "TypeError: Expected `tests.Base` but got `int`");
}

#[test]
fn a_derived_object_is_filled_in_with_its_bases_fields() {
    let (base, derived) = (info::<Base>(), info::<Derived>());
    assert_eq!(derived.num_fields, 1, "inherited fields are the base's");
    let object = create(derived);
    set(derived, 0, &object, 9_i64).unwrap();
    assert!(object.to::<Ref<Derived>>().is_err());
    set(base, 0, &object, "b").unwrap();
    let object = object.to::<Ref<Base>>().unwrap();
    assert_eq!(object.label.get(), "b");
}

#[test]
fn an_object_that_another_language_made_is_refused() {
    let info = info::<Base>();
    let words = Box::leak(vec![0_u64; 16].into_boxed_slice());
    words[0] = 1 << 32 | 1;
    words[1] = u64::from(info.type_index.0.cast_unsigned());
    // SAFETY: the memory is an object's header with zeros behind it, as a subclass of Python's has it; never freed.
    let object = unsafe { Any::from_raw(RawAny::from_pointer(info.type_index, words.as_mut_ptr().cast())) };
    let object = core::mem::ManuallyDrop::new(object);
    assert!(message(object.to::<Ref<Base>>()).contains("made by the library that defines `tests.Base`"));
    assert!(message(set(info, 0, &object, "x")).contains("cannot be extended in other languages"));
    assert!(message(read(info, 0, &object)).contains("cannot be extended in other languages"));
}

#[test]
fn copies_are_open_until_rust_sees_them() {
    registered();
    let point = point(1);
    let copy = copies::copy_function(&POINT).call((&point,)).unwrap();
    set(info::<Point>(), 1, &copy, "other").unwrap();
    let copy = copy.to::<Ref<Point>>().unwrap();
    assert_eq!((copy.name.as_str(), copy.x.get(), point.name.as_str()), ("other", 1, "p"));
    let derived = Ref::new(Derived { base: Base { label: Field::new("l".to_owned()) }, count: 2 });
    let copy = DERIVED.details().copier.expect("it is Clone")().call((&derived,)).unwrap();
    set(info::<Derived>(), 0, &copy, 3_i64).unwrap();
    assert_eq!(copy.to::<Ref<Derived>>().unwrap().count, 3);
    assert!(POINT.details().copier.is_none(), "Point is not Clone");
}

#[test]
fn weak_references_end_with_the_object() {
    let point = point(1);
    let weak = Ref::downgrade(&point);
    let other = weak.clone();
    assert_eq!(weak.upgrade().expect("it is there").x.get(), 1);
    drop(point);
    assert!(weak.upgrade().is_none() && other.upgrade().is_none());
}

#[test]
fn fields_hold_plain_and_other_values() {
    let field = Field::new(1.5_f32);
    field.set(2.5);
    assert_eq!(field.get(), 2.5);
    let field = Field::new(vec![1]);
    field.set(vec![2, 3]);
    assert_eq!((field.get(), field.into_inner()), (vec![2, 3], vec![2, 3]));
    let field = Field::new(true);
    field.set(false);
    assert!(!field.get());
    let _: Error = Error::from(std::fmt::Error);
}

#[test]
fn fields_are_set_from_many_threads() {
    let field = Field::new(String::from("0"));
    let number = Field::new(0_u64);
    std::thread::scope(|scope| {
        for thread in 0..4_u64 {
            let (field, number) = (&field, &number);
            scope.spawn(move || {
                for _ in 0..1000 {
                    field.set(thread.to_string().repeat(20));
                    number.set(thread * 0x0101_0101_0101_0101);
                    let (text, value) = (field.get(), number.get());
                    assert!(text.len() == 1 || text.len() == 20, "{text}");
                    assert!((0..4).any(|thread| value == thread * 0x0101_0101_0101_0101), "{value:x}");
                }
            });
        }
    });
}
