"""Django's own hashers with fixed salts.

Run: python3 -W ignore verify_django.py
"""

import django
from django.conf import settings

settings.configure()
django.setup()

from django.contrib.auth import hashers  # noqa: E402

from verify_common import NOT_UTF8, NUL_PASSWORD, PASSWORDS, Topic, text_salt  # noqa: E402

topic = Topic("django", ["Password column values that Django's hashers write."])
topic.group("Django", django.get_version(), "https://github.com/django/django", "BSD-3-Clause", "verify_django.py")

HASHERS = [
    ("pbkdf2", hashers.PBKDF2PasswordHasher(), 7),
    ("pbkdf2", hashers.PBKDF2SHA1PasswordHasher(), 8),
    ("md5", hashers.MD5PasswordHasher(), None),
    ("sha1", hashers.SHA1PasswordHasher(), None),
]

index = 0
for scheme, hasher, iterations in HASHERS:
    for password in [*PASSWORDS, NUL_PASSWORD]:
        index += 1
        text = password.decode("utf-8")
        salt = text_salt(index, 12)
        encoded = hasher.encode(text, salt, iterations) if iterations else hasher.encode(text, salt)
        assert hasher.verify(text, encoded)
        topic.pair(encoded, password, scheme, hasher.algorithm, source="django")
        if index % 4 == 0:
            topic.add(encoded, password, True, scheme, f"{hasher.algorithm}, the source not named")


class CheapBCryptSHA256(hashers.BCryptSHA256PasswordHasher):
    rounds = 4


class CheapBCrypt(hashers.BCryptPasswordHasher):
    rounds = 4


class CheapArgon2(hashers.Argon2PasswordHasher):
    time_cost = 2
    memory_cost = 64
    parallelism = 2


# These take their salts from the libraries below them: the output is kept as it was made.
for scheme, hasher in [("bcrypt", CheapBCryptSHA256()), ("bcrypt", CheapBCrypt()), ("argon2", CheapArgon2())]:
    prehashed = hasher.algorithm == "bcrypt_sha256"
    for password in [*PASSWORDS, *([NUL_PASSWORD] if prehashed else [])]:
        encoded = hasher.encode(password.decode("utf-8"), hasher.salt())
        assert hasher.verify(password.decode("utf-8"), encoded)
        topic.pair(encoded, password, scheme, hasher.algorithm, ["Prehashed"] if prehashed else [])

topic.write()
