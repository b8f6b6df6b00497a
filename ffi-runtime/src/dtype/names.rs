//! How element types are written.

use core::fmt;

use crate::sys::{DLDataType, DLDataTypeCode as Code};

/// The codes whose bits follow the name.
pub(super) const SIZED: [(Code, &str); 6] = [
    (Code::INT, "int"),
    (Code::UINT, "uint"),
    (Code::FLOAT, "float"),
    (Code::BFLOAT, "bfloat"),
    (Code::BOOL, "bool"),
    (Code::COMPLEX, "complex"),
];

/// The codes of narrow floats with their bits; the bits are part of the name.
pub(super) const NARROW: [(Code, u8, &str); 11] = [
    (Code::FLOAT8_E3M4, 8, "float8_e3m4"),
    (Code::FLOAT8_E4M3, 8, "float8_e4m3"),
    (Code::FLOAT8_E4M3B11FNUZ, 8, "float8_e4m3b11fnuz"),
    (Code::FLOAT8_E4M3FN, 8, "float8_e4m3fn"),
    (Code::FLOAT8_E4M3FNUZ, 8, "float8_e4m3fnuz"),
    (Code::FLOAT8_E5M2, 8, "float8_e5m2"),
    (Code::FLOAT8_E5M2FNUZ, 8, "float8_e5m2fnuz"),
    (Code::FLOAT8_E8M0FNU, 8, "float8_e8m0fnu"),
    (Code::FLOAT6_E2M3FN, 6, "float6_e2m3fn"),
    (Code::FLOAT6_E3M2FN, 6, "float6_e3m2fn"),
    (Code::FLOAT4_E2M1FN, 4, "float4_e2m1fn"),
];

pub(super) fn write(dtype: DLDataType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let DLDataType { code, bits, lanes } = dtype;
    if code == Code::OPAQUE_HANDLE {
        // An opaque handle without a size is C's void, which has no name.
        return f.write_str(if bits == 0 && lanes == 0 { "" } else { "handle" });
    }
    if let Some((_, name)) = SIZED.iter().find(|(known, _)| *known == code) {
        f.write_str(name)?;
        if code != Code::BOOL || bits != 8 {
            write!(f, "{bits}")?;
        }
    } else if let Some((_, _, name)) = NARROW.iter().find(|(known, ..)| *known == code) {
        f.write_str(name)?;
    } else {
        write!(f, "unknown(code {}, bits {bits})", code.0)?;
    }
    write_lanes(lanes, f)
}

/// Writes the lanes, which stand behind the name.
pub(crate) fn write_lanes(lanes: u16, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    // Lanes of scalable vectors are negative.
    match lanes as i16 {
        lanes @ 2.. => write!(f, "x{lanes}"),
        lanes @ ..-1 => write!(f, "xvscalex{}", -i32::from(lanes)),
        _ => Ok(()),
    }
}
