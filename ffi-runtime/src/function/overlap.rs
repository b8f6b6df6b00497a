//! `&mut` is never handed out over memory that another argument of the same call reaches.

mod extent;
mod quick;
mod reachable;
mod same;

use extent::Extent;
#[cfg(test)]
use extent::may_overlap;
use quick::follow_each_other;
use reachable::{for_each_extent, is_container};
pub(crate) use same::are_same;

use super::{Arguments, FunctionDescriptor};
use crate::any::AnyView;
use crate::convert::Mismatch;
use crate::error::{Error, ErrorKind, Result};
use crate::sys::{DLTensor, ObjectHeader, RawAny, TypeIndex};

/// The arguments that are written to, as bits: bit `i` stands for argument `i`, the last bit for all from there on.
pub const fn writers(exclusive: &[bool]) -> u64 {
    let (mut bits, mut index) = (0, 0);
    while index < exclusive.len() {
        if exclusive[index] {
            bits |= 1 << if index < 63 { index } else { 63 };
        }
        index += 1;
    }
    bits
}

/// Refuses the call when a tensor that is written to may share memory with another one. `writers` is known when
/// the call is compiled, and all but the rare cases are told apart in the caller's code.
#[inline(always)]
pub(super) fn check(arguments: Arguments<'_>, writers: u64) -> Result<()> {
    /// Up to here every pair of arguments has code of its own.
    const UNROLLED: usize = 4;
    if writers == 0 {
        return Ok(());
    }
    if writers >> UNROLLED != 0 || arguments.len() > UNROLLED {
        return arguments.in_pieces(check_all);
    }
    let writes = |index: u32| (writers >> index) & 1 == 1;
    // Written out, because the compiler does not unroll loops of this size. Two writers are compared once.
    macro_rules! check_pairs {
        ($($writer:literal $other:literal),*) => {
            $(
                if writes($writer)
                    && !($other < $writer && writes($other))
                    && may_share(arguments.get($writer), arguments.get($other))
                {
                    return arguments.in_pieces(check_all);
                }
            )*
        };
    }
    check_pairs!(0 1, 0 2, 0 3, 1 0, 1 2, 1 3, 2 0, 2 1, 2 3, 3 0, 3 1, 3 2);
    Ok(())
}

/// Whether two arguments are tensors that need a closer look.
#[inline(always)]
fn may_share(written: Option<AnyView<'_>>, other: Option<AnyView<'_>>) -> bool {
    let (Some(written), Some(other)) = (written, other) else { return false };
    // SAFETY: the caller keeps the tensors during the call.
    match unsafe { (tensor_address(written).as_ref(), tensor_address(other).as_ref()) } {
        (Some(written), Some(other)) => !follow_each_other(written, other),
        // What needs more than a glance is told by the closer look.
        _ => lends_memory(written.as_raw().type_index) && lends_memory(other.as_raw().type_index),
    }
}

/// Where the tensor of an argument stands, without following rvalue references or looking into containers; null without
/// one. Two comparisons: the compiler makes a jump through a table of a `match` here.
#[inline(always)]
pub(super) fn tensor_address(view: AnyView<'_>) -> *const DLTensor {
    let pointer = view.as_raw().pointer().cast_const();
    let type_index = view.as_raw().type_index;
    if type_index == TypeIndex::DL_TENSOR_PTR {
        return pointer.cast();
    }
    if type_index == TypeIndex::TENSOR {
        return pointer.wrapping_byte_add(size_of::<ObjectHeader>()).cast();
    }
    core::ptr::null()
}

/// Whether a value of that type may lend memory that a tensor could share: a tensor, a container, an object that is
/// moved in, or the caller's own bytes or string.
#[inline(always)]
fn lends_memory(type_index: TypeIndex) -> bool {
    is_container(type_index)
        || matches!(
            type_index,
            TypeIndex::TENSOR
                | TypeIndex::DL_TENSOR_PTR
                | TypeIndex::OBJECT_RVALUE_REF
                | TypeIndex::BYTE_ARRAY_PTR
                | TypeIndex::RAW_STR
        )
}

/// Looks at every pair of a tensor that is written to and one of another argument.
#[cold]
#[inline(never)]
fn check_all(function: &'static FunctionDescriptor, first: *const RawAny, count: usize) -> Result<()> {
    // SAFETY: `Arguments::in_pieces` hands its own pieces over.
    let arguments = unsafe { Arguments::new(first, count, function) };
    let is_writer =
        |index: usize| function.parameters.get(index).is_some_and(|parameter| parameter.exclusive);
    let allowed = |one: usize, two: usize| is_in_place_pair(arguments, one, two);
    let overlap = if arguments.iter().any(|argument| is_container(argument.type_index())) {
        find_nested(arguments.iter(), is_writer, allowed)?
    } else {
        find_plain(arguments, is_writer, allowed)
    };
    match overlap {
        Some((writer, other)) => Err(overlap_error(function, writer, other)),
        None => Ok(()),
    }
}

/// Whether two arguments are the same tensor, and both of a type that allows that.
fn is_in_place_pair(arguments: Arguments<'_>, one: usize, two: usize) -> bool {
    let tensor = |index: usize| {
        let parameter = arguments.function().parameters.get(index)?;
        arguments.get(index).filter(|_| parameter.in_place).and_then(tensor_of)
    };
    match (tensor(one), tensor(two)) {
        (Some(one), Some(two)) => are_same(one, two),
        _ => false,
    }
}

