"""Nextcloud, MediaWiki, WordPress and XenForo: what PHP writes, in their layouts."""

import base64
import hashlib
import hmac

import passlib.hash
from shared.catalogue_rows import broken, conflict, legacy, stripped, unknown
from shared.hash_suite import Topic
from shared.implementations import (
    confirmed_argon2,
    confirmed_bcrypt,
    confirmed_passlib,
    crypt_hash,
    named,
    php,
    php_verify,
    unknown_to_passlib,
)
from shared.witness import Recomputed
from hashes.crypt import PYTHON

FILE = "hashes/php_systems.py"
BCRYPT = "$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"
ARGON2ID = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
ARGON2I = "$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8"
PYTHON_VERSION = named("Python").split()[1]
OPENSSL = Recomputed(f"{named('OpenSSL')} (hashlib)")


def make():
    nextcloud()
    mediawiki()
    wordpress()
    xenforo()


def b64(data):
    return base64.b64encode(data).decode()


def php_hash(password, kind, marker):
    constant, options = {
        "bcrypt": ("PASSWORD_BCRYPT", "'cost' => 4"),
        "argon2i": ("PASSWORD_ARGON2I", "'memory_cost' => 256, 'time_cost' => 2, 'threads' => 1"),
        "argon2id": ("PASSWORD_ARGON2ID", "'memory_cost' => 256, 'time_cost' => 2, 'threads' => 1"),
    }[kind]
    return php(f"echo password_hash('{password}', {constant}, [{options}, '{marker}' => 1]);")


NEXTCLOUD_DAMAGED = (
    ("3|" + BCRYPT, "nextcloud-argon2id"),
    ("2|" + ARGON2ID, "nextcloud-argon2i"),
    ("1|" + ARGON2ID, "nextcloud-bcrypt"),
    ("3|" + ARGON2I, "nextcloud-argon2id"),
    ("2|" + BCRYPT, "nextcloud-argon2i"),
    ("1|password", "nextcloud-bcrypt"),
    ("3|$1$saltsalt$qjXMvbEw8oaL.CzflDtaK/", "nextcloud-argon2id"),
)


def nextcloud():
    topic = Topic(
        "nextcloud",
        "oc_users.password of Nextcloud and ownCloud: a number, a bar, and what PHP's password_hash gives.",
    )
    nextcloud_hashes(topic)
    nextcloud_damaged(topic)


def nextcloud_hashes(topic):
    group = topic.group(
        "PHP password_hash, in Nextcloud's layout",
        named("PHP").split()[1],
        "https://github.com/nextcloud/server/blob/master/lib/private/Security/Hasher.php",
        "PHP-3.01",
        FILE,
    )
    for number, kind, wrapping in (
        (1, "bcrypt", "nextcloud-bcrypt"),
        (2, "argon2i", "nextcloud-argon2i"),
        (3, "argon2id", "nextcloud-argon2id"),
    ):
        for password in ("password", "hunter2"):
            inner = php_hash(password, kind, "nextcloud")
            text = f"{number}|{inner}"
            checks = (confirmed_bcrypt if kind == "bcrypt" else confirmed_argon2)(inner, password)
            assert php_verify(password, inner)
            stripped(
                group, text, wrapping, inner, f"{number}| around {kind}", [*checks, named("PHP")], password
            )
            for source in ("nextcloud", "owncloud"):
                stripped(
                    group,
                    text,
                    wrapping,
                    inner,
                    f"{number}| around {kind}, from {source}: its current hasher, which has no pepper",
                    [*checks, named("PHP")],
                    password,
                    context={"source": source},
                )


