"""Second opinions on vectors/verify: who besides its maker verifies each hash of the files as they stand.

Some hashes have random salts and are kept as they were made, so this reads the files, asks passlib,
libxcrypt, libargon2, PHP and Django about every password, and writes their names into `checkedBy`
where they say the same of all tests that they know, of a right password at least once. It also gives
`spec` to groups without one. Run it after the other generators, in any directory:
/usr/bin/python3 vectors/generators/verify_second.py
"""

import json
import sys
from pathlib import Path

import django
import passlib.hash
from argon2.low_level import Type, verify_secret
from django.conf import settings

settings.configure(
    PASSWORD_HASHERS=[
        f"django.contrib.auth.hashers.{name}PasswordHasher"
        for name in ("PBKDF2", "PBKDF2SHA1", "Argon2", "BCryptSHA256", "BCrypt", "SHA1", "MD5")
    ]
)
django.setup()

from django.contrib.auth.hashers import check_password  # noqa: E402
from tools import crypt, named, passlib_names, php_verify  # noqa: E402
from verify_common import maker_of  # noqa: E402

FOLDER = Path(__file__).resolve().parent.parent / "verify"
# Systems whose habits change what a hash is over; the name of the others says nothing more.
PLAIN_SOURCES = {None, "django"}
DJANGO = ("pbkdf2_sha", "argon2$", "bcrypt$", "bcrypt_sha256$", "sha1$", "md5$")
TYPES = {"argon2d": Type.D, "argon2i": Type.I, "argon2id": Type.ID}


def by_libxcrypt(text, password):
    if not text.startswith(("$1$", "$2", "$5$", "$6$")) or b"\0" in password:
        return None
    return crypt(password, text) == text


def by_libargon2(text, password):
    if not text.startswith("$argon2"):
        return None
    try:
        return verify_secret(text.encode(), password, TYPES[text.split("$")[1]])
    except Exception as error:
        return False if "match" in str(error) else None


def by_php(text, password):
    if not text.startswith(("$1$", "$2y$", "$5$", "$6$", "$argon2i")) or b"\0" in password:
        return None
    return php_verify(password, text)


def by_django(text, password):
    try:
        return check_password(password.decode("utf-8"), text) if text.startswith(DJANGO) else None
    except UnicodeDecodeError:
        return None


def by_passlib(text, password):
    names = [name for name in passlib_names(text) if not name.startswith(("hex_", "lmhash", "nthash", "msdcc"))]
    if len(names) != 1 or text.startswith(("$2x$", "$argon2")) or b"\0" in password:
        return None
    try:
        return getattr(passlib.hash, names[0]).verify(password, text)
    except Exception:
        return None


OPINIONS = {
    "passlib": by_passlib,
    "libxcrypt": by_libxcrypt,
    "libargon2": by_libargon2,
    "PHP": by_php,
    "Django": by_django,
}


def bytes_of(password):
    return password.encode("utf-8") if isinstance(password, str) else bytes.fromhex(password["hex"])


def opinion(ask, name, test):
    """True or False where the implementation knows the hash; None where it has nothing to say."""
    given = test["input"]
    if test["result"] != "valid" or not set(given) <= {"hash", "password", "source"}:
        return None
    source = given.get("source")
    # Without a source Django's and Werkzeug's notations of bare digests can't be told apart.
    if source not in PLAIN_SOURCES or (name in ("Django", "passlib") and source is None and given["hash"][0] in "ms"):
        return None
    return ask(given["hash"], bytes_of(given["password"]))


def confirms(name, ask, tests):
    answers = [(test, opinion(ask, name, test)) for test in tests]
    given = [(test, answer) for test, answer in answers if answer is not None]
    wrong = [test["id"] for test, answer in given if answer != test["output"]["matches"]]
    if wrong:
        print(f"{named(name)} says otherwise: {', '.join(wrong)}")
    return not wrong and any(answer for _, answer in given), {test["id"] for test, _ in given}


def second_opinions(group):
    """The group with the names of all who confirmed it, and how many tests a second one knew."""
    known, names = set(), set()
    for name, ask in OPINIONS.items():
        said_the_same, asked = confirms(name, ask, group["tests"])
        if said_the_same:
            names.add(named(name))
            known |= asked
    source = group["source"]
    own = [] if source["name"] == "credport" or "published" in source else [maker_of(source)]
    earlier = group.get("checkedBy") or own
    head = {"source": source, "checkedBy": [*earlier, *sorted(names - set(earlier))]}
    head["spec"] = group.get("spec") or [{"ref": source["url"]}]
    return {**{key: value for key, value in head.items() if value}, "tests": group["tests"]}, len(known)


def main():
    for path in sorted(FOLDER.glob("*.json")):
        content = json.loads(path.read_text())
        second, groups = 0, []
        for group in content["groups"]:
            if "policy" in group:
                groups.append(group)
                continue
            made, known = second_opinions(group)
            groups.append(made)
            second += known
        content["groups"] = groups
        path.write_text(json.dumps(content, indent=2, ensure_ascii=True) + "\n", encoding="ascii")
        print(f"{path.stem}: {second} tests have a second opinion")


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    main()
