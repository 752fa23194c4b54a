"""Passwords that few suites ask about: beyond U+FFFF, of 4,096 bytes and 1 MiB, and in two normal forms of Unicode.

Of each scheme hashes are made of the same passwords, and each is asked with the right one and with those that a
faulty reader takes for it: another emoji with the same first half in UTF-16, CESU-8, the other normal form, and a
last byte that differs. The notations hash bytes, and none of them normalises. Of bcrypt only 72 bytes count.
"""

import base64
import hashlib
import json
import unicodedata
from dataclasses import dataclass, field
from typing import Callable

import argon2pure
import passlib.hash
from argon2.low_level import Type, hash_secret
from shared.implementations import crypt, crypt_setting, named, provider_scrypt
from shared.systems import Program
from shared.verify_suite import HERE, NOT_UTF8, Topic, first_line, salt_of, text_salt
from shared.witness import Recomputed
from verify.bypass import CRYPT, DJANGO, DOVEADM, FLASK, PHP, PYCA, SERVICE, SIGNER_KEY, by_libargon2, by_passlib, outcome

EMOJI = "\U0001f511 caf\u00e9 \U0001f469\u200d\U0001f680".encode()
# U+1F512 has the same first unit in UTF-16 and the same first three bytes in UTF-8 as U+1F511.
SIBLING = EMOJI.replace("\U0001f511".encode(), "\U0001f512".encode())
CESU8 = EMOJI.decode().encode("utf-16-be", "surrogatepass")
CESU8 = b"".join(chr(int.from_bytes(CESU8[at : at + 2], "big")).encode("utf-8", "surrogatepass") for at in range(0, len(CESU8), 2))
REPLACED = EMOJI.replace("\U0001f511".encode(), "\ufffd".encode())
LONG = ("0123456789abcdef" * 256).encode()
# What libxcrypt still takes; longer ones may be refused.
LONGEST = LONG[:511]
AROUND = b" \t correct horse \r\n"
# No text of its own in a vector: 16 characters and how often.
HUGE = LONG[:16] * (1 << 16)
COMPOSED = unicodedata.normalize("NFC", "Zo\u00eb \u00c5ngstr\u00f6m \ud55c\uae00").encode()
DECOMPOSED = unicodedata.normalize("NFD", COMPOSED.decode()).encode()
# The 72nd byte of bcrypt is the second of the four of the emoji.
ACROSS = b"a" * 70 + "\U0001f511".encode()

ROUNDS, MEMORY = 1000, 1024
NODE = Recomputed(f"Node {first_line(['node', '--version']).removeprefix('v')} (crypto)")
PURE = Recomputed("argon2pure 1.3")
PROGRAM = Program("node", HERE / "verify" / "passwords.mjs", needs=HERE)


@dataclass
class Scheme:
    """`make`: the hash of a password with the salt of a number."""

    name: str
    scheme: str
    url: str
    make: Callable
    verifiers: dict
    counted: int | None = None
    given: dict = field(default_factory=dict)
    # What hashes the password once; SHA-crypt hashes it again in each round.
    takes_huge: bool = False
    # Of what libxcrypt makes.
    longest: int = len(HUGE)


def derived(way, cost, *parts):
    return bytes.fromhex(PROGRAM.ask(json.dumps([way, cost, *(part.hex() for part in parts)])))


def bare(data):
    return base64.b64encode(data).decode().rstrip("=")


def whole(text):
    return base64.b64decode(text + "=" * (-len(text) % 4))


def bcrypt(index, password):
    """libxcrypt refuses what is longer than the bytes that count by far."""
    return crypt(password[:72], crypt_setting("$2y$", 4, salt_of(index, 16)))


def argon2id(index, password):
    return hash_secret(password, salt_of(index, 16), time_cost=2, memory_cost=64, parallelism=1, hash_len=32, type=Type.ID).decode()


def by_argon2pure(text, password):
    *_, salt, digest = text.split("$")
    made = argon2pure.argon2(password, whole(salt), time_cost=2, memory_cost=64, parallelism=1, tag_length=32, type_code=argon2pure.ARGON2ID)
    return made == whole(digest)