def nextcloud_damaged(topic):
    own = topic.group("credport", generator=FILE)
    for text, wrapping in NEXTCLOUD_DAMAGED:
        conflict(own, text, wrapping, "the number names another hash", unknown_to_passlib(text))
    for text, wrapping in (
        ("1|1|" + BCRYPT, "nextcloud-bcrypt"),
        ("3|{ARGON2ID}" + ARGON2ID, "nextcloud-argon2id"),
    ):
        conflict(
            own, text, wrapping, "a wrapping inside a wrapping", unknown_to_passlib(text), is_nested=True
        )
    for text, wrapping in (("1|", "nextcloud-bcrypt"), ("3|", "nextcloud-argon2id")):
        conflict(
            own, text, wrapping, "nothing after the bar", unknown_to_passlib(text), "wrapping/incomplete"
        )
    for text in ("4|" + ARGON2ID, "0|" + BCRYPT, "|" + BCRYPT, "13|" + ARGON2ID):
        unknown(own, text, "a number that Nextcloud does not write", unknown_to_passlib(text))
    text = "1|" + BCRYPT[:-1]
    own.refuse(
        text,
        "bcrypt",
        "malformed",
        "nextcloud-bcrypt",
        "bcrypt/truncated",
        comment="a cut-off hash after the bar",
        flags=["Truncated", "StripWrapping"],
        checks=unknown_to_passlib(text),
    )


MEDIAWIKI_DAMAGED = (
    (":bcrypt:10", "no salt"),
    (":bcrypt:$abc", "no cost"),
    (":bcrypt:10$CCCCCCCCCCCCCCCCCCCCC.$E5YPO9kmyuRGyh0XouQYb4YMJKvyOe", "a digest of 30 characters"),
    (":bcrypt:10$CCCCCCCCCCCCCCCCCCCCC$E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", "a salt of 21 characters"),
)


def mediawiki():
    topic = Topic(
        "mediawiki", "user_password of MediaWiki: its own layouts of bcrypt, argon2, pbkdf2 and MD5."
    )
    mediawiki_bcrypt(topic)
    mediawiki_digests(topic)
    mediawiki_damaged(topic)


def mediawiki_bcrypt(topic):
    group = topic.group(
        "PHP crypt and password_hash, in MediaWiki's layout",
        named("PHP").split()[1],
        "https://github.com/wikimedia/mediawiki/blob/master/includes/password/BcryptPassword.php",
        "PHP-3.01",
        FILE,
    )
    for password, cost in (("password", 4), ("hunter2", 9), ("gr\u00fc\u00dfe", 5), ("password", 10)):
        inner = crypt_hash(password, "$2y$", cost, b"mediawikimediawi")
        assert php_verify(password, inner)
        text = f":bcrypt:{cost}${inner[7:29]}${inner[29:]}"
        group.accept(
            text,
            "bcrypt",
            inner,
            wrapping="mediawiki-bcrypt",
            changes=["recomposed"],
            comment=f"cost {cost}: written without a leading zero",
            flags=["RecomposedParts"],
            checks=confirmed_bcrypt(inner, password) + [named("PHP")],
            password=password,
        )
    dirty = ":bcrypt:4$oaQbBqq8JnSM1NHRPQGXOR$Y4Vw3bdHKLIXTecPDRAcJ98cz1ilveO"
    clean = "$2y$04$oaQbBqq8JnSM1NHRPQGXOOY4Vw3bdHKLIXTecPDRAcJ98cz1ilveO"
    group.accept(
        dirty,
        "bcrypt",
        clean,
        wrapping="mediawiki-bcrypt",
        changes=["recomposed", "padding-bits-cleared"],
        comment="unused bits of the salt are set",
        flags=["RecomposedParts", "BcryptPaddingBits"],
        checks=confirmed_bcrypt(clean, "test"),
        password="test",
    )
    for kind in ("argon2id", "argon2i"):
        inner = php_hash("password", kind, "mediawiki")
        stripped(
            group,
            ":argon2:" + inner,
            "mediawiki-argon2",
            inner,
            f":argon2: around {kind}",
            confirmed_argon2(inner, "password") + [named("PHP")],
            "password",
        )


