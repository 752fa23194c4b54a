"""provider-scrypt (Firebase's modified scrypt): the published hashes in every notation that exports have."""

import base64
import itertools
import json
from pathlib import Path

from shared.hash_suite import Topic
from shared.implementations import (
    STRICT_READER,
    confirmed_argon2,
    confirmed_provider,
    named,
    provider_scrypt,
    read_provider,
    refused_provider,
    standard_base64,
    supertokens_reads,
)

FILE = "hashes/provider_scrypt.py"
DATA = json.loads((Path(__file__).parent / "provider_scrypt.json").read_text())
KEYS = DATA["keys"]
SEPARATOR = "Bw=="
FIREBASE = {
    "name": "firebase/scrypt",
    "url": "https://github.com/firebase/scrypt/tree/main/tests",
    "licence": "BSD-3-Clause",
}
SOURCES = {
    "A": FIREBASE,
    "K2": FIREBASE,
    "K3": FIREBASE,
    "NaCl": {
        "name": "firebase-admin-go",
        "url": "https://github.com/firebase/firebase-admin-go/tree/master/integration/auth",
        "licence": "Apache-2.0",
    },
    "B": {
        "name": "Ory Kratos",
        "url": "https://github.com/ory/kratos/blob/master/hash/hasher_test.go",
        "licence": "Apache-2.0",
    },
    "C": {
        "name": "Supabase Auth",
        "url": "https://github.com/supabase/auth/blob/master/internal/crypto/password_test.go",
        "licence": "MIT",
    },
    "D": {
        "name": "SuperTokens core",
        "url": "https://github.com/supertokens/supertokens-core/blob/master/src/test/java/io/supertokens/test/emailpassword/PasswordHashingTest.java",
        "licence": "Apache-2.0",
    },
}
SPEC = [{"ref": "spec: 2.4", "section": "rule 2"}]


def composed(row, separator=SEPARATOR):
    return f"$f_scrypt${row['passwordHash']}${row['salt']}$m={row['memCost']}$r={row['rounds']}$s={separator}"


def as_hex(read):
    return {name: value.hex() if isinstance(value, bytes) else value for name, value in read.items()}


def row_of(key):
    return next(row for row in DATA["rows"] if row["key"] == key)


def own(password, salt, separator, mem_cost=1, rounds=1, key="A"):
    """A cheap hash by OpenSSL, as parts of an export."""
    made = provider_scrypt(password, salt, separator, base64.b64decode(KEYS[key]), mem_cost, rounds)
    return {
        "key": key,
        "password": password,
        "passwordHash": standard_base64(made),
        "salt": standard_base64(salt),
        "memCost": mem_cost,
        "rounds": rounds,
        "saltSeparator": standard_base64(separator),
    }


def make():
    topic = Topic(
        "provider-scrypt",
        [
            "$f_scrypt$ strings, as the service wants them: standard padded base64, parameters in the order m, r, s.",
            "A password beside a vector verifies with the signer key beside it; the string never carries the key.",
        ],
    )
    published(topic)
    notations(topic)
    orders(topic)
    lengths(topic)
    profiles(topic)
    refused(topic)


def published(topic):
    groups = {}
    for row in DATA["rows"]:
        name = "NaCl" if row["salt"] == "TmFDbA==" else row["key"]
        source = SOURCES[name]
        group = groups.setdefault(source["name"], None) or topic.group(**source, generator=FILE)
        groups[source["name"]] = group
        text = composed(row)
        checks = confirmed_provider(text, row["password"], KEYS[row["key"]])
        comment = f"published hash, m={row['memCost']}, r={row['rounds']}"
        sound(group, text, comment, checks, row["password"])
        build(
            group,
            row["passwordHash"],
            row["salt"],
            row["memCost"],
            row["rounds"],
            SEPARATOR,
            text,
            comment,
            checks,
            row["password"],
        )
        algorithm = "firebase_scrypt"
        checks = confirmed_provider(text, row["password"], KEYS[row["key"]], "supertokens")
        if row["key"] in "ABCD":
            group.accept(
                text,
                "provider-scrypt",
                text,
                comment=f"{comment}, for the core that reads firebase_scrypt",
                flags=["ProviderScrypt"],
                checks=checks,
                password=row["password"],
                context={"service": "supertokens"},
                hashing_algorithm=algorithm,
                identify=False,
            )


