use core::sync::atomic::AtomicI32;
use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use super::{BaseClass, Class, ClassHash, Equality, FieldDescriptor, HiddenField};
use super::{copies, object_layout, state};
use crate::error::Frame;
use crate::function::Function;
use crate::host;
use crate::sys::{ObjectCreator, TypeIndex};

/// The index of a class that no host knows: no value has it.
const UNREGISTERED: i32 = i32::MIN;

/// What is known of a class: pure data, made at compile time, but for the type index that the host gives.
pub struct ClassDescriptor {
    type_key: &'static str,
    details: ClassDetails,
    base: fn() -> Option<&'static ClassDescriptor>,
    /// The number of its first field among those of its bases.
    first_field: usize,
    size: usize,
    creator: ObjectCreator,
    index: AtomicI32,
}

/// The part of a [`ClassDescriptor`] that the macro writes.
pub struct ClassDetails {
    /// The struct's path in Rust.
    pub path: &'static str,
    /// The source file, as the compiler names it.
    pub file: &'static str,
    /// The struct's first and its last line.
    pub lines: (u32, u32),
    /// The doc comment, empty when there is none.
    pub doc: &'static str,
    /// The fields that other languages see.
    pub fields: &'static [FieldDescriptor],
    /// The other fields, those that can be made by default.
    pub hidden: &'static [HiddenField],
    /// Whether `fields` and `hidden` are all that an object is made of.
    pub rebuildable: bool,
    /// Makes the function that copies an object, if the struct is `Clone`.
    pub copier: Option<fn() -> Function>,
    /// How objects compare, if they do.
    pub equality: Option<Equality>,
    /// How objects are hashed, if they are.
    pub hash: Option<ClassHash>,
}

impl ClassDescriptor {
    /// The descriptor of the class `T`.
    ///
    /// # Safety
    /// The fields in `details` are `T`'s, at their offsets, of their types and numbered in order. If it says that objects
    /// can be rebuilt, the exposed and the hidden fields together are all of `T` but its base.
    pub const unsafe fn new<T: Class>(details: ClassDetails) -> Self {
        assert!(details.fields.len() == T::OWN_FIELDS, "the class counts its own fields");
        Self {
            type_key: T::TYPE_KEY,
            details,
            base: <T::Base as BaseClass>::base_descriptor,
            first_field: <T::Base as BaseClass>::FIELDS,
            size: object_layout::object_size::<T>(),
            creator: copies::create::<T>,
            index: AtomicI32::new(UNREGISTERED),
        }
    }

    /// The key that every language knows the class by.
    pub fn type_key(&self) -> &'static str {
        self.type_key
    }

    /// What the macro wrote.
    pub(super) fn details(&self) -> &ClassDetails {
        &self.details
    }

    /// The class that it extends.
    pub(super) fn base(&self) -> Option<&'static Self> {
        (self.base)()
    }

    pub(super) fn fields(&self) -> &'static [FieldDescriptor] {
        self.details.fields
    }

    pub(super) fn hidden(&self) -> &'static [HiddenField] {
        self.details.hidden
    }

    pub(super) fn first_field(&self) -> usize {
        self.first_field
    }

    /// How many bytes an object takes.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// How many classes stand above it, the root object included.
    pub(super) fn depth(&self) -> i32 {
        1 + self.base().map_or(0, Self::depth)
    }

    /// The function that makes an empty object to be filled in, if the fields are all that an object is made of.
    pub(super) fn creator(&self) -> Option<ObjectCreator> {
        self.is_rebuildable().then_some(self.creator)
    }

    fn is_rebuildable(&self) -> bool {
        self.details.rebuildable
            && self.first_field + self.fields().len() <= state::MOST_FIELDS
            && self.base().is_none_or(Self::is_rebuildable)
    }

    /// The place of the field with this number, of its bases too.
    pub(super) fn field(&self, number: usize) -> Option<&'static FieldDescriptor> {
        match number.checked_sub(self.first_field) {
            Some(index) => self.fields().get(index),
            None => self.base()?.field(number),
        }
    }

    /// The type index, `i32::MIN` while no host knows the class.
    #[inline(always)]
    pub(super) fn index_or_none(&self) -> TypeIndex {
        TypeIndex(self.index.load(Relaxed))
    }

    /// The type index, None while no host knows the class.
    pub fn type_index(&self) -> Option<TypeIndex> {
        let index = self.index.load(Acquire);
        (index != UNREGISTERED).then_some(TypeIndex(index))
    }

    pub(super) fn set_type_index(&self, index: TypeIndex) {
        self.index.store(index.0, Release);
    }

    /// Whether objects of that type are of this class, or of one that extends it.
    #[cold]
    pub(super) fn has_instances_of(&self, type_index: TypeIndex) -> bool {
        let Some(own) = self.type_index() else { return false };
        if type_index == own {
            return true;
        }
        if type_index < TypeIndex::DYN_OBJECT_BEGIN {
            return false;
        }
        let Some(get_type_info) = host::current().and_then(|host| host.get_type_info().ok()) else {
            return false;
        };
        let depth = self.depth();
        // SAFETY: an object of the type exists, so the host knows it; a type has as many ancestors as its depth says,
        // and what the host tells of types stays valid.
        unsafe {
            let Some(info) = get_type_info(type_index).as_ref() else { return false };
            info.type_depth > depth
                && (*info.type_ancestors.add(depth as usize)).as_ref().is_some_and(|it| it.type_index == own)
        }
    }

    pub(super) fn frame(&self) -> Frame {
        Frame { function: self.details.path, file: self.details.file, lines: self.details.lines }
    }
}

impl core::fmt::Debug for ClassDescriptor {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "ClassDescriptor({})", self.type_key)
    }
}
