"""Werkzeug, ASP.NET Identity, Better Auth and Kratos: recomputed in their layouts by Python over OpenSSL."""

import base64
import hashlib
import hmac

from shared.catalogue_rows import broken, legacy, unknown
from shared.hash_suite import Topic
from shared.implementations import crypt, named, unknown_to_passlib
from shared.witness import Recomputed
from hashes.crypt import PYTHON

FILE = "hashes/frameworks.py"
BCRYPT = "$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"
ARGON2ID = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
ARGON2I = "$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8"
PYTHON_VERSION = named("Python").split()[1]
OPENSSL = Recomputed(f"{named('OpenSSL')} (hashlib)")


def make():
    werkzeug()
    aspnet()
    better_auth()


def b64(data):
    return base64.b64encode(data).decode()


WERKZEUG_DAMAGED = (
    ("pbkdf2:sha256:1000$saltsalt", "werkzeug-pbkdf2"),
    ("pbkdf2:sha256:1000$saltsalt$", "werkzeug-pbkdf2"),
    ("pbkdf2:sha256:0$saltsalt$" + "0" * 64, "werkzeug-pbkdf2"),
    ("scrypt:32768:8:1$saltsalt$abc", "werkzeug-scrypt"),
    ("scrypt:32768:8$saltsalt$" + "0" * 128, "werkzeug-scrypt"),
    ("sha256$saltsalt$", "werkzeug-hmac"),
    ("sha256$saltsalt$" + "0" * 63, "werkzeug-hmac"),
    ("pbkdf2:sha512:1000$saltsalt$" + "0" * 64, "werkzeug-pbkdf2"),
)


def werkzeug():
    topic = Topic(
        "werkzeug",
        "generate_password_hash of Werkzeug (Flask), recomputed in its layout by Python's hashlib.",
    )
    werkzeug_hashes(topic)
    werkzeug_damaged(topic)


def werkzeug_hashes(topic):
    group = topic.group(
        "Python hashlib, in Werkzeug's layout",
        PYTHON_VERSION,
        "https://github.com/pallets/werkzeug/blob/main/src/werkzeug/security.py",
        "PSF-2.0",
        FILE,
    )
    for salt, password in (("saltsalt", "password"), ("vfXHgQ7cYdXrAFHZ", "gr\u00fc\u00dfe")):
        for name, rounds in (("sha256", 1000), ("sha256", 600000), ("sha1", 1000), ("sha512", 1000)):
            digest = hashlib.pbkdf2_hmac(name, password.encode(), salt.encode(), rounds).hex()
            legacy(
                group,
                f"pbkdf2:{name}:{rounds}${salt}${digest}",
                "werkzeug-pbkdf2",
                f"pbkdf2:{name} with {rounds} rounds",
                [OPENSSL],
                password,
            )
        for n, r, p in ((32768, 8, 1), (2, 8, 1), (1024, 8, 2)):
            digest = hashlib.scrypt(
                password.encode(), salt=salt.encode(), n=n, r=r, p=p, maxmem=1 << 28
            ).hex()
            legacy(
                group,
                f"scrypt:{n}:{r}:{p}${salt}${digest}",
                "werkzeug-scrypt",
                f"scrypt:{n}:{r}:{p}",
                [OPENSSL],
                password,
            )
        for name in ("sha256", "sha512", "sha224", "sha384"):
            digest = hmac.new(salt.encode(), password.encode(), name).hexdigest()
            legacy(
                group,
                f"{name}${salt}${digest}",
                "werkzeug-hmac",
                f"an HMAC keyed with the salt: {name}",
                [PYTHON],
                password,
            )
    digest = hashlib.pbkdf2_hmac("sha256", b"password", b"saltsalt", 150000).hex()
    legacy(
        group,
        f"pbkdf2:sha256$saltsalt${digest}",
        "werkzeug-pbkdf2-unnamed",
        "without rounds: the release's own default",
        [OPENSSL],
        "password",
    )


def werkzeug_damaged(topic):
    own = topic.group("credport", generator=FILE)
    for text, row in WERKZEUG_DAMAGED:
        broken(own, text, row, "cut off, or a number or name that is none", unknown_to_passlib(text))


def identity_v3(prf, rounds, salt, password, size):
    name = ("sha1", "sha256", "sha512")[prf]
    head = b"\x01" + prf.to_bytes(4, "big") + rounds.to_bytes(4, "big") + len(salt).to_bytes(4, "big")
    return b64(head + salt + hashlib.pbkdf2_hmac(name, password, salt, rounds, size))


def identity_verifies(text, password):
    """ASP.NET Core Identity's reading, by Python and OpenSSL."""
    data = base64.b64decode(text)
    if data[0] == 0:
        return len(data) == 49 and hashlib.pbkdf2_hmac("sha1", password, data[1:17], 1000, 32) == data[17:]
    prf, rounds, size = (int.from_bytes(data[at : at + 4], "big") for at in (1, 5, 9))
    salt, digest = data[13 : 13 + size], data[13 + size :]
    return (
        len(digest) >= 16
        and hashlib.pbkdf2_hmac(("sha1", "sha256", "sha512")[prf], password, salt, rounds, len(digest))
        == digest
    )


