"""crypt(3), passlib's own formats, PHP applications, databases and bare digests."""

import base64
import hashlib
import hmac

import passlib.hash
from shared import passlib_tests
from shared.catalogue_rows import broken, legacy, unknown
from shared.hash_suite import Topic
from shared.implementations import confirmed_passlib, crypt, crypt_hash, named, passlib_names, refused_by_crypt, run, unknown_to_passlib
from shared.witness import Recomputed

FILE = "hashes/crypt.py"
B64 = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def make():
    crypt_topic()
    passlib_topic()
    php_topic()
    databases()
    digests()


def from_passlib(topic, handler, row, wrapping=None, most=8, by_crypt=False):
    """Known correct rows of passlib's tests, verified again by passlib, or by libxcrypt where it is quicker."""
    group = topic.group(**passlib_tests.SOURCE, generator=FILE)
    for password, text, user in passlib_tests.correct(handler)[:most]:
        options = {"user": user} if user is not None else {}
        if by_crypt:
            assert crypt(password, text) == text, text
        checks = [named("libxcrypt")] if by_crypt else confirmed_passlib(handler, text, password, **options)
        legacy(group, text, row, f"known correct in passlib's tests of {handler}", checks, password, wrapping)
    return group


def passlib_refuses(handler, text):
    """passlib's verify stops with an error or its identify says no."""
    try:
        getattr(passlib.hash, handler).verify("password", text)
    except (ValueError, TypeError, IndexError):
        return [named("passlib")]
    raise AssertionError(f"passlib {handler} reads {text!r}")


def broken_in_passlib(topic, handler, row, wrapping=None, skip=(), identify=True):
    group = topic.group(**passlib_tests.SOURCE, generator=FILE)
    for text in passlib_tests.malformed(handler):
        if not any(mark in text for mark in skip):
            broken(
                group,
                text,
                row,
                f"known malformed in passlib's tests of {handler}",
                passlib_refuses(handler, text),
                wrapping,
                identify,
            )


PASSLIB_CRYPT = (
    ("md5_crypt", "md5-crypt"),
    ("sha256_crypt", "sha256-crypt"),
    ("sha512_crypt", "sha512-crypt"),
    ("sha1_crypt", "sha1-crypt"),
    ("sun_md5_crypt", "sun-md5"),
    ("bsdi_crypt", "bsdi-crypt"),
    ("des_crypt", "des-crypt"),
    ("bsd_nthash", "nt-hash-crypt"),
    ("apr_md5_crypt", "apr1"),
)
PREFIXES = (
    ("$1$", 0, "md5-crypt", "md5_crypt"),
    ("$5$", 1000, "sha256-crypt", "sha256_crypt"),
    ("$5$", 5000, "sha256-crypt", "sha256_crypt"),
    ("$6$", 1000, "sha512-crypt", "sha512_crypt"),
    ("$6$", 5000, "sha512-crypt", "sha512_crypt"),
    ("$7$", 6, "crypt-scrypt", None),
    ("$y$", 1, "yescrypt", None),
    ("$y$", 5, "yescrypt", None),
    ("$gy$", 1, "gost-yescrypt", None),
    ("$sha1", 4000, "sha1-crypt", "sha1_crypt"),
    ("$md5", 4096, "sun-md5", "sun_md5_crypt"),
    ("$3$", 0, "nt-hash-crypt", "bsd_nthash"),
    ("_", 725, "bsdi-crypt", "bsdi_crypt"),
    ("", 0, "des-crypt", "des_crypt"),
)
MKPASSWD = (
    ("yescrypt", "yescrypt"),
    ("gost-yescrypt", "gost-yescrypt"),
    ("scrypt", "crypt-scrypt"),
    ("sha512crypt", "sha512-crypt"),
    ("sha256crypt", "sha256-crypt"),
    ("sunmd5", "sun-md5"),
    ("md5crypt", "md5-crypt"),
    ("bsdicrypt", "bsdi-crypt"),
    ("descrypt", "des-crypt"),
    ("nt", "nt-hash-crypt"),
)
HTPASSWD = (
    ("-m", "apr1", "apr_md5_crypt"),
    ("-2", "sha256-crypt", "sha256_crypt"),
    ("-5", "sha512-crypt", "sha512_crypt"),
    ("-d", "des-crypt", "des_crypt"),
    ("-s", "ldap-sha1", "ldap_sha1"),
)
OPENSSL_PASSWD = (
    ("-1", "md5-crypt", "md5_crypt"),
    ("-apr1", "apr1", "apr_md5_crypt"),
    ("-5", "sha256-crypt", "sha256_crypt"),
    ("-6", "sha512-crypt", "sha512_crypt"),
)
BROKEN_CRYPT = (
    ("md5-crypt", "$1$"),
    ("md5-crypt", "$1$saltsalt$"),
    ("md5-crypt", "$1$saltsaltsalt$qjXMvbEw8oaL.CzflDtaK/"),
    ("sha256-crypt", "$5$saltstring"),
    ("sha256-crypt", "$5$rounds=abc$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc8"),
    (
        "sha512-crypt",
        "$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjlO/O817G3uBnIFNjnQJuesI68OTLiBFdcbYEdFCoEOfaS35inz",
    ),
    ("sha512-crypt", "$6$$"),
    ("apr1", "$apr1$saltsalt$"),
    ("yescrypt", "$y$j9T$"),
    ("gost-yescrypt", "$gy$j9T$salt"),
    ("crypt-scrypt", "$7$CU..../....salt"),
    ("sha1-crypt", "$sha1$"),
    ("nt-hash-crypt", "$3$$7f8fe03093cc84b267b109625f6bbf4"),
    ("md5-crypt", "$1$saltsalt$qjXMvbEw8oaL.CzflDtaK/x"),
    ("sha512-crypt", "$6$rounds=5000"),
)


