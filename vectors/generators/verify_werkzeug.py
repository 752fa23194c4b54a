"""Werkzeug's generate_password_hash. Its salts are random: the output is kept as it was made.

Run: python with werkzeug, verify_werkzeug.py
"""

import hashlib
import hmac
import importlib.metadata
import platform

from werkzeug.security import check_password_hash, generate_password_hash

from verify_common import NUL_PASSWORD, PASSWORDS, Topic, text_salt
from witness import Recomputed

topic = Topic("werkzeug", ["Hashes that Werkzeug writes, and the HMAC form of its releases before 3, made with Python's hmac."])
topic.group("Werkzeug", importlib.metadata.version("werkzeug"), "https://github.com/pallets/werkzeug", "BSD-3-Clause", "verify_werkzeug.py")
for method, scheme in [("pbkdf2:sha1:21", "pbkdf2"), ("pbkdf2:sha256:22", "pbkdf2"), ("pbkdf2:sha384:23", "pbkdf2"), ("pbkdf2:sha512:24", "pbkdf2"), ("scrypt:1024:8:1", "scrypt"), ("scrypt:2048:4:2", "scrypt")]:
    for password in [*PASSWORDS[1:4], PASSWORDS[6], NUL_PASSWORD]:
        text = generate_password_hash(password.decode("utf-8"), method=method)
        assert check_password_hash(text, password.decode("utf-8"))
        topic.pair(text, password, scheme, method)

topic.group("Python hmac", platform.python_version(), "https://docs.python.org/3/library/hmac.html", "PSF-2.0", "verify_werkzeug.py", composed=True)
for index, name in enumerate(["md5", "sha1", "sha224", "sha256", "sha384", "sha512"]):
    for password in [PASSWORDS[2], PASSWORDS[3]]:
        parts = [Recomputed(f"Python hmac {platform.python_version()}")]
        salt = text_salt(index, 8)
        text = f"{name}${salt}${hmac.new(salt.encode(), password, name).hexdigest()}"
        scheme = name if name in ("md5", "sha1") else "hmac"
        topic.pair(text, password, scheme, f"HMAC-{name.upper()}", source="werkzeug")
        if scheme == "hmac":
            continue
        topic.add(text, password, True, scheme, f"HMAC-{name.upper()}, the source not named", checks=parts)
        topic.add(text, password, False, scheme, f"HMAC-{name.upper()}, where Django is named", checks=parts, source="django")
        plain = f"{name}${salt}${hashlib.new(name, salt.encode() + password).hexdigest()}"
        topic.add(plain, password, False, scheme, "Django's digest, where Werkzeug is named", checks=parts, source="werkzeug")

topic.write()
