"""Known answers of passlib's own handler tests (package python3-passlib), by handler."""

import passlib.tests.test_handlers
import passlib.tests.test_handlers_argon2
import passlib.tests.test_handlers_bcrypt
import passlib.tests.test_handlers_cisco
import passlib.tests.test_handlers_django
import passlib.tests.test_handlers_pbkdf2
import passlib.tests.test_handlers_scrypt
from shared.implementations import VERSIONS

MODULES = [
    passlib.tests.test_handlers,
    passlib.tests.test_handlers_argon2,
    passlib.tests.test_handlers_bcrypt,
    passlib.tests.test_handlers_cisco,
    passlib.tests.test_handlers_django,
    passlib.tests.test_handlers_pbkdf2,
    passlib.tests.test_handlers_scrypt,
]
SOURCE = {
    "name": "passlib",
    "version": VERSIONS["passlib"],
    "url": "https://foss.heptapod.net/python-libs/passlib",
    "licence": "BSD-3-Clause",
}


def _class_of(handler):
    found = []
    for module in MODULES:
        for value in vars(module).values():
            if isinstance(value, type) and value.__module__ == module.__name__:
                if getattr(getattr(value, "handler", None), "name", None) == handler:
                    found.append(value)
    assert found, handler
    return max(found, key=lambda value: len(value.known_correct_hashes))


def _secret(secret):
    password = secret[0] if isinstance(secret, tuple) else secret
    return password if isinstance(password, bytes) else password.encode("utf-8")


def _text(value):
    return value.decode("ascii") if isinstance(value, bytes) else value


def correct(handler):
    """(password bytes, text, name of the user or None), each text once."""
    rows, seen = [], set()
    for secret, text in _class_of(handler).known_correct_hashes:
        text = _text(text)
        if text in seen or not text.isascii():
            continue
        seen.add(text)
        rows.append((_secret(secret), text, secret[1] if isinstance(secret, tuple) else None))
    return rows


def alternate(handler):
    """(alternate text, password bytes, canonical text)."""
    return [
        (_text(text), _secret(secret), _text(canonical))
        for text, secret, canonical in _class_of(handler).known_alternate_hashes
    ]


def malformed(handler):
    return list(dict.fromkeys(_text(text) for text in _class_of(handler).known_malformed_hashes))


def unidentified(handler):
    return list(dict.fromkeys(_text(text) for text in _class_of(handler).known_unidentified_hashes))


def incorrect_padding():
    """(text with unused bits set, canonical text) of passlib's bcrypt tests."""
    return [tuple(_text(text) for text in pair) for pair in _class_of("bcrypt").known_incorrect_padding]
