"""{NAME} wrappings of Dovecot and LDAP servers, and LDIF values."""

import base64
import hashlib
import subprocess

import passlib.hash
from shared import passlib_tests
from shared.catalogue_rows import broken, conflict, legacy, stripped, unknown
from shared.hash_suite import Topic
from shared.implementations import (
    confirmed_argon2,
    confirmed_bcrypt,
    confirmed_passlib,
    crypt_hash,
    named,
    run,
    unknown_to_passlib,
)
from shared.witness import Recomputed
from hashes.crypt import PYTHON, broken_in_passlib, from_passlib

FILE = "hashes/dovecot_and_ldap.py"
DOVECOT = {
    "name": "doveadm",
    "version": named("doveadm").split()[1],
    "url": "https://doc.dovecot.org/",
    "licence": "MIT and LGPL-2.1",
    "generator": FILE,
}
DOVECOT_TESTS = {
    "name": "Dovecot",
    "url": "https://github.com/dovecot/core/blob/main/src/auth/test-libpassword.c",
    "licence": "MIT and LGPL-2.1",
    "generator": FILE,
}
BCRYPT = "$2y$05$11ipvo5dR6CwkzwmhwM26OXgzXwhV2PyPuLV.Qi31ILcRcThQpEiW"
ARGON2ID = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
ARGON2I = "$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8"


def make():
    dovecot()
    ldap()
    ldif()


def doveadm(scheme, password="password", *options):
    return run("doveadm", "pw", "-s", scheme, "-p", password, *options)


def doveadm_says(text, password):
    """Whether doveadm verifies the password against the text."""
    done = subprocess.run(["doveadm", "pw", "-t", text, "-p", password], capture_output=True, text=True)
    return "(verified)" in done.stdout


def verified(text, password):
    assert doveadm_says(text, password), f"doveadm refuses {text}"
    return [named("doveadm")]


def refused_by_doveadm(text, password="password"):
    assert not doveadm_says(text, password), f"doveadm takes {text}"
    return [named("doveadm")]


