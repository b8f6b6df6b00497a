//! Devices: where a tensor's memory is.

use core::fmt;
use core::str::FromStr;

use crate::any::{Any, AnyView};
use crate::convert::{Argument, ArgumentValue, FfiType, IntoAny, Mismatch, ToArgument};
use crate::sys::{DLDevice, DLDeviceType, TypeIndex};

/// A device, such as `cpu:0` or `cuda:1`.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// assert_eq!(Device::CPU.to_string(), "cpu:0");
/// assert_eq!("cuda:1".parse::<Device>()?.id(), 1);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Device(pub DLDevice);

/// The names that devices are written with; the first of a type is printed.
const NAMES: [(DLDeviceType, &str); 18] = [
    (DLDeviceType::CPU, "cpu"),
    (DLDeviceType::CUDA, "cuda"),
    (DLDeviceType::CUDA_HOST, "cuda_host"),
    (DLDeviceType::OPENCL, "opencl"),
    (DLDeviceType::VULKAN, "vulkan"),
    (DLDeviceType::METAL, "metal"),
    (DLDeviceType::METAL, "mps"),
    (DLDeviceType::VPI, "vpi"),
    (DLDeviceType::ROCM, "rocm"),
    (DLDeviceType::ROCM_HOST, "rocm_host"),
    (DLDeviceType::EXT_DEV, "ext_dev"),
    (DLDeviceType::CUDA_MANAGED, "cuda_managed"),
    (DLDeviceType::ONE_API, "oneapi"),
    (DLDeviceType::WEBGPU, "webgpu"),
    (DLDeviceType::WEBGPU, "wgpu"),
    (DLDeviceType::HEXAGON, "hexagon"),
    (DLDeviceType::MAIA, "maia"),
    (DLDeviceType::TRN, "trn"),
];

impl Device {
    /// The CPU.
    pub const CPU: Self = Self::new(DLDeviceType::CPU, 0);

    /// A device by its parts, as `dlpack.h` defines them.
    pub const fn new(device_type: DLDeviceType, device_id: i32) -> Self {
        Self(DLDevice { device_type, device_id })
    }

    /// The kind.
    pub const fn device_type(self) -> DLDeviceType {
        self.0.device_type
    }

    /// Which one of its kind.
    pub const fn id(self) -> i32 {
        self.0.device_id
    }

    /// Whether the CPU can read and write the memory: its own, pinned and managed memory.
    #[inline]
    pub const fn is_cpu_accessible(self) -> bool {
        matches!(
            self.0.device_type,
            DLDeviceType::CPU
                | DLDeviceType::CUDA_HOST
                | DLDeviceType::ROCM_HOST
                | DLDeviceType::CUDA_MANAGED
        )
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match NAMES.iter().find(|(device_type, _)| *device_type == self.0.device_type) {
            Some((_, name)) => write!(f, "{name}:{}", self.0.device_id),
            None => write!(f, "device_type{}:{}", self.0.device_type.0, self.0.device_id),
        }
    }
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text names no device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseDeviceError(String);

impl fmt::Display for ParseDeviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown device `{}`: write it like `cpu` or `cuda:1`", self.0)
    }
}

impl std::error::Error for ParseDeviceError {}

impl FromStr for Device {
    type Err = ParseDeviceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, id) = text.split_once(':').unwrap_or((text, "0"));
        let device_type = NAMES.iter().find(|(_, known)| *known == name).map(|(device_type, _)| *device_type);
        let is_number = !id.is_empty() && id.bytes().all(|digit| digit.is_ascii_digit());
        match (device_type, id.parse()) {
            (Some(device_type), Ok(id)) if is_number => Ok(Self::new(device_type, id)),
            _ => Err(ParseDeviceError(text.to_owned())),
        }
    }
}

impl FfiType for Device {
    fn write_name(out: &mut String) {
        out.push_str("Device");
    }

    fn write_schema(out: &mut String) {
        out.push_str("{\"type\":\"Device\"}");
    }
}

/// A string is parsed.
impl Argument for Device {
    type View<'a> = Self;

    const BORROWS: bool = false;

    fn from_view<'a>(view: AnyView<'a>) -> Result<Self, Mismatch> {
        if view.as_raw().type_index == TypeIndex::DEVICE {
            // SAFETY: the type index says that the value is a device; any bytes are one.
            return Ok(Self(unsafe { view.as_raw().value.device }));
        }
        match <&str>::from_view(view) {
            Ok(text) => text.parse().map_err(|_| {
                Mismatch::new_value("the name of a device, like `cpu` or `cuda:1`", format!("{text:?}"))
            }),
            Err(_) => Err(Mismatch::of_type::<Self>(view)),
        }
    }
}

impl IntoAny for Device {
    fn into_any(self) -> Result<Any, Mismatch> {
        Ok(self.into())
    }
}

impl ToArgument for Device {
    fn to_argument(&self) -> Result<ArgumentValue<'_>, Mismatch> {
        Ok(ArgumentValue::owned((*self).into()))
    }
}

impl From<Device> for Any {
    fn from(device: Device) -> Self {
        let mut bits = [0; 8];
        bits[..4].copy_from_slice(&device.0.device_type.0.to_ne_bytes());
        bits[4..].copy_from_slice(&device.0.device_id.to_ne_bytes());
        Self::from_bits(TypeIndex::DEVICE, u64::from_ne_bytes(bits))
    }
}
