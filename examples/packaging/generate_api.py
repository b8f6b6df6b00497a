"""Writes `_ffi_api.py`: typed and documented Python for all that the built library offers.

    python generate_api.py target/release/libmy_ffi_extension.so python/my_ffi_extension/_ffi_api.py

`tvm-ffi-stubgen` writes the globals and the classes, between its own marks. It knows nothing of exported
symbols, so those are written here, between the marks below, from what the library says of itself: the names of
`_export_names()`, and each function's metadata and docstring. `--check` changes nothing and fails where the
file is not what would be written.

It is Python, since whoever writes such a package has Python and `apache-tvm-ffi` there, and the loaded library
answers all questions; nothing has to be parsed or built for it.
"""

import argparse
import json
import keyword
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import tvm_ffi
from tvm_ffi.registry import get_registered_type_keys
from tvm_ffi.stub.lib_state import toposort_objects

BEGIN, END = "# exports(begin): written by generate_api.py", "# exports(end)"

# What a parameter takes, and what a call returns, by the schema's type.
PARAMETERS = {
    "None": "None",
    "bool": "bool",
    "int": "int",
    "float": "float",
    "ffi.String": "str",
    "ffi.Bytes": "bytes",
    "ffi.Tensor": "DLPackTensor",
    "DLTensor*": "DLPackTensor",
    "ffi.Array": "Sequence",
    "ffi.List": "Sequence",
    "ffi.Map": "Mapping",
    "ffi.Dict": "Mapping",
    "ffi.Function": "Callable[..., Any]",
    "ffi.Shape": "Sequence[int]",
    "ffi.Module": "tvm_ffi.Module",
    "ffi.Object": "tvm_ffi.Object",
    "DataType": "tvm_ffi.dtype | str",
    "Device": "tvm_ffi.Device | str",
    "void*": "Any",
    "Any": "Any",
}
RETURNS = {
    **PARAMETERS,
    "ffi.Tensor": "tvm_ffi.Tensor",
    "ffi.List": "MutableSequence",
    "ffi.Dict": "MutableMapping",
    "ffi.Shape": "tvm_ffi.Shape",
    "DataType": "tvm_ffi.dtype",
    "Device": "tvm_ffi.Device",
}


def annotation(schema, names, classes):
    """The Python type of a schema; what is not known is `Any`."""
    kind, arguments = schema["type"], schema.get("args", [])
    inner = [annotation(argument, names, classes) for argument in arguments]
    if kind == "Optional":
        return f"{inner[0]} | None"
    if kind in ("Variant", "Union"):
        return " | ".join(inner)
    if kind == "Tuple":
        return f"tuple[{', '.join(inner) or '()'}]"
    if kind == "ffi.Function" and "named_args" in schema:
        groups = schema["named_args"]
        # The caller's function takes what a call returns, and returns what a call takes.
        other = RETURNS if names is PARAMETERS else PARAMETERS
        result = annotation(groups["return"][0], names, classes)
        parameters = [annotation(parameter, other, classes) for parameter in groups.get("params", [])]
        shown = f"[{', '.join(parameters)}]" if "params" in groups else "..."
        return f"Callable[{shown}, {result}]"
    if kind in classes:
        return classes[kind]
    name = names.get(kind, "Any")
    return f"{name}[{', '.join(inner)}]" if inner and name != "Any" else name


def default_value(source):
    """A default that Python can spell as well, or None."""
    text = source.strip()
    if text in ("true", "false", "None"):
        return {"true": "True", "false": "False", "None": "None"}[text]
    text = re.sub(r"(?<=[0-9.])_?[iuf](8|16|32|64|128|size)$", "", text)
    if re.fullmatch(r"-?\d[\d_]*(\.\d*)?([eE][+-]?\d+)?", text):
        return text
    if re.fullmatch(r'"[^"\\]*"', text):
        return text
    return None


def parameter_names(parameters):
    """The names as Python can spell them, each once."""
    found = []
    for index, parameter in enumerate(parameters):
        name = parameter["name"]
        if keyword.iskeyword(name):
            name += "_"
        found.append(name if name.isidentifier() and name not in found else f"arg{index}")
    return found


def unused(name, taken):
    """The name, or one like it that no parameter has."""
    while name in taken:
        name += "_"
    return name


def docstring(text):
    """The lines of a docstring inside a function."""
    escaped = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"').strip()
    escaped = escaped[:-1] + '\\"' if escaped.endswith('"') else escaped
    lines = escaped.splitlines()
    lines[-1] += '"""' if len(lines) == 1 else ""
    lines += ['"""'] if len(lines) > 1 else []
    first, *rest = lines
    return [f'    """{first}', *(f"    {line}".rstrip() for line in rest)]