DOVECOTS_TESTS = (
    ("{BLF-CRYPT}" + BCRYPT, "dovecot-blf-crypt", 11),
    (
        "{ARGON2ID}$argon2id$v=19$m=65536,t=3,p=1$vBb99oJ12p3WAdYlaMHz1A$jtFOtbo/sYV9OSlTxDo/nVNq3uArHd5GJSEx0ty85Cc",
        "dovecot-argon2id",
        10,
    ),
    (
        "{ARGON2I}$argon2i$v=19$m=32768,t=4,p=1$f2iuP4aUeNMrgu34fhOkkg$1XSZZMWlIs0zmE+snlUIcLADO3GXbA2O/hsQmmc317k",
        "dovecot-argon2i",
        9,
    ),
)
IMPORTABLE = (
    ("BLF-CRYPT", "dovecot-blf-crypt", confirmed_bcrypt),
    ("CRYPT", "ldap-crypt", confirmed_bcrypt),
    ("ARGON2I", "dovecot-argon2i", confirmed_argon2),
    ("ARGON2ID", "dovecot-argon2id", confirmed_argon2),
)
ENCODED = (
    "BLF-CRYPT.b64",
    "BLF-CRYPT.hex",
    "BLF-CRYPT.B64",
    "BLF-CRYPT.base64",
    "CRYPT.b64",
    "CRYPT.HEX",
    "ARGON2ID.b64",
    "ARGON2ID.hex",
    "ARGON2I.b64",
    "ARGON2I.base64",
)
LEGACY = (
    ("SHA1", "ldap-sha1", None),
    ("SHA", "ldap-sha1", None),
    ("SSHA", "ldap-salted-sha1", None),
    ("SHA256", "ldap-sha256", None),
    ("SSHA256", "ldap-salted-sha256", None),
    ("SHA512", "ldap-sha512", None),
    ("SSHA512", "ldap-salted-sha512", None),
    ("SMD5", "ldap-salted-md5", None),
    ("PLAIN-MD5", "ldap-md5", None),
    ("LDAP-MD5", "ldap-md5", None),
    ("SHA256.hex", "ldap-sha256", None),
    ("SSHA.b64", "ldap-salted-sha1", None),
    ("SSHA256.hex", "ldap-salted-sha256", None),
    ("SSHA512.HEX", "ldap-salted-sha512", None),
    ("SMD5.hex", "ldap-salted-md5", None),
    ("PLAIN-MD5.b64", "ldap-md5", None),
    ("LDAP-MD5.hex", "ldap-md5", None),
    ("SHA1.hex", "ldap-sha1", None),
    ("SHA512.b64", "ldap-sha512", None),
    ("SSHA.hex", "ldap-salted-sha1", None),
    ("MD5-CRYPT", "md5-crypt", "dovecot-md5-crypt"),
    ("SHA256-CRYPT", "sha256-crypt", "dovecot-sha256-crypt"),
    ("SHA512-CRYPT", "sha512-crypt", "dovecot-sha512-crypt"),
    ("SHA512-CRYPT.b64", "sha512-crypt", "dovecot-encoded"),
    ("SHA256-CRYPT.hex", "sha256-crypt", "dovecot-encoded"),
    ("MD5-CRYPT.b64", "md5-crypt", "dovecot-encoded"),
    ("PBKDF2", "dovecot-pbkdf2", None),
    ("SCRAM-SHA-1", "brace-scram", None),
    ("SCRAM-SHA-256", "brace-scram", None),
    ("CRAM-MD5", "dovecot-cram-md5", None),
    ("HMAC-MD5", "dovecot-cram-md5", None),
    ("OTP", "brace-legacy", None),
    ("DES-CRYPT", "ldap-des-crypt", None),
    ("PLAIN", "brace-plain-text", None),
    ("CLEAR", "brace-plain-text", None),
    ("CLEARTEXT", "brace-plain-text", None),
    ("PLAIN-TRUNC", "brace-plain-text", None),
    ("MD5.b64", "md5-crypt", "dovecot-encoded"),
    ("MD5.hex", "md5-crypt", "dovecot-encoded"),
    ("PBKDF2.b64", "dovecot-pbkdf2", "dovecot-encoded-pbkdf2"),
    ("PBKDF2.HEX", "dovecot-pbkdf2", "dovecot-encoded-pbkdf2"),
    ("SCRAM-SHA-1.b64", "brace-scram", "dovecot-encoded-scram"),
    ("SCRAM-SHA-256.hex", "brace-scram", "dovecot-encoded-scram"),
    ("CRAM-MD5.hex", "brace-legacy", None),
    ("HMAC-MD5.b64", "brace-legacy", None),
    ("DES-CRYPT.b64", "ldap-des-crypt", "dovecot-encoded-des-crypt"),
    ("DES-CRYPT.hex", "ldap-des-crypt", "dovecot-encoded-des-crypt"),
    ("PLAIN-TRUNC.hex", "brace-plain-text", None),
    ("PLAIN.b64", "brace-plain-text", None),
)
CRYPT_PREFIXES = (
    ("$1$", 0, "md5-crypt"),
    ("$5$", 1000, "sha256-crypt"),
    ("$6$", 1000, "sha512-crypt"),
    ("$y$", 1, "yescrypt"),
    ("$7$", 6, "crypt-scrypt"),
    ("$sha1", 4000, "sha1-crypt"),
    ("$md5", 4096, "sun-md5"),
    ("$gy$", 1, "gost-yescrypt"),
)
WRONG_NAMES = (
    ("{BLF-CRYPT}" + ARGON2ID, "dovecot-blf-crypt", "argon2 after BLF-CRYPT"),
    ("{ARGON2ID}" + BCRYPT, "dovecot-argon2id", "bcrypt after ARGON2ID"),
    ("{ARGON2I}" + ARGON2ID, "dovecot-argon2i", "argon2id after ARGON2I"),
    ("{ARGON2ID}" + ARGON2I, "dovecot-argon2id", "argon2i after ARGON2ID"),
    ("{SHA512-CRYPT}" + BCRYPT, "dovecot-sha512-crypt", "bcrypt after SHA512-CRYPT"),
    ("{MD5-CRYPT}" + BCRYPT, "dovecot-md5-crypt", "bcrypt after MD5-CRYPT"),
    ("{SHA256-CRYPT}$6$saltsalt$x", "dovecot-sha256-crypt", "sha512-crypt after SHA256-CRYPT"),
    ("{BLF-CRYPT}password", "dovecot-blf-crypt", "a word after BLF-CRYPT"),
)
EMPTY = (
    ("{BLF-CRYPT}", "dovecot-blf-crypt"),
    ("{ARGON2ID}", "dovecot-argon2id"),
    ("{CRYPT}", "ldap-crypt"),
)
NESTED = (
    ("{CRYPT}{CRYPT}" + BCRYPT, "ldap-crypt"),
    ("{BLF-CRYPT}{BLF-CRYPT}" + BCRYPT, "dovecot-blf-crypt"),
    ("{CRYPT}{BLF-CRYPT}" + BCRYPT, "ldap-crypt"),
    ("{CRYPT}bcrypt$" + BCRYPT, "ldap-crypt"),
    ("{BLF-CRYPT}{bcrypt}" + BCRYPT, "dovecot-blf-crypt"),
    ("{ARGON2ID}argon2" + ARGON2ID, "dovecot-argon2id"),
)


