"""Packages of PyPI held to the vectors, each by the name that peer.json gives it. libpass has passlib's adapter."""

import importlib.metadata
import runpy
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from serve import Skipped, plain_hash, serve, text_or_bytes  # noqa: E402


def text_of(value):
    if isinstance(value, dict):
        raise Skipped("takes text only")
    return value


def by_werkzeug(given):
    from werkzeug.security import check_password_hash

    return {"matches": check_password_hash(plain_hash(given), text_of(given["password"]))}


def by_pwdlib(given):
    from pwdlib import PasswordHash
    from pwdlib.hashers.argon2 import Argon2Hasher
    from pwdlib.hashers.bcrypt import BcryptHasher

    return {"matches": PasswordHash((Argon2Hasher(), BcryptHasher())).verify(text_or_bytes(given["password"]), plain_hash(given))}


def totp_code(given):
    import hashlib

    import pyotp

    digest = getattr(hashlib, given["algorithm"].lower())
    totp = pyotp.TOTP(given["secret"], digits=given["digits"], digest=digest, interval=given["period"])
    return {"code": totp.at(given["unixSeconds"])}


def otpauth(given):
    import pyotp

    if given["uri"].lower().startswith("otpauth-migration:"):
        raise Skipped("reads no migration URIs")
    totp = pyotp.parse_uri(given["uri"])
    if not isinstance(totp, pyotp.TOTP):
        raise ValueError("not TOTP")
    device = {"secretKey": totp.secret, "period": totp.interval, "digits": totp.digits, "algorithm": totp.digest().name.upper()}
    named = {"issuer": totp.issuer, "account": totp.name}
    return {"devices": [device | {name: text for name, text in named.items() if text}]}


LIBRARIES = {
    "pwdlib": ("pwdlib", {"verify": by_pwdlib}, {"notations": ["argon2", "bcrypt"]}),
    "pyotp": ("PyOTP", {"otpauth": otpauth, "totp-code": totp_code}, {}),
    "werkzeug": ("Werkzeug", {"verify": by_werkzeug}, {"notations": ["werkzeug-pbkdf2", "werkzeug-scrypt"]}),
}
if sys.argv[1] == "libpass":
    runpy.run_path(str(Path(__file__).resolve().parent.parent / "passlib/adapter.py"), run_name="__main__")
    sys.exit()
name, operations, spoken = LIBRARIES[sys.argv[1]]
serve(name, importlib.metadata.version(name), operations, **spoken)