def mediawiki_digests(topic):
    python = topic.group(
        "Python hashlib, in MediaWiki's layout",
        PYTHON_VERSION,
        "https://www.mediawiki.org/wiki/Manual:Password_hashing",
        "PSF-2.0",
        FILE,
    )
    for name, rounds, size in (("sha512", 30000, 64), ("sha256", 10000, 128), ("sha1", 1000, 20)):
        salt = bytes(range(16))
        digest = hashlib.pbkdf2_hmac(name, b"password", salt, rounds, size)
        legacy(
            python,
            f":pbkdf2:{name}:{rounds}:{size}:{b64(salt)}:{b64(digest)}",
            "mediawiki-pbkdf2",
            f"pbkdf2 {name}",
            [OPENSSL],
            "password",
        )
    plain = hashlib.md5(b"password").hexdigest()
    legacy(python, f":A:{plain}", "mediawiki-md5", "before 1.24, without a salt", [PYTHON], "password")
    legacy(
        python,
        ":B:838c83e1:" + hashlib.md5(b"838c83e1-" + plain.encode()).hexdigest(),
        "mediawiki-md5",
        "before 1.24, with a salt",
        [PYTHON],
        "password",
    )
    inner = hashlib.md5(b"838c83e1-" + plain.encode()).hexdigest()
    digest = hashlib.pbkdf2_hmac("sha512", inner.encode(), bytes(16), 30000, 64)
    legacy(
        python,
        f":pbkdf2-legacyB:!sha512:30000:64!838c83e1!{b64(bytes(16))}!{b64(digest)}",
        "mediawiki-pbkdf2-legacy",
        "an old hash hashed again",
        [OPENSSL],
        "password",
    )


def mediawiki_damaged(topic):
    own = topic.group("credport", generator=FILE)
    for text, why in MEDIAWIKI_DAMAGED:
        own.refuse(
            text,
            "bcrypt",
            "malformed",
            "mediawiki-bcrypt",
            "wrapping/incomplete",
            comment=why,
            flags=["RecomposedParts", "Truncated"],
            checks=unknown_to_passlib(text),
        )
    for cost in (3, 32, 0):
        text = f":bcrypt:{cost}$CCCCCCCCCCCCCCCCCCCCC.$E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"
        own.refuse(
            text,
            "bcrypt",
            "malformed",
            "mediawiki-bcrypt",
            "bcrypt/cost-out-of-range",
            comment=f"cost {cost}",
            flags=["RecomposedParts", "BcryptCost"],
            checks=unknown_to_passlib(text),
        )
    conflict(
        own,
        ":argon2:" + BCRYPT,
        "mediawiki-argon2",
        "bcrypt after :argon2:",
        unknown_to_passlib(":argon2:" + BCRYPT),
    )
    conflict(
        own,
        ":argon2:argon2" + ARGON2ID,
        "mediawiki-argon2",
        "a wrapping inside a wrapping",
        unknown_to_passlib(":argon2:argon2" + ARGON2ID),
        is_nested=True,
    )
    for text, row in (
        (":B:838c83e1:", "mediawiki-md5"),
        (":A:5f4dcc3b", "mediawiki-md5"),
        (":pbkdf2:sha512:30000:64:AAEC", "mediawiki-pbkdf2"),
    ):
        broken(own, text, row, "cut off", unknown_to_passlib(text))


WORDPRESS_PASSWORDS = (
    "password",
    "hunter2",
    " padded ",
    "correct horse battery staple, and much longer than seventy-two bytes in all, to be sure",
)
WORDPRESS_DAMAGED = (
    "$wp$2y$10$",
    "$wp" + BCRYPT.replace("$2b$", "$2y$")[:-1],
    "$wp" + BCRYPT,
    "$wp$",
    "$wp" + BCRYPT.replace("$2b$05", "$2y$99"),
    "$wp" + ARGON2ID,
    "$wp" + BCRYPT.replace("$2b$", "$2y$") + "x",
)


def wordpress():
    topic = Topic(
        "wordpress",
        "wp_users.user_pass: $wp$2y$ of 6.8 and later is over a prehash and must never be stripped.",
    )
    group = wordpress_hashes(topic)
    wordpress_plugins(group)
    wordpress_damaged(topic)


