//! The Python-hosted tests: each file of `tests/python` runs under pytest with the real package.

use ffi_tests::{pytest, tests_path};

macro_rules! pytest_files {
    ($($name:ident),* $(,)?) => {
        $(
            #[test]
            fn $name() {
                pytest::run_file(concat!(stringify!($name), ".py"));
            }
        )*

        /// A file of Python tests that no Rust test runs would be silently lost.
        #[test]
        fn every_python_file_is_run() {
            let listed = [$(concat!(stringify!($name), ".py")),*];
            for entry in std::fs::read_dir(tests_path("python")).unwrap() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                if name.starts_with("test_") && name.ends_with(".py") {
                    assert!(listed.contains(&name.as_str()), "add {name} to this file");
                }
            }
        }
    };
}

pytest_files!(
    test_class_copies,
    test_class_features,
    test_classes,
    test_containers,
    test_dataclasses,
    test_contracts,
    test_dispatch,
    test_dtypes,
    test_enums,
    test_errors,
    test_example_cuda,
    test_example_kernels,
    test_example_kernels_torch,
    test_functions,
    test_globals,
    test_lifetime,
    test_modules,
    test_moved,
    test_names,
    test_owned_tensors,
    test_scalars,
    test_schemas,
    test_strings,
    test_tensors,
    test_threads,
    test_torch,
    test_values,
);
