"""Costs and lengths that wrap: a number that is cut to a few bits is another number, and a cheap hash passes for a costly one.

A cost of 31 with `1 << cost` in 32 bits gives no round at all (CVE-2015-0886 in jBCrypt, CVE-2022-22976 in Spring
Security); a cost modulo 32, or rounds and sizes modulo 2^32, give the digest of the sound hash, which is the twin. The
digest is in each that of the wrapped number, so that exactly the verifier says yes that wraps. A refusal is right, a no
is, and so is none in time: that is what the number asks for.

A length of a password modulo 256 makes two letters of 257 bytes, which bcrypt repeats up to its 72.
"""

import base64
import hashlib
import re
import struct

import passlib.hash
from argon2.low_level import Type, hash_secret
from passlib.crypto._blowfish import BCRYPT_CDATA, BlowfishEngine
from passlib.utils.binary import bcrypt64
from shared.implementations import crypt
from shared.verify_suite import Topic, salt_of, text_salt
from verify.bypass import CRYPT, DJANGO, FLASK, PHP, PYCA, ROUNDS, adapted, bare, by_libargon2, by_passlib, outcome

SECRET = b"secret"
SALT = "C" * 21 + "."
FLAGS = ["WrappedCost", "Costly"]
PAGE = "https://passlib.readthedocs.io/en/stable/lib/passlib.hash."
BLOWFISH = "https://github.com/openwall/crypt_blowfish"
NO_ROUND = (
    "Nobody computes 2^31 rounds while a user waits, so that nobody else was asked. The digest is that of no round at all, which "
    "jBCrypt 0.3m and Spring Security 5.6.3 take for it (CVE-2015-0886, CVE-2022-22976). That it is the one of 2^31 rounds as well "
    "has a chance of 1 in 2^184: a yes comes of a count that wraps. A no, a refusal and no answer in time are right."
)
BCRYPTS = {
    "2a": {**by_passlib("bcrypt"), **CRYPT, **PYCA},
    "2b": {**by_passlib("bcrypt"), **CRYPT, **PYCA},
    "2y": {**by_passlib("bcrypt"), **CRYPT, **PHP},
}


def bcrypt_of(rounds, password):
    """The digest of so many rounds, of which no cost may be the logarithm: passlib's `raw_bcrypt` demands 16 at least."""
    engine = BlowfishEngine()
    key, salt = engine.key_to_words(password + b"\0"), engine.key_to_words(bcrypt64.decode_bytes(SALT.encode()))
    engine.eks_salted_expand(key, salt[:4])
    if rounds:
        engine.eks_repeated_expand(key, salt, rounds)
    data = list(BCRYPT_CDATA)
    for at in (0, 2, 4):
        data[at], data[at + 1] = engine.repeat_encipher(data[at], data[at + 1], 64)
    return bcrypt64.encode_bytes(struct.pack(">6I", *data)[:-1]).decode()


# What jBCrypt 0.3m and Spring Security 5.6.3 make of cost 31, and libxcrypt of cost 4.
assert bcrypt_of(0, SECRET) == "MdbwUxT24tti1II0aB9ZVqIu0L27iNC"
assert f"$2b$04${SALT}{bcrypt_of(16, SECRET)}" == crypt(SECRET, f"$2b$04${SALT}")


def add_sound(topic, verifiers, text, password, scheme, comment):
    taking = [name for name, verify in verifiers.items() if outcome(verify, text, password) == "yes"]
    assert taking == list(verifiers), (text, taking)
    return topic.add(text, password, True, scheme, f"{comment}: as it is", checks=taking)


def add_wrapped(topic, verifiers, text, scheme, problem, comment, twin):
    said = {name: outcome(verify, text, SECRET) for name, verify in verifiers.items()}
    assert set(said.values()) <= {"no", "refuses"}, (text, said)
    topic.refuse(text, SECRET, problem, comment, FLAGS, checks=list(said), takes=[{"matches": False, "scheme": scheme}], twin=twin)


def add_bcrypt(topic):
    out_of_range = "bcrypt/cost-out-of-range"
    for version, verifiers in BCRYPTS.items():
        topic.group("credport", None, BLOWFISH, "0BSD", "verify/wrapped.py")
        head = f"bcrypt ${version}$"
        digests = {rounds: bcrypt_of(rounds, SECRET) for rounds in (0, 1, 16)}
        twin = add_sound(topic, verifiers, f"${version}$04${SALT}{digests[16]}", SECRET, "bcrypt", head)
        topic.refuse(
            f"${version}$31${SALT}{digests[0]}", SECRET, "verify/cost-over-limit", f"{head}: cost 31 with the digest of no round",
            FLAGS, policy=NO_ROUND, takes=[{"matches": False, "scheme": "bcrypt"}], twin=twin,
        )
        for cost, rounds in ((32, 0), (32, 1), (36, 16), (68, 16)):
            what = {0: "no round", 1: "one round", 16: "cost 4"}[rounds]
            text = f"${version}${cost}${SALT}{digests[rounds]}"
            add_wrapped(topic, verifiers, text, "bcrypt", out_of_range, f"{head}: cost {cost} with the digest of {what}", twin)


