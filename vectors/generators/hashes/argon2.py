"""argon2: published answers, the order and notation that generators differ in, and every kind of damage."""

import base64
import itertools
import re

from shared import passlib_tests
from argon2 import extract_parameters
from argon2.low_level import Type, hash_secret
from shared.hash_suite import Topic
from shared.implementations import argon2_verdicts, confirmed_argon2, named, php, php_verify, refused_by, run
from shared.witness import Recomputed

FILE = "hashes/argon2.py"
REFERENCE = {
    "name": "phc-winner-argon2",
    "version": "20190702",
    "url": "https://github.com/P-H-C/phc-winner-argon2/blob/master/src/test.c",
    "licence": "CC0-1.0 OR Apache-2.0",
    "generator": FILE,
}
GOOD = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
TWO_LANES = "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc"
OLD = "$argon2i$m=256,t=2,p=1$c29tZXNhbHQ$/U3YPXYsSb3q9XxHvc0MLxur+GP960kN9j7emXX8zwY"
OLD_WRITTEN = OLD.replace("$argon2i$", "$argon2i$v=16$")
ARGON2I = "$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8"


def make():
    topic = Topic(
        "argon2",
        [
            "argon2 strings with nothing around them: what is sound, what is repaired, what is damaged.",
            "The canonical form has a version, the parameters in the order m,t,p, and standard base64 without padding.",
        ],
    )
    published(topic)
    programs(topic)
    orders(topic)
    notations(topic)
    refused(topic)


def decoded(text):
    return base64.b64decode(text + "=" * (-len(text) % 4)).hex()


def parts(text):
    """What libargon2's Python binding reads in the string, with salt and digest decoded by Python.

    Its extract_parameters says 18 of a string without a version; libargon2 itself reads 16,
    and the same string with v=16 written out verifies (see `sound`).
    """
    read = extract_parameters(text)
    *_, salt, digest = text.split("$")
    variant = {Type.D: "argon2d", Type.I: "argon2i", Type.ID: "argon2id"}[read.type]
    return {
        "variant": variant,
        "version": read.version if "$v=" in text else 16,
        "memoryCost": read.memory_cost,
        "timeCost": read.time_cost,
        "parallelism": read.parallelism,
        "salt": decoded(salt),
        "digest": decoded(digest),
    }


def with_version(text):
    """The reference reads a missing version as 16; the same string with it written out verifies too."""
    return re.sub(r"^(\$argon2[a-z]+)\$m=", r"\1$v=16$m=", text)


def sound(group, text, password, comment, flags=("Canonical",)):
    checks = confirmed_argon2(text, password)
    canonical = with_version(text)
    changes = []
    if canonical != text:
        changes, flags = ["version-added"], ["Argon2Version"]
        checks += confirmed_argon2(canonical, password)
    group.accept(
        text,
        "argon2",
        canonical,
        comment=comment,
        flags=flags,
        checks=sorted(set(checks)),
        password=password,
        changes=changes,
    )
    group.parse(
        "parse-argon2",
        text,
        parts(text),
        comment=comment,
        flags=flags,
        checks=[*sorted(set(checks)), Recomputed(named("Python"))],
    )


REFERENCE_HASHES = (
    (GOOD, "password", "argon2id, 256 KiB"),
    (TWO_LANES, "password", "argon2id, two lanes"),
    (ARGON2I, "password", "argon2i"),
    (
        "$argon2i$v=19$m=256,t=2,p=2$c29tZXNhbHQ$T/XOJ2mh1/TIpJHfCdQan76Q5esCFVoT5MAeIM1Oq2E",
        "password",
        "argon2i, two lanes",
    ),
    (OLD, "password", "version 1.0: no v= in the string"),
    (
        "$argon2i$m=65536,t=2,p=1$c29tZXNhbHQ$9sTbSlTio3Biev89thdrlKKiCaYsjjYVJxGAL3swxpQ",
        "password",
        "version 1.0, 64 MiB",
    ),
    (
        "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
        "password",
        "argon2id, 64 MiB",
    ),
    (
        "$argon2id$v=19$m=65536,t=2,p=1$ZGlmZnNhbHQ$vfMrBczELrFdWP0ZsfhWsRPaHppYdP3MVEMIVlqoFBw",
        "password",
        "another salt",
    ),
)


