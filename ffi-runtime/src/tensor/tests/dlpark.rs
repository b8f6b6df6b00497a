use dlpark::{DlpackFlags, legacy, versioned};

use super::failure;
use crate::error::ErrorKind;
use crate::tensor::Tensor;

#[test]
fn tensors_go_to_dlpark_and_back_without_a_copy() {
    let tensor = Tensor::from_vec(vec![1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0], &[2, 3]).unwrap();
    let address = tensor.view().data_ptr();
    let managed = versioned::Dlpack::from(tensor.clone());
    assert_eq!(managed.validate_export().unwrap().shape(), [2, 3]);
    assert_eq!(managed.flags(), DlpackFlags::empty());
    let back = Tensor::try_from(managed).unwrap();
    assert_eq!(back.view().data_ptr(), address);
    assert_eq!(back.to_vec::<f32>().unwrap(), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let back = Tensor::try_from(legacy::Dlpack::try_from(back).unwrap()).unwrap();
    drop(tensor);
    assert_eq!(back.to_vec::<f32>().unwrap()[5], 6.0);
}

#[test]
fn the_flag_stays() {
    let mut managed = versioned::Dlpack::from(Tensor::zeros::<u8>(&[3]).unwrap());
    // SAFETY: asking for less is always allowed.
    unsafe { *managed.flags_mut() = DlpackFlags::READ_ONLY };
    let mut tensor = Tensor::try_from(managed).unwrap();
    assert!(failure(tensor.view_mut()).message().contains("read-only"));
    assert_eq!(failure(legacy::Dlpack::try_from(tensor.clone())).kind(), ErrorKind::ValueError);
    assert_eq!(versioned::Dlpack::from(tensor).flags(), DlpackFlags::READ_ONLY);
}
