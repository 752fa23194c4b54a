"""Passwords as users choose them, and the wrong ones next to them."""

import unicodedata

from shared.verify_suite import PASSWORDS, another

EMPTY, _, PHRASE, NON_ASCII, _, _, LONG, _, _ = PASSWORDS
PLAIN = b"password"
SPACED = b" spaces around "
USUAL = [PLAIN, PHRASE, NON_ASCII, SPACED, LONG]


def near_misses(password):
    """Wrong passwords that a careless implementation takes: each with what is wrong about it."""
    if password in (EMPTY, PLAIN):
        yield "another password", another(password)
    if password == PLAIN:
        yield "the empty password", EMPTY
        yield "a longer password", password + b"1"
    if password == SPACED:
        yield "the password without its spaces", password.strip()
    if len(password) >= 72:
        yield "a long password with another end", password[:-1] + another(password[-1:])
    text = password.decode("utf-8", "replace")
    if unicodedata.normalize("NFD", text) != text:
        yield "the password with its accents apart", unicodedata.normalize("NFD", text).encode()
    if b"\0" in password:
        yield "the password up to its NUL", password.split(b"\0")[0]


def questions(password):
    """The right password and those next to it, each with whether it matches and what to say of it."""
    return [(password, True, ""), *((wrong, False, f", {what}") for what, wrong in _wrong_ones(password))]


def _wrong_ones(password):
    return list(near_misses(password)) or [("another password", another(password))]
