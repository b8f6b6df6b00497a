use core::ptr::NonNull;
use std::alloc::{Layout, alloc_zeroed, dealloc};

/// Memory of a tensor, zero at first and aligned for vector instructions.
pub(super) struct Buffer {
    first: NonNull<u8>,
    layout: Layout,
}

// SAFETY: the buffer only owns the memory; who reads and writes it is the tensor's concern.
unsafe impl Send for Buffer {}
// SAFETY: as above.
unsafe impl Sync for Buffer {}

/// A cache line, and what the widest vector instructions want.
const ALIGNMENT: usize = 64;

impl Buffer {
    /// `size` bytes of zero, None when there is no such memory.
    pub(super) fn zeroed(size: usize) -> Option<Self> {
        let layout = Layout::from_size_align(size, ALIGNMENT).ok()?;
        if size == 0 {
            return Some(Self { first: NonNull::dangling(), layout });
        }
        // SAFETY: the size is not zero.
        let first = unsafe { alloc_zeroed(layout) };
        NonNull::new(first).map(|first| Self { first, layout })
    }

    pub(super) fn as_mut_ptr(&mut self) -> *mut u8 {
        self.first.as_ptr()
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        if self.layout.size() > 0 {
            // SAFETY: the memory was allocated with this layout and is not used any more.
            unsafe { dealloc(self.first.as_ptr(), self.layout) }
        }
    }
}
