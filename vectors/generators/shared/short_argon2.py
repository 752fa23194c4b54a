"""Argon2 for tags of fewer than 4 bytes, which RFC 9106 does not permit and libargon2 does not compute.

The length is hashed along, so that a digest that was cut is never the digest of that length: only one that was
computed for it shows who takes it. libgcrypt and argon2pure compute any length, and have to agree.
"""

import ctypes
import functools

import argon2pure

_GCRY_KDF_ARGON2 = 64
_KINDS = {"argon2d": argon2pure.ARGON2D, "argon2i": argon2pure.ARGON2I, "argon2id": argon2pure.ARGON2ID}
_libgcrypt = ctypes.CDLL("libgcrypt.so.20")
_libgcrypt.gcry_check_version(None)


def short_tag(kind, password, salt, time, memory, size):
    """The tag of one lane by both."""
    tag = by_libgcrypt(kind, password, salt, time, memory, size)
    other = argon2pure.argon2(password, salt, time, memory, 1, tag_length=size, type_code=_KINDS[kind])
    assert tag == other, (kind, size)
    return tag


def by_libgcrypt(kind, password, salt, time, memory, size):
    handle, none = ctypes.c_void_p(), ctypes.c_size_t(0)
    numbers = (ctypes.c_ulong * 4)(size, time, memory, 1)
    texts = [part for text in (password, salt) for part in (text, ctypes.c_size_t(len(text)))]
    opened = _libgcrypt.gcry_kdf_open(
        ctypes.byref(handle), _GCRY_KDF_ARGON2, _KINDS[kind], numbers, 4, *texts, None, none, None, none
    )
    assert opened == 0, opened
    tag = ctypes.create_string_buffer(size)
    done = _libgcrypt.gcry_kdf_compute(handle, None) or _libgcrypt.gcry_kdf_final(handle, ctypes.c_size_t(size), tag)
    _libgcrypt.gcry_kdf_close(handle)
    assert done == 0, done
    return tag.raw


@functools.cache
def colliding(kind, salt, time, memory, tag):
    """The first password of the form `guess 1`, `guess 2` and so on that has the same tag."""
    for number in range(1, 1 << 20):
        guess = f"guess {number}".encode()
        if by_libgcrypt(kind, guess, salt, time, memory, len(tag)) == tag:
            return guess
    raise AssertionError(f"no password found for {tag.hex()}")
