"""bcrypt: published answers, hashes of four programs, unused bits, and every kind of damage."""

import passlib.hash
from shared import passlib_tests
from shared.hash_suite import Topic
from shared.implementations import (
    bcrypt_verdicts,
    confirmed_bcrypt,
    crypt,
    crypt_hash,
    named,
    php,
    php_verify,
    refused_by,
    run,
)

FILE = "hashes/bcrypt.py"
BLOWFISH = {
    "name": "crypt_blowfish",
    "version": "1.3",
    "url": "https://github.com/openwall/crypt_blowfish/blob/master/wrapper.c",
    "licence": "public domain, else a permissive licence of one paragraph",
    "generator": FILE,
}

# wrapper.c of crypt_blowfish: settings and passwords of its own test, with what each row is for.
BLOWFISH_ROWS = [
    (
        b"U*U",
        "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
        "the first row of the test",
        ["Canonical"],
    ),
    (
        b"U*U*",
        "$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK",
        "one character more",
        ["Canonical"],
    ),
    (b"U*U*U", "$2a$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a", "another salt", ["Canonical"]),
    (
        b"",
        "$2a$05$CCCCCCCCCCCCCCCCCCCCC.7uG0VCzI2bS7j6ymqJi9CdcdxiRTWNy",
        "the empty password",
        ["Canonical"],
    ),
    (
        b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789chars after 72 are ignored",
        "$2a$05$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui",
        "72 bytes and a tail",
        ["BcryptTruncation"],
    ),
    (
        b"\xa3",
        "$2a$05$/OK.fbVrR/bpIqNJ5ianF.Sa7shbm4.OzKpvFnX1pQLmQW96oUlCq",
        "one byte above 127 under 2a",
        ["BcryptEightBit"],
    ),
    (
        b"\xa3",
        "$2b$05$/OK.fbVrR/bpIqNJ5ianF.Sa7shbm4.OzKpvFnX1pQLmQW96oUlCq",
        "one byte above 127 under 2b",
        ["BcryptEightBit"],
    ),
    (
        b"\xa3",
        "$2y$05$/OK.fbVrR/bpIqNJ5ianF.Sa7shbm4.OzKpvFnX1pQLmQW96oUlCq",
        "one byte above 127 under 2y",
        ["BcryptEightBit"],
    ),
    (
        b"\xff\xff\xa3",
        "$2y$05$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3e",
        "the body of the colliding 2x hash, sound under 2y",
        ["BcryptEightBit"],
    ),
    (
        b"\xff\xff\xa3",
        "$2b$05$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3e",
        "the same under 2b",
        ["BcryptEightBit"],
    ),
    (
        b"\xff\xff\xa3",
        "$2a$05$/OK.fbVrR/bpIqNJ5ianF.nqd1wy.pTMdcvrRWxyiGL2eMz.2a85.",
        "2a with crypt_blowfish's countermeasure: not OpenBSD's 2a",
        ["BcryptEightBit"],
    ),
    (
        b"\xff\xa3345",
        "$2y$05$/OK.fbVrR/bpIqNJ5ianF.nRht2l/HRhr6zmCp9vYUvvsqynflf9e",
        "two bytes above 127 under 2y",
        ["BcryptEightBit"],
    ),
    (
        b"\xff\xa3345",
        "$2a$05$/OK.fbVrR/bpIqNJ5ianF.nRht2l/HRhr6zmCp9vYUvvsqynflf9e",
        "two bytes above 127 under 2a",
        ["BcryptEightBit"],
    ),
    (
        b"\xa3ab",
        "$2a$05$/OK.fbVrR/bpIqNJ5ianF.6IflQkJytoRVc1yuaNtHfiuq.FRlSIS",
        "a byte above 127 in front",
        ["BcryptEightBit"],
    ),
    (
        b"\xa3ab",
        "$2y$05$/OK.fbVrR/bpIqNJ5ianF.6IflQkJytoRVc1yuaNtHfiuq.FRlSIS",
        "the same under 2y",
        ["BcryptEightBit"],
    ),
    (
        b"\xaa" * 72 + b"chars after 72 are ignored as usual",
        "$2a$05$/OK.fbVrR/bpIqNJ5ianF.swQOIzjOiJ9GHEPuhEkvqrUyvWhEMx6",
        "72 bytes aa and a tail",
        ["BcryptTruncation", "BcryptEightBit"],
    ),
    (
        b"\xaa\x55" * 36,
        "$2a$05$/OK.fbVrR/bpIqNJ5ianF.R9xrDjiycxMbQE2bp.vgqlYpW5wx2yy",
        "72 bytes aa 55",
        ["BcryptEightBit"],
    ),
    (
        b"\x55\xaa\xff" * 24,
        "$2a$05$/OK.fbVrR/bpIqNJ5ianF.9tQZzcJfm3uj2NvJ/n5xkhpqLrMpWCe",
        "72 bytes 55 aa ff",
        ["BcryptEightBit"],
    ),
    (
        b"\xa3",
        "$2x$05$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3e",
        "the faulty variant",
        ["BcryptSignExtension"],
    ),
    (
        b"1\xa3345",
        "$2x$05$/OK.fbVrR/bpIqNJ5ianF.o./n25XVfn6oAPaUvHe.Csk4zRfsYPi",
        "the faulty variant: ff a3 33 34 35 verifies too",
        ["BcryptSignExtension"],
    ),
    (
        b"\xa3ab",
        "$2x$05$/OK.fbVrR/bpIqNJ5ianF.6IflQkJytoRVc1yuaNtHfiuq.FRlSIS",
        "the faulty variant where it does no harm",
        ["BcryptSignExtension"],
    ),
    (
        b"\xd1\x91",
        "$2x$05$6bNw2HLQYeqHYyBfLMsv/OiwqTymGIGzFsA4hOTWebfehXHNprcAS",
        "the faulty variant over Cyrillic in UTF-8",
        ["BcryptSignExtension"],
    ),
    (
        b"\xd0\xc1\xd2\xcf\xcc\xd8",
        "$2x$05$6bNw2HLQYeqHYyBfLMsv/O9LIGgn8OMzuDoHfof8AQimSGfcSWxnS",
        "the faulty variant over KOI8-R",
        ["BcryptSignExtension"],
    ),
]


