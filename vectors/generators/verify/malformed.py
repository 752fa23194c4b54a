"""What the parsers refuse, put to verify: another password never matches, and nothing crashes.

The texts are those of parse-bcrypt, parse-argon2 and parse-provider-scrypt. A lenient implementation may mend one and
compute it, so that each is asked with a password that no sound hash here has: whoever says yes to that takes an error
for a yes. The twin is the sound hash that is most alike.
"""

import re

from argon2.low_level import Type
from hashes.second_opinions import alike
from shared.systems import CORE_NAME, core_says
from shared.test_ids import ROOT, tests_in
from shared.verify_suite import Topic
from verify.bypass import CRYPT, PHP, PYCA, SIGNER_KEY, by_libargon2, by_passlib, outcome

PASSWORD = b"anything else"
# Costs that somebody might really compute; verify/refused asks about those.
COSTLY = re.compile(r"\$2.?\$(?:1[0-9]|2[0-9]|3[01])\$|\$m=(?:1[89]|2[0-9]|30)\$|\bm=[0-9]{6,7},")
# What is said of a text before it is taken for a hash of the scheme at all.
EARLIER = (
    (r'^".*"$', "hash/quoted"), (r"^\$2[a-z]{2}\$", "hash/unrecognised"), (r"^\$.*[\0\u0660-\u0669\uff10-\uff19]", "hash/illegal-character"),
)
POLICY = (
    "No other implementation that takes the sound hash was seen to refuse this text. Nobody may say yes to it: the "
    "password is that of no hash, and what can't be read fits nothing."
)


class NotAsked(Exception):
    """Of the core about other texts, line ends, and costs out of every bound, which end its process."""


def by_core(text, password):
    said = core_says(text, password, SIGNER_KEY) if re.match(r"\$f_scrypt\$.*\Z", text) else None
    if said is None:
        raise NotAsked
    if isinstance(said, bool):
        return said
    raise ValueError(said)


def by_argon2(text, password):
    kind = {"argon2d": Type.D, "argon2i": Type.I}.get(text.split("$")[1] if "$" in text else "", Type.ID)
    return next(iter(by_libargon2(kind).values()))(text, password)


LIBARGON2 = dict.fromkeys(by_libargon2(Type.ID), by_argon2)
# What asks for the parts, how a sound hash begins, who verifies it, and what verify is given besides.
FAMILIES = (
    ("parse-bcrypt", "bcrypt", r"\$2[abxy]\$0[4-6]\$", {**CRYPT, **PHP, **PYCA, **by_passlib("bcrypt")}, {}),
    ("parse-argon2", "argon2", r"\$argon2", {**LIBARGON2, **PHP, **by_passlib("argon2")}, {}),
    ("parse-provider-scrypt", "provider-scrypt", r"\$f_scrypt\$", {CORE_NAME: by_core}, {"signerKey": SIGNER_KEY}),
)


def sound_tests(pattern, given):
    """Tests of the right password of such a hash, which nobody may refuse."""
    every = (test for path in sorted((ROOT / "verify").glob("*.json")) for test in tests_in(path) if not {"FailureToken", "LongSalt", "Spelled"} & set(test["flags"]))
    return [
        test
        for test in every
        if test["result"] == "valid" and "RightPassword" in test["flags"] and test["input"]["hash"].isascii()
        and isinstance(test["input"]["password"], str) and test["input"]["password"].isascii()
        and {key: value for key, value in test["input"].items() if key not in ("hash", "password")} == given
        and re.match(pattern, test["input"]["hash"]) and not COSTLY.search(test["input"]["hash"])
    ]


def refused_texts(operation):
    """Texts of which the beginning says what they are; another scheme's hash is sound elsewhere."""
    for path in sorted((ROOT / operation).glob("*.json")):
        for test in tests_in(path):
            foreign = re.search(r"/not-|^hash/empty$", test.get("problem", ""))
            if test["result"] == "invalid" and not foreign and not COSTLY.search(test["input"]["text"]):
                yield test


def said_by(verify, text):
    try:
        return "yes" if verify(text, PASSWORD) else "no"
    except NotAsked:
        return None
    except Exception:
        return "refuses"


def ask(topic, test, scheme, verifiers, sound, given):
    text = test["input"]["text"]
    twin = max(sound, key=lambda one: alike(text, one["input"]["hash"]))
    known = twin["input"]
    said = {name: said_by(verify, text) for name, verify in verifiers.items()}
    assert "yes" not in said.values(), (text, said)
    takes = [name for name, verify in verifiers.items() if said[name] and outcome(verify, known["hash"], known["password"].encode()) == "yes"]
    problem = next((code for pattern, code in EARLIER if re.match(pattern, text)), test["problem"])
    topic.refuse(
        text, PASSWORD, problem, f"{test['id']}: {test['comment']}", ["Malformed"], checks=takes,
        policy=None if takes else POLICY, takes=[{"matches": False, "scheme": scheme}], twin=twin["id"], **given,
    )


def make():
    topic = Topic("malformed", [
        "What the parsers refuse, with a password that no hash here has: nobody may match it, and nobody may crash.",
        "Refusing them is right, and so is `matches: false`, also of an implementation that mends the text first.",
    ])
    for operation, scheme, pattern, verifiers, given in FAMILIES:
        sound = sound_tests(pattern, given)
        spec = {"bcrypt": "https://github.com/openwall/crypt_blowfish", "argon2": "RFC 9106"}.get(scheme, "spec: 2.4")
        topic.group("credport", None, None, "0BSD", "verify/malformed.py", spec=[spec])
        for test in refused_texts(operation):
            ask(topic, test, scheme, verifiers, sound, given)
    topic.write()
