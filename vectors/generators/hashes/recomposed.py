"""Recomposed and encoded forms, and what only the source tells."""

import base64
import hashlib

from shared.catalogue_rows import legacy, stripped, unknown
from shared.hash_suite import Topic
from shared.implementations import (
    STRICT_READER,
    confirmed_argon2,
    confirmed_bcrypt,
    confirmed_passlib,
    confirmed_provider,
    crypt_hash,
    named,
    php,
    php_verify,
    read_provider,
    refused_by_php,
)
from hashes.provider_scrypt import KEYS, SOURCES, composed, own, row_of, url_safe

FILE = "hashes/recomposed.py"
BCRYPT = "$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"
ARGON2ID = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"


def make():
    recomposed()
    encoded()
    sources()


def kratos(row, separator="Bw==", key=None):
    return f"$firescrypt$ln={row['memCost']},r={row['rounds']},p=1${row['salt']}${row['passwordHash']}${separator}${key or KEYS[row['key']]}"


def supabase(row, separator="Bw==", key=None):
    return f"$fbscrypt$v=1,n={row['memCost']},r={row['rounds']},p=1,ss={separator},sk={key or KEYS[row['key']]}${row['salt']}${row['passwordHash']}"


def clerk(row, separator="Bw==", key=None):
    return f"{row['passwordHash']}${row['salt']}${key or KEYS[row['key']]}${separator}${row['rounds']}${row['memCost']}"


FORMS = (
    (kratos, "kratos-firescrypt", "Kratos"),
    (supabase, "supabase-fbscrypt", "Supabase"),
    (clerk, "clerk-scrypt-firebase", "Clerk"),
)


def recomposed():
    topic = Topic(
        "recomposed",
        [
            "Firebase hashes as Ory Kratos, Supabase and Clerk keep them: every part of provider-scrypt in another order.",
            "The signer key inside is handed back beside the string and is never in it.",
        ],
    )
    own_rows = published_parts(topic)
    row = other_forms(own_rows)
    refused_parts(own_rows, row)


def published_parts(topic):
    for key in ("B", "C"):
        group = topic.group(**SOURCES[key], generator=FILE)
        for form, wrapping, name in FORMS:
            if (key, name) in (("B", "Kratos"), ("C", "Supabase")):
                taken(group, form, wrapping, row_of(key), f"{name}'s published test hash")
    own_rows = topic.group("credport", generator=FILE)
    for key in "ABCD":
        for form, wrapping, name in FORMS:
            if (key, name) not in (("B", "Kratos"), ("C", "Supabase")):
                taken(own_rows, form, wrapping, row_of(key), f"a published hash in {name}'s layout")
    return own_rows


def other_forms(own_rows):
    url_safe_forms(own_rows)
    return forms_without_the_key(own_rows)


def url_safe_forms(own_rows):
    cheap = own("password", b"NaCl", b"\xff\xfe", 2, 3)
    for form, wrapping, name in FORMS:
        separator = cheap["saltSeparator"]
        taken(own_rows, form, wrapping, cheap, f"another separator in {name}'s layout", separator)
        loose = cheap | {"passwordHash": url_safe(cheap["passwordHash"]), "salt": url_safe(cheap["salt"])}
        text = form(loose, separator)
        canonical = composed(cheap, separator)
        changes = ["recomposed"] + ["alphabet-converted"] * (
            (loose["passwordHash"] != cheap["passwordHash"]) + (loose["salt"] != cheap["salt"])
        )
        own_rows.accept(
            text,
            "provider-scrypt",
            canonical,
            wrapping=wrapping,
            changes=changes,
            signer_key=KEYS["A"],
            comment=f"{name}'s layout with URL-safe base64",
            flags=["RecomposedParts", "Base64Alphabet"],
            checks=confirmed_provider(canonical, "password", KEYS["A"]),
            password="password",
        )
        loose = cheap | {"passwordHash": cheap["passwordHash"].rstrip("="), "salt": cheap["salt"].rstrip("=")}
        own_rows.accept(
            form(loose, separator),
            "provider-scrypt",
            canonical,
            wrapping=wrapping,
            changes=["recomposed", "padding-added", "padding-added"],
            signer_key=KEYS["A"],
            comment=f"{name}'s layout without padding",
            flags=["RecomposedParts", "Base64Padding"],
            checks=confirmed_provider(canonical, "password", KEYS["A"]),
            password="password",
        )


