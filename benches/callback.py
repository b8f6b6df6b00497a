"""Times a Python function that is called by each library's `call_function`.

usage: python callback.py CALLS ROUNDS LIBRARY...

Prints, for each library, one line with the nanoseconds of a callback in each round. The libraries take turns, so that a
slow moment of the machine meets all of them.
"""

import gc
import sys
import time

import tvm_ffi


def add_one(value):
    return value + 1


def main(calls, rounds, libraries):
    # One function object for all: what is measured is the call, not the conversion of the function.
    callback = tvm_ffi.convert(add_one)
    functions = [tvm_ffi.load_module(library).call_function for library in libraries]
    for function in functions:
        assert function(callback, calls) == calls * (calls + 1) // 2
    gc.disable()
    samples = [[] for _ in functions]
    for number in range(rounds):
        for turn in range(len(functions)):
            version = (number + turn) % len(functions)
            start = time.perf_counter_ns()
            functions[version](callback, calls)
            samples[version].append((time.perf_counter_ns() - start) / calls)
    for version in samples:
        print(*version)


main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
