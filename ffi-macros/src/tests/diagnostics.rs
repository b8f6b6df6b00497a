//! The message and the place of each diagnostic.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{LitStr, Macro};

use super::expand;

/// The errors in an expansion, each as `line:column message`.
fn errors(source: &str) -> Vec<String> {
    struct Errors(Vec<String>);

    impl VisitMut for Errors {
        fn visit_macro_mut(&mut self, call: &mut Macro) {
            if call.path.segments.last().unwrap().ident == "compile_error" {
                let message: LitStr = call.parse_body().unwrap();
                let place = call.path.to_token_stream().into_iter().next().unwrap();
                let start = place.span().start();
                let message = without_file(&message.value());
                self.0.push(format!("{}:{} {message}", start.line, start.column + 1));
            }
            visit_mut::visit_macro_mut(self, call);
        }
    }

    let mut errors = Errors(Vec::new());
    let mut file = syn::parse2(expand(source)).unwrap();
    errors.visit_file_mut(&mut file);
    errors.0
}

/// The message without the name that a parsed text has for a file, which differs from run to run.
fn without_file(message: &str) -> String {
    match message.split_once("<parsed string ") {
        Some((before, rest)) => {
            let rest = rest.split_once('>').map_or(rest, |(_, rest)| rest);
            format!("{before}{rest}")
        }
        None => message.to_owned(),
    }
}

/// Asserts that `source` gives these errors and no others; the item itself must survive without our attributes.
#[track_caller]
pub(super) fn check(source: &str, expected: &[&str]) {
    assert_eq!(errors(source), expected, "{source}");
    let rest: TokenStream = expand(source);
    assert!(!rest.to_string().contains("ffi ("), "{rest}");
}

#[test]
fn qualifiers() {
    check(
        "#[ffi_export] async fn f() {}",
        &[
            "1:15 `#[ffi_export]` takes no `async fn`: the caller gets the result when the call returns; write a plain \
           `fn` that blocks on the future",
        ],
    );
    check(
        "#[ffi_global(\"p.f\")] unsafe fn f() {}",
        &[
            "1:22 `#[ffi_global]` takes no `unsafe fn`: any language may call it, with any values; write a safe function \
           that checks its arguments and has an `unsafe` block in it",
        ],
    );
    check(
        "#[ffi_export] fn f(a: i32, ...) {}",
        &["1:28 `#[ffi_export]` takes no variadic function; write one parameter for each argument"],
    );
    check(
        "#[ffi_export] fn f() -> ! { loop {} }",
        &["1:25 `#[ffi_export]` takes no function that never returns; leave the return type out"],
    );
}

#[test]
fn receivers() {
    let message = "`#[ffi_export]` takes no `self`: it belongs on a free function; move the function out of the `impl` \
                   block and take the value as an ordinary parameter";
    check("#[ffi_export] fn f(&self) {}", &[&format!("1:20 {message}")]);
    check(
        "#[ffi_export] fn f(#[ffi(default = 1)] mut self: Box<Self>, a: i64) {}",
        &[&format!("1:40 {message}")],
    );
}

#[test]
fn generics() {
    check(
        "#[ffi_export] fn f<'a, T: Clone, const N: usize>(a: &'a T) {}",
        &[
            "1:24 `#[ffi_export]` needs a concrete type in place of the type parameter `T`; write one exported function \
             for each type, or list the types: `#[ffi_export(dispatch(T = [f32, f64]))]`",
            "1:40 `#[ffi_export]` needs a concrete value in place of the const parameter `N`; write one exported \
             function for each value",
        ],
    );
    let message = "`#[ffi_export]` needs a concrete type in place of `impl …`; write one exported function for each type";
    check(
        "#[ffi_export] fn f(a: Option<impl Into<i64>>) -> impl Copy {}",
        &[&format!("1:30 {message}"), &format!("1:50 {message}")],
    );
}

#[test]
fn attributes_that_cannot_be() {
    check(
        "#[ffi_export] #[ffi(default = 1)] fn f() {}",
        &["1:15 `#[ffi(…)]` belongs on a parameter; what is about the function goes into `#[ffi_export(…)]`"],
    );
    check(
        "#[ffi_export] #[target_feature(enable = \"avx2\")] fn f() {}",
        &[
            "1:15 `#[ffi_export]` takes no function with `#[target_feature]`: any processor may call it; write an \
           exported function that asks for the feature and then calls this one",
        ],
    );
    check(
        "#[ffi_export] fn f(#[cfg(unix)] a: i64) {}",
        &["1:20 `#[ffi_export]` takes no conditional parameter; write two functions with `#[cfg]`"],
    );
}

