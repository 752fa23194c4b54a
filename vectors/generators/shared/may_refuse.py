"""Where a refusal of a hash with its right password is as right as the answer, and why.

None of these costs a user the login without a word: whoever refuses says so.
"""

import base64
import re

MINIMUM_ROUNDS, MINIMUM_SALT = 1000, 8
ROUNDS = (
    "SP 800-132 section 5.2 asks for 1,000 iterations of PBKDF2, and an implementation that takes no fewer "
    "refuses this hash for its cost, which only keeps the vectors quick."
)
SALT = (
    "The PHC string format recommends salts of 16 bytes and SP 800-132 section 5.1 demands them; an "
    "implementation that takes none below 8 refuses this one for its length."
)
ALPHABET = (
    "The salt has a character outside the alphabet of crypt(3). PHP's own crypt takes it, and libxcrypt refuses "
    "such salts on purpose, since they can break the file that a hash is kept in."
)
EMPTY_SALT = (
    "The salt is empty, so that users with the same password have the same hash. crypt(3) computes it, and an "
    "implementation that refuses hashes without a salt is right."
)
LITTLE_MEMORY = (
    "Werkzeug refuses its own notation here: for N = 64 it permits scrypt less memory than OpenSSL asks for, and "
    "raises an error. Who refuses such parameters is right; what the hash is remains known."
)
LONG_SCRYPT = (
    "The digest has 64 bytes. passlib, whose notation this is, writes and reads 32 bytes only: who refuses another length "
    "is right; what the hash is remains known."
)
NUL = (
    "The password has a NUL, which crypt(3) takes for its end. An implementation that refuses such passwords "
    "instead of hashing a part of them is right."
)
NT_READINGS = (
    "The notation has two readings beyond ASCII: libxcrypt and FreeBSD's crypt(3), whose it is, put a zero byte after each "
    "byte of the password; passlib's bsd_nthash takes UTF-16 of the text. Who has the other reading alone says no or refuses."
)
LONG = (
    "The password has 512 bytes or more. libxcrypt refuses such passwords, and SP 800-63B section 5.1.1.2 asks "
    "verifiers for 64 characters only: an implementation that refuses them instead of hashing a part of them is right."
)

VERSION_16 = (
    "The hash is of version 16 of argon2, which a text without a version means too. RFC 9106 has version 19 only, and an "
    "implementation of that alone is right to refuse this one. A plain no is not: it locks the user out without a word."
)
# What a plain no is wrong for although a refusal is right.
NO_PLAIN_NO = {VERSION_16}

CUT_BY_BCRYPT = (
    "bcrypt reads 72 bytes. pyca/bcrypt 5, hash-wasm and at.favre.lib's bcrypt refuse longer passwords by design instead of hashing "
    "a part of them: who does so is right, and says so. Users who have such a password from before can't log in."
)

# Where the notations of PBKDF2 have their iterations; those of the field begin at 1,000.
_ROUNDS = [
    re.compile(pattern)
    for pattern in (
        r"^\$pbkdf2[a-z0-9-]*\$(?:i=)?([0-9]+)[,$]",
        r"^\{PBKDF2[A-Z0-9-]*\}([0-9]+)[:$]",
        r"^\{PBKDF2\}\$1\$[^$]*\$([0-9]+)\$",
        r"^pbkdf2_[a-z0-9]+\$([0-9]+)\$",
        r"^pbkdf2:[a-z0-9]+:([0-9]+)\$",
        r"^:pbkdf2:[a-z0-9]+:([0-9]+):",
        r"^\{PBKDF2WithHmac[A-Z0-9]+\}[0-9a-f]+-([0-9]+)-",
        r"^\$p5k2\$(?P<hexadecimal>[0-9a-f]+)\$",
    )
]
_VERSION_16 = re.compile(r"(?:^|\$)argon2(?:id|i|d)\$(?:v=16\$)?m=")
_BASE64_SALT = re.compile(r"^\$(?:pbkdf2[a-z0-9-]*\$(?:i=)?[0-9]+(?:,l=[0-9]+)?|scrypt\$ln=[0-9]+,r=[0-9]+,p=[0-9]+)\$([^$]*)\$")
_CRYPT_SALT = re.compile(r"^\$(?:1|5|6)\$(?:rounds=[0-9]+\$)?([^$]*)\$")


def why_refusal_is_right(test):
    """The reason, or None where refusing would lock a user out."""
    given, scheme = test["input"], answer_of(test)["scheme"]
    text = given["hash"]
    rounds = rounds_of(text) if scheme == "pbkdf2" else None
    if rounds is not None and rounds < MINIMUM_ROUNDS:
        return ROUNDS
    salt = _BASE64_SALT.match(text)
    if salt is not None and len(salt[1].rstrip("=")) * 3 // 4 < MINIMUM_SALT:
        return SALT
    salt = _CRYPT_SALT.match(text)
    if salt is not None and re.search(r"[^./0-9A-Za-z]", salt[1]):
        return ALPHABET
    if salt is not None and salt[1] == "":
        return EMPTY_SALT
    if re.match(r"^\$scrypt\$ln=[^$]*\$[^$]*\$[^$]{86}$", text):
        return LONG_SCRYPT
    if text.startswith("scrypt:64:"):
        return LITTLE_MEMORY
    if length_of(given["password"]) >= 512:
        return LONG
    if _VERSION_16.search(text):
        return VERSION_16
    # A system that writes its own notation takes what its users have.
    if scheme == "bcrypt" and length_of(given["password"]) > 72 and is_crypt(test, scheme) and "owner" not in test:
        return CUT_BY_BCRYPT
    return NUL if has_nul(given["password"]) and is_crypt(test, scheme) else None


def answer_of(test):
    return test.get("output") or test["outputs"][0]


def rounds_of(text):
    """Iterations that a notation of PBKDF2 names; None where it does not, or is none that is listed."""
    for pattern in _ROUNDS:
        match = pattern.match(text)
        if match is not None:
            return int(match[1], 16 if "hexadecimal" in pattern.groupindex else 10)
    return aspnet_rounds(text)


def aspnet_rounds(text):
    """Version 3 of ASP.NET Identity has them in four bytes after the marker and the hash function."""
    if not text.startswith("AQAAAA"):
        return None
    return int.from_bytes(base64.b64decode(text)[5:9], "big")


def has_nul(password):
    return "\0" in password if isinstance(password, str) else "00" in re.findall("..", password.get("hex", ""))


def length_of(password):
    if isinstance(password, str):
        return len(password.encode("utf-8"))
    repeat = password.get("repeat")
    return len(repeat["text"]) * repeat["times"] if repeat else len(password["hex"]) // 2


def is_crypt(test, scheme):
    """Hashes over the password itself, by a program that may take it as a C string."""
    crypts = ("bcrypt", "des-crypt", "md5-crypt", "apr1", "sha1-crypt", "sha256-crypt", "sha512-crypt")
    return scheme in crypts and not {"Prehashed", "Peppered"} & set(test["flags"]) and "source" not in test["input"]