def sound(group, text, comment, checks, password=None, flags=("ProviderScrypt",)):
    group.accept(
        text,
        "provider-scrypt",
        text,
        comment=comment,
        flags=flags,
        checks=checks,
        password=password,
        spec=SPEC,
    )
    group.parse(
        "parse-provider-scrypt",
        text,
        as_hex(read_provider(text)),
        comment=comment,
        flags=flags,
        checks=[*checks, STRICT_READER],
    )


def build(
    group,
    stored,
    salt,
    mem_cost,
    rounds,
    separator,
    text,
    comment,
    checks,
    password=None,
    flags=("ProviderScrypt",),
):
    given = {
        "passwordHash": stored,
        "salt": salt,
        "memCost": mem_cost,
        "rounds": rounds,
        "saltSeparator": separator,
    }
    group.add(
        "build-provider-scrypt",
        given,
        "valid",
        output={"text": text},
        comment=comment,
        flags=flags,
        checks=checks,
        password=password,
        spec=SPEC,
    )


def url_safe(text):
    return text.replace("+", "-").replace("/", "_")


def notations(topic):
    group = topic.group("credport", generator=FILE)
    rows = [row_of(key) for key in "ABD"] + [
        own("p\u00e4ssword", b"\xfb\xef\xbe\xff", b"\xff\xfe", 2, 1),
        own("password", b"\xff\xff\xfe", b"\x07", 1, 2),
    ]
    for row in rows:
        separator = row.get("saltSeparator", SEPARATOR)
        canonical = composed(row, separator)
        checks = confirmed_provider(canonical, row["password"], KEYS[row["key"]])
        seen = {canonical}
        for change_hash, change_salt, change_separator in itertools.product(
            ("", "u", "n", "un"), ("", "u", "n", "un"), ("", "u", "n", "un")
        ):
            fields = [
                noted(row["passwordHash"], change_hash),
                noted(row["salt"], change_salt),
                noted(separator, change_separator),
            ]
            text = f"$f_scrypt${fields[0][0]}${fields[1][0]}$m={row['memCost']}$r={row['rounds']}$s={fields[2][0]}"
            # Every field alone, and all of them alike: 64 mixtures of each row would prove no more.
            kinds = {change_hash, change_salt, change_separator} - {""}
            if (
                text in seen
                or len(kinds) != 1
                or [change_hash, change_salt, change_separator].count("") not in (0, 2)
            ):
                continue
            seen.add(text)
            add_notation(group, row, canonical, text, fields, (change_hash, change_salt, change_separator), checks)


def add_notation(group, row, canonical, text, fields, hows, checks):
    """One mixture: what normalize makes of it, and that the parser refuses it and the builder takes its parts."""
    changes = [kind for field in fields for kind in field[1]]
    comment = "; ".join(
        f"{name} {'URL-safe' if 'u' in how else ''}{' and ' if how == 'un' else ''}{'unpadded' if 'n' in how else ''}"
        for name, how in zip(("hash", "salt", "separator"), hows)
        if how
    )
    flags = ["Base64Alphabet"] if changes[0] == "alphabet-converted" else ["Base64Padding"]
    group.accept(
        text,
        "provider-scrypt",
        canonical,
        comment=comment,
        flags=flags,
        checks=checks,
        password=row["password"],
        changes=changes,
    )
    code = (
        "provider-scrypt/base64-form"
        if changes[0] == "alphabet-converted"
        else "provider-scrypt/base64-form"
    )
    group.parse_refused(
        "parse-provider-scrypt",
        text,
        code,
        comment=comment,
        flags=flags,
        checks=refused_provider(text),
    )
    build(
        group,
        fields[0][0],
        fields[1][0],
        row["memCost"],
        row["rounds"],
        fields[2][0],
        canonical,
        comment,
        checks,
        row["password"],
        flags,
    )


def noted(text, how):
    """A field in another notation, and what brings it back."""
    other = url_safe(text) if "u" in how else text
    changes = ["alphabet-converted"] if other != text else []
    if "n" in how and text.endswith("="):
        other = other.rstrip("=")
        changes.append("padding-added")
    return other, changes