#[test]
fn other_items() {
    for (item, place) in [
        (
            "struct S;",
            "1:15 `#[ffi_export]` belongs on a free function, and this is a struct; for a class write \
             `#[ffi_class(\"package.Name\")]`",
        ),
        (
            "impl S { fn f() {} }",
            "1:15 `#[ffi_export]` belongs on a free function, and this is an `impl` block; annotate a function outside \
             of it, or write `#[ffi_methods]` for the methods of a class",
        ),
    ] {
        check(&format!("#[ffi_export] {item}"), &[place]);
    }
}

#[test]
fn bodiless_functions() {
    let outer = crate::item::RawAnnotation {
        kind: crate::ast::Kind::Export,
        span: proc_macro2::Span::call_site(),
        arguments: TokenStream::new(),
    };
    let names = crate::duplicates::NameTable::new();
    let expansion = crate::expand_function(&names, outer, "fn f();".parse().unwrap());
    assert!(expansion.to_string().contains("annotate the function that implements it"), "{expansion}");
}

#[test]
fn defaults() {
    check(
        "#[ffi_export] fn f(#[ffi(default = 1 + 1)] a: i64, b: i64, #[ffi(default = 2)] c: i64) {}",
        &[
            "1:36 `a` has a default and stands before `b`, which has none; move it behind or give `b` a default too",
        ],
    );
    check(
        "#[ffi_export] fn f(#[ffi(default = 1)] a: i64, #[ffi(default)] b: i64, #[ffi] c: i64) {}",
        &["1:54 give it a value: `default = 1`", "1:72 write `#[ffi(default = …)]`"],
    );
    check(
        "#[ffi_export] fn f(#[ffi(default = 1, default = 2)] #[ffi(default = 3)] a: i64) {}",
        &["1:39 `default` is given twice", "1:59 `default` is given twice"],
    );
}

#[test]
fn unknown_keys() {
    check(
        "#[ffi_export(foo = 1, name = \"g\", bar(1, 2), baz)] fn f(#[ffi(shap = [n, m])] a: i64) {}",
        &[
            "1:14 `#[ffi_export]` has no key `foo`; the keys are `name`, `dispatch` and `crate`",
            "1:35 `#[ffi_export]` has no key `bar`; the keys are `name`, `dispatch` and `crate`",
            "1:46 `#[ffi_export]` has no key `baz`; the keys are `name`, `dispatch` and `crate`",
            "1:63 `#[ffi(…)]` has no key `shap`; the keys are `default`, `shape`, `device`, `same_device`, `contiguous`, `aligned` and `symbol`",
        ],
    );
    check(
        "#[ffi_global(\"p.f\", name = \"g\")] fn f() {}",
        &["1:21 `#[ffi_global]` has no key `name`; the keys are `dispatch` and `crate`"],
    );
}

#[test]
fn values_of_keys() {
    check("#[ffi_export(\"g\")] fn f() {}", &["1:14 write `name = \"g\"`"]);
    check("#[ffi_export(name = g)] fn größe() {}", &["1:21 write the name as a string: `name = \"…\"`"]);
    check("#[ffi_export(name)] fn f() {}", &["1:14 give it a value: `name = \"…\"`"]);
    check("#[ffi_export(name = \"a\", name = \"b\")] fn f() {}", &["1:26 `name` is given twice"]);
    check(
        "#[ffi_export(crate = \"x\")] fn f() {}",
        &["1:22 write a path without quotes: `crate = path::to::ffi_runtime`"],
    );
    check(
        "#[ffi_export] #[ffi_global = \"p.f\"] fn f() {}",
        &["1:17 write the arguments in parentheses: `#[ffi_global(…)]`"],
    );
}

#[test]
fn export_names() {
    check(
        "#[ffi_export] fn _library_bin() {}",
        &[
            "1:18 `_library_bin` cannot be exported: the symbol `__tvm_ffi__library_bin` belongs to the loader; give \
           another one: `#[ffi_export(name = \"…\")]`",
        ],
    );
    check(
        "#[ffi_export(name = \"_metadata_x\")] fn f() {}",
        &[
            "1:21 `_metadata_x` cannot be exported: names that begin with `_metadata_` belong to the loader; give \
           another one: `#[ffi_export(name = \"…\")]`",
        ],
    );
    check(
        "#[ffi_export] fn größe() {}",
        &[
            "1:18 `größe` cannot be exported: the name of an export is made of ASCII letters, digits and `_`, and does \
           not begin with a digit; give another one: `#[ffi_export(name = \"…\")]`",
        ],
    );
}