def dovecot():
    topic = Topic(
        "dovecot",
        "{SCHEME} values of Dovecot, made by doveadm pw, with the encodings .b64, .base64 and .hex.",
    )
    from_dovecots_tests(topic)
    group = importable_by_doveadm(topic)
    legacy_by_doveadm(group)
    odd_names_of_doveadm(group)
    made = around_crypt(topic)
    repaired_inside(made)
    own = conflicts_of_names(topic)
    damaged_around(own)
    damaged_inside(own)


def from_dovecots_tests(topic):
    published = topic.group(**DOVECOT_TESTS)
    for text, wrapping, skip in DOVECOTS_TESTS:
        inner = text[skip:]
        checks = verified(text, "test") + (confirmed_bcrypt if inner.startswith("$2") else confirmed_argon2)(
            inner, "test"
        )
        stripped(published, text, wrapping, inner, "from Dovecot's own tests", checks, "test")


def importable_by_doveadm(topic):
    group = topic.group(**DOVECOT)
    for scheme, wrapping, confirm in IMPORTABLE:
        for password, options in (
            ("password", ()),
            ("gr\u00fc\u00dfe", ()),
            *([("hunter2", ("-r", "4" if "ARGON" not in scheme else "3"))] if scheme != "CRYPT" else []),
        ):
            text = doveadm(scheme, password, *options)
            inner = text[text.index("}") + 1 :]
            stripped(
                group,
                text,
                wrapping,
                inner,
                f"doveadm pw -s {scheme}",
                verified(text, password) + confirm(inner, password),
                password,
            )
            lower = text[: text.index("}")].lower() + "}" + inner
            stripped(
                group,
                lower,
                wrapping,
                inner,
                f"{scheme} in small letters",
                verified(lower, password) + confirm(inner, password),
                password,
            )
    for scheme in ENCODED:
        text = doveadm(scheme)
        payload = text[text.index("}") + 1 :]
        inner = (
            bytes.fromhex(payload).decode() if "hex" in scheme.lower() else base64.b64decode(payload).decode()
        )
        confirm = confirmed_bcrypt if inner.startswith("$2") else confirmed_argon2
        stripped(
            group,
            text,
            "dovecot-encoded",
            inner,
            f"doveadm pw -s {scheme}",
            verified(text, "password") + confirm(inner, "password"),
            "password",
            ["decoded"],
            ["EncodedWrapping"],
        )
    return group


def legacy_by_doveadm(group):
    for scheme, row, wrapping in LEGACY:
        text = doveadm(scheme)
        # doveadm pw -t refuses its own PLAIN-TRUNC, and OTP answers no password.
        checks = [] if scheme.startswith(("OTP", "PLAIN-TRUNC")) else verified(text, "password")
        legacy(
            group,
            text,
            row,
            f"doveadm pw -s {scheme}",
            checks,
            None if "PLAIN" in scheme or "CLEAR" in scheme else "password",
            wrapping,
        )
    text = run("doveadm", "pw", "-s", "DIGEST-MD5", "-p", "password", "-u", "user")
    legacy(group, text, "brace-legacy", "doveadm pw -s DIGEST-MD5", (), "password")


