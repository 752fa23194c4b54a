import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import argon2

from serve import Skipped, bytes_of, plain_hash, serve

HASHER = argon2.PasswordHasher()


def verify(given):
    text = plain_hash(given)
    if not text.startswith("$argon2"):
        raise Skipped("another scheme")
    try:
        return {"matches": HASHER.verify(text, bytes_of(given["password"])), "scheme": "argon2"}
    except argon2.exceptions.VerifyMismatchError:
        return {"matches": False, "scheme": "argon2"}


def parse_argon2(given):
    if not given["text"].startswith("$argon2"):
        raise Skipped("another scheme")
    found = argon2.extract_parameters(given["text"])
    _, _, *_, salt, digest = given["text"].split("$")
    decode = lambda text: __import__("base64").b64decode(text + "=" * (-len(text) % 4)).hex()
    return {
        "variant": f"argon2{found.type.name.lower()}",
        "version": found.version,
        "memoryCost": found.memory_cost,
        "timeCost": found.time_cost,
        "parallelism": found.parallelism,
        "salt": decode(salt),
        "digest": decode(digest),
    }


LINES = {
    "verify": "argon2.PasswordHasher().verify({{hash}}, {{password:bytes}})",
    "parse-argon2": "argon2.extract_parameters({{text}})",
}
operations = {"verify": verify, "parse-argon2": parse_argon2}
serve("argon2-cffi", argon2.__version__, operations, reproduce=LINES, notations=["argon2"])