def crypt_topic():
    topic = Topic(
        "crypt",
        "Hashes that crypt(3) implementations write, by libxcrypt and mkpasswd and from passlib's tests, and broken ones.",
    )
    crypt_by_passlib(topic)
    crypt_by_libxcrypt(topic)
    crypt_by_programs(topic)
    crypt_by_openssl(topic)
    broken_crypt(topic)


def crypt_by_passlib(topic):
    for handler, row in PASSLIB_CRYPT:
        from_passlib(topic, handler, row, by_crypt=handler in ("sha256_crypt", "sha512_crypt"))
        broken_in_passlib(topic, handler, row)


def crypt_by_libxcrypt(topic):
    group = topic.group(
        "libxcrypt",
        named("libxcrypt").split()[1],
        "https://github.com/besser82/libxcrypt",
        "LGPL-2.1-or-later",
        FILE,
    )
    for prefix, count, row, handler in PREFIXES:
        for password in ("password", "gr\u00fc\u00dfe", ""):
            text = crypt_hash(password, prefix, count)
            checks = [named("libxcrypt")]
            # libxcrypt widens bytes to UTF-16 one by one, passlib decodes UTF-8 first: they differ above ASCII.
            if (
                handler
                and handler != "sun_md5_crypt"
                and not (handler == "bsd_nthash" and not password.isascii())
            ):
                checks += confirmed_passlib(handler, text, password)
            legacy(group, text, row, f"{prefix or 'no prefix'} by libxcrypt", checks, password)


def crypt_by_programs(topic):
    made = topic.group(
        "mkpasswd", named("mkpasswd").split()[1], "https://github.com/rfc1036/whois", "GPL-2.0-or-later", FILE
    )
    for method, row in MKPASSWD:
        text = run("mkpasswd", "-m", method, "hunter2")
        assert crypt("hunter2", text) == text
        legacy(made, text, row, f"mkpasswd -m {method}", [named("libxcrypt")], "hunter2")
    made = topic.group(
        "htpasswd",
        named("htpasswd").split()[1],
        "https://httpd.apache.org/docs/2.4/programs/htpasswd.html",
        "Apache-2.0",
        FILE,
    )
    for option, row, handler in HTPASSWD:
        text = run("htpasswd", "-nb" + option[1:], "u", "hunter2").split(":", 1)[1].rstrip("\n")
        legacy(
            made,
            text,
            row,
            f"htpasswd {option}, without the user's name",
            confirmed_passlib(handler, text, "hunter2"),
            "hunter2",
        )