def orders(topic):
    group = topic.group("credport", generator=FILE)
    for row in (row_of("A"), row_of("C"), own("password", b"salt", b"", 1, 1)):
        separator = row.get("saltSeparator", SEPARATOR)
        canonical = composed(row, separator)
        checks = confirmed_provider(canonical, row["password"], KEYS[row["key"]])
        parameters = [f"m={row['memCost']}", f"r={row['rounds']}", f"s={separator}"]
        for order in itertools.permutations(parameters):
            if list(order) == parameters:
                continue
            text = f"$f_scrypt${row['passwordHash']}${row['salt']}${'$'.join(order)}"
            comment = (
                "parameters in the order "
                + ", ".join(part[0] for part in order)
                + ("" if separator else "; the separator is empty")
            )
            if separator:
                assert supertokens_reads(text)[2:] == (row["memCost"], row["rounds"], separator)
            group.accept(
                text,
                "provider-scrypt",
                canonical,
                comment=comment,
                flags=["ProviderScryptOrder"],
                checks=checks,
                password=row["password"],
                changes=["parameters-reordered"],
            )
            first = next(part for part, right in zip(order, parameters) if part != right)
            group.parse_refused(
                "parse-provider-scrypt",
                text,
                "provider-scrypt/parameter-order",
                text.index("$" + first, 110 if len(text) > 140 else 90) + 1,
                comment=comment,
                flags=["ProviderScryptOrder"],
                checks=refused_provider(text),
            )


LONG_PARTS = (
    (b"s", b"\x07", "a salt of one byte"),
    (bytes(64), b"\x07", "a salt of 64 zero bytes"),
    (b"salt", b"", "an empty separator"),
    (b"salt", b"separator", "a long separator"),
    (b"salt", b"\x00\x0b", "a separator whose text is AAs="),
    (b"", b"", None),
)
LONG_PASSWORDS = (
    ("gr\u00fc\u00dfe", "German"),
    ("\U0001f511", "emoji"),
    ("", "empty"),
    ("x" * 200, "200 characters"),
    (b"a\x00b", "NUL inside"),
    (b"\xff\xfe", "not UTF-8"),
)


def lengths(topic):
    group = topic.group("credport", generator=FILE)
    lengths_of_salts(group)
    costs(group)
    parts_by_length(group)


def lengths_of_salts(group):
    for size in (1, 2, 9, 32, 48, 63, 65, 66, 128):
        stored = standard_base64(bytes(range(size)))
        text = f"$f_scrypt${stored}$c2FsdA==$m=14$r=8$s=Bw=="
        comment = f"a hash of {size} bytes: a sound string, but no signer key has that length"
        flags = ["ProviderScryptHashLength"]
        group.refuse(
            text,
            "provider-scrypt",
            "malformed",
            None,
            "provider-scrypt/hash-length",
            comment=comment,
            flags=flags,
            checks=[STRICT_READER],
        )
        group.parse(
            "parse-provider-scrypt",
            text,
            as_hex(read_provider(text)),
            comment=comment,
            flags=flags,
            checks=[STRICT_READER],
        )
        build(group, stored, "c2FsdA==", 14, 8, "Bw==", text, comment, [STRICT_READER], None, flags)


def costs(group):
    row = own("password", b"NaCl", b"\x07")
    for mem_cost, rounds in ((1, 1), (2, 3), (3, 2), (1, 100)):
        made = own("password", b"NaCl", b"\x07", mem_cost, rounds)
        text = composed(made, made["saltSeparator"])
        sound(
            group,
            text,
            f"m={mem_cost}, r={rounds}",
            confirmed_provider(text, "password", KEYS["A"]),
            "password",
        )
    for mem_cost, rounds in ((30, 8), (14, 1073741823), (30, 1073741823), (15, 8), (20, 16)):
        text = f"$f_scrypt${row['passwordHash']}${row['salt']}$m={mem_cost}$r={rounds}$s=Bw=="
        sound(
            group,
            text,
            f"m={mem_cost}, r={rounds}: in range, whatever it costs",
            [STRICT_READER],
            None,
            ["ProviderScryptParameter"],
        )
        build(
            group,
            row["passwordHash"],
            row["salt"],
            mem_cost,
            rounds,
            "Bw==",
            text,
            f"m={mem_cost}, r={rounds}",
            [STRICT_READER],
            None,
            ["ProviderScryptParameter"],
        )


