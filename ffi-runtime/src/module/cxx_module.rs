//! Modules defined in Rust for libtvm_ffi: the one place that touches its C++ ABI.
//!
//! libtvm_ffi has no C function that makes a module: one is an object of a C++ class derived from `ModuleObj`
//! (`tvm/ffi/extra/module.h`), whose virtual functions every caller uses. So an object is laid out here as a C++
//! compiler does by the Itanium ABI: the pointer to the class's table, the object header, the two members of
//! `ModuleObj`, and then ours. The table is a copy of the one in libtvm_ffi with six functions replaced; what is
//! left is libtvm_ffi's own, with the C++ exceptions that it throws.
//!
//! Nothing is taken on trust. The table is refused unless it has the size of twelve functions (where the loader
//! tells it), `kind` and `GetFunction` are the two that have no body, and `ImportModule` and `ClearImports` stand
//! in their places. `tests/tests/cpp_host.rs` compares the rest with the header: the order of the functions,
//! the offsets, and how the answers are returned.

use core::ffi::{CStr, c_char, c_int, c_void};
use std::sync::OnceLock;

use super::Module;
use super::defined_module::DefinedModule;
use crate::any::{Any, AnyView};
use crate::convert::Argument;
use crate::error::{Error, ErrorKind, Result};
use crate::function::Function;
use crate::host::{self, HostTable};
use crate::mem;
use crate::object::ObjectPtr;
use crate::sys::{ObjectHeader, RawAny, TypeIndex};

/// The members of `ModuleObj`, then ours.
#[repr(C)]
struct CxxModule {
    /// `Array<Any> imports_`; libtvm_ffi replaces it.
    imports: ObjectPtr,
    /// `Map<String, Function> import_lookup_cache_`; libtvm_ffi replaces it.
    import_lookup_cache: ObjectPtr,
    module: DefinedModule,
}

/// The places of the virtual functions of `ModuleObj`.
mod slot {
    pub(super) const KIND: usize = 0;
    pub(super) const GET_PROPERTY_MASK: usize = 1;
    pub(super) const GET_FUNCTION: usize = 2;
    pub(super) const IMPLEMENTS_FUNCTION: usize = 3;
    pub(super) const GET_FUNCTION_DOC: usize = 4;
    pub(super) const GET_FUNCTION_METADATA: usize = 5;
    // Between these stand `WriteToFile`, `GetWriteFormats`, `SaveToBytes` and `InspectSource`.
    pub(super) const IMPORT_MODULE: usize = 10;
    pub(super) const CLEAR_IMPORTS: usize = 11;
    pub(super) const COUNT: usize = 12;
}

/// What is taken for granted about the C++ classes, by the names that `tests/cpp/cxx_module.cc` prints.
pub const LAYOUT: [(&str, usize); 16] = [
    ("slot kind", slot::KIND),
    ("slot GetPropertyMask", slot::GET_PROPERTY_MASK),
    ("slot GetFunction", slot::GET_FUNCTION),
    ("slot ImplementsFunction", slot::IMPLEMENTS_FUNCTION),
    ("slot GetFunctionDoc", slot::GET_FUNCTION_DOC),
    ("slot GetFunctionMetadata", slot::GET_FUNCTION_METADATA),
    ("slot ImportModule", slot::IMPORT_MODULE),
    ("slot ClearImports", slot::CLEAR_IMPORTS),
    ("number of slots", slot::COUNT),
    ("offset of header", mem::VIRTUAL_HEADER_OFFSET),
    ("offset of imports_", BODY_OFFSET + core::mem::offset_of!(CxxModule, imports)),
    ("offset of import_lookup_cache_", BODY_OFFSET + core::mem::offset_of!(CxxModule, import_lookup_cache)),
    ("size of ModuleObj", BODY_OFFSET + core::mem::offset_of!(CxxModule, module)),
    ("size of String", size_of::<RawAny>()),
    ("size of Optional<String>", size_of::<RawAny>()),
    ("size of Optional<Function>", size_of::<*mut ObjectHeader>()),
];

const BODY_OFFSET: usize = mem::VIRTUAL_HEADER_OFFSET + size_of::<ObjectHeader>();

/// `Module::ModulePropertyMask::kRunnable`: the module has functions that can be called.
const RUNNABLE: c_int = 0b010;

const TABLE_SYMBOL: &CStr = c"_ZTVN3tvm3ffi9ModuleObjE";
const IMPORT_MODULE_SYMBOL: &CStr = c"_ZN3tvm3ffi9ModuleObj12ImportModuleERKNS0_6ModuleE";
const CLEAR_IMPORTS_SYMBOL: &CStr = c"_ZN3tvm3ffi9ModuleObj12ClearImportsEv";

/// What the Itanium ABI calls a virtual table: objects point at the functions in it.
#[derive(Clone, Copy)]
#[repr(C)]
struct VirtualTable {
    offset_to_top: isize,
    type_info: *const c_void,
    functions: [*const c_void; slot::COUNT],
}

