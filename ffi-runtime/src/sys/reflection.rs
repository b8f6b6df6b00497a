use core::ffi::{c_int, c_void};

use super::{ByteArray, ObjectHandle, RawAny, TypeIndex, assert_layout};

/// `TVMFFIFieldGetter`: reads the field at an address.
pub type FieldGetter = unsafe extern "C" fn(field: *mut c_void, result: *mut RawAny) -> c_int;

/// `TVMFFIFieldSetter`: writes the field at an address.
pub type FieldSetter = unsafe extern "C" fn(field: *mut c_void, value: *const RawAny) -> c_int;

/// `TVMFFIObjectCreator`: makes an object whose fields are set afterwards.
pub type ObjectCreator = unsafe extern "C" fn(result: *mut ObjectHandle) -> c_int;

/// `TVMFFIFieldFlagBitMask`: properties of fields and methods.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct FieldFlags(pub i64);

impl FieldFlags {
    /// No property.
    pub const NONE: Self = Self(0);
    /// The field can be written to.
    pub const WRITABLE: Self = Self(1 << 0);
    /// The field has a default.
    pub const HAS_DEFAULT: Self = Self(1 << 1);
    /// The method takes no object.
    pub const IS_STATIC_METHOD: Self = Self(1 << 2);
    /// The field's default is made by a function.
    pub const DEFAULT_FROM_FACTORY: Self = Self(1 << 5);
    /// The field is no parameter of the constructor that hosts make up for the type.
    pub const INIT_OFF: Self = Self(1 << 9);
    /// The field is a parameter of that constructor by its name only.
    pub const KEYWORD_ONLY: Self = Self(1 << 10);
    /// The field's setter is a function object, not a [`FieldSetter`].
    pub const SETTER_IS_FUNCTION: Self = Self(1 << 11);

    /// These and those.
    #[must_use]
    pub const fn with(self, flags: Self) -> Self {
        Self(self.0 | flags.0)
    }

    /// Whether all of `flags` are set.
    pub const fn contains(self, flags: Self) -> bool {
        self.0 & flags.0 == flags.0
    }
}

/// `TVMFFIFieldInfo`: a field that other languages see.
#[derive(Clone, Copy)]
#[repr(C)]
#[allow(missing_docs, reason = "the members are those of the C struct, documented in `c_api.h`")]
pub struct FieldInfo {
    pub name: ByteArray,
    pub doc: ByteArray,
    pub metadata: ByteArray,
    pub flags: FieldFlags,
    pub size: i64,
    pub alignment: i64,
    pub offset: i64,
    pub getter: Option<FieldGetter>,
    pub setter: *mut c_void,
    pub default_value_or_factory: RawAny,
    pub field_static_type_index: TypeIndex,
}

/// `TVMFFIMethodInfo`: a method or a global function with its description.
#[derive(Clone, Copy)]
#[repr(C)]
#[allow(missing_docs, reason = "the members are those of the C struct, documented in `c_api.h`")]
pub struct MethodInfo {
    pub name: ByteArray,
    pub doc: ByteArray,
    pub metadata: ByteArray,
    pub flags: FieldFlags,
    pub method: RawAny,
}

/// `TVMFFISEqHashKind`: how objects of a type compare structurally.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct StructuralEqHashKind(pub i32);

impl StructuralEqHashKind {
    /// They do not.
    pub const UNSUPPORTED: Self = Self(0);
    /// Field by field.
    pub const TREE_NODE: Self = Self(1);
}

/// `TVMFFITypeMetadata`: more about a type.
#[derive(Clone, Copy)]
#[repr(C)]
#[allow(missing_docs, reason = "the members are those of the C struct, documented in `c_api.h`")]
pub struct TypeMetadata {
    pub doc: ByteArray,
    pub creator: Option<ObjectCreator>,
    pub total_size: i32,
    pub structural_eq_hash_kind: StructuralEqHashKind,
}

/// `TVMFFITypeAttrColumn`: the values of one attribute, by type index.
#[derive(Clone, Copy)]
#[repr(C)]
#[allow(missing_docs, reason = "the members are those of the C struct, documented in `c_api.h`")]
pub struct TypeAttrColumn {
    pub data: *const RawAny,
    pub size: i32,
    pub begin_index: i32,
}

/// `TVMFFITypeInfo`: what a host knows about a type.
#[derive(Clone, Copy)]
#[repr(C)]
#[allow(missing_docs, reason = "the members are those of the C struct, documented in `c_api.h`")]
pub struct TypeInfo {
    pub type_index: TypeIndex,
    pub type_depth: i32,
    pub type_key: ByteArray,
    pub type_ancestors: *const *const TypeInfo,
    pub type_key_hash: u64,
    pub num_fields: i32,
    pub num_methods: i32,
    pub fields: *const FieldInfo,
    pub methods: *const MethodInfo,
    pub metadata: *const TypeMetadata,
}

assert_layout!(
    FieldInfo, size 120, name at 0, doc at 16, metadata at 32, flags at 48, size at 56, alignment at 64,
    offset at 72, getter at 80, setter at 88, default_value_or_factory at 96, field_static_type_index at 112
);
assert_layout!(MethodInfo, size 72, name at 0, doc at 16, metadata at 32, flags at 48, method at 56);
assert_layout!(
    TypeMetadata, size 32, doc at 0, creator at 16, total_size at 24, structural_eq_hash_kind at 28
);
assert_layout!(TypeAttrColumn, size 16, data at 0, size at 8, begin_index at 12);
assert_layout!(
    TypeInfo, size 72, type_index at 0, type_depth at 4, type_key at 8, type_ancestors at 24,
    type_key_hash at 32, num_fields at 40, num_methods at 44, fields at 48, methods at 56, metadata at 64
);