#[test]
fn global_names() {
    check(
        "#[ffi_global] fn f() {}",
        &["1:1 the global's name is missing; write `#[ffi_global(\"package.f\")]`"],
    );
    check(
        "#[ffi_global(name = \"p.f\")] fn f() {}",
        &["1:14 the global's name comes first, as a string; write `#[ffi_global(\"package.f\")]`"],
    );
    check("#[ffi_global(\"\")] fn f() {}", &["1:14 a global's name is not empty; write `package.function`"]);
    check(
        "#[ffi_global(\"a\\0b\")] fn f() {}",
        &["1:14 a global's name holds no NUL; write `package.function`"],
    );
}

#[test]
fn names_used_twice() {
    for (source, start, end) in [
        (
            "#[ffi_export] fn f() {}\n#[ffi_export(name = \"f\")] fn g() {}",
            "2:21 `f` is already exported by this crate, at ",
            ":1:18; give another name: `#[ffi_export(name = \"…\")]`",
        ),
        (
            "#[ffi_global(\"p.f\")] fn f() {}\n#[ffi_global(\"p.f\")] #[ffi_export] fn g() {}",
            "2:14 the global `p.f` is already registered by this crate, at ",
            ":1:14; give another name",
        ),
    ] {
        let errors = errors(source);
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert!(errors[0].starts_with(start) && errors[0].ends_with(end), "{errors:?}");
    }
    // An export and a global may share a name; of conditional functions only one may be compiled.
    check("#[ffi_export] #[ffi_global(\"f\")] fn f() {}", &[]);
    check("#[ffi_export] #[cfg(unix)] fn f() {}\n#[ffi_export] #[cfg(windows)] fn f() {}", &[]);
}

#[test]
fn mistakes_are_reported_together() {
    let source = "#[ffi_export(name = \"1\", nam = 2)] async fn f<T>(a: T, #[ffi(defualt = 1)] b: i64) {}";
    assert_eq!(errors(source).len(), 5, "{:?}", errors(source));
}

#[test]
fn static_lifetimes() {
    let message = "`#[ffi_export]` lends its arguments for the call, so none is `'static`; leave the lifetime out or \
                   write `'_`, and copy what must last";
    check(
        "#[ffi_export] fn f(a: &'static str, b: Option<TensorView<'static, f32>>) -> &'static str { a }",
        &[&format!("1:24 {message}"), &format!("1:58 {message}")],
    );
}

#[test]
fn names_of_generated_items() {
    check(
        "#[ffi_export] fn __ffi_call() {}",
        &["1:18 names that begin with `__ffi` belong to `#[ffi_export]`; give the function another one"],
    );
}

#[test]
fn attributes_that_stand_twice() {
    check(
        "#[ffi_export] #[ffi_export] fn twice() {}",
        &["1:32 `#[ffi_export]` with the name `twice` stands here twice; remove one"],
    );
    check("#[ffi_export(name = \"a\")] #[ffi_export(name = \"b\")] fn two_names() {}", &[]);
}

#[test]
fn enums() {
    let errors =
        |expand: fn(TokenStream) -> TokenStream, source: &str| expand(source.parse().unwrap()).to_string();
    let union = crate::enums::expand_union;
    assert!(errors(union, "struct S(i64);").contains("`FfiUnion` is for enums"));
    assert!(errors(union, "enum E {}").contains("needs at least one variant"));
    assert!(errors(union, "enum E<'a> { A(&'a str) }").contains("needs concrete types"));
    let both = errors(union, "enum E { A(i64, i64), B { x: i64 } }");
    assert_eq!(both.matches("a variant of a union holds one value").count(), 2);
    assert!(errors(union, "enum E { A, B }").contains("both `A` and this variant hold nothing"));
    assert!(
        errors(union, "#[ffi(name = 1)] enum E { A(i64) }").contains("unknown key; known is `crate = path`")
    );
    let choice = crate::enums::expand_choice;
    assert!(errors(choice, "enum E { A(i64) }").contains("derive `FfiUnion` for a union of types"));
    assert!(
        errors(choice, "#[ffi(crate = my::runtime)] enum E { A }").contains("my :: runtime :: __private")
    );
}