// SAFETY: the pointers are to a library's code and constants, which stay mapped.
unsafe impl Send for VirtualTable {}
// SAFETY: as above.
unsafe impl Sync for VirtualTable {}

#[inline]
#[track_caller]
pub(super) fn new(host: &HostTable, module: DefinedModule) -> Result<Module> {
    let functions = virtual_table(host)?.functions.as_ptr().cast();
    let body = CxxModule {
        imports: empty("ffi.Array", TypeIndex::ARRAY)?,
        import_lookup_cache: empty("ffi.Map", TypeIndex::MAP)?,
        module,
    };
    let object = mem::new_virtual_object(TypeIndex::MODULE, functions, body);
    // SAFETY: the new object has one reference, which is taken over, and is a module.
    Ok(unsafe { Module::from_object(ObjectPtr::from_owned(object)) })
}

/// An empty container of libtvm_ffi's own making, since it changes it in place.
#[inline]
#[track_caller]
fn empty(create: &str, type_index: TypeIndex) -> Result<ObjectPtr> {
    let made = Function::global(create)?.call(())?;
    made.into_object(type_index).map_err(|other| {
        Error::new(
            ErrorKind::TypeError,
            format!("`{create}` returned {other:?} instead of an empty container"),
        )
    })
}

/// The table of our class, made once: a process has one host.
#[inline]
#[track_caller]
fn virtual_table(host: &HostTable) -> Result<&'static VirtualTable> {
    static TABLE: OnceLock<Result<VirtualTable, String>> = OnceLock::new();
    match TABLE.get_or_init(|| base_table(host).map(with_our_functions)) {
        Ok(table) => Ok(table),
        Err(reason) => Err(Error::new(
            ErrorKind::RuntimeError,
            format!("this libtvm_ffi cannot be given a module defined in Rust: {reason}"),
        )),
    }
}

/// The table of `ModuleObj` itself, if it is the one known here.
#[inline]
fn base_table(host: &HostTable) -> Result<VirtualTable, String> {
    if !cfg!(all(unix, any(target_arch = "x86_64", target_arch = "aarch64"))) {
        return Err("the C++ ABI of this platform is not supported".to_owned());
    }
    let symbol = |symbol| host::library_symbol(host, symbol).cast_const();
    let table = symbol(TABLE_SYMBOL);
    if table.is_null() {
        return Err(
            "it does not show its class `ModuleObj`: it has no such symbol as `_ZTVN3tvm3ffi9ModuleObjE`"
                .to_owned(),
        );
    }
    let size = host::symbol_size(table);
    if size.is_some_and(|size| size != size_of::<VirtualTable>()) {
        return Err(format!(
            "its class `ModuleObj` has {} virtual functions instead of {}",
            (size.unwrap_or_default() / size_of::<usize>()).saturating_sub(2),
            slot::COUNT
        ));
    }
    // SAFETY: the symbol is a table of pointers in the library's constants, which stay mapped. Where its size is not
    // known, what stands behind a smaller one is in the same section and is read only to refuse it.
    let table = unsafe { table.cast::<VirtualTable>().read() };
    if is_known(&table, symbol(IMPORT_MODULE_SYMBOL), symbol(CLEAR_IMPORTS_SYMBOL)) {
        Ok(table)
    } else {
        Err("its class `ModuleObj` has other virtual functions".to_owned())
    }
}

/// Whether the table is that of `ModuleObj` as the header has it: two functions have no body, which is the same
/// entry for both, and the two that libtvm_ffi shows are in their places.
#[inline]
fn is_known(table: &VirtualTable, import_module: *const c_void, clear_imports: *const c_void) -> bool {
    let functions = &table.functions;
    let no_body = functions[slot::KIND];
    table.offset_to_top == 0
        && !table.type_info.is_null()
        && functions.iter().all(|function| !function.is_null())
        && (0..slot::COUNT)
            .all(|place| (functions[place] == no_body) == matches!(place, slot::KIND | slot::GET_FUNCTION))
        && functions[slot::IMPORT_MODULE] == import_module
        && functions[slot::CLEAR_IMPORTS] == clear_imports
}

#[inline]
fn with_our_functions(mut table: VirtualTable) -> VirtualTable {
    table.functions[slot::KIND] = kind as *const c_void;
    table.functions[slot::GET_PROPERTY_MASK] = get_property_mask as *const c_void;
    table.functions[slot::GET_FUNCTION] = returning::get_function as *const c_void;
    table.functions[slot::IMPLEMENTS_FUNCTION] = implements_function as *const c_void;
    table.functions[slot::GET_FUNCTION_DOC] = returning::get_function_doc as *const c_void;
    table.functions[slot::GET_FUNCTION_METADATA] = returning::get_function_metadata as *const c_void;
    table
}

/// # Safety
/// `this` is an object made by [`new`], alive for `'a`: what C++ calls its virtual functions with.
#[inline]
unsafe fn module<'a>(this: *const c_void) -> &'a DefinedModule {
    // SAFETY: the caller promises such an object.
    unsafe { &mem::virtual_object_body::<CxxModule>(this).module }
}

