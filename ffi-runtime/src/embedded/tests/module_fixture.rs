//! Small libraries in C, built by the tests that load them.

use std::path::PathBuf;
use std::process::Command;

/// A directory beside the test program.
pub(super) fn directory() -> PathBuf {
    let program = std::env::current_exe().expect("the test program has a path");
    let directory = program.with_file_name("embedded-fixtures");
    std::fs::create_dir_all(&directory).expect("a directory for the libraries");
    directory
}

/// Builds a library of that name and gives its path.
pub(super) fn build(name: &str, source: &str) -> PathBuf {
    let directory = directory();
    let (code, library) = (directory.join(format!("{name}.c")), directory.join(format!("lib{name}.so")));
    std::fs::write(&code, format!("{PRELUDE}\n{source}")).expect("a place for the source");
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let output = Command::new(&compiler)
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .arg(&library)
        .arg(&code)
        .output()
        .unwrap_or_else(|error| panic!("cannot run the C compiler `{compiler}`: {error}"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    library
}

/// The part of `c_api.h` that the libraries need.
const PRELUDE: &str = r#"
#include <stdint.h>
#include <string.h>
typedef struct { int32_t type_index; uint32_t small_len; union { int64_t i; void* p; char bytes[8]; }; } Any;
#define EXPORT(name) int name(void* handle, const Any* args, int32_t n, Any* ret)
static inline int text(Any* ret, const char* s) {
  ret->type_index = 11; ret->small_len = strlen(s); memset(ret->bytes, 0, 8); strcpy(ret->bytes, s); return 0;
}
"#;