def forms_without_the_key(own_rows):
    row = row_of("B")
    canonical = composed(row)
    for text, wrapping in ((supabase(row).replace(f",sk={KEYS['B']}", ""), "supabase-fbscrypt"),):
        own_rows.accept(
            text,
            "provider-scrypt",
            canonical,
            wrapping=wrapping,
            changes=["recomposed"],
            comment="without the signer key, which the string does not need",
            flags=["RecomposedParts"],
            checks=confirmed_provider(canonical, row["password"], KEYS["B"]),
            password=row["password"],
        )
    for form, wrapping, name in FORMS[:1] + FORMS[1:2]:
        text = form(row)
        own_rows.accept(
            text,
            "provider-scrypt",
            canonical,
            wrapping=wrapping,
            changes=["recomposed"],
            signer_key=KEYS["B"],
            hashing_algorithm="firebase_scrypt",
            context={"service": "supertokens"},
            identify=False,
            comment=f"{name}'s layout for the core that reads firebase_scrypt",
            flags=["RecomposedParts"],
            checks=confirmed_provider(canonical, row["password"], KEYS["B"], "supertokens"),
            password=row["password"],
        )
    return row


def refused_parts(own_rows, row):
    def no(text, wrapping, code, comment, flag="RecomposedParts"):
        checks = [STRICT_READER]
        try:
            read_provider(text)
            raise AssertionError(text)
        except ValueError:
            pass
        own_rows.refuse(
            text, "provider-scrypt", "malformed", wrapping, code, comment=comment, flags=[flag], checks=checks
        )
    wrong_parameters(no, row)
    wrong_texts(row, no)


def bad_texts(row):
    return (
        ("$firescrypt$", "kratos-firescrypt", "the name alone"),
        ("$fbscrypt$", "supabase-fbscrypt", "the name alone"),
        (kratos(row).rsplit("$", 1)[0], "kratos-firescrypt", "no signer key"),
        (supabase(row).rsplit("$", 1)[0], "supabase-fbscrypt", "no hash"),
        (kratos(row | {"salt": ""}), "kratos-firescrypt", "an empty salt"),
        (kratos(row | {"passwordHash": ""}), "kratos-firescrypt", "an empty hash"),
        (supabase(row | {"passwordHash": ""}), "supabase-fbscrypt", "an empty hash"),
        (supabase(row | {"salt": ""}), "supabase-fbscrypt", "an empty salt"),
        (kratos(row).replace("ln=14,", ""), "kratos-firescrypt", "no ln"),
        (supabase(row).replace("n=14,", ""), "supabase-fbscrypt", "no n"),
        (kratos(row).replace("ln=14", "ln=abc"), "kratos-firescrypt", "ln is not a number"),
    )


def wrong_parameters(no, row):
    no(kratos(row).replace("p=1", "p=2"), "kratos-firescrypt", "wrapping/parameter-unsupported", "p is 2")
    no(supabase(row).replace("p=1", "p=2"), "supabase-fbscrypt", "wrapping/parameter-unsupported", "p is 2")
    no(supabase(row).replace("v=1", "v=2"), "supabase-fbscrypt", "wrapping/parameter-unsupported", "v is 2")


def wrong_texts(row, no):
    for text, wrapping, why in bad_texts(row):
        no(text, wrapping, "wrapping/incomplete", why, "Truncated")
    no(
        kratos(row | {"memCost": 16384}),
        "kratos-firescrypt",
        "provider-scrypt/parameter-out-of-range",
        "N itself instead of its logarithm",
        "ProviderScryptParameter",
    )
    no(
        supabase(row | {"rounds": 0}),
        "supabase-fbscrypt",
        "provider-scrypt/parameter-out-of-range",
        "r is 0",
        "ProviderScryptParameter",
    )
    no(
        kratos(row | {"passwordHash": row["passwordHash"][:-3]}),
        "kratos-firescrypt",
        "provider-scrypt/truncated",
        "a character of the hash is missing",
        "Base64Length",
    )
    no(
        supabase(row | {"passwordHash": "ZGlmZmVyZW50aGFzaA=="}),
        "supabase-fbscrypt",
        "provider-scrypt/hash-length",
        "Supabase's test of an incorrect hash: 13 bytes",
        "ProviderScryptHashLength",
    )
    no(
        supabase(row | {"passwordHash": row["passwordHash"][:-3] + "R=="}),
        "supabase-fbscrypt",
        "provider-scrypt/truncated",
        "unused bits of the hash are set",
        "Base64PaddingBits",
    )
    no(
        clerk(row | {"memCost": 99}),
        "clerk-scrypt-firebase",
        "provider-scrypt/parameter-out-of-range",
        "m is 99",
        "ProviderScryptParameter",
    )
    no(
        clerk(row | {"passwordHash": row["passwordHash"][:-4]}),
        "clerk-scrypt-firebase",
        "provider-scrypt/hash-length",
        "four characters of the hash are missing",
        "ProviderScryptHashLength",
    )


