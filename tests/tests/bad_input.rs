//! Input that is meant to harm: clear errors, nothing lost, on both hosts.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use ffi_runtime::prelude::*;
use ffi_runtime::sys::{DLDevice, DLDeviceType, DLTensor, RawAny, TypeIndex};
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
        let cases: [(&str, Case); 9] = [
            ("paths_through_every_pair_of_containers", paths_through_every_pair_of_containers),
            ("paths_into_calls", paths_into_calls),
            ("lists_that_contain_themselves", lists_that_contain_themselves),
            ("maps_with_mixed_keys", maps_with_mixed_keys),
            ("nothing_at_all", nothing_at_all),
            ("a_million_levels", a_million_levels),
            ("too_many_elements", too_many_elements),
            ("destructors_that_call_back", destructors_that_call_back),
            ("what_outlives_its_module", what_outlives_its_module),
        ];
        let library = std::env::var_os("FFI_FIXTURE_CONTAINERS").expect("the parent names the library");
        let module = Module::load(library).expect("the fixture loads");
        for (name, case) in cases {
            // Twice: what the first run makes once and for all is not lost.
            let mut before = None;
            for _ in 0..2 {
                before = live_objects(&module).expect("the count");
                if let Err(error) = case(&module) {
                    panic!("{name}: {error}\n{}", error.backtrace());
                }
            }
            assert_eq!(live_objects(&module).expect("the count"), before, "{name} lost objects");
        }
    });
}

/// How many objects are alive that this program and the extension have made; debug builds know.
fn live_objects(module: &Module) -> Result<Option<i64>> {
    let own = ffi_runtime::__private::live_objects();
    let other = module.function("live_objects")?.call(())?.to::<Option<i64>>()?;
    Ok(own.zip(other).map(|(own, other)| own as i64 + other))
}

/// The kind and the message of the error that a call must raise.
#[track_caller]
fn raised<T>(result: Result<T>) -> (String, String) {
    match result {
        Ok(_) => panic!("there is no error"),
        Err(error) => (error.kind().to_string(), error.message().into_owned()),
    }
}

/// A container of a type, around a value: as other languages make it, with the place of the value.
fn around(container: &str, inner: &Any) -> (Any, &'static str) {
    let inner = inner.clone();
    match container {
        "List" => (List::from_iter([inner]).into(), "[0]"),
        "Map" => (Map::from_iter([("k", inner)]).into(), "[\"k\"]"),
        "Dict" => (Dict::from_iter([("k", inner)]).into(), "[\"k\"]"),
        "tuple" => (Array::from_iter([Any::from(1), inner]).into(), "[1]"),
        "Option" => (inner, ""),
        _ => (Array::from_iter([inner]).into(), "[0]"),
    }
}

/// What stands in each container's place: `x` is no integer.
#[track_caller]
fn check_path<T: for<'a> ffi_runtime::__private::Argument<View<'a> = T>>(outer: &str, inner: &str) {
    let (inside, second) = around(inner, &"x".into());
    let (value, first) = around(outer, &inside);
    let expected = if inner == "Option" { "Optional[int]" } else { "int" };
    let message = raised(value.to::<T>()).1;
    let expected = if first.is_empty() && second.is_empty() {
        "Expected `Optional[Optional[int]]` but got `str`".to_owned()
    } else {
        format!("`{first}{second}`: Expected `{expected}` but got `str`")
    };
    assert_eq!(message, expected, "{outer} of {inner}");
}

type Pair<T> = (i64, T);
type One<T> = [T; 1];
type StringMap<T> = HashMap<String, T>;
type SortedMap<T> = BTreeMap<String, T>;
type FfiMap<T> = Map<String, T>;
type FfiDict<T> = Dict<String, T>;

fn paths_through_every_pair_of_containers(_: &Module) -> Result<()> {
    macro_rules! outer {
        ($($outer:ident as $outer_name:literal),+ $(,)?) => {
            $(inner!($outer, $outer_name);)+
        };
    }
    macro_rules! inner {
        ($outer:ident, $outer_name:literal) => {
            check_path::<$outer<Vec<i64>>>($outer_name, "Array");
            check_path::<$outer<Array<i64>>>($outer_name, "Array");
            check_path::<$outer<One<i64>>>($outer_name, "Array");
            check_path::<$outer<HashSet<i64>>>($outer_name, "Array");
            check_path::<$outer<BTreeSet<i64>>>($outer_name, "List");
            check_path::<$outer<List<i64>>>($outer_name, "List");
            check_path::<$outer<Vec<i64>>>($outer_name, "List");
            check_path::<$outer<Pair<i64>>>($outer_name, "tuple");
            check_path::<$outer<FfiMap<i64>>>($outer_name, "Map");
            check_path::<$outer<FfiMap<i64>>>($outer_name, "Dict");
            check_path::<$outer<FfiDict<i64>>>($outer_name, "Dict");
            check_path::<$outer<FfiDict<i64>>>($outer_name, "Map");
            check_path::<$outer<StringMap<i64>>>($outer_name, "Map");
            check_path::<$outer<SortedMap<i64>>>($outer_name, "Dict");
            check_path::<$outer<Option<i64>>>($outer_name, "Option");
        };
    }
    outer!(
        Vec as "Array",
        Vec as "List",
        Array as "Array",
        List as "List",
        List as "Array",
        One as "Array",
        Pair as "tuple",
        FfiMap as "Map",
        FfiDict as "Dict",
        FfiMap as "Dict",
        StringMap as "Map",
        SortedMap as "Dict",
        Option as "Option",
    );
    Ok(())
}