/// The name that was asked for; None when it is not UTF-8, so that nothing has it.
///
/// # Safety
/// `name` points to a C++ `String`, which is an any with a string, valid for `'a`.
#[inline]
unsafe fn text<'a>(name: *const RawAny) -> Option<&'a str> {
    // SAFETY: the caller promises such a value.
    <&str>::from_view(unsafe { AnyView::from_raw(&*name) }).ok()
}

/// `const char* kind() const`
///
/// # Safety
/// As C++ calls it.
#[inline]
unsafe extern "C" fn kind(this: *const c_void) -> *const c_char {
    // SAFETY: C++ calls this with an object of our class.
    unsafe { module(this) }.kind().as_ptr()
}

/// `int GetPropertyMask() const`
#[inline]
extern "C" fn get_property_mask(_this: *const c_void) -> c_int {
    RUNNABLE
}

/// `bool ImplementsFunction(const String& name)`
///
/// # Safety
/// As C++ calls it.
#[inline]
unsafe extern "C" fn implements_function(this: *const c_void, name: *const RawAny) -> bool {
    // SAFETY: C++ calls this with an object of our class and a string.
    unsafe { text(name).is_some_and(|name| module(this).has_function(name)) }
}

/// `Optional<Function> GetFunction(const String& name)`: a pointer to the function object, null for none.
///
/// # Safety
/// As C++ calls it, with the place of the answer first.
#[inline]
unsafe extern "C" fn get_function(
    out: *mut *mut ObjectHeader,
    this: *const c_void,
    name: *const RawAny,
) -> *mut *mut ObjectHeader {
    // SAFETY: C++ calls this with an object of our class, a string, and the place of the answer, which it owns
    // from then on.
    unsafe {
        let found = text(name).and_then(|name| module(this).function(name));
        let object =
            found.map_or(core::ptr::null_mut(), |function| function.as_object().clone().into_raw().as_ptr());
        out.write(object);
    }
    out
}

/// `Optional<String> GetFunctionDoc(const String& name)`: an any with the string, or with None.
///
/// # Safety
/// As C++ calls it, with the place of the answer first.
#[inline]
unsafe extern "C" fn get_function_doc(
    out: *mut RawAny,
    this: *const c_void,
    name: *const RawAny,
) -> *mut RawAny {
    // SAFETY: as for `get_function`.
    unsafe {
        let found = text(name).and_then(|name| module(this).function_doc(name));
        out.write(found.map_or(Any::none(), Any::from).into_raw());
    }
    out
}

/// `Optional<String> GetFunctionMetadata(const String& name)`: as [`get_function_doc`].
///
/// # Safety
/// As C++ calls it, with the place of the answer first.
#[inline]
unsafe extern "C" fn get_function_metadata(
    out: *mut RawAny,
    this: *const c_void,
    name: *const RawAny,
) -> *mut RawAny {
    // SAFETY: as for `get_function`.
    unsafe {
        let found = text(name).and_then(|name| module(this).function_metadata(name));
        out.write(found.map_or(Any::none(), Any::from).into_raw());
    }
    out
}

/// C++ values with a destructor are returned at a place that the caller names. On x86-64 its address is the first
/// argument, as of the functions above.
#[cfg(not(target_arch = "aarch64"))]
use self as returning;

/// On aarch64 the address of the answer's place comes in a register of its own, x8.
#[cfg(target_arch = "aarch64")]
mod returning {
    use core::arch::naked_asm;

    macro_rules! with_place_first {
        ($($name:ident)*) => {
            $(
                #[unsafe(naked)]
                pub(super) unsafe extern "C" fn $name() {
                    naked_asm!("mov x2, x1", "mov x1, x0", "mov x0, x8", "b {target}", target = sym super::$name)
                }
            )*
        };
    }

    with_place_first!(get_function get_function_doc get_function_metadata);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(number: usize) -> *const c_void {
        core::ptr::without_provenance(number)
    }

    /// As a C++ compiler makes it: `kind` and `GetFunction` have no body.
    fn known() -> VirtualTable {
        let functions = [99, 1, 99, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(address);
        VirtualTable { offset_to_top: 0, type_info: address(1), functions }
    }

    #[test]
    fn other_tables_are_refused() {
        let is_known = |table: &VirtualTable| is_known(table, address(10), address(11));
        assert!(is_known(&known()));
        for place in 0..slot::COUNT {
            let mut changed = known();
            changed.functions[place] = core::ptr::null();
            assert!(!is_known(&changed), "no function {place}");
            changed.functions[place] =
                if known().functions[place] == address(99) { address(2) } else { address(99) };
            assert!(!is_known(&changed), "another function {place}");
        }
        let mut shifted = known();
        shifted.functions.rotate_right(1);
        assert!(!is_known(&shifted));
        assert!(!is_known(&VirtualTable { offset_to_top: -8, ..known() }));
        assert!(!is_known(&VirtualTable { type_info: core::ptr::null(), ..known() }));
    }
}