def make():
    topic = Topic(
        "bcrypt",
        [
            "bcrypt strings with nothing around them: what is sound, what is repaired, what is damaged.",
            "Offsets count UTF-16 code units from 0 and point at the first fault.",
        ],
    )
    blowfish(topic)
    passlib_correct(topic)
    programs(topic)
    unused_bits(topic)
    refused(topic)
    obsolete(topic)


def sound(group, text, password, comment, flags, checks):
    group.accept(text, "bcrypt", text, comment=comment, flags=flags, checks=checks, password=password)
    group.parse(
        "parse-bcrypt", text, parts(text), comment=comment, flags=flags, checks=[*checks, *by_passlib(text)]
    )


def by_passlib(text):
    """It refuses 2x, so that it was asked about another text."""
    return [] if text.startswith("$2x$") else [named("passlib")]


def parts(text):
    """What passlib reads in the string; the layout of 2x is that of 2y."""
    made = passlib.hash.bcrypt.from_string(text.replace("$2x$", "$2y$"))
    return {"version": text[1:3], "cost": made.rounds, "salt": made.salt, "digest": made.checksum}


def blowfish(topic):
    group = topic.group(**BLOWFISH)
    for password, text, comment, flags in BLOWFISH_ROWS:
        sound(group, text, password, comment, flags, confirmed_bcrypt(text, password))


