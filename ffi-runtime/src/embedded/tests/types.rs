use super::{bytes, host, raised};
use crate::any::Any;
use crate::function::Function;
use crate::sys::{
    ByteArray, FieldFlags, FieldInfo, MethodInfo, RawAny, StructuralEqHashKind, TypeIndex, TypeInfo,
    TypeMetadata,
};

fn register(key: &str, index: i32, depth: i32, slots: i32, overflow: bool, parent: i32) -> i32 {
    let get = host().type_get_or_alloc_index.unwrap();
    // SAFETY: the key is valid for the call.
    unsafe { get(&bytes(key), TypeIndex(index), depth, slots, i32::from(overflow), TypeIndex(parent)).0 }
}

fn info(index: i32) -> &'static TypeInfo {
    // SAFETY: infos are never freed.
    unsafe { host().get_type_info.unwrap()(TypeIndex(index)).as_ref().expect("a registered type") }
}

fn key(info: &TypeInfo) -> &[u8] {
    // SAFETY: keys are never freed.
    unsafe { info.type_key.as_bytes() }
}

#[test]
fn static_types_have_their_indices() {
    // As libtvm_ffi 0.1.15 answers.
    let plain = [
        (0, "None"),
        (1, "int"),
        (2, "bool"),
        (3, "float"),
        (4, "void*"),
        (5, "DataType"),
        (6, "Device"),
        (7, "DLTensor*"),
        (8, "const char*"),
        (9, "TVMFFIByteArray*"),
        (10, "ObjectRValueRef"),
        (11, "ffi.SmallStr"),
        (12, "ffi.SmallBytes"),
        (13, "ffi.Unchanged"),
        (64, "ffi.Object"),
    ];
    let objects = [
        (65, "ffi.String"),
        (66, "ffi.Bytes"),
        (67, "ffi.Error"),
        (68, "ffi.Function"),
        (69, "ffi.Shape"),
        (70, "ffi.Tensor"),
        (71, "ffi.Array"),
        (72, "ffi.Map"),
        (73, "ffi.Module"),
        (74, "ffi.OpaquePyObject"),
        (75, "ffi.List"),
        (76, "ffi.Dict"),
        (77, "ffi.VisitInterrupt"),
        (78, "ffi.BigInt"),
    ];
    let host = host();
    for (depth, (index, type_key)) in plain.map(|t| (0, t)).into_iter().chain(objects.map(|t| (1, t))) {
        let mut found = TypeIndex::NONE;
        // SAFETY: the key is valid and the place writable.
        assert_eq!(unsafe { host.type_key_to_index.unwrap()(&bytes(type_key), &mut found) }, 0);
        assert_eq!(found.0, index, "{type_key}");
        let info = info(index);
        assert_eq!((info.type_index.0, info.type_depth, key(info)), (index, depth, type_key.as_bytes()));
        if depth == 1 {
            // SAFETY: a type of depth 1 has one ancestor.
            assert_eq!(unsafe { (**info.type_ancestors).type_index }, TypeIndex::OBJECT);
        }
    }
    // SAFETY: the root has metadata.
    assert_eq!(unsafe { (*info(64).metadata).total_size }, 24);
}

#[test]
fn children_use_the_slots_of_their_parent() {
    let parent = register("test.Parent", -1, 1, 2, true, 64);
    assert!(parent >= 128);
    assert_eq!(register("test.First", -1, 2, 0, true, parent), parent + 1);
    assert_eq!(register("test.Second", -1, 2, 0, true, parent), parent + 2);
    let third = register("test.Third", -1, 2, 0, true, parent);
    assert!(third > parent + 2);
    let ancestors = info(third).type_ancestors;
    // SAFETY: a type of depth 2 has two ancestors.
    assert_eq!(unsafe { ((**ancestors).type_index.0, (**ancestors.add(1)).type_index.0) }, (64, parent));
    // Registered again, a key has the same index and the same address.
    let before = core::ptr::from_ref(info(third));
    assert_eq!(register("test.Third", -1, 2, 0, true, parent), third);
    assert!(core::ptr::eq(info(third), before));
    assert_eq!(register("test.Third", -1, 0, 0, true, -2), third);
    assert_eq!(register("test.Nowhere", -1, 0, 0, true, -2), -2);

    let closed = register("test.Closed", -1, 1, 1, false, 64);
    assert_eq!(register("test.ClosedChild", -1, 2, 0, true, closed), closed + 1);
    assert_eq!(register("test.ClosedOther", -1, 2, 0, true, closed), -1);
    assert!(raised().message().contains("`test.ClosedOther` cannot be a child of `test.Closed`"));
}

