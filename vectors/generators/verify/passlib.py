"""passlib 1.7.4: its own published hashes (from its test suite) and hashes that it makes."""

import re

import passlib
from passlib import hash as handlers
from passlib.tests import (
    test_handlers,
    test_handlers_argon2,
    test_handlers_bcrypt,
    test_handlers_django,
    test_handlers_pbkdf2,
    test_handlers_scrypt,
)

from shared.verify_suite import NOT_UTF8, NUL_PASSWORD, PASSWORDS, Topic, salt_of, text_salt

GENERATOR = "verify/passlib.py"
URL = "https://foss.heptapod.net/python-libs/passlib"

# Handler -> the scheme that its hashes have.
PUBLISHED = {
    "md5_crypt": "md5-crypt",
    "apr_md5_crypt": "apr1",
    "sha256_crypt": "sha256-crypt",
    "sha512_crypt": "sha512-crypt",
    "phpass": "phpass",
    "ldap_md5": "md5",
    "ldap_sha1": "sha1",
    "ldap_salted_md5": "md5",
    "ldap_salted_sha1": "sha1",
    "ldap_salted_sha256": "sha256",
    "ldap_salted_sha512": "sha512",
    "pbkdf2_sha1": "pbkdf2",
    "pbkdf2_sha256": "pbkdf2",
    "pbkdf2_sha512": "pbkdf2",
    "ldap_pbkdf2_sha1": "pbkdf2",
    "atlassian_pbkdf2_sha1": "pbkdf2",
    "scrypt": "scrypt",
    "django_salted_md5": "md5",
    "django_salted_sha1": "sha1",
    "django_pbkdf2_sha256": "pbkdf2",
    "django_pbkdf2_sha1": "pbkdf2",
    "django_bcrypt": "bcrypt",
    "django_bcrypt_sha256": "bcrypt",
    "bcrypt": "bcrypt",
    "bcrypt_sha256": "bcrypt",
    "argon2": "argon2",
}
MODULES = [
    test_handlers,
    test_handlers_argon2,
    test_handlers_bcrypt,
    test_handlers_django,
    test_handlers_pbkdf2,
    test_handlers_scrypt,
]
# Rows of the test suite that say something else than this set does: faults that are kept on
# purpose, the obsolete $2$, a crypt_blowfish countermeasure, salts beyond the format.
LEFT_OUT = ("$2$", "$argon2i$v=19$m=512,t=2,p=2$c29tZXNhbHQAAAAAAAAAAA")
# bcrypt from cost 7, argon2 from 10 MiB, scrypt from 2^11, sha-crypt and pbkdf2 from 20000 rounds.
COSTLY = re.compile(
    r"\$2[abxy]\$(?:0[7-9]|1)|r=1[0-9]\$|2[ab],1[0-9]\$|\$m=[0-9]{5}|ln=1[1-9]|rounds=[2-9][0-9]{4}|\$[2-9][0-9]{4}\$"
)
# Dozens of them take the time that the rest of the set takes together.
TOO_COSTLY = re.compile(r"\$2[abxy]\$1[1-9]|r=1[1-9]\$|2[ab],1[1-9]\$|\$m=[0-9]{6}|ln=1[5-9]|ln=2|rounds=[0-9]{6}")
PREHASHED = {"bcrypt_sha256", "django_bcrypt_sha256"}


def published():
    topic = Topic("passlib-published", ["Hashes that passlib publishes in its test suite as known to be correct."])
    topic.group("passlib", passlib.__version__, URL, "BSD-3-Clause", GENERATOR)
    seen = set()
    for module in MODULES:
        for test in vars(module).values():
            handler = getattr(test, "handler", None)
            name = getattr(handler, "name", None)
            if name not in PUBLISHED or not isinstance(test, type):
                continue
            for row in getattr(test, "known_correct_hashes", []):
                add_published(topic, name, row, seen)
    topic.write()


def add_published(topic, name, row, seen):
    schemes = {**PUBLISHED, **DIGESTS}
    secret, text = row
    if isinstance(secret, tuple) or isinstance(text, tuple):
        return
    password = secret.encode("utf-8") if isinstance(secret, str) else secret
    text = text.decode("ascii") if isinstance(text, bytes) else text
    if text.startswith(LEFT_OUT) or (text, password) in seen or not text.isascii():
        return
    if TOO_COSTLY.search(text):
        return
    seen.add((text, password))
    flags = ["Prehashed"] if name in PREHASHED else []
    if COSTLY.search(text):
        topic.add(text, password, True, schemes[name], name, [*flags, "Costly"])
    else:
        topic.pair(text, password, schemes[name], name, flags)


def made():
    topic = Topic("passlib", ["Hashes that passlib makes, cheap, for passwords of every kind."])
    topic.group("passlib", passlib.__version__, URL, "BSD-3-Clause", GENERATOR)
    index = 0
    for name, scheme, settings in made_settings():
        handler = getattr(handlers, name)
        for password in passwords_for(name):
            index += 1
            options = {key: value(index) if callable(value) else value for key, value in settings.items()}
            text = handler.using(**options).hash(password)
            assert handler.verify(password, text)
            flags = ["Prehashed"] if name in PREHASHED else []
            if len(password) in (0, 1, 71):
                topic.add(text, password, True, scheme, name, flags)
            else:
                topic.pair(text, password, scheme, name, flags)
    topic.write()


