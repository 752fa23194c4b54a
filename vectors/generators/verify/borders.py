"""Right passwords, digests and costs at the border where an implementation takes another path, and what must not match.

HMAC takes a key of one block as it is and hashes a longer one, so that PBKDF2 and scrypt are asked about passwords of exactly
a block and of one byte more; argon2 computes tags of more than 64 bytes in another way, and some hold a salt of 16 bytes at most; and a cost of 08 or 09 is a
number that is not octal. The text of the hash is not its password, and a hash that is locked by a mark before it
fits no password.
"""

import base64
import hashlib

import argon2pure
import passlib.context
from argon2.low_level import Type, hash_secret
from shared.implementations import crypt, crypt_setting, named, passlib_names
from shared.test_ids import ROOT, tests_in
from shared.verify_suite import Topic, another, salt_of, text_salt
from verify.bypass import CRYPT, DJANGO, FLASK, PHP, PYCA, ROUNDS, adapted, bare, by_libargon2, by_passlib, outcome
from verify.passwords import NODE, PURE, derived, whole

PAGE = "https://passlib.readthedocs.io/en/stable/lib/passlib.hash."
DJANGO_PAGE = "https://docs.djangoproject.com/en/stable/topics/auth/passwords/"
BLOWFISH = "https://github.com/openwall/crypt_blowfish"
LETTERS = b"0123456789abcdef" * 9
# As passwords.mjs calls them.
WAYS = {"sha1": "pbkdf2-sha1", "sha256": "pbkdf2", "sha512": "pbkdf2-sha512"}
BLOCKS = {"sha1": 64, "sha256": 64, "sha512": 128}


def ask(topic, verifiers, text, password, right, scheme, comment, flags=(), twin=None, **more):
    """Every verifier takes the right password, and answers as it should."""
    matches = password == right
    said = {name: outcome(verify, text, password) for name, verify in verifiers.items()}
    assert set(said.values()) == {"yes" if matches else "no"}, (text, comment, said)
    return topic.add(text, password, matches, scheme, comment, flags, checks=list(said), twin=twin, **more)


def ask_pair(topic, verifiers, text, right, scheme, comment, flags=(), may_refuse=None):
    twin = ask(topic, verifiers, text, right, right, scheme, comment, flags, may_refuse=may_refuse)
    ask(topic, verifiers, text, another(right), right, scheme, f"{comment}, another password", flags, twin=twin)


# Passwords of a block --------------------------------------------------------------------------------


def by_node(way, cost, salt, read=whole):
    """Node over the parts of a text of which the digest is the last."""
    return lambda text, password: derived(way, cost, password, salt) == read(text.rsplit("$", 1)[1].replace(".", "+"))


def hmac_schemes(password):
    """Notation, block, its verifiers, and the hash of the password."""
    salt, letters = salt_of(970, 16), text_salt(971, 16)
    for name in BLOCKS:
        digest, head = hashlib.pbkdf2_hmac(name, password, salt, ROUNDS), "$pbkdf2" + ("" if name == "sha1" else f"-{name}")
        node = {NODE: by_node(WAYS[name], ROUNDS, salt)}
        yield f"passlib's pbkdf2-{name}", "pbkdf2", BLOCKS[name], f"{PAGE}pbkdf2_digest.html", {**by_passlib(f"pbkdf2_{name}"), **node}, f"{head}${ROUNDS}${adapted(salt)}${adapted(digest)}"
    for name in ("sha1", "sha256"):
        digest = base64.b64encode(hashlib.pbkdf2_hmac(name, password, letters.encode(), ROUNDS)).decode()
        yield f"Django's pbkdf2_{name}", "pbkdf2", BLOCKS[name], DJANGO_PAGE, {**DJANGO, **by_passlib(f"django_pbkdf2_{name}")}, f"pbkdf2_{name}${ROUNDS}${letters}${digest}"
    for name in ("sha256", "sha512"):
        digest = hashlib.pbkdf2_hmac(name, password, letters.encode(), ROUNDS).hex()
        yield f"Werkzeug's pbkdf2:{name}", "pbkdf2", BLOCKS[name], "https://werkzeug.palletsprojects.com/en/stable/utils/#module-werkzeug.security", {**FLASK, NODE: by_node(WAYS[name], ROUNDS, letters.encode(), bytes.fromhex)}, f"pbkdf2:{name}:{ROUNDS}${letters}${digest}"
    digest = hashlib.scrypt(password, salt=salt, n=1024, r=8, p=1, dklen=32)
    yield "passlib's scrypt", "scrypt", 64, f"{PAGE}scrypt.html", {**by_passlib("scrypt"), NODE: by_node("scrypt", 1024, salt)}, f"$scrypt$ln=10,r=8,p=1${bare(salt)}${bare(digest)}"


def add_blocks(topic):
    for index, (_, _, block, url, *_) in enumerate(hmac_schemes(b"")):
        topic.group("credport", None, url, "0BSD", "verify/borders.py")
        for size in (block, block + 1):
            right = LETTERS[:size]
            name, scheme, _, _, verifiers, text = list(hmac_schemes(right))[index]
            ask_pair(topic, verifiers, text, right, scheme, f"{name}: a password of {size} bytes", ["HmacBlock"])


