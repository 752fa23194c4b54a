"""AdonisJS: what its drivers wrote in verify/adonis, in the standard notation; and damaged texts, which they refuse."""

import json
import shutil

from shared.catalogue_rows import broken, legacy
from shared.hash_suite import Topic
from shared.implementations import confirmed_argon2, confirmed_bcrypt
from shared.test_ids import ROOT
from shared.tools_folder import TOOLS
from verify.adonis import URL, asked

FILE = "hashes/adonis.py"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
TO_BCRYPT = str.maketrans(LETTERS + "+/", "./" + LETTERS)
VERSIONS = {"v=97": "2a", "v=98": "2b", None: "2a"}


def make():
    content = json.loads((ROOT / "verify" / "adonis.json").read_text())
    source = content["groups"][0]["source"]
    topic = Topic("adonis", "Hashes of AdonisJS: parts in the notation of PHC strings.")
    group = topic.group(source["name"], source["version"], URL, source["licence"], FILE)
    tests = [test for test in content["groups"][0]["tests"] if "RightPassword" in test["flags"]]
    for test in tests:
        text, password = test["input"]["hash"], test["input"]["password"]
        if "\0" not in password:
            add(group, text, password, test["comment"], [f"{source['name']} {source['version']}"])
    damaged(topic, tests, f"{source['name']} {source['version']}")


def add(group, text, password, comment, checks):
    if text.startswith("$scrypt$"):
        legacy(group, text, "adonis-scrypt", comment, checks, password)
    elif text.startswith("$bcrypt$"):
        canonical = standard(text)
        group.accept(
            text,
            "bcrypt",
            canonical,
            wrapping="adonis-bcrypt",
            changes=["recomposed"],
            comment=comment,
            flags=["RecomposedParts"],
            checks=[*checks, *confirmed_bcrypt(canonical, password)],
            password=password,
        )
    else:
        passes_first = text.replace("m=256,t=2", "t=2,m=256")
        for given, changes, what in ((text, [], ""), (passes_first, ["parameters-reordered"], ", passes first")):
            group.accept(
                given,
                "argon2",
                text,
                changes=changes,
                comment=comment + what,
                flags=["Argon2ParameterOrder"] if changes else ["Canonical"],
                checks=[*checks, *confirmed_argon2(text, password)],
                password=password,
            )


def standard(text):
    *head, cost, salt, digest = text.split("$")[2:]
    version = VERSIONS[head[0] if head else None]
    return f"${version}${int(cost[2:]):02}${salt.translate(TO_BCRYPT)}{digest.translate(TO_BCRYPT)}"


def damaged(topic, tests, witness):
    """Each is of a sound text that the driver takes with the same password, and refuses as it is."""
    script = shutil.copy(ROOT / "generators/verify/adonis.mjs", TOOLS)
    sound = {kind: next(test["input"] for test in tests if test["input"]["hash"].startswith(f"${kind}$")) for kind in ("bcrypt", "scrypt")}
    own = topic.group("credport", generator=FILE)

    def refused(kind, change):
        text, password = change(sound[kind]["hash"]), sound[kind]["password"]
        assert asked(script, "ask", kind, text, password.encode().hex()) == "false", text
        return text, [witness]

    for change, comment, code in (
        (lambda text: text.replace("v=98", "v=120"), "a version that bcrypt does not have here", "wrapping/parameter-unsupported"),
        (lambda text: text[:-1], "a character of the digest is missing", "wrapping/incomplete"),
        (lambda text: text.rsplit("$", 1)[0], "no digest", "wrapping/incomplete"),
        (lambda text: text.replace("r=4$", ""), "no cost", "wrapping/incomplete"),
        (lambda text: text.replace("r=4$", "r=3$"), "a cost that is too low", "bcrypt/cost-out-of-range"),
    ):
        text, checks = refused("bcrypt", change)
        given = {"comment": comment, "flags": ["RecomposedParts"], "checks": checks}
        own.refuse(text, "bcrypt", "malformed", "adonis-bcrypt", code, **given)
    text, checks = refused("scrypt", lambda text: text.replace("n=1024", "n=1000"))
    broken(own, text, "adonis-scrypt", "N is not a power of two", checks)
