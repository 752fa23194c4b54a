import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import django
from django.conf import settings

NAMES = [
    "PBKDF2PasswordHasher", "PBKDF2SHA1PasswordHasher", "Argon2PasswordHasher", "BCryptSHA256PasswordHasher",
    "BCryptPasswordHasher", "SHA1PasswordHasher", "MD5PasswordHasher", "UnsaltedSHA1PasswordHasher",
    "UnsaltedMD5PasswordHasher",
]
settings.configure(PASSWORD_HASHERS=[f"django.contrib.auth.hashers.{name}" for name in NAMES])
from django.contrib.auth.hashers import get_hashers

from serve import Skipped, own_hash, serve, text_or_bytes

# Django's name of a hasher: the suite's name of the scheme.
SCHEMES = {
    "pbkdf2_sha256": "pbkdf2", "pbkdf2_sha1": "pbkdf2", "argon2": "argon2", "bcrypt_sha256": "bcrypt", "bcrypt": "bcrypt",
    "sha1": "sha1", "md5": "md5", "unsalted_sha1": "sha1", "unsalted_md5": "md5",
}


def verify(given):
    text, source = own_hash(given), given.get("source")
    if source not in (None, "django") or given.get("pepper"):
        raise Skipped("another system")
    algorithm = text.split("$", 1)[0]
    hasher = next((one for one in get_hashers() if one.algorithm == algorithm), None)
    if hasher is None or "$" not in text:
        raise Skipped("another scheme")
    if source is None and algorithm in ("md5", "sha1"):
        raise Skipped("may be of Werkzeug, which writes the same form")
    password = text_or_bytes(given["password"])
    if isinstance(password, bytes):
        raise Skipped("takes text only")
    # The hasher itself: check_password first looks whether it should hash anew.
    return {"matches": hasher.verify(password, text), "scheme": SCHEMES[algorithm]}


serve("Django", django.get_version(), {"verify": verify})
