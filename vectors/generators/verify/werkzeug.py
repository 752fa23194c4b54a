"""Werkzeug's generate_password_hash. Its salts are random: the hashes are kept as they were made, and it verifies each.

Releases before 3 read an HMAC as well, in a text that looks like Django's digest: the last of them is asked about it.
"""

import hashlib
import hmac
import importlib.metadata
import importlib.util

from shared.verify_suite import NUL_PASSWORD, PASSWORDS, Topic, another, text_salt
from shared.witness import recomputed
from shared.tools_folder import TOOLS
from werkzeug.security import check_password_hash, generate_password_hash

GENERATOR = "verify/werkzeug.py"
URL = "https://github.com/pallets/werkzeug"
METHODS = [
    ("pbkdf2:sha1:1021", "pbkdf2"),
    ("pbkdf2:sha256:1022", "pbkdf2"),
    ("pbkdf2:sha384:1023", "pbkdf2"),
    ("pbkdf2:sha512:1024", "pbkdf2"),
    ("scrypt:1024:8:1", "scrypt"),
    ("scrypt:2048:4:2", "scrypt"),
]
DIGESTS = ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"]


OLD = "2.2.3"
LIKE_DJANGO = (
    "The text looks like Django's digest, which is no HMAC: who reads it so says no. Werkzeug's own reading is the right "
    "one of this hash, and nothing in the text tells them apart."
)


def old_werkzeug():
    """Its module for passwords stands alone, so that both releases can be asked in one run."""
    spec = importlib.util.spec_from_file_location("old_werkzeug", TOOLS / "werkzeug2" / "werkzeug" / "security.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def by_werkzeug(topic):
    topic.group("Werkzeug", importlib.metadata.version("werkzeug"), URL, "BSD-3-Clause", GENERATOR)
    for method, scheme in METHODS:
        # The empty password once of each scheme.
        empty = [b""] if method in ("pbkdf2:sha256:1022", "scrypt:1024:8:1") else []
        for password in [*PASSWORDS[1:4], PASSWORDS[6], NUL_PASSWORD, *empty]:
            word = password.decode("utf-8")
            text = topic.once(method, scheme, password, lambda: generate_password_hash(word, method=method))
            assert check_password_hash(text, word)
            topic.pair(text, password, scheme, method)


def by_hmac(topic):
    """The form of its releases before 3."""
    topic.group("Werkzeug", OLD, URL, "BSD-3-Clause", GENERATOR)
    check = old_werkzeug().check_password_hash
    for index, password in enumerate([PASSWORDS[6], NUL_PASSWORD, b""]):
        add_hmac(topic, "sha256", text_salt(20 + index, 8), password, check)
    for index, name in enumerate(DIGESTS):
        for password in [PASSWORDS[2], PASSWORDS[3]]:
            add_hmac(topic, name, text_salt(index, 8), password, check)


def add_hmac(topic, name, salt, password, check):
    def ask(text, password, matches, comment, **given):
        # Who names Django is asked what Django says, which Werkzeug does not know.
        own = check(text, password.decode()) is matches and given.get("source") != "django"
        checks = [f"Werkzeug {OLD}"] if own else recomputed(["Python hmac 3.11.2"])
        topic.add(text, password, matches, scheme, comment, checks=checks, **given)

    text = f"{name}${salt}${hmac.new(salt.encode(), password, name).hexdigest()}"
    scheme = name if name in ("md5", "sha1") else "hmac"
    comment = f"HMAC-{name.upper()}"
    ask(text, password, True, comment, source="werkzeug")
    ask(text, another(password), False, f"{comment}, another password", source="werkzeug")
    if scheme == "hmac":
        return
    no = {"matches": False, "scheme": scheme}
    ask(text, password, True, f"{comment}, the source not named", also=no, may_refuse=LIKE_DJANGO)
    ask(text, password, False, f"{comment}, where Django is named", source="django")
    plain = f"{name}${salt}${hashlib.new(name, salt.encode() + password).hexdigest()}"
    ask(plain, password, False, "Django's digest, where Werkzeug is named", source="werkzeug")


def make():
    topic = Topic("werkzeug", ["Hashes that Werkzeug writes, and the HMAC form of its releases before 3, of which the last was asked."])
    by_werkzeug(topic)
    by_hmac(topic)
    topic.write()