def passlib_correct(topic):
    group = topic.group(**passlib_tests.SOURCE, generator=FILE)
    for password, text, _ in passlib_tests.correct("bcrypt"):
        flags = (
            ["BcryptLengthWraparound"]
            if len(password) > 200
            else ["BcryptEightBit"] if max(password, default=0) > 127 else ["Canonical"]
        )
        sound(
            group, text, password, "known correct in passlib's tests", flags, confirmed_bcrypt(text, password)
        )
    text = "$2a$04$R1lJ2gkNaoPGdafE.H.16.nVyh2niHsGJhayOHLMiXlI45o8/DU.6"
    password = (b"0123456789" * 26)[:255]
    assert crypt(password, text) != text
    group.accept(
        text,
        "bcrypt",
        text,
        comment="made by an implementation that keeps the length in a byte: 255 characters were read as none",
        flags=["BcryptLengthWraparound"],
        checks=[named("passlib")],
    )
    wrap = topic.group(
        "libxcrypt",
        named("libxcrypt").split()[1],
        "https://github.com/besser82/libxcrypt",
        "LGPL-2.1-or-later",
        FILE,
    )
    for length in (71, 72, 73, 254, 255, 256, 257):
        password = (b"0123456789" * 26)[:length]
        text = crypt_hash(password, "$2b$", 4, b"length wraparoun")
        sound(
            wrap,
            text,
            password,
            f"a password of {length} bytes",
            ["BcryptTruncation"] if length < 100 else ["BcryptLengthWraparound"],
            confirmed_bcrypt(text, password),
        )


def programs(topic):
    by_the_first(topic)
    by_htpasswd(topic)
    made = by_mkpasswd_and_php(topic)
    at_the_edges(made)


def by_the_first(topic):
    made = topic.group(
        "PHP password_hash",
        named("PHP").split()[1],
        "https://www.php.net/manual/en/function.password-hash.php",
        "PHP-3.01",
        FILE,
    )
    for cost, password in ((4, "password"), (5, "correct horse battery staple"), (10, "pa$$word"), (12, "p")):
        text = php(f"echo password_hash('{password}', PASSWORD_BCRYPT, ['cost' => {cost}]);")
        assert php_verify(password, text)
        sound(
            made,
            text,
            password,
            f"password_hash with cost {cost}",
            ["Canonical"],
            confirmed_bcrypt(text, password),
        )


def by_htpasswd(topic):
    made = topic.group(
        "htpasswd",
        named("htpasswd").split()[1],
        "https://httpd.apache.org/docs/2.4/programs/htpasswd.html",
        "Apache-2.0",
        FILE,
    )
    for cost, password in ((4, "password"), (5, "hunter2"), (6, "a b c")):
        text = run("htpasswd", "-nbB", "-C", str(cost), "u", password).split(":", 1)[1].rstrip("\n")
        sound(
            made,
            text,
            password,
            f"htpasswd -B -C {cost}, without the user's name",
            ["Canonical"],
            confirmed_bcrypt(text, password),
        )
        line = f"u:{text}"
        made.refuse(
            line,
            "unknown",
            "malformed",
            None,
            "hash/whole-line",
            comment="a line of an htpasswd file: the name is not part of the hash",
            flags=["Unrecognised"],
            checks=[named("passlib")],
            password=password,
        )


def by_mkpasswd_and_php(topic):
    made = topic.group(
        "mkpasswd", named("mkpasswd").split()[1], "https://github.com/rfc1036/whois", "GPL-2.0-or-later", FILE
    )
    for method, cost in (("bcrypt", 4), ("bcrypt", 5), ("bcrypt-a", 4), ("bcrypt-a", 6)):
        text = run("mkpasswd", "-m", method, "-R", str(cost), "password")
        sound(
            made,
            text,
            "password",
            f"mkpasswd -m {method} -R {cost}",
            ["Canonical"],
            confirmed_bcrypt(text, "password"),
        )
    made = topic.group(
        "libxcrypt",
        named("libxcrypt").split()[1],
        "https://github.com/besser82/libxcrypt",
        "LGPL-2.1-or-later",
        FILE,
    )
    passwords = {
        "empty": b"",
        "German": "gr\u00fc\u00dfe".encode(),
        "emoji": "\U0001f511\U0001f512".encode(),
        "Chinese": "\u5bc6\u7801".encode(),
        "spaces around": b" password ",
    }
    for name, password in passwords.items():
        for version in ("2a", "2b", "2y"):
            text = crypt_hash(password, f"${version}$", 4, name.ljust(16, "_").encode()[:16])
            sound(
                made,
                text,
                password,
                f"{version} over a password: {name}",
                ["BcryptEightBit" if max(password, default=0) > 127 else "Canonical"],
                confirmed_bcrypt(text, password),
            )
    return made


