/// The path of the function that the macro is used in.
#[doc(hidden)]
#[macro_export]
macro_rules! __function_name {
    () => {{
        fn here() {}
        $crate::__private::enclosing_function(&here)
    }};
}

/// Stops the build of an extension whose panics would end the caller's process.
#[doc(hidden)]
#[macro_export]
macro_rules! __require_unwinding {
    () => {
        #[cfg(panic = "abort")]
        ::core::compile_error!(
            "exported functions turn panics into errors: set `panic = \"unwind\"` in the profile"
        );
    };
}

/// Returns an error from the function: `bail!(ValueError, "x is {x}")`, a RuntimeError without a kind.
///
/// The kind is the bare name of one of [`ErrorKind`](crate::ErrorKind)'s constants, or any expression of that type.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// fn half(x: i64) -> Result<i64> {
///     if x % 2 != 0 {
///         bail!(ValueError, "{x} is odd");
///     }
///     Ok(x / 2)
/// }
/// assert_eq!(half(3).unwrap_err().to_string(), "ValueError: 3 is odd");
/// ```
#[macro_export]
macro_rules! bail {
    ($message:literal $(, $($argument:tt)*)?) => {
        $crate::bail!(RuntimeError, $message $(, $($argument)*)?)
    };
    ($kind:expr, $($message:tt)+) => {
        return ::core::result::Result::Err(::core::convert::From::from($crate::Error::new_in(
            $crate::__function_name!(),
            {
                #[allow(unused_imports)]
                use $crate::__private::kinds::*;
                $kind
            },
            ::core::format_args!($($message)+),
        )))
    };
}

/// Returns an error from the function unless a condition holds: `ensure!(x > 0, ValueError, "x is {x}")`.
///
/// Kind and message are those of [`bail!`](crate::bail) and may be left out.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// fn half(x: i64) -> Result<i64> {
///     ensure!(x % 2 == 0, ValueError, "{x} is odd");
///     Ok(x / 2)
/// }
/// assert_eq!(half(4)?, 2);
/// # Ok::<(), Error>(())
/// ```
#[macro_export]
macro_rules! ensure {
    ($condition:expr $(,)?) => {
        if !$condition {
            $crate::bail!(RuntimeError, "{}", ::core::concat!("not true: ", ::core::stringify!($condition)))
        }
    };
    ($condition:expr, $($error:tt)+) => {
        if !$condition {
            $crate::bail!($($error)+)
        }
    };
}