def crypt_by_openssl(topic):
    made = topic.group(
        "OpenSSL passwd",
        named("OpenSSL").split()[1],
        "https://docs.openssl.org/3.0/man1/openssl-passwd/",
        "Apache-2.0",
        FILE,
    )
    for option, row, handler in OPENSSL_PASSWD:
        text = run("openssl", "passwd", option, "-salt", "saltsalt", "password")
        legacy(
            made,
            text,
            row,
            f"openssl passwd {option}",
            confirmed_passlib(handler, text, "password"),
            "password",
        )


def broken_crypt(topic):
    own = topic.group("credport", generator=FILE)
    for row, text in BROKEN_CRYPT:
        broken(own, text, row, "cut off, or a part of a wrong length", refused_by_crypt(text))


BROKEN_PASSLIB = (
    ("$pbkdf2-sha256$1000$AAECAwQFBgcICQoLDA0ODw$", "passlib-pbkdf2"),
    ("$pbkdf2-sha256$1000$AAECAwQFBgcICQoLDA0ODw", "passlib-pbkdf2"),
    ("$scrypt$ln=4,r=8,p=1$AAECAwQFBgcICQoLDA0ODw$", "passlib-scrypt"),
    ("$pbkdf2-sha512$0$AAECAwQFBgcICQoLDA0ODw$q6uKh5GyR9qzPTBc6EHMpRk0J5J2", "passlib-pbkdf2"),
    ("$scrypt$ln=04,r=8,p=1$AAEC$AAEC", "passlib-scrypt"),
)


def passlib_topic():
    topic = Topic("passlib", "Formats of passlib's own and of the libraries that it reads.")
    passlibs_own(topic)
    scrypt_of_passlib(topic)
    made_by_passlib(topic)
    broken_passlib(topic)


def passlibs_own(topic):
    for handler, row, most in (
        ("pbkdf2_sha1", "passlib-pbkdf2", 9),
        ("pbkdf2_sha256", "passlib-pbkdf2", 9),
        ("pbkdf2_sha512", "passlib-pbkdf2", 9),
        ("cta_pbkdf2_sha1", "cta-pbkdf2", 9),
        ("dlitz_pbkdf2_sha1", "dlitz-pbkdf2", 9),
        ("fshp", "fshp", 9),
    ):
        from_passlib(topic, handler, row, most=most)
    from_passlib(topic, "atlassian_pbkdf2_sha1", "atlassian-pbkdf2")
    broken_in_passlib(topic, "pbkdf2_sha1", "passlib-pbkdf2")
    broken_in_passlib(topic, "atlassian_pbkdf2_sha1", "atlassian-pbkdf2")
    broken_in_passlib(topic, "fshp", "fshp", skip=("{FSHP0|0|1}", "{FSHP0|1|1}"))


def scrypt_of_passlib(topic):
    group = topic.group(**passlib_tests.SOURCE, generator=FILE)
    for password, text, _ in passlib_tests.correct("scrypt"):
        row = "crypt-scrypt" if text.startswith("$7$") else "passlib-scrypt"
        legacy(
            group,
            text,
            row,
            "known correct in passlib's tests of scrypt",
            confirmed_passlib("scrypt", text, password),
            password,
        )
    broken_in_passlib(topic, "scrypt", "passlib-scrypt", skip=("r=134217728",))
    for password, text, _ in passlib_tests.correct("bcrypt_sha256"):
        row = "passlib-bcrypt-sha256-v2" if "v=2" in text else "passlib-bcrypt-sha256-v1"
        checks = confirmed_passlib("bcrypt_sha256", text, password)
        legacy(group, text, row, "known correct in passlib's tests of bcrypt_sha256", checks, password)
    for text in passlib_tests.malformed("bcrypt_sha256"):
        broken(
            group,
            text,
            "passlib-bcrypt-sha256-v1",
            "known malformed in passlib's tests of bcrypt_sha256",
            passlib_refuses("bcrypt_sha256", text),
            identify="v=" not in text,
        )