def at_the_edges(made):
    body = crypt_hash("password", "$2b$", 4)[7:]
    for cost in (14, 20, 31):
        text = f"$2b${cost:02d}${body}"
        assert passlib.hash.bcrypt.from_string(text).rounds == cost
        sound(
            made,
            text,
            None,
            f"cost {cost}: sound, whatever it costs to verify (salt and digest of another cost)",
            ["BcryptCost"],
            [named("passlib")],
        )


ALPHABET = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def unused_bits(topic):
    group = topic.group(**passlib_tests.SOURCE, generator=FILE)
    for password, dirty, clean in passlib_tests.incorrect_padding():
        repaired(group, dirty, clean, password, "passlib's tests of padding bits")
    own = topic.group("credport", None, None, None, FILE)
    base = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"
    for last_salt, last_digest in (
        ("/", "W"),
        (".", "X"),
        (".", "Z"),
        ("/", "X"),
        ("A", "Y"),
        ("M", "W"),
        ("C", "W"),
    ):
        repaired(
            own, base[:28] + last_salt + base[29:59] + last_digest, base, "U*U", "unused bits set by hand"
        )
    for index, version in enumerate(("2a", "2b", "2y", "2x")):
        clean = crypt_hash("password", f"${version}$", 4, bytes(range(index, index + 16)))
        for bits in (1, 5, 15):
            dirty = clean[:28] + ALPHABET[ALPHABET.index(clean[28]) | bits] + clean[29:]
            repaired(own, dirty, clean, "password", f"{version}: bits {bits:04b} of the salt set")
        for bits in (1, 2, 3):
            dirty = clean[:59] + ALPHABET[ALPHABET.index(clean[59]) | bits]
            repaired(own, dirty, clean, "password", f"{version}: bits {bits:02b} of the digest set")


def repaired(group, dirty, clean, password, comment):
    """The canonical form is what passlib's normhash gives, and it verifies."""
    assert passlib.hash.bcrypt.normhash(dirty.replace("$2x$", "$2y$")) == clean.replace("$2x$", "$2y$"), dirty
    checks = [*by_passlib(dirty), *confirmed_bcrypt(clean, password)]
    changes = ["padding-bits-cleared"] * ((dirty[28] != clean[28]) + (dirty[59] != clean[59]))
    group.accept(
        dirty,
        "bcrypt",
        clean,
        comment=comment,
        flags=["BcryptPaddingBits"],
        checks=checks,
        password=password,
        changes=changes,
    )
    offset = 28 if dirty[28] != clean[28] else 59
    assert dirty not in (crypt(password, dirty),) and not php_verify(password, dirty)
    group.parse_refused(
        "parse-bcrypt",
        dirty,
        "bcrypt/padding-bits",
        offset,
        comment=comment,
        flags=["BcryptPaddingBits"],
        checks=[named("libxcrypt"), named("PHP")],
    )


WRITTEN_COSTS = (
    ("5", 5, "one digit"),
    ("005", 6, "three digits"),
    ("100", 6, "three digits"),
    ("", 4, "no cost"),
    ("+5", 4, "a sign"),
    ("-5", 4, "a negative cost"),
    (" 5", 4, "a space"),
    ("0x", 5, "a letter"),
    ("5.", 5, "a point"),
    ("1e", 5, "an exponent"),
)
BAD_CHARACTERS = (
    (7, "!"),
    (10, "+"),
    (17, "$"),
    (28, "="),
    (28, "-"),
    (29, "_"),
    (40, "*"),
    (59, "="),
    (59, "$"),
    (35, " "),
    (12, "@"),
)


