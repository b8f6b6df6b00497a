use ffi_runtime::prelude::*;

/// The threads of a block.
pub(crate) const BLOCK: u32 = 256;

/// How many blocks of [`BLOCK`] threads cover that many elements, one for each thread; None where there is nothing to do.
///
/// # Errors
/// A ValueError where the grid would be larger than the hardware has it.
pub(crate) fn blocks(elements: usize) -> Result<Option<u32>> {
    /// The largest first dimension of a grid on every GPU since 2012.
    const LARGEST: usize = i32::MAX as usize;
    let blocks = elements.div_ceil(BLOCK as usize);
    ensure!(blocks <= LARGEST, ValueError, "{elements} elements are too many for one launch");
    Ok((blocks > 0).then_some(blocks as u32))
}

#[cfg(test)]
mod tests {
    use super::blocks;

    #[test]
    fn blocks_cover_all_elements() {
        for (elements, expected) in
            [(0, None), (1, Some(1)), (256, Some(1)), (257, Some(2)), (1 << 20, Some(4096))]
        {
            assert_eq!(blocks(elements).unwrap(), expected);
        }
        assert_eq!(blocks(256 * i32::MAX as usize).unwrap(), Some(i32::MAX as u32));
        assert!(blocks(256 * i32::MAX as usize + 1).is_err());
    }
}
