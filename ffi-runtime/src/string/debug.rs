use core::fmt;

use super::byte_sequence::{self, BYTES, TEXT};
use crate::any::{AnyView, write_type_name};
use crate::sys::TypeIndex;

/// Plain values, strings and bytes as they are written in Rust, the type's name for everything else.
impl fmt::Debug for AnyView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(text) = byte_sequence::read(*self, &TEXT) {
            return fmt::Debug::fmt(&String::from_utf8_lossy(text), f);
        }
        if let Some(bytes) = byte_sequence::read(*self, &BYTES) {
            return write!(f, "b\"{}\"", bytes.escape_ascii());
        }
        let raw = self.as_raw();
        match raw.type_index {
            TypeIndex::NONE => f.write_str("None"),
            TypeIndex::INT => write!(f, "{}", raw.bits() as i64),
            TypeIndex::BOOL => write!(f, "{}", raw.bits() != 0),
            TypeIndex::FLOAT => write!(f, "{:?}", f64::from_bits(raw.bits())),
            _ => {
                let mut name = String::new();
                write_type_name(*self, &mut name);
                write!(f, "<{name}>")
            }
        }
    }
}