def passwords_for(name):
    binary = name.startswith(("ldap_", "pbkdf2", "django_pbkdf2", "scrypt", "phpass", "atlassian"))
    return PASSWORDS + ([NUL_PASSWORD, NOT_UTF8] if binary and "bcrypt" not in name else [])


def made_settings():
    salt8 = lambda index: text_salt(index, 8)
    raw = lambda index: salt_of(index, 16)
    bcrypt_salt = lambda index: text_salt(index, 21) + "u"
    return [
        ("md5_crypt", "md5-crypt", {"salt": salt8}),
        ("apr_md5_crypt", "apr1", {"salt": salt8}),
        ("sha256_crypt", "sha256-crypt", {"salt": salt8, "rounds": 1000}),
        ("sha512_crypt", "sha512-crypt", {"salt": lambda index: text_salt(index, 16), "rounds": 1017}),
        ("phpass", "phpass", {"salt": salt8, "rounds": 7}),
        ("ldap_salted_sha1", "sha1", {"salt": lambda index: salt_of(index, 8)}),
        ("ldap_salted_sha512", "sha512", {"salt": lambda index: salt_of(index, 8)}),
        ("pbkdf2_sha1", "pbkdf2", {"salt": raw, "rounds": 1011}),
        ("pbkdf2_sha256", "pbkdf2", {"salt": raw, "rounds": 1012}),
        ("pbkdf2_sha512", "pbkdf2", {"salt": raw, "rounds": 1013}),
        ("ldap_pbkdf2_sha512", "pbkdf2", {"salt": raw, "rounds": 1014}),
        ("scrypt", "scrypt", {"salt": raw, "rounds": 4, "block_size": 8, "parallelism": 2}),
        ("bcrypt_sha256", "bcrypt", {"salt": bcrypt_salt, "rounds": 4}),
        ("bcrypt_sha256", "bcrypt", {"salt": bcrypt_salt, "rounds": 4, "version": 1, "ident": "2b"}),
        ("bcrypt", "bcrypt", {"salt": bcrypt_salt, "rounds": 4, "truncate_error": False}),
        ("ldap_bcrypt", "bcrypt", {"salt": bcrypt_salt, "rounds": 4}),
    ]


def digests():
    """Schemes that only passlib and their makers write."""
    for handler in (handlers.des_crypt, handlers.bsdi_crypt):
        handler.set_backend("builtin")
    topic = Topic("passlib-digests", ["Iterated digests, notations of pbkdf2 and DES' crypt that passlib makes."])
    topic.group("passlib", passlib.__version__, URL, "BSD-3-Clause", GENERATOR)
    index = 500
    for name, scheme, settings in [
        ("sha1_crypt", "sha1-crypt", {"rounds": 17}),
        ("fshp", "fshp", {"rounds": 7, "variant": 0}),
        ("fshp", "fshp", {"rounds": 8, "variant": 1}),
        ("fshp", "fshp", {"rounds": 1, "variant": 2, "salt_size": 0}),
        ("fshp", "fshp", {"rounds": 9, "variant": 3}),
        ("dlitz_pbkdf2_sha1", "pbkdf2", {"rounds": 400}),
        ("dlitz_pbkdf2_sha1", "pbkdf2", {"rounds": 1031}),
        ("cta_pbkdf2_sha1", "pbkdf2", {"rounds": 1032}),
        # In passlib's own Python, which is not what crypt(3) of this machine computes with.
        ("ldap_des_crypt", "des-crypt", {}),
        ("ldap_bsdi_crypt", "des-crypt", {"rounds": 731}),
        ("bsdi_crypt", "des-crypt", {"rounds": 5}),
    ]:
        for password in PASSWORDS:
            index += 1
            if scheme == "des-crypt":
                settings = {**settings, "salt": text_salt(index, 2 if name == "ldap_des_crypt" else 4)}
            salt = {} if "salt" in settings else {"salt_size": 0} if "salt_size" in settings else {"salt": salt_for(name, index)}
            text = getattr(handlers, name).using(**{**settings, **salt}).hash(password)
            assert getattr(handlers, name).verify(password, text)
            topic.pair(text, password, scheme, name)
    for index, (name, scheme, settings) in enumerate(WITH_NUL, start=700):
        text = getattr(handlers, name).using(**settings, salt=salt_for(name, index)).hash(NUL_PASSWORD)
        topic.pair(text, NUL_PASSWORD, scheme, name)
    seen = set()
    for module in MODULES:
        for test in vars(module).values():
            name = getattr(getattr(test, "handler", None), "name", None)
            if name in DIGESTS and isinstance(test, type):
                for row in getattr(test, "known_correct_hashes", []):
                    add_published(topic, name, row, seen)
    topic.write()


WITH_NUL = [
    ("fshp", "fshp", {"rounds": 10, "variant": 1}),
    ("dlitz_pbkdf2_sha1", "pbkdf2", {"rounds": 1033}),
    ("cta_pbkdf2_sha1", "pbkdf2", {"rounds": 1034}),
]
DIGESTS = {"bsdi_crypt": "des-crypt", "sha1_crypt": "sha1-crypt", "fshp": "fshp", "dlitz_pbkdf2_sha1": "pbkdf2", "cta_pbkdf2_sha1": "pbkdf2"}


def salt_for(name, index):
    return salt_of(index, 16) if name in ("fshp", "cta_pbkdf2_sha1") else text_salt(index, 16)


def make():
    published()
    made()
    digests()
