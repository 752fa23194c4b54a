"""Hashes of Django, made and verified by Django itself."""

import base64
import hashlib

from shared import passlib_tests
from shared.django_hashers import ALL, use_hashers
from shared.catalogue_rows import broken, conflict, legacy, stripped
from shared.hash_suite import Topic
from shared.implementations import confirmed_argon2, confirmed_bcrypt, confirmed_passlib, crypt, named, once
from shared.witness import Recomputed
from hashes.crypt import broken_in_passlib, from_passlib

FILE = "hashes/django.py"
BCRYPT = "$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"
ARGON2ID = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
ARGON2I = "$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8"
PYTHON_VERSION = named("Python").split()[1]
OPENSSL = Recomputed(f"{named('OpenSSL')} (hashlib)")


def make():
    django()


def b64(data):
    return base64.b64encode(data).decode()


LEGACY = (
    ("pbkdf2_sha256", "django-pbkdf2", {"iterations": 1000}),
    ("pbkdf2_sha256", "django-pbkdf2", {"iterations": 260000}),
    ("pbkdf2_sha1", "django-pbkdf2", {"iterations": 1000}),
    ("sha1", "django-sha1", {}),
    ("md5", "django-md5", {}),
)
PASSLIB_ROWS = (
    ("django_pbkdf2_sha256", "django-pbkdf2"),
    ("django_pbkdf2_sha1", "django-pbkdf2"),
    ("django_salted_md5", "django-md5"),
    ("django_salted_sha1", "django-sha1"),
    ("django_des_crypt", "django-crypt"),
    ("django_bcrypt_sha256", "django-bcrypt-sha256"),
    ("django_disabled", "no-password"),
)
PASSLIB_INSIDE = (
    ("django_bcrypt", 7, "django-bcrypt"),
    ("django_argon2", 6, "django-argon2"),
)
WRONG_NAMES = (
    ("bcrypt$" + ARGON2ID, "django-bcrypt", "argon2 after bcrypt$"),
    ("argon2" + BCRYPT, "django-argon2", "bcrypt after argon2"),
    ("bcrypt$password", "django-bcrypt", "a word after bcrypt$"),
    ("argon2$password", "django-argon2", "a word after argon2$"),
)
EMPTY = (
    ("bcrypt$bcrypt$" + BCRYPT, "django-bcrypt"),
    ("bcrypt${bcrypt}" + BCRYPT, "django-bcrypt"),
)
BROKEN = (
    ("bcrypt_sha256$" + BCRYPT[:-1], "django-bcrypt-sha256"),
    ("bcrypt_sha256$", "django-bcrypt-sha256"),
    ("bcrypt_sha256" + BCRYPT, "django-bcrypt-sha256"),
    ("pbkdf2_sha256$", "django-pbkdf2"),
    ("pbkdf2_sha256$1000$salt", "django-pbkdf2"),
    ("pbkdf2_sha256$1000$$6ZlYBqxwAc0A9P/sa3EsuSFtMTRI0IjcQvtzsNJxM+U=", "django-pbkdf2"),
    ("pbkdf2_sha256$0$salt$6ZlYBqxwAc0A9P/sa3EsuSFtMTRI0IjcQvtzsNJxM+U=", "django-pbkdf2"),
    ("pbkdf2_sha256$1000$salt$6ZlYBqxwAc0A9P/sa3EsuSFtMTRI0IjcQvtzsNJxM+", "django-pbkdf2"),
    ("sha1$salt$0f75c5d7", "django-sha1"),
    ("md5$salt$", "django-md5"),
    ("scrypt$16384$salt$8$1$", "django-scrypt"),
)