/// The first pair of a written argument and another one that overlap, where no argument is a container.
fn find_plain(
    arguments: Arguments<'_>,
    is_writer: impl Fn(usize) -> bool,
    allowed: impl Fn(usize, usize) -> bool,
) -> Option<(usize, usize)> {
    let count = arguments.len();
    for writer in (0..count).filter(|index| is_writer(*index)) {
        let Some(written) = arguments.get(writer).and_then(Extent::of_value) else { continue };
        for other in (0..count).filter(|other| *other != writer && !(*other < writer && is_writer(*other))) {
            let reached = arguments.get(other).and_then(Extent::of_value);
            if reached.is_some_and(|reached| written.may_overlap(&reached)) && !allowed(writer, other) {
                return Some((writer, other));
            }
        }
    }
    None
}

/// Memory that a value reaches, itself or through containers.
struct Reached {
    /// Which of the values.
    owner: usize,
    writes: bool,
    extent: Extent,
}

/// The first pair of a written value and another one that overlap, where values may be containers of any depth.
/// The time is linear in what the containers hold for each tensor that is written to, apart from sorting.
fn find_nested<'a>(
    values: impl Iterator<Item = AnyView<'a>>,
    is_writer: impl Fn(usize) -> bool,
    allowed: impl Fn(usize, usize) -> bool,
) -> Result<Option<(usize, usize)>> {
    let mut all = Vec::new();
    for (owner, value) in values.enumerate() {
        let writes = is_writer(owner);
        for_each_extent(value, |extent| all.push(Reached { owner, writes, extent }))?;
    }
    // The same tensor may stand in a container many times.
    all.sort_unstable_by_key(|reached| (reached.extent.begin, reached.extent.end, reached.owner));
    all.dedup_by(|one, two| one.owner == two.owner && one.extent == two.extent);
    let mut first: Option<(usize, usize)> = None;
    for one in all.iter().filter(|one| one.writes) {
        // The ones that begin before this one ends. Two writers are compared once.
        let near = all.iter().take_while(|two| two.extent.begin < one.extent.end);
        for two in near.filter(|two| two.owner != one.owner && !(two.writes && two.owner < one.owner)) {
            let pair = (one.owner, two.owner);
            if first.is_none_or(|first| pair < first)
                && one.extent.may_overlap(&two.extent)
                && !allowed(pair.0, pair.1)
            {
                first = Some(pair);
            }
        }
    }
    Ok(first)
}

/// Refuses a container whose elements are written to and share memory with each other.
pub(crate) fn check_elements(elements: &[RawAny], is_writer: impl Fn(usize) -> bool) -> Result<(), Mismatch> {
    // SAFETY: the elements of a container are owned values, which are valid views.
    let views = elements.iter().map(|raw| unsafe { AnyView::from_raw(raw) });
    match find_nested(views, is_writer, |_, _| false) {
        Ok(None) => Ok(()),
        Ok(Some((writer, other))) => Err(Mismatch::new_value(
            "elements that share no memory, since they are written to,",
            format!("[{writer}] and [{other}], which overlap"),
        )),
        Err(error) => Err(Mismatch::new_value("containers that the host can read", error.message())),
    }
}

#[cold]
fn overlap_error(function: &FunctionDescriptor, writer: usize, other: usize) -> Error {
    let in_place = |index: usize| function.parameters.get(index).is_some_and(|parameter| parameter.in_place);
    let or_same = if in_place(writer) && in_place(other) { "be the same tensor or to " } else { "" };
    Error::without_place(
        ErrorKind::ValueError,
        format!(
            "Overlapping arguments when calling: `{}`. Expected argument #{writer} `{}`, which is written to, to \
             {or_same}share no memory with argument #{other} `{}` but got memory that overlaps",
            function.signature(),
            function.parameter_name(writer),
            function.parameter_name(other),
        ),
    )
}

/// The tensor in an argument, if it is one.
#[inline]
pub(crate) fn tensor_of(view: AnyView<'_>) -> Option<&DLTensor> {
    if view.as_raw().type_index == TypeIndex::DL_TENSOR_PTR {
        // SAFETY: the caller keeps the tensor it points to during the call.
        return unsafe { view.as_raw().pointer().cast::<DLTensor>().as_ref() };
    }
    // SAFETY: a tensor object has a `DLTensor` behind its header and lives as long as the view.
    view.object_of(TypeIndex::TENSOR).map(|object| unsafe { &*object.as_ptr().add(1).cast::<DLTensor>() })
}

/// Whether a value that the caller points to, such as a `DLTensor*`, uses what a tensor object owns: its own struct, its
/// shape, or its memory.
#[cold]
pub(super) fn lends_memory_of(object: AnyView<'_>, other: AnyView<'_>) -> bool {
    if !matches!(
        other.as_raw().type_index,
        TypeIndex::DL_TENSOR_PTR | TypeIndex::BYTE_ARRAY_PTR | TypeIndex::RAW_STR
    ) {
        return false;
    }
    let Some(tensor) = tensor_of(object) else { return false };
    let shares_numbers = tensor_of(other).is_some_and(|other| {
        core::ptr::eq(tensor, other) || !other.shape.is_null() && other.shape == tensor.shape
    });
    let overlaps = || match (Extent::of(tensor), Extent::of_value(other)) {
        (Some(a), Some(b)) => a.may_overlap(&b),
        _ => false,
    };
    shares_numbers || overlaps()
}

#[cfg(test)]
mod tests;
