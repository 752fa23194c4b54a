"""{id} values of Spring Security, and Janssen's."""

import base64
import hashlib

import passlib.hash
from shared.catalogue_rows import conflict, legacy, stripped, unknown
from shared.hash_suite import Topic
from shared.implementations import confirmed_argon2, confirmed_bcrypt, crypt_hash, named, php, unknown_to_passlib
from shared.witness import Recomputed
from hashes.crypt import PYTHON

FILE = "hashes/spring.py"
BCRYPT = "$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"
ARGON2ID = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
ARGON2I = "$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8"
PYTHON_VERSION = named("Python").split()[1]
OPENSSL = Recomputed(f"{named('OpenSSL')} (hashlib)")


def make():
    spring()


def b64(data):
    return base64.b64encode(data).decode()


SPRING = {
    "name": "Spring Security reference",
    "url": "https://github.com/spring-projects/spring-security/blob/main/docs/modules/ROOT/pages/features/authentication/password-storage.adoc",
    "licence": "Apache-2.0",
    "generator": FILE,
}


PUBLISHED = (
    "{bcrypt}$2a$10$dXJ3SW6G7P50lGmMkkmwe.20cQQubK3.HZWzG3YB1tlRy.fqvM/BG",
    "{bcrypt}$2a$10$X5wFBtLrL/kHcmrOGGTrGufsBX8CJ0WpQpF3pgeuxBB/H73BK1DW6",
)


def spring():
    topic = Topic(
        "spring",
        "{id} values of Spring Security's DelegatingPasswordEncoder; the published ones are all over the word password.",
    )
    published = published_encodings(topic)
    published_scrypt_and_sha256(published)
    bcrypt_by_php(topic)
    pbkdf2_and_scrypt_by_python(topic)
    janssen_values(topic)
    damaged_encodings(topic)


def published_encodings(topic):
    published = topic.group(**SPRING)
    for text in PUBLISHED:
        stripped(
            published,
            text,
            "spring-bcrypt",
            text[8:],
            "the reference's example",
            confirmed_bcrypt(text[8:], "password"),
            "password",
        )
    text = "{pbkdf2}5d923b44a6d129f3ddf3e3c8d29412723dcbde72445e8ef6bf3b508fbf17fa4ed4d6b99ca763d8dc"
    value = bytes.fromhex(text[8:])
    found = [
        name
        for name in ("sha1", "sha256")
        if hashlib.pbkdf2_hmac(name, b"password", value[:8], 185000, 32) == value[8:]
    ]
    assert found == ["sha1"], found
    legacy(
        published,
        text,
        "spring-pbkdf2",
        "the reference's example: SHA-1, 185000 rounds, 8 bytes of salt",
        [OPENSSL],
        "password",
    )
    return published


def published_scrypt_and_sha256(published):
    text = "{scrypt}$e0801$8bWJaSu2IKSn9Z9kM+TPXfOc/9bdYSrN1oD9qfVThWEwdRTnO7re7Ei+fUZRJ68k9lTyuTeUp4of4g24hHnazw==$OAOec05+bXxvuu/1qZ6NUR+xQYvYv7BeL1QxwRpY5Pc="
    parts = text.split("$")
    parameters = int(parts[1], 16)
    made = hashlib.scrypt(
        b"password",
        salt=base64.b64decode(parts[2]),
        n=1 << (parameters >> 16),
        r=(parameters >> 8) & 255,
        p=parameters & 255,
        maxmem=1 << 28,
        dklen=32,
    )
    assert b64(made) == parts[3]
    legacy(published, text, "spring-scrypt", "the reference's example", [OPENSSL], "password")
    text = "{sha256}97cde38028ad898ebc02e690819fa220e88c62e0699403e94fff291cfffaf8410849f27605abcbc0"
    value = bytes.fromhex(text[8:])
    digest = value[:8] + b"password"
    for _ in range(1024):
        digest = hashlib.sha256(digest).digest()
    assert digest == value[8:]
    legacy(
        published,
        text,
        "spring-standard",
        "the reference's example: StandardPasswordEncoder",
        [PYTHON],
        "password",
    )
    legacy(published, "{noop}password", "brace-plain-text", "the reference's example")