def django():
    hashers = use_hashers(ALL)
    topic = Topic(
        "django",
        "auth_user.password of Django, made and verified by Django itself, and rows of passlib's tests.",
    )
    group = topic.group(
        "Django",
        named("Django").split()[1],
        "https://docs.djangoproject.com/en/stable/topics/auth/passwords/",
        "BSD-3-Clause",
        FILE,
    )

    def made(algorithm, password, salt=None, **options):
        hasher = hashers.get_hasher(algorithm)
        return once(
            f"Django {algorithm} {password!r} {salt!r} {options}",
            lambda: hasher.encode(password, salt if salt is not None else hasher.salt(), **options),
        )

    def yes(text, password):
        assert hashers.check_password(password, text), text
        return [named("Django")]

    bcrypt_of_django(hashers, group, yes)
    argon2_of_django(made, group, yes)
    repaired_inside(group)
    legacy_of_django(made, group, yes)
    scrypt_of_django(hashers, group, topic)
    from_passlibs_tests(topic)
    damaged_of_django(topic, hashers)


def bcrypt_of_django(hashers, group, yes):
    for password in ("password", "gr\u00fc\u00dfe", "x" * 80):
        text = "bcrypt$" + _django_bcrypt(hashers, password, False)
        stripped(
            group,
            text,
            "django-bcrypt",
            text[7:],
            "BCryptPasswordHasher",
            yes(text, password) + confirmed_bcrypt(text[7:], password),
            password,
        )
        text = "bcrypt_sha256$" + _django_bcrypt(hashers, password, True)
        naked = text[len("bcrypt_sha256$") :]
        assert crypt(password, naked) != naked, "stripped it would verify, and it must not"
        legacy(
            group,
            text,
            "django-bcrypt-sha256",
            "BCryptSHA256PasswordHasher: over the SHA-256 of the password",
            yes(text, password),
            password,
        )


def argon2_of_django(made, group, yes):
    text = made("argon2", "password")
    stripped(
        group,
        text,
        "django-argon2",
        text[6:],
        "Argon2PasswordHasher with its own costs",
        yes(text, "password") + confirmed_argon2(text[6:], "password"),
        "password",
    )
    for inner, password in ((ARGON2ID, "password"), (ARGON2I, "password")):
        text = "argon2" + inner
        stripped(
            group,
            text,
            "django-argon2",
            inner,
            "Argon2PasswordHasher, cheap",
            yes(text, password) + confirmed_argon2(inner, password),
            password,
        )


def repaired_inside(group):
    reordered = "argon2$argon2id$v=19$m=256,p=1,t=2$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
    stripped(
        group,
        reordered,
        "django-argon2",
        ARGON2ID,
        "parameters in another order inside the wrapping",
        confirmed_argon2(ARGON2ID, "password"),
        "password",
        ["stripped", "parameters-reordered"],
        ["StripWrapping", "Argon2ParameterOrder"],
    )
    dirty = "bcrypt$$2a$04$oaQbBqq8JnSM1NHRPQGXORY4Vw3bdHKLIXTecPDRAcJ98cz1ilveO"
    clean = "$2a$04$oaQbBqq8JnSM1NHRPQGXOOY4Vw3bdHKLIXTecPDRAcJ98cz1ilveO"
    stripped(
        group,
        dirty,
        "django-bcrypt",
        clean,
        "unused bits inside the wrapping",
        confirmed_bcrypt(clean, "test"),
        "test",
        ["stripped", "padding-bits-cleared"],
        ["StripWrapping", "BcryptPaddingBits"],
    )


def legacy_of_django(made, group, yes):
    for algorithm, row, options in LEGACY:
        for password in ("password", "gr\u00fc\u00dfe"):
            text = made(algorithm, password, "saltsaltsaltsalt", **options)
            legacy(group, text, row, f"Django {algorithm}", yes(text, password), password)
    text = made("unsalted_sha1", "password", "")
    legacy(group, text, "django-sha1", "UnsaltedSHA1PasswordHasher", yes(text, "password"), "password")
    text = made("unsalted_md5", "password", "")
    legacy(
        group,
        text,
        "hex-digest",
        "UnsaltedMD5PasswordHasher: a bare digest",
        yes(text, "password"),
        "password",
    )
    legacy(
        group,
        "md5$$" + text,
        "django-md5",
        "the older spelling of an unsalted MD5",
        yes("md5$$" + text, "password"),
        "password",
    )
    text = made("crypt", "password", "ab")
    legacy(group, text, "django-crypt", "CryptPasswordHasher", yes(text, "password"), "password")


