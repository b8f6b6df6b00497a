//! A hash table that keeps the order of insertion. It compares no keys and drops no values: what is taken out
//! is the caller's.

use crate::any::Any;

/// A pair with its hash, and a number that grows with every insertion and is never given out again.
struct Entry {
    id: u64,
    hash: u64,
    /// None when it was erased.
    pair: Option<(Any, Any)>,
}

#[derive(Default)]
pub(super) struct Table {
    /// In the order of insertion, so of their numbers.
    entries: Vec<Entry>,
    /// Positions in `entries`, by hash with linear probing; as many as a power of two, or none. Erased entries
    /// keep their place until the next rebuild.
    places: Vec<usize>,
    len: usize,
    next_id: u64,
    /// Whether the table was ever set a key of while it had four: libtvm_ffi then takes another layout for good, in
    /// which a key whose value is replaced becomes the last one. Before, it keeps its place.
    is_large: bool,
}

const EMPTY: usize = usize::MAX;

impl Table {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The positions of all pairs whose keys have that hash.
    pub(super) fn with_hash(&self, hash: u64) -> impl Iterator<Item = usize> {
        self.probe(hash)
            .map_while(|place| Some(self.places[place]).filter(|position| *position != EMPTY))
            .filter(move |position| {
                let entry = &self.entries[*position];
                entry.hash == hash && entry.pair.is_some()
            })
    }

    /// The places to look at for a hash, in order; an empty one is always among them.
    fn probe(&self, hash: u64) -> impl Iterator<Item = usize> + use<> {
        let count = self.places.len();
        let mask = count.wrapping_sub(1);
        (0..count).map(move |step| (hash as usize).wrapping_add(step) & mask)
    }

    pub(super) fn id(&self, position: usize) -> u64 {
        self.entries[position].id
    }

    pub(super) fn pair(&self, position: usize) -> Option<&(Any, Any)> {
        self.entries.get(position)?.pair.as_ref()
    }

    /// The position of the first pair whose number is at least `id`.
    pub(super) fn position_from(&self, id: u64) -> Option<usize> {
        let start = self.entries.partition_point(|entry| entry.id < id);
        (start..self.entries.len()).find(|position| self.entries[*position].pair.is_some())
    }

    /// Adds a pair whose key is not there.
    pub(super) fn insert(&mut self, hash: u64, key: Any, value: Any) {
        self.note_size();
        self.push(hash, key, value);
    }

    fn note_size(&mut self) {
        const SMALL: usize = 4;
        self.is_large |= self.len >= SMALL;
    }

    fn push(&mut self, hash: u64, key: Any, value: Any) {
        // At most three quarters of the places are taken.
        if (self.entries.len() + 1) * 4 > self.places.len() * 3 {
            self.rebuild();
        }
        let id = self.next_id;
        self.next_id += 1;
        self.entries.push(Entry { id, hash, pair: Some((key, value)) });
        self.len += 1;
        self.place(self.entries.len() - 1);
    }

    fn place(&mut self, position: usize) {
        let hash = self.entries[position].hash;
        if let Some(place) = self.probe(hash).find(|place| self.places[*place] == EMPTY) {
            self.places[place] = position;
        }
    }

    /// Forgets erased entries, and makes room for as many pairs again as there are.
    fn rebuild(&mut self) {
        const LEAST: usize = 8;
        self.entries.retain(|entry| entry.pair.is_some());
        let count = ((self.len + 1) * 2).next_power_of_two().max(LEAST);
        self.places.clear();
        self.places.resize(count, EMPTY);
        for position in 0..self.entries.len() {
            self.place(position);
        }
    }

    /// Sets the value of a pair that is there, and gives the old one back.
    pub(super) fn replace(&mut self, position: usize, value: Any) -> Option<Any> {
        self.note_size();
        if self.is_large {
            let hash = self.entries.get(position)?.hash;
            let (key, old) = self.erase(position)?;
            self.push(hash, key, value);
            return Some(old);
        }
        let pair = self.entries.get_mut(position)?.pair.as_mut()?;
        Some(core::mem::replace(&mut pair.1, value))
    }

    pub(super) fn erase(&mut self, position: usize) -> Option<(Any, Any)> {
        let pair = self.entries.get_mut(position)?.pair.take()?;
        self.len -= 1;
        Some(pair)
    }

    /// Takes everything out; numbers go on from where they were.
    pub(super) fn take_all(&mut self) -> Vec<(Any, Any)> {
        self.places.clear();
        self.len = 0;
        core::mem::take(&mut self.entries).into_iter().filter_map(|entry| entry.pair).collect()
    }
}
