"""Second opinions on vectors/verify: who besides its maker verifies each hash of the files as they are.

Some hashes have random salts and are kept as they were made, so this reads the files, asks passlib,
libxcrypt, libargon2, PHP, Django, doveadm and Werkzeug about every password, and writes their names into `checkedBy` of
exactly the tests that they answered so; of a wrong password only where they take the right one. It also
names the `twin` of each wrong password, says where a refusal is right too, and marks what nobody was asked
about.
"""

import importlib.metadata
import json
import subprocess
from functools import partial

import passlib.hash
from argon2.low_level import Type, verify_secret
from shared.django_hashers import SALTED, use_hashers
from shared.may_refuse import NO_PLAIN_NO, answer_of, why_refusal_is_right
from shared.test_ids import ROOT, ordered
from shared.implementations import crypt, named, passlib_names, php_verify
from shared.systems import PLAIN_SYSTEMS, core_says, says, system_opinions, CORE_NAME
from shared.verify_suite import write_file

try:
    from werkzeug.security import check_password_hash

    WERKZEUG = f"Werkzeug {importlib.metadata.version('werkzeug')}"
except ImportError:
    check_password_hash = None

FOLDER = ROOT / "verify"
# Other systems' habits change what a hash is over; the name of these says nothing more.
PLAIN_SOURCES = {None, "django", *PLAIN_SYSTEMS}
DJANGO = ("pbkdf2_sha", "argon2$", "bcrypt$", "bcrypt_sha256$", "sha1$", "md5$")
TYPES = {"argon2d": Type.D, "argon2i": Type.I, "argon2id": Type.ID}


def by_libxcrypt(text, password):
    if not text.startswith(("$1$", "$2", "$5$", "$6$", "$7$", "$y$")) or b"\0" in password:
        return None
    made = crypt(password, text)
    return None if made is None else made == text


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
        return use_hashers(SALTED).check_password(password.decode("utf-8"), text) if text.startswith(DJANGO) else None
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


def by_doveadm(text, password):
    if not text.startswith("{") or b"\0" in password:
        return None
    done = subprocess.run(["doveadm", "pw", "-t", text, "-p", password], capture_output=True)
    return True if b"(verified)" in done.stdout else False if b"Password mismatch" in done.stderr else None


def by_werkzeug(text, password):
    """Only where its package is found: PYTHONPATH may name a folder with Werkzeug 3."""
    if check_password_hash is None or not text.startswith(("pbkdf2:", "scrypt:")):
        return None
    try:
        return check_password_hash(text, password.decode("utf-8"))
    except (UnicodeDecodeError, ValueError):
        return None


OPINIONS = {
    "passlib": by_passlib,
    "libxcrypt": by_libxcrypt,
    "libargon2": by_libargon2,
    "PHP": by_php,
    "Django": by_django,
    "doveadm": by_doveadm,
    **({"Werkzeug": by_werkzeug} if check_password_hash else {}),
}


SYSTEMS = system_opinions()


def system_opinion(name, test):
    """What a system says of its own text by its own program."""
    given = test["input"]
    if "Bypass" in test["flags"]:
        return None
    password = bytes_of(given["password"])
    if name == CORE_NAME:
        asked = set(given) == {"hash", "password", "signerKey"} and password.isascii()
        said = core_says(given["hash"], password, given["signerKey"]) if asked else None
        return said if isinstance(said, bool) else None
    return says(SYSTEMS[name], given["hash"], password, given.get("source")) if set(given) <= {"hash", "password", "source"} else None


def bytes_of(password):
    if isinstance(password, str):
        return password.encode("utf-8")
    repeat = password.get("repeat")
    return repeat["text"].encode() * repeat["times"] if repeat else bytes.fromhex(password["hex"])


def opinion(ask, name, test):
    """True or False where the implementation knows the hash; None where it has nothing to say."""
    given = test["input"]
    if "Bypass" in test["flags"] or not set(given) <= {"hash", "password", "source"}:
        return None
    source = given.get("source")
    # Without a source Django's and Werkzeug's notations of bare digests can't be told apart.
    if source not in PLAIN_SOURCES or (name in ("Django", "passlib") and source is None and given["hash"][0] in "ms"):
        return None
    return ask(given["hash"], bytes_of(given["password"]))


