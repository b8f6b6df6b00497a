use core::ffi::c_void;

/// The arguments of a kernel: the driver wants the address of each, and reads as many bytes there as the kernel declares.
/// Each has eight bytes here, the value first.
#[derive(Default)]
pub(crate) struct Arguments {
    values: Vec<[u8; 8]>,
}

impl Arguments {
    /// An address on the device.
    pub(crate) fn pointer(mut self, address: *mut c_void) -> Self {
        self.values.push((address.addr() as u64).to_ne_bytes());
        self
    }

    pub(crate) fn u64(mut self, value: u64) -> Self {
        self.values.push(value.to_ne_bytes());
        self
    }

    pub(crate) fn f32(mut self, value: f32) -> Self {
        let mut bytes = [0; 8];
        bytes[..4].copy_from_slice(&value.to_ne_bytes());
        self.values.push(bytes);
        self
    }

    /// The addresses of the arguments, in order; they stay where they are while this is borrowed.
    pub(crate) fn addresses(&mut self) -> Vec<*mut c_void> {
        self.values.iter_mut().map(|value| value.as_mut_ptr().cast()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Arguments;

    #[test]
    fn each_argument_stands_at_its_address() {
        let mut arguments =
            Arguments::default().pointer(core::ptr::without_provenance_mut(0x1234)).u64(u64::MAX).f32(1.5);
        let addresses = arguments.addresses();
        assert_eq!(addresses.len(), 3);
        // SAFETY: the addresses are those of eight bytes each.
        unsafe {
            assert_eq!(addresses[0].cast::<u64>().read_unaligned(), 0x1234);
            assert_eq!(addresses[1].cast::<u64>().read_unaligned(), u64::MAX);
            assert_eq!(addresses[2].cast::<f32>().read_unaligned(), 1.5);
        }
    }
}
