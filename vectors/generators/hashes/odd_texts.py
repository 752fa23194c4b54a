"""Surroundings of a hash, marks without a hash, and hostile text."""

from shared.catalogue_rows import conflict, legacy, unknown
from shared.hash_suite import Topic
from shared.implementations import (
    argon2_verdicts,
    bcrypt_verdicts,
    confirmed_argon2,
    confirmed_bcrypt,
    confirmed_passlib,
    confirmed_provider,
    crypt,
    crypt_hash,
    refused_by,
    refused_by_crypt,
    refused_by_php,
)
from hashes.provider_scrypt import KEYS, composed, row_of

FILE = "hashes/odd_texts.py"
BCRYPT = "$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"
ARGON2ID = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"


def make():
    surroundings()
    without_hash()
    hostile()


CHARACTERS = (
    ("\u00a0", "a no-break space"),
    ("\u2028", "a line separator"),
    ("\u200b", "a zero-width space"),
    ("\u3000", "an ideographic space"),
    ("\x0b", "a vertical tab"),
    ("\x0c", "a form feed"),
    ("\x00", "a NUL"),
    ("\x85", "a next line"),
    ("\u00ad", "a soft hyphen"),
)


def surroundings():
    topic = Topic(
        "surroundings",
        [
            "White space (space, tab, CR, LF) and a byte order mark around a hash are taken off and told; quotation marks are refused, since the file's escapes stay unread where they are.",
        ],
    )
    group = topic.group("credport", generator=FILE)
    provider = composed(row_of("A"))
    hashes = (
        ("bcrypt", BCRYPT, BCRYPT, None, (), "U*U", None),
        ("argon2", ARGON2ID, ARGON2ID, None, (), "password", None),
        ("provider-scrypt", provider, provider, None, (), "user1password", "A"),
        ("bcrypt", "{bcrypt}" + BCRYPT, BCRYPT, "spring-bcrypt", ("stripped",), "U*U", None),
        ("argon2", "argon2" + ARGON2ID, ARGON2ID, "django-argon2", ("stripped",), "password", None),
    )
    spaces = (
        ("", "\n", "a line end at the end"),
        ("", "\r\n", "CR LF at the end"),
        ("", "\r", "CR at the end"),
        (" ", "", "a space in front"),
        ("", " ", "a space at the end"),
        ("  ", "  ", "spaces around"),
        ("\t", "", "a tab in front"),
        ("", "\t", "a tab at the end"),
        ("\ufeff", "", "a byte order mark in front"),
        ("\ufeff ", "\r\n", "a byte order mark, a space, and CR LF"),
        ("\n", "\n\n", "line ends around"),
        (" \t\r\n", "\n\r\t ", "all four kinds around"),
    )
    spaces_and_quotation_marks(hashes, spaces, group)
    characters_that_stay(group)


def spaces_and_quotation_marks(hashes, spaces, group):
    for scheme, text, canonical, wrapping, changes, password, key in hashes:
        checks = (
            confirmed_bcrypt(canonical, password)
            if scheme == "bcrypt"
            else (
                confirmed_argon2(canonical, password)
                if scheme == "argon2"
                else confirmed_provider(canonical, password, KEYS[key])
            )
        )
        for before, behind, why in spaces:
            assert (before + text + behind).strip(" \t\r\n\ufeff") == text
            group.accept(
                before + text + behind,
                scheme,
                canonical,
                wrapping=wrapping,
                changes=["trimmed", *changes],
                comment=why,
                flags=["SurroundingCharacters"],
                checks=checks,
                password=password,
            )
        for quote, name in (('"', "double"), ("'", "single"), ("`", "grave")):
            for before, behind, where in (
                (quote, quote, "around"),
                (quote, "", "in front"),
                ("", quote, "at the end"),
            ):
                if where != "around" and text not in (BCRYPT, ARGON2ID):
                    continue
                quoted = before + text + behind
                group.refuse(
                    quoted,
                    "unknown",
                    "malformed",
                    None,
                    "hash/quoted",
                    comment=f"{name} quotation marks {where}",
                    flags=["SurroundingCharacters"],
                    checks=refused_by_php(quoted, password),
                )
        spaced = f' "{text}" '
        group.refuse(
            spaced,
            "unknown",
            "malformed",
            None,
            "hash/quoted",
            comment="quotation marks inside white space",
            flags=["SurroundingCharacters"],
            checks=refused_by_php(spaced, password),
        )


