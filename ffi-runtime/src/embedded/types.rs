//! The table of types: keys, indices and their inheritance.

use core::ffi::c_int;
use core::ptr::NonNull;
use std::collections::HashMap;
use std::sync::{LazyLock, PoisonError, RwLock};

use super::growing::Growing;
use super::guard::Refusal;
use super::type_attributes::Column;
use super::{guard, lent, module_fields};
use crate::error::ErrorKind;
use crate::sys::{ByteArray, FieldInfo, MethodInfo, ObjectHeader, StructuralEqHashKind, TypeIndex};
use crate::sys::{TypeInfo, TypeMetadata};

/// Given as the parent, only asks for the index; also the answer when there is none.
const QUERY: TypeIndex = TypeIndex(-2);

/// The answer when a type cannot be registered, with the error raised.
const REFUSED: TypeIndex = TypeIndex::ANY;

/// Indices end here: what a column of attributes takes stays within reason.
const INDEX_LIMIT: i32 = 1 << 24;

/// A type. What C code sees of it has an address of its own, which stays.
pub(super) struct Entry {
    pub(super) info: NonNull<TypeInfo>,
    pub(super) fields: Growing<FieldInfo>,
    pub(super) methods: Growing<MethodInfo>,
    /// How many indices from its own on are reserved for the type and its children, and how many are used.
    slots: i32,
    used_slots: i32,
    children_can_overflow: bool,
}

// SAFETY: the pointer is to leaked memory, which is changed only while the table is locked.
unsafe impl Send for Entry {}
// SAFETY: as above.
unsafe impl Sync for Entry {}

pub(super) struct TypeTable {
    pub(super) entries: HashMap<i32, Entry>,
    pub(super) columns: HashMap<Box<[u8]>, Column>,
    by_key: HashMap<Box<[u8]>, TypeIndex>,
    next: i32,
}

/// A type to be registered.
struct Request<'a> {
    key: &'a [u8],
    /// Negative for a type whose index is given out.
    index: TypeIndex,
    depth: i32,
    child_slots: i32,
    children_can_overflow: bool,
    /// Negative for a type without a parent.
    parent: TypeIndex,
}

static TABLE: LazyLock<RwLock<TypeTable>> = LazyLock::new(|| RwLock::new(TypeTable::with_static_types()));

pub(super) fn read<R>(look: impl FnOnce(&TypeTable) -> R) -> R {
    look(&TABLE.read().unwrap_or_else(PoisonError::into_inner))
}

/// Objects that `change` does not keep come back to the caller, to be dropped after the lock is given back.
pub(super) fn write<R>(change: impl FnOnce(&mut TypeTable) -> R) -> R {
    change(&mut TABLE.write().unwrap_or_else(PoisonError::into_inner))
}

/// A copy of `bytes`, and a NUL behind it, that is kept until the process ends.
pub(super) fn keep(bytes: &[u8]) -> ByteArray {
    if bytes.is_empty() {
        return ByteArray { data: core::ptr::null(), size: 0 };
    }
    let kept: &'static [u8] = Box::leak([bytes, b"\0"].concat().into_boxed_slice());
    ByteArray { data: kept.as_ptr().cast(), size: bytes.len() }
}

fn refuse<T>(message: String) -> Result<T, Refusal> {
    Err(Refusal::new(ErrorKind::RuntimeError, message))
}

/// FNV-1a: the same in every process.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

