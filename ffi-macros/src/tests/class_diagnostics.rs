//! The message and the place of each diagnostic about classes and their methods.

use super::diagnostics::check;

const PAIR: &str = "#[ffi_class(\"p.S\")] ";

#[track_caller]
fn check_class(item: &str, expected: &[&str]) {
    check(&format!("{PAIR}{item}"), expected);
}

#[test]
fn shapes() {
    check_class(
        "struct S<T> { #[ffi(get)] a: T }",
        &[
            "1:29 a class needs concrete types: other languages know it by one key; leave the parameters out, and own what \
           would be borrowed",
        ],
    );
    check_class("struct S(i64);", &["1:29 a class has named fields; write `struct Name { field: Type }`"]);
    check_class("struct S;", &[]);
    check_class("struct S {}", &[]);
    check_class(
        "enum E { A }",
        &[
            "1:21 `#[ffi_class]` belongs on a struct; for an enum write `#[derive(FfiUnion)]` or `#[derive(FfiEnum)]`",
        ],
    );
    check_class(
        "fn f() {}",
        &["1:21 `#[ffi_class]` belongs on a struct; for a function write `#[ffi_export]`"],
    );
    check_class(
        "impl S {}",
        &["1:21 `#[ffi_class]` belongs on a struct; for its methods write `#[ffi_methods]`"],
    );
}

#[test]
fn type_keys() {
    check(
        "#[ffi_class] struct S;",
        &["1:1 the class's type key is missing; write `#[ffi_class(\"package.Name\")]`"],
    );
    check(
        "#[ffi_class(eq)] struct S;",
        &["1:13 the type key comes first, as a string; write `#[ffi_class(\"package.Name\")]`"],
    );
    check("#[ffi_class(\"\")] struct S;", &["1:13 a type key is not empty; write `package.Name`"]);
    check("#[ffi_class(\"p\\0\")] struct S;", &["1:13 a type key holds no NUL; write `package.Name`"]);
    check(
        "#[ffi_class(\"p.\\\"S\")] struct S;",
        &["1:13 a type key holds no quotes, backslashes and control characters; write `package.Name`"],
    );
    for key in [".p.S", "p.S.", "."] {
        check(
            &format!("#[ffi_class(\"{key}\")] struct S;"),
            &["1:13 a type key begins and ends with a name; write `package.Name`"],
        );
    }
    check(
        "#[ffi_class(\"p.S\", sealed)] struct S;",
        &[
            "1:20 `#[ffi_class]` has no key `sealed`; the keys are `extends`, `eq`, `hash`, `rebuild`, `foreign` and \
           `crate`",
        ],
    );
    check("#[ffi_class(\"p.S\", eq = true)] struct S;", &["1:20 `eq` takes no value"]);
    check("#[ffi_class(\"p.S\", eq, eq)] struct S;", &["1:24 `eq` is given twice"]);
    check(
        "#[ffi_class(\"p.S\")] struct S;\n#[ffi_class(\"p.S\")] struct T;",
        &["2:13 the class `p.S` is already defined by this crate, at :1:13; give another type key"],
    );
}

#[test]
fn fields() {
    check_class(
        "struct S { #[ffi(set)] a: i64 }",
        &["1:38 a field that can be set can be read too; write `#[ffi(get, set)]`"],
    );
    check_class(
        "struct S { #[ffi(default = 1)] a: i64, #[ffi(name = \"x\")] b: i64 }",
        &[
            "1:48 only a field that others see has a default; write `#[ffi(get, default = …)]`",
            "1:73 only a field that others see has a name; write `#[ffi(get, name = \"…\")]`",
        ],
    );
    check_class(
        "struct S { #[ffi(get, skip)] a: i64 }",
        &["1:43 `skip` is for a field that others do not see; leave it out, or `get`"],
    );
    check_class(
        "struct S { #[ffi(get)] a: i64, #[ffi(get, name = \"a\")] b: i64 }",
        &["1:70 others see two fields `a`, the first at :1:44; give another name"],
    );
    check_class(
        "struct S { #[ffi(get, name = \"__ffi_x\")] a: i64 }",
        &["1:50 names that begin with `__ffi_` belong to the hosts; give another one"],
    );
    check_class(
        "struct S { #[ffi(gett)] a: i64 }",
        &["1:38 `#[ffi(…)]` has no key `gett`; the keys are `get`, `set`, `default`, `name` and `skip`"],
    );
    check_class("struct S { #[ffi] a: i64 }", &["1:32 write `#[ffi(get)]` or `#[ffi(get, set)]`"]);
    check_class(
        "struct S { #[cfg(unix)] #[ffi(get)] a: i64 }",
        &["1:32 `#[ffi_class]` takes no conditional field; write two structs with `#[cfg]`"],
    );
    check_class(
        "struct S { #[ffi(method)] f: fn() }",
        &["1:38 `method` on a field is for handles of foreign classes; write methods in an `impl` with \
           `#[ffi_methods]`"],
    );
}

