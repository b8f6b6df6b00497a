"""Calls from many threads at once; Python calls with its lock released."""

import threading


def in_threads(count, work):
    failures = []

    def guarded(index):
        try:
            work(index)
        except BaseException as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=guarded, args=(index,)) for index in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures[0]


def test_calls(basics):
    def work(index):
        for number in range(2000):
            assert basics.add(index, number) == index + number
            assert basics.echo_str(f"thread {index} number {number}") == f"thread {index} number {number}"

    in_threads(8, work)


def test_each_thread_has_its_own_error(basics):
    def work(index):
        for number in range(300):
            try:
                basics.raise_kind("ValueError", f"{index} {number}")
            except ValueError as error:
                assert str(error) == f"{index} {number}"
            else:
                raise AssertionError("no error")

    in_threads(8, work)


def test_a_shared_closure(basics):
    counter = basics.make_counter()
    seen = [[] for _ in range(8)]

    def work(index):
        for _ in range(1000):
            seen[index].append(counter())

    in_threads(8, work)
    assert sorted(number for numbers in seen for number in numbers) == list(range(1, 8001))


def test_callbacks(basics):
    def work(index):
        for number in range(500):
            assert basics.call_with(lambda value: value + index, number) == number + index
            if number % 50 == 0:
                assert basics.call_from_thread(lambda value: value * 2, number) == number * 2

    in_threads(4, work)


def test_panics(basics):
    def work(index):
        for number in range(20):
            try:
                basics.panic_with(f"panic {index} {number}")
            except RuntimeError as error:
                assert f"panic {index} {number}" in str(error)

    in_threads(4, work)