def made_by_passlib(topic):
    made = topic.group(**(passlib_tests.SOURCE | {"name": "passlib (hashes made by it)"}), generator=FILE)
    password = "correct horse"
    salt = bytes(range(16))
    rows = [
        (passlib.hash.pbkdf2_sha256.using(rounds=1000, salt=salt), "passlib-pbkdf2"),
        (passlib.hash.pbkdf2_sha512.using(rounds=1000, salt=salt), "passlib-pbkdf2"),
        (passlib.hash.pbkdf2_sha1.using(rounds=1000, salt=b""), "passlib-pbkdf2"),
        (passlib.hash.pbkdf2_sha256.using(rounds=29000, salt=bytes(64)), "passlib-pbkdf2"),
        (passlib.hash.scrypt.using(rounds=4, block_size=8, parallelism=1, salt=salt), "passlib-scrypt"),
        (passlib.hash.scrypt.using(rounds=10, block_size=8, parallelism=2, salt=b"NaCl"), "passlib-scrypt"),
        (
            passlib.hash.bcrypt_sha256.using(rounds=4, salt="credportvectors......O"[:21] + "O"),
            "passlib-bcrypt-sha256-v2",
        ),
        (
            passlib.hash.bcrypt_sha256.using(rounds=4, version=1, salt="credportvectors......u"),
            "passlib-bcrypt-sha256-v1",
        ),
        (passlib.hash.atlassian_pbkdf2_sha1.using(salt=salt), "atlassian-pbkdf2"),
        (passlib.hash.fshp.using(rounds=100, salt=salt), "fshp"),
        (passlib.hash.sha512_crypt.using(rounds=1000, salt="saltsalt"), "sha512-crypt"),
        (passlib.hash.phpass.using(rounds=7, salt="saltsalt"), "phpass"),
        (passlib.hash.phpass.using(rounds=8, salt="saltsalt", ident="H"), "phpass"),
        (passlib.hash.cta_pbkdf2_sha1.using(rounds=1000, salt=salt), "cta-pbkdf2"),
        (passlib.hash.dlitz_pbkdf2_sha1.using(rounds=1000, salt="saltsalt"), "dlitz-pbkdf2"),
    ]
    for hasher, row in rows:
        text = hasher.hash(password)
        legacy(made, text, row, f"passlib {hasher.name}", confirmed_passlib(hasher, text, password), password)


def broken_passlib(topic):
    stripped_bcrypt = "$2b$05$5Hg1DKFqPE8C2aflZ5vVoe" + "wOK1VFFtS8IGTrGa7.h5fs0u84qyPbS"
    assert crypt("password", stripped_bcrypt) != stripped_bcrypt
    own = topic.group("credport", generator=FILE)
    for text in ("$bcrypt-sha256$", "$bcrypt-sha256$2b,12$5Hg1DKFqPE8C2aflZ5vVoe", "$bcrypt-sha256$2b,12"):
        broken(own, text, "passlib-bcrypt-sha256-v1", "cut off", passlib_refuses("bcrypt_sha256", text))
    for text, row in BROKEN_PASSLIB:
        handler = text.split("$")[1].replace("-", "_")
        broken(own, text, row, "cut off, or a number that is none", passlib_refuses(handler, text))


def drupal(password, setting):
    """Drupal's stretched SHA-512, from its published description."""
    count, salt = 1 << B64.index(setting[3]), setting[4:12].encode()
    digest = hashlib.sha512(salt + password).digest()
    for _ in range(count):
        digest = hashlib.sha512(digest + password).digest()
    return (setting[:12] + encode64(digest))[:55]


def encode64(data):
    out, at = "", 0
    while at < len(data):
        value = data[at]
        at += 1
        out += B64[value & 63]
        if at < len(data):
            value |= data[at] << 8
        out += B64[(value >> 6) & 63]
        if at >= len(data):
            break
        at += 1
        if at < len(data):
            value |= data[at] << 16
        out += B64[(value >> 12) & 63]
        if at >= len(data):
            break
        at += 1
        out += B64[(value >> 18) & 63]
    return out


PYTHON = Recomputed(f"{named('Python')} (hashlib)")
HASHCAT = {
    "name": "hashcat example hashes",
    "url": "https://hashcat.net/wiki/doku.php?id=example_hashes",
    "licence": "MIT",
}