def published(topic):
    published_by_the_reference(topic)
    published_by_passlib(topic)
    published_by_kratos_and_supabase(topic)


def published_by_the_reference(topic):
    group = topic.group(**REFERENCE)
    for text, password, comment in REFERENCE_HASHES:
        sound(group, text, password, comment)
    missing = "$argon2i$v=19$m=65536,t=2,p=1c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA"
    refuse(group, missing, "argon2/malformed", None, "no dollar sign before the salt", "Argon2Number")
    refuse(
        group,
        missing.replace("p=1c29tZXNhbHQ", "p=1$c29tZXNhbHQ").replace("bHQ$", "bHQ"),
        "argon2/truncated",
        None,
        "no dollar sign before the digest",
        "Truncated",
    )


def published_by_passlib(topic):
    group = topic.group(**passlib_tests.SOURCE, generator=FILE)
    for password, text, _ in passlib_tests.correct("argon2"):
        if "m=102400" not in text:
            sound(group, text, password, "known correct in passlib's tests")
    codes = {
        "argon2qq": ("argon2/malformed", 7, "Argon2Variant"),
        "t=8589934592": ("argon2/parameter-out-of-range", None, "Argon2Range"),
        "t=2,p=4,q=5": ("argon2/malformed", 28, "Argon2Parameter"),
        "t=2,m=65536": ("argon2/malformed", 28, "Argon2Parameter"),
        "m=127": ("argon2/parameter-out-of-range", None, "Argon2Range"),
        "v=19$t=2,p=4$": ("argon2/malformed", None, "Argon2Parameter"),
    }
    for text in passlib_tests.malformed("argon2"):
        code, offset, flag = next(value for mark, value in codes.items() if mark in text)
        if flag == "Argon2Parameter" and "q=5" in text:
            offset = text.index("q=5")
        refuse(group, text, code, offset, "known malformed in passlib's tests", flag)


def published_by_kratos_and_supabase(topic):
    kratos = topic.group(
        "Ory Kratos",
        None,
        "https://github.com/ory/kratos/blob/master/hash/hasher_test.go",
        "Apache-2.0",
        FILE,
    )
    for text in (
        "$argon2id$v=19$m=32,t=2,p=4$cm94YnRVOW5jZzFzcVE4bQ$MNzk5BtR2vUhrp6qQEjRNw",
        "$argon2i$v=19$m=65536,t=3,p=4$kk51rW/vxIVCYn+EG4kTSg$NyT88uraJ6im6dyha/M5jhXvpqlEdlS/9fEm7ScMb8c",
        "$argon2id$v=19$m=32,t=5,p=4$cm94YnRVOW5jZzFzcVE4bQ$fBxypOL0nP/zdPE71JtAV71i487LbX3fJI5PoTN6Lp4",
    ):
        sound(kratos, text, "test", "from the tests of Kratos")
    damaged = "$argon2id$v=19$m=32,t=5,p=4$cm94YnRVOW5jZzFzcVE4bQ$fBxypOL0nP/zdPE71JtAV71i487LbX3fJI5PoTN6Lp5"
    refuse(
        kratos,
        damaged,
        "argon2/truncated",
        len(damaged) - 1,
        "the last character changed: its unused bits are set",
        "Base64PaddingBits",
        "test",
    )
    supabase = topic.group(
        "Supabase Auth",
        None,
        "https://github.com/supabase/auth/blob/master/internal/crypto/password_test.go",
        "MIT",
        FILE,
    )
    for text in (
        "$argon2i$v=19$m=16,t=2,p=1$bGJRWThNOHJJTVBSdHl2dQ$NfEnUOuUpb7F2fQkgFUG4g",
        "$argon2id$v=19$m=32,t=3,p=2$SFVpOWJ0eXhjRzVkdGN1RQ$RXnb8rh7LaDcn07xsssqqulZYXOM/EUCEFMVcAcyYVk",
    ):
        sound(supabase, text, "test", "from the tests of Supabase Auth")


