"""The vocabulary from Python: `python vocabulary.py <library>` shows it at work."""

import sys
import tempfile

import tvm_ffi

# The class is known as soon as the library is loaded.
LIBRARY = tvm_ffi.load_module(sys.argv[1])


@tvm_ffi.register_object("vocabulary.Vocabulary")
class Vocabulary(tvm_ffi.Object):
    """Constructor, fields and methods come from the library."""


def main():
    vocabulary = Vocabulary(["the cat saw the dog", "the dog ran"], least_count=1)
    print(len(vocabulary), "words, first", list(vocabulary.most_frequent(2)))
    print(list(vocabulary.encode("The cat, the bird!")))
    vocabulary.unknown = "?"
    print(vocabulary.decode([1, 3, 0]))
    with tempfile.NamedTemporaryFile(suffix=".txt") as file:
        vocabulary.save(file.name)
        again = Vocabulary.load(file.name)
    print(again.decode([1, 3, 0]), "cat" in again, "bird" in again)
    batch = again.encode_batch(["the dog", "the cat ran away"], 3)
    print(tuple(batch.shape))
    merge = tvm_ffi.get_global_func("vocabulary.merge")
    print(len(merge(again, Vocabulary(["a bird"]))))


if __name__ == "__main__":
    main()