# Long tags of argon2 ---------------------------------------------------------------------------------


# A plain no is not right beside it, since it is what a wrong computation says.
LONG_TAG = (
    "The PHC string format gives argon2 an output of 12 to 64 bytes, and RFC 9106 one of up to 2^32 - 1: who takes no tag of more "
    "than 64 bytes is right to refuse it, and who computes it gives this answer."
)


LONG_SALT = (
    "The PHC string format gives argon2 a salt of 8 to 48 bytes, and RFC 9106 one of up to 2^32 - 1: who takes no longer one is "
    "right to refuse it, and who computes it gives this answer."
)
KINDS = (("argon2id", Type.ID, argon2pure.ARGON2ID), ("argon2i", Type.I, argon2pure.ARGON2I), ("argon2d", Type.D, argon2pure.ARGON2D))


def add_salts(topic):
    """Short buffers hold 16 bytes."""
    topic.group("credport", None, "RFC 9106", "0BSD", "verify/borders.py")
    for name, kind, code in KINDS:
        for size in (17, 32, 48, 64, 129):
            salt = salt_of(1000 + size, size)

            def by_argon2pure(text, password, salt=salt, code=code):
                return argon2pure.argon2(password, salt, 2, 64, 1, tag_length=32, type_code=code) == whole(text.rsplit("$", 1)[1])

            text = hash_secret(b"password", salt, 2, 64, 1, 32, kind).decode()
            verifiers = {**by_libargon2(kind), PURE: by_argon2pure, **(PHP if kind != Type.D else {})}
            ask_pair(topic, verifiers, text, b"password", "argon2", f"{name}: a salt of {size} bytes", ["LongSalt"], LONG_SALT if size > 48 else None)


def add_tags(topic):
    topic.group("credport", None, "RFC 9106", "0BSD", "verify/borders.py")
    salt, password = b"0123456789abcdef", b"password"
    for name, kind, code in KINDS:
        for size in (63, 64, 65, 96, 128):

            def by_argon2pure(text, password, size=size, code=code):
                return argon2pure.argon2(password, salt, 2, 64, 1, tag_length=size, type_code=code) == whole(text.rsplit("$", 1)[1])

            text = hash_secret(password, salt, 2, 64, 1, size, kind).decode()
            verifiers = {**by_libargon2(kind), PURE: by_argon2pure, **(PHP if kind != Type.D else {})}
            ask_pair(topic, verifiers, text, password, "argon2", f"{name}: a tag of {size} bytes", ["LongTag"], LONG_TAG if size > 64 else None)


# Costs that are not octal ----------------------------------------------------------------------------


def add_costs(topic):
    for version, verifiers in (("2a", {**CRYPT, **PYCA}), ("2b", {**CRYPT, **PYCA}), ("2y", {**CRYPT, **PHP})):
        topic.group("credport", None, BLOWFISH, "0BSD", "verify/borders.py")
        for cost in (8, 9):
            text = crypt(b"password", crypt_setting(f"${version}$", cost, salt_of(980 + cost, 16)))
            assert text.startswith(f"${version}$0{cost}$")
            ask_pair(topic, {**verifiers, **by_passlib("bcrypt")}, text, b"password", "bcrypt", f"bcrypt ${version}$: cost 0{cost}", ["NotOctal"])


# What must not match --------------------------------------------------------------------------------


def of_text(handler):
    return lambda text, password: handler.verify(password, text)


def takers(test):
    """Who takes a sound hash as it is, of all that can be asked without a system's own program."""
    import passlib.hash

    text, given = test["input"]["hash"], set(test["input"])
    kinds = {"$argon2d": Type.D, "$argon2i$": Type.I, "$argon2id": Type.ID}
    asked = {
        **(CRYPT if not text.startswith(("{", "pbkdf2", "scrypt")) else {}),
        **(PHP if text.startswith(("$1$", "$2y$", "$5$", "$6$", "$argon2i")) else {}),
        **(PYCA if text.startswith(("$2a$", "$2b$")) else {}),
        **(DJANGO if text.startswith(("pbkdf2_sha", "argon2$", "bcrypt$", "bcrypt_sha256$")) or test.get("owner") == "django" else {}),
        **(FLASK if text.startswith(("pbkdf2:", "scrypt:")) else {}),
        **next((by_libargon2(kind) for head, kind in kinds.items() if text.startswith(head)), {}),
        **{named("passlib"): of_text(getattr(passlib.hash, name)) for name in passlib_names(text) if not name.startswith(("hex_", "msdcc"))},
    }
    right = test["input"]["password"].encode()
    return {name: verify for name, verify in asked.items() if outcome(verify, text, right) == "yes"} if given <= {"hash", "password", "source"} else {}


def is_plain(test):
    given = test["input"]
    return (
        test["result"] == "valid" and test["output"]["matches"] and test["cost"] == "cheap" and not {"FailureToken", "LongSalt", "Peppered", "Spelled", "Trimmed"} & set(test["flags"])
        and isinstance(given["password"], str) and given["password"].isascii() and 0 < len(given["password"]) < 64 and "\0" not in given["password"]
    )