def characters_that_stay(group):
    legacy(
        group,
        " $1$dXc3I7Rw$ctlgjDdWJLMT.qwHsWhXR1\n",
        "md5-crypt",
        "white space around a legacy hash",
        confirmed_passlib("md5_crypt", "$1$dXc3I7Rw$ctlgjDdWJLMT.qwHsWhXR1", "U*U*U*U*"),
        "U*U*U*U*",
    )
    for character, name in CHARACTERS:
        for text, where in ((BCRYPT + character, "at the end"), (character + BCRYPT, "in front")):
            if where == "in front":
                scheme = "unknown"
            else:
                scheme = "bcrypt"
            group.refuse(
                text,
                scheme,
                "malformed",
                None,
                "hash/illegal-character",
                comment=f"{name} {where}: not among the four that are trimmed",
                flags=["SurroundingCharacters"],
                checks=refused_by_php(text, "U*U"),
            )


def refusing(text):
    """Who refuses a text with the right password; that some take one with a NUL after it is noted."""
    if text.startswith("$argon2"):
        return refused_by(text, argon2_verdicts(text))
    if text.startswith("$2"):
        return refused_by(text, bcrypt_verdicts(text, "U*U"))
    return refused_by_php(text)


def written(text):
    """A text in one piece, however the vector writes it."""
    if isinstance(text, str):
        return text
    if "repeat" in text:
        return text["repeat"]["text"] * text["repeat"]["times"]
    units = text["textUtf16"]
    return "".join(chr(int(units[at : at + 4], 16)) for at in range(0, len(units), 4))


MARKS = (
    ("!", "a locked account"),
    ("*", "no password"),
    ("!!", "no password was ever set"),
    ("*LK*", "Solaris: locked"),
    ("*NP*", "Solaris: no password"),
    ("x", "the hash is in another file"),
    ("*LOCKED*", "FreeBSD: locked before a password was set"),
    ("*NO-PASSWORD*", "Request Tracker: no password"),
    ("*0", "crypt(3) failed"),
    ("*1", "crypt(3) failed"),
    ("!abcdefghijklmnopqrstuvwxyz0123456789ABCD", "Django's unusable password"),
    ("not cached", "Active Directory"),
    ("NULL", "an export's word for nothing"),
    ("null", "an export's word for nothing"),
)
PLAIN = (
    "{noop}password",
    "{PLAIN}secret",
    "{CLEAR}secret",
    "{CLEARTEXT}secret",
    "{noop}",
    "{plain}$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
    "{NOOP}password",
)
FIREBASE_WITHOUT = (
    "password",
    "hunter2",
    "correct horse battery staple",
    "P@ssw0rd!",
    "123456",
    "qwertyuiop",
    "letmein, please",
    "password1$",
    "$ecret",
    "{curly}",
)


def without_hash():
    topic = Topic(
        "without-hash",
        "Plain text, marks for users without a password, and the Firebase emulator's fake hashes.",
    )
    group = marks(topic)
    locked_accounts(group)
    empty_texts(group)
    emulator_and_plain(topic)


def marks(topic):
    group = topic.group("credport", generator=FILE)
    for text, why in MARKS:
        legacy(group, text, "no-password", why, refused_by_crypt(text))
    return group


def locked_accounts(group):
    inner = crypt_hash("password", "$6$", 1000)
    for text, scheme, why in (
        ("!$6$saltsalt$abc", "sha512-crypt", "a locked account keeps its hash after the mark, here damaged"),
        (f"!{inner}", "sha512-crypt", "usermod -L: the hash is kept after the mark"),
        (f"!!{inner}", "sha512-crypt", "passwd -l: the hash is kept after the mark"),
        (f"*LK*{inner}", "sha512-crypt", "Solaris passwd -l: the hash is kept after the mark"),
        (f"*LOCKED*{inner}", "sha512-crypt", "FreeBSD pw lock: the hash is kept after the mark"),
        ("!5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8", "ambiguous-digest", "the length of Django's mark, and a SHA-1"),
    ):
        group.refuse(
            text,
            scheme,
            "unsupported",
            "locked-account",
            "scheme/locked",
            comment=why,
            flags=["LockedAccount"],
            checks=refused_by_crypt(text),
            password="password",
        )


def empty_texts(group):
    group.identify(
        "",
        "no-password",
        "malformed",
        None,
        "hash/empty",
        comment="the empty text",
        flags=["NoPassword"],
        checks=refused_by_php("", ""),
    )
    group.add(
        "normalize",
        {"text": ""},
        "invalid",
        problem="hash/empty",
        comment="the empty text",
        flags=["NoPassword"],
        checks=refused_by_php("", ""),
    )
    for text in (" ", "\n", "\t \r\n", "\ufeff", "\ufeff\n"):
        group.refuse(
            text,
            "no-password",
            "malformed",
            None,
            "hash/empty",
            comment="nothing but white space",
            flags=["NoPassword"],
            checks=refused_by_php(text, ""),
        )


