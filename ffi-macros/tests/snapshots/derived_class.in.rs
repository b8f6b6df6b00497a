#[ffi_class("my_package.Circle", extends = shapes::Shape, rebuild = false, crate = other::runtime)]
struct Circle {
    shape: shapes::Shape,
    #[ffi(get)]
    r#type: String,
    hidden: Vec<u8>,
}
