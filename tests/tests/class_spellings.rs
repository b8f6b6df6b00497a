//! Classes that are written in unusual ways: private, raw names, conditions, `Self` in many places, made by a macro.

use ffi_runtime::prelude::*;
use ffi_tests::hosts;

type Case = fn() -> Result<()>;

#[test]
fn embedded_host() {
    hosts::run_on_embedded("child");
}

#[test]
fn libtvm_ffi_host() {
    hosts::run_on_libtvm_ffi("child");
}

/// Does nothing unless this process is the child of one of the tests above.
#[test]
fn child() {
    hosts::in_child(|| {
        let cases: [(&str, Case); 6] = [
            ("private", private::case),
            ("self_everywhere", self_everywhere),
            ("made_by_a_macro", made_by_a_macro),
            ("in_a_function", in_a_function),
            ("promised", promised),
            ("aligned", aligned),
        ];
        for (name, case) in cases {
            if let Err(error) = case() {
                panic!("{name}: {error}\n{}", error.backtrace());
            }
            println!("{name} passed");
        }
    });
}

mod private {
    use super::*;

    /// In a module of its own and private, with names that are keywords.
    #[ffi_class("spellings.Private")]
    struct Private {
        #[ffi(get, set)]
        r#type: Field<i64>,
    }

    #[allow(clippy::needless_arbitrary_self_type, reason = "one of the ways to write it")]
    #[ffi_methods]
    impl Private {
        fn r#match(self: &Self, #[ffi(default = 10)] r#in: i64) -> i64 {
            self.r#type.get() + r#in
        }

        #[cfg(unix)]
        fn family(&self) -> &str {
            "unix"
        }

        #[cfg(not(unix))]
        fn family(&self) -> &str {
            "another"
        }

