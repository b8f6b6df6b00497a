//! The message and the place of each diagnostic about type parameters and contracts.

use super::diagnostics::check;

#[test]
fn a_type_parameter_without_a_tensor() {
    let message = "no tensor argument mentions `T`, so nothing chooses its type; take a `TensorView<'_, T>`, or write one \
                   exported function for each type";
    for parameters in ["k: T", "k: Vec<T>", "x: TensorView<'_, f32>, k: T", "x: TensorView<'_, Option<T>>"] {
        check(
            &format!("#[ffi_export(dispatch(T = [f32]))] fn f<T>({parameters}) {{}}"),
            &[&format!("1:23 {message}")],
        );
    }
}

#[test]
fn tensors_that_choose() {
    for ty in [
        "TensorView<'_, T>",
        "TensorViewMut<T>",
        "Option<TensorView<'a, T>>",
        "ffi_runtime::TensorView<'_, T>",
        "std::option::Option<ndarray::ArrayViewMut<'_, T, D>>",
        "(TensorView<'_, T>)",
    ] {
        check(&format!("#[ffi_global(\"p.f\", dispatch(T = [f32]))] fn f<T>(x: {ty}) {{}}"), &[]);
    }
}

#[test]
fn type_parameters() {
    check(
        "#[ffi_export(dispatch(T = [f32], T = [f64], U = [f32]))] fn f<T, I>(x: TensorView<T>, i: TensorView<I>) {}",
        &[
            "1:63 `#[ffi_export]` needs a concrete type in place of the type parameter `I`; write one exported function \
             for each type, or list the types: `#[ffi_export(dispatch(I = [f32, f64]))]`",
            "1:34 `T` is given twice; write all of its types in one list",
            "1:45 `f` has no type parameter `U`; it has `T` and `I`",
        ]
        .map(|message| message.replace("1:63", "1:66"))
        .each_ref()
        .map(String::as_str),
    );
    check(
        "#[ffi_export(dispatch(U = [f32]))] fn f(x: i64) {}",
        &["1:23 `f` has no type parameter `U`; it has none"],
    );
    check(
        "#[ffi_global(\"p.f\", dispatch(U = [f32], T = [f32]))] fn f<T>(x: TensorView<T>) {}",
        &["1:30 `f` has no type parameter `U`; the only one is `T`"],
    );
}

#[test]
fn lists_of_types() {
    check(
        "#[ffi_export(dispatch(T = [], I = [i32, i64, i32]))] fn f<T, I>(x: TensorView<T>, i: TensorView<I>) {}",
        &["1:23 `T` has no types; write `T = [f32, f64]`", "1:46 `i32` is listed twice; remove one"],
    );
    check(
        "#[ffi_export(dispatch())] fn f() {}",
        &["1:1 `dispatch` names no type parameter; list the types of each: `dispatch(T = [f32, f64])`"],
    );
    let example = "`dispatch(T = [f32, f64])`";
    for (key, column, message) in [
        ("dispatch", 14, "list the types of each type parameter"),
        ("dispatch = T", 14, "list the types of each type parameter"),
        ("dispatch(T = f32)", 27, "write the types in brackets"),
        ("dispatch(f32)", 26, "write a type parameter and its types"),
    ] {
        check(
            &format!("#[ffi_export({key})] fn f<T>(x: TensorView<T>) {{}}"),
            &[&format!("1:{column} {message}: {example}")],
        );
    }
}

#[test]
fn repeated_dispatch() {
    check(
        "#[ffi_export(dispatch(T = [f32]), dispatch(T = [f32]))] fn f<T>(x: TensorView<T>) {}",
        &["1:35 `dispatch` is given twice"],
    );
    check(
        "#[ffi_export(dispatch(T = [f32]))] #[ffi_global(\"f\", dispatch(T = [f32]))] fn f<T>(x: TensorView<T>) {}",
        &["1:38 another attribute of the function has `dispatch`, which holds for both; remove one"],
    );
}

#[test]
fn unknown_symbols() {
    let message = |name: &str| {
        format!(
            "nothing says what `{name}` is: a symbol has the value of a dimension where it stands alone, as in `shape = \
             [{name}]`"
        )
    };
    check(
        "#[ffi_export] fn f(#[ffi(shape = [n, 2 * q, q + r])] x: TensorView, #[ffi(shape = [..s])] y: TensorView) {}",
        &[
            &format!("1:42 {}", message("q")),
            &format!("1:45 {}", message("q")),
            &format!("1:49 {}", message("r")),
        ],
    );
    check(
        "#[ffi_export] fn f(#[ffi(shape = [s, ..s])] x: TensorView) {}",
        &["1:40 `s` is a single size elsewhere; give the sizes behind `..` another name"],
    );
}

