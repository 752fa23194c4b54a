"""Django's own hashers: with fixed salts, or where it takes no salt, kept as they were made."""

import django
from shared.django_hashers import hashers
from shared.verify_suite import NUL_PASSWORD, PASSWORDS, Topic, text_salt

# Scheme, hasher, iterations.
SALTED = [
    ("pbkdf2", hashers.PBKDF2PasswordHasher(), 1007),
    ("pbkdf2", hashers.PBKDF2SHA1PasswordHasher(), 1008),
    ("md5", hashers.MD5PasswordHasher(), None),
    ("sha1", hashers.SHA1PasswordHasher(), None),
]


class CheapBCryptSHA256(hashers.BCryptSHA256PasswordHasher):
    rounds = 4


class CheapBCrypt(hashers.BCryptPasswordHasher):
    rounds = 4


class CheapArgon2(hashers.Argon2PasswordHasher):
    time_cost = 2
    memory_cost = 64
    parallelism = 2


# These take their salts from the libraries below them.
RANDOM = [("bcrypt", CheapBCryptSHA256()), ("bcrypt", CheapBCrypt()), ("argon2", CheapArgon2())]


def with_fixed_salts(topic):
    rows = [(*row, password) for row in SALTED for password in [*PASSWORDS, NUL_PASSWORD]]
    for index, (scheme, hasher, iterations, password) in enumerate(rows, start=1):
        text, salt = password.decode("utf-8"), text_salt(index, 12)
        encoded = hasher.encode(text, salt, iterations) if iterations else hasher.encode(text, salt)
        assert hasher.verify(text, encoded)
        topic.pair(encoded, password, scheme, hasher.algorithm, source="django")
        if index % 4 == 0:
            topic.add(encoded, password, True, scheme, f"{hasher.algorithm}, the source not named")


def with_random_salts(topic):
    for scheme, hasher in RANDOM:
        name = hasher.algorithm
        prehashed = name == "bcrypt_sha256"
        for password in [*PASSWORDS, *([NUL_PASSWORD] if name != "bcrypt" else [])]:
            word = password.decode("utf-8")
            encoded = topic.once(name, scheme, password, lambda: hasher.encode(word, hasher.salt()))
            assert hasher.verify(word, encoded)
            topic.pair(encoded, password, scheme, name, ["Prehashed"] if prehashed else [])


def make():
    topic = Topic("django", ["Password column values that Django's hashers write."])
    topic.group("Django", django.get_version(), "https://github.com/django/django", "BSD-3-Clause", "verify/django.py")
    with_fixed_salts(topic)
    with_random_salts(topic)
    topic.write()