def parts_by_length(group):
    for salt, separator, why in LONG_PARTS:
        if why is None:
            continue
        made = own("password", salt, separator)
        text = composed(made, made["saltSeparator"])
        sound(group, text, why, confirmed_provider(text, "password", KEYS["A"]), "password")
        build(
            group,
            made["passwordHash"],
            made["salt"],
            1,
            1,
            made["saltSeparator"],
            text,
            why,
            [STRICT_READER],
            "password",
        )
    for password, name in LONG_PASSWORDS:
        made = own(password, b"NaCl", b"\x07")
        text = composed(made, made["saltSeparator"])
        sound(group, text, f"password: {name}", confirmed_provider(text, password, KEYS["A"]), password)


def splits(salt, separator):
    """Every way to share the bytes that the core reads whole: it decodes both parts and joins them."""
    joined = salt + separator
    found = []
    for size in range(len(joined) - 1, 0, -1):
        if not standard_base64(joined[size:]).endswith("s="):
            found.append((joined[:size], joined[size:]))
    return found


SEPARATORS = (
    (b"NaCl", b"", "an empty separator is refused by the core: a byte of the salt goes over"),
    (b"eightbyt", b"", "an empty separator after a longer salt"),
    (b"ab", b"", "an empty separator after two bytes of salt"),
    (b"NaCl", b"\x00\x0b", "AAs= is cut to AA by the core"),
    (b"eightbyt", b"sep\x00\x0b", "a long separator that ends in s="),
    (b"\x0b", b"\x00\x0b", "one byte of salt: a byte of the separator goes over"),
    (b"NaCl", b"\xff\xfb", "//s= is cut to //"),
    (b"Na\x00\x0b", b"", "an empty separator, and a salt whose last two bytes make s="),
)
WHOLE_SEPARATORS = (
    (b"NaCl", b"\x0b"),
    (b"NaCl", b"\x00\x0c"),
    (b"NaCl", b"abc"),
    (b"NaCl\x00\x0b", b"\x07"),
)
LENGTHS = (
    (105, 1, 1, True),
    (105, 10, 10, True),
    (105, 10, 100, False),
    (106, 1, 1, False),
    (300, 1, 1, False),
)


def profiles(topic):
    group = topic.group(
        "SuperTokens core (its parser, transcribed)",
        "12.1.1",
        "https://github.com/supertokens/supertokens-core/blob/master/src/main/java/io/supertokens/emailpassword/ParsedFirebaseSCryptResponse.java",
        "Apache-2.0",
        FILE,
    )
    context = {"service": "supertokens"}
    separators_of_the_core(group, context)
    parts_that_move(group, context)
    separators_that_stay(group, context)
    lengths_of_the_core(topic, context)


def separators_of_the_core(group, context):
    for salt, separator, why in SEPARATORS:
        row = own("password", salt, separator)
        text = composed(row, row["saltSeparator"])
        read = supertokens_reads(text)
        assert read is None or read[4] != row["saltSeparator"]
        outputs = []
        for moved_salt, moved_separator in splits(salt, separator):
            moved = f"$f_scrypt${row['passwordHash']}${standard_base64(moved_salt)}$m=1$r=1$s={standard_base64(moved_separator)}"
            confirmed_provider(moved, "password", KEYS["A"], "supertokens")
            outputs.append(
                {
                    "scheme": "provider-scrypt",
                    "passwordHash": moved,
                    "hashingAlgorithm": "firebase_scrypt",
                    "changes": ["separator-moved"],
                }
            )
        checks = confirmed_provider(text, "password", KEYS["A"])
        shared = {
            "comment": why,
            "flags": ["SeparatorUnreadable"],
            "checks": checks,
            "password": "password",
            "spec": SPEC,
        }
        if len(outputs) == 1:
            group.add("normalize", {"text": text} | context, "valid", output=outputs[0], **shared)
        else:
            group.add("normalize", {"text": text} | context, "acceptable", outputs=outputs, **shared)


def parts_that_move(group, context):
    row = own("password", b"s", b"")
    text = composed(row, "")
    moved = f"$f_scrypt${row['passwordHash']}$$m=1$r=1$s={row['salt']}"
    confirmed_provider(moved, "password", KEYS["A"], "supertokens")
    group.add(
        "normalize",
        {"text": text} | context,
        "acceptable",
        problem="service/separator-unsupported",
        outputs=[
            {
                "scheme": "provider-scrypt",
                "passwordHash": moved,
                "hashingAlgorithm": "firebase_scrypt",
                "changes": ["separator-moved"],
            }
        ],
        comment="one byte in all: only an empty salt would leave a separator, which the core takes and the interface does not speak of",
        flags=["SeparatorUnreadable"],
        checks=confirmed_provider(text, "password", KEYS["A"]),
        password="password",
    )


