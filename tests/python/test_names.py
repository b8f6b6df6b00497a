"""Names and patterns that collide with something."""


def test_names_of_the_host_language(basics):
    assert basics["list"](3) == 3
    assert basics["print"]("x") == "printed x"
    assert basics["match"](4) == 4


def test_the_keyword_loses_its_prefix(basics, raises):
    with raises(TypeError, "match(type: int) -> int"):
        basics["match"]("x")


def test_parameter_names(basics, raises):
    assert basics.shadows(1, 2, 3, 4, 5, 6) == "1 2 3 4 5 6"
    with raises(TypeError, "shadows(args: int, result: int, type: int, count: int, arguments: int, handle: int) -> str"):
        basics.shadows()


def test_patterns(basics):
    assert basics.changes(4) == 5
    assert basics.ignores(1, "x") == 5


def test_a_scope_with_other_preludes(basics):
    assert basics.local_names(6) == 6
    assert basics.shadowed_prelude(7) == 7


def test_patterns_take_arguments_apart(basics, raises):
    assert basics.takes_apart((3, "x"), [1.5, 2]) == "3 x 3.5"
    with raises(TypeError, "takes_apart(arg0: Tuple[int, str], arg1: Array[float])", "`[1]`", "`int`"):
        basics.takes_apart((3, 4), [1.5, 2])


def test_the_library_lists_its_exports(basics):
    names = basics["_export_names"]().splitlines()
    assert len(names) == len(set(names))
    assert {"add", "add_one", "list", "match"} <= set(names)
    for name in names:
        assert basics.get_function_metadata(name), name
