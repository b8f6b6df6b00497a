use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use core::ops::Deref;

use super::object_layout::{self, value_of};
use super::state::State;
use super::{Class, ClassDescriptor, WeakRef};
use crate::any::Any;
use crate::host;
use crate::object::ObjectPtr;
use crate::sys::TypeIndex;

/// A reference to an object of a class, or of a class that extends it: counted, shared with every language.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// #[ffi_class("reference_example.Counter")]
/// struct Counter {
///     #[ffi(get, set)]
///     count: Field<i64>,
/// }
///
/// # ffi_runtime::host::require()?;
/// let counter = Ref::new(Counter { count: Field::new(1) });
/// let same = counter.clone();
/// same.count.set(2);
/// assert_eq!(counter.count.get(), 2);
/// assert!(Ref::same_object(&counter, &same));
/// # Ok::<(), ffi_runtime::Error>(())
/// ```
#[repr(transparent)]
pub struct Ref<T> {
    object: ObjectPtr,
    class: PhantomData<T>,
}

impl<T: Class> Ref<T> {
    /// Makes an object of `value`.
    ///
    /// # Panics
    /// When no host knows the class: its type key was taken when the library was loaded (see
    /// [`registration_errors`](crate::registration_errors)), or there is no host. Inside an exported function the panic
    /// becomes an error. A program that has not called [`Module::load`](crate::Module::load) or the like yet makes sure
    /// of a host by [`host::require`](crate::host::require).
    #[track_caller]
    pub fn new(value: T) -> Self {
        match Self::try_new(value) {
            Ok(object) => object,
            Err(_) => panic!("{}", why_unregistered(T::descriptor())),
        }
    }

    /// Makes an object of `value`, or gives it back when no host knows the class.
    #[inline]
    pub(super) fn try_new(value: T) -> Result<Self, T> {
        let mut index = T::descriptor().index_or_none();
        if index.0 < 0 {
            match registered_late::<T>() {
                Some(registered) => index = registered,
                None => return Err(value),
            }
        }
        // SAFETY: the object is of this class.
        Ok(unsafe { Self::from_object(object_layout::new_object(index, State::complete(), value)) })
    }

    /// An object whose fields the host may still set, which is why it is no `Ref`; None when no host knows the class.
    pub(super) fn new_open(value: T) -> Option<Any> {
        let index = T::descriptor().type_index()?;
        Some(Any::from_object(object_layout::new_object(index, State::open(), value)))
    }
}

impl<T> Ref<T> {
    /// Takes an object over.
    ///
    /// # Safety
    /// The object is of the class or of one that extends it, and complete, or nobody dereferences the reference before
    /// it is.
    pub(super) unsafe fn from_object(object: ObjectPtr) -> Self {
        Self { object, class: PhantomData }
    }

    pub(super) fn as_object(&self) -> &ObjectPtr {
        &self.object
    }

    pub(super) fn into_object_ptr(self) -> ObjectPtr {
        self.object
    }

    /// Whether both are the same object.
    pub fn same_object(this: &Self, other: &Self) -> bool {
        this.object.same_as(&other.object)
    }

    /// A reference that does not keep the value.
    pub fn downgrade(this: &Self) -> WeakRef<T> {
        WeakRef::of(&this.object)
    }
}

impl<T: Class> Ref<T> {
    /// The value, to be changed, when this is the only reference to the object, weak ones included.
    pub fn get_mut(this: &mut Self) -> Option<&mut T> {
        // SAFETY: the object is complete and of this class or one that begins with it. Nobody else has a reference, and no
        // other can be made while this one is borrowed.
        this.object.is_unique().then(|| unsafe { &mut *value_of(this.object.as_ptr()).cast::<T>() })
    }
}

impl<T: Class> Ref<T>
where
    T::Base: Class,
{
    /// The same object as one of the class that `T` extends.
    pub fn upcast(this: Self) -> Ref<T::Base> {
        // SAFETY: the object is of a class that extends the base.
        unsafe { Ref::from_object(this.object) }
    }
}

impl<T: Class> Ref<T> {
    /// The same object as one of `D`, if it is one.
    ///
    /// # Errors
    /// The reference itself when the object is of another class.
    pub fn downcast<D: Class>(this: Self) -> Result<Ref<D>, Self> {
        if !D::descriptor().has_instances_of(this.object.type_index()) {
            return Err(this);
        }
        // SAFETY: the object is of class `D`, and complete, since this reference is.
        Ok(unsafe { Ref::from_object(this.object) })
    }
}

impl<T: Class> Deref for Ref<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: the object is complete and of this class or one that begins with it; the reference keeps it.
        unsafe { &*value_of(self.object.as_ptr()).cast::<T>() }
    }
}

impl<T> Clone for Ref<T> {
    #[inline]
    fn clone(&self) -> Self {
        Self { object: self.object.clone(), class: PhantomData }
    }
}

/// The class and the address: a value is printed by dereferencing.
impl<T: Class> fmt::Debug for Ref<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ref({} at {:p})", T::TYPE_KEY, self.object.as_ptr())
    }
}

/// Compares the values; [`Ref::same_object`] tells whether it is one object.
impl<T: Class + PartialEq> PartialEq for Ref<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Class + Eq> Eq for Ref<T> {}

impl<T: Class + Hash> Hash for Ref<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<T: Class> From<T> for Ref<T> {
    #[track_caller]
    fn from(value: T) -> Self {
        Self::new(value)
    }
}

/// The index of a class that was not registered when the library was loaded: there is a host by now, or this is a
/// program, which may start one.
#[cold]
fn registered_late<T: Class>() -> Option<TypeIndex> {
    if T::IN_PROGRAM {
        let _started = host::require();
    } else {
        let _present = host::current();
    }
    T::descriptor().type_index()
}

#[cold]
pub(super) fn why_unregistered(class: &ClassDescriptor) -> String {
    let key = class.type_key();
    match host::current() {
        Some(_) => format!(
            "there are no objects of class `{key}`: it could not be registered (see `registration_errors`)"
        ),
        None => format!(
            "there are no objects of class `{key}` without a host: in a program, call \
             `ffi_runtime::host::require()` first"
        ),
    }
}
