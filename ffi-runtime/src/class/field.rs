use core::any::TypeId;
use core::cell::UnsafeCell;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::sync::atomic::Ordering::{Acquire, Release};
use core::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{ReadField, SetField};
use crate::any::{Any, AnyView};
use crate::convert::{Argument, IntoAny, Mismatch, OwnedArgument};

/// A field of a class that can be set while the object is shared, by any language and thread.
///
/// Numbers and `bool` are read and written at once, without a lock; other values under one that is held only while
/// they are copied.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// let field = Field::new(3);
/// field.set(4);
/// assert_eq!(field.get(), 4);
/// ```
pub struct Field<T> {
    lock: Mutex<()>,
    value: UnsafeCell<T>,
}

// SAFETY: the value is reached under the lock or by atomic operations; it may be dropped and copied on any thread.
unsafe impl<T: Send> Sync for Field<T> {}

/// Whether a type is a number or bool of that many bytes, for which every bit pattern that is written is read back.
fn is_plain_of_size<T: 'static>(size: usize) -> bool {
    let id = TypeId::of::<T>();
    let plain = [
        TypeId::of::<bool>(),
        TypeId::of::<i8>(),
        TypeId::of::<u8>(),
        TypeId::of::<i16>(),
        TypeId::of::<u16>(),
        TypeId::of::<i32>(),
        TypeId::of::<u32>(),
        TypeId::of::<f32>(),
        TypeId::of::<i64>(),
        TypeId::of::<u64>(),
        TypeId::of::<isize>(),
        TypeId::of::<usize>(),
        TypeId::of::<f64>(),
    ];
    size_of::<T>() == size && align_of::<T>() == size && plain.contains(&id)
}

impl<T> Field<T> {
    /// A field with that value.
    pub const fn new(value: T) -> Self {
        Self { lock: Mutex::new(()), value: UnsafeCell::new(value) }
    }

    /// The value, if nobody shares the field.
    pub fn get_mut(&mut self) -> &mut T {
        self.value.get_mut()
    }

    /// The value.
    pub fn into_inner(self) -> T {
        self.value.into_inner()
    }

    fn locked(&self) -> MutexGuard<'_, ()> {
        // A panic of `clone` leaves the value as it was.
        self.lock.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: 'static> Field<T> {
    /// A copy of the value.
    #[inline]
    pub fn get(&self) -> T
    where
        T: Clone,
    {
        self.load_if_plain().unwrap_or_else(|| self.with(T::clone))
    }

    /// Gives the value to a function while nobody writes to it, which must not reach the field again.
    #[inline]
    fn with<R>(&self, read: impl FnOnce(&T) -> R) -> R {
        let _locked = self.locked();
        // SAFETY: the lock keeps writers away.
        read(unsafe { &*self.value.get() })
    }

    /// The value of a number or bool, which needs no lock.
    #[inline(always)]
    fn load_if_plain(&self) -> Option<T> {
        macro_rules! load {
            ($size:literal, $atomic:ty) => {
                if is_plain_of_size::<T>($size) {
                    // SAFETY: the value is a number of the atomic's size and alignment, which is only reached atomically
                    // while it is shared.
                    return Some(unsafe {
                        let bits = <$atomic>::from_ptr(self.value.get().cast()).load(Acquire);
                        core::mem::transmute_copy(&bits)
                    });
                }
            };
        }
        load!(8, AtomicU64);
        load!(4, AtomicU32);
        load!(2, AtomicU16);
        load!(1, AtomicU8);
        None
    }

    /// Sets the value.
    #[inline]
    pub fn set(&self, value: T) {
        drop(self.replace_if_locked(value));
    }

    /// The old value when it needs to be dropped, after the lock.
    #[inline]
    fn replace_if_locked(&self, value: T) -> Option<T> {
        macro_rules! store {
            ($size:literal, $atomic:ty) => {
                if is_plain_of_size::<T>($size) {
                    // SAFETY: as for reading; the number is copied out of `value` bit by bit.
                    unsafe {
                        let bits = core::mem::transmute_copy(&value);
                        <$atomic>::from_ptr(self.value.get().cast()).store(bits, Release);
                    }
                    return None;
                }
            };
        }
        store!(8, AtomicU64);
        store!(4, AtomicU32);
        store!(2, AtomicU16);
        store!(1, AtomicU8);
        let _locked = self.locked();
        // SAFETY: the lock keeps readers and other writers away.
        Some(unsafe { core::mem::replace(&mut *self.value.get(), value) })
    }
}

impl<T: IntoAny + OwnedArgument + Clone> ReadField for Field<T> {
    type Value = T;

    #[inline(always)]
    fn read(&self) -> Result<Any, Mismatch> {
        match self.load_if_plain() {
            Some(value) => value.into_any(),
            None => self.with(T::copy_into_any),
        }
    }

    fn build(value: AnyView<'_>) -> Result<Self, Mismatch> {
        <T as Argument>::from_view(value).map(Self::new)
    }
}

impl<T: IntoAny + OwnedArgument + Clone> SetField for Field<T> {
    #[inline(always)]
    fn set_from(&self, value: AnyView<'_>) -> Result<(), Mismatch> {
        self.set(<T as Argument>::from_view(value)?);
        Ok(())
    }
}

impl<T> From<T> for Field<T> {
    fn from(value: T) -> Self {
        Self::new(value)
    }
}

impl<T: Default> Default for Field<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T: Clone + 'static> Clone for Field<T> {
    fn clone(&self) -> Self {
        Self::new(self.get())
    }
}

impl<T: Clone + PartialEq + 'static> PartialEq for Field<T> {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl<T: Clone + Eq + 'static> Eq for Field<T> {}

impl<T: Clone + Hash + 'static> Hash for Field<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.get().hash(state);
    }
}

impl<T: Clone + fmt::Debug + 'static> fmt::Debug for Field<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}