def odd_names_of_doveadm(group):
    # Dovecot's {MD5} is md5-crypt: the only server whose {MD5} is not a digest.
    text = doveadm("MD5")
    assert text.startswith("{MD5}$1$")
    group.refuse(
        text,
        "md5-crypt",
        "verifiable",
        "dovecot-md5-crypt",
        "scheme/login-only",
        comment="doveadm pw -s MD5: md5-crypt after {MD5}",
        flags=["LegacyScheme"],
        checks=verified(text, "password") + confirmed_passlib("md5_crypt", text[5:], "password"),
        password="password",
    )
    text = doveadm("PLAIN-MD4")
    group.refuse(
        text,
        None,
        None,
        None,
        "scheme/unsupported",
        comment="doveadm pw -s PLAIN-MD4",
        flags=["LegacyScheme"],
        checks=verified(text, "password"),
        password="password",
        identify=False,
    )


def around_crypt(topic):
    made = topic.group(
        "crypt(3) and the argon2 program, in Dovecot's layout",
        named("libxcrypt").split()[1],
        DOVECOT["url"],
        "LGPL-2.1-or-later",
        FILE,
    )
    for prefix, count, row in CRYPT_PREFIXES:
        inner = crypt_hash("password", prefix, count)
        text = "{CRYPT}" + inner
        legacy(
            made,
            text,
            row,
            f"{{CRYPT}} around {prefix}",
            verified(text, "password"),
            "password",
            "ldap-crypt",
        )
    for version in ("2a", "2b", "2y"):
        inner = crypt_hash("password", f"${version}$", 4)
        for name in ("CRYPT", "crypt", "Crypt", "BLF-CRYPT"):
            text = f"{{{name}}}{inner}"
            stripped(
                made,
                text,
                "dovecot-blf-crypt" if name == "BLF-CRYPT" else "ldap-crypt",
                inner,
                f"{{{name}}} around {version}",
                verified(text, "password") + confirmed_bcrypt(inner, "password"),
                "password",
            )
    return made


def repaired_inside(made):
    dirty = "$2y$05$11ipvo5dR6CwkzwmhwM26PXgzXwhV2PyPuLV.Qi31ILcRcThQpEiW"
    assert passlib.hash.bcrypt.normhash(dirty) == BCRYPT
    stripped(
        made,
        "{BLF-CRYPT}" + dirty,
        "dovecot-blf-crypt",
        BCRYPT,
        "unused bits inside the wrapping",
        [named("passlib")] + confirmed_bcrypt(BCRYPT, "test"),
        "test",
        ["stripped", "padding-bits-cleared"],
        ["StripWrapping", "BcryptPaddingBits"],
    )
    reordered = ARGON2ID.replace("m=256,t=2,p=1", "m=256,p=1,t=2")
    stripped(
        made,
        "{ARGON2ID}" + reordered,
        "dovecot-argon2id",
        ARGON2ID,
        "parameters in another order inside the wrapping",
        confirmed_argon2(ARGON2ID, "password"),
        "password",
        ["stripped", "parameters-reordered"],
        ["StripWrapping", "Argon2ParameterOrder"],
    )


def conflicts_of_names(topic):
    own = topic.group("credport", generator=FILE)
    for text, wrapping, why in WRONG_NAMES:
        if text in (
            "{MD5-CRYPT}" + BCRYPT,
            "{SHA512-CRYPT}" + BCRYPT,
            "{ARGON2I}" + ARGON2ID,
            "{ARGON2ID}" + ARGON2I,
        ):
            # Dovecot hands these to crypt(3) and libsodium whatever the name says; the name is still wrong.
            checks = unknown_to_passlib(text)
        else:
            checks = refused_by_doveadm(text, "test" if BCRYPT in text else "password")
        conflict(own, text, wrapping, why, checks)
    return own


