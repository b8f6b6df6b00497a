//! The host's functions for maps, or those for dicts.

use crate::any::{Any, AnyView};
use crate::convert::ToArgument;
use crate::error::{Error, ErrorKind, Result};
use crate::function::{Function, HostFunction};
use crate::object::ObjectPtr;
use crate::sys::TypeIndex;

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

/// What the function from `…ForwardIterFunctor` does, by its argument.
mod step {
    pub(super) const KEY: i64 = 0;
    pub(super) const VALUE: i64 = 1;
    pub(super) const NEXT: i64 = 2;
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
    pub(super) fn find<M: ToArgument, K: ToArgument>(&self, mapping: &M, key: &K) -> Result<Option<Any>> {
        let value = self.get_or_missing.get()?.call((mapping, key))?;
        // The object that stands for no value is a plain one, as next to no value is.
        if value.type_index() == TypeIndex::OBJECT {
            let missing = MISSING.get()?.call(())?;
            return Ok((missing.view().object() != value.view().object()).then_some(value));
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

/// Stands on a pair of a mapping, which must not change meanwhile and is kept alive by the caller.
pub(super) struct Cursor {
    functor: Function,
    /// How many pairs there are from this one on.
    left: usize,
}

impl Cursor {
    pub(super) fn key(&self) -> Result<Any> {
        self.functor.call((step::KEY,))
    }

    pub(super) fn value(&self) -> Result<Any> {
        self.functor.call((step::VALUE,))
    }

    /// Goes to the next pair; false when there is none.
    pub(super) fn advance(&mut self) -> Result<bool> {
        self.left -= 1;
        Ok(self.left > 0 && self.functor.call((step::NEXT,))?.to()?)
    }
}
