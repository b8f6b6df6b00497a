//! The standard library's types for values that are changed while shared, as fields.

use core::sync::atomic::Ordering::{Acquire, Release};
use core::sync::atomic::{
    AtomicBool, AtomicI8, AtomicI16, AtomicI32, AtomicI64, AtomicIsize, AtomicU8, AtomicU16, AtomicU32,
    AtomicU64, AtomicUsize,
};
use std::sync::{Mutex, PoisonError, RwLock};

use super::{ReadField, SetField};
use crate::any::{Any, AnyView};
use crate::convert::{Argument, IntoAny, Mismatch, OwnedArgument};

macro_rules! impl_atomic_fields {
    ($($atomic:ty: $value:ty),+) => {
        $(
            impl ReadField for $atomic {
                type Value = $value;

                fn read(&self) -> Result<Any, Mismatch> {
                    self.load(Acquire).into_any()
                }

                fn build(value: AnyView<'_>) -> Result<Self, Mismatch> {
                    <$value as Argument>::from_view(value).map(Self::new)
                }
            }

            impl SetField for $atomic {
                fn set_from(&self, value: AnyView<'_>) -> Result<(), Mismatch> {
                    self.store(<$value as Argument>::from_view(value)?, Release);
                    Ok(())
                }
            }
        )+
    };
}

impl_atomic_fields!(
    AtomicBool: bool, AtomicI8: i8, AtomicI16: i16, AtomicI32: i32, AtomicI64: i64, AtomicIsize: isize,
    AtomicU8: u8, AtomicU16: u16, AtomicU32: u32, AtomicU64: u64, AtomicUsize: usize
);

impl<T: IntoAny + OwnedArgument + Clone> ReadField for Mutex<T> {
    type Value = T;

    fn read(&self) -> Result<Any, Mismatch> {
        let value = self.lock().unwrap_or_else(PoisonError::into_inner).clone();
        value.into_any()
    }

    fn build(value: AnyView<'_>) -> Result<Self, Mismatch> {
        <T as Argument>::from_view(value).map(Self::new)
    }
}

impl<T: IntoAny + OwnedArgument + Clone> SetField for Mutex<T> {
    fn set_from(&self, value: AnyView<'_>) -> Result<(), Mismatch> {
        let value = <T as Argument>::from_view(value)?;
        let old = core::mem::replace(&mut *self.lock().unwrap_or_else(PoisonError::into_inner), value);
        // What it held may run anything when it goes, so it goes after the lock.
        drop(old);
        Ok(())
    }
}

impl<T: IntoAny + OwnedArgument + Clone> ReadField for RwLock<T> {
    type Value = T;

    fn read(&self) -> Result<Any, Mismatch> {
        let value = self.read().unwrap_or_else(PoisonError::into_inner).clone();
        value.into_any()
    }

    fn build(value: AnyView<'_>) -> Result<Self, Mismatch> {
        <T as Argument>::from_view(value).map(Self::new)
    }
}

impl<T: IntoAny + OwnedArgument + Clone> SetField for RwLock<T> {
    fn set_from(&self, value: AnyView<'_>) -> Result<(), Mismatch> {
        let value = <T as Argument>::from_view(value)?;
        let old = core::mem::replace(&mut *self.write().unwrap_or_else(PoisonError::into_inner), value);
        drop(old);
        Ok(())
    }
}