PROGRAM_SETTINGS = (
    ("-id", "somesalt", "8", "1", "1", "32", "13"),
    ("-i", "somesalt", "8", "3", "1", "32", "13"),
    ("-d", "somesalt", "8", "2", "1", "32", "13"),
    ("-i", "somesalt", "8", "2", "1", "32", "10"),
    ("-d", "somesalt", "8", "2", "1", "32", "10"),
    ("-id", "saltsaltsaltsalt", "9", "2", "4", "16", "13"),
    ("-id", "saltsaltsaltsalt", "10", "2", "2", "64", "13"),
    ("-id", "saltsalt1", "8", "2", "1", "24", "13"),
    ("-id", "saltsalt12", "8", "2", "1", "20", "13"),
    ("-i", "saltsaltsaltsaltsaltsaltsaltsalt", "6", "4", "8", "128", "13"),
)


def programs(topic):
    by_the_program(topic)
    by_php_and_passlib(topic)
    at_the_edges(topic)


def by_the_program(topic):
    made = topic.group(
        "argon2 program",
        named("argon2 program").split()[-1],
        "https://github.com/P-H-C/phc-winner-argon2",
        "CC0-1.0 OR Apache-2.0",
        FILE,
    )
    for variant, salt, memory, passes, lanes, length, version in PROGRAM_SETTINGS:
        text = run(
            "argon2",
            salt,
            variant,
            "-t",
            passes,
            "-m",
            memory,
            "-p",
            lanes,
            "-l",
            length,
            "-v",
            version,
            "-e",
            stdin="password",
        )
        sound(
            made,
            text,
            "password",
            f"argon2 {salt} {variant} -t {passes} -m {memory} -p {lanes} -l {length} -v {version}",
            ["Argon2Version"] if version == "10" else ["Canonical"],
        )


def by_php_and_passlib(topic):
    made = topic.group(
        "PHP password_hash",
        named("PHP").split()[1],
        "https://www.php.net/manual/en/function.password-hash.php",
        "PHP-3.01",
        FILE,
    )
    for constant, memory, passes, lanes in (
        ("PASSWORD_ARGON2ID", 1024, 2, 1),
        ("PASSWORD_ARGON2I", 1024, 3, 1),
        ("PASSWORD_ARGON2ID", 65536, 4, 1),
        ("PASSWORD_ARGON2ID", 64, 1, 2),
    ):
        text = php(
            f"echo password_hash('pa ss', {constant}, ['memory_cost' => {memory}, 'time_cost' => {passes}, 'threads' => {lanes}]);"
        )
        assert php_verify("pa ss", text)
        sound(made, text, "pa ss", f"password_hash with {constant}")
    made = topic.group(
        "argon2-cffi over libargon2", "21.1.0", "https://github.com/hynek/argon2-cffi", "MIT", FILE
    )
    for name, password in (
        ("empty", b""),
        ("German", "gr\u00fc\u00dfe".encode()),
        ("emoji", "\U0001f511".encode()),
        ("NUL inside", b"pass\0word"),
        ("1000 bytes", b"x" * 1000),
    ):
        text = hash_secret(password, b"credport", 1, 8, 1, 32, Type.ID).decode()
        sound(made, text, password, f"password: {name}; the least memory")


def at_the_edges(topic):
    limits = topic.group("credport", None, None, None, FILE)
    head, tail = "$argon2id$v=19", "$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
    for parameters in (
        "m=1048576,t=2,p=1",
        "m=4294967295,t=2,p=1",
        "m=256,t=4294967295,p=1",
        "m=134217720,t=1,p=16777215",
        "m=64,t=1,p=8",
    ):
        text = f"{head}${parameters}{tail}"
        limits.accept(
            text,
            "argon2",
            text,
            comment=f"{parameters}: at the edge of the range, sound whatever it costs",
            flags=["Argon2Range"],
            checks=[named("passlib")],
        )
        limits.parse(
            "parse-argon2",
            text,
            parts(text),
            comment=f"{parameters}: at the edge of the range",
            flags=["Argon2Range"],
            checks=[named("passlib")],
        )


