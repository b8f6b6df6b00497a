//! Map and dict objects.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::equality;
use super::table::Table;
use crate::any::Any;
use crate::container::drop_values;
use crate::error::Result;
use crate::mem;
use crate::object::ObjectPtr;
use crate::sys::TypeIndex;

/// The body of map and dict objects.
pub(super) struct Mapping(Mutex<Table>);

impl Drop for Mapping {
    fn drop(&mut self) {
        let pairs = self.0.get_mut().unwrap_or_else(PoisonError::into_inner).take_all();
        drop_values(pairs.into_iter().flat_map(<[Any; 2]>::from));
    }
}

/// A new mapping of keys and values that stand one behind the other.
pub(super) fn new(type_index: TypeIndex, keys_and_values: Vec<Any>) -> Result<ObjectPtr> {
    let count = keys_and_values.len();
    if !count.is_multiple_of(2) {
        bail!(ValueError, "Expected a value behind every key but got {count} keys and values");
    }
    let mapping = Mapping(Mutex::default());
    let mut rest = keys_and_values.into_iter();
    while let (Some(key), Some(value)) = (rest.next(), rest.next()) {
        mapping.set(key, value)?;
    }
    let object = mem::new_object(type_index, mapping);
    // SAFETY: a new object has one reference, which is taken over.
    Ok(unsafe { ObjectPtr::from_owned(object) })
}

/// The body of a map or dict object.
pub(super) fn of(object: &ObjectPtr) -> &Mapping {
    // SAFETY: all maps and dicts of the process are made by `new`, since they have no layout of the ABI's.
    unsafe { object.body::<Mapping>().as_ref() }
}

/// Where a key was found.
enum Search {
    At(usize),
    Absent,
    /// Keys that only their type's own function can compare, with the numbers of their pairs.
    Ask(Vec<(u64, Any)>),
}

impl Mapping {
    fn lock(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn len(&self) -> usize {
        self.lock().len()
    }

    /// The value of a key.
    pub(super) fn get(&self, key: &Any) -> Result<Option<Any>> {
        self.at_key(key, |table, found| Some(table.pair(found.ok()?)?.1.clone()))
    }

    /// Sets the value of a key.
    pub(super) fn set(&self, key: Any, value: Any) -> Result<()> {
        let replaced = self.at_key(&key, |table, found| match found {
            Ok(position) => table.replace(position, value),
            Err(hash) => {
                table.insert(hash, key.clone(), value);
                None
            }
        })?;
        // Without the lock.
        drop(replaced);
        Ok(())
    }

    /// Removes a key; nothing happens when it is not there.
    pub(super) fn erase(&self, key: &Any) -> Result<()> {
        let erased = self.at_key(key, |table, found| table.erase(found.ok()?))?;
        // Without the lock.
        drop(erased);
        Ok(())
    }

    pub(super) fn clear(&self) {
        let all = self.lock().take_all();
        // Without the lock.
        drop(all);
    }

    /// The number of the first pair whose number is at least `id`.
    pub(super) fn next_id(&self, id: u64) -> Option<u64> {
        let table = self.lock();
        table.position_from(id).map(|position| table.id(position))
    }

    /// The pair of that number, None when it was erased.
    pub(super) fn pair(&self, id: u64) -> Option<(Any, Any)> {
        let table = self.lock();
        let position = table.position_from(id).filter(|position| table.id(*position) == id)?;
        table.pair(position).cloned()
    }

    /// Looks a key up and acts on its position, or on its hash when it is not there, under the lock. The action
    /// drops no values.
    fn at_key<R>(&self, key: &Any, action: impl FnOnce(&mut Table, Result<usize, u64>) -> R) -> Result<R> {
        /// Whoever is asked about a key may change the mapping, and then there may be others to ask.
        const ATTEMPTS: usize = 64;
        let hash = equality::hash(key)?;
        let mut answers = Vec::new();
        for _ in 0..ATTEMPTS {
            let questions = {
                let mut table = self.lock();
                match search(&table, hash, key, &answers) {
                    Search::At(position) => return Ok(action(&mut table, Ok(position))),
                    Search::Absent => return Ok(action(&mut table, Err(hash))),
                    Search::Ask(questions) => questions,
                }
            };
            for (id, other) in questions {
                answers.push((id, equality::equal(&other, key)?));
            }
        }
        bail!(RuntimeError, "the keys changed whenever they were compared")
    }
}

fn search(table: &Table, hash: u64, key: &Any, answers: &[(u64, bool)]) -> Search {
    let mut questions = Vec::new();
    for position in table.with_hash(hash) {
        let Some((other, _)) = table.pair(position) else { continue };
        let id = table.id(position);
        let known = || answers.iter().find(|(asked, _)| *asked == id).map(|(_, equal)| *equal);
        match equality::compare(other, key).or_else(known) {
            Some(true) => return Search::At(position),
            Some(false) => {}
            None => questions.push((id, other.clone())),
        }
    }
    if questions.is_empty() { Search::Absent } else { Search::Ask(questions) }
}