def separators_that_stay(group, context):
    for salt, separator in WHOLE_SEPARATORS:
        row = own("password", salt, separator)
        text = composed(row, row["saltSeparator"])
        checks = confirmed_provider(text, "password", KEYS["A"], "supertokens")
        group.accept(
            text,
            "provider-scrypt",
            text,
            comment=f"a separator that the core reads whole: {row['saltSeparator']}",
            flags=["ProviderScrypt"],
            checks=checks,
            password="password",
            context=context,
            hashing_algorithm="firebase_scrypt",
            identify=False,
        )


def lengths_of_the_core(topic, context):
    limit = topic.group("credport", generator=FILE)
    for salt_size, mem_cost, rounds, fits in LENGTHS:
        row = own("password", bytes(index % 251 for index in range(salt_size)), b"\x07", mem_cost, rounds)
        text = composed(row, row["saltSeparator"])
        assert (len(text) <= 256) == fits, len(text)
        checks = confirmed_provider(text, "password", KEYS["A"])
        sound(limit, text, f"{len(text)} characters", checks, "password")
        length_case(limit, text, "provider-scrypt", fits, checks)
    from argon2.low_level import Type, hash_secret

    for salt_size, digest_size, fits in ((43, 127, True), (43, 128, False), (8, 256, False)):
        text = hash_secret(b"password", bytes(range(salt_size)), 1, 8, 1, digest_size, Type.ID).decode()
        assert (len(text) <= 256) == fits, len(text)
        checks = confirmed_argon2(text, "password")
        limit.accept(
            text,
            "argon2",
            text,
            comment=f"argon2 of {len(text)} characters",
            flags=["ServiceLimit"],
            checks=checks,
            password="password",
        )
        length_case(limit, text, "argon2", fits, checks)
    bcrypt = "$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"
    limit.accept(
        bcrypt,
        "bcrypt",
        bcrypt,
        comment="bcrypt for the core",
        flags=["Canonical"],
        checks=[named("libxcrypt")],
        password="U*U",
        context=context,
        identify=False,
    )


def length_case(group, text, scheme, fits, checks):
    comment = f"{len(text)} characters; the core's column holds 256"
    shared = {
        "comment": comment,
        "flags": ["ServiceLimit"],
        "checks": checks,
        "context": {"service": "supertokens"},
        "password": "password",
        "identify": False,
    }
    if fits:
        group.accept(text, scheme, text, hashing_algorithm="firebase_scrypt", **shared)
    else:
        group.refuse(text, scheme, None, None, "service/hash-too-long", **shared)


MISSING_PARAMETERS = (
    ("$m=14$r=8", "s"),
    ("$m=14$s=Bw==", "r"),
    ("$r=8$s=Bw==", "m"),
    ("$m=14", "r"),
    ("$s=Bw==", "m"),
)
DOUBLE_PARAMETERS = (
    ("$m=14$m=14$s=Bw==", "m"),
    ("$m=14$r=8$r=8", "r"),
    ("$s=Bw==$s=Bw==$m=14", "s"),
)
BAD_NUMBERS = (
    ("$x=1$r=8$s=Bw==", "x instead of m"),
    ("$m=14$r=8$p=1", "p instead of s"),
    ("$n=14$r=8$s=Bw==", "n instead of m"),
    ("$M=14$R=8$S=Bw==", "capital letters"),
    ("$m14$r=8$s=Bw==", "no equals sign"),
    ("$14$8$Bw==", "values without names"),
    ("$m=14$rounds=8$s=Bw==", "a longer name"),
)
OTHER_PARAMETERS = (
    ("$m=014$r=8$s=Bw==", "a leading zero"),
    ("$m=+14$r=8$s=Bw==", "a plus sign"),
    ("$m=-14$r=8$s=Bw==", "a minus sign"),
    ("$m=$r=8$s=Bw==", "no digit"),
    ("$m=14$r=08$s=Bw==", "a leading zero in r"),
    ("$m=14$r=8.0$s=Bw==", "a decimal point"),
    ("$m=0xe$r=8$s=Bw==", "hexadecimal"),
    ("$m=14$r= 8$s=Bw==", "a space"),
    ("$m=14$r=$s=Bw==", "no digit in r"),
)
BAD_ENDS = (
    ("$", "a dollar sign"),
    ("$x", "another part"),
    ("$p=1", "a fourth parameter"),
    ("$" + KEYS["A"], "the signer key"),
)