def orders(topic):
    """npm argon2 0.45 writes m,p,t and older packages t,m,p: the canonical form is the published string itself."""
    group = topic.group("credport", None, None, None, FILE)
    for base, password, name in (
        (GOOD, "password", "argon2id"),
        (TWO_LANES, "password", "two lanes"),
        (ARGON2I, "password", "argon2i"),
        (OLD, "password", "version 1.0"),
    ):
        head, parameters, tail = re.match(r"^(.*\$)(m=[^$]*)(\$.*)$", base).groups()
        canonical = with_version(base)
        checks = confirmed_argon2(canonical, password)
        for order in itertools.permutations(parameters.split(",")):
            if ",".join(order) == parameters:
                continue
            text = head + ",".join(order) + tail
            assert not php_verify(password, text)
            letters = ",".join(part[0] for part in order)
            changes = (["version-added"] if base == OLD else []) + ["parameters-reordered"]
            group.accept(
                text,
                "argon2",
                canonical,
                comment=f"{name}: parameters in the order {letters}",
                flags=["Argon2ParameterOrder"],
                checks=checks,
                password=password,
                changes=changes,
            )
            refusing = refused_by(text, argon2_verdicts(text, password))
            at = text.index(
                next(part for part, right in zip(order, parameters.split(",")) if part != right), len(head)
            )
            group.parse_refused(
                "parse-argon2",
                text,
                "argon2/parameter-order",
                at,
                comment=f"{name}: parameters in the order {letters}",
                flags=["Argon2ParameterOrder"],
                checks=refusing,
            )


def salted(salt, length=32):
    """A hash by libargon2 whose base64 has what a case needs."""
    return hash_secret(b"password", salt, 1, 8, 1, length, Type.ID).decode()


def searched(want_salt, want_digest, length=32):
    """The first hash whose salt and digest have the characters that are asked for: the same on every run."""
    for number in range(100000):
        salt = b"vectors%d!" % number if want_salt is None else base64.b64decode(want_salt) + b"%05d" % number
        text = salted(salt, length)
        *_, salt_text, digest_text = text.split("$")
        if all(test(digest_text) for test in want_digest):
            return text
    raise AssertionError


def has(characters):
    return lambda text: any(character in text for character in characters)


def lacks(characters):
    return lambda text: not any(character in text for character in characters)


def notations(topic):
    group = topic.group("credport", None, None, None, FILE)
    both = searched(None, [has("+"), has("/")])
    plus_only = searched(None, [has("+"), lacks("/")])
    slash_only = searched(None, [has("/"), lacks("+")])
    salt_too = searched("+/+/", [has("+/")])
    neither = searched(None, [lacks("+/")], 16)
    other_alphabets(both, plus_only, slash_only, salt_too, group)
    mixed_notations(salt_too, group, neither, both)
    several_deviations(both, group)


def other_alphabets(both, plus_only, slash_only, salt_too, group):
    for text, name in (
        (both, "both characters in the digest"),
        (plus_only, "one - in the digest"),
        (slash_only, "one _ in the digest"),
        (salt_too, "in salt and digest"),
    ):
        repaired(
            group,
            text.replace("+", "-").replace("/", "_"),
            text,
            ["alphabet-converted"],
            f"URL-safe base64: {name}",
            "Base64Alphabet",
            "argon2/base64-form",
        )
    for text, name in ((both, "both characters"), (salt_too, "in salt and digest")):
        mixed = text.replace("+", "-", 1) if "+" in text.replace("+", "-", 1) else text.replace("+", "-")
        assert ("+" in mixed or "/" in mixed) and "-" in mixed
        refuse(
            group, mixed, "argon2/base64-form", None, f"a mix of both alphabets: {name}", "Base64Alphabet"
        )