def sound_by_notation():
    """The sound hash of each notation, and of what is nobody's own in it, that most others take."""
    found = {}
    for path in sorted((ROOT / "verify").glob("*.json")):
        for test in tests_in(path) if path.stem != "borders" else ():
            if not is_plain(test) or "notation" not in test:
                continue
            kind = (test["notation"], test.get("owner"))
            if len(found.get(kind, ({}, {}))[0]) < 2:
                verifiers = takers(test)
                if len(verifiers) > len(found.get(kind, ({}, {}))[0]):
                    found[kind] = verifiers, test
    return [found[kind] for kind in sorted(found, key=lambda kind: (kind[0], kind[1] or ""))]


def add_texts(topic):
    topic.group("credport", None, None, "0BSD", "verify/borders.py", spec=["SP 800-63B section 5.1.1.2"])
    for verifiers, test in sound_by_notation():
        given, scheme = dict(test["input"]), test["output"]["scheme"]
        text = given.pop("hash").encode()
        given.pop("password")
        said = {name: outcome(verify, text.decode(), text) for name, verify in verifiers.items()}
        checks = [name for name, answer in said.items() if answer == "no"]
        assert "yes" not in said.values(), (text, said)
        if checks:
            topic.add(text.decode(), text, False, scheme, f"{test['notation']}: the text of the hash as the password", ["HashAsPassword"], checks=checks, twin=test["id"], **given)


LOCKED = (
    ("bcrypt", "bcrypt", lambda: crypt(b"password", crypt_setting("$2b$", 4, salt_of(990, 16))), {**CRYPT, **PYCA, **by_passlib("bcrypt")}),
    ("md5-crypt", "md5-crypt", lambda: crypt(b"password", f"$1${text_salt(991, 8)}"), {**CRYPT, **by_passlib("md5_crypt")}),
    ("sha256-crypt", "sha256-crypt", lambda: crypt(b"password", f"$5$rounds=1000${text_salt(992, 16)}"), {**CRYPT, **by_passlib("sha256_crypt")}),
    ("sha512-crypt", "sha512-crypt", lambda: crypt(b"password", f"$6$rounds=1000${text_salt(993, 16)}"), {**CRYPT, **by_passlib("sha512_crypt")}),
    ("yescrypt", "yescrypt", lambda: crypt(b"password", crypt_setting("$y$", 1, salt_of(994, 16))), CRYPT),
)


def add_locked(topic):
    for name, scheme, make_hash, verifiers in LOCKED:
        topic.group("credport", None, "https://man7.org/linux/man-pages/man5/shadow.5.html", "0BSD", "verify/borders.py")
        text = make_hash()
        twin = ask(topic, verifiers, text, b"password", b"password", scheme, f"{name}: as it is")
        for mark in ("!", "!!", "*"):
            said = {one: outcome(verify, mark + text, b"password") for one, verify in verifiers.items()}
            assert "yes" not in said.values(), (mark, text, said)
            topic.refuse(
                mark + text, b"password", "scheme/locked", f"{name}: locked by {mark}", ["Locked"], checks=list(said),
                takes=[{"matches": False, "scheme": scheme}], twin=twin,
            )


# Passwords of anybody, the text itself, and none.
TOKENS = ("*0", "*1", "*", "!", "!!", "x")


def add_tokens(topic):
    """What is no hash, beside a sound one of crypt(3), which the same verifiers take."""
    topic.group("credport", None, "https://man7.org/linux/man-pages/man3/crypt.3.html", "0BSD", "verify/borders.py")
    sound = crypt(b"password", crypt_setting("$2y$", 4, salt_of(995, 16)))
    verifiers = {**CRYPT, **PHP, named("passlib"): of_text(passlib.context.CryptContext(["bcrypt", "unix_disabled"]))}
    twin = ask(topic, verifiers, sound, b"password", b"password", "bcrypt", "bcrypt: as it is, where others have no hash", ["FailureToken"])
    for token in TOKENS:
        for password in (b"password", token.encode(), b""):
            said = {name: outcome(verify, token, password) for name, verify in verifiers.items()}
            checks = [name for name, answer in said.items() if answer != "yes"]
            assert len(checks) > 1, (token, said)
            what = "the empty password" if not password else "itself as the password" if password == token.encode() else "a password"
            topic.refuse(
                token, password, "scheme/no-password", f"{token} in place of a hash, with {what}", ["FailureToken"], checks=checks,
                takes=[{"matches": False, "scheme": "bcrypt"}], twin=twin,
            )


def make():
    topic = Topic("borders", [
        "Passwords, digests and costs where an implementation takes another path: passwords of a block of HMAC, tags of argon2 about 64 bytes, costs 08 and 09.",
        "And what must not match: the text of the hash as its password, and any password where a mark before the hash locks it.",
    ])
    for add in (add_blocks, add_tags, add_salts, add_costs, add_texts, add_locked, add_tokens):
        add(topic)
    topic.write()