def django_pbkdf2(index, password):
    salt = text_salt(index, 16)
    digest = hashlib.pbkdf2_hmac("sha256", password, salt.encode(), ROUNDS)
    return f"pbkdf2_sha256${ROUNDS}${salt}${base64.b64encode(digest).decode()}"


def pbkdf2_by_node(text, password):
    _, _, salt, digest = text.split("$")
    return derived("pbkdf2", ROUNDS, password, salt.encode()) == base64.b64decode(digest)


def scrypt(index, password):
    salt = salt_of(index, 16)
    return f"$scrypt$ln=10,r=8,p=1${bare(salt)}${bare(hashlib.scrypt(password, salt=salt, n=MEMORY, r=8, p=1, dklen=32))}"


def scrypt_by_node(text, password):
    *_, salt, digest = text.split("$")
    return derived("scrypt", MEMORY, password, whole(salt)) == whole(digest)


def sha512_crypt(index, password):
    return passlib.hash.sha512_crypt.using(salt=text_salt(index, 16), rounds=1000).hash(password)


def yescrypt(index, password):
    return crypt(password, crypt_setting("$y$", 1, salt_of(index, 16)))


def md5_crypt(index, password):
    return crypt(password, f"$1${text_salt(index, 8)}")


def provider(index, password):
    salt = salt_of(index, 16)
    digest = provider_scrypt(password, salt, b"\x07", base64.b64decode(SIGNER_KEY), 4, 8)
    return f"$f_scrypt${base64.b64encode(digest).decode()}${base64.b64encode(salt).decode()}$m=4$r=8$s=Bw=="


def provider_by_node(text, password):
    _, _, digest, salt, *_ = text.split("$")
    made = derived("provider-scrypt", 16, password, base64.b64decode(salt) + b"\x07", base64.b64decode(SIGNER_KEY))
    return made == base64.b64decode(digest)


def schemes():
    page, django = "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.", "https://docs.djangoproject.com/en/stable/topics/auth/passwords/"
    yield Scheme("bcrypt", "bcrypt", f"{page}bcrypt.html", bcrypt, {**CRYPT, **PHP, **PYCA, **by_passlib("bcrypt")}, counted=72, takes_huge=True)
    yield Scheme("argon2id", "argon2", "RFC 9106", argon2id, {**by_libargon2(Type.ID), **PHP, PURE: by_argon2pure}, takes_huge=True)
    yield Scheme("Django's pbkdf2_sha256", "pbkdf2", django, django_pbkdf2, {**DJANGO, **by_passlib("django_pbkdf2_sha256"), NODE: pbkdf2_by_node}, takes_huge=True)
    yield Scheme("passlib's scrypt", "scrypt", f"{page}scrypt.html", scrypt, {**by_passlib("scrypt"), NODE: scrypt_by_node})
    yield Scheme("sha512-crypt", "sha512-crypt", "https://www.akkadia.org/drepper/SHA-crypt.txt", sha512_crypt, {**CRYPT, **PHP, **by_passlib("sha512_crypt")})
    yield Scheme("provider-scrypt", "provider-scrypt", "spec: 2.4", provider, {**SERVICE, NODE: provider_by_node}, given={"signerKey": SIGNER_KEY})
    yield Scheme("yescrypt", "yescrypt", "https://www.openwall.com/yescrypt/", yescrypt, CRYPT, longest=511)
    yield Scheme("md5-crypt", "md5-crypt", f"{page}md5_crypt.html", md5_crypt, {**CRYPT, **PHP, **by_passlib("md5_crypt")}, longest=511)


