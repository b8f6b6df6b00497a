use core::fmt;
use core::str::FromStr;

use super::parse::{ParseDataTypeError, parse};
use super::{custom, names};
use crate::any::{Any, AnyView};
use crate::convert::{Argument, ArgumentValue, FfiType, IntoAny, Mismatch, ToArgument};
use crate::sys::{DLDataType, DLDataTypeCode, TypeIndex};

/// An element type, such as `float32` or `int8x4`. Prints and parses as libtvm_ffi does.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// assert_eq!(DataType::FLOAT32.to_string(), "float32");
/// assert_eq!("bfloat16x2".parse::<DataType>()?.byte_size(3), Some(12));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct DataType(pub DLDataType);

#[allow(missing_docs, reason = "the names are those that the types print as")]
impl DataType {
    pub const BOOL: Self = Self::new(DLDataTypeCode::BOOL, 8, 1);
    pub const INT8: Self = Self::new(DLDataTypeCode::INT, 8, 1);
    pub const INT16: Self = Self::new(DLDataTypeCode::INT, 16, 1);
    pub const INT32: Self = Self::new(DLDataTypeCode::INT, 32, 1);
    pub const INT64: Self = Self::new(DLDataTypeCode::INT, 64, 1);
    pub const UINT8: Self = Self::new(DLDataTypeCode::UINT, 8, 1);
    pub const UINT16: Self = Self::new(DLDataTypeCode::UINT, 16, 1);
    pub const UINT32: Self = Self::new(DLDataTypeCode::UINT, 32, 1);
    pub const UINT64: Self = Self::new(DLDataTypeCode::UINT, 64, 1);
    pub const FLOAT16: Self = Self::new(DLDataTypeCode::FLOAT, 16, 1);
    pub const FLOAT32: Self = Self::new(DLDataTypeCode::FLOAT, 32, 1);
    pub const FLOAT64: Self = Self::new(DLDataTypeCode::FLOAT, 64, 1);
    pub const BFLOAT16: Self = Self::new(DLDataTypeCode::BFLOAT, 16, 1);
}

impl DataType {
    /// An element type by its parts, as `dlpack.h` defines them.
    pub const fn new(code: DLDataTypeCode, bits: u8, lanes: u16) -> Self {
        Self(DLDataType { code, bits, lanes })
    }

    /// The kind.
    pub const fn code(self) -> DLDataTypeCode {
        self.0.code
    }

    /// Bits of one lane.
    pub const fn bits(self) -> u8 {
        self.0.bits
    }

    /// Lanes of one element.
    pub const fn lanes(self) -> u16 {
        self.0.lanes
    }

    /// The bytes that `count` elements take: types of less than a byte are packed. None on overflow.
    pub const fn byte_size(self, count: usize) -> Option<usize> {
        let bits = count as u128 * self.0.bits as u128 * self.0.lanes as u128;
        let bytes = bits.div_ceil(8);
        if bytes > isize::MAX as u128 { None } else { Some(bytes as usize) }
    }
}

impl fmt::Display for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.code.is_custom()
            && let Some(name) = custom::name(self.0)
        {
            return f.write_str(<&str>::from_view(name.view()).unwrap_or_default());
        }
        names::write(self.0, f)
    }
}

/// As it is displayed, but without asking the host for registered names.
impl fmt::Debug for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        names::write(self.0, f)
    }
}

impl FromStr for DataType {
    type Err = ParseDataTypeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text, &mut custom::code).map(Self)
    }
}

impl FfiType for DataType {
    fn write_name(out: &mut String) {
        out.push_str("dtype");
    }

    fn write_schema(out: &mut String) {
        out.push_str("{\"type\":\"DataType\"}");
    }
}

/// A string is parsed.
impl Argument for DataType {
    type View<'a> = Self;

    const BORROWS: bool = false;

    fn from_view<'a>(view: AnyView<'a>) -> Result<Self, Mismatch> {
        if view.as_raw().type_index == TypeIndex::DATA_TYPE {
            // SAFETY: the type index says that the value is a data type; any bytes are one.
            return Ok(Self(unsafe { view.as_raw().value.data_type }));
        }
        match <&str>::from_view(view) {
            Ok(text) => text.parse().map_err(|error: ParseDataTypeError| {
                Mismatch::new_value("the name of a dtype", format!("{text:?} ({error})"))
            }),
            Err(_) => Err(Mismatch::of_type::<Self>(view)),
        }
    }
}

impl IntoAny for DataType {
    fn into_any(self) -> Result<Any, Mismatch> {
        Ok(self.into())
    }
}

impl ToArgument for DataType {
    fn to_argument(&self) -> Result<ArgumentValue<'_>, Mismatch> {
        Ok(ArgumentValue::owned((*self).into()))
    }
}

impl From<DataType> for Any {
    fn from(dtype: DataType) -> Self {
        let DLDataType { code, bits, lanes } = dtype.0;
        let [low, high] = lanes.to_ne_bytes();
        // The four bytes as they stand in memory, the other four zero.
        Self::from_bits(TypeIndex::DATA_TYPE, u64::from_ne_bytes([code.0, bits, low, high, 0, 0, 0, 0]))
    }
}