def by_who_takes_it(test, twin):
    """
    Of a wrong password nobody named: passlib's handlers and libxcrypt, where they take the right one, whatever they
    make of the notation otherwise.
    """
    if twin is None or set(test["input"]) - {"hash", "password", "source"}:
        return []
    text, right, wrong = twin["input"]["hash"], *(bytes_of(one["input"]["password"]) for one in (twin, test))
    if b"\0" in right + wrong:
        return []
    handlers = {
        named("passlib"): [getattr(passlib.hash, name).verify for name in passlib_names(text)],
        named("libxcrypt"): [lambda password, text: crypt(password, text) == text],
    }
    return [
        name
        for name, asked in handlers.items()
        if any(quietly(ask, right, text) is True and quietly(ask, wrong, text) is False for ask in asked)
        and not any(quietly(ask, wrong, text) for ask in asked)
    ]


def quietly(ask, password, text):
    try:
        return ask(password, text)
    except Exception:
        return None


UNASKED = (
    "Nobody was asked about this password: whoever made the hash confirmed the right one, which the twin has. "
    "A hash that a second password fits too would be a collision."
)


def all_tests(contents):
    return [test for content in contents.values() for group in content["groups"] for test in group["tests"]]


def sound_tests(tests):
    """The test of the right password of each hash, by what is asked besides the password."""
    return {hash_of(test): test for test in tests if "RightPassword" in test["flags"]}


def hash_of(test):
    return json.dumps({key: value for key, value in test["input"].items() if key != "password"}, sort_keys=True)


def confirming(test, twin):
    """Names of the implementations that answer so, and that take the right password of the same hash."""
    matches = answer_of(test)["matches"]

    def confirms(asked):
        return asked(test) is matches and (matches or twin is not None and asked(twin) is True)

    asked = {
        **{WERKZEUG if name == "Werkzeug" else named(name): partial(opinion, ask, name) for name, ask in OPINIONS.items()},
        **{name: partial(system_opinion, name) for name in (*SYSTEMS, CORE_NAME)},
    }
    return [name for name, ask in asked.items() if confirms(ask)]


def with_opinions(test, twin, maker):
    """The test with the names of all who confirmed it now, beside the maker of its hash."""
    asked = tuple(OPINIONS)
    kept = [name for name in test.get("checkedBy", []) if name.startswith(maker) or not name.startswith(asked)]
    names = {*kept, *confirming(test, twin)}
    # Whoever made the hash is kept or not; so that a second run names the same, both are asked either way.
    if names <= {named("passlib"), named("libxcrypt")}:
        names |= {*by_who_takes_it(test, twin)}
    return {**test, "checkedBy": sorted(names) or None}


def with_leniency(test):
    """Where a refusal is right, so is the plain no of an interface that can't refuse."""
    if {"LongSalt", "LongTag"} & set(test["flags"]):
        return test
    reason = test.get("mayRefuse") or why_refusal_is_right(test)
    if reason is None and "problem" not in test:
        return test
    outputs = test.get("outputs") or [test["output"]]
    no = {**outputs[0], "matches": False}
    more = [] if no in outputs or reason in NO_PLAIN_NO else [no]
    changed = {"result": "acceptable", "output": None, "outputs": [*outputs, *more]}
    return {**test, **changed, "mayRefuse": reason}


def settled(test, sound, source):
    if test["result"] == "invalid" or {"Altered", "Bypass", "Emptied", "FailureToken", "HashAsPassword", "Locked", "Malformed", "NoAnswer", "WrappedCost"} & set(test["flags"]):
        return test
    twin = None if "RightPassword" in test["flags"] else sound.get(hash_of(test))
    if test.get("policy") == UNASKED:
        test = {**test, "policy": None}
    if not test.get("policy"):
        test = with_opinions(test, twin, source["name"])
    if "RightPassword" in test["flags"]:
        test = with_leniency(test)
    standing = test.get("checkedBy") or test.get("recomputedBy") or test.get("policy") or source.get("published")
    test = {**test, "twin": test.get("twin") or (twin and twin["id"])}
    return ordered(test if standing else {**test, "policy": UNASKED})


def make():
    contents = {path: json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))}
    sound = sound_tests(all_tests(contents))
    for path, content in contents.items():
        groups = [
            {**group, "tests": [settled(test, sound, group["source"]) for test in group["tests"]]}
            for group in content["groups"]
        ]
        write_file(path.stem, content["header"], groups)
        second = sum(len(test.get("checkedBy", [])) > 1 for group in groups for test in group["tests"])
        print(f"{path.stem}: {second} tests have a second opinion")