impl TypeTable {
    /// The types whose indices the ABI fixes, as libtvm_ffi reserves them.
    fn with_static_types() -> Self {
        let mut table = Self {
            entries: HashMap::new(),
            columns: HashMap::new(),
            by_key: HashMap::new(),
            next: TypeIndex::DYN_OBJECT_BEGIN.0,
        };
        for (index, key) in TypeIndex::STATIC_TYPES {
            let is_object = index.is_object();
            let is_root = index == TypeIndex::OBJECT;
            let request = Request {
                key: key.as_bytes(),
                index,
                depth: i32::from(is_object && !is_root),
                child_slots: 0,
                children_can_overflow: is_root,
                parent: if is_object && !is_root { TypeIndex::OBJECT } else { TypeIndex::ANY },
            };
            let registered = table.register(&request);
            debug_assert!(registered.is_ok_and(|registered| registered == index));
        }
        if let Some(root) = table.entries.get_mut(&TypeIndex::OBJECT.0) {
            let metadata = TypeMetadata {
                doc: keep(b""),
                creator: None,
                total_size: size_of::<ObjectHeader>() as i32,
                structural_eq_hash_kind: StructuralEqHashKind::UNSUPPORTED,
            };
            root.publish_metadata(metadata, b"");
        }
        if let Some(module) = table.entries.get_mut(&TypeIndex::MODULE.0) {
            module.publish_field(module_fields::imports());
        }
        table
    }

    /// The type of that index.
    pub(super) fn entry(&mut self, index: TypeIndex) -> Result<&mut Entry, Refusal> {
        match self.entries.get_mut(&index.0) {
            Some(entry) => Ok(entry),
            None => refuse(format!("there is no type with index {}", index.0)),
        }
    }

    fn register(&mut self, request: &Request<'_>) -> Result<TypeIndex, Refusal> {
        if let Some(index) = self.by_key.get(request.key) {
            return Ok(*index);
        }
        if request.parent == QUERY {
            return Ok(QUERY);
        }
        let key = lent::text(request.key);
        if request.key.is_empty() || request.child_slots < 0 {
            return refuse(format!("the type `{key}` needs a key and no negative number of child slots"));
        }
        let parent = match request.parent.0 {
            ..0 => None,
            index => match self.entries.get(&index) {
                Some(parent) => Some((parent.info, parent.children_can_overflow)),
                None => {
                    return refuse(format!("the parent of type `{key}`, index {index}, is not registered"));
                }
            },
        };
        // SAFETY: type infos are never freed; index and depth never change.
        let parent_depth = parent.map_or(-1, |(info, _)| unsafe { (*info.as_ptr()).type_depth });
        if request.depth != parent_depth + 1 {
            let depth = request.depth;
            return refuse(format!("the type `{key}` has depth {depth}, its parent has {parent_depth}"));
        }
        let index = self.choose_index(request)?;
        let entry = Entry {
            info: new_info(request, index, parent.map(|(info, _)| info)),
            fields: Growing::new(),
            methods: Growing::new(),
            slots: request.child_slots.saturating_add(1),
            used_slots: 1,
            children_can_overflow: request.children_can_overflow
                && parent.is_none_or(|(_, can_overflow)| can_overflow),
        };
        self.entries.insert(index.0, entry);
        self.by_key.insert(Box::from(request.key), index);
        Ok(index)
    }

    /// The index asked for, one of those that the parent reserves, or the next free ones.
    fn choose_index(&mut self, request: &Request<'_>) -> Result<TypeIndex, Refusal> {
        let key = lent::text(request.key);
        if request.index.0 >= 0 {
            let index = request.index.0;
            if index >= TypeIndex::DYN_OBJECT_BEGIN.0 {
                return refuse(format!("the type `{key}` asks for index {index}, which is not a fixed one"));
            }
            if let Some(taken) = self.entries.get(&index) {
                let other = taken.key();
                return refuse(format!("the type `{key}` asks for index {index}, which is `{other}`'s"));
            }
            return Ok(request.index);
        }
        let Some(parent) = self.entries.get_mut(&request.parent.0) else {
            return refuse(format!("the type `{key}` needs a parent, such as `ffi.Object`"));
        };
        let slots = request.child_slots.saturating_add(1);
        if parent.used_slots.checked_add(slots).is_some_and(|used| used <= parent.slots) {
            let index = request.parent.0 + parent.used_slots;
            parent.used_slots += slots;
            return Ok(TypeIndex(index));
        }
        if !parent.children_can_overflow {
            let parent = parent.key();
            return refuse(format!("the type `{key}` cannot be a child of `{parent}`, which takes no more"));
        }
        match self.next.checked_add(slots).filter(|next| *next <= INDEX_LIMIT) {
            Some(next) => Ok(TypeIndex(core::mem::replace(&mut self.next, next))),
            None => refuse(format!("there are no {slots} type indices left for `{key}`")),
        }
    }
}