#[test]
fn bad_registrations_are_errors() {
    for (index, depth, slots, parent) in [
        (-1, 0, 0, -1),
        (-1, 1, 0, 1 << 20),
        (-1, 2, 0, 64),
        (64, 0, 0, -1),
        (128, 0, 0, -1),
        (-1, 1, -5, 64),
        (-1, 1, i32::MAX, 64),
        (i32::MAX, 0, 0, -1),
    ] {
        assert_eq!(register("test.Bad", index, depth, slots, true, parent), -1);
        assert!(raised().message().contains("`test.Bad`"));
    }
    let host = host();
    let mut found = TypeIndex::NONE;
    // SAFETY: the key is valid and the place writable.
    let status = unsafe { host.type_key_to_index.unwrap()(&bytes("test.Bad"), &mut found) };
    assert_eq!(status, -1);
    assert!(raised().message().contains("`test.Bad`"));
    for index in [-1, 100, i32::MAX] {
        // SAFETY: any index may be asked for.
        assert!(unsafe { host.get_type_info.unwrap()(TypeIndex(index)).is_null() });
    }
}

unsafe extern "C" fn get_nothing(_field: *mut core::ffi::c_void, result: *mut RawAny) -> core::ffi::c_int {
    // SAFETY: the result is writable.
    unsafe { result.write(RawAny::NONE) };
    0
}

#[test]
fn members_are_copied_and_kept() {
    let host = host();
    let index = TypeIndex(register("test.Members", -1, 1, 0, true, 64));
    let default = Any::from("a default that is an object");
    for number in 0..20 {
        let name = format!("field{number}");
        let field = FieldInfo {
            name: bytes(&name),
            doc: bytes("doc"),
            metadata: bytes(""),
            flags: FieldFlags::HAS_DEFAULT,
            size: 8,
            alignment: 8,
            offset: 24,
            getter: Some(get_nothing),
            setter: core::ptr::null_mut(),
            default_value_or_factory: *default.view().as_raw(),
            field_static_type_index: TypeIndex::INT,
        };
        // SAFETY: the info is valid for the calls.
        unsafe {
            assert_eq!(host.type_register_field.unwrap()(index, &field), 0);
            assert_eq!(host.type_register_field.unwrap()(index, &field), -1);
        }
        assert!(raised().message().contains(&format!("`test.Members` has a field `{name}`")));
    }
    let method = Function::from_fn(|| 1);
    let method = MethodInfo {
        name: bytes("method"),
        doc: bytes(""),
        metadata: bytes(""),
        flags: FieldFlags::IS_STATIC_METHOD,
        method: RawAny::from_pointer(TypeIndex::FUNCTION, method.as_object().as_ptr().cast()),
    };
    let metadata = TypeMetadata {
        doc: bytes("the doc"),
        creator: None,
        total_size: 32,
        structural_eq_hash_kind: StructuralEqHashKind::TREE_NODE,
    };
    // SAFETY: the infos are valid for the calls.
    unsafe {
        assert_eq!(host.type_register_method.unwrap()(index, &method), 0);
        assert_eq!(host.type_register_method.unwrap()(index, &method), -1);
        raised();
        assert_eq!(host.type_register_metadata.unwrap()(index, &metadata), 0);
        assert_eq!(host.type_register_metadata.unwrap()(index, &metadata), -1);
        raised();
        assert_eq!(host.type_register_metadata.unwrap()(TypeIndex(99), &metadata), -1);
    }
    assert!(raised().message().contains("index 99"));
    drop(default);
    let info = info(index.0);
    assert_eq!((info.num_fields, info.num_methods), (20, 1));
    // SAFETY: the arrays have as many members, which are kept.
    unsafe {
        let last = &*info.fields.add(19);
        assert_eq!(last.name.as_bytes(), b"field19");
        let default = crate::any::AnyView::from_raw(&last.default_value_or_factory);
        assert_eq!(default.to::<&str>().unwrap(), "a default that is an object");
        assert_eq!((*info.methods).name.as_bytes(), b"method");
        assert_eq!((*info.metadata).doc.as_bytes(), b"the doc");
    }
}

#[test]
fn attributes_are_columns() {
    let host = host();
    let (first, second) =
        (register("test.Attr1", -1, 1, 0, true, 64), register("test.Attr2", -1, 1, 0, true, 64));
    let name = bytes("test.attribute");
    // SAFETY: the name is valid.
    let column = |name: &ByteArray| unsafe { host.get_type_attr_column.unwrap()(name).as_ref() };
    assert!(column(&bytes("test.no_attribute")).is_none());
    // SAFETY: name and value are valid for the call.
    let set = |index: i32, value: &Any| unsafe {
        host.type_register_attr.unwrap()(TypeIndex(index), &name, value.view().as_raw())
    };
    assert_eq!(set(0, &Any::none()), 0);
    let seen = column(&name).unwrap();
    assert_eq!(seen.size, 0);
    assert_eq!(set(first, &Any::from("a string of some length")), 0);
    assert_eq!(set(second, &Any::from(2)), 0);
    assert_eq!(set(first, &Any::from(3)), -1);
    assert!(raised().message().contains("`test.Attr1` has an attribute `test.attribute`"));
    assert_eq!(set(-5, &Any::from(3)), -1);
    raised();
    let seen = column(&name).unwrap();
    assert_eq!(seen.size, second + 1);
    // SAFETY: the column has as many values.
    let value = unsafe { crate::any::AnyView::from_raw(&*seen.data.add(first as usize)) };
    assert_eq!(value.to::<&str>().unwrap(), "a string of some length");
}
