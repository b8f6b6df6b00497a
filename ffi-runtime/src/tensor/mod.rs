//! Tensors: views of the caller's memory and tensors of our own, as DLPack describes them.

mod body;
mod buffer;
mod contract;
mod dlpack;
mod dlpack_in;
mod dlpack_out;
#[cfg(feature = "dlpark")]
mod dlpark;
mod elements;
mod layout;
mod map;
#[cfg(feature = "ndarray")]
mod ndarray;
mod owned;
mod places;
mod problem;
mod read_only;
mod row;
mod row_layout;
mod row_mut;
mod rows;
mod rows_mut;
mod stream;
mod tensor_argument;
mod view;
mod view_in_out;
mod view_mut;

pub(crate) use body::{Memory, is_read_only, new_tensor};
pub use contract::{
    CheckedSize, Contract, Dimension, Rest, RestSymbol, ShapePattern, SharedDevice, Size, Symbol,
    contract_tensor, first_sizes, holds, is_aligned, is_contiguous, is_on, sizes, violation,
};
pub(crate) use dlpack_in::{check_shape, take_legacy, take_versioned};
pub(crate) use dlpack_out::{give_legacy, give_versioned};
pub use elements::Elements;
pub use owned::Tensor;
pub use row::Row;
pub use row_mut::RowMut;
pub use rows::Rows;
pub use rows_mut::RowsMut;
pub use tensor_argument::TensorArgument;
pub use view::TensorView;
pub use view_in_out::TensorViewInOut;
pub use view_mut::TensorViewMut;

#[cfg(test)]
mod tests;