HASHCAT_EXAMPLES = (
    ("16780ba78d2d5f02f3202901c1b6d975:568", "mode 2611, vBulletin before 3.8.5"),
    (
        "bf366348c53ddcfbd16e63edfdd1eee6:181264250056774603641874043270",
        "mode 2711, vBulletin from 3.8.5",
    ),
)
BROKEN_PHP = (
    ("$P$", "phpass"),
    ("$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r", "phpass"),
    ("$H$9aaaaaSXBjgypwqm.JsMssPLiS8YQ00x", "phpass"),
    ("$P$!IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0", "phpass"),
)


def php_topic():
    topic = Topic(
        "php-applications", "phpass, Drupal, Joomla, vBulletin, phpBB, XenForo and other PHP applications."
    )
    examples_of_php(topic)
    made_by_python(topic)
    broken_php(topic)


def examples_of_php(topic):
    from_passlib(topic, "phpass", "phpass", most=11)
    broken_in_passlib(topic, "phpass", "phpass")
    group = topic.group(**HASHCAT, generator=FILE)
    text = "$S$C33783772bRXEx1aCsvY.dqgaaSu76XmVlKrW9Qu8IQlvxHlmzLf"
    assert drupal(b"hashcat", text) == text
    legacy(group, text, "drupal-sha512", "mode 7900, Drupal 7", [PYTHON], "hashcat")
    joomla = "19e0e8d91c722e7091ca7a6a6fb0f4fa:54718031842521651757785603028777"
    assert hashlib.md5(b"hashcat" + joomla[33:].encode()).hexdigest() == joomla[:32]
    legacy(group, joomla, "salted-digest", "mode 11, Joomla before 2.5.18", [PYTHON], "hashcat")
    for text, mode in HASHCAT_EXAMPLES:
        inner = hashlib.md5(b"hashcat").hexdigest().encode()
        assert hashlib.md5(inner + text[33:].encode()).hexdigest() == text[:32]
        legacy(group, text, "salted-digest", mode, [PYTHON], "hashcat")


def made_by_python(topic):
    made = topic.group(
        "Python hashlib, in Drupal's layout",
        named("Python").split()[1],
        "https://api.drupal.org/api/drupal/includes%21password.inc/7.x",
        "PSF-2.0",
        FILE,
    )
    for rounds, salt, password in (
        ("5", "saltsalt", "password"),
        ("7", "./0aZz99", "gr\u00fc\u00dfe"),
        ("D", "abcdefgh", ""),
    ):
        text = drupal(password.encode(), f"$S${rounds}{salt}")
        legacy(made, text, "drupal-sha512", "Drupal 7", [PYTHON], password)
        prehashed = hashlib.md5(password.encode()).hexdigest()
        text = "U" + drupal(prehashed.encode(), f"$S${rounds}{salt}")
        legacy(
            made,
            text,
            "drupal-migrated",
            "a Drupal 6 hash hashed again: over the MD5 of the password",
            [PYTHON],
            password,
        )
    for password in ("password", "hunter2"):
        prehashed = hashlib.md5(password.encode()).hexdigest()
        inner = crypt_hash(prehashed, "$2y$", 4)
        assert crypt(password, inner) != inner
        legacy(
            made,
            "U" + inner,
            "drupal-migrated-bcrypt",
            "bcrypt over the MD5 of the password",
            [named("libxcrypt")],
            password,
        )
        inner = passlib.hash.phpass.using(rounds=7, salt="saltsalt").hash(prehashed)
        legacy(
            made,
            "U" + inner,
            "drupal-migrated",
            "phpass over the MD5 of the password",
            confirmed_passlib("phpass", inner, prehashed),
            password,
        )


def broken_php(topic):
    own = topic.group("credport", generator=FILE)
    for text, row in BROKEN_PHP:
        broken(own, text, row, "cut off, too long or a round count that is none", phpass_refuses(text))
    for text in (
        "$S$",
        "$S$C33783772bRXEx1aCsvY",
        "$S$C33783772bRXEx1aCsvY.dqgaaSu76XmVlKrW9Qu8IQlvxHlmzL",
        "$S$!33783772bRXEx1aCsvY.dqgaaSu76XmVlKrW9Qu8IQlvxHlmzLf",
    ):
        assert not drupal_sound(text)
        broken(own, text, "drupal-sha512", "cut off, or a round count that is none", [PYTHON])