def refused(topic):
    own = topic.group("credport", None, None, None, FILE)
    good = "$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"
    body = good[7:]
    rows = []
    rows = wrong_heads(rows, body)
    rows = wrong_costs(rows, body)
    wrong_lengths_and_characters(rows, good)
    refused_rows(rows, own, good)
    refused_by_passlib(topic)


def surrounded(good):
    return (
        ("", "hash/empty", "the empty text"),
        (f" {good}", "hash/surrounding-characters", "a space in front: the strict reader does not trim"),
        (f"{good}\n", "hash/surrounding-characters", "a line end at the end"),
        (f"\ufeff{good}", "hash/surrounding-characters", "a byte order mark in front"),
        (f'"{good}"', "hash/surrounding-characters", "quotation marks around"),
        ("password", "bcrypt/not-bcrypt", "a word"),
        ("$1$dXc3I7Rw$ctlgjDdWJLMT.qwHsWhXR1", "bcrypt/not-bcrypt", "md5-crypt"),
        (
            "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "bcrypt/not-bcrypt",
            "argon2",
        ),
        (f"bcrypt${good}", "bcrypt/not-bcrypt", "Django's wrapping: the strict reader takes nothing off"),
        (good[1:], "bcrypt/not-bcrypt", "without its first dollar sign"),
    )


def wrong_heads(rows, body):
    for version in "cdefzwBAY0":
        rows.append(
            (
                f"$2{version}$05${body}",
                "bcrypt/unsupported-version",
                2,
                f"version 2{version}",
                "BcryptUnknownVersion",
            )
        )
    rows += [
        (
            f"$2`$05${body}",
            "bcrypt/unsupported-version",
            2,
            "a grave accent as version: crypt_blowfish tests that it is refused",
            "BcryptUnknownVersion",
        ),
        (
            f"$2{{$05${body}",
            "bcrypt/unsupported-version",
            2,
            "a brace as version: crypt_blowfish tests that it is refused",
            "BcryptUnknownVersion",
        ),
        (f"$2bb$05${body}", "bcrypt/unsupported-version", 2, "two version letters", "BcryptUnknownVersion"),
    ]
    return rows


def wrong_costs(rows, body):
    for cost in ("00", "01", "03", "32", "33", "99"):
        rows.append((f"$2b${cost}${body}", "bcrypt/cost-out-of-range", 4, f"cost {cost}", "BcryptCost"))
    for cost, offset, why in WRITTEN_COSTS:
        rows.append((f"$2b${cost}${body}", "bcrypt/malformed", offset, f"cost: {why}", "BcryptCost"))
    rows += [
        (f"$2b$05{body}", "bcrypt/malformed", 6, "no dollar sign after the cost", "BcryptCost"),
        (f"$2b$05:{body}", "bcrypt/malformed", 6, "a colon after the cost", "BcryptCost"),
    ]
    return rows


def wrong_lengths_and_characters(rows, good):
    for length in (59, 58, 50, 45, 30, 29, 28, 20, 8, 7, 6, 5, 4):
        rows.append(
            (good[:length], "bcrypt/truncated", length, f"cut off after {length} characters", "Truncated")
        )
    for tail in ("A", ".", "$", "=", "AAAAAAAA", "$2b$05$"):
        code, offset = "bcrypt/malformed", 60
        rows.append((good + tail, code, offset, f"{len(tail)} characters too many", "TrailingCharacters"))
    for at, character in BAD_CHARACTERS:
        rows.append(
            (
                good[:at] + character + good[at + 1 :],
                "bcrypt/malformed",
                at,
                f"{character!r} at {at}",
                "IllegalCharacter",
            )
        )


