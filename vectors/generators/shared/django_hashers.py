"""Django, set up once; which hashers it has is said by whoever asks it."""

# passlib's tests configure Django for themselves, and that can be done only once.
import passlib.tests.test_handlers_django  # noqa: F401
from django.conf import settings
from django.contrib.auth import hashers

SALTED = ("PBKDF2", "PBKDF2SHA1", "Argon2", "BCryptSHA256", "BCrypt", "SHA1", "MD5")
ALL = (*SALTED, "UnsaltedSHA1", "UnsaltedMD5", "Crypt")


def use_hashers(names):
    """Django's module of hashers, which knows these from now on."""
    settings.PASSWORD_HASHERS = [f"django.contrib.auth.hashers.{name}PasswordHasher" for name in names]
    hashers.get_hashers.cache_clear()
    hashers.get_hashers_by_algorithm.cache_clear()
    return hashers
