//! Mistakes that the compiler must report where they stand. The expected reports lie beside the
//! files; `TRYBUILD=overwrite cargo test -p ffi-tests --test compile_fail` writes them anew.

#[test]
fn compile_fail() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("compile_fail/*.rs");
}