def mixed_notations(salt_too, group, neither, both):
    head, salt_text, digest_text = salt_too.rsplit("$", 2)
    crossed = "$".join([head, salt_text, digest_text.replace("+", "-").replace("/", "_")])
    refuse(
        group,
        crossed,
        "argon2/base64-form",
        None,
        "the salt in one alphabet, the digest in the other",
        "Base64Alphabet",
    )
    for text, name in (
        (GOOD, "one = after salt and digest each"),
        (neither, "two = after the digest"),
        (both, "padded"),
    ):
        head, salt_text, digest_text = text.rsplit("$", 2)
        padded_salt, padded_digest = salt_text + "=" * (-len(salt_text) % 4), digest_text + "=" * (
            -len(digest_text) % 4
        )
        for variant, why in (
            ("$".join([head, padded_salt, padded_digest]), name),
            ("$".join([head, salt_text, padded_digest]), "padding after the digest only"),
            ("$".join([head, padded_salt, digest_text]), "padding after the salt only"),
        ):
            if variant != text:
                repaired(
                    group, variant, text, ["padding-removed"], why, "Base64Padding", "argon2/base64-form"
                )
        if (-len(digest_text)) % 4:
            wrong = 2 if (-len(digest_text)) % 4 == 1 else 1
            refuse(
                group,
                text + "=" * wrong,
                "argon2/base64-form",
                None,
                f"{wrong} = where {(-len(digest_text)) % 4} belong",
                "Base64Padding",
            )
            refuse(group, text + "===", "argon2/base64-form", None, "three =", "Base64Padding")


def several_deviations(both, group):
    urlsafe_padded = both.replace("+", "-").replace("/", "_") + "="
    repaired(
        group,
        urlsafe_padded,
        both,
        ["alphabet-converted", "padding-removed"],
        "URL-safe and padded",
        "Base64Alphabet",
        "argon2/base64-form",
    )
    everything = re.sub(r"m=(\d+),t=(\d+),p=(\d+)", r"t=\2,m=\1,p=\3", urlsafe_padded)
    repaired(
        group,
        everything,
        both,
        ["parameters-reordered", "alphabet-converted", "padding-removed"],
        "order, alphabet and padding at once",
        "Argon2ParameterOrder",
        "argon2/parameter-order",
    )
    old = OLD + "="
    repaired(
        group,
        old,
        OLD_WRITTEN,
        ["version-added", "padding-removed"],
        "version 1.0 and padded",
        "Argon2Version",
        "argon2/base64-form",
    )
    sound(group, OLD_WRITTEN, "password", "version 16 written out", ["Argon2Version"])


def repaired(group, text, canonical, changes, comment, flag, code):
    checks = confirmed_argon2(canonical, "password")
    group.accept(
        text,
        "argon2",
        canonical,
        comment=comment,
        flags=[flag],
        checks=checks,
        password="password",
        changes=changes,
    )
    group.parse_refused(
        "parse-argon2",
        text,
        code,
        comment=comment,
        flags=[flag],
        checks=refused_by(text, argon2_verdicts(text)),
    )


def refuse(group, text, code, offset, comment, flag, password="password", disposition="malformed"):
    checks = refused_by(text, argon2_verdicts(text, password))
    group.refuse(text, "argon2", disposition, None, code, comment=comment, flags=[flag], checks=checks)
    group.parse_refused("parse-argon2", text, code, offset, comment=comment, flags=[flag], checks=checks)