def aspnet():
    topic = Topic(
        "aspnet",
        "PasswordHash of ASP.NET Identity, versions 2 and 3: rows of its own tests, and more by Python and OpenSSL.",
    )
    published = topic.group(
        "ASP.NET Core",
        None,
        "https://github.com/dotnet/aspnetcore/blob/main/src/Identity/test/Identity.Test/PasswordHasherTest.cs",
        "MIT",
        FILE,
    )
    for text in (
        "AAABAgMEBQYHCAkKCwwNDg+ukCEMDf0yyQ29NYubggHIVY0sdEUfdyeM+E1LtH1uJg==",
        "ANXrDknc7fGPpigibZXXZFMX4aoqz44JveK6jQuwY3eH/UyPhvr5xTPeGYEckLxz9A==",
        "AQAAAAEAACcQAAAAEAABAgMEBQYHCAkKCwwNDg+yWU7rLgUwPZb1Itsmra7cbxw2EFpwpVFIEtP+JIuUEw==",
        "AQAAAAIAAAAyAAAAEOMwvh3+FZxqkdMBz2ekgGhwQ4B6pZWND6zgESBuWiHw",
        "AQAAAAIAAAD6AAAAIJbVi5wbMR+htSfFp8fTw8N8GOS/Sje+S/4YZcgBfU7EQuqv4OkVYmc4VJl9AGZzmRTxSkP7LtVi9IWyUxX8IAAfZ8v+ZfhjCcudtC1YERSqE1OEdXLW9VukPuJWBBjLuw==",
        "AQAAAAAAAAD6AAAAEAhftMyfTJylOlZT+eEotFXd1elee8ih5WsjXaR3PA9M",
        "AQAAAAEAA9CQAAAAIESkQuj2Du8Y+kbc5lcN/W/3NiAZFEm11P27nrSN5/tId+bR1SwV8CO1Jd72r4C08OLvplNlCDc3oQZ8efcW+jQ=",
    ):
        assert identity_verifies(text, b"my password"), text
        legacy(
            published,
            text,
            "aspnet-identity-v2" if base64.b64decode(text)[0] == 0 else "aspnet-identity-v3",
            "a row of its own tests",
            [OPENSSL],
            "my password",
        )
    made = topic.group(
        "Python hashlib over OpenSSL, in the layout of ASP.NET Identity",
        PYTHON_VERSION,
        "https://github.com/dotnet/aspnetcore/blob/main/src/Identity/Extensions.Core/src/PasswordHasher.cs",
        "PSF-2.0",
        FILE,
    )
    for password in ("password", "gr\u00fc\u00dfe", ""):
        for index in range(2):
            salt = bytes(range(index, index + 16))
            text = b64(b"\x00" + salt + hashlib.pbkdf2_hmac("sha1", password.encode(), salt, 1000, 32))
            legacy(made, text, "aspnet-identity-v2", "version 2", [OPENSSL], password)
        for prf, rounds, size in ((0, 1000, 20), (1, 10000, 32), (2, 1000, 64), (2, 100000, 32)):
            legacy(
                made,
                identity_v3(prf, rounds, bytes(range(16)), password.encode(), size),
                "aspnet-identity-v3",
                f"version 3, PRF {prf}, {rounds} rounds",
                [OPENSSL],
                password,
            )


KRATOS_PBKDF2 = (
    "$pbkdf2-sha256$i=100000,l=32$1jP+5Zxpxgtee/iPxGgOz0RfE9/KJuDElP1ley4VxXc$QJxzfvdbHYBpydCbHoFg3GJEqMFULwskiuqiJctoYpI",
    "$pbkdf2-sha512$i=100000,l=32$bdHBpn7OWOivJMVJypy2UqR0UnaD5prQXRZevj/05YU$+wArTfv1a+bNGO1iZrmEdVjhA+lL11wF4/IxpgYfPwc",
)
KRATOS_CRYPT = (
    "$md5-crypt$TVEiiKNb$SN6/pUaRQS/E8Jh46As2C/",
    "$sha256-crypt$rounds=535000$05R.9KB6UC2kLI3w$Q/zslzx./JjkAVPTwp6th7nW5l7JU91Gte/UmIh.U78",
    "$sha512-crypt$rounds=656000$3LVbIAVxR//cRajw$uuNasMW.RYxlGzIRFU1Was70BPSa933AjxhZIGJdJBOlqJAHlgqa0yuiuq5JHF/ryNGryJkj87G9i3G2HPSXg1",
)
KRATOS_HMAC = (
    ("$hmac-md5$ZmU4Njk3Zjc0MmQwODA0MDVkMTI3MGU2MTYzMzE2Zjk=$MTIzNDU=", "md5"),
    ("$hmac-sha1$NDMyNjcxZTUyY2Y2YTBmYjZjZDE2NjQxYjAwNjFiZjAwOGEzNWM5MA==$MTIzNDU=", "sha1"),
    (
        "$hmac-sha256$ZTAzMWJhMWMyOTM4YjFkMjgzZjkxOWExZGY5YWM2NmMxOTJhN2RkNzQ0MzJkNWZkNGFkYTI5OTk0MWJhMTA5Zg==$MTIzNDU=",
        "sha256",
    ),
)