def damaged_around(own):
    for text, wrapping in EMPTY:
        conflict(
            own,
            text,
            wrapping,
            "nothing after the wrapping",
            refused_by_doveadm(text),
            "wrapping/incomplete",
        )
    for text, wrapping in NESTED:
        conflict(
            own,
            text,
            wrapping,
            "a wrapping inside a wrapping",
            refused_by_doveadm(text, "test"),
            is_nested=True,
        )
    payload = base64.b64encode(BCRYPT.encode()).decode()
    for text in (
        "{BLF-CRYPT.b64}!!!!",
        "{BLF-CRYPT.b64}" + payload[:-1],
        "{BLF-CRYPT.hex}xyz",
        "{BLF-CRYPT.hex}" + BCRYPT.encode().hex()[:-1],
        "{BLF-CRYPT.hex}",
        "{BLF-CRYPT.b64}" + BCRYPT,
        "{ARGON2ID.b64}" + ARGON2ID,
    ):
        conflict(
            own,
            text,
            "dovecot-encoded",
            "the payload does not decode",
            refused_by_doveadm(text, "test"),
            "wrapping/undecodable",
        )


def damaged_inside(own):
    for length in (59, 40):
        text = "{BLF-CRYPT}" + BCRYPT[:length]
        own.refuse(
            text,
            "bcrypt",
            "malformed",
            "dovecot-blf-crypt",
            "bcrypt/truncated",
            comment="a cut-off hash inside the wrapping",
            flags=["Truncated", "StripWrapping"],
            checks=refused_by_doveadm(text, "test"),
        )
    text = "{BLF-CRYPT.b64}" + base64.b64encode(BCRYPT[:59].encode()).decode()
    own.refuse(
        text,
        "bcrypt",
        "malformed",
        "dovecot-encoded",
        "bcrypt/truncated",
        comment="a cut-off hash inside the encoding",
        flags=["Truncated", "EncodedWrapping"],
        checks=refused_by_doveadm(text, "test"),
    )
    for text in (
        "{PBKDF2}$1$salt$5000$",
        "{PBKDF2}$1$",
        "{PBKDF2}$2$NvtlxHL66xamK2ki$5000$ac4c33dcddf91266f27333c718ce4cc455930036",
    ):
        own.add(
            "normalize",
            {"text": text},
            "invalid",
            problem="scheme/malformed",
            comment="Dovecot's pbkdf2, cut off or of another version",
            flags=["BrokenLegacy"],
            checks=refused_by_doveadm(text),
        )


PASSLIB_ROWS = (
    ("ldap_md5", "ldap-md5", None),
    ("ldap_sha1", "ldap-sha1", None),
    ("ldap_salted_md5", "ldap-salted-md5", None),
    ("ldap_salted_sha1", "ldap-salted-sha1", None),
    ("ldap_salted_sha256", "ldap-salted-sha256", None),
    ("ldap_salted_sha512", "ldap-salted-sha512", None),
    ("ldap_md5_crypt", "md5-crypt", "ldap-crypt"),
    ("ldap_sha1_crypt", "sha1-crypt", "ldap-crypt"),
)
PASSLIB_BROKEN = (
    ("ldap_salted_md5", "ldap-salted-md5", ("IGVhwK",)),
    ("ldap_salted_sha1", "ldap-salted-sha1", ("ZQK3Yv",)),
    ("ldap_salted_sha256", "ldap-salted-sha256", ("Lpdyr1",)),
    ("ldap_salted_sha512", "ldap-salted-sha512", ("zFnn4/8x8Gve",)),
)
KRATOS_ROWS = (
    ("{SSHA}JFZFs0oHzxbMwkSJmYVeI8MnTDy/276a", "ldap-salted-sha1"),
    ("{SSHA256}czO44OTV17PcF1cRxWrLZLy9xHd7CWyVYplr1rOhuMlx/7IK", "ldap-salted-sha256"),
    (
        "{SSHA512}xPUl/px+1cG55rUH4rzcwxdOIPSB2TingLpiJJumN2xyDWN4Ix1WQG3ihnvHaWUE8MYNkvMi5rf0C9NYixHsE6Yh59M=",
        "ldap-salted-sha512",
    ),
)


