"""Errors: messages, kinds, places in the source, panics and Python's own errors."""

import traceback

import pytest

KINDS = [
    ValueError,
    TypeError,
    AttributeError,
    KeyError,
    IndexError,
    AssertionError,
    MemoryError,
    RuntimeError,
]


def has_frame(frames, file, line, function):
    return any(
        name.replace("\\", "/").endswith(file) and number == line and function in where
        for name, number, where in frames
    )


def test_wrong_type(basics, raises):
    signature = "add(a: int, b: int = 1) -> int"
    with raises(TypeError) as first:
        basics.add(1.5)
    with raises(TypeError) as second:
        basics.add(1, 1.5)
    assert second.message == (
        f"Mismatched type on argument #1 when calling: `{signature}`. Expected `int` but got `float`"
    )
    assert first.message == second.message.replace("#1", "#0")


@pytest.mark.parametrize(
    ("value", "name"),
    [(None, "None"), ("small", "str"), ("a longer text", "str"), (b"abc", "bytes"), (2.5, "float"), (print, "Function")],
)
def test_names_of_the_types_that_came(basics, raises, value, name):
    with raises(TypeError, "Expected `int` but got `", name):
        basics.echo_i64(value)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_kinds(basics, raises, kind):
    with raises(kind) as raised:
        basics.raise_kind(kind.__name__, "a message, grüße")
    assert raised.message == "a message, grüße"


def test_an_error_names_file_and_line(basics, raises, frames, marked_line):
    with raises(ValueError) as raised:
        basics.raise_kind("ValueError", "x")
    line = marked_line("basics", "errors.rs", "raise_kind")
    assert has_frame(frames(raised.error), "fixtures/basics/src/errors.rs", line, "raise_kind")
    text = "".join(traceback.format_exception(ValueError, raised.error, raised.error.__traceback__))
    assert f'errors.rs", line {line}, in fixture_basics::errors::raise_kind' in text


def test_ensure(basics, raises, frames, marked_line):
    assert basics.require_positive(3) == 3
    with raises(ValueError) as raised:
        basics.require_positive(-3)
    assert raised.message == "expected a positive number, got -3"
    line = marked_line("basics", "errors.rs", "ensure")
    assert has_frame(frames(raised.error), "errors.rs", line, "require_positive")


def test_question_mark_on_a_standard_error(basics, raises, frames, marked_line):
    assert basics.parse("17") == 17
    with raises(ValueError, "invalid digit found in string") as raised:
        basics.parse("x")
    line = marked_line("basics", "errors.rs", "parse")
    assert has_frame(frames(raised.error), "errors.rs", line, "parse")
    assert basics.parse_typed("17") == 17
    with raises(ValueError, "cannot parse integer from empty string"):
        basics.parse_typed("")


def test_a_cause(basics, raises, frames, marked_line):
    with raises(RuntimeError, "the outer step failed") as raised:
        basics.fail_with_cause()
    line = marked_line("basics", "errors.rs", "cause")
    assert has_frame(frames(raised.error), "errors.rs", line, "fail_with_cause")


def test_panics(basics, raises, frames, marked_line):
    line = marked_line("basics", "errors.rs", "panic")
    for _ in range(3):
        with raises(RuntimeError, "x of the caller") as raised:
            basics.panic_with("x of the caller")
        found = frames(raised.error)
        assert has_frame(found, "errors.rs", line, ""), found
        assert basics.add(1) == 2
    with raises(RuntimeError, "index out of bounds", "17") as raised:
        basics.panic_out_of_bounds(17)
    line = marked_line("basics", "errors.rs", "index")
    assert has_frame(frames(raised.error), "errors.rs", line, "")


def test_panics_of_unusual_shape(basics, raises):
    with raises(RuntimeError):
        basics.panic_with_payload()
    with raises(RuntimeError, "dropped"):
        basics.panic_on_drop()
    assert basics.add(1) == 2


def test_a_panic_in_a_closure(basics, raises, frames, marked_line):
    closure = basics.make_panicking()
    assert closure(3) == 3
    with raises(RuntimeError, "the closure panicked") as raised:
        closure(-1)
    line = marked_line("basics", "callbacks.rs", "closure")
    assert has_frame(frames(raised.error), "callbacks.rs", line, "")
    with raises(RuntimeError, "the closure panicked"):
        basics.call_with(closure, -1)
    assert closure(4) == 4


def test_a_python_error_keeps_its_type_through_rust(basics, raises, frames):
    def fails(value):
        raise KeyError(f"no entry {value}")

    with raises(KeyError, "no entry 7") as raised:
        basics.call_with(fails, 7)
    found = frames(raised.error)
    assert any(name == __file__ and where == "fails" for name, _, where in found), found
    assert any("callbacks.rs" in name and "call_with" in where for name, _, where in found), found


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_known_kind_passes_through(basics, raises, kind):
    def fails(_):
        raise kind("from Python")

    with raises(kind, "from Python"):
        basics.call_with(fails, 1)


def test_rust_recovers_from_a_python_error(basics):
    def fails():
        raise IndexError("beyond the end")

    assert basics.recover(fails) == "IndexError: beyond the end"
    assert basics.recover(lambda: None) == "no error"


def test_an_error_of_a_closure(basics, raises):
    closure = basics.make_failing("the message of the closure")
    assert closure(2) == 2
    with raises(KeyError, "the message of the closure"):
        closure(-2)


def test_errors_are_freed(basics):
    """A leak of a few hundred bytes an error would show in the peak of the memory."""
    import resource

    def fail(count):
        for _ in range(count):
            try:
                basics.raise_kind("ValueError", "m" * 1000)
            except ValueError:
                pass

    fail(2000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    fail(30000)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 15000, f"{grown} KiB more after 30000 errors of 1000 bytes"


def test_a_panic_that_goes_on_is_not_placed_at_an_earlier_one(basics, raises, frames):
    with raises(RuntimeError, "goes on") as raised:
        basics.resume_after_a_caught_panic("goes on")
    assert "errors.rs:" not in raised.message
    assert "caught" not in raised.message


def test_an_error_that_is_raised_again_and_again_stays_as_it_is(basics, frames):
    import threading

    seen = []

    def call():
        for _ in range(2000):
            try:
                basics.raise_cached()
            except ValueError as error:
                seen.append(len(frames(error)))

    threads = [threading.Thread(target=call) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 8000
    assert set(seen) == {seen[0]}


def test_a_kind_chosen_at_run_time(basics, raises):
    with raises(KeyError, "chosen: true"):
        basics.raise_chosen(True)
    with raises(IndexError, "chosen: false"):
        basics.raise_chosen(False)
