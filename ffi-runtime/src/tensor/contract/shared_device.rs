use crate::sys::{DLDevice, DLTensor};

/// The device that several arguments share: that of the first.
#[derive(Clone, Copy)]
pub struct SharedDevice(Option<DLDevice>);

impl SharedDevice {
    /// No argument was looked at.
    pub const UNBOUND: Self = Self(None);

    /// Whether the tensor is on the device, which becomes its own if there is none.
    #[inline(always)]
    pub fn agrees(&mut self, tensor: &DLTensor) -> bool {
        *self.0.get_or_insert(tensor.device) == tensor.device
    }
}
