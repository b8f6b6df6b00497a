use core::panic::Location;

use super::{Arguments, CallArguments, FunctionDescriptor, IntoFunction, Parameter, ReturnType, closure};
use crate::any::{Any, AnyView};
use crate::convert::{Mismatch, impl_object_handle};
use crate::error::{Error, ErrorKind, Result, take_raised};
use crate::object::ObjectPtr;
use crate::sys::{FunctionCell, RawAny, SafeCall, TypeIndex};

/// A function of any language, to call or to pass on.
///
/// ```
/// use ffi_runtime::prelude::*;
///
/// let add = Function::from_fn(|a: i64, b: i64| a + b);
/// assert_eq!(add.call((1, 2))?.to::<i64>()?, 3);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone)]
#[repr(transparent)]
pub struct Function(ObjectPtr);

impl Function {
    /// A function that runs `closure`: its arguments are converted, its panics become errors.
    #[track_caller]
    pub fn from_fn<Signature, F: IntoFunction<Signature>>(closure: F) -> Self {
        closure.into_function(Location::caller())
    }

    /// A function that runs `closure` on arguments of any number and type. It borrows all of them: what the caller moves
    /// in stays the caller's.
    ///
    /// ```
    /// use ffi_runtime::prelude::*;
    ///
    /// let count = Function::from_packed(|arguments| Ok(Any::from(arguments.len() as i64)));
    /// assert_eq!(count.call((1, "two", 3.0))?.to::<i64>()?, 3);
    /// # Ok::<(), Error>(())
    /// ```
    #[track_caller]
    pub fn from_packed<F>(closure: F) -> Self
    where
        F: Fn(Arguments<'_>) -> Result<Any> + Send + Sync + 'static,
    {
        closure::new(closure, packed_call::<F>, Location::caller())
    }

    /// Calls the function with a tuple of arguments: `()`, `(1,)`, `("name", &tensor)`. Handles are lent, by value too;
    /// an [`RValueRef`](crate::RValueRef) moves one.
    ///
    /// # Errors
    /// The error that the function raises; a ValueError for an argument that the ABI has no value for.
    #[inline]
    #[track_caller]
    pub fn call<A: CallArguments>(&self, arguments: A) -> Result<Any> {
        arguments.with_raw(|arguments| self.call_raw(arguments))?
    }

    /// Calls the function with values of any type.
    ///
    /// # Errors
    /// The error that the function raises.
    #[track_caller]
    pub fn call_packed(&self, arguments: &[AnyView<'_>]) -> Result<Any> {
        let lend = |argument: &AnyView<'_>| argument.lent().ok_or_else(Mismatch::moved_out);
        let arguments = arguments.iter().map(lend).collect::<Result<Vec<RawAny>, Mismatch>>()?;
        self.call_raw(&arguments)
    }

    #[inline]
    #[track_caller]
    pub(crate) fn call_raw(&self, arguments: &[RawAny]) -> Result<Any> {
        let count = i32::try_from(arguments.len()).map_err(Error::from)?;
        let Some(safe_call) = self.cell().safe_call else { return Err(no_call()) };
        let mut result = RawAny::NONE;
        // SAFETY: the arguments outlive the call, the result is None, and the handle of a function object is
        // the object itself.
        let status = unsafe { safe_call(self.0.as_ptr().cast(), arguments.as_ptr(), count, &mut result) };
        if status != 0 {
            return Err(take_raised());
        }
        // SAFETY: a successful call leaves an owned value.
        Ok(unsafe { Any::from_raw(result.read_fresh()) })
    }

    fn cell(&self) -> &FunctionCell {
        // SAFETY: every function object has the cell behind its header; it never changes.
        unsafe { self.0.body::<FunctionCell>().as_ref() }
    }

    /// A function from a packed call that needs no object of its own, such as a C symbol.
    #[track_caller]
    pub(crate) fn from_safe_call(safe_call: SafeCall) -> Self {
        closure::new((), safe_call, Location::caller())
    }

    /// Takes a function object over.
    ///
    /// # Safety
    /// `object` is a function.
    pub(crate) unsafe fn from_object(object: ObjectPtr) -> Self {
        Self(object)
    }

    pub(crate) fn as_object(&self) -> &ObjectPtr {
        &self.0
    }
}

#[cold]
fn no_call() -> Error {
    Error::new(ErrorKind::RuntimeError, "the function object has no call")
}

/// # Safety
/// `function` holds a closure of type `F`; the rest is as the packed call convention passes it.
unsafe extern "C" fn packed_call<F>(
    function: *mut core::ffi::c_void,
    arguments: *const RawAny,
    count: i32,
    result: *mut RawAny,
) -> core::ffi::c_int
where
    F: Fn(Arguments<'_>) -> Result<Any>,
{
    static DESCRIPTOR: FunctionDescriptor = FunctionDescriptor {
        name: "<closure>",
        path: "<closure>",
        file: "",
        lines: (0, 0),
        doc: "",
        parameters: &[Parameter::of::<AnyView<'static>>("*arguments", None)],
        returns: ReturnType::of::<Any>(),
        dispatch: None,
    };
    // SAFETY: the caller promises a closure of this type and valid arguments.
    unsafe {
        closure::run(function, &DESCRIPTOR, arguments, count, result, |closure: &F, arguments| {
            closure(arguments)
        })
    }
}

impl core::fmt::Debug for Function {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Function({:p})", self.0.as_ptr())
    }
}

// Not taken when moved in: see `function/moved.rs`.
impl_object_handle!(Function, 0, TypeIndex::FUNCTION, "Function", "ffi.Function", Function, |view| Err(
    Mismatch::of_type::<Function>(view)
));