fn paths_into_calls(module: &Module) -> Result<()> {
    let records = Array::from_iter([
        Any::from(core::iter::empty().collect::<Map<String, i64>>()),
        Map::from_iter([("k", (1, vec![Any::from(2.5), "x".into()]))]).into(),
    ]);
    let (kind, message) = raised(module.function("echo_nested")?.call((records,)));
    assert_eq!(kind, "TypeError");
    assert!(message.ends_with("`[1][\"k\"][1][1]`: Expected `float` but got `str`"), "{message}");
    let (kind, message) = raised(module.function("echo_vec_u8")?.call(((1, 256),)));
    assert_eq!(kind, "ValueError");
    assert!(message.ends_with("`[1]`: Expected an integer from 0 to 255 but got 256"), "{message}");
    // What a callback returns is named too.
    let returns = Function::from_fn(|| vec![vec![1, 2], vec![3, -4]]);
    assert!(raised(returns.call(())?.to::<Vec<Vec<u8>>>()).1.starts_with("`[1][1]`: "));
    Ok(())
}

fn lists_that_contain_themselves(module: &Module) -> Result<()> {
    let list: List = [Any::from(1)].into_iter().collect();
    list.push(list.clone().into())?;
    let call = |name: &str| module.function(name)?.call((&list,));
    assert!(call("echo_any")?.to::<Object>()?.same_as(&list.clone().into()));
    assert!(raised(call("echo_vec_int")).1.ends_with("`[1]`: Expected `int` but got `List`"));
    assert!(raised(call("echo_list_int")).1.ends_with("`[1]`: Expected `int` but got `List`"));
    assert!(raised(call("count_in_two_levels")).1.ends_with("`[0]`: Expected `Array[Any]` but got `int`"));
    assert_eq!(call("debug")?.to::<String>()?, "[1, <List>]");
    assert_eq!(format!("{list:?}"), "[1, <List>]");
    assert!(matches!(&*raised(call("sum_of_tree")).0, "ValueError" | "TypeError"));
    let x = Tensor::zeros::<f32>(&[2])?;
    module.function("write_beside")?.call((&x, &list))?;
    list.push(x.clone().into())?;
    assert_eq!(raised(module.function("write_beside")?.call((&x, &list))).0, "ValueError");
    list.clear()?;

    let dict: Dict<String, Any> = Dict::from_iter([("k".to_owned(), Any::from(1))]);
    dict.insert("self".to_owned(), dict.clone().into())?;
    let (_, message) = raised(module.function("echo_dict_str_int")?.call((&dict,)));
    assert!(message.ends_with("`[\"self\"]`: Expected `int` but got `Dict`"), "{message}");
    dict.remove("self".to_owned())
}

fn maps_with_mixed_keys(module: &Module) -> Result<()> {
    let keys = [Any::from("a"), 2.into(), 2.5.into(), Any::none(), true.into(), Any::from(&b"b"[..])];
    let pairs = || keys.iter().cloned().zip((0..).map(Any::from));
    let maps = [Any::from(pairs().collect::<Map>()), pairs().collect::<Dict>().into()];
    for map in &maps {
        let back = module.function("echo_any")?.call((map,))?;
        assert!(back.to::<Object>()?.same_as(&map.to()?));
        assert_eq!(back.to::<Map>()?.len(), keys.len());
        for name in ["echo_map_str_int", "echo_dict_str_int", "echo_hash_map"] {
            let (kind, message) = raised(module.function(name)?.call((map,)));
            assert_eq!(kind, "TypeError");
            assert!(message.ends_with("`[key 2]`: Expected `str` but got `int`"), "{name}: {message}");
        }
    }
    Ok(())
}