def emulator_and_plain(topic):
    emulator = topic.group(
        "Firebase emulator (its layout)",
        None,
        "https://github.com/firebase/firebase-tools/blob/master/src/emulator/auth/operations.ts",
        "MIT",
        FILE,
    )
    for text in (
        "fakeHash:salt=fakeSaltG9SxCXUH5t5VCMCYDZ7H:password=hunter2",
        "fakeHash:salt=abc:password=",
        "fakeHash:salt=fakeSaltG9SxCXUH5t5VCMCYDZ7H:password=pass:word=x",
        "fakeHash:",
    ):
        legacy(
            emulator,
            text,
            "firebase-emulator",
            "it holds the password itself",
            refused_by_php(text, "hunter2"),
        )
    plain = topic.group("credport", generator=FILE)
    for text in PLAIN:
        legacy(plain, text, "brace-plain-text", "the password itself", refused_by_php(text, "password"))
    for text in FIREBASE_WITHOUT:
        unknown(
            plain,
            text,
            "a password in the clear: no known form of hash",
            refused_by_php(text, text),
            ["PlainText"],
        )


LONG = (
    ("a", 4097, "one character more than is read"),
    ("a", 100000, "100 thousand letters"),
    ("$", 1000000, "a million dollar signs"),
    ("$2b$05$", 10000, "a beginning ten thousand times"),
    (" ", 5000, "nothing but white space, too long"),
    ("{CRYPT}", 10000, "nested wrappings without end"),
    ("=", 1000000, "a million equals signs"),
    ("\u0000", 5000, "NUL five thousand times"),
    ("$argon2id$", 5000, "a name five thousand times"),
    ("a:", 50000, "PHP's arrays without end"),
)
LONG_HASHES = (
    ("a", 4096, "as many letters as are read"),
    ("g", 4095, "letters that are not hexadecimal digits"),
)
ODD = (
    (BCRYPT[:20] + "\x00" + BCRYPT[21:], "a NUL inside bcrypt", "bcrypt"),
    (BCRYPT + "\x00", "a NUL after bcrypt: npm bcrypt takes it", "bcrypt"),
    (BCRYPT + "\x00$2b$05$x", "a NUL and more after bcrypt", "bcrypt"),
    (ARGON2ID + "\x00", "a NUL after argon2", "argon2"),
    (BCRYPT[:40] + "\n" + BCRYPT[40:], "a line end inside bcrypt", "bcrypt"),
    (BCRYPT[:40] + "\x1b[31m" + BCRYPT[45:], "an escape sequence inside bcrypt", "bcrypt"),
    (ARGON2ID[:50] + "\t" + ARGON2ID[51:], "a tab inside argon2", "argon2"),
    (ARGON2ID.replace("m=256", "m=\u0662\u0665\u0666"), "Arabic digits", "argon2"),
    (BCRYPT.replace("$05$", "$\uff10\uff15$"), "full-width digits", "bcrypt"),
    (BCRYPT.replace("C", "\u0421", 1), "a Cyrillic letter that looks like C", "bcrypt"),
    ("\uff042b\uff0405\uff04" + BCRYPT[7:], "full-width dollar signs", "unknown"),
    ("\u0000", "a NUL alone", "unknown"),
    ("\u05d0\u05d1\u05d2", "Hebrew", "unknown"),
    ("\U0001f511", "an emoji", "unknown"),
    ("gr\u00fc\u00dfe", "German", "unknown"),
    (BCRYPT[:59] + "\x7f", "DEL at the end", "bcrypt"),
)
UNKNOWN = (
    ("__proto__", "the name of a prototype"),
    ("constructor", "the name of a constructor"),
    ("toString", "the name of a method"),
    ("{__proto__}abc", "a prototype in braces"),
    ("$__proto__$", "a prototype between dollar signs"),
    ("$constructor$x$y", "a constructor between dollar signs"),
    ("hasOwnProperty$", "a method and a dollar sign"),
    ("__proto__:", "a prototype and a colon"),
    ("valueOf|", "a method and a bar"),
    ("$", "one dollar sign"),
    ("$$", "two dollar signs"),
    ("$$$$$$$$", "eight dollar signs"),
    ("{}", "empty braces"),
    ("{{{{", "open braces"),
    ("}", "a closing brace"),
    ("|", "a bar"),
    (":", "a colon"),
    ("$2", "the beginning of a version"),
    ("%s%s%s%n", "a format string"),
    ("' OR 1=1 --", "an injection in SQL"),
    ("<script>alert(1)</script>", "markup"),
    ("../../etc/passwd", "a path"),
    ("${jndi:ldap://x}", "a lookup"),
    ("=cmd|' /C calc'!A0", "a formula"),
    ("$argon", "half a name"),
    (
        "$unknown$12$o6hx.Wog/wvFSkT/Bp/6DOxCtLRTDj7lm9on9suF/WaCGNVHbkfL6",
        "Kratos' test of an unknown scheme",
    ),
    ("0", "a zero"),
    ("true", "a truth value"),
    ("undefined", "a word of JavaScript"),
    ("[object Object]", "an object turned into text"),
    ("\\x24\\x32", "escapes unread"),
)
INCOMPLETE = (
    ("bcrypt$" * 20 + BCRYPT, "django-bcrypt"),
    ("1|" * 100 + BCRYPT, "nextcloud-bcrypt"),
    (":argon2:" * 30 + ARGON2ID, "mediawiki-argon2"),
)