def refused(topic):
    group = topic.group("credport", generator=FILE)
    row = row_of("A")
    stored, salt = row["passwordHash"], row["salt"]
    good = composed(row)
    tail = "$m=14$r=8$s=Bw=="

    def case(text, code, comment, flag, offset=None):
        checks = refused_provider(text)
        group.refuse(
            text,
            "provider-scrypt",
            "malformed",
            None,
            f"provider-scrypt/{code}",
            comment=comment,
            flags=[flag],
            checks=checks,
        )
        group.parse_refused(
            "parse-provider-scrypt",
            text,
            f"provider-scrypt/{code}",
            offset,
            comment=comment,
            flags=[flag],
            checks=checks,
        )
    missing_parts(case, stored, salt, tail)
    wrong_parameters(case, stored, salt)
    wrong_ends(case, good, stored, salt, tail)
    mixed = wrong_base64(stored, case, salt, tail)
    wrong_lengths(case, stored, salt, tail)
    wrong_surroundings(good, stored, group)
    refused_by_the_builder(stored, salt, mixed, group)


def missing_parts(case, stored, salt, tail):
    case("$f_scrypt$", "truncated", "the name alone", "Truncated")
    case(f"$f_scrypt${stored}", "truncated", "no salt", "Truncated")
    case(f"$f_scrypt${stored}${salt}", "truncated", "no parameters", "Truncated")
    case(
        f"$f_scrypt${stored}${salt}$",
        "parameter-missing",
        "nothing after the dollar sign",
        "ProviderScryptParameter",
    )
    case(f"$f_scrypt$${salt}{tail}", "part-missing", "an empty hash", "ProviderScryptParameter", 10)
    case(
        f"$f_scrypt${stored}${tail}",
        "part-missing",
        "an empty salt",
        "ProviderScryptParameter",
        11 + len(stored),
    )


def wrong_parameters(case, stored, salt):
    for parameters, missing in MISSING_PARAMETERS:
        case(
            f"$f_scrypt${stored}${salt}{parameters}",
            "parameter-missing",
            f"{missing} is missing",
            "ProviderScryptParameter",
        )
    for parameters, which in DOUBLE_PARAMETERS:
        case(
            f"$f_scrypt${stored}${salt}{parameters}",
            "malformed",
            f"{which} twice",
            "ProviderScryptParameter",
        )
    for parameters, why in BAD_NUMBERS:
        case(f"$f_scrypt${stored}${salt}{parameters}", "malformed", why, "ProviderScryptParameter")
    for parameters, why in OTHER_PARAMETERS:
        case(f"$f_scrypt${stored}${salt}{parameters}", "malformed", why, "ProviderScryptParameter")
    for value in ("0", "31", "32", "64", "16384", "2147483648"):
        case(
            f"$f_scrypt${stored}${salt}$m={value}$r=8$s=Bw==",
            "parameter-out-of-range",
            f"m={value}" + (": N itself instead of its logarithm" if value == "16384" else ""),
            "ProviderScryptParameter",
        )
    for value in ("0", "1073741824", "4294967296"):
        case(
            f"$f_scrypt${stored}${salt}$m=14$r={value}$s=Bw==",
            "parameter-out-of-range",
            f"r={value}",
            "ProviderScryptParameter",
        )


def wrong_ends(case, good, stored, salt, tail):
    for tail_text, why in BAD_ENDS:
        case(
            good + tail_text,
            "malformed",
            f"after the parameters: {why}",
            "TrailingCharacters",
            len(good),
        )
    for at, character in ((12, "!"), (20, "."), (30, "*"), (15, " "), (60, ",")):
        case(
            good[:at] + character + good[at + 1 :],
            "malformed",
            f"{character!r} in the hash",
            "IllegalCharacter",
            at,
        )
    case(
        f"$f_scrypt${stored}${salt[:3]}!{salt[4:]}{tail}",
        "malformed",
        "! in the salt",
        "IllegalCharacter",
        11 + len(stored) + 3,
    )
    case(
        f"$f_scrypt${stored}${salt}$m=14$r=8$s=\\x07",
        "malformed",
        "an escape instead of base64 in the separator",
        "IllegalCharacter",
    )


