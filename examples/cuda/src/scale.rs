use std::sync::LazyLock;

use ffi_runtime::prelude::*;
use ffi_runtime::sys::DLDeviceType;

use crate::arguments::Arguments;
use crate::driver::Driver;
use crate::grid;
use crate::kernel::Kernel;

/// `y[i] = factor * x[i]` for every `i` below `count`; for every GPU since Maxwell.
const IMAGE: &core::ffi::CStr = c"
.version 6.0
.target sm_50
.address_size 64

.visible .entry scale(.param .u64 x, .param .u64 y, .param .u64 count, .param .f32 factor)
{
    .reg .pred %is_outside;
    .reg .b32 %block, %threads, %thread;
    .reg .b64 %index, %lane, %count, %from, %to;
    .reg .f32 %value, %factor;

    mov.u32 %block, %ctaid.x;
    mov.u32 %threads, %ntid.x;
    mov.u32 %thread, %tid.x;
    cvt.u64.u32 %lane, %thread;
    mul.wide.u32 %index, %block, %threads;
    add.u64 %index, %index, %lane;
    ld.param.u64 %count, [count];
    setp.ge.u64 %is_outside, %index, %count;
    @%is_outside ret;

    ld.param.u64 %from, [x];
    ld.param.u64 %to, [y];
    ld.param.f32 %factor, [factor];
    cvta.to.global.u64 %from, %from;
    cvta.to.global.u64 %to, %to;
    shl.b64 %index, %index, 2;
    add.u64 %from, %from, %index;
    add.u64 %to, %to, %index;
    ld.global.f32 %value, [%from];
    mul.f32 %value, %value, %factor;
    st.global.f32 [%to], %value;
    ret;
}
";

/// Launches the kernel on the tensors' device and its current stream.
pub(crate) fn launch(
    driver: &Driver,
    x: &TensorViewInOut<'_, f32>,
    y: &TensorViewInOut<'_, f32>,
    factor: f32,
) -> Result<()> {
    static KERNEL: LazyLock<Kernel> = LazyLock::new(|| Kernel::new(IMAGE, c"scale"));
    launch_kernel(&KERNEL, driver, x, y, factor)
}

fn launch_kernel(
    kernel: &Kernel,
    driver: &Driver,
    x: &TensorViewInOut<'_, f32>,
    y: &TensorViewInOut<'_, f32>,
    factor: f32,
) -> Result<()> {
    let device = x.device();
    ensure!(
        device.device_type() == DLDeviceType::CUDA,
        ValueError,
        "x is on device {device}, expected one of CUDA"
    );
    ensure!(y.device() == device, ValueError, "y is on device {}, expected {device}, that of x", y.device());
    ensure!(x.shape() == y.shape(), ValueError, "x has shape {:?}, y has {:?}", x.shape(), y.shape());
    ensure!(
        x.is_contiguous() && y.is_contiguous(),
        ValueError,
        "x has strides {:?} and y has {:?}, expected contiguous memory",
        x.strides(),
        y.strides()
    );
    let count = x.numel();
    let Some(blocks) = grid::blocks(count)? else { return Ok(()) };
    let arguments =
        Arguments::default().pointer(x.data_ptr()).pointer(y.data_ptr()).u64(count as u64).f32(factor);
    // SAFETY: the arguments are those that the kernel declares. The caller's framework keeps memory that is used on its
    // stream until the work there is done.
    unsafe { kernel.launch(driver, device, blocks, arguments) }
}

#[cfg(test)]
mod tests;