def taken(group, form, wrapping, row, comment, separator="Bw=="):
    canonical = composed(row, separator)
    checks = confirmed_provider(canonical, row["password"], KEYS[row["key"]])
    assert KEYS[row["key"]] not in canonical
    group.accept(
        form(row, separator),
        "provider-scrypt",
        canonical,
        wrapping=wrapping,
        changes=["recomposed"],
        signer_key=KEYS[row["key"]],
        comment=comment,
        flags=["RecomposedParts", "SignerKeyInside"],
        checks=checks,
        password=row["password"],
    )


def encoded():
    topic = Topic(
        "encoded",
        "A whole hash string in base64, as Firebase's import files and other JSON exports carry it.",
    )
    group = topic.group(
        "libxcrypt, libargon2 and Python's base64",
        named("Python").split()[1],
        "https://github.com/firebase/firebase-tools/issues/248",
        "PSF-2.0",
        FILE,
    )
    encoded_hashes(group)
    repaired_inside(group)
    encoded_twice(topic)


def encoded_hashes(group):
    for version in ("2a", "2b", "2y"):
        inner = crypt_hash("password", f"${version}$", 4, b"firebase import ")
        text = base64.b64encode(inner.encode()).decode()
        stripped(
            group,
            text,
            "base64-hash",
            inner,
            f"base64 of {version}",
            confirmed_bcrypt(inner, "password"),
            "password",
            ["decoded"],
            ["EncodedWrapping"],
        )
    for inner, password in (
        (ARGON2ID, "password"),
        ("$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8", "password"),
    ):
        for text, why in (
            (base64.b64encode(inner.encode()).decode(), "padded"),
            (base64.b64encode(inner.encode()).decode().rstrip("="), "unpadded"),
            (base64.urlsafe_b64encode(inner.encode()).decode(), "URL-safe"),
        ):
            stripped(
                group,
                text,
                "base64-hash",
                inner,
                f"base64 of {inner.split('$')[1]}, {why}",
                confirmed_argon2(inner, password),
                password,
                ["decoded"],
                ["EncodedWrapping"],
            )


def repaired_inside(group):
    dirty, clean = (
        "$2a$04$oaQbBqq8JnSM1NHRPQGXORY4Vw3bdHKLIXTecPDRAcJ98cz1ilveO",
        "$2a$04$oaQbBqq8JnSM1NHRPQGXOOY4Vw3bdHKLIXTecPDRAcJ98cz1ilveO",
    )
    stripped(
        group,
        base64.b64encode(dirty.encode()).decode(),
        "base64-hash",
        clean,
        "unused bits inside the base64",
        confirmed_bcrypt(clean, "test") + [named("passlib")],
        "test",
        ["decoded", "padding-bits-cleared"],
        ["EncodedWrapping", "BcryptPaddingBits"],
    )
    reordered = ARGON2ID.replace("m=256,t=2,p=1", "m=256,p=1,t=2")
    stripped(
        group,
        base64.b64encode(reordered.encode()).decode(),
        "base64-hash",
        ARGON2ID,
        "parameters in another order inside the base64",
        confirmed_argon2(ARGON2ID, "password"),
        "password",
        ["decoded", "parameters-reordered"],
        ["EncodedWrapping", "Argon2ParameterOrder"],
    )


def encoded_twice(topic):
    own_rows = topic.group("credport", generator=FILE)
    twice = base64.b64encode(base64.b64encode(BCRYPT.encode())).decode()
    unknown(
        own_rows,
        twice,
        "base64 twice: no system writes that",
        refused_by_php(twice, "U*U"),
        ["NestedWrapping"],
    )


# Source, what is hashed in place of the password, wrapping, what it is.
PREHASHES = (
    ("meteor", "sha256", "meteor-bcrypt", "over the hexadecimal SHA-256"),
    ("rocket-chat", "sha256", "rocket-chat-bcrypt", "over the hexadecimal SHA-256"),
    ("vbulletin", "md5", "vbulletin-bcrypt", "over the hexadecimal MD5"),
)
PEPPERED = (
    ("devise", "devise-peppered"),
    ("nextcloud", "nextcloud-peppered-bcrypt"),
    ("owncloud", "owncloud-peppered-bcrypt"),
)
WITHOUT_PREHASH = (
    {"source": "devise"},
    {"source": "devise", "peppered": False},
    {"source": "nextcloud", "peppered": False},
    {"source": "laravel"},
    {"source": "auth0"},
    {"source": "supabase"},
    {"source": "ghost"},
    {"source": "parse-server"},
    {"peppered": False},
)