def bcrypt_by_php(topic):
    php_made = topic.group(
        "PHP password_hash, in Spring's layout", named("PHP").split()[1], SPRING["url"], "PHP-3.01", FILE
    )
    for password in ("password", "hunter2"):
        inner = php(f"echo password_hash('{password}', PASSWORD_BCRYPT, ['cost' => 4, 'spring' => 1]);")
        stripped(
            php_made,
            "{bcrypt}" + inner,
            "spring-bcrypt",
            inner,
            "{bcrypt} around 2y",
            confirmed_bcrypt(inner, password),
            password,
        )
        inner = php(
            f"echo password_hash('{password}', PASSWORD_ARGON2ID, ['memory_cost' => 256, 'time_cost' => 2, 'threads' => 1]);"
        )
        for name, wrapping in (
            ("argon2", "spring-argon2"),
            ("argon2@SpringSecurity_v5_8", "spring-argon2-v5.8"),
            ("argon2id", "dovecot-argon2id"),
        ):
            stripped(
                php_made,
                f"{{{name}}}{inner}",
                wrapping,
                inner,
                f"{{{name}}}",
                confirmed_argon2(inner, password),
                password,
            )
    for version in ("2a", "2b", "2y"):
        inner = crypt_hash("password", f"${version}$", 4, b"spring security ")
        stripped(
            php_made,
            "{bcrypt}" + inner,
            "spring-bcrypt",
            inner,
            f"{{bcrypt}} around {version}",
            confirmed_bcrypt(inner, "password"),
            "password",
        )
    dirty, clean = (
        "{bcrypt}$2a$04$yjDgE74RJkeqC0/1NheSScrvKeu9IbKDpcQf/Ox3qsrRS/Kw42qIV",
        "$2a$04$yjDgE74RJkeqC0/1NheSSOrvKeu9IbKDpcQf/Ox3qsrRS/Kw42qIS",
    )
    assert passlib.hash.bcrypt.normhash(dirty[8:]) == clean
    stripped(
        php_made,
        dirty,
        "spring-bcrypt",
        clean,
        "unused bits of salt and digest inside the wrapping",
        confirmed_bcrypt(clean, "test") + [named("passlib")],
        "test",
        ["stripped", "padding-bits-cleared", "padding-bits-cleared"],
        ["StripWrapping", "BcryptPaddingBits"],
    )


def pbkdf2_and_scrypt_by_python(topic):
    python = topic.group("Python hashlib, in Spring's layout", PYTHON_VERSION, SPRING["url"], "PSF-2.0", FILE)
    salt = bytes(range(16))
    legacy(
        python,
        "{pbkdf2@SpringSecurity_v5_8}"
        + (salt + hashlib.pbkdf2_hmac("sha256", b"password", salt, 310000)).hex(),
        "spring-pbkdf2",
        "SHA-256, 310000 rounds, 16 bytes of salt",
        [OPENSSL],
        "password",
    )
    made = hashlib.scrypt(b"password", salt=salt, n=65536, r=8, p=1, maxmem=1 << 28, dklen=32)
    legacy(
        python,
        f"{{scrypt@SpringSecurity_v5_8}}$100801${b64(salt)}${b64(made)}",
        "spring-scrypt",
        "N 65536",
        [OPENSSL],
        "password",
    )
    for label, name in (("MD5", "md5"), ("SHA-1", "sha1"), ("SHA-256", "sha256")):
        digest = hashlib.new(name, b"password{saltsalt}").hexdigest()
        legacy(
            python,
            f"{{{label}}}{{saltsalt}}{digest}",
            f"spring-{name}",
            f"MessageDigestPasswordEncoder {label} with a salt",
            [PYTHON],
            "password",
        )
        if label != "MD5":
            legacy(
                python,
                f"{{{label}}}" + hashlib.new(name, b"password").hexdigest(),
                f"spring-{name}",
                f"MessageDigestPasswordEncoder {label} without a salt",
                [PYTHON],
                "password",
            )