def ldap():
    topic = Topic(
        "ldap",
        "{SCHEME} values of LDAP servers: OpenLDAP, 389 Directory Server, OpenDJ, and what passlib reads of them.",
    )
    from_passlibs_tests(topic)
    made = made_by_passlib(topic)
    bcrypt_in_braces(made)
    python = digests_by_python(topic)
    others_in_braces(python)
    damaged_in_braces(topic)


def from_passlibs_tests(topic):
    for handler, row, wrapping in PASSLIB_ROWS:
        from_passlib(topic, handler, row, wrapping)
    # Short salts are passlib's own rule: servers take any.
    for handler, row, skip in PASSLIB_BROKEN:
        broken_in_passlib(topic, handler, row, skip=skip)
    kratos = topic.group(
        "Ory Kratos",
        None,
        "https://github.com/ory/kratos/blob/master/hash/hasher_test.go",
        "Apache-2.0",
        FILE,
    )
    for text, row in KRATOS_ROWS:
        legacy(kratos, text, row, "from the tests of Kratos", verified(text, "test123"), "test123")


def made_by_passlib(topic):
    made = topic.group(**(passlib_tests.SOURCE | {"name": "passlib (hashes made by it)"}), generator=FILE)
    salt = bytes(range(16))
    for hasher, row in (
        (passlib.hash.ldap_pbkdf2_sha1.using(rounds=1000, salt=salt), "openldap-pbkdf2"),
        (passlib.hash.ldap_pbkdf2_sha256.using(rounds=1000, salt=salt), "openldap-pbkdf2"),
        (passlib.hash.ldap_pbkdf2_sha512.using(rounds=1000, salt=salt), "openldap-pbkdf2"),
        (passlib.hash.ldap_hex_md5, "ldap-md5"),
        (passlib.hash.ldap_hex_sha1, "ldap-sha1"),
    ):
        text = hasher.hash("password")
        legacy(
            made, text, row, f"passlib {hasher.name}", confirmed_passlib(hasher, text, "password"), "password"
        )
    for hasher, row in (
        (passlib.hash.ldap_sha256_crypt.using(rounds=1000, salt="saltsalt"), "sha256-crypt"),
        (passlib.hash.ldap_sha512_crypt.using(rounds=1000, salt="saltsalt"), "sha512-crypt"),
        (passlib.hash.ldap_sha1_crypt.using(rounds=1000, salt="saltsalt"), "sha1-crypt"),
    ):
        text = hasher.hash("password")
        legacy(
            made,
            text,
            row,
            f"passlib {hasher.name}",
            confirmed_passlib(hasher, text, "password"),
            "password",
            "ldap-crypt",
        )
    return made


def bcrypt_in_braces(made):
    for version in ("2a", "2b", "2y"):
        hasher = passlib.hash.ldap_bcrypt.using(rounds=4, ident=version, salt="credportvectors......u")
        text = hasher.hash("password")
        stripped(
            made,
            text,
            "ldap-crypt",
            text[7:],
            f"passlib ldap_bcrypt, {version}",
            confirmed_passlib(hasher, text, "password") + confirmed_bcrypt(text[7:], "password"),
            "password",
        )
    dirty = "{CRYPT}$2a$04$oaQbBqq8JnSM1NHRPQGXORY4Vw3bdHKLIXTecPDRAcJ98cz1ilveO"
    clean = "$2a$04$oaQbBqq8JnSM1NHRPQGXOOY4Vw3bdHKLIXTecPDRAcJ98cz1ilveO"
    stripped(
        made,
        dirty,
        "ldap-crypt",
        clean,
        "unused bits inside {CRYPT}",
        [named("passlib")] + confirmed_bcrypt(clean, "test"),
        "test",
        ["stripped", "padding-bits-cleared"],
        ["StripWrapping", "BcryptPaddingBits"],
    )


PLAIN_DIGESTS = (
    ("sha1", "PBKDF2"),
    ("sha256", "PBKDF2-HMAC-SHA256"),
    ("sha512", "PBKDF2-HMAC-SHA512"),
)


def digests_by_python(topic):
    python = topic.group(
        "Python hashlib, in the layouts of OpenLDAP, OpenDJ and 389 Directory Server",
        named("Python").split()[1],
        "https://github.com/OpenIdentityPlatform/OpenDJ",
        "PSF-2.0",
        FILE,
    )
    salted_digests(python)
    other_digests(python)
    return python