def wrong_base64(stored, case, salt, tail):
    mixed = stored.replace("/", "_", 1)
    assert "/" in mixed or "+" in mixed
    case(
        f"$f_scrypt${mixed}${salt}{tail}",
        "base64-form",
        "a mix of both alphabets in the hash",
        "Base64Alphabet",
    )
    case(
        f"$f_scrypt${stored}$42xEC+i-f3L2lw=={tail}",
        "base64-form",
        "a mix of both alphabets in the salt",
        "Base64Alphabet",
    )
    case(
        f"$f_scrypt${stored[:-1]}${salt}{tail}", "base64-form", "one = of two in the hash", "Base64Padding"
    )
    case(f"$f_scrypt${stored}=${salt}{tail}", "base64-form", "three = after the hash", "Base64Padding")
    case(f"$f_scrypt${stored}${salt}={tail}", "base64-form", "three = after the salt", "Base64Padding")
    case(
        f"$f_scrypt${stored}${salt}$m=14$r=8$s=Bw=",
        "base64-form",
        "one = of two in the separator",
        "Base64Padding",
    )
    case(f"$f_scrypt${stored}$====${tail[1:]}", "base64-form", "a salt of padding only", "Base64Padding")
    return mixed


def wrong_lengths(case, stored, salt, tail):
    case(
        f"$f_scrypt${stored[:40]}={stored[41:]}${salt}{tail}",
        "base64-form",
        "an = inside the hash",
        "Base64Padding",
    )
    case(
        f"$f_scrypt${stored[:-3]}${salt}{tail}",
        "truncated",
        "a character of the hash is missing",
        "Base64Length",
    )
    case(
        f"$f_scrypt${stored}${salt[:-3]}{tail}",
        "truncated",
        "a character of the salt is missing",
        "Base64Length",
    )
    case(
        f"$f_scrypt${stored}${salt}$m=14$r=8$s=B",
        "truncated",
        "a separator of one character",
        "Base64Length",
    )
    case(
        f"$f_scrypt${stored[:-3]}R==${salt}{tail}",
        "truncated",
        "unused bits of the hash are set",
        "Base64PaddingBits",
    )
    case(
        f"$f_scrypt${stored}${salt[:-3]}x=={tail}",
        "truncated",
        "unused bits of the salt are set",
        "Base64PaddingBits",
    )
    case(
        f"$f_scrypt${stored}${salt}$m=14$r=8$s=Bx==",
        "truncated",
        "unused bits of the separator are set",
        "Base64PaddingBits",
    )


def wrong_surroundings(good, stored, group):
    for text, comment, flag in (
        (good + "\0x", "a NUL after the separator, and a letter", "TrailingCharacters"),
        (good.replace("$m=14", "$m=\u0661\u0664"), "m in Arabic digits", "ProviderScryptParameter"),
        (good.replace("$r=8", "$r=\uff18"), "r in a digit of full width", "ProviderScryptParameter"),
        (good.replace("$m=", "$$m="), "two dollar signs before the parameters", "ProviderScryptParameter"),
        (good.replace("$r=", "$$r="), "two dollar signs before r", "ProviderScryptParameter"),
    ):
        group.parse_refused(
            "parse-provider-scrypt", text, "provider-scrypt/malformed", None, comment=comment, flags=[flag], checks=refused_provider(text)
        )
    for text, code, comment in (
        ("", "hash/empty", "the empty text"),
        (f" {good}", "hash/surrounding-characters", "a space in front: the strict reader does not trim"),
        (good + "\n", "hash/surrounding-characters", "a line end at the end"),
        (f'"{good}"', "hash/surrounding-characters", "quotation marks around"),
        ("f_scrypt$" + good[10:], "provider-scrypt/not-provider-scrypt", "without its first dollar sign"),
        ("$F_SCRYPT$" + good[10:], "provider-scrypt/not-provider-scrypt", "capital letters"),
        ("$scrypt$" + good[10:], "provider-scrypt/not-provider-scrypt", "another name"),
        (
            "$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
            "provider-scrypt/not-provider-scrypt",
            "bcrypt",
        ),
        (stored, "provider-scrypt/not-provider-scrypt", "the hash of an export alone"),
    ):
        flag = (
            "SurroundingCharacters"
            if "surrounding" in code
            else "Unrecognised" if code == "hash/empty" else "OtherScheme"
        )
        group.parse_refused(
            "parse-provider-scrypt",
            text,
            code,
            None,
            comment=comment,
            flags=[flag],
            checks=refused_provider(text),
        )


