"""Ory Kratos' own notations of hashes that it only imports: hashlib and libxcrypt make the digests, Kratos verifies."""

import base64
import hashlib
import hmac
import json
import re

from passlib.crypto.digest import compile_hmac
from shared.implementations import crypt, named
from shared.near_misses import EMPTY, PLAIN, USUAL, questions
from shared.tools_folder import TOOLS
from shared.verify_suite import NUL_PASSWORD, Topic, output_of, salt_of, text_salt
from shared.witness import Recomputed

FOLDER = TOOLS / "kratos"
CRYPTS = {"md5-crypt": ("$1", 8), "sha256-crypt": ("$5$rounds=1000", 16), "sha512-crypt": ("$6$rounds=1000", 16)}
FORMATS = [b"{SALT}{PASSWORD}", b"{PASSWORD}{SALT}", b"{SALT}$${PASSWORD}", b"static?{PASSWORD}#{SALT}", b"{SALT}{PASSWORD}{SALT}"]
KEYED = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")
# What the format replaces, as a password: a second pass over the result would replace it again.
PLACE = b"{SALT} and {PASSWORD}"


def b64(data):
    return base64.b64encode(data).decode()


def digest(name, data):
    return b64(hashlib.new(name, data).digest())


def formatted(name, form, salt, password):
    parts = {b"{SALT}": salt, b"{PASSWORD}": password}
    whole = re.sub(rb"\{(?:SALT|PASSWORD)\}", lambda place: parts[place[0]], form)
    return f"${name}$pf={b64(form)}${b64(salt)}${digest(name, whole)}"


def digests():
    """Scheme, comment, hash and password of each."""
    for index, password in enumerate([*USUAL, NUL_PASSWORD, PLACE], start=1):
        yield "md5", "Ory Kratos md5, no salt", f"$md5${digest('md5', password)}", password
        for name in ("md5", "sha1", "sha256", "sha512"):
            form, salt = FORMATS[index % len(FORMATS)], salt_of(700 + index, 9)
            yield name, f"Ory Kratos {name}, salt and password in its own order", formatted(name, form, salt, password), password
    yield "md5", "Ory Kratos md5, no salt", f"$md5${digest('md5', EMPTY)}", EMPTY
    for name in ("md5", "sha1", "sha256", "sha512"):
        text = formatted(name, b"{PASSWORD}", b"", PLAIN)
        yield name, f"Ory Kratos {name}, the salt empty, as users without one are imported", text, PLAIN
        yield name, f"Ory Kratos {name}, salt and password in its own order", formatted(name, FORMATS[3], salt_of(790, 9), EMPTY), EMPTY
        text = formatted(name, b"{SALT}{PASSWORD}", b"{PASSWORD}", PLAIN)
        yield name, f"Ory Kratos {name}, a salt that looks like the place of the password", text, PLAIN


def keyed():
    for index, password in enumerate([*USUAL, NUL_PASSWORD], start=1):
        for name in (KEYED[index - 1], KEYED[-index]):
            key = salt_of(720 + index, 5 * index)
            made = hmac.new(key, password, name).hexdigest()
            yield "hmac", f"Ory Kratos hmac-{name}", f"$hmac-{name}${b64(made.encode())}${b64(key)}", password


def keyed_md4():
    """Python's hashlib has no MD4 where OpenSSL does not load it."""
    for index, password in enumerate((PLAIN, USUAL[2], b""), start=1):
        key = salt_of(760 + index, 12 * index)
        made = compile_hmac("md4", key)(password).hex()
        yield "hmac", "Ory Kratos hmac-md4", f"$hmac-md4${b64(made.encode())}${b64(key)}", password


def crypts():
    for index, password in enumerate(USUAL, start=1):
        for scheme, (prefix, salt) in CRYPTS.items():
            made = crypt(password, f"{prefix}${text_salt(740 + index, salt)}$")
            yield scheme, f"Ory Kratos {scheme}", f"${scheme}{made[2:]}", password
    for scheme, (prefix, salt) in CRYPTS.items():
        made = crypt(EMPTY, f"{prefix}${text_salt(795, salt)}$")
        yield scheme, f"Ory Kratos {scheme}", f"${scheme}{made[2:]}", EMPTY
    for scheme, prefix in (("sha256-crypt", "$5"), ("sha512-crypt", "$6")):
        made = crypt(PLAIN, f"{prefix}${text_salt(750, 16)}$")
        yield scheme, f"Ory Kratos {scheme}, the rounds not named", f"${scheme}{made[2:]}", PLAIN


def answers(asked):
    """What Kratos says to each hash and password: yes, no or refused."""
    lines = "".join(f"{json.dumps([text, password.hex()])}\n" for text, password in asked)
    return output_of([FOLDER / "compare"], lines.encode()).decode().split()


def made_by(scheme, comment):
    if "hmac-md4" in comment:
        return Recomputed(named("passlib"))
    return Recomputed(named("libxcrypt") if scheme in CRYPTS else f"{named('Python')} (hashlib)")


def make():
    version = (FOLDER / "version").read_text().strip().removeprefix("v")
    topic = Topic("kratos", ["Notations of Ory Kratos for the hashes of other systems, which it imports and verifies."])
    url = "https://github.com/ory/kratos"
    topic.group("Ory Kratos", version, url, "Apache-2.0", "verify/kratos.py", spec=[f"{url} hash/hash_comparator.go"])
    rows = [
        (text, password, matches, scheme, f"{comment}{what}")
        for scheme, comment, text, right in (*digests(), *keyed(), *keyed_md4(), *crypts())
        for password, matches, what in questions(right)
    ]
    for row, said in zip(rows, answers([row[:2] for row in rows]), strict=True):
        text, password, matches, scheme, comment = row
        assert said == ("yes" if matches else "no"), f"Ory Kratos says {said}: {text}"
        topic.add(text, password, matches, scheme, comment, checks=[f"Ory Kratos {version}", made_by(scheme, comment)])
    topic.write()