BAD_PARAMETERS = (
    ("m=0256,t=2,p=1", "a leading zero"),
    ("m=+256,t=2,p=1", "a plus sign"),
    ("m=-256,t=2,p=1", "a minus sign"),
    ("m=,t=2,p=1", "no digit"),
    ("m=0x100,t=2,p=1", "hexadecimal"),
    ("m= 256,t=2,p=1", "a space"),
    ("m=256,t=02,p=1", "a leading zero in t"),
    ("m=256,t=+2,p=1", "a sign in t"),
    ("m=256,t=2,p=01", "a leading zero in p"),
    ("m=256,t=2,p=", "no digit in p"),
    ("m=2.5e2,t=2,p=1", "an exponent"),
    ("m=256;t=2;p=1", "semicolons"),
    ("m=256k,t=2,p=1", "a unit"),
)
MORE_PARAMETERS = (
    ("m=256,t=2", "p is missing"),
    ("m=256,p=1", "t is missing"),
    ("t=2,p=1", "m is missing"),
    ("m=256", "t and p are missing"),
)
PARAMETER_NAMES = (
    ("m=256,m=256,t=2,p=1", "m twice, the same"),
    ("m=256,t=2,p=1,m=512", "m twice, different"),
    ("m=256,t=2,t=3,p=1", "t twice"),
    ("m=256,t=2,p=1,p=1", "p twice"),
)
PARAMETER_VALUES = (
    ("m=256,t=2,p=1,x=1", "an unknown parameter"),
    ("m=256,t=2,p=1,l=32", "a length"),
    ("m=256,x=1,t=2,p=1", "an unknown parameter inside"),
    ("m=256,t=2,p=1,", "a comma at the end"),
    ("m=256,,t=2,p=1", "two commas"),
    ("M=256,t=2,p=1", "a capital letter"),
    ("mem=256,t=2,p=1", "a longer name"),
)
OUT_OF_RANGE = (
    "m=256,t=2,p=1,keyid=Hj5+dsK0",
    "m=256,t=2,p=1,data=sRlHhRmKUGzdOmXn01XmXygd5Kc",
    "m=256,t=2,p=1,keyid=Hj5+dsK0,data=sRlHhRmKUGzdOmXn01XmXygd5Kc",
    "m=256,t=2,p=1,keyid=",
    "m=256,t=2,p=1,data=",
)
TOGETHER_OUT_OF_RANGE = (
    "m=7,t=2,p=1",
    "m=0,t=2,p=1",
    "m=15,t=2,p=2",
    "m=4294967296,t=2,p=1",
    "m=99999999999999999999,t=2,p=1",
    "m=256,t=0,p=1",
    "m=256,t=4294967296,p=1",
    "m=256,t=2,p=0",
    "m=4294967295,t=2,p=16777216",
    "m=256,t=2,p=4294967296",
)


def refused(topic):
    group = topic.group("credport", None, None, None, FILE)
    head, salt, digest = "$argon2id$v=19", "c29tZXNhbHQ", "nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
    tail = f"${salt}${digest}"
    wrong_names_and_versions(group)
    wrong_parameters(group, head, tail)
    wrong_values(group, head, tail)
    parameters = wrong_salts(group, head, digest, salt)
    cut_off(group)
    wrong_characters(head, parameters, digest, salt, group)
    wrong_ends(digest, group, tail)


def wrong_names_and_versions(group):
    for name in ("argon2", "argon2x", "argon2ID", "argon2iid", "argon2idx", "argon2di", "argon2i2"):
        refuse(
            group,
            GOOD.replace("argon2id", name),
            "argon2/malformed",
            7,
            f"variant {name}",
            "Argon2Variant",
        )
    for version in ("0", "1", "10", "13", "17", "18", "20", "190", "4294967295", "99999999999999999999"):
        refuse(
            group,
            GOOD.replace("v=19", f"v={version}"),
            "argon2/parameter-out-of-range",
            12,
            f"v={version}",
            "Argon2Version",
        )
    for version in ("", "019", "+19", "-19", "0x13", " 19", "1.3", "19 "):
        code = "argon2/malformed"
        if version == "0x13":
            code = "argon2/parameter-out-of-range"
        if version == "1.3":
            code = "argon2/parameter-out-of-range"
        refuse(group, GOOD.replace("v=19", f"v={version}"), code, None, f"v={version!r}", "Argon2Number")