fn nothing_at_all(module: &Module) -> Result<()> {
    macro_rules! empty {
        ($($name:literal: $type:ty),+ $(,)?) => {
            $(
                let back = module.function($name)?.call((core::iter::empty().collect::<$type>(),))?;
                assert_eq!(back.to::<$type>()?.len(), 0, $name);
            )+
        };
    }
    empty!(
        "echo_array": Array,
        "echo_array_int": Array<i64>,
        "echo_list": List,
        "echo_list_int": List<i64>,
        "echo_map": Map,
        "echo_map_str_int": Map<String, i64>,
        "echo_dict": Dict,
        "echo_dict_str_int": Dict<String, i64>,
        "echo_vec_int": Vec<i64>,
        "echo_vec_string": Vec<String>,
        "echo_hash_map": HashMap<String, i64>,
        "echo_btree_map": BTreeMap<i64, String>,
        "echo_hash_set": HashSet<i64>,
        "echo_btree_set": BTreeSet<String>,
        "echo_vec_tensor": Vec<Tensor>,
        "echo_list_of_maps": List<Map<String, i64>>,
        "schema_id_arr_obj": Array<Object>,
    );
    let echo = module.function("echo_any")?;
    assert_eq!(echo.call(("",))?.to::<String>()?, "");
    assert_eq!(echo.call((Any::from(&b""[..]),))?.to::<Bytes>()?.len(), 0);
    assert_eq!(echo.call(([0_i64; 0],))?.to::<[i64; 0]>()?, [0; 0]);
    assert_eq!(module.function("echo_shape")?.call((Shape::new(&[]),))?.to::<Shape>()?.len(), 0);
    assert_eq!(module.function("join")?.call((Vec::<String>::new(), ""))?.to::<String>()?, "");
    for shape in [&[0][..], &[4, 0, 4], &[i64::MAX, 0]] {
        let back =
            module.function("schema_id_tensor")?.call((Tensor::zeros::<f32>(shape)?,))?.to::<Tensor>()?;
        assert_eq!((back.view().shape(), back.to_vec::<f32>()?.len()), (shape, 0));
    }
    Ok(())
}

fn a_million_levels(module: &Module) -> Result<()> {
    let deep = module.function("nest")?.call((1_000_000,))?;
    let same = module.function("echo_any")?.call((&deep,))?;
    assert!(same.to::<Object>()?.same_as(&deep.to()?));
    let (_, message) = raised(module.function("echo_vec_int")?.call((&deep,)));
    assert!(message.ends_with("`[0]`: Expected `int` but got `Array`"), "{message}");
    assert_eq!(module.function("count_in_two_levels")?.call((&deep,))?.to::<i64>()?, 1);
    assert!(matches!(&*raised(module.function("sum_of_tree")?.call((&deep,))).0, "ValueError" | "TypeError"));
    let x = Tensor::zeros::<f32>(&[2])?;
    module.function("write_beside")?.call((&x, &deep))?;
    assert!(format!("{deep:?}").len() < 100);
    Ok(())
}