#[test]
fn bases() {
    let advice = "`S` extends `B`, so its first field must be of that type; write `base: B,` first";
    for (fields, place) in [("", "1:44"), ("a: i64", "1:48"), ("a: i64, base: B", "1:48")] {
        let source = format!("#[ffi_class(\"p.S\", extends = B)] struct    S {{ {fields} }}");
        check(&source, &[&format!("{place} {advice}")]);
    }
    check(
        "#[ffi_class(\"p.S\", extends = B)] struct S { #[ffi(get)] base: B }",
        &["1:45 the base is no field that others see: they see its fields; remove `#[ffi(…)]`"],
    );
    check(
        "#[ffi_class(\"p.S\", extends = B)] #[repr(transparent)] struct S { base: B }",
        &["1:34 a class that extends another one is `repr(C)`; remove this `repr`"],
    );
    // Without its base it would begin with something else.
    check(
        "#[ffi_class(\"p.S\", extends = B)] struct S { #[cfg(unix)] base: B }",
        &["1:45 `#[ffi_class]` takes no conditional field; write two structs with `#[cfg]`"],
    );
    check("#[ffi_class(\"p.S\", extends = B)] #[repr(C, align(16))] struct S { base: B }", &[]);
    check("#[ffi_class(\"p.S\", extends = B)] #[repr(align(16))] struct S { base: B }", &[]);
    check(
        "#[ffi_class(\"p.S\", hash)] struct S;",
        &["1:20 objects that are hashed are compared too; write `eq, hash`"],
    );
}

#[test]
fn layouts() {
    let message = "a class is not packed: others read its fields where they stand, and these may stand askew; remove \
                   this `repr`";
    check_class("#[repr(packed)] struct S { #[ffi(get)] a: i64 }", &[&format!("1:21 {message}")]);
    check_class("#[repr(C, packed(4))] struct S { #[ffi(get)] a: i64 }", &[&format!("1:21 {message}")]);
    check(
        "#[ffi_class(\"p.S\", extends = B)] #[repr(C, packed)] struct S { base: B }",
        &[&format!("1:34 {message}")],
    );
    check_class("#[repr(C)] struct S { #[ffi(get)] a: i64 }", &[]);
    check_class("#[repr(transparent)] struct S { #[ffi(get)] a: i64 }", &[]);
}

#[test]
fn foreign_classes() {
    check(
        "#[ffi_class(\"p.S\", foreign, eq)] #[derive(Clone)] struct S { a: i64, #[ffi(method)] f: i64 }",
        &[
            "1:29 `eq` is for a class that is defined here, and a foreign one is defined elsewhere; leave it out",
            "1:34 the struct becomes a handle, which is `Clone` and `Debug`; remove this attribute",
            "1:62 say what it is in the foreign class: `#[ffi(get)]`, `#[ffi(get, set)]`, `#[ffi(method)]`, \
             `#[ffi(static_method)]` or `#[ffi(init)]`",
            "1:88 write the method's type: `fn(i64) -> i64`, without the object",
        ],
    );
    check(
        "#[ffi_class(\"p.S\", foreign)] struct S { #[ffi(methd)] f: fn(), #[ffi(get, method, name = \"\")] g: fn() }",
        &[
            "1:47 `#[ffi(…)]` has no key `methd`; the keys are `get`, `set`, `method`, `static_method`, `init` and \
             `name`",
            "1:90 the name of a member is not empty and holds no NUL",
            "1:75 it is a field or a method; write one of them",
        ],
    );
    // One method may have several types.
    check(
        "#[ffi_class(\"p.S\", foreign)] struct S { #[ffi(method)] f: fn(), #[ffi(method, name = \"f\")] g: fn(i64) }",
        &[],
    );
}