def questions(scheme):
    """What the hash is of, and of each: the password that is asked, what it is, and its flag."""
    yield EMOJI, [(EMOJI, "with emoji", ()), (SIBLING, "with another emoji of the same first half", ()), (CESU8, "with emoji in CESU-8", ("Supplementary",)), (REPLACED, "with U+FFFD for the first emoji", ())]
    differing = [(len(LONG), "last")] + [(72, "72nd")] * (scheme.counted == 72)
    yield LONG, [(LONG, "of 4,096 bytes", ()), *((LONG[: at - 1] + b"!" + LONG[at:], f"of 4,096 bytes, the {which} one different", ()) for at, which in differing)]
    for first, second, names in ((COMPOSED, DECOMPOSED, ("NFC", "NFD")), (DECOMPOSED, COMPOSED, ("NFD", "NFC"))):
        yield first, [(first, f"in {names[0]}", ()), (second, f"in {names[1]}, where the hash is of {names[0]}", ("NormalForm",))]
    if scheme.scheme == "bcrypt":
        others = [("\U0001f512", "with another emoji there"), ("\U0001f0a1", "with an emoji there that differs in the third byte"), ("\U00010911", "with a character there that differs in the second byte")]
        yield ACROSS, [(ACROSS, "with an emoji across byte 72", ()), *((b"a" * 70 + text.encode(), what, ()) for text, what in others), (ACROSS[:72], "cut after byte 72, inside the emoji", ()), (ACROSS[:70], "cut before the emoji", ())]
    if scheme.scheme == "provider-scrypt":
        yield b"", [(b"", "of no bytes", ()), (b" ", "of a space, where the hash is of no bytes", ())]
    if scheme.takes_huge:
        yield HUGE, [(HUGE, "of 1 MiB", ()), (HUGE[:-16], "of 1 MiB less 16 bytes", ())]
    if scheme.counted is None:
        yield from (
            (AROUND, [(AROUND, "with blanks around it", ()), (AROUND.strip(), "without the blanks around it", ()), (AROUND.rstrip(), "without the blanks after it", ())]),
            (NOT_UTF8, [(NOT_UTF8, "that is not UTF-8", ()), (NOT_UTF8.decode("utf-8", "replace").encode(), "with U+FFFD for what is not UTF-8", ())]),
            (LONGEST, [(LONGEST, "of 511 bytes", ()), *((LONGEST[:at], f"of 511 bytes, cut after {at}", ()) for at in (128, 255, 256, 510))]),
        )


def confirming(scheme, text, right, password, matches):
    """Who answers so and takes the right password; nobody may answer otherwise who takes that."""
    asked = {name: verify for name, verify in scheme.verifiers.items() if outcome(verify, text, right) == "yes"}
    said = {name: outcome(verify, text, password) for name, verify in asked.items()}
    expected = "yes" if matches else "no"
    assert set(said.values()) <= {expected, "refuses"}, (scheme.name, password, said)
    return [name for name, answer in said.items() if answer == expected]


def add_scheme(topic, scheme, first):
    topic.group("credport", None, scheme.url, "0BSD", "verify/passwords.py")
    for index, (right, asked) in enumerate(questions(scheme), start=first):
        if len(right) > scheme.longest:
            continue
        text, twin = scheme.make(index, right), None
        for password, what, flags in asked:
            matches = password[: scheme.counted] == right[: scheme.counted]
            checks = confirming(scheme, text, right, password, matches)
            comment = f"{scheme.name}: a password {what}"
            added = topic.add(text, password, matches, scheme.scheme, comment, flags, checks=checks, twin=None if matches else twin, **scheme.given)
            twin = twin or added


# Some readers take so many bytes and leave the rest out; who refuses longer passwords is asked nothing.
CUTS = (1024, 4096, 512)


def long_schemes():
    """Two notations of each family that reads the whole password."""
    page, django = "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.", "https://docs.djangoproject.com/en/stable/topics/auth/passwords/"
    usual = {scheme.name: scheme for scheme in schemes()}
    yield from (usual[name] for name in ("argon2id", "Django's pbkdf2_sha256", "passlib's scrypt", "sha512-crypt", "provider-scrypt"))
    yield Scheme("Django's argon2", "argon2", django, lambda index, password: "argon2" + argon2id(index, password), DJANGO)
    yield Scheme("passlib's pbkdf2_sha512", "pbkdf2", f"{page}pbkdf2_digest.html", passlib_pbkdf2, {**by_passlib("pbkdf2_sha512"), NODE: passlib_pbkdf2_by_node})
    yield Scheme("Werkzeug's scrypt", "scrypt", "https://werkzeug.palletsprojects.com/en/stable/utils/#module-werkzeug.security", werkzeug_scrypt, FLASK)
    yield Scheme("sha256-crypt", "sha256-crypt", "https://www.akkadia.org/drepper/SHA-crypt.txt", sha256_crypt, {**PHP, **by_passlib("sha256_crypt")})
    yield Scheme("{SSHA}", "sha1", f"{page}ldap_std.html", salted_sha1, {**by_passlib("ldap_salted_sha1"), **DOVEADM})
    yield Scheme("Django's md5", "md5", django, django_md5, {**DJANGO, **by_passlib("django_salted_md5")}, given={"source": "django"})