def wrong_parameters(group, head, tail):
    for parameters, why in BAD_PARAMETERS:
        refuse(group, f"{head}${parameters}{tail}", "argon2/malformed", None, why, "Argon2Number")
    for parameters, why in MORE_PARAMETERS:
        refuse(group, f"{head}${parameters}{tail}", "argon2/malformed", None, why, "Argon2Parameter")
    for parameters, why in PARAMETER_NAMES:
        refuse(
            group, f"{head}${parameters}{tail}", "argon2/malformed", None, why, "Argon2Parameter"
        )


def wrong_values(group, head, tail):
    for parameters, why in PARAMETER_VALUES:
        code = "argon2/malformed" if parameters.startswith("M=") else "argon2/malformed"
        if not parameters.startswith("M="):
            refuse(group, f"{head}${parameters}{tail}", code, None, why, "Argon2Parameter")
    for parameters in OUT_OF_RANGE:
        refuse(
            group,
            f"{head}${parameters}{tail}",
            "argon2/keyed",
            (head + "$" + parameters).index("keyid" if "keyid" in parameters else "data"),
            parameters.split(",", 3)[3].split("=")[0] + " in the parameters",
            "Argon2Keyed",
            disposition="unsupported",
        )
    for parameters in TOGETHER_OUT_OF_RANGE:
        refuse(group, f"{head}${parameters}{tail}", "argon2/parameter-out-of-range", None, parameters, "Argon2Range")


def wrong_salts(group, head, digest, salt):
    parameters = "$m=256,t=2,p=1"
    for salt_text, why in (
        ("c2FsdHNhbA", "7 bytes of salt"),
        ("c2FsdA", "4 bytes of salt"),
        ("AA", "1 byte of salt"),
    ):
        refuse(
            group, f"{head}{parameters}${salt_text}${digest}", "argon2/parameter-out-of-range", None, why, "Argon2Range"
        )
    refuse(
        group,
        f"{head}{parameters}${salt}$AAAA",
        "argon2/parameter-out-of-range",
        None,
        "3 bytes of digest",
        "Argon2Range",
    )
    refuse(
        group,
        f"{head}{parameters}${salt}$AA",
        "argon2/parameter-out-of-range",
        None,
        "1 byte of digest",
        "Argon2Range",
    )
    return parameters


def cut_off(group):
    for cut in range(1, 9):
        text = GOOD[:-cut]
        body = text.rsplit("$", 1)[1]
        if len(body) % 4 == 1:
            refuse(
                group,
                text,
                "argon2/truncated",
                len(text),
                f"cut off by {cut}: a length that base64 never has",
                "Base64Length",
            )
        elif unused(text):
            refuse(
                group,
                text,
                "argon2/truncated",
                len(text) - 1,
                f"cut off by {cut}: unused bits tell",
                "Base64PaddingBits",
            )
    refuse(
        group,
        GOOD.replace("$c29tZXNhbHQ$", "$c29tZXNhbHR$"),
        "argon2/truncated",
        GOOD.index("HQ$nf") + 1,
        "unused bits of the salt are set",
        "Base64PaddingBits",
    )
    refuse(
        group,
        GOOD[:-1] + "5",
        "argon2/truncated",
        len(GOOD) - 1,
        "unused bits of the digest are set",
        "Base64PaddingBits",
    )
    refuse(
        group,
        GOOD.replace("$c29tZXNhbHQ$", "$c29tZXNhb$"),
        "argon2/truncated",
        None,
        "a salt of 9 characters",
        "Base64Length",
    )