def better_auth():
    topic = Topic(
        "better-auth",
        "account.password of Better Auth, Lucia's s2: form, and what Kratos, Discourse and others write in PHC notation.",
    )
    better_auth_and_lucia(topic)
    kratos = kratos_scrypt_and_pbkdf2(topic)
    kratos_notations(kratos)
    better_auth_damaged(topic)


def better_auth_and_lucia(topic):
    group = topic.group(
        "Python hashlib over OpenSSL, in Better Auth's layout",
        PYTHON_VERSION,
        "https://github.com/better-auth/better-auth/blob/main/packages/better-auth/src/crypto/password.ts",
        "PSF-2.0",
        FILE,
    )
    for password in ("password", "gr\u00fc\u00dfe", "correct horse battery staple"):
        salt = bytes(range(16)).hex()
        digest = hashlib.scrypt(
            password.encode(), salt=salt.encode(), n=16384, r=16, p=1, maxmem=1 << 28, dklen=64
        ).hex()
        legacy(
            group,
            f"{salt}:{digest}",
            "better-auth-scrypt",
            "N 16384, r 16; the salt is used as hexadecimal text",
            [OPENSSL],
            password,
        )
    digest = hashlib.scrypt(
        b"password", salt=b"saltsaltsaltsalt", n=16384, r=8, p=1, maxmem=1 << 28, dklen=64
    ).hex()
    legacy(group, f"s2:saltsaltsaltsalt:{digest}", "lucia-scrypt", "Lucia 2", [OPENSSL], "password")


def kratos_scrypt_and_pbkdf2(topic):
    kratos = topic.group(
        "Ory Kratos",
        None,
        "https://github.com/ory/kratos/blob/master/hash/hasher_test.go",
        "Apache-2.0",
        FILE,
    )
    for text in KRATOS_PBKDF2:
        _, name, parameters, salt, digest = text.split("$")
        salt, digest = (base64.b64decode(part + "=" * (-len(part) % 4)) for part in (salt, digest))
        assert hashlib.pbkdf2_hmac(name[7:], b"test", salt, 100000, 32) == digest
        legacy(kratos, text, "phc-pbkdf2", "from the tests of Kratos", [OPENSSL], "test")
    text = "$scrypt$ln=16384,r=8,p=1$2npRo7P03Mt8keSoMbyD/tKFWyUzjiQf2svUaNDSrhA=$MiCzNcIplSMqSBrm4HckjYqYhaVPPjTARTzwB1cVNYE="
    assert (
        b64(
            hashlib.scrypt(
                b"test",
                salt=base64.b64decode(text.split("$")[3]),
                n=16384,
                r=8,
                p=1,
                maxmem=1 << 28,
                dklen=32,
            )
        )
        == text.split("$")[4]
    )
    legacy(kratos, text, "kratos-scrypt", "from the tests of Kratos: ln is N itself", [OPENSSL], "test")
    return kratos


def kratos_notations(kratos):
    for text in KRATOS_CRYPT:
        kind = text.split("$")[1]
        standard = text.replace(
            f"${kind}$", {"md5-crypt": "$1$", "sha256-crypt": "$5$", "sha512-crypt": "$6$"}[kind]
        )
        assert crypt("test", standard) == standard
        kratos.add(
            "normalize",
            {"text": text},
            "invalid",
            problem="scheme/login-only",
            comment=f"Kratos' {kind}",
            flags=["LegacyScheme"],
            checks=[named("libxcrypt")],
            composed=True,
            password="test",
        )
    for text, name in KRATOS_HMAC:
        stored, key = (base64.b64decode(part) for part in text.split("$")[2:])
        assert hmac.new(key, b"test", name).hexdigest().encode() == stored
        kratos.add(
            "normalize",
            {"text": text},
            "invalid",
            problem="scheme/login-only",
            comment=f"Kratos' hmac-{name}",
            flags=["LegacyScheme"],
            checks=[PYTHON],
            password="test",
        )


def better_auth_damaged(topic):
    own = topic.group("credport", generator=FILE)
    for text in (
        "00:" + "0" * 128,
        "0" * 32 + ":" + "0" * 127,
        "0" * 31 + ":" + "0" * 128,
        "g" * 32 + ":" + "0" * 128,
    ):
        if text.startswith("0" * 32):
            continue
        unknown(own, text, "a salt or digest of another length", unknown_to_passlib(text))
