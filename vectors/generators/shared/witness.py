"""Who confirmed an answer, and what that shows.

An implementation that was given the same input in the same notation shows how the notation is read. A
primitive that was given the parts shows the arithmetic only: that the parts are these is our own reading.
"""


class Recomputed(str):
    """Name of a primitive (OpenSSL's scrypt, PHP's crypt) that was fed with parts in our own reading."""


def recomputed(names):
    return [Recomputed(name) for name in names]


def vouched(names):
    """The fields of a test that say who confirmed it; empty where nobody did."""
    whole = sorted({str(name) for name in names if not isinstance(name, Recomputed)})
    parts = sorted({str(name) for name in names if isinstance(name, Recomputed)} - set(whole))
    return {key: names for key, names in (("checkedBy", whole), ("recomputedBy", parts)) if names}