def bad_parts(mixed, salt, stored):
    return (
        ({"passwordHash": ""}, "part-missing", "an empty hash", "ProviderScryptParameter"),
        ({"salt": ""}, "part-missing", "an empty salt", "ProviderScryptParameter"),
        ({"memCost": 0}, "parameter-out-of-range", "m 0", "ProviderScryptParameter"),
        ({"memCost": 31}, "parameter-out-of-range", "m 31", "ProviderScryptParameter"),
        (
            {"memCost": 16384},
            "parameter-out-of-range",
            "N itself instead of its logarithm",
            "ProviderScryptParameter",
        ),
        ({"memCost": -1}, "parameter-out-of-range", "m -1", "ProviderScryptParameter"),
        ({"memCost": 14.5}, "parameter-out-of-range", "m 14.5", "ProviderScryptParameter"),
        ({"rounds": 0}, "parameter-out-of-range", "r 0", "ProviderScryptParameter"),
        ({"rounds": -8}, "parameter-out-of-range", "r -8", "ProviderScryptParameter"),
        ({"rounds": 1073741824}, "parameter-out-of-range", "r 2^30", "ProviderScryptParameter"),
        ({"rounds": 8.5}, "parameter-out-of-range", "r 8.5", "ProviderScryptParameter"),
        ({"passwordHash": mixed}, "base64-form", "a mix of both alphabets in the hash", "Base64Alphabet"),
        ({"salt": "42xEC+i-f3L2lw=="}, "base64-form", "a mix of both alphabets in the salt", "Base64Alphabet"),
        ({"passwordHash": stored[:-1]}, "base64-form", "one = of two in the hash", "Base64Padding"),
        ({"salt": salt + "="}, "base64-form", "three = after the salt", "Base64Padding"),
        ({"passwordHash": f"{stored[:40]}={stored[41:]}"}, "base64-form", "an = inside the hash", "Base64Padding"),
        ({"salt": "TmFD=TmFD"}, "base64-form", "an = inside the salt", "Base64Padding"),
        ({"saltSeparator": "TmFD=TmFD"}, "base64-form", "an = inside the separator", "Base64Padding"),
        ({"saltSeparator": "Bw="}, "base64-form", "one = of two in the separator", "Base64Padding"),
        ({"saltSeparator": "="}, "base64-form", "a separator of padding only", "Base64Padding"),
        ({"passwordHash": stored[:-3]}, "truncated", "a character of the hash is missing", "Base64Length"),
        ({"salt": "A"}, "truncated", "a salt of one character", "Base64Length"),
        ({"saltSeparator": "B"}, "truncated", "a separator of one character", "Base64Length"),
        ({"salt": "42xEC+ixf3L2lx=="}, "truncated", "unused bits of the salt are set", "Base64PaddingBits"),
        ({"saltSeparator": "Bx=="}, "truncated", "unused bits of the separator are set", "Base64PaddingBits"),
        ({"passwordHash": stored[:-3] + "R=="}, "truncated", "unused bits of the hash are set", "Base64PaddingBits"),
        ({"salt": "42x EC+ixf3L2lw=="}, "malformed", "a space in the salt", "IllegalCharacter"),
        ({"salt": "TmFD\n"}, "malformed", "a line end after the salt", "IllegalCharacter"),
        ({"passwordHash": "$" + stored}, "malformed", "a dollar sign in the hash", "IllegalCharacter"),
        (
            {"saltSeparator": "\u0007"},
            "malformed",
            "the separator's byte itself instead of its base64",
            "IllegalCharacter",
        ),
        (
            {"passwordHash": "fakeHash:salt=x:password=y"},
            "malformed",
            "the emulator's fake hash",
            "IllegalCharacter",
        ),
    )


def refused_by_the_builder(stored, salt, mixed, group):
    parts = {"passwordHash": stored, "salt": salt, "memCost": 14, "rounds": 8, "saltSeparator": SEPARATOR}
    for change, code, comment, flag in bad_parts(mixed, salt, stored):
        given = parts | change
        text = f"$f_scrypt${given['passwordHash']}${given['salt']}$m={given['memCost']}$r={given['rounds']}$s={given['saltSeparator']}"
        group.add(
            "build-provider-scrypt",
            given,
            "invalid",
            problem=f"provider-scrypt/{code}",
            comment=comment,
            flags=[flag],
            checks=refused_provider(text),
        )
