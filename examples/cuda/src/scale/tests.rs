//! The host's side of a launch, with a driver that writes down what it is asked for.

use core::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::cell::RefCell;

use ffi_runtime::prelude::*;
use ffi_runtime::sys::{DLDeviceType, DLTensor, RawAny, TypeIndex};

use super::{IMAGE, launch_kernel};
use crate::driver::{Driver, Status};
use crate::kernel::Kernel;

thread_local! {
    /// What was called on this thread.
    static CALLS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    /// The call that fails, and how.
    static FAILURE: RefCell<Option<(&'static str, Status)>> = const { RefCell::new(None) };
}

fn called(name: &'static str, text: String) -> Status {
    CALLS.with_borrow_mut(|calls| calls.push(format!("{name} {text}")));
    FAILURE.with_borrow(|failure| failure.filter(|(call, _)| *call == name).map_or(0, |(_, status)| status))
}

fn handle(address: usize) -> *mut c_void {
    core::ptr::without_provenance_mut(address)
}

unsafe extern "C" fn initialise(flags: c_uint) -> Status {
    called("initialise", flags.to_string())
}

unsafe extern "C" fn device(device: *mut c_int, ordinal: c_int) -> Status {
    // SAFETY: the place is writable. A device's handle need not be its number.
    unsafe { *device = ordinal + 10 };
    called("device", ordinal.to_string())
}

unsafe extern "C" fn retain_primary_context(context: *mut *mut c_void, device: c_int) -> Status {
    // SAFETY: the place is writable.
    unsafe { *context = handle(0x100 + device as usize) };
    called("context", device.to_string())
}

unsafe extern "C" fn push_context(context: *mut c_void) -> Status {
    called("push", format!("{context:?}"))
}

unsafe extern "C" fn pop_context(context: *mut *mut c_void) -> Status {
    // SAFETY: the place is writable.
    unsafe { *context = handle(0x1) };
    called("pop", String::new())
}

unsafe extern "C" fn load_module(module: *mut *mut c_void, image: *const c_void) -> Status {
    // SAFETY: the place is writable, and the image a C string.
    let image = unsafe {
        *module = handle(0x200);
        CStr::from_ptr(image.cast())
    };
    called("load", (image == IMAGE).to_string())
}

unsafe extern "C" fn function(
    function: *mut *mut c_void,
    module: *mut c_void,
    name: *const c_char,
) -> Status {
    // SAFETY: the place is writable, and the name a C string.
    let name = unsafe {
        *function = handle(0x300);
        CStr::from_ptr(name)
    };
    called("function", format!("{module:?} {}", name.to_str().unwrap()))
}

unsafe extern "C" fn launch(
    function: *mut c_void,
    grid_x: c_uint,
    grid_y: c_uint,
    grid_z: c_uint,
    block_x: c_uint,
    block_y: c_uint,
    block_z: c_uint,
    shared_bytes: c_uint,
    stream: *mut c_void,
    parameters: *mut *mut c_void,
    extra: *mut *mut c_void,
) -> Status {
    assert!(extra.is_null());
    // SAFETY: the kernel has four parameters of these types.
    let (x, y, count, factor) = unsafe {
        let at = |index: usize| *parameters.add(index);
        (
            at(0).cast::<u64>().read_unaligned(),
            at(1).cast::<u64>().read_unaligned(),
            at(2).cast::<u64>().read_unaligned(),
            at(3).cast::<f32>().read_unaligned(),
        )
    };
    let sizes = format!("{grid_x}x{grid_y}x{grid_z} of {block_x}x{block_y}x{block_z}, {shared_bytes} shared");
    called("launch", format!("{function:?} {sizes}, stream {stream:?}: {x:#x} {y:#x} {count} {factor}"))
}

unsafe extern "C" fn error_name(status: Status, name: *mut *const c_char) -> Status {
    if status != 700 {
        return 1;
    }
    // SAFETY: the place is writable.
    unsafe { *name = c"CUDA_ERROR_ILLEGAL_ADDRESS".as_ptr() };
    0
}

const DRIVER: Driver = Driver {
    initialise,
    device,
    retain_primary_context,
    push_context,
    pop_context,
    load_module,
    function,
    launch,
    error_name,
};

/// A tensor that would be on a GPU, at an address that nothing may read.
#[derive(Clone)]
struct Fake {
    device: Device,
    address: usize,
    shape: Vec<i64>,
    strides: Vec<i64>,
}

impl Fake {
    fn new(device: Device, address: usize, count: i64) -> Self {
        Self { device, address, shape: vec![count], strides: vec![1] }
    }
}

/// Launches the kernel on tensors as a caller passes them, and returns what the driver was asked for.
fn calls_of(kernel: &'static Kernel, x: &mut Fake, y: &mut Fake) -> Result<Vec<String>> {
    ffi_runtime::host::use_embedded()?;
    let function = Function::from_fn(|x: TensorViewInOut<'_, f32>, y: TensorViewInOut<'_, f32>| {
        launch_kernel(kernel, &DRIVER, &x, &y, 2.5)
    });
    let describe = |fake: &mut Fake| DLTensor {
        data: handle(fake.address),
        device: fake.device.0,
        ndim: fake.shape.len() as i32,
        dtype: DataType::FLOAT32.0,
        shape: fake.shape.as_mut_ptr(),
        strides: fake.strides.as_mut_ptr(),
        byte_offset: 16,
    };
    let tensors = [describe(x), describe(y)];
    let raw = tensors.each_ref().map(|tensor| {
        RawAny::from_pointer(TypeIndex::DL_TENSOR_PTR, core::ptr::from_ref(tensor).cast_mut().cast())
    });
    CALLS.take();
    // SAFETY: the tensors outlive the call, and their elements are not read.
    let result = unsafe { function.call((AnyView::from_raw(&raw[0]), AnyView::from_raw(&raw[1]))) };
    result.map(|_| CALLS.take())
}

/// A kernel that no other test has loaded.
fn kernel() -> &'static Kernel {
    Box::leak(Box::new(Kernel::new(IMAGE, c"scale")))
}

