//! Tensors on a device that the CPU does not reach: everything about them is known, and no element is read.

use super::failure;
use super::layouts::describe;
use crate::device::Device;
use crate::error::{Error, ErrorKind};
use crate::host;
use crate::sys::DLDeviceType;
use crate::tensor::{TensorView, TensorViewInOut, TensorViewMut};

/// Calls `check` with a tensor at an address that would be a fault to read, on devices known and unknown.
fn on_each_device(check: impl Fn(&crate::sys::DLTensor, Device)) {
    let unknown = DLDeviceType(77);
    for device_type in [DLDeviceType::CUDA, DLDeviceType::ROCM, DLDeviceType::EXT_DEV, unknown] {
        let device = Device::new(device_type, 1);
        let (mut shape, mut strides) = ([2, 3], [3, 1]);
        let mut tensor = describe::<f32>(&mut [], 0, &mut shape, &mut strides);
        tensor.data = core::ptr::without_provenance_mut(0x1000);
        tensor.byte_offset = 16;
        tensor.device = device.0;
        check(&tensor, device);
    }
}

#[test]
fn it_has_an_address_and_a_stream() {
    host::use_embedded().unwrap();
    on_each_device(|tensor, device| {
        let stream = core::ptr::without_provenance_mut(0x55);
        device.set_stream(stream).unwrap();
        // SAFETY: no element is read.
        let (view, mut view_mut, in_out) = unsafe {
            (
                TensorView::<f32>::new(tensor),
                TensorViewMut::<f32>::new(tensor),
                TensorViewInOut::<f32>::new(tensor),
            )
        };
        assert_eq!((view.device(), view_mut.device(), in_out.device()), (device, device, device));
        assert_eq!([view.stream(), view_mut.stream(), in_out.stream()], [stream; 3]);
        let addresses = [view.data_ptr().addr(), view_mut.data_ptr().addr(), in_out.data_ptr().addr()];
        assert_eq!(addresses, [0x1010; 3]);
        assert_eq!((view.shape(), view.is_contiguous(), view.numel()), (&[2, 3][..], true, 6));
        device.set_stream(core::ptr::null_mut()).unwrap();
    });
}

#[test]
fn no_element_is_read_or_written() {
    on_each_device(|tensor, device| {
        // SAFETY: no element is read.
        let (view, mut view_mut, in_out) = unsafe {
            (
                TensorView::<f32>::new(tensor),
                TensorViewMut::<f32>::new(tensor),
                TensorViewInOut::<f32>::new(tensor),
            )
        };
        let errors: [Error; 14] = [
            failure(view.as_slice()),
            failure(view.get(&[0, 0])),
            failure(view.iter()),
            failure(view.to_vec()),
            failure(view.rows()),
            failure(view_mut.as_mut_slice()),
            failure(view_mut.set(&[0, 0], 1.0)),
            failure(view_mut.fill(1.0)),
            failure(view_mut.rows_mut()),
            failure(view_mut.map_in_place(|value| value)),
            failure(view_mut.par_map_in_place(1, |value| value)),
            failure(view_mut.zip_map(&view, |value| value)),
            failure(in_out.as_cells()),
            failure(in_out.zip_map(&in_out, |value: f32| value)),
        ];
        for error in errors {
            assert_eq!(error.kind(), ErrorKind::ValueError);
            let expected = format!("memory that the CPU can access but got device {device}");
            assert!(error.message().contains(&expected), "{}", error.message());
        }
    });
}
