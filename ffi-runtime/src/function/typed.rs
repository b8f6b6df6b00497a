use core::fmt;
use core::marker::PhantomData;

use super::{CallArguments, Function};
use crate::any::{Any, AnyView};
use crate::convert::{Argument, ArgumentValue, FfiType, IntoAny, Mismatch, OwnedArgument, ToArgument};
use crate::error::Result;

/// A [`Function`] whose argument and return types are known: `TypedFunction<fn(i64, &str) -> f64>`.
///
/// Types are checked by the compiler where it is called and by the function when it runs; making one of a
/// function of another language checks nothing.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// let repeat: TypedFunction<fn(&str, i64) -> String> =
///     Function::from_fn(|text: &str, count: usize| text.repeat(count)).into();
/// assert_eq!(repeat.call(("ab", 2))?, "abab");
/// # Ok::<(), Error>(())
/// ```
pub struct TypedFunction<F> {
    function: Function,
    signature: PhantomData<fn() -> F>,
}

impl<F> TypedFunction<F> {
    /// Calls the function with a tuple of arguments of its types.
    ///
    /// # Errors
    /// The error that the function raises; TypeError or ValueError when it returns something else than promised.
    #[inline]
    #[track_caller]
    pub fn call<A: CallArguments>(&self, arguments: A) -> Result<F::Output>
    where
        F: Takes<A>,
    {
        self.function.call(arguments)?.to::<F::Output>()
    }

    /// The function without its types.
    pub fn as_function(&self) -> &Function {
        &self.function
    }
}

/// A function pointer type that takes these arguments.
#[diagnostic::on_unimplemented(
    message = "a `TypedFunction<{Self}>` does not take the arguments `{A}`",
    note = "arguments are a tuple of the function's types, one of a single value too: `call((x,))`"
)]
pub trait Takes<A> {
    /// What it returns.
    type Output: OwnedArgument;
}

/// The name and the schema of a function pointer type.
pub trait Signature {
    /// Appends the type as messages name it, such as `Function[(int, str) -> float]`.
    fn write_name(out: &mut String);

    /// Appends the type's schema.
    fn write_schema(out: &mut String);
}

/// Writes parameters and the return type of a signature; the writers come from the types.
fn write_signature_name(parameters: &[fn(&mut String)], returns: fn(&mut String), out: &mut String) {
    out.push_str("Function[(");
    for (index, write) in parameters.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        write(out);
    }
    out.push_str(") -> ");
    returns(out);
    out.push(']');
}

fn write_signature_schema(parameters: &[fn(&mut String)], returns: fn(&mut String), out: &mut String) {
    out.push_str("{\"type\":\"ffi.Function\",\"named_args\":{\"return\":[");
    returns(out);
    out.push_str("],\"params\":[");
    for (index, write) in parameters.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write(out);
    }
    out.push_str("]}}");
}

/// Implements [`Takes`] for one number of arguments.
macro_rules! impl_takes {
    ($($argument:ident),*) => {
        impl<F, R, $($argument),*> Takes<($($argument,)*)> for F
        where
            F: Fn($($argument),*) -> R,
            R: OwnedArgument,
        {
            type Output = R;
        }
    };
}

impl_takes!();
impl_takes!(A);
impl_takes!(A, B);
impl_takes!(A, B, C);
impl_takes!(A, B, C, D);
impl_takes!(A, B, C, D, E);
impl_takes!(A, B, C, D, E, G);
impl_takes!(A, B, C, D, E, G, H);
impl_takes!(A, B, C, D, E, G, H, I);

/// Implements [`Signature`] for one number of arguments, each of which is a value or a reference: the type with
/// references binds their lifetimes, and is another type to the compiler.
macro_rules! impl_signature {
    // All arguments are sorted into values and references.
    (@done [$($value:ident)*] [$($reference:ident)*] [$($lifetime:lifetime)*] [$($type:ty,)*] [$($static:ty,)*]) => {
        #[allow(coherence_leak_check, reason = "the types differ in the lifetimes they bind")]
        impl<R: FfiType, $($value: FfiType,)* $($reference: ?Sized,)*> Signature for for<$($lifetime),*> fn($($type),*) -> R
        where
            $(&'static $reference: FfiType,)*
            $($reference: 'static,)*
        {
            fn write_name(out: &mut String) {
                write_signature_name(&[$(<$static as FfiType>::write_name),*], R::write_name, out);
            }

            fn write_schema(out: &mut String) {
                write_signature_schema(&[$(<$static as FfiType>::write_schema),*], R::write_schema, out);
            }
        }
    };
    (@sort [] $values:tt $references:tt $lifetimes:tt $types:tt $statics:tt) => {
        impl_signature!(@done $values $references $lifetimes $types $statics);
    };
    (
        @sort [$argument:ident $lifetime:lifetime, $($rest:tt)*]
        [$($value:tt)*] [$($reference:tt)*] [$($bound:tt)*] [$($type:tt)*] [$($static:tt)*]
    ) => {
        impl_signature!(
            @sort [$($rest)*]
            [$($value)* $argument] [$($reference)*] [$($bound)*] [$($type)* $argument,] [$($static)* $argument,]
        );
        impl_signature!(
            @sort [$($rest)*]
            [$($value)*] [$($reference)* $argument] [$($bound)* $lifetime]
            [$($type)* &$lifetime $argument,] [$($static)* &'static $argument,]
        );
    };
    ($($argument:ident $lifetime:lifetime,)*) => {
        impl_signature!(@sort [$($argument $lifetime,)*] [] [] [] [] []);
    };
}

impl_signature!();
impl_signature!(A 'a,);
impl_signature!(A 'a, B 'b,);
impl_signature!(A 'a, B 'b, C 'c,);
impl_signature!(A 'a, B 'b, C 'c, D 'd,);

impl<F> Clone for TypedFunction<F> {
    fn clone(&self) -> Self {
        self.function.clone().into()
    }
}

impl<F> fmt::Debug for TypedFunction<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.function.fmt(f)
    }
}

impl<F> From<Function> for TypedFunction<F> {
    fn from(function: Function) -> Self {
        Self { function, signature: PhantomData }
    }
}

impl<F> From<TypedFunction<F>> for Function {
    fn from(typed: TypedFunction<F>) -> Self {
        typed.function
    }
}

impl<F> From<TypedFunction<F>> for Any {
    fn from(typed: TypedFunction<F>) -> Self {
        typed.function.into()
    }
}

impl<F: Signature> FfiType for TypedFunction<F> {
    fn write_name(out: &mut String) {
        F::write_name(out);
    }

    fn write_schema(out: &mut String) {
        F::write_schema(out);
    }
}

impl<F: Signature + 'static> Argument for TypedFunction<F> {
    type View<'a> = Self;

    const BORROWS: bool = false;
    fn from_view<'a>(view: AnyView<'a>) -> Result<Self, Mismatch> {
        Function::from_view(view).map(Self::from).map_err(|_| Mismatch::of_type::<Self>(view))
    }
}

impl<F: Signature> IntoAny for TypedFunction<F> {
    fn into_any(self) -> Result<Any, Mismatch> {
        Ok(self.into())
    }
}

impl<F> ToArgument for TypedFunction<F> {
    fn to_argument(&self) -> Result<ArgumentValue<'_>, Mismatch> {
        self.function.to_argument()
    }
}