def wordpress_hashes(topic):
    group = topic.group(
        "PHP, in WordPress' layout",
        named("PHP").split()[1],
        "https://make.wordpress.org/core/2025/02/17/wordpress-6-8-will-use-bcrypt-for-password-hashing/",
        "PHP-3.01",
        FILE,
    )
    for password in WORDPRESS_PASSWORDS:
        inner = php(
            f"echo password_hash(base64_encode(hash_hmac('sha384', trim('{password}'), 'wp-sha384', true)), PASSWORD_BCRYPT, ['cost' => 4]);"
        )
        assert not php_verify(password, inner) and not php_verify(
            password.strip(), inner
        ), "stripped it must not verify"
        prehashed = b64(hmac.digest(b"wp-sha384", password.strip(" \t\n\r\0\x0b").encode(), "sha384"))
        legacy(
            group,
            "$wp" + inner,
            "wordpress-bcrypt",
            "bcrypt over base64(HMAC-SHA384); without $wp it never verifies",
            confirmed_bcrypt(inner, prehashed) + [named("PHP")],
            password,
        )
    return group


def wordpress_plugins(group):
    for password in ("password", "hunter2"):
        text = passlib.hash.phpass.using(rounds=13, salt="wordpres").hash(password)
        legacy(
            group,
            text,
            "phpass",
            "before 6.8",
            confirmed_passlib("phpass", text, password),
            password,
            context={"source": "wordpress"},
        )
        inner = php_hash(password, "bcrypt", "wordpress")
        group.accept(
            inner,
            "bcrypt",
            inner,
            comment="bcrypt without $wp, as plugins wrote it: over the password itself",
            flags=["Canonical"],
            checks=confirmed_bcrypt(inner, password),
            password=password,
            context={"source": "wordpress"},
        )


def wordpress_damaged(topic):
    own = topic.group("credport", generator=FILE)
    for text in WORDPRESS_DAMAGED:
        broken(own, text, "wordpress-bcrypt", "cut off, or not 2y inside", unknown_to_passlib(text))


def xenforo():
    topic = Topic(
        "xenforo", "xf_user_authenticate.data of XenForo: a PHP-serialised array, by PHP's own serialize."
    )
    group = topic.group(
        "PHP serialize and password_hash",
        named("PHP").split()[1],
        "https://www.php.net/manual/en/function.serialize.php",
        "PHP-3.01",
        FILE,
    )
    for password in ("password", "hunter2"):
        inner = php_hash(password, "bcrypt", "xenforo")
        text = php(f"echo serialize(['hash' => '{inner}']);")
        stripped(
            group,
            text,
            "xenforo-serialized",
            inner,
            "XF:Core12",
            confirmed_bcrypt(inner, password) + [named("PHP")],
            password,
            ["decoded"],
            ["EncodedWrapping"],
        )
    inner = php_hash("password", "bcrypt", "xenforo")
    for code, why in (
        (f"serialize(['hash' => '{inner}', 'salt' => 'x'])", "two keys"),
        (f"serialize(['password' => '{inner}'])", "another key"),
        (f"serialize(['hash' => '{inner[:-1]}'])", "a hash of 59 characters"),
        ("serialize(['hash' => ''])", "an empty hash"),
        ("serialize(['hash' => sha1('x'), 'salt' => 'abc', 'hashFunc' => 'sha1'])", "XenForo 1's own hash"),
        (f"substr(serialize(['hash' => '{inner}']), 0, 50)", "cut off"),
    ):
        text = php(f"echo {code};")
        if why == "XenForo 1's own hash":
            legacy(group, text, "xenforo-sha1", why, [named("PHP")])
        else:
            conflict(group, text, "xenforo-serialized", why, [named("PHP")], "wrapping/undecodable")
    conflict(
        group,
        php(f"echo serialize(['hash' => '{ARGON2ID[:60]}']);"),
        "xenforo-serialized",
        "argon2 inside, cut to 60 characters",
        [named("PHP")],
    )
