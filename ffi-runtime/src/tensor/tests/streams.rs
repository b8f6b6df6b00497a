use super::failure;
use crate::device::Device;
use crate::error::ErrorKind;
use crate::host;
use crate::sys::DLDeviceType;

#[test]
fn each_device_has_its_stream() {
    host::use_embedded().unwrap();
    let device = |id| Device::new(DLDeviceType::CUDA, id);
    let streams = [1, 2, 3].map(core::ptr::without_provenance_mut);
    assert!(device(0).stream().is_null());
    assert!(device(0).set_stream(streams[0]).unwrap().is_null());
    assert!(device(1).set_stream(streams[1]).unwrap().is_null());
    assert_eq!(device(0).set_stream(streams[2]).unwrap(), streams[0]);
    assert_eq!([device(0).stream(), device(1).stream()], [streams[2], streams[1]]);
    // Each thread has its own.
    std::thread::spawn(move || assert!(device(0).stream().is_null())).join().unwrap();
    assert_eq!(device(0).set_stream(core::ptr::null_mut()).unwrap(), streams[2]);
    assert!(device(0).stream().is_null());
    device(1).set_stream(core::ptr::null_mut()).unwrap();
}

#[test]
fn devices_out_of_range_are_errors() {
    for (device_type, id) in [(-1, 0), (2, -1), (i32::MIN, i32::MAX), (2, i32::MAX), (i32::MAX, 0)] {
        let device = Device::new(DLDeviceType(device_type), id);
        assert_eq!(failure(device.set_stream(core::ptr::null_mut())).kind(), ErrorKind::ValueError);
        assert!(device.stream().is_null());
    }
}
