use super::{DataType, Element};

// SAFETY: the type has the size and meaning of the dtype, and every bit pattern is a value.
unsafe impl Element for half::f16 {
    const DTYPE: DataType = DataType::FLOAT16;
    const ALWAYS_VALID: bool = true;
}

// SAFETY: as above.
unsafe impl Element for half::bf16 {
    const DTYPE: DataType = DataType::BFLOAT16;
    const ALWAYS_VALID: bool = true;
}