def passlib_pbkdf2(index, password):
    salt = salt_of(index, 16)
    ab64 = lambda data: bare(data).replace("+", ".")
    return f"$pbkdf2-sha512${ROUNDS}${ab64(salt)}${ab64(hashlib.pbkdf2_hmac('sha512', password, salt, ROUNDS))}"


def passlib_pbkdf2_by_node(text, password):
    *_, salt, digest = text.replace(".", "+").split("$")
    return derived("pbkdf2-sha512", ROUNDS, password, whole(salt)) == whole(digest)


def werkzeug_scrypt(index, password):
    salt = text_salt(index, 16)
    return f"scrypt:{MEMORY}:8:1${salt}${hashlib.scrypt(password, salt=salt.encode(), n=MEMORY, r=8, p=1, dklen=64).hex()}"


def sha256_crypt(index, password):
    return passlib.hash.sha256_crypt.using(salt=text_salt(index, 16), rounds=1000).hash(password)


def salted_sha1(index, password):
    salt = salt_of(index, 16)
    return "{SSHA}" + base64.b64encode(hashlib.sha1(password + salt).digest() + salt).decode()


def django_md5(index, password):
    salt = text_salt(index, 16)
    return f"md5${salt}${hashlib.md5(salt.encode() + password).hexdigest()}"


def add_cuts(topic, scheme, first):
    """The hash is of what is left of the password, so that no is the one answer."""
    topic.group("credport", None, scheme.url, "0BSD", "verify/passwords.py")
    for index, at in enumerate(CUTS, start=first):
        right, longer = (LONG + LONG)[:at], (LONG + LONG)[: at + 1]
        text = scheme.make(index, right)
        comment = f"{scheme.name}: a password of {at:,} bytes"
        twin = topic.add(text, right, True, scheme.scheme, comment, checks=confirming(scheme, text, right, right, True), **scheme.given)
        checks = confirming(scheme, text, right, longer, False)
        topic.add(text, longer, False, scheme.scheme, f"{comment}, and one byte more", checks=checks, twin=twin, **scheme.given)


# A text with half of an emoji has no form in UTF-8; what replaces it is U+FFFD, and some write the half in three bytes.
HALF = {"textUtf16": "d83d"}
HALVES = (("\ufffd".encode(), "U+FFFD"), (b"\xed\xa0\xbd", "the half in CESU-8"), (b"?", "a question mark"))
HALF_POLICY = (
    "UTF-8 has no form of half a surrogate pair, so that no hash of a text can be its own. Whoever replaces it takes many "
    "passwords for one, and lets in whoever types another."
)
# Not stricter than the standard of the platform.
HALF_TAKEN = " The Encoding Standard puts U+FFFD in its place and other encoders write the half in three bytes, so that a yes is right as well."
ENCODING = "https://encoding.spec.whatwg.org/#interface-textencoder"


def add_halves(topic, scheme, first):
    topic.group("credport", None, scheme.url, "0BSD", "verify/passwords.py", spec=[scheme.url, ENCODING])
    for index, (right, what) in enumerate(HALVES, start=first):
        text = scheme.make(index, right)
        comment = f"{scheme.name}: a password of half a surrogate pair, where the hash is of {what}"
        answers = (False,) if right == b"?" else (False, True)
        topic.refuse(
            text, HALF, "verify/password-not-text", comment, ["Supplementary"], policy=HALF_POLICY + HALF_TAKEN * (len(answers) - 1),
            takes=[{"matches": matches, "scheme": scheme.scheme} for matches in answers], **scheme.given,
        )