def salted_digests(python):
    for name in ("md5", "sha1", "sha256", "sha384", "sha512"):
        label = {"sha1": "SHA", "md5": "MD5"}.get(name, name.upper())
        digest = hashlib.new(name, b"password").digest()
        legacy(
            python,
            f"{{{label}}}{base64.b64encode(digest).decode()}",
            f"ldap-{name}",
            f"{{{label}}}",
            [PYTHON],
            "password",
        )
        legacy(
            python,
            f"{{{label.lower()}}}{base64.b64encode(digest).decode()}",
            f"ldap-{name}",
            f"{{{label}}} in small letters",
            [PYTHON],
            "password",
        )
        for size in (4, 8, 16):
            salted = hashlib.new(name, b"password" + bytes(range(size))).digest() + bytes(range(size))
            legacy(
                python,
                f"{{S{label}}}{base64.b64encode(salted).decode()}",
                f"ldap-salted-{name}",
                f"{{S{label}}} with {size} bytes of salt",
                [PYTHON],
                "password",
            )


def other_digests(python):
    for name, label in PLAIN_DIGESTS:
        digest = hashlib.pbkdf2_hmac(name, b"password", bytes(range(8)), 10000)
        legacy(
            python,
            f"{{{label}}}10000:{base64.b64encode(digest + bytes(range(8))).decode()}",
            "opendj-pbkdf2",
            f"OpenDJ {{{label}}}",
            [PYTHON],
            "password",
        )
    value = (
        (2048).to_bytes(4, "big")
        + bytes(range(64))
        + hashlib.pbkdf2_hmac("sha256", b"password", bytes(range(64)), 2048, 256)
    )
    legacy(
        python,
        "{PBKDF2_SHA256}" + base64.b64encode(value).decode(),
        "389ds-pbkdf2",
        "389 Directory Server",
        [PYTHON],
        "password",
    )


def others_in_braces(python):
    inner = crypt_hash("password", "$2y$", 4, b"opendjopendjopen")
    stripped(
        python,
        "{BCRYPT}" + inner,
        "spring-bcrypt",
        inner,
        "OpenDJ {BCRYPT}",
        confirmed_bcrypt(inner, "password"),
        "password",
    )
    for text in ("{SASL}user@EXAMPLE.COM", "{KERBEROS}user@EXAMPLE.COM", "{sasl}user"):
        legacy(
            python, text, "brace-no-password", "another system checks the password", refused_by_doveadm(text)
        )
    for text in (
        "{AES}WJOaR2OqDMjLm0i6l3kjzQ==",
        "{3DES}WJOaR2OqDMjLm0i6l3kjzQ==",
        "{BASE64}cGFzc3dvcmQ=",
        "{RC4}WJOaR2OqDMjLm0i6l3kjzQ==",
    ):
        legacy(python, text, "brace-reversible", "encrypted or encoded, not hashed", refused_by_doveadm(text))


def damaged_in_braces(topic):
    own = topic.group("credport", generator=FILE)
    for text, row in (
        ("{SSHA}", "ldap-salted-sha1"),
        ("{SSHA}tooshort", "ldap-salted-sha1"),
        ("{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9", "ldap-sha1"),
        ("{MD5}X03MO1qnZdYdgyfeuIL", "ldap-md5"),
        ("{SSHA512}RbjykmUmhVppauo2O", "ldap-salted-sha512"),
        ("{SHA256}!ohImNooBHFR0OVvjcYpJ3NgPQ1qq73WKhHvch0VQtg=", "ldap-sha256"),
        ("{SMD5}$1$saltsalt$qjXMvbEw8oaL.CzflDtaK/", "ldap-salted-md5"),
    ):
        broken(own, text, row, "cut off, or not base64", refused_by_doveadm(text))
    for text in (
        "{UNKNOWN}abc",
        "{}abc",
        "{SSHA JFZFs0oHzxbMwkSJmYVeI8MnTDy/276a",
        "{SSHAnotExistent}xPUl/px+1cG55rUH4rzcwxdOIPSB2TingLpiJJum",
        "{SSHA }JFZFs0oHzxbMwkSJmYVeI8MnTDy/276a",
        "{",
    ):
        unknown(own, text, "no such name in braces, or no end of the brace", refused_by_doveadm(text))