def function(module, name, classes, taken):
    """The lines of one exported function; it stands before a global or class whose name it has."""
    metadata = module.get_function_metadata(name)
    groups = json.loads(metadata["type_schema"])["named_args"]
    parameters = metadata.get("parameters", [])
    names = parameter_names(parameters)
    # Leaving out one that only the library can spell means to leave out all after it: none is Python's then.
    opaque = any("default" in known and default_value(known["default"]) is None for known in parameters)
    shown = []
    for parameter, spelled, schema in zip(parameters, names, groups["params"]):
        text = f"{spelled}: {annotation(schema, PARAMETERS, classes)}"
        if "default" in parameter:
            source = parameter["default"]
            text += f" = _default({json.dumps(source)})" if opaque else f" = {default_value(source)}"
        shown.append(text)
    result = annotation(groups["return"][0], RETURNS, classes)
    spelled = f"{name}_" if keyword.iskeyword(name) else name
    documentation = module.get_function_doc(name)
    values = f"*_given({', '.join(names)})" if opaque else ", ".join(names)
    remark = "  # type: ignore[no-redef]" if spelled in taken else ""
    lines = [f"def {spelled}({', '.join(shown)}) -> {result}:{remark}"]
    lines += docstring(documentation) if documentation else []
    if result == "None":
        lines.append(f"    _call_{name}({values})")
    else:
        local = unused("result", names)
        lines += [f"    {local}: {result} = _call_{name}({values})", f"    return {local}"]
    return ["", "", f'_call_{name} = _LIB.get_function("{name}")', "", "", *lines], opaque


HELPERS = '''

class _Default:
    """A default that only the library can spell; leaving the argument out means it."""

    def __init__(self, source: str) -> None:
        self.source = source

    def __repr__(self) -> str:
        return self.source


def _default(source: str) -> Any:
    return _Default(source)


def _given(*arguments: Any) -> Sequence[Any]:
    given = [*arguments]
    while given and isinstance(given[-1], _Default):
        given.pop()
    for argument in given:
        if isinstance(argument, _Default):
            raise TypeError(f"give the argument whose default is {argument} as well, since a later one is given")
    return given'''.splitlines()


def exports(module, classes, taken):
    """The lines between the marks."""
    lines, opaque = [], False
    for name in sorted(module["_export_names"]().splitlines()):
        written, has_opaque = function(module, name, classes, taken)
        lines += written
        opaque = opaque or has_opaque
    return [BEGIN, *(HELPERS if opaque else []), *lines, "", "", END]


def with_new_classes(text):
    """The file with an empty class for each registered one that it has not yet; stubgen fills them."""
    (package,) = re.findall(r"^# tvm-ffi-stubgen\(begin\): global/([\w.]+)", text, re.MULTILINE)
    keys = [key for key in get_registered_type_keys() if key.rpartition(".")[0] == package]
    for known in toposort_objects(keys):
        name = known.type_key.rpartition(".")[2]
        if f"object/{known.type_key}\n" in text:
            continue
        base = known.parent_type_key.rpartition(".")[2] if known.parent_type_key in keys else "tvm_ffi.Object"
        added = f'''@tvm_ffi.register_object("{known.type_key}")
class {name}({base}):
    """The class `{known.type_key}`."""

    # tvm-ffi-stubgen(begin): object/{known.type_key}
    # tvm-ffi-stubgen(end)


'''
        text = text.replace(BEGIN, added + BEGIN, 1)
    return text


def generate(library, path):
    """Rewrites the file in place."""
    module = tvm_ffi.load_module(str(library))
    text = path.read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        sys.exit(f"{path} needs the lines `{BEGIN}` and `{END}`, between which the exports are written")
    path.write_text(with_new_classes(text), encoding="utf-8")

    stubgen = Path(sys.executable).with_name("tvm-ffi-stubgen")
    command = [str(stubgen)] if stubgen.exists() else [shutil.which("tvm-ffi-stubgen") or "tvm-ffi-stubgen"]
    subprocess.run([*command, "--dlls", str(library), str(path)], check=True, stdout=sys.stderr)
    text = path.read_text(encoding="utf-8")
    classes = dict(re.findall(r'register_object\("([^"]+)"\)\s*class (\w+)', text))
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    taken = {*re.findall(r"^    def (\w+)\(", before, re.MULTILINE), *classes.values()}
    path.write_text(before + "\n".join(exports(module, classes, taken)) + after, encoding="utf-8")


def main():
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("library", type=Path, help="the built library")
    parser.add_argument("file", type=Path, help="the _ffi_api.py to write")
    parser.add_argument("--check", action="store_true", help="change nothing, fail where the file is out of date")
    options = parser.parse_args()
    if not options.check:
        return generate(options.library.resolve(), options.file)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, options.file.name)
        shutil.copy(options.file, copy)
        generate(options.library.resolve(), copy)
        if copy.read_text(encoding="utf-8") != options.file.read_text(encoding="utf-8"):
            sys.exit(f"{options.file} is out of date: run generate_api.py without --check")


if __name__ == "__main__":
    main()
