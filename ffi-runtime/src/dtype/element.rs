use super::DataType;

/// A Rust type that a tensor's memory can be read as.
///
/// # Safety
/// `DTYPE` describes memory that is laid out as `Self`, and every bit pattern for which [`Element::is_valid`]
/// answers true is a value; with [`Element::ALWAYS_VALID`], every bit pattern is.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no element type of tensors",
    label = "not an element type",
    note = "elements can be `bool`, integers of 8 to 64 bits, `f32`, `f64`, and `half::f16` and `half::bf16` with the \
            feature `half`; `Untyped` accepts any dtype"
)]
pub unsafe trait Element: Copy + Send + Sync + 'static {
    /// The dtype of tensors with such elements.
    const DTYPE: DataType;

    /// Whether [`Element::is_valid`] need not be asked.
    const ALWAYS_VALID: bool = false;

    /// Whether each byte pattern in `bytes`, whole elements, is a value. Only types with invalid patterns look.
    #[inline(always)]
    fn is_valid(_bytes: &[u8]) -> bool {
        true
    }
}

macro_rules! impl_element {
    ($($type:ty => $dtype:ident),+ $(,)?) => {
        $(
            // SAFETY: the type has the size and meaning of the dtype, and every bit pattern is a value.
            unsafe impl Element for $type {
                const DTYPE: DataType = DataType::$dtype;
                const ALWAYS_VALID: bool = true;
            }
        )+
    };
}

impl_element! {
    i8 => INT8,
    i16 => INT16,
    i32 => INT32,
    i64 => INT64,
    u8 => UINT8,
    u16 => UINT16,
    u32 => UINT32,
    u64 => UINT64,
    f32 => FLOAT32,
    f64 => FLOAT64,
}

// SAFETY: a bool is a byte that is 0 or 1, which `is_valid` asks for.
unsafe impl Element for bool {
    const DTYPE: DataType = DataType::BOOL;

    fn is_valid(bytes: &[u8]) -> bool {
        bytes.iter().fold(0, |all, byte| all | byte) <= 1
    }
}

/// The element parameter of a tensor view whose dtype is looked at by the function itself.
#[derive(Clone, Copy, Debug)]
pub enum Untyped {}

/// What stands in a tensor view's element parameter: an [`Element`] or [`Untyped`].
pub trait ViewElement: 'static {
    /// The dtype that is demanded, None for any.
    const REQUIRED: Option<DataType>;
}

impl<T: Element> ViewElement for T {
    const REQUIRED: Option<DataType> = Some(T::DTYPE);
}

impl ViewElement for Untyped {
    const REQUIRED: Option<DataType> = None;
}
