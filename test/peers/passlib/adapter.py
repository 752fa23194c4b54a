import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import passlib
from passlib.context import CryptContext
from passlib.hash import argon2, bcrypt
from passlib.totp import TOTP

from serve import Skipped, bytes_of, own_hash, plain_hash, serve, text_or_bytes

# passlib's name of a handler: the suite's name of the scheme.
SCHEMES = {
    "bcrypt": "bcrypt",
    "argon2": "argon2",
    "bcrypt_sha256": "bcrypt",
    "ldap_bcrypt": "bcrypt",
    "django_bcrypt": "bcrypt",
    "django_bcrypt_sha256": "bcrypt",
    "django_argon2": "argon2",
    "django_pbkdf2_sha256": "pbkdf2",
    "django_pbkdf2_sha1": "pbkdf2",
    "django_salted_sha1": "sha1",
    "django_salted_md5": "md5",
    "pbkdf2_sha1": "pbkdf2",
    "pbkdf2_sha256": "pbkdf2",
    "pbkdf2_sha512": "pbkdf2",
    "ldap_pbkdf2_sha1": "pbkdf2",
    "ldap_pbkdf2_sha256": "pbkdf2",
    "ldap_pbkdf2_sha512": "pbkdf2",
    "scrypt": "scrypt",
    "phpass": "phpass",
    "md5_crypt": "md5-crypt",
    "ldap_md5_crypt": "md5-crypt",
    "apr_md5_crypt": "apr1",
    "sha256_crypt": "sha256-crypt",
    "ldap_sha256_crypt": "sha256-crypt",
    "sha512_crypt": "sha512-crypt",
    "ldap_sha512_crypt": "sha512-crypt",
    "ldap_md5": "md5",
    "ldap_sha1": "sha1",
    "ldap_salted_md5": "md5",
    "ldap_salted_sha1": "sha1",
    "ldap_salted_sha256": "sha256",
    "ldap_salted_sha512": "sha512",
}
CONTEXT = CryptContext(schemes=list(SCHEMES))


def verify(given):
    source = given.get("source")
    text = own_hash(given) if source in (None, "django") and not given.get("pepper") else plain_hash(given)
    handler = CONTEXT.identify(text)
    if handler is None:
        raise Skipped("another scheme")
    return {"matches": CONTEXT.verify(text_or_bytes(given["password"]), text), "scheme": SCHEMES[handler]}


def parse_bcrypt(given):
    if not given["text"].startswith("$2"):
        raise Skipped("another scheme")
    parsed = bcrypt.from_string(given["text"])
    return {"version": parsed.ident.strip("$"), "cost": parsed.rounds, "salt": parsed.salt, "digest": parsed.checksum}


def parse_argon2(given):
    if not given["text"].startswith("$argon2"):
        raise Skipped("another scheme")
    parsed = argon2.from_string(given["text"])
    return {
        "variant": f"argon2{parsed.type.lower()}",
        "version": parsed.version,
        "memoryCost": parsed.memory_cost,
        "timeCost": parsed.rounds,
        "parallelism": parsed.parallelism,
        "salt": parsed.salt.hex(),
        "digest": (parsed.checksum or b"").hex(),
    }


def secret_to_base32(given):
    encoding = given["encoding"]
    if encoding == "utf8":
        return {"base32": TOTP(key=bytes_of(given["secret"]), format="raw").base32_key}
    if encoding not in ("base32", "hex"):
        raise Skipped(f"has no {encoding}")
    return {"base32": TOTP(key=text_or_bytes(given["secret"]), format=encoding).base32_key}


def totp_code(given):
    totp = TOTP(key=given["secret"], format="base32", digits=given["digits"], alg=given["algorithm"].lower(), period=given["period"])
    return {"code": totp.generate(given["unixSeconds"]).token}


def otpauth(given):
    if given["uri"].lower().startswith("otpauth-migration:"):
        raise Skipped("reads no migration URIs")
    totp = TOTP.from_uri(given["uri"])
    device = {"secretKey": totp.base32_key, "period": totp.period, "digits": totp.digits, "algorithm": totp.alg.upper()}
    if totp.issuer:
        device["issuer"] = totp.issuer
    if totp.label:
        device["account"] = totp.label
    return {"devices": [device]}


# libpass goes on with passlib's module under a name of its own.
try:
    NAME, VERSION = "libpass", version("libpass")
except PackageNotFoundError:
    NAME, VERSION = "passlib", passlib.__version__
serve(
    NAME,
    VERSION,
    {
        "verify": verify,
        "parse-bcrypt": parse_bcrypt,
        "parse-argon2": parse_argon2,
        "secret-to-base32": secret_to_base32,
        "totp-code": totp_code,
        "otpauth": otpauth,
    },
    owners=["atlassian", "django", "openldap", "passlib"],
)