impl Entry {
    /// The type's key.
    pub(super) fn key(&self) -> String {
        // SAFETY: type infos are never freed, and their keys never change.
        lent::text(unsafe { (*self.info.as_ptr()).type_key.as_bytes() }).into_owned()
    }
}

fn new_info(request: &Request<'_>, index: TypeIndex, parent: Option<NonNull<TypeInfo>>) -> NonNull<TypeInfo> {
    let ancestors: Vec<*const TypeInfo> = match parent {
        None => Vec::new(),
        Some(parent) => {
            // SAFETY: type infos are never freed; a type has `type_depth` ancestors.
            let (ancestors, depth) =
                unsafe { ((*parent.as_ptr()).type_ancestors, (*parent.as_ptr()).type_depth) };
            // SAFETY: as above.
            let inherited = (0..depth as usize).map(|level| unsafe { *ancestors.add(level) });
            inherited.chain([parent.as_ptr().cast_const()]).collect()
        }
    };
    NonNull::from(Box::leak(Box::new(TypeInfo {
        type_index: index,
        type_depth: request.depth,
        type_key: keep(request.key),
        type_ancestors: if ancestors.is_empty() { core::ptr::null() } else { ancestors.leak().as_ptr() },
        type_key_hash: hash(request.key),
        num_fields: 0,
        num_methods: 0,
        fields: core::ptr::null(),
        methods: core::ptr::null(),
        metadata: core::ptr::null(),
    })))
}

/// Where libtvm_ffi would abort the process, the error is raised and -1 returned. A key that is registered
/// already gives its index, whatever else is asked for.
///
/// # Safety
/// `type_key` is a valid byte array.
pub(super) unsafe extern "C" fn type_get_or_alloc_index(
    type_key: *const ByteArray,
    static_type_index: TypeIndex,
    type_depth: i32,
    child_slots: i32,
    child_slots_can_overflow: i32,
    parent_type_index: TypeIndex,
) -> TypeIndex {
    let index = guard::value("TVMFFITypeGetOrAllocIndex", || {
        let request = Request {
            // SAFETY: the caller promises a valid byte array.
            key: unsafe { lent::bytes(type_key) },
            index: static_type_index,
            depth: type_depth,
            child_slots,
            children_can_overflow: child_slots_can_overflow != 0,
            parent: parent_type_index,
        };
        let index = write(|table| table.register(&request));
        Ok(index?)
    });
    index.unwrap_or(REFUSED)
}

/// # Safety
/// `type_key` is a valid byte array; `out` points to a writable index.
pub(super) unsafe extern "C" fn type_key_to_index(type_key: *const ByteArray, out: *mut TypeIndex) -> c_int {
    guard::status("TVMFFITypeKeyToIndex", || {
        // SAFETY: the caller promises a valid byte array.
        let key = unsafe { lent::bytes(type_key) };
        let Some(index) = read(|table| table.by_key.get(key).copied()) else {
            bail!(RuntimeError, "there is no type `{}`: load the library that registers it", lent::text(key))
        };
        // SAFETY: the caller promises a writable place.
        unsafe { out.write(index) };
        Ok(())
    })
}

/// Null for an index that is not registered, where libtvm_ffi would abort the process.
pub(super) extern "C" fn get_type_info(type_index: TypeIndex) -> *const TypeInfo {
    let info = guard::value("TVMFFIGetTypeInfo", || {
        Ok(read(|table| table.entries.get(&type_index.0).map(|entry| entry.info.as_ptr().cast_const())))
    });
    info.flatten().unwrap_or(core::ptr::null())
}