# What a script, a form or a filter takes for something else, what it makes of it, and what the password has.
SPELLED = (
    (b"0", b"", "that is 0, which is false to PHP and Perl"),
    (b"a%41b&c=d", b"aAb&c=d", "with a percent sequence"),
    (b"a+b c", b"a b c", "with a plus sign"),
    (rb"a\nb\\c\"d", b'anb\\c"d', "with backslashes"),
    ("\ufeffcorrect horse".encode(), b"correct horse", "with a byte order mark in front"),
    (b"-n", b"", "that begins as an option"),
    (b"@a", b"", "that begins as the name of a file"),
    ("a\u2028b\x7f\u0085c".encode(), b"abc", "with U+2028, DEL and NEL"),
    ("Zo\u00eb M\u00fcller".encode(), "Zo\u00eb M\u00fcller".encode("latin-1"), "that Latin-1 can write as well"),
)


def by_handler(name, scheme, **settings):
    """What passlib makes, with a salt of so many letters or bytes."""
    kind, size = settings.pop("salt")

    def make_hash(index, password):
        return getattr(passlib.hash, name).using(**settings, salt=kind(index, size)).hash(password)

    return Scheme(name, scheme, f"https://passlib.readthedocs.io/en/stable/lib/passlib.hash.{name}.html", make_hash, by_passlib(name))


def spelled_schemes():
    """A notation of each family, and of those that web applications write more."""
    known = {scheme.name: scheme for scheme in [*long_schemes(), *schemes()]}
    yield from known.values()
    yield by_handler("apr_md5_crypt", "apr1", salt=(text_salt, 8))
    yield by_handler("phpass", "phpass", rounds=7, salt=(text_salt, 8))
    yield by_handler("bcrypt_sha256", "bcrypt", rounds=4, salt=(lambda index, size: text_salt(index, size) + "u", 21))
    yield by_handler("ldap_salted_sha512", "sha512", salt=(salt_of, 8))
    yield by_handler("sha1_crypt", "sha1-crypt", rounds=17, salt=(text_salt, 8))


def is_text(data):
    return data.decode("utf-8", "replace").encode() == data


def add_spelled(topic, scheme, first):
    """The hash is of the password, and of what it is mistaken for."""
    topic.group("credport", None, scheme.url, "0BSD", "verify/passwords.py")
    for index, (password, mistaken, what) in enumerate(SPELLED, start=first):
        comment = f"{scheme.name}: a password {what}"
        other, twin = scheme.make(index, mistaken), None
        for text, right, given, more in (
            (scheme.make(index, password), password, password, ""),
            (other, mistaken, mistaken, ": what it is mistaken for"),
            (other, mistaken, password, ", where the hash is of what it is mistaken for"),
        ):
            checks = confirming(scheme, text, right, given, right == given)
            if not checks and not is_text(right):
                # All who know the scheme take texts alone.
                continue
            assert checks, (scheme.name, given)
            twin = topic.add(text, given, right == given, scheme.scheme, comment + more, ["Spelled"], checks=checks, twin=None if right == given else twin, **scheme.given)


def make():
    topic = Topic("passwords", [
        "Passwords with characters beyond U+FFFF, of 4,096 bytes and 1 MiB, of half a surrogate pair, and in two normal forms of Unicode, by scheme.",
        "What is hashed are the bytes of UTF-8 as they are: no notation here normalises, and only bcrypt cuts, after 72 bytes.",
    ])
    for number, scheme in enumerate(schemes()):
        add_scheme(topic, scheme, 1000 + 10 * number)
        if scheme.takes_huge:
            add_halves(topic, scheme, 1300 + 10 * number)
    topic.write()
    topic = Topic("cut-passwords", [
        "Hashes of 512, 1,024 and 4,096 bytes, with these passwords and with one byte more: who reads as many and leaves the rest out says yes to that.",
        "A refusal of long passwords is right, and shows nothing here.",
    ])
    for number, scheme in enumerate(long_schemes()):
        add_cuts(topic, scheme, 1500 + 10 * number)
    topic.write()
    topic = Topic("spelled-passwords", [
        "Passwords that a script, a form or a filter takes for something else: 0, percent sequences, plus signs, backslashes, options, a byte order mark, separators of lines.",
        "Each is asked with its own hash, and with the hash of what it is mistaken for, which must not fit.",
    ])
    for number, scheme in enumerate(spelled_schemes()):
        add_spelled(topic, scheme, 1700 + 10 * number)
    topic.write()
