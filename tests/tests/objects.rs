//! Handles of objects of any type: the same on the embedded host and on libtvm_ffi.

use ffi_runtime::prelude::*;
use ffi_runtime::sys::TypeIndex;
use ffi_tests::hosts;

type Case = fn() -> Result<()>;

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
        let cases: [(&str, Case); 6] = [
            ("every_handle_is_an_object", every_handle_is_an_object),
            ("checked_conversions", checked_conversions),
            ("identity", identity),
            ("through_an_extension", through_an_extension),
            ("inside_containers", inside_containers),
            ("moved_in", moved_in),
        ];
        for (name, case) in cases {
            if let Err(error) = case() {
                panic!("{name}: {error}\n{}", error.backtrace());
            }
        }
    });
}

fn module() -> Result<Module> {
    Module::load(std::env::var_os("FFI_FIXTURE_CONTAINERS").expect("the parent names the library"))
}

/// An object of each type, with the key of the type.
fn objects() -> Result<Vec<(Object, &'static str)>> {
    let typed: TypedFunction<fn(i64) -> i64> = Function::from_fn(|value: i64| value).into();
    Ok(vec![
        (Array::from_iter([1]).into(), "ffi.Array"),
        (List::from_iter([1]).into(), "ffi.List"),
        (Map::from_iter([(1, 2)]).into(), "ffi.Map"),
        (Dict::from_iter([(1, 2)]).into(), "ffi.Dict"),
        (Shape::new(&[2, 3]).into(), "ffi.Shape"),
        (Error::new(ErrorKind::KeyError, "lost").into(), "ffi.Error"),
        (Function::from_fn(|| 1).into(), "ffi.Function"),
        (typed.into(), "ffi.Function"),
        (module()?.into(), "ffi.Module"),
        (Tensor::from_vec(vec![1.0_f32], &[1])?.into(), "ffi.Tensor"),
        (Any::from("longer than seven").to()?, "ffi.String"),
        (Any::from(&b"longer than seven"[..]).to()?, "ffi.Bytes"),
    ])
}

fn every_handle_is_an_object() -> Result<()> {
    for (object, key) in objects()? {
        assert_eq!(object.type_key(), key);
        assert_eq!(Any::from(object.clone()).type_index(), object.type_index());
        assert!(object.type_index() >= TypeIndex::STATIC_OBJECT_BEGIN);
        assert!(format!("{object:?}").starts_with(&format!("Object({key} at 0x")));
    }
    Ok(())
}

fn checked_conversions() -> Result<()> {
    let array = Object::from(Array::from_iter([1, 2]));
    assert_eq!(array.to::<Array<i64>>()?.iter().sum::<i64>(), 3);
    assert_eq!(array.to::<Vec<i64>>()?, [1, 2]);
    assert!(array.to::<Option<Object>>()?.is_some_and(|same| same.same_as(&array)));
    let Err(error) = array.to::<Array<Array<i64>>>() else { panic!("integers became arrays") };
    assert_eq!(
        (error.kind(), &*error.message()),
        (ErrorKind::TypeError, "`[0]`: Expected `Array[int]` but got `int`")
    );
    let Err(error) = array.to::<Function>() else { panic!("an array became a function") };
    assert_eq!(
        (error.kind(), &*error.message()),
        (ErrorKind::TypeError, "Expected `Function` but got `Array`")
    );

    let error = Object::from(Error::new(ErrorKind::KeyError, "lost")).to::<Error>()?;
    assert_eq!((error.kind(), &*error.message()), (ErrorKind::KeyError, "lost"));
    assert_eq!(Any::from("longer than seven").to::<Object>()?.to::<String>()?, "longer than seven");

    for (value, name) in [
        (Any::none(), "None"),
        (1.into(), "int"),
        (true.into(), "bool"),
        (1.5.into(), "float"),
        ("short".into(), "str"),
        (Any::from(&b"short"[..]), "bytes"),
        (Any::from(Device::CPU), "Device"),
    ] {
        let Err(error) = value.to::<Object>() else { panic!("{name} is an object") };
        assert_eq!(error.message(), format!("Expected `Object` but got `{name}`"));
    }
    assert!(Any::none().to::<Option<Object>>()?.is_none());
    Ok(())
}

fn identity() -> Result<()> {
    let object = Object::from(Shape::new(&[1]));
    assert!(object.is_unique());
    let same = object.clone();
    assert!(!object.is_unique() && !same.is_unique() && same.same_as(&object));
    drop(same);
    assert!(object.is_unique() && !object.same_as(&Object::from(Shape::new(&[1]))));
    Ok(())
}

fn through_an_extension() -> Result<()> {
    let module = module()?;
    for name in ["schema_id_object", "schema_id_opt_obj"] {
        let echo = module.function(name)?;
        for (object, key) in objects()? {
            let back = echo.call((&object,))?.to::<Object>()?;
            assert!(back.same_as(&object), "{name}: {key}");
        }
    }
    assert!(module.function("schema_id_opt_obj")?.call((Any::none(),))?.is_none());
    let Err(error) = module.function("schema_id_object")?.call((1,)) else {
        panic!("an integer is an object")
    };
    assert_eq!(error.kind(), ErrorKind::TypeError);
    assert!(error.message().ends_with("Expected `Object` but got `int`"), "{error}");
    Ok(())
}

fn inside_containers() -> Result<()> {
    let module = module()?;
    let objects: Vec<Object> = objects()?.into_iter().map(|(object, _)| object).collect();
    let is_same =
        |back: &[Object]| back.len() == objects.len() && back.iter().zip(&objects).all(|(a, b)| a.same_as(b));

    let array: Array<Object> = objects.iter().cloned().collect();
    let back = module.function("schema_id_arr_obj")?.call((array,))?.to::<Vec<Object>>()?;
    assert!(is_same(&back));
    let list: List<Object> = objects.iter().cloned().collect();
    let back = module.function("schema_id_list_obj")?.call((list,))?.to::<List<Object>>()?;
    assert!(is_same(&back.iter().collect::<Vec<_>>()));
    let map: Map<String, Object> =
        objects.iter().enumerate().map(|(index, object)| (index.to_string(), object.clone())).collect();
    let back = module.function("schema_id_map_str_obj")?.call((map,))?.to::<Map<String, Object>>()?;
    assert!(is_same(&back.iter().map(|(_, object)| object).collect::<Vec<_>>()));

    let mixed = Array::from_iter([Any::from(objects[0].clone()), 1.into()]);
    let Err(error) = module.function("schema_id_arr_obj")?.call((mixed,)) else {
        panic!("an integer is an object")
    };
    assert!(error.message().contains("`[1]`: Expected `Object` but got `int`"), "{error}");
    Ok(())
}

fn moved_in() -> Result<()> {
    let is_unique = Function::from_fn(|object: Object| object.is_unique());
    let object = Object::from(Shape::new(&[1]));
    assert!(!is_unique.call((&object,))?.to::<bool>()?);
    assert!(is_unique.call((RValueRef::new(object),))?.to::<bool>()?);
    Ok(())
}