def sources():
    topic = Topic("sources", "Clean-looking hashes of which only the source says what they are over.")
    group = topic.group(
        "PHP password_hash over what the system hashes",
        named("PHP").split()[1],
        "https://www.php.net/manual/en/function.password-hash.php",
        "PHP-3.01",
        FILE,
    )
    for password in ("password", "hunter2"):
        over_prehashes(group, password)
        over_peppers(group, password)
        over_the_password(group, password)
    own_group = topic.group("credport", generator=FILE)
    whatever_the_source(own_group)
    provider_scrypt_of_firebase(own_group)


def password_hash(prehashed, name):
    """One hash for each name: the option changes nothing but the record's key."""
    text = php(f"echo password_hash('{prehashed}', PASSWORD_BCRYPT, ['cost' => 4, '{name}' => 1]);")
    return text, [named("PHP"), *confirmed_bcrypt(text, prehashed)]


def over_prehashes(group, password):
    for source, digest, wrapping, why in PREHASHES:
        prehashed = hashlib.new(digest, password.encode()).hexdigest()
        text, checks = password_hash(prehashed, source)
        assert not php_verify(password, text) and php_verify(prehashed, text)
        group.refuse(
            text,
            "bcrypt",
            "verifiable",
            wrapping,
            "wrapping/prehashed",
            context={"source": source},
            comment=f"{source}: {why}",
            flags=["SourceContext", "PrehashedBcrypt"],
            checks=checks,
            password=password,
        )
        group.accept(
            text,
            "bcrypt",
            text,
            comment="the same string without its source looks perfect: nothing in it tells",
            flags=["SourceContext"],
            checks=checks,
        )


PEPPER = "pepper"


def over_peppers(group, password):
    for source, wrapping in PEPPERED:
        text, checks = password_hash(password + PEPPER, source)
        assert not php_verify(password, text) and php_verify(password + PEPPER, text)
        group.refuse(
            text,
            "bcrypt",
            "verifiable",
            wrapping,
            "wrapping/peppered",
            context={"source": source, "peppered": True},
            comment=f"{source} with a pepper",
            flags=["SourceContext", "PepperedBcrypt"],
            checks=checks,
            password=password,
            pepper=PEPPER,
        )


def over_the_password(group, password):
    text, checks = password_hash(password, "sources")
    for context in WITHOUT_PREHASH:
        told = ", ".join(f"{name} {value}" for name, value in context.items())
        group.accept(
            text,
            "bcrypt",
            text,
            context=context,
            comment=f"over the password itself: {told}",
            flags=["SourceContext"],
            checks=checks,
            password=password,
        )
    for source in ("nextcloud", "owncloud"):
        group.refuse(
            text,
            "bcrypt",
            "verifiable",
            f"{source}-peppered-bcrypt",
            "wrapping/peppered",
            context={"source": source},
            comment=f"{source} without its number and bar: an old release that appended the configured salt",
            flags=["SourceContext", "PepperedBcrypt"],
            checks=checks,
        )


def whatever_the_source(group):
    md5_crypt, broken_text = "$1$dXc3I7Rw$ctlgjDdWJLMT.qwHsWhXR1", BCRYPT[:50]
    for source in ("meteor", "devise", "laravel"):
        comment = f"a source does not make md5-crypt importable: {source}"
        checks = confirmed_passlib("md5_crypt", md5_crypt, "U*U*U*U*")
        legacy(group, md5_crypt, "md5-crypt", comment, checks, context={"source": source})
        group.refuse(
            broken_text,
            "bcrypt",
            "malformed",
            None,
            "bcrypt/truncated",
            context={"source": source},
            comment=f"a damaged hash stays damaged: {source}",
            flags=["SourceContext", "Truncated"],
            checks=refused_by_php(broken_text, "U*U"),
        )


def provider_scrypt_of_firebase(group):
    text = composed(row_of("A"))
    group.accept(
        text,
        "provider-scrypt",
        text,
        context={"source": "firebase"},
        comment="provider-scrypt from firebase",
        flags=["SourceContext"],
        checks=confirmed_provider(text, "user1password", KEYS["A"]),
        password="user1password",
    )