def ldif():
    topic = Topic(
        "ldif", "LDIF values (RFC 2849): the base64 of a userPassword, with and without the attribute's name."
    )
    group = importable_values(topic)
    legacy_values(group)
    damaged_values(topic)


def importable_values(topic):
    group = topic.group(
        "crypt(3), libargon2 and Python's base64, as LDIF writes them",
        named("Python").split()[1],
        "https://www.rfc-editor.org/rfc/rfc2849",
        "PSF-2.0",
        FILE,
    )
    values = [
        ("{CRYPT}" + BCRYPT, BCRYPT, "test"),
        ("{BCRYPT}" + BCRYPT, BCRYPT, "test"),
        ("{BLF-CRYPT}" + BCRYPT, BCRYPT, "test"),
        ("{ARGON2}" + ARGON2ID, ARGON2ID, "password"),
        ("{ARGON2ID}" + ARGON2ID, ARGON2ID, "password"),
        ("{ARGON2I}" + ARGON2I, ARGON2I, "password"),
    ]
    for value, inner, password in values:
        encoded = base64.b64encode(value.encode()).decode()
        checks = (confirmed_bcrypt if inner.startswith("$2") else confirmed_argon2)(inner, password)
        for text, wrapping in (
            (f"userPassword:: {encoded}", "ldif-base64"),
            (f":: {encoded}", "ldif-base64"),
            (f"userPassword::{encoded}", "ldif-base64"),
            (f"userpassword:: {encoded}", "ldif-base64"),
            (encoded, "ldif-value"),
        ):
            if text.startswith("userpassword"):
                continue
            stripped(
                group,
                text,
                wrapping,
                inner,
                f"LDIF around {value[:value.index('}') + 1]}",
                checks,
                password,
                ["decoded", "stripped"],
                ["EncodedWrapping", "StripWrapping"],
            )
    return group


def legacy_values(group):
    for value, row, wrapping_of in (
        ("{SSHA}JFZFs0oHzxbMwkSJmYVeI8MnTDy/276a", "ldap-salted-sha1", None),
        ("{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=", "ldap-sha1", None),
        ("{CRYPT}$6$saltsalt$", "sha512-crypt", None),
        ("{MD5}X03MO1qnZdYdgyfeuILPmQ==", "ldap-md5", None),
    ):
        if value.startswith("{CRYPT}"):
            value = "{CRYPT}" + crypt_hash("password", "$6$", 1000)
        password = "test123" if "JFZF" in value else "password"
        encoded = base64.b64encode(value.encode()).decode()
        legacy(
            group,
            f"userPassword:: {encoded}",
            row,
            f"LDIF around {value[:value.index('}') + 1]}",
            verified(value, password),
            password,
            "ldif-base64",
        )
        legacy(
            group,
            encoded,
            row,
            f"LDIF's value alone, around {value[:value.index('}') + 1]}",
            verified(value, password),
            password,
            "ldif-value",
        )


def damaged_values(topic):
    own = topic.group("credport", generator=FILE)
    encoded = base64.b64encode(("{CRYPT}" + BCRYPT).encode()).decode()
    for text in ("userPassword:: !!!!", f"userPassword:: {encoded[:-3]}", ":: ", "userPassword:: "):
        if text.strip() in ("::", "userPassword::"):
            text = text.strip()
        conflict(own, text, "ldif-base64", "the value does not decode", [STRICT], "wrapping/undecodable")
    for value, why in (
        ("{CRYPT}{CRYPT}" + BCRYPT, "two wrappings in the value"),
        ("{CRYPT}{BLF-CRYPT}" + BCRYPT, "two wrappings in the value"),
    ):
        text = "userPassword:: " + base64.b64encode(value.encode()).decode()
        conflict(own, text, "ldif-base64", why, refused_by_doveadm(value, "test"), is_nested=True)


STRICT = Recomputed(f"{named('Python')} (base64, strict)")