def scrypt_of_django(hashers, group, topic):
    for _ in range(2):
        text = once(f"Django unusable {_}", lambda: hashers.make_password(None))
        assert not hashers.is_password_usable(text)
        legacy(group, text, "no-password", "set_unusable_password", [named("Django")])
    own = topic.group(
        "Python hashlib, in Django's layout",
        PYTHON_VERSION,
        "https://github.com/django/django/blob/main/django/contrib/auth/hashers.py",
        "PSF-2.0",
        FILE,
    )
    for n, r, p, salt in ((16384, 8, 1, "seasalt"), (2, 1, 1, "s"), (1024, 8, 5, "saltsaltsaltsaltsaltsa")):
        digest = hashlib.scrypt(b"password", salt=salt.encode(), n=n, r=r, p=p, maxmem=1 << 28, dklen=64)
        legacy(
            own,
            f"scrypt${n}${salt}${r}${p}${b64(digest)}",
            "django-scrypt",
            "ScryptPasswordHasher of Django 4",
            [OPENSSL],
            "password",
        )


def from_passlibs_tests(topic):
    for handler, row in PASSLIB_ROWS:
        if handler == "django_disabled":
            group = topic.group(**passlib_tests.SOURCE, generator=FILE)
            for text in ("!", "!9wa845vn7098ythaehasldkfj"):
                # Django itself writes "!" alone or with forty letters and digits; the rest takes its name.
                context = None if text == "!" else {"source": "django"}
                comment = "known in passlib's tests of django_disabled"
                legacy(group, text, row, comment, [named("passlib")], context=context)
        else:
            from_passlib(topic, handler, row)
    for handler, row in (("django_salted_md5", "django-md5"), ("django_salted_sha1", "django-sha1")):
        broken_in_passlib(topic, handler, row)
    group = topic.group(**passlib_tests.SOURCE, generator=FILE)
    for handler, skip, wrapping in PASSLIB_INSIDE:
        for password, text, _ in passlib_tests.correct(handler):
            inner = text[skip:]
            if "m=102400" in inner:
                continue
            confirm = confirmed_bcrypt if inner.startswith("$2") else confirmed_argon2
            stripped(
                group,
                text,
                wrapping,
                inner,
                f"known correct in passlib's tests of {handler}",
                confirm(inner, password) + confirmed_passlib(handler, text, password),
                password,
            )


def damaged_of_django(topic, hashers):
    own = topic.group("credport", generator=FILE)

    def no(text, password="U*U"):
        try:
            taken = hashers.check_password(password, text)
        except Exception:
            taken = False
        assert not taken, text
        return [named("Django")]

    for text, wrapping, why in WRONG_NAMES:
        conflict(own, text, wrapping, why, no(text))
    for text, wrapping in EMPTY:
        conflict(own, text, wrapping, "a wrapping inside a wrapping", no(text), is_nested=True)
    conflict(
        own, "bcrypt$", "django-bcrypt", "nothing after the wrapping", no("bcrypt$"), "wrapping/incomplete"
    )
    legacy(
        own,
        "bcrypt" + BCRYPT,
        "bcrypt-single-dollar",
        "one dollar sign where Django writes two",
        no("bcrypt" + BCRYPT),
    )
    for cut in (1, 10, 53):
        text = ("bcrypt$" + BCRYPT)[:-cut]
        own.refuse(
            text,
            "bcrypt",
            "malformed",
            "django-bcrypt",
            "bcrypt/truncated",
            comment="a cut-off hash inside the wrapping",
            flags=["Truncated", "StripWrapping"],
            checks=no(text),
        )
    for text, row in BROKEN:
        broken(own, text, row, "cut off, or a part of a wrong length", no(text, "password"))


def _django_bcrypt(hashers, password, prehash):
    """Django's bcrypt hashers with a cheap, fixed salt."""
    hasher = hashers.get_hasher("bcrypt_sha256" if prehash else "bcrypt")
    text = hasher.encode(password, b"$2b$04$CCCCCCCCCCCCCCCCCCCCC.")
    return text.split("$", 1)[1]
