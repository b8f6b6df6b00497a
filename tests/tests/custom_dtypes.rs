//! Dtypes that are registered at run time: the same on the embedded host and on libtvm_ffi.

use ffi_runtime::prelude::*;
use ffi_runtime::sys::DLDataTypeCode;
use ffi_tests::hosts;

#[test]
fn embedded_host() {
    hosts::run_on_embedded("child");
}

#[test]
fn libtvm_ffi_host() {
    hosts::run_on_libtvm_ffi("child");
}

/// Does nothing unless this process is the child of one of the tests above.
#[test]
fn child() {
    hosts::in_child(|| {
        if let Err(error) = without_registered_names().and_then(|()| with_registered_names()) {
            panic!("{error}\n{}", error.backtrace());
        }
    });
}

fn basics() -> Result<Module> {
    Module::load(std::env::var_os("FFI_FIXTURE_BASICS").expect("the parent names the library"))
}

/// What this program makes of a name, and what an extension makes of it: printed, or None where it is refused.
fn printed(name: &str) -> Result<Option<String>> {
    let own = name.parse::<DataType>().ok().map(|dtype| dtype.to_string());
    let other = basics()?.function("print_data_type")?.call((name,));
    let other = other.ok().map(|printed| printed.to::<String>()).transpose()?;
    assert_eq!(own, other, "{name}");
    Ok(own)
}

fn without_registered_names() -> Result<()> {
    basics()?;
    for name in ["custom[abc]16", "custom", "custom[abc", "custom[]"] {
        assert_eq!(printed(name)?, None, "{name}");
    }
    let Err(error) = "custom[abc]".parse::<DataType>() else { panic!("nobody knows the name") };
    assert!(error.to_string().contains("dtype.get_custom_type_code"), "{error}");
    assert_eq!(DataType::new(DLDataTypeCode(130), 8, 2).to_string(), "unknown(code 130, bits 8)x2");
    Ok(())
}

const CODES: [(&str, i64); 6] =
    [("abc", 129), ("xyz", 200), ("", 150), ("low", 128), ("tiny", 3), ("wrap", 256 + 131)];

fn code_of(name: &str) -> Result<i64> {
    match CODES.iter().find(|(known, _)| *known == name) {
        Some((_, code)) => Ok(*code),
        None => bail!(KeyError, "no dtype is called {name:?}"),
    }
}

fn name_of(code: i64) -> Result<&'static str> {
    match CODES.iter().find(|(_, known)| known & 0xff == code) {
        Some((name, _)) => Ok(name),
        None => bail!(KeyError, "no dtype has the code {code}"),
    }
}

/// The values are what libtvm_ffi prints: the bits are kept but not written.
fn with_registered_names() -> Result<()> {
    Function::from_fn(code_of).register_global("dtype.get_custom_type_code")?;
    Function::from_fn(|code: i64| name_of(code).map(str::to_owned))
        .register_global("dtype.get_custom_type_name")?;
    for (name, expected) in [
        ("custom[abc]", "custom[abc]"),
        ("custom[abc]16", "custom[abc]"),
        ("custom[abc]0", "custom[abc]"),
        ("custom[abc]x4", "custom[abc]x4"),
        ("custom[xyz]32x4", "custom[xyz]x4"),
        ("custom[abc]8xvscalex4", "custom[abc]xvscalex4"),
        ("custom[]", "custom[]"),
        ("custom[tiny]8", "handle"),
        ("custom[wrap]8", "custom[wrap]"),
    ] {
        assert_eq!(printed(name)?.as_deref(), Some(expected), "{name}");
    }
    for name in [
        "custom",
        "customabc",
        "custom[abc",
        "custom[zzz]",
        "custom[[abc]]",
        "custom[abc]]",
        "custom[abc]300",
        "custom[abc]8q",
        "custom[abc]x0",
        "xcustom[abc]",
    ] {
        assert_eq!(printed(name)?, None, "{name}");
    }
    let parsed = |name: &str| name.parse::<DataType>();
    assert_eq!(parsed("custom[abc]")?, DataType::new(DLDataTypeCode(129), 32, 1));
    assert_eq!(parsed("custom[xyz]8x4")?, DataType::new(DLDataTypeCode(200), 8, 4));
    assert_eq!(parsed("custom[wrap]8")?, DataType::new(DLDataTypeCode(131), 8, 1));
    let Err(error) = parsed("custom[zzz]") else { panic!("nobody knows the name") };
    assert!(error.to_string().contains("no dtype is called \"zzz\""), "{error}");
    assert_eq!(DataType::new(DLDataTypeCode(255), 8, 1).to_string(), "unknown(code 255, bits 8)");

    // They are carried like every other dtype.
    let dtype = parsed("custom[xyz]8x4")?;
    assert_eq!(basics()?.function("echo_data_type")?.call((dtype,))?.to::<DataType>()?, dtype);
    let tensor = Tensor::zeros_of(dtype, &[2, 3])?;
    assert_eq!((tensor.view().dtype(), dtype.byte_size(6)), (dtype, Some(24)));
    Ok(())
}