#[test]
fn demands_on_what_is_no_tensor() {
    for (ty, what) in [
        ("i64", "a single `i64`"),
        ("f32", "a single `f32`"),
        ("&str", "a string"),
        ("String", "a string"),
        ("T", "a single `T`"),
    ] {
        let function = format!("fn f<T>(x: TensorView<T>, #[ffi(shape = [n], contiguous)] k: {ty}) {{}}");
        let message =
            |key| format!("`{key}` is about a tensor, and `k` is {what}; remove it, or take a `TensorView`");
        check(
            &format!("#[ffi_export(dispatch(T = [f32]))] {function}"),
            &[&format!("1:68 {}", message("shape")), &format!("1:81 {}", message("contiguous"))],
        );
    }
}

#[test]
fn malformed_shapes() {
    for (shape, column, message) in [
        ("[n, .., m]", 38, "`..` stands for all sizes from there on, so it comes last"),
        ("[..r, m]", 35, "`..` stands for all sizes from there on, so it comes last"),
        ("n", 34, "write the sizes in brackets: `shape = [n, 3]`"),
        ("[n m]", 37, "expected `,` or one of `+`, `-`, `*`, `/`"),
        ("[-1]", 35, "a size is a number from 0 to 2^63 - 1"),
        (
            "[\"n\"]",
            35,
            "a size is a symbol, a number, arithmetic on these, `_` for any, or `..` for all that follow",
        ),
        ("[(n m)]", 38, "expected one of `+`, `-`, `*`, `/`"),
        ("[99999999999999999999]", 35, "a size is a number from 0 to 2^63 - 1"),
    ] {
        check(
            &format!("#[ffi_export] fn f(#[ffi(shape = {shape})] x: TensorView) {{}}"),
            &[&format!("1:{column} {message}")],
        );
    }
    check("#[ffi_export] fn f(#[ffi(shape)] x: TensorView) {}", &["1:26 give it a value: `shape = [n, 3]`"]);
    check(
        "#[ffi_export] fn f(#[ffi(shape = [n, .., ])] x: TensorView, #[ffi(shape = [])] y: TensorView) {}",
        &[],
    );
}

#[test]
fn other_demands() {
    check(
        "#[ffi_export] fn f(#[ffi(device = gpu, aligned = 48, same_device, contiguous = 1)] x: TensorView) {}",
        &[
            "1:35 there is no device `gpu`; the devices are cpu, cuda, cuda_host, cuda_managed, ext_dev, hexagon, maia, \
             metal, one_api, opencl, rocm, rocm_host, trn, vulkan, webgpu",
            "1:50 an alignment is a power of two: `aligned = 64`",
            "1:67 `contiguous` takes no value",
            "1:54 `same_device` compares the arguments that have it; write it on the others too, or `device = …`",
        ],
    );
}

#[test]
fn symbols_as_parameters() {
    check(
        "#[ffi_export] fn f(#[ffi(shape = [n])] x: TensorView, #[ffi(symbol)] n: i64, #[ffi(symbol)] m: usize) {}",
        &[
            "1:73 a symbol is a `usize`; write `n: usize`",
            "1:84 no shape has the symbol `m`; write it in a tensor's: `#[ffi(shape = [m])]`, or remove `symbol` and let \
             callers pass `m`",
        ],
    );
    check(
        "#[ffi_export] fn f(#[ffi(shape = [n])] x: Option<TensorView>, #[ffi(symbol)] n: usize) {}",
        &[
            "1:69 `n` stands in optional arguments alone, so it may have no value; ask the tensor for its shape",
        ],
    );
    check(
        "#[ffi_export] fn f(#[ffi(shape = [n])] x: TensorView, #[ffi(symbol, default = 1)] n: usize) {}",
        &["1:61 callers do not pass a symbol, so it has no other option; remove the others"],
    );
}

#[test]
fn several_mistakes_at_once() {
    check(
        "#[ffi_export(dispatch(T = [f32, f32], I = [i32]), nam = 1)]
         fn f<T, I>(#[ffi(shape = [n, .., q * 2])] x: TensorView<'_, T>, #[ffi(aligned = 3)] i: I) {}",
        &[
            "1:51 `#[ffi_export]` has no key `nam`; the keys are `name`, `dispatch` and `crate`",
            "2:39 `..` stands for all sizes from there on, so it comes last",
            "2:90 an alignment is a power of two: `aligned = 64`",
            "2:43 nothing says what `q` is: a symbol has the value of a dimension where it stands alone, as in `shape = [q]`",
            "2:80 `aligned` is about a tensor, and `i` is a single `I`; remove it, or take a `TensorView`",
            "1:33 `f32` is listed twice; remove one",
            "1:39 no tensor argument mentions `I`, so nothing chooses its type; take a `TensorView<'_, I>`, or write one \
             exported function for each type",
        ],
    );
}
