//! The host's functions for maps, or those for dicts.

use crate::any::{Any, AnyView};
use crate::convert::{ArgumentValue, OwnedArgument, ToArgument};
use crate::error::{Error, ErrorKind, Result};
use crate::function::{Function, HostFunction};
use crate::object::ObjectPtr;
use crate::string;
use crate::sys::{RawAny, TypeIndex};

/// The host's functions for one kind of mapping.
pub(super) struct Functions {
    pub(super) type_index: TypeIndex,
    /// Whether a mapping of this kind stays as it is while it is shared.
    pub(super) immutable: bool,
    create: HostFunction,
    size: HostFunction,
    get_or_missing: HostFunction,
    iterate: HostFunction,
}

pub(super) static MAP: Functions = Functions {
    type_index: TypeIndex::MAP,
    immutable: true,
    create: HostFunction::new("ffi.Map"),
    size: HostFunction::new("ffi.MapSize"),
    get_or_missing: HostFunction::new("ffi.MapGetItemOrMissing"),
    iterate: HostFunction::new("ffi.MapForwardIterFunctor"),
};

pub(super) static DICT: Functions = Functions {
    type_index: TypeIndex::DICT,
    immutable: false,
    create: HostFunction::new("ffi.Dict"),
    size: HostFunction::new("ffi.DictSize"),
    get_or_missing: HostFunction::new("ffi.DictGetItemOrMissing"),
    iterate: HostFunction::new("ffi.DictForwardIterFunctor"),
};

/// What stands for a value that is not there.
static MISSING: HostFunction = HostFunction::new("ffi.GetInvalidObject");

/// The arguments of the function from `…ForwardIterFunctor`, which say what it does. They are not written for each call,
/// which would make the processor wait for them.
mod step {
    use crate::sys::{RawAny, TypeIndex};

    pub(super) const KEY: &[RawAny] = &[RawAny::from_bits(TypeIndex::INT, 0)];
    pub(super) const VALUE: &[RawAny] = &[RawAny::from_bits(TypeIndex::INT, 1)];
    pub(super) const NEXT: &[RawAny] = &[RawAny::from_bits(TypeIndex::INT, 2)];
}

impl Functions {
    /// A new mapping of the pairs, which stand one behind the other.
    pub(super) fn new_object(&self, keys_and_values: &[Any]) -> Result<ObjectPtr> {
        let views: Vec<_> = keys_and_values.iter().map(Any::view).collect();
        self.create.get()?.call_packed(&views)?.into_object(self.type_index).map_err(|other| {
            let wanted = self.type_index;
            Error::new(
                ErrorKind::TypeError,
                format!("the host made {other:?} and no object of type {wanted:?}"),
            )
        })
    }

    pub(super) fn len<M: ToArgument>(&self, mapping: &M) -> Result<usize> {
        self.size.get()?.call((mapping,))?.to()
    }

    /// The value of a key, None when there is no such key.
    #[inline]
    pub(super) fn find<K: ToArgument>(&self, mapping: &ObjectPtr, key: &K) -> Result<Option<Any>> {
        match key.as_text() {
            Some(text) => self.find_text(mapping, text),
            None => self.find_value(mapping, &key.to_argument()?),
        }
    }

    fn find_text(&self, mapping: &ObjectPtr, text: &str) -> Result<Option<Any>> {
        string::with_lookup_key(text, |key| self.find_raw(mapping, key))
    }

    fn find_value(&self, mapping: &ObjectPtr, key: &ArgumentValue<'_>) -> Result<Option<Any>> {
        self.find_raw(mapping, key.as_raw())
    }

    /// The key stays valid during the call.
    #[inline(always)]
    fn find_raw(&self, mapping: &ObjectPtr, key: RawAny) -> Result<Option<Any>> {
        let mapping = RawAny::from_pointer(self.type_index, mapping.as_ptr().cast());
        let value = self.get_or_missing.get()?.call_raw(&[mapping, key])?;
        // The object that stands for no value is a plain one, as next to no value is.
        if value.type_index() == TypeIndex::OBJECT {
            return unless_missing(value);
        }
        Ok(Some(value))
    }

    /// All pairs, in the order of insertion.
    pub(super) fn pairs<M: ToArgument>(&self, mapping: &M) -> Result<Vec<(Any, Any)>> {
        let mut pairs = Vec::new();
        let Some(mut cursor) = self.cursor(mapping)? else { return Ok(pairs) };
        pairs.reserve_exact(cursor.left);
        loop {
            pairs.push((cursor.key()?, cursor.value()?));
            if !cursor.advance()? {
                return Ok(pairs);
            }
        }
    }

    /// A cursor on the first pair, None when there is no pair.
    pub(super) fn cursor<M: ToArgument>(&self, mapping: &M) -> Result<Option<Cursor>> {
        let left = self.len(mapping)?;
        if left == 0 {
            return Ok(None);
        }
        let functor = self.iterate.get()?.call((mapping,))?.to::<Function>()?;
        Ok(Some(Cursor { functor, left }))
    }

    /// The kind of mapping in an argument.
    pub(super) fn of_view(view: AnyView<'_>) -> Option<&'static Self> {
        [&MAP, &DICT].into_iter().find(|functions| view.object_of(functions.type_index).is_some())
    }
}

/// A value as a `V`, moved where it is asked for as it is.
#[inline]
pub(super) fn take<V: OwnedArgument>(value: Any) -> Result<V> {
    let mut value = Some(value);
    let asked_for: &mut dyn core::any::Any = &mut value;
    if let Some(same) = asked_for.downcast_mut::<Option<V>>().and_then(Option::take) {
        return Ok(same);
    }
    value.unwrap_or_default().to()
}

/// The value, unless it is what stands for none.
#[cold]
fn unless_missing(value: Any) -> Result<Option<Any>> {
    let missing = MISSING.get()?.call(())?;
    Ok((missing.view().object() != value.view().object()).then_some(value))
}

/// Stands on a pair of a mapping, which must not change meanwhile and is kept alive by the caller.
pub(super) struct Cursor {
    functor: Function,
    /// How many pairs there are from this one on.
    left: usize,
}

impl Cursor {
    #[inline(always)]
    pub(super) fn key(&self) -> Result<Any> {
        self.functor.call_raw(step::KEY)
    }

    #[inline(always)]
    pub(super) fn value(&self) -> Result<Any> {
        self.functor.call_raw(step::VALUE)
    }

    /// Goes to the next pair; false when there is none.
    #[inline(always)]
    pub(super) fn advance(&mut self) -> Result<bool> {
        self.left -= 1;
        Ok(self.left > 0 && self.functor.call_raw(step::NEXT)?.to()?)
    }
}