def hostile():
    topic = Topic(
        "hostile",
        "Text that nobody should find in a column: it must be answered quickly, never with an exception.",
    )
    group = topic.group("credport", generator=FILE)

    def say(text, scheme, problem, comment, flags=("Hostile",), wrapping=None):
        group.refuse(
            text,
            scheme,
            "malformed",
            wrapping,
            problem,
            comment=comment,
            flags=list(flags),
            checks=refusing(written(text)),
        )
    long_texts(say, group)
    odd_code_units(say)
    odd_texts(say, group)
    almost_hashes(group)
    large_and_deep(group)


def long_texts(say, group):
    for text, times, why in LONG:
        say({"repeat": {"text": text, "times": times}}, "unknown", "hash/too-long", why)
    for text, times, why in LONG_HASHES:
        unknown(
            group,
            {"repeat": {"text": text, "times": times}},
            why,
            refused_by_php(text * times, "password"),
            ["Hostile"],
        )


def odd_code_units(say):
    units = lambda text: "".join(f"{ord(character):04x}" for character in text)
    for hexadecimal, why, scheme in (
        ("d800", "a lone high surrogate", "unknown"),
        ("dc00", "a lone low surrogate", "unknown"),
        ("dc00d800", "surrogates in the wrong order", "unknown"),
        (units(BCRYPT[:30]) + "d800" + units(BCRYPT[31:]), "a lone surrogate inside bcrypt", "bcrypt"),
        (units(BCRYPT) + "dfff", "a lone surrogate after bcrypt", "bcrypt"),
        ("ffff", "a noncharacter", "unknown"),
        ("202e" + units(BCRYPT), "right-to-left override in front of bcrypt", "unknown"),
        (units(BCRYPT) + "200f", "a right-to-left mark after bcrypt", "bcrypt"),
    ):
        say({"textUtf16": hexadecimal}, scheme, "hash/illegal-character", why)


def odd_texts(say, group):
    for text, why, scheme in ODD:
        say(text, scheme, "hash/illegal-character", why)
    for text, why in UNKNOWN:
        if text in ("' OR 1=1 --", "$2"):
            continue
        unknown(group, text, why, refused_by_php(text, "password"), ["Hostile"])


def almost_hashes(group):
    group.refuse(
        "' OR 1=1 --",
        "unknown",
        "malformed",
        None,
        "hash/quoted",
        comment="an injection in SQL: it begins with a quotation mark",
        flags=["Hostile"],
        checks=refused_by_php("' OR 1=1 --", "password"),
    )
    group.refuse(
        "$2",
        "bcrypt",
        "malformed",
        None,
        "bcrypt/truncated",
        comment="the beginning of a version",
        flags=["Hostile", "Truncated"],
        checks=refused_by_php("$2", "password"),
    )


def large_and_deep(group):
    for size in (16, 255, 256, 4000):
        text = (
            "$argon2id$v=19$m="
            + "9" * size
            + ",t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
        )
        group.refuse(
            text,
            "argon2",
            "malformed",
            None,
            "argon2/parameter-out-of-range",
            comment=f"a number of {size} digits",
            flags=["Hostile", "Argon2Range"],
            checks=refused_by(text, argon2_verdicts(text)),
        )
    for depth in (2, 3, 50):
        text = "{CRYPT}" * depth + BCRYPT
        conflict(
            group,
            text,
            "ldap-crypt",
            f"{depth} wrappings, one in the other",
            refused_by_php(text, "U*U"),
            is_nested=True,
        )
    for text, wrapping in INCOMPLETE:
        conflict(
            group,
            text,
            wrapping,
            "a wrapping many times over",
            refused_by_php(text, "U*U"),
            is_nested=True,
        )
    for wrapped, wrapping in (
        ("{bcrypt}", "spring-bcrypt"),
        ("{ARGON2ID}", "dovecot-argon2id"),
        ("bcrypt$", "django-bcrypt"),
        ("1|", "nextcloud-bcrypt"),
    ):
        text = wrapped + "a" * 4000
        conflict(
            group, text, wrapping, "four thousand letters after a wrapping", refused_by_php(text, "password")
        )