def wrong_characters(head, parameters, digest, salt, group):
    for text, why in (
        (f"{head}{parameters}$c29t=ZXNhbHQ${digest}", "an = inside the salt"),
        (f"{head}{parameters}${salt}$nf65=EOgLrQMR", "an = inside the digest"),
    ):
        refuse(group, text, "argon2/base64-form", text.index("=", 30), why, "Base64Padding")
    for character in "!*.,:#%~":
        text = f"{head}{parameters}$c29tZX{character}hbHQ${digest}"
        refuse(
            group,
            text,
            "argon2/malformed",
            text.index("$c29tZX") + 7,
            f"{character} in the salt",
            "IllegalCharacter",
        )
    for character in "!. ":
        text = GOOD[:-10] + character + GOOD[-9:]
        refuse(
            group,
            text,
            "argon2/malformed",
            len(GOOD) - 10,
            f"{character!r} in the digest",
            "IllegalCharacter",
        )
    for text, why in (
        ("$argon2id", "the name alone"),
        (head, "nothing after the version"),
        (f"{head}$", "nothing after the dollar sign"),
        (f"{head}{parameters}", "no salt"),
        (f"{head}{parameters}${salt}", "no digest"),
        (f"{head}{parameters}${salt}$", "an empty digest"),
        (f"{head}{parameters}$${digest}", "an empty salt"),
    ):
        refuse(group, text, "argon2/truncated", None, why, "Truncated")


def wrong_ends(digest, group, tail):
    for tail_text, why in (
        ("$", "a dollar sign"),
        ("$x", "another part"),
        ("$$", "two dollar signs"),
        ("$" + digest, "a second digest"),
    ):
        refuse(
            group,
            GOOD + tail_text,
            "argon2/malformed",
            len(GOOD),
            f"after the digest: {why}",
            "TrailingCharacters",
        )
    for text, offset, comment, flag in (
        (GOOD + "\0x", len(GOOD), "a NUL after the digest, and a letter", "TrailingCharacters"),
        (GOOD.replace("m=256", "m=\u0662\u0665\u0666"), 17, "Arabic digits", "Argon2Parameter"),
        (GOOD.replace("t=2", "t=\uff12"), 23, "a digit of full width", "Argon2Parameter"),
        (GOOD.replace("$v=", "$$v="), 10, "two dollar signs after the name", "IllegalCharacter"),
        (GOOD.replace("$m=", "$$m="), None, "two dollar signs before the parameters", "IllegalCharacter"),
    ):
        checks = refused_by(text, argon2_verdicts(text))
        group.parse_refused("parse-argon2", text, "argon2/malformed", offset, comment=comment, flags=[flag], checks=checks)
    for text, code, offset, comment in (
        ("", "hash/empty", 0, "the empty text"),
        (" " + GOOD, "hash/surrounding-characters", 0, "a space in front: the strict reader does not trim"),
        (GOOD + "\r\n", "hash/surrounding-characters", len(GOOD) + 1, "a line end at the end"),
        (GOOD + "\n", "hash/surrounding-characters", len(GOOD), "a line feed at the end"),
        (f'"{GOOD}"', "hash/surrounding-characters", 0, "quotation marks around"),
        ("password", "argon2/not-argon2", 0, "a word"),
        ("$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", "argon2/not-argon2", 0, "bcrypt"),
        ("$ARGON2ID$v=19$m=256,t=2,p=1" + tail, "argon2/not-argon2", 0, "capital letters"),
        ("argon2" + GOOD, "argon2/not-argon2", 0, "Django's wrapping"),
        ("{ARGON2ID}" + GOOD, "argon2/not-argon2", 0, "Dovecot's wrapping"),
    ):
        flag = (
            "SurroundingCharacters"
            if "surrounding" in code
            else "Unrecognised" if code == "hash/empty" else "OtherScheme"
        )
        group.parse_refused(
            "parse-argon2",
            text,
            code,
            offset,
            comment=comment,
            flags=[flag],
            checks=refused_by(text, argon2_verdicts(text)),
        )
    for length in (4, 5, 8, 10, 12, 33):
        text = salted(b"somesalt", length)
        sound(
            group,
            text,
            "password",
            f"a digest of {length} bytes: sound, unusual enough to warn of",
            ["Argon2Range"],
        )


def unused(text):
    body = text.rsplit("$", 1)[1]
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    return len(body) % 4 in (2, 3) and alphabet.index(body[-1]) & (15 if len(body) % 4 == 2 else 3) != 0
