import base64
import binascii
import hashlib
import hmac
import platform
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from serve import bytes_of, serve


def secret_to_base32(given):
    secret, encoding = bytes_of(given["secret"]), given["encoding"]
    padded = secret + b"=" * (-len(secret) % (8 if encoding == "base32" else 4))
    decoders = {
        "utf8": lambda: secret,
        "hex": lambda: binascii.unhexlify(secret),
        "base32": lambda: base64.b32decode(padded, casefold=True),
        "base64": lambda: base64.b64decode(padded, validate=True),
        "base64url": lambda: base64.urlsafe_b64decode(padded),
    }
    return {"base32": base64.b32encode(decoders[encoding]()).decode().rstrip("=")}


def totp_code(given):
    secret = given["secret"]
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    counter = (given["unixSeconds"] // given["period"]).to_bytes(8, "big")
    mac = hmac.new(key, counter, getattr(hashlib, given["algorithm"].lower())).digest()
    place = mac[-1] & 15
    number = int.from_bytes(mac[place : place + 4], "big") & 0x7FFFFFFF
    return {"code": str(number % 10 ** given["digits"]).zfill(given["digits"])}


operations = {"secret-to-base32": secret_to_base32, "totp-code": totp_code}
serve("Python's base64 and hmac", platform.python_version(), operations)
