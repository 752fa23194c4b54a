"""Second opinions on provider-scrypt: what the SuperTokens core itself reads, verifies and refuses.

It is given the text of each test, or the canonical form that is right, and the password and the signer key beside it.
A refusal counts only where the core takes the undamaged twin: the hash of the same file that is most alike.
"""

import base64
import json

from shared.systems import CORE_NAME, core_reads, core_says
from shared.test_ids import ROOT, ordered

OPERATIONS = ("build-provider-scrypt", "identify", "normalize", "parse-provider-scrypt")
TOPIC = "provider-scrypt"


def content_of(operation):
    return json.loads((ROOT / operation / f"{TOPIC}.json").read_text())


def tests_of(content):
    return [test for group in content["groups"] for test in group["tests"]]


def password_of(test):
    password = test.get("password")
    return bytes.fromhex(password["hex"]) if isinstance(password, dict) else password and password.encode()


def alike(one, other):
    """How many characters two texts share at their beginning and their end."""
    pairs = [zip(one, other), zip(reversed(one), reversed(other))]
    return sum(next((at for at, (a, b) in enumerate(pair) if a != b), min(len(one), len(other))) for pair in pairs)


def known_hashes():
    """Password and signer key of each text of these files that the core takes."""
    found = {}
    for test in (*tests_of(content_of("normalize")), *tests_of(content_of("build-provider-scrypt"))):
        output, password = test.get("output") or {}, password_of(test)
        if password is None or "signerKey" not in test:
            continue
        for text in (output.get("passwordHash") or output.get("text"), test["input"].get("text")):
            if text and core_says(text, password, test["signerKey"]) is True:
                found[text] = (password, test["signerKey"])
    return found


def same_parts(output, text):
    read = core_reads(text)
    names = ("passwordHash", "salt", "saltSeparator")
    return read is not None and {**read, **{name: decoded(read[name]).hex() for name in names}} == output


def decoded(text):
    return base64.b64decode(text + "=" * (-len(text) % 4))


def composed(given):
    return "$f_scrypt${passwordHash}${salt}$m={memCost}$r={rounds}$s={saltSeparator}".format(**given)


def refuses(text, known):
    """Not taken with the password of the hash that is most alike, which the core takes."""
    if text in known or not text.startswith("$f_scrypt$"):
        return False
    twin = max(known, key=lambda one: alike(text, one))
    return 2 * alike(text, twin) >= len(twin) and core_says(text, *known[twin]) in (False, "refused")


def confirmed(operation, test, known, canonical):
    given, output = test["input"], test.get("output") or test.get("outputs", [{}])[0]
    text = given.get("text") if operation != "build-provider-scrypt" else composed(given)
    if not isinstance(text, str):
        return False
    if test.get("problem"):
        # The core's bounds are not ours where the problem is one of a service's own limits.
        return not test["problem"].startswith("service/") and refuses(text, known)
    if operation == "parse-provider-scrypt":
        return same_parts(output, text)
    if operation == "identify":
        return output["scheme"] == TOPIC and (text in known or canonical.get(text) in known)
    return (output.get("passwordHash") or output.get("text")) in known


def with_core(test, is_confirmed):
    others = [name for name in test.get("checkedBy", []) if name != CORE_NAME]
    names = sorted([*others, *([CORE_NAME] if is_confirmed else [])])
    return ordered({**test, "checkedBy": names or None})


def make():
    known = known_hashes()
    canonical = {
        test["input"]["text"]: test["output"]["passwordHash"]
        for test in tests_of(content_of("normalize"))
        if test["result"] == "valid" and isinstance(test["input"].get("text"), str)
    }
    for operation in OPERATIONS:
        content, count = content_of(operation), 0
        for group in content["groups"]:
            for at, test in enumerate(group["tests"]):
                is_confirmed = "policy" not in test and confirmed(operation, test, known, canonical)
                group["tests"][at] = with_core(test, is_confirmed)
                count += is_confirmed
        path = ROOT / operation / f"{TOPIC}.json"
        path.write_text(json.dumps(content, indent=2, ensure_ascii=True) + "\n", encoding="ascii")
        print(f"{operation}: the core confirms {count} answers")
