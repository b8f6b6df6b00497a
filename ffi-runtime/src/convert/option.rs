use super::{Argument, ArgumentValue, FfiType, IntoAny, Mismatch, ToArgument};
use crate::any::{Any, AnyView};
use crate::sys::ObjectHeader;

impl<T: FfiType> FfiType for Option<T> {
    fn write_name(out: &mut String) {
        out.push_str("Optional[");
        T::write_name(out);
        out.push(']');
    }

    fn write_schema(out: &mut String) {
        out.push_str("{\"type\":\"Optional\",\"args\":[");
        T::write_schema(out);
        out.push_str("]}");
    }
}

impl<T: Argument> Argument for Option<T> {
    type View<'a> = Option<T::View<'a>>;

    fn is_exact(view: AnyView<'_>) -> bool {
        view.is_none() || T::is_exact(view)
    }

    const EXCLUSIVE: bool = T::EXCLUSIVE;
    const BORROWS: bool = T::BORROWS;
    const TAKES_MOVED: bool = T::TAKES_MOVED;

    #[inline]
    fn from_view<'a>(view: AnyView<'a>) -> Result<Self::View<'a>, Mismatch> {
        if view.is_none() {
            return Ok(None);
        }
        T::from_view(view).map(Some).map_err(Mismatch::or_none)
    }

    fn is_handle_of(value: &Self::View<'_>, object: *const ObjectHeader) -> bool {
        value.as_ref().is_some_and(|value| T::is_handle_of(value, object))
    }

    fn check(view: AnyView<'_>) -> Result<(), Mismatch> {
        if view.is_none() { Ok(()) } else { T::check(view).map_err(Mismatch::or_none) }
    }
}

impl<T: IntoAny> IntoAny for Option<T> {
    #[inline]
    fn into_any(self) -> Result<Any, Mismatch> {
        self.map_or(Ok(Any::none()), T::into_any)
    }
}

impl<T: ToArgument> ToArgument for Option<T> {
    #[inline]
    fn to_argument(&self) -> Result<ArgumentValue<'_>, Mismatch> {
        match self {
            Some(value) => value.to_argument(),
            None => Ok(ArgumentValue::owned(Any::none())),
        }
    }
}

impl<T: Into<Any>> From<Option<T>> for Any {
    #[inline]
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::none(), Into::into)
    }
}
