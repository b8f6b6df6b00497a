use core::ffi::{c_int, c_void};
use core::panic::Location;

use super::{
    Arguments, Function, FunctionDescriptor, Parameter, ReturnType, Returned, check_overlap, closure, finish,
    overlap, required,
};
use crate::any::Any;
use crate::convert::Argument;
use crate::error::Result;
use crate::sys::RawAny;

/// A closure or function that can become a [`Function`].
///
/// Takes up to twelve arguments that are [`Argument`]s, borrowed ones such as `&str` included, and returns what
/// is [`Returned`]. It must be `Send + Sync + 'static`, because other languages call from any thread at any time.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot become a function of other languages",
    note = "write the type of every closure argument, as in `|x: i64, name: &str| …`; arguments and returns must \
            have a conversion, and the closure must be `Send + Sync + 'static`"
)]
pub trait IntoFunction<Signature>: Send + Sync + 'static {
    /// Makes the function.
    #[doc(hidden)]
    fn into_function(self, location: &'static Location<'static>) -> Function;
}

/// Implements [`IntoFunction`] for one number of arguments.
macro_rules! impl_into_function {
    ($($argument:ident $index:literal $name:literal),*) => {
        const _: () = {
            const TOTAL: usize = <[&str]>::len(&[$($name),*]);

            struct Signature<R, $($argument),*>(core::marker::PhantomData<fn($($argument),*) -> R>);

            impl<R: Returned + 'static, $($argument: Argument + 'static),*> Signature<R, $($argument),*> {
                const DESCRIPTOR: &'static FunctionDescriptor = &FunctionDescriptor {
                    name: "<closure>",
                    path: "<closure>",
                    file: "",
                    lines: (0, 0),
                    doc: "",
                    parameters: const { &[$(Parameter::of::<$argument>($name, None)),*] },
                    returns: ReturnType::of::<R>(),
                    dispatch: None,
                };
                const WRITERS: u64 = overlap::writers(&[$($argument::EXCLUSIVE),*]);
            }

            /// # Safety
            /// `function` holds a closure of type `F`; the rest is as the packed call convention passes it.
            unsafe extern "C" fn safe_call<F, R, $($argument),*>(
                function: *mut c_void,
                arguments: *const RawAny,
                count: i32,
                result: *mut RawAny,
            ) -> c_int
            where
                F: for<'a> Fn($($argument::View<'a>),*) -> R,
                R: Returned + 'static,
                $($argument: Argument + 'static,)*
            {
                #[allow(unused_variables, reason = "without arguments there is nothing to convert")]
                let call = |closure: &F, arguments: Arguments<'_>| -> Result<Any> {
                    if arguments.len() != TOTAL {
                        return Err(arguments.wrong_count());
                    }
                    check_overlap(arguments, Signature::<R, $($argument),*>::WRITERS)?;
                    finish(arguments, closure($(required::<$argument>(arguments, $index)?),*))
                };
                let descriptor = Signature::<R, $($argument),*>::DESCRIPTOR;
                // SAFETY: the caller promises a closure of this type and valid arguments.
                unsafe { closure::run(function, descriptor, arguments, count, result, call) }
            }

            // The first bound finds the argument types as the closure spells them, the second lets them have
            // the lifetime of each call.
            impl<F, R, $($argument,)*> IntoFunction<fn($($argument),*) -> R> for F
            where
                F: Fn($($argument),*) -> R
                    + for<'a> Fn($($argument::View<'a>),*) -> R
                    + Send
                    + Sync
                    + 'static,
                R: Returned + 'static,
                $($argument: Argument + 'static,)*
            {
                fn into_function(self, location: &'static Location<'static>) -> Function {
                    closure::new(self, safe_call::<F, R, $($argument),*>, location)
                }
            }
        };
    };
}

impl_into_function!();
impl_into_function!(A0 0 "arg0");
impl_into_function!(A0 0 "arg0", A1 1 "arg1");
impl_into_function!(A0 0 "arg0", A1 1 "arg1", A2 2 "arg2");
impl_into_function!(A0 0 "arg0", A1 1 "arg1", A2 2 "arg2", A3 3 "arg3");
impl_into_function!(A0 0 "arg0", A1 1 "arg1", A2 2 "arg2", A3 3 "arg3", A4 4 "arg4");
impl_into_function!(A0 0 "arg0", A1 1 "arg1", A2 2 "arg2", A3 3 "arg3", A4 4 "arg4", A5 5 "arg5");
impl_into_function!(A0 0 "arg0", A1 1 "arg1", A2 2 "arg2", A3 3 "arg3", A4 4 "arg4", A5 5 "arg5", A6 6 "arg6");
impl_into_function!(A0 0 "arg0", A1 1 "arg1", A2 2 "arg2", A3 3 "arg3", A4 4 "arg4", A5 5 "arg5", A6 6 "arg6", A7 7 "arg7");
impl_into_function!(A0 0 "arg0", A1 1 "arg1", A2 2 "arg2", A3 3 "arg3", A4 4 "arg4", A5 5 "arg5", A6 6 "arg6", A7 7 "arg7", A8 8 "arg8");
impl_into_function!(A0 0 "arg0", A1 1 "arg1", A2 2 "arg2", A3 3 "arg3", A4 4 "arg4", A5 5 "arg5", A6 6 "arg6", A7 7 "arg7", A8 8 "arg8", A9 9 "arg9");
impl_into_function!(A0 0 "arg0", A1 1 "arg1", A2 2 "arg2", A3 3 "arg3", A4 4 "arg4", A5 5 "arg5", A6 6 "arg6", A7 7 "arg7", A8 8 "arg8", A9 9 "arg9", A10 10 "arg10");
impl_into_function!(A0 0 "arg0", A1 1 "arg1", A2 2 "arg2", A3 3 "arg3", A4 4 "arg4", A5 5 "arg5", A6 6 "arg6", A7 7 "arg7", A8 8 "arg8", A9 9 "arg9", A10 10 "arg10", A11 11 "arg11");