/// More elements than an `i64` can count, in tensors that are made and in one that comes from elsewhere.
fn too_many_elements(module: &Module) -> Result<()> {
    for shape in [&[1 << 40, 1 << 40][..], &[i64::MAX, 2], &[i64::MAX, i64::MAX, i64::MAX], &[2, -1]] {
        assert_eq!(raised(Tensor::zeros::<f32>(shape)).0, "ValueError", "{shape:?}");
        assert_eq!(raised(Tensor::from_vec(vec![1.0_f32], shape)).0, "ValueError", "{shape:?}");
    }
    let mut shape = [1_i64 << 40, 1 << 40];
    let mut element = 0.0_f32;
    let mut tensor = DLTensor {
        data: (&raw mut element).cast(),
        device: DLDevice { device_type: DLDeviceType::CPU, device_id: 0 },
        ndim: 2,
        dtype: DataType::FLOAT32.0,
        shape: shape.as_mut_ptr(),
        strides: core::ptr::null_mut(),
        byte_offset: 0,
    };
    let raw = RawAny::from_pointer(TypeIndex::DL_TENSOR_PTR, (&raw mut tensor).cast());
    // SAFETY: the tensor's description outlives the view; nothing may read memory that it only claims to have.
    let view = unsafe { AnyView::from_raw(&raw) };
    let mut y = Tensor::zeros::<f32>(&[2])?;
    let (kind, message) = raised(module.function("add_all")?.call((&y, [view])));
    assert!(kind == "ValueError" || kind == "TypeError", "{kind}: {message}");
    let sum = Function::from_fn(|x: TensorView<'_, f32>| -> Result<usize> { Ok(x.as_slice()?.len()) });
    let (kind, message) = raised(sum.call((view,)));
    assert_eq!(kind, "ValueError", "{message}");
    y.view_mut()?;
    Ok(())
}

/// Runs `on_drop` when its function is freed.
struct OnDrop<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

fn destructors_that_call_back(module: &Module) -> Result<()> {
    let freed = Arc::new(AtomicI64::new(0));
    let (push, echo) = (module.function("list_push")?, module.function("echo_vec_int")?);
    let fragile = |list: Option<List>| {
        let list = list.map(Any::from);
        let (freed, push, echo) = (freed.clone(), push.clone(), echo.clone());
        let on_drop = OnDrop(move || {
            // A call, a call that fails, and a change of the container that is being emptied.
            let back = echo.call((vec![1, 2],)).and_then(|back| back.to::<Vec<i64>>());
            assert_eq!(back.expect("the call works"), [1, 2]);
            assert_eq!(raised(echo.call(("x",))).0, "TypeError");
            if let Some(list) = &list {
                push.call((list, 7)).expect("the list can be changed");
            }
            freed.fetch_add(1, Ordering::SeqCst);
        });
        Function::from_fn(move || {
            let _ = &on_drop;
        })
    };

    let list: List = core::iter::empty().collect();
    for _ in 0..3 {
        list.push(fragile(Some(list.clone())).into())?;
    }
    module.function("list_clear")?.call((&list,))?;
    assert_eq!(freed.swap(0, Ordering::SeqCst), 3);
    assert!(list.iter().all(|value| value.to::<i64>().is_ok_and(|value| value == 7)));
    list.clear()?;
    list.push(fragile(Some(list.clone())).into())?;
    module.function("list_set")?.call((&list, 0, 1)).expect_err("the list is none of integers");
    list.set(0, 1.into())?;
    assert_eq!(freed.swap(0, Ordering::SeqCst), 1);
    assert_eq!(Any::from(list.clone()).to::<Vec<i64>>()?, [1, 7]);

    // Enough changes in the destructor that the dict grows.
    let grows = |dict: &Dict<i64, Any>| {
        let (dict, freed) = (Any::from(dict.clone()), freed.clone());
        let on_drop = OnDrop(move || {
            let dict = dict.to::<Dict<i64, Any>>().expect("a dict");
            for key in 100..200 {
                dict.insert(key, 7.into()).expect("the dict can be changed");
            }
            freed.fetch_add(1, Ordering::SeqCst);
        });
        Any::from(Function::from_fn(move || {
            let _ = &on_drop;
        }))
    };
    let dict: Dict<i64, Any> = Dict::from_iter([(1, Any::none()), (2, 2.into())]);
    dict.insert(1, grows(&dict))?;
    dict.insert(1, grows(&dict))?;
    assert_eq!((freed.load(Ordering::SeqCst), dict.len()), (1, 102));
    dict.remove(1)?;
    assert_eq!((freed.swap(0, Ordering::SeqCst), dict.len()), (2, 101));

    // An error on its way out of a call is not lost to the calls of a destructor.
    let function = fragile(None);
    let fails = Function::from_fn(move || -> Result<()> {
        let _dropped = Array::from_iter([fragile_error(&function)]);
        bail!(KeyError, "on its way")
    });
    assert_eq!(raised(fails.call(())), ("KeyError".to_owned(), "on its way".to_owned()));
    drop(fails);
    assert_eq!(freed.load(Ordering::SeqCst), 1);
    Ok(())
}

/// A value whose destructor leaves a failed call behind.
fn fragile_error(function: &Function) -> Function {
    let function = function.clone();
    let on_drop = OnDrop(move || assert_eq!(raised(function.call((1, 2, 3))).0, "TypeError"));
    Function::from_fn(move || {
        let _ = &on_drop;
    })
}

/// An array, a tensor and a closure of an extension live on when nobody holds the module.
fn what_outlives_its_module(_: &Module) -> Result<()> {
    let library = std::env::var_os("FFI_FIXTURE_BASICS").expect("the parent names the library");
    let module = Module::load(&library)?;
    let array = module.function("echo_any")?.call((vec!["a".to_owned(), "longer than seven".to_owned()],))?;
    let tensor = module.function("make_tensor")?.call((4,))?.to::<Tensor>()?;
    let closure = module.function("make_adder")?.call((5,))?.to::<Function>()?;
    let error = module.function("raise_kind")?.call(("KeyError", "kept")).expect_err("it raises");
    drop(module);
    assert_eq!(array.to::<Vec<String>>()?, ["a", "longer than seven"]);
    assert_eq!(tensor.to_vec::<f32>()?, [0.0, 1.0, 2.0, 3.0]);
    assert_eq!(closure.call((1,))?.to::<i64>()?, 6);
    assert_eq!(error.message(), "kept");
    Ok(())
}