def janssen_values(topic):
    janssen = topic.group(
        "libargon2, in Janssen's layout",
        named("libargon2").split()[1],
        "https://docs.jans.io/",
        "CC0-1.0 OR Apache-2.0",
        FILE,
    )
    for inner in (ARGON2ID, ARGON2I):
        for name in ("ARGON2", "argon2"):
            text = f"{{{name}}}{b64(inner.encode())}"
            stripped(
                janssen,
                text,
                "janssen-argon2",
                inner,
                "base64 of the whole hash after {ARGON2}",
                confirmed_argon2(inner, "password"),
                "password",
                ["decoded"],
                ["EncodedWrapping"],
            )
    swapped = ARGON2I.replace("m=256,t=2,p=1", "m=256,p=1,t=2")
    stripped(
        janssen,
        "{ARGON2}" + b64(swapped.encode()),
        "janssen-argon2",
        ARGON2I,
        "parameters in another order inside the base64",
        confirmed_argon2(ARGON2I, "password"),
        "password",
        ["decoded", "parameters-reordered"],
        ["EncodedWrapping", "Argon2ParameterOrder"],
    )


def damaged_encodings(topic):
    own = topic.group("credport", generator=FILE)
    for text, wrapping, why in (
        ("{bcrypt}" + ARGON2ID, "spring-bcrypt", "argon2 after {bcrypt}"),
        (
            "{argon2@SpringSecurity_v5_8}" + BCRYPT,
            "spring-argon2-v5.8",
            "bcrypt after {argon2@SpringSecurity_v5_8}",
        ),
        ("{bcrypt}password", "spring-bcrypt", "a word after {bcrypt}"),
        ("{argon2id}" + BCRYPT, "dovecot-argon2id", "bcrypt after {argon2id}"),
        ("{bcrypt}5f4dcc3b5aa765d61d8327deb882cf99", "spring-bcrypt", "a digest after {bcrypt}"),
    ):
        conflict(own, text, wrapping, why, unknown_to_passlib(text))
    for text, wrapping in (
        ("{bcrypt}{bcrypt}" + BCRYPT, "spring-bcrypt"),
        ("{bcrypt}{noop}password", "spring-bcrypt"),
        ("{bcrypt}bcrypt$" + BCRYPT, "spring-bcrypt"),
        ("{argon2@SpringSecurity_v5_8}{argon2}" + ARGON2ID, "spring-argon2-v5.8"),
    ):
        conflict(
            own, text, wrapping, "a wrapping inside a wrapping", unknown_to_passlib(text), is_nested=True
        )
    conflict(
        own,
        "{bcrypt}",
        "spring-bcrypt",
        "nothing after the wrapping",
        unknown_to_passlib("{bcrypt}"),
        "wrapping/incomplete",
    )
    for text, code, wrapping, scheme in (
        ("{bcrypt}" + BCRYPT[:50], "bcrypt/truncated", "spring-bcrypt", "bcrypt"),
        ("{bcrypt}" + BCRYPT + "x", "bcrypt/malformed", "spring-bcrypt", "bcrypt"),
        ("{argon2}" + ARGON2ID[:-2], "argon2/truncated", "spring-argon2", "argon2"),
        ("{bcrypt}$2a$10", "bcrypt/truncated", "spring-bcrypt", "bcrypt"),
    ):
        own.refuse(
            text,
            scheme,
            "malformed",
            wrapping,
            code,
            comment="a damaged hash inside the wrapping",
            flags=["StripWrapping", "TrailingCharacters" if text.endswith("x") else "Truncated"],
            checks=unknown_to_passlib(text),
        )
    for text in (
        "{BCrypt2}" + BCRYPT,
        "{id}" + BCRYPT,
        "bcrypt}" + BCRYPT,
        "{bcrypt" + BCRYPT,
        "{ bcrypt}" + BCRYPT,
    ):
        unknown(own, text, "no such id", unknown_to_passlib(text))