def numbers():
    """Sound hashes, where they have their number, what is added to it, and the reason of a refusal."""
    salt, letters = salt_of(960, 16), text_salt(961, 16)
    over, malformed = "verify/cost-over-limit", "scheme/malformed"
    derived = {name: hashlib.pbkdf2_hmac(name, SECRET, salt, ROUNDS) for name in ("sha1", "sha256", "sha512")}
    for name, digest in derived.items():
        head = "$pbkdf2" + ("" if name == "sha1" else f"-{name}")
        yield f"{head}${ROUNDS}${adapted(salt)}${adapted(digest)}", r"(?<=\$)1000(?=\$)", "pbkdf2", over, f"passlib's pbkdf2-{name}", f"{PAGE}pbkdf2_digest.html", by_passlib(f"pbkdf2_{name}")
    digest = base64.b64encode(hashlib.pbkdf2_hmac("sha256", SECRET, letters.encode(), ROUNDS)).decode()
    django = "https://docs.djangoproject.com/en/stable/topics/auth/passwords/"
    yield f"pbkdf2_sha256${ROUNDS}${letters}${digest}", r"(?<=\$)1000(?=\$)", "pbkdf2", over, "Django's pbkdf2_sha256", django, {**DJANGO, **by_passlib("django_pbkdf2_sha256")}
    digest = hashlib.pbkdf2_hmac("sha256", SECRET, letters.encode(), ROUNDS).hex()
    yield f"pbkdf2:sha256:{ROUNDS}${letters}${digest}", r"(?<=:)1000(?=\$)", "pbkdf2", over, "Werkzeug's pbkdf2", "https://werkzeug.palletsprojects.com/en/stable/utils/#module-werkzeug.security", FLASK
    for name, marker in (("sha256_crypt", "$5$"), ("sha512_crypt", "$6$")):
        text = getattr(passlib.hash, name).using(salt=letters, rounds=ROUNDS).hash(SECRET)
        verifiers = {**by_passlib(name), **CRYPT}
        yield text, r"(?<=rounds=)1000(?=\$)", name.replace("_", "-"), malformed, name.replace("_", "-"), "https://www.akkadia.org/drepper/SHA-crypt.txt", verifiers
    digest = hashlib.scrypt(SECRET, salt=salt, n=1024, r=8, p=1, dklen=32)
    yield f"$scrypt$ln=10,r=8,p=1${bare(salt)}${bare(digest)}", r"(?<=ln=)10(?=,)", "scrypt", malformed, "passlib's scrypt", f"{PAGE}scrypt.html", by_passlib("scrypt")
    text = hash_secret(SECRET, salt, 2, 64, 1, 32, Type.ID).decode()
    for pattern in (r"(?<=m=)64(?=,)", r"(?<=t=)2(?=,)", r"(?<=p=)1(?=\$)"):
        yield text, pattern, "argon2", "argon2/parameter-out-of-range", "argon2id", "RFC 9106", {**by_libargon2(Type.ID), **PHP}


def add_numbers(topic):
    twins = {}
    for text, pattern, scheme, problem, name, url, verifiers in numbers():
        topic.group("credport", None, url, "0BSD", "verify/wrapped.py")
        if text not in twins:
            twins[text] = add_sound(topic, verifiers, text, SECRET, scheme, name)
        number = re.search(pattern, text)[0]
        bits, what = (5, "32") if "ln=" in pattern else (32, "2^32")
        raised = re.sub(pattern, str(int(number) + (1 << bits)), text, count=1)
        add_wrapped(topic, verifiers, raised, scheme, problem, f"{name}: {number} more than {what}, with the digest of {number}{named_by(pattern)}", twins[text])


def named_by(pattern):
    """Of what is a number of several."""
    key = re.match(r"\(\?<=([mtp])=\)", pattern)
    return f" as {key[1]}" if key else ""


# bcrypt's key is the password with a NUL, repeated up to 72 bytes: of 258 bytes two are left.
SHORT, LONG = b"ab" * 36, b"ab" + b"x" * 255


def add_lengths(topic):
    for version, verifiers in BCRYPTS.items():
        topic.group("credport", None, BLOWFISH, "0BSD", "verify/wrapped.py")
        text, head = crypt(SHORT, f"${version}$04${SALT}"), f"bcrypt ${version}$, a password of 72 bytes"
        twin = add_sound(topic, verifiers, text, SHORT, "bcrypt", head)
        said = {name: outcome(verify, text, LONG) for name, verify in verifiers.items()}
        assert "yes" not in said.values(), (version, said)
        checks = [name for name, answer in said.items() if answer == "no"]
        topic.add(text, LONG, False, "bcrypt", f"{head}: another one of 257 bytes, which begins with its first two", ["WrappedLength"], checks=checks, twin=twin)


def make():
    topic = Topic("wrapped", [
        "Costs and lengths of which the lower bits are those of another: a verifier that cuts a number says yes; nobody may.",
        "Refusing them is right, and so is `matches: false`; of a cost it is right not to answer in time. It shows nothing of an implementation that does not take the hash with the small number, which is the `twin`.",
    ])
    add_bcrypt(topic)
    add_numbers(topic)
    add_lengths(topic)
    topic.write()