def refused_rows(rows, own, good):
    for text, code, offset, comment, flag in rows:
        checks = refused_by(text, bcrypt_verdicts(text, "U*U"))
        if not text.startswith("$2bb"):
            own.refuse(text, "bcrypt", "malformed", None, code, comment=comment, flags=[flag], checks=checks)
        own.parse_refused("parse-bcrypt", text, code, offset, comment=comment, flags=[flag], checks=checks)
    for text, offset, comment, flag in (
        (good + "\0x", 60, "a NUL after the digest, and a letter", "TrailingCharacters"),
        (good.replace("$05$", "$\u0660\u0665$"), 4, "cost: Arabic digits", "BcryptCost"),
        (good.replace("$05$", "$\uff10\uff15$"), 4, "cost: digits of full width", "BcryptCost"),
        (good.replace("$05$", "$$05$"), 4, "two dollar signs before the cost", "IllegalCharacter"),
        (good.replace("$05$", "$05$$"), 7, "two dollar signs after the cost", "IllegalCharacter"),
    ):
        checks = refused_by(text, bcrypt_verdicts(text, "U*U"))
        own.parse_refused("parse-bcrypt", text, "bcrypt/malformed", offset, comment=comment, flags=[flag], checks=checks)
    for text, code, comment in surrounded(good):
        flag = (
            "SurroundingCharacters"
            if "surrounding" in code
            else "Unrecognised" if code == "hash/empty" else "OtherScheme"
        )
        own.parse_refused(
            "parse-bcrypt",
            text,
            code,
            0 if "surrounding" not in code or text[0] in ' \ufeff"' else 60,
            comment=comment,
            flags=[flag],
            checks=refused_by(text, bcrypt_verdicts(text, "U*U")),
        )


def refused_by_passlib(topic):
    published = topic.group(**passlib_tests.SOURCE, generator=FILE)
    codes = {
        "!gzds": ("bcrypt/malformed", 17, "IllegalCharacter"),
        "$2a$6$": ("bcrypt/malformed", 5, "BcryptCost"),
        "$2f$": ("bcrypt/unsupported-version", 2, "BcryptUnknownVersion"),
        "$2`$": ("bcrypt/unsupported-version", 2, "BcryptUnknownVersion"),
    }
    for text in passlib_tests.malformed("bcrypt") + passlib_tests.unidentified("bcrypt"):
        found = next((value for mark, value in codes.items() if mark in text), None)
        if found is None:
            # passlib calls $2x$ malformed since none of its back ends makes it; crypt_blowfish defines it.
            assert text.startswith("$2x$")
            continue
        code, offset, flag = found
        checks = refused_by(text, bcrypt_verdicts(text))
        published.refuse(
            text,
            "bcrypt",
            "malformed",
            None,
            code,
            comment="known malformed or unidentified in passlib's tests",
            flags=[flag],
            checks=checks,
        )
        published.parse_refused(
            "parse-bcrypt",
            text,
            code,
            offset,
            comment="known malformed or unidentified in passlib's tests",
            flags=[flag],
            checks=checks,
        )


def obsolete(topic):
    group = topic.group(**passlib_tests.SOURCE, generator=FILE)
    for password, text in (
        ("abc", "$2$05$......................XuQjdH.wPVNUZ/bOfstdW/FqB8QSjte"),
        ("test", "$2$04$5BJqKfqMQvV7nS.yUguNcuRfMMOXK0xPWavM7pOzjEi5ze5T1k8/S"),
    ):
        assert crypt(password, text) is None
        checks = [named("libxcrypt")]
        comment = "the bare 2: whole and sound, and no service verifies it"
        group.refuse(
            text,
            "bcrypt",
            "unsupported",
            None,
            "bcrypt/obsolete-version",
            comment=comment,
            flags=["BcryptObsoleteVersion"],
            checks=checks,
            password=password,
        )
        group.parse_refused(
            "parse-bcrypt",
            text,
            "bcrypt/obsolete-version",
            1,
            comment=comment,
            flags=["BcryptObsoleteVersion"],
            checks=checks,
        )
    text = "$2a$05$......................ev6gDwpVye3oMCUpLY85aTpfBNHD0Ga"
    sound(
        group,
        text,
        "abc",
        "the 2a counterpart of a bare 2 hash: another digest",
        ["BcryptObsoleteVersion"],
        confirmed_bcrypt(text, "abc"),
    )