fn cuda(id: i32) -> Device {
    Device::new(DLDeviceType::CUDA, id)
}

#[test]
fn a_launch_uses_the_device_and_its_stream() {
    let kernel = kernel();
    let (mut x, mut y) = (Fake::new(cuda(1), 0x10000, 1000), Fake::new(cuda(1), 0x20000, 1000));
    ffi_runtime::host::use_embedded().unwrap();
    cuda(1).set_stream(handle(0x77)).unwrap();
    let launch = "launch 0x300 4x1x1 of 256x1x1, 0 shared, stream 0x77: 0x10010 0x20010 1000 2.5";
    let (push, pop) = ("push 0x10b", "pop ");
    assert_eq!(
        calls_of(kernel, &mut x, &mut y).unwrap(),
        ["device 1", "context 11", push, "load true", "function 0x200 scale", pop, push, launch, pop]
    );
    // The second time, the kernel is there.
    assert_eq!(calls_of(kernel, &mut x, &mut y).unwrap(), [push, launch, pop]);
    // In place, and on another device with its own stream.
    let mut x = Fake::new(cuda(0), 0x10000, 256);
    let mut y = x.clone();
    let calls = calls_of(kernel, &mut x, &mut y).unwrap();
    let launch = "launch 0x300 1x1x1 of 256x1x1, 0 shared, stream 0x0: 0x10010 0x10010 256 2.5";
    assert_eq!(calls[calls.len() - 3..], ["push 0x10a", launch, pop]);
    cuda(1).set_stream(core::ptr::null_mut()).unwrap();
}

#[test]
fn nothing_is_launched_for_no_element() {
    let (mut x, mut y) = (Fake::new(cuda(0), 0, 0), Fake::new(cuda(0), 0, 0));
    assert_eq!(calls_of(kernel(), &mut x, &mut y).unwrap(), [""; 0]);
}

#[test]
fn tensors_that_do_not_fit_are_refused() {
    let x = Fake::new(cuda(0), 0x10000, 8);
    let cases = [
        (Fake::new(Device::CPU, 0x10000, 8), Fake::new(Device::CPU, 0x20000, 8), "x is on device cpu:0"),
        (x.clone(), Fake::new(cuda(1), 0x20000, 8), "y is on device cuda:1, expected cuda:0"),
        (x.clone(), Fake::new(cuda(0), 0x20000, 9), "x has shape [8], y has [9]"),
        (
            x.clone(),
            Fake { strides: vec![2], ..Fake::new(cuda(0), 0x20000, 8) },
            "expected contiguous memory",
        ),
        (x.clone(), Fake::new(cuda(0), 0x10010, 8), "share no memory"),
    ];
    for (mut x, mut y, expected) in cases {
        let error = calls_of(kernel(), &mut x, &mut y).unwrap_err();
        assert!(error.message().contains(expected), "{}", error.message());
        assert!(CALLS.take().is_empty());
    }
}

#[test]
fn failures_of_the_driver_are_errors() {
    let (mut x, mut y) = (Fake::new(cuda(0), 0x10000, 8), Fake::new(cuda(0), 0x20000, 8));
    for (call, status, expected) in [
        ("context", 700, "cuDevicePrimaryCtxRetain: CUDA_ERROR_ILLEGAL_ADDRESS"),
        ("load", 1234, "cuModuleLoadData: error 1234"),
        ("launch", 700, "cuLaunchKernel: CUDA_ERROR_ILLEGAL_ADDRESS"),
    ] {
        FAILURE.set(Some((call, status)));
        let error = calls_of(kernel(), &mut x, &mut y).unwrap_err();
        assert_eq!(error.message(), expected);
        // What was pushed is popped.
        let count = |name: &str| {
            CALLS.with_borrow(|calls| calls.iter().filter(|call| call.starts_with(name)).count())
        };
        assert_eq!(count("push"), count("pop"));
    }
    FAILURE.set(None);
    // What failed to load is loaded again.
    let kernel = kernel();
    FAILURE.set(Some(("load", 1)));
    assert!(calls_of(kernel, &mut x, &mut y).is_err());
    FAILURE.set(None);
    assert_eq!(calls_of(kernel, &mut x, &mut y).unwrap().len(), 9);
}
