use super::assert_layout;

/// `TVMFFIVersion`: the version of a host.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C)]
pub struct Version {
    /// Differs between hosts whose ABI differs.
    pub major: u32,
    /// Grows with additions.
    pub minor: u32,
    /// Grows with repairs.
    pub patch: u32,
}

assert_layout!(Version, size 12, major at 0, minor at 4, patch at 8);
