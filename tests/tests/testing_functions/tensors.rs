//! The functions that take or make objects and tensors.

use std::collections::BTreeMap;

use ffi_runtime::prelude::*;
use ffi_runtime::sys::TypeIndex;

use super::{Case, raised};

fn tensor() -> Result<Tensor> {
    Tensor::from_vec(vec![1.0_f32, 2.0, 3.0], &[3])
}

/// Whether both are the same tensor object.
fn is_same(a: &Tensor, b: &Tensor) -> bool {
    Object::from(a.clone()).same_as(&b.clone().into())
}

pub(super) fn objects_and_tensors() -> Vec<(&'static str, Case)> {
    vec![
        ("schema_id_object", |function| {
            let object = Object::from(Array::from_iter([1]));
            assert!(function.call((&object,))?.to::<Object>()?.same_as(&object));
            assert!(function.call((Any::none(),))?.to::<Option<Object>>()?.is_none());
            raised(function.call((1,)), ErrorKind::TypeError);
            Ok(())
        }),
        ("schema_id_opt_obj", |function| {
            let object = Some(Object::from(Array::from_iter([1])));
            let back = function.call((&object,))?.to::<Option<Object>>()?;
            assert!(back.zip(object).is_some_and(|(back, sent)| back.same_as(&sent)));
            assert!(function.call((None::<Object>,))?.to::<Option<Object>>()?.is_none());
            Ok(())
        }),
        ("object_use_count", |function| {
            let object = Object::from(Shape::new(&[1]));
            assert_eq!(function.call((&object,))?.to::<i64>()?, 1);
            let _same = object.clone();
            assert_eq!(function.call((&object,))?.to::<i64>()?, 2);
            Ok(())
        }),
        ("make_unregistered_object", |function| {
            let object = function.call(())?.to::<Object>()?;
            assert_eq!(object.type_key(), "testing.TestUnregisteredObject");
            assert!(object.type_index() >= TypeIndex::DYN_OBJECT_BEGIN && object.is_unique());
            let Err(error) = object.to::<Tensor>() else { panic!("an object became a tensor") };
            assert_eq!(error.message(), "Expected `Tensor` but got `testing.TestUnregisteredObject`");
            Ok(())
        }),
        ("make_visit_region_graph", |function| {
            for (with_hook, key) in [(false, "testing.TestVisitRegions"), (true, "testing.TestVisitHook")] {
                assert_eq!(function.call((with_hook,))?.to::<Object>()?.type_key(), key);
            }
            Ok(())
        }),
        ("enum_variant_get", |function| {
            let [alpha, same, beta] =
                ["Alpha", "Alpha", "Beta"].map(|name| function.call((name,))?.to::<Object>());
            let (alpha, same, beta) = (alpha?, same?, beta?);
            assert_eq!(alpha.type_key(), "testing.TestEnumVariant");
            assert!(alpha.same_as(&same) && !alpha.same_as(&beta));
            assert!(function.call(("Gamma",)).is_err());
            Ok(())
        }),
        ("optional_tensor_view_has_value", |function| {
            assert!(function.call((tensor()?,))?.to::<bool>()?);
            assert!(function.call((tensor()?.view(),))?.to::<bool>()?);
            assert!(!function.call((None::<Tensor>,))?.to::<bool>()?);
            Ok(())
        }),
        ("schema_id_tensor", |function| {
            let sent = tensor()?;
            assert!(is_same(&function.call((&sent,))?.to::<Tensor>()?, &sent));
            Ok(())
        }),
        // It takes a tensor, but libtvm_ffi itself refuses to return what has no owner.
        ("schema_id_dltensor", |function| {
            let message = raised(function.call((tensor()?,)), ErrorKind::RuntimeError);
            assert!(message.contains("DLTensor* cannot be held in Any"), "{message}");
            raised(function.call((1,)), ErrorKind::TypeError);
            Ok(())
        }),
        ("schema_tensor_view_input", |function| {
            let sent = tensor()?;
            function.call((&sent,))?.to::<()>()?;
            function.call((sent.view(),))?.to()
        }),
    ]
}

pub(super) fn containers_of_tensors() -> Vec<(&'static str, Case)> {
    vec![
        ("make_array_with_tensor", |function| {
            let sent = tensor()?;
            let [back] = function.call((&sent,))?.to::<[Tensor; 1]>()?;
            assert!(is_same(&back, &sent));
            Ok(())
        }),
        ("make_array_with_mixed", |function| {
            let sent = tensor()?;
            let (back, number, text) = function.call((&sent, 7))?.to::<(Tensor, i64, String)>()?;
            assert!(is_same(&back, &sent) && number == 7 && text == "hello");
            Ok(())
        }),
        ("make_nested_array_with_tensor", |function| {
            let sent = tensor()?;
            let ((inner, number), back) = function.call((&sent,))?.to::<((Tensor, i64), Tensor)>()?;
            assert!(is_same(&inner, &sent) && is_same(&back, &sent) && number == 42);
            Ok(())
        }),
        ("make_list_with_tensor", |function| {
            let sent = tensor()?;
            let list = function.call((&sent, 7))?.to::<List>()?;
            let elements: Vec<Any> = list.iter().collect();
            assert!(
                is_same(&elements[0].to()?, &sent) && elements[1].to::<i64>()? == 7 && elements.len() == 2
            );
            Ok(())
        }),
        ("make_map_with_tensor", |function| {
            let sent = tensor()?;
            let map = function.call((&sent,))?.to::<BTreeMap<String, Any>>()?;
            assert!(map.keys().eq(["name", "tensor", "value"]) && is_same(&map["tensor"].to()?, &sent));
            assert_eq!((map["value"].to::<i64>()?, map["name"].to::<String>()?), (42, "test".to_owned()));
            Ok(())
        }),
        ("make_dict_with_tensor", |function| {
            let sent = tensor()?;
            let dict = function.call((&sent,))?.to::<Dict<String, Any>>()?;
            assert!(is_same(&dict.get("tensor")?.unwrap_or_default().to()?, &sent));
            assert_eq!(dict.get("value")?.unwrap_or_default().to::<i64>()?, 42);
            Ok(())
        }),
        ("make_empty_array_with_tensor_input", |function| {
            assert!(function.call((tensor()?,))?.to::<Array>()?.is_empty());
            Ok(())
        }),
        ("make_nested_map_with_tensor", |function| {
            let (a, b) = (tensor()?, tensor()?);
            let map = function.call((&a, &b))?.to::<BTreeMap<String, Any>>()?;
            let (first, second) = map["array"].to::<(Tensor, Tensor)>()?;
            let inner = map["map"].to::<BTreeMap<String, Tensor>>()?;
            assert!(is_same(&first, &a) && is_same(&second, &b) && is_same(&inner["t"], &a));
            assert_eq!(map["scalar"].to::<i64>()?, 99);
            Ok(())
        }),
    ]
}