        #[cfg(any())]
        fn never(&self) {}
    }

    pub fn case() -> Result<()> {
        let object = Any::from(Ref::new(Private { r#type: Field::new(1) })).to::<Object>()?;
        object.set_field("type", 2)?;
        assert_eq!(object.field("type")?.to::<i64>()?, 2);
        assert_eq!(object.call_method("match", ())?.to::<i64>()?, 12);
        let family = if cfg!(unix) { "unix" } else { "another" };
        assert_eq!(object.call_method("family", ())?.to::<String>()?, family);
        assert!(object.call_method("never", ()).is_err());
        Ok(())
    }
}

#[ffi_class("spellings.Own")]
struct Own {
    #[ffi(get, default = Self::START)]
    start: i64,
}

#[ffi_methods]
impl Own {
    const START: i64 = 3;
    const LENGTH: usize = 2;

    #[cfg(unix)]
    #[ffi(init)]
    fn new(#[ffi(default = Self::START)] start: i64) -> Self {
        Self { start }
    }

    #[cfg(not(unix))]
    #[ffi(init)]
    fn new(#[ffi(default = Self::START)] start: i64) -> Result<Ref<Self>> {
        Ok(Ref::new(Self { start }))
    }

    fn repeated(&self, #[ffi(default = [Self::START; Self::LENGTH])] more: [i64; Self::LENGTH]) -> Vec<i64> {
        more.into_iter().chain([self.start]).collect()
    }

    fn longer<'a>(&'a self, text: &'a str) -> &'a str {
        text
    }

    #[ffi(method)]
    fn among(this: Ref<Self>, others: Option<Vec<Ref<Self>>>) -> (Ref<Self>, usize) {
        (this, others.map_or(0, |others| others.len()))
    }
}

/// A class of the program as other languages see it.
#[ffi_class("spellings.Own", foreign)]
struct OwnHandle {
    #[ffi(init)]
    new: fn() -> OwnHandle,
    #[ffi(get)]
    start: i64,
    #[ffi(method)]
    repeated: fn() -> Vec<i64>,
    // One method under two names, for its two types of argument.
    #[ffi(method, name = "longer")]
    longer_text: fn(&str) -> String,
    #[ffi(method, name = "longer")]
    longer_string: fn(text: String) -> String,
    #[ffi(method)]
    among: fn(Vec<OwnHandle>) -> (OwnHandle, i64),
}

fn self_everywhere() -> Result<()> {
    let own = OwnHandle::new()?;
    assert_eq!((own.start()?, own.repeated()?), (3, vec![3, 3, 3]));
    assert_eq!(own.longer_text("a text")? + &own.longer_string("!".to_owned())?, "a text!");
    let (same, count) = own.among(vec![own.clone(), OwnHandle::new()?])?;
    assert_eq!((same.start()?, count), (3, 2));
    Ok(())
}

macro_rules! class {
    ($(#[$meta:meta])* $vis:vis struct $name:ident($key:literal) { $($field:ident: $ty:ty = $default:expr),* } $class:ty) => {
        #[ffi_class($key)]
        $(#[$meta])*
        $vis struct $name {
            $(#[ffi(get, default = $default)] $field: $ty),*
        }

        #[ffi_methods]
        impl $name {
            #[ffi(init)]
            fn new($($field: $ty),*) -> Self {
                Self { $($field),* }
            }
        }

        #[ffi_methods]
        impl $class {
            fn is_lonely(&self, other: Option<Ref<Self>>) -> bool {
                other.is_none()
            }

            #[ffi(method)]
            fn itself(this: Ref<$class>) -> Ref<Self> {
                this
            }
        }
    };
}

class! {
    /// Made by a macro.
    #[derive(Clone, PartialEq)]
    pub(crate) struct Made("spellings.Made") { a: i64 = 1, b: String = "b".to_owned() }
    Made
}

fn made_by_a_macro() -> Result<()> {
    let made = Any::from(Ref::new(Made::new(5, "text".to_owned()))).to::<Object>()?;
    assert_eq!((made.field("a")?.to::<i64>()?, made.field("b")?.to::<String>()?), (5, "text".to_owned()));
    assert!(made.call_method("is_lonely", (None::<Object>,))?.to::<bool>()?);
    assert!(!made.call_method("is_lonely", (&made,))?.to::<bool>()?);
    assert!(Ref::same_object(
        &made.call_method("itself", ())?.to::<Ref<Made>>()?,
        &Any::from(made).to::<Ref<Made>>()?
    ));
    Ok(())
}

fn in_a_function() -> Result<()> {
    #[ffi_class("spellings.Local")]
    struct Local {
        #[ffi(get)]
        value: i64,
    }

    #[ffi_methods]
    impl Local {
        fn twice(&self) -> i64 {
            2 * self.value
        }
    }

    let local = Any::from(Ref::new(Local { value: 4 })).to::<Object>()?;
    assert_eq!(local.call_method("twice", ())?.to::<i64>()?, 8);
    Ok(())
}

/// A pointer, which the struct itself says may go to any thread.
#[ffi_class("spellings.Promised")]
struct Promised {
    pointer: *const i64,
}

// SAFETY: the pointer is to a static.
unsafe impl Send for Promised {}
// SAFETY: as above, and what it points to is never written.
unsafe impl Sync for Promised {}

#[ffi_methods]
impl Promised {
    fn value(&self) -> i64 {
        // SAFETY: the pointer is to a static.
        unsafe { *self.pointer }
    }
}

fn promised() -> Result<()> {
    static VALUE: i64 = 6;
    let object = Any::from(Ref::new(Promised { pointer: &raw const VALUE })).to::<Object>()?;
    assert_eq!(object.call_method("value", ())?.to::<i64>()?, 6);
    Ok(())
}

/// Extends a class and has a layout of its own beside.
#[ffi_class("spellings.Aligned", extends = Own)]
#[repr(align(16))]
struct Aligned {
    own: Own,
    #[ffi(get)]
    value: u8,
}

fn aligned() -> Result<()> {
    let aligned = Ref::new(Aligned { own: Own { start: 1 }, value: 2 });
    assert!((&raw const *aligned).is_aligned());
    let object = Any::from(aligned).to::<Object>()?;
    assert_eq!((object.field("start")?.to::<i64>()?, object.field("value")?.to::<i64>()?), (1, 2));
    Ok(())
}
