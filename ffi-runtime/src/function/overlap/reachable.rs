//! The memory of the tensors inside an argument, however deep.

use core::ptr::NonNull;
use std::collections::HashSet;

use super::{Extent, tensor_of};
use crate::any::{Any, AnyView};
use crate::error::Result;
use crate::function::Function;
use crate::sys::{ObjectHeader, RawAny, SeqCell, TypeIndex};

/// Whether a value of that type holds others.
#[inline(always)]
pub(super) fn is_container(type_index: TypeIndex) -> bool {
    matches!(type_index, TypeIndex::ARRAY | TypeIndex::LIST | TypeIndex::MAP | TypeIndex::DICT)
}

/// Visits the memory that a value lends, or that of all tensors in it if it is a container. A container that stands in it
/// several times, or in itself, is looked into once.
///
/// # Errors
/// Those of the host's functions that read maps and dicts.
pub(super) fn for_each_extent(view: AnyView<'_>, mut visit: impl FnMut(Extent)) -> Result<()> {
    if !is_container(view.type_index()) {
        if let Some(extent) = Extent::of_value(view) {
            visit(extent);
        }
        return Ok(());
    }
    let mut walk = Walk::default();
    walk.waiting.extend(view.object());
    while let Some(container) = walk.waiting.pop() {
        // SAFETY: the caller's value keeps everything in it alive, since nothing but the host's reading functions
        // runs meanwhile.
        match unsafe { container.as_ref().type_index } {
            TypeIndex::ARRAY | TypeIndex::LIST => walk.sequence(container, &mut visit),
            kind => walk.mapping(kind, container, &mut visit)?,
        }
    }
    Ok(())
}

#[derive(Default)]
struct Walk {
    waiting: Vec<NonNull<ObjectHeader>>,
    seen: HashSet<NonNull<ObjectHeader>>,
    /// Containers that were read out of maps and dicts.
    kept: Vec<Any>,
}

impl Walk {
    /// Visits an element, or leaves it for later if it is a container.
    fn element(&mut self, element: AnyView<'_>, visit: &mut impl FnMut(Extent)) {
        if let Some(tensor) = tensor_of(element) {
            if let Some(extent) = Extent::of(tensor) {
                visit(extent);
            }
        } else if is_container(element.type_index())
            && let Some(container) = element.object()
            && self.seen.insert(container)
        {
            self.waiting.push(container);
        }
    }

    fn sequence(&mut self, container: NonNull<ObjectHeader>, visit: &mut impl FnMut(Extent)) {
        // SAFETY: an array or list has the cell behind its header, and `size` elements at `data` if there are any.
        let elements: &[RawAny] = unsafe {
            let cell = container.add(1).cast::<SeqCell>().as_ref();
            match usize::try_from(cell.size) {
                Ok(size) if !cell.data.is_null() => {
                    core::slice::from_raw_parts(cell.data.cast_const().cast(), size)
                }
                _ => &[],
            }
        };
        for raw in elements {
            // SAFETY: the elements are owned values, which are valid views.
            self.element(unsafe { AnyView::from_raw(raw) }, visit);
        }
    }

    /// The layout of maps and dicts is the host's own, so its functions read them.
    fn mapping(
        &mut self,
        kind: TypeIndex,
        container: NonNull<ObjectHeader>,
        visit: &mut impl FnMut(Extent),
    ) -> Result<()> {
        let (size, iterate) = match kind {
            TypeIndex::MAP => ("ffi.MapSize", "ffi.MapForwardIterFunctor"),
            _ => ("ffi.DictSize", "ffi.DictForwardIterFunctor"),
        };
        let raw = RawAny::from_pointer(kind, container.as_ptr().cast());
        // SAFETY: the container is alive for longer than the view.
        let mapping = unsafe { AnyView::from_raw(&raw) };
        if Function::global(size)?.call((mapping,))?.to::<i64>()? == 0 {
            return Ok(());
        }
        let functor = Function::global(iterate)?.call((mapping,))?.to::<Function>()?;
        loop {
            for part in [functor.call((0,))?, functor.call((1,))?] {
                self.element(part.view(), visit);
                if is_container(part.type_index()) {
                    self.kept.push(part);
                }
            }
            if !functor.call((2,))?.to::<bool>()? {
                return Ok(());
            }
        }
    }
}
