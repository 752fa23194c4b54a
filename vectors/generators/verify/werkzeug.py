"""Werkzeug's generate_password_hash. Its salts are random: the hashes are kept as they were made, and it verifies each."""

import hashlib
import hmac
import importlib.metadata
import platform

from shared.verify_suite import NUL_PASSWORD, PASSWORDS, Topic, text_salt
from shared.witness import Recomputed
from werkzeug.security import check_password_hash, generate_password_hash

GENERATOR = "verify/werkzeug.py"
URL = "https://github.com/pallets/werkzeug"
METHODS = [
    ("pbkdf2:sha1:21", "pbkdf2"),
    ("pbkdf2:sha256:22", "pbkdf2"),
    ("pbkdf2:sha384:23", "pbkdf2"),
    ("pbkdf2:sha512:24", "pbkdf2"),
    ("scrypt:1024:8:1", "scrypt"),
    ("scrypt:2048:4:2", "scrypt"),
]
DIGESTS = ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"]


def by_werkzeug(topic):
    topic.group("Werkzeug", importlib.metadata.version("werkzeug"), URL, "BSD-3-Clause", GENERATOR)
    for method, scheme in METHODS:
        for password in [*PASSWORDS[1:4], PASSWORDS[6], NUL_PASSWORD]:
            word = password.decode("utf-8")
            text = topic.once(method, scheme, password, lambda: generate_password_hash(word, method=method))
            assert check_password_hash(text, word)
            topic.pair(text, password, scheme, method)


def by_hmac(topic):
    """The form of its releases before 3."""
    version = platform.python_version()
    topic.group(
        "Python hmac", version, "https://docs.python.org/3/library/hmac.html", "PSF-2.0", GENERATOR, composed=True
    )
    checks = [Recomputed(f"Python hmac {version}")]
    for index, name in enumerate(DIGESTS):
        for password in [PASSWORDS[2], PASSWORDS[3]]:
            add_hmac(topic, name, text_salt(index, 8), password, checks)


def add_hmac(topic, name, salt, password, checks):
    text = f"{name}${salt}${hmac.new(salt.encode(), password, name).hexdigest()}"
    scheme = name if name in ("md5", "sha1") else "hmac"
    comment = f"HMAC-{name.upper()}"
    topic.pair(text, password, scheme, comment, source="werkzeug")
    if scheme == "hmac":
        return
    topic.add(text, password, True, scheme, f"{comment}, the source not named", checks=checks)
    topic.add(text, password, False, scheme, f"{comment}, where Django is named", checks=checks, source="django")
    plain = f"{name}${salt}${hashlib.new(name, salt.encode() + password).hexdigest()}"
    comment = "Django's digest, where Werkzeug is named"
    topic.add(plain, password, False, scheme, comment, checks=checks, source="werkzeug")


def make():
    topic = Topic("werkzeug", ["Hashes that Werkzeug writes, and the HMAC form of its releases before 3, made with Python's hmac."])
    by_werkzeug(topic)
    by_hmac(topic)
    topic.write()