def drupal_sound(text):
    return len(text) == 55 and text.startswith("$S$") and all(character in B64 for character in text[3:])


def phpass_refuses(text):
    """An error, or no: passlib does not look at the length of the digest, and `$P$` alone is an IndexError."""
    try:
        assert not passlib.hash.phpass.verify("password", text)
    except (ValueError, IndexError):
        pass
    return [named("passlib")]


def databases():
    topic = Topic(
        "databases", "Password columns of database servers: accounts of the database, not of an application."
    )
    from_passlib(topic, "mysql41", "mysql-native")
    from_passlib(topic, "mysql323", "hex-digest")
    from_passlib(topic, "oracle11", "oracle-11g")
    from_passlib(topic, "oracle10", "hex-digest", most=5)
    from_passlib(topic, "mssql2000", "mssql", most=6)
    from_passlib(topic, "mssql2005", "mssql", most=6)
    from_passlib(topic, "postgres_md5", "postgresql-md5")
    group = topic.group(
        "Python hashlib, in PostgreSQL's layout",
        named("Python").split()[1],
        "https://www.postgresql.org/docs/current/catalog-pg-authid.html",
        "PSF-2.0",
        FILE,
    )
    for password, salt, rounds in (
        ("password", bytes(16), 4096),
        ("pencil", bytes(range(16)), 4096),
        ("x", bytes(range(12)), 15000),
    ):
        salted = hashlib.pbkdf2_hmac("sha256", password.encode(), salt, rounds)
        stored = hashlib.sha256(hmac.digest(salted, b"Client Key", "sha256")).digest()
        server = hmac.digest(salted, b"Server Key", "sha256")
        b64 = lambda data: base64.b64encode(data).decode()
        legacy(
            group,
            f"SCRAM-SHA-256${rounds}:{b64(salt)}${b64(stored)}:{b64(server)}",
            "postgresql-scram",
            "PostgreSQL 10 and later",
            [PYTHON],
            password,
        )
    own = topic.group("credport", generator=FILE)
    for text, row in (
        ("SCRAM-SHA-256$4096:AAAA$AAAA", "postgresql-scram"),
        ("SCRAM-SHA-256$", "postgresql-scram"),
        ("SCRAM-SHA-256$4096:AAECAwQFBgcICQoLDA0ODw==$short=:short=", "postgresql-scram"),
    ):
        broken(own, text, row, "cut off", unknown_to_passlib(text))


def digests():
    topic = Topic("digests", "Bare digests: a length is all that can be told, so nothing is claimed.")
    for handler in (
        "hex_md4",
        "hex_md5",
        "hex_sha1",
        "hex_sha256",
        "hex_sha512",
        "nthash",
        "lmhash",
        "msdcc",
        "msdcc2",
    ):
        from_passlib(topic, handler, "hex-digest", most=3)
    group = topic.group(
        "Python hashlib",
        named("Python").split()[1],
        "https://docs.python.org/3/library/hashlib.html",
        "PSF-2.0",
        FILE,
    )
    for name in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512"):
        text = hashlib.new(name, b"password").hexdigest()
        seen = passlib_names(text)
        checks = [named("passlib")] if seen else [PYTHON]
        legacy(group, text, "hex-digest", f"{name} in hexadecimal", checks, "password")
        legacy(group, text.upper(), "hex-digest", f"{name} in capital hexadecimal", [PYTHON], "password")
        if name in ("md5", "sha1", "sha256", "sha512"):
            salted = hashlib.new(name, b"saltpassword").hexdigest() + ":salt"
            legacy(group, salted, "salted-digest", f"{name} and a salt after a colon", [PYTHON], "password")
    for name in ("md5", "sha1", "sha256", "sha512"):
        text = base64.b64encode(hashlib.new(name, b"password").digest()).decode()
        legacy(group, text, "base64-digest", f"{name} in base64", [PYTHON], "password")
    for text, why in (
        ("5f4dcc3b5aa765d61d8327deb882cf9", "31 hexadecimal digits"),
        ("5f4dcc3b5aa765d61d8327deb882cf99f", "33 hexadecimal digits"),
        ("5f4dcc3b5aa765d61d8327deb882cf9g", "a g among 32 digits"),
    ):
        unknown(group, text, why, unknown_to_passlib(text))