#[test]
fn receivers() {
    check(
        "#[ffi_methods] impl S { fn f(&mut self) {} fn g(self) {} fn h(&self) {} fn i(self: &Self) {} }",
        &[
            "1:30 objects are shared, so a method takes `&self`; make what it changes a `Field<T>`, a `Mutex` or an \
             atomic",
            "1:49 an object belongs to all who hold it, so a method takes `&self`; to keep or return the object itself \
             write `#[ffi(method)] fn name(this: Ref<Self>)`",
        ],
    );
    check(
        "#[ffi_methods] impl S { #[ffi(method)] fn f() {} #[ffi(method)] fn g(&self) {} }",
        &[
            "1:31 a method without `&self` takes the object first; write `this: Ref<Self>`",
            "1:56 a function with `&self` is a method anyway; remove `method`",
        ],
    );
    let advice = "an object belongs to all who hold it, so a method takes `&self`; to keep or return the object itself \
                  write `#[ffi(method)] fn name(this: Ref<Self>)`";
    for receiver in ["self: &Arc<Self>", "self: Box<Self>", "self: &Other", "self: &mut Self"] {
        check(&format!("#[ffi_methods] impl S {{ fn f({receiver}) {{}} }}"), &[&format!("1:30 {advice}")]);
    }
    check("#[ffi_methods] impl m::S { fn f(self: &S) {} fn g(self: &m::S) {} fn h<'a>(&'a self) {} }", &[]);
    check(
        "#[ffi_methods] impl S { fn f(&'static self) {} fn g(#[ffi(default = 1)] &self) {} }",
        &[
            "1:53 the object is there in every call; remove `#[ffi(…)]`",
            "1:31 `#[ffi_methods]` lends its arguments for the call, so none is `'static`; leave the lifetime out or \
             write `'_`, and copy what must last",
        ],
    );
    for first in ["this: Option<Ref<Self>>", "this: WeakRef<Self>", "this: &Ref<Self>", "this: Ref<Other>"] {
        check(
            &format!("#[ffi_methods] impl S {{ #[ffi(method)] fn f({first}) {{}} }}"),
            &["1:31 a method without `&self` takes the object first; write `this: Ref<Self>`"],
        );
    }
    check("#[ffi_methods] impl S { #[ffi(method)] fn f(this: ffi_runtime::Ref<S>) {} }", &[]);
}

#[test]
fn constructors() {
    check(
        "#[ffi_methods] impl S { #[ffi(init)] fn new() -> Self {} #[ffi(init)] fn other() -> Self {} }",
        &["1:64 a class has one constructor, and the first is at :1:31; make this one a static method"],
    );
    check(
        "#[ffi_methods] impl S { #[ffi(init)] fn new(&self) {} }",
        &[
            "1:31 a constructor is not called on an object; write `fn new(…) -> Self`",
            "1:41 a constructor returns the object; write `-> Self` or `-> Result<Self>`",
        ],
    );
    for returns in ["i64", "Option<Self>", "Result<()>", "Result<i64, Self>"] {
        check(
            &format!("#[ffi_methods] impl S {{ #[ffi(init)] fn new() -> {returns} {{}} }}"),
            &["1:50 a constructor returns the object; write `-> Self` or `-> Result<Self>`"],
        );
    }
    for returns in ["Self", "S", "Ref<S>", "Result<Self>", "Result<Ref<Self>, String>"] {
        check(&format!("#[ffi_methods] impl S {{ #[ffi(init)] fn new() -> {returns} {{}} }}"), &[]);
    }
    // Of functions with conditions only one may be compiled.
    check(
        "#[ffi_methods] impl S { #[cfg(unix)] #[ffi(init)] fn new() -> Self {} #[cfg(windows)] #[ffi(init)] fn new() -> \
         Self {} }",
        &[],
    );
}

#[test]
fn methods() {
    check(
        "#[ffi_methods] impl S { async fn f(&self) {} fn g<T>(&self, x: T) {} }",
        &[
            "1:25 `#[ffi_methods]` takes no `async fn`: the caller gets the result when the call returns; write a plain \
             `fn` that blocks on the future",
            "1:51 `#[ffi_methods]` needs a concrete type in place of the type parameter `T`; write one exported function \
             for each type",
        ],
    );
    check(
        "#[ffi_methods] impl S { fn f() {} #[ffi(name = \"f\")] fn g() {} #[ffi(name = \"__ffi_init__\")] fn h() {} }",
        &[
            "1:48 others see two methods `f`, the first at :1:28; give another name",
            "1:77 names that begin with `__ffi_` belong to the hosts; give another one",
        ],
    );
    check(
        "#[ffi_methods] impl Debug for S {}",
        &[
            "1:21 `#[ffi_methods]` belongs on the class's own `impl`; call the trait's methods from methods there",
        ],
    );
    check("#[ffi_methods] impl<T> S<T> {}", &["1:20 a class has no parameters; leave them out"]);
    check(
        "#[ffi_methods] struct S;",
        &["1:16 `#[ffi_methods]` belongs on the `impl` of a class; on the struct write \
           `#[ffi_class(\"package.Name\")]`"],
    );
    check(
        "#[ffi_methods] impl S { #[ffi(skip, name = \"x\")] fn f() {} }",
        &["1:31 a function that is left out has no other option; remove `skip` or the other one"],
    );
    check(
        "#[ffi_methods] impl S { #[ffi(skip, method)] fn f(this: Ref<Self>) {} }",
        &["1:31 a function that is left out has no other option; remove `skip` or the other one"],
    );
    check(
        "#[ffi_methods] impl S { #[ffi_export] fn f() {} #[ffi_runtime::ffi_global(\"p.g\")] fn g() {} }",
        &[
            "1:25 it belongs on a free function, and others call every function of this block anyway; remove this \
             attribute",
            "1:49 it belongs on a free function, and others call every function of this block anyway; remove this \
             attribute",
        ],
    );
}
