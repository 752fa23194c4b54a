"""Collects the vectors that the topics make and writes them as vectors/<operation>/<topic>.json.

Test ids are permanent: a test keeps the id that it has in the file that is there,
recognised by its input; a new one gets the next free number of its file.

Each test says who confirmed exactly it. What no other implementation answers is in groups of
its own, each test marked as policy with the reason, and is credited to nobody else.
"""

import json

from shared.hash_flags import FLAGS
from shared.test_ids import FORMAT_VERSION, ROOT, Names, ordered
from shared.implementations import Refusals, named, signer_key_of
from shared.witness import Recomputed, vouched

REFERENCES = json.loads((ROOT / "generators/shared/references.json").read_text())

# Why the answers of a topic that nobody else gives are right; tests of other topics have the last one.
POLICIES = {
    "hostile": "No implementation has a rule for text that is not a hash at all. It is refused, and quickly, because what is sent to the service unread can never verify.",
    "without-hash": "No implementation that was asked takes the text with its mark. It is refused, because a user imported with it could never log in, or a lock would be lost on the way.",
    "surroundings": "No other implementation takes the sound text either, so that its refusal of this one shows nothing. Refused because the service compares the text as it is.",
}
POLICY = "No other implementation reads this layout, so that none can be seen to take the sound text and refuse this one. Refused because a string that its own system does not write can't be told from a damaged one, and what is damaged never verifies."

# Sources that publish questions with their answers, at the address of their groups; the others ran.
PUBLISHED = {
    "passlib",
    "Spring Security reference",
    "phc-winner-argon2",
    "crypt_blowfish",
    "Ory Kratos",
    "Supabase Auth",
    "firebase/scrypt",
    "firebase-admin-go",
    "SuperTokens core",
    "ASP.NET Core",
}

# Programs whose output is asked about as they printed it, also where they can't verify it themselves.
PRINTED = {"doveadm"}

topics = []
_seen = {}


def key_of(operation, given):
    return operation + " " + json.dumps(given, sort_keys=True)


class Topic:
    """One topic, in as many operations as its groups speak of."""

    def __init__(self, name, header):
        self.name = name
        self.header = [header] if isinstance(header, str) else header
        self.groups = []
        topics.append(self)

    def group(self, name, version=None, url=None, licence=None, generator=None):
        source = {"name": name}
        if version:
            source["version"] = version
        if url:
            source["url"] = url
        source["licence"] = licence or "0BSD"
        if generator:
            source["generator"] = f"vectors/generators/{generator}"
        if name in PUBLISHED and url:
            source["published"] = True
        made = Group(self, source)
        self.groups.append(made)
        return made

    def operations(self):
        return sorted({test["operation"] for group in self.groups for test in group.tests})

    def write(self):
        for operation in self.operations():
            self._write(operation)

    def _write(self, operation):
        path = ROOT / operation / f"{self.name}.json"
        names = Names(operation, self.name)
        parts = [part for group in self.groups for part in group.parts(operation)]
        groups = [
            {"source": source, "spec": specs_of(mine, source), "tests": [shaped(names.head_of(test["input"]), test) for test in mine]}
            for mine, source in parts
        ]
        flags = {flag: FLAGS[flag] for mine, _ in parts for test in mine for flag in test["flags"]}
        content = {
            "formatVersion": FORMAT_VERSION,
            "operation": operation,
            "topic": self.name,
            "header": self.header,
            "flags": {name: flags[name] for name in sorted(flags)},
            "groups": groups,
        }
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(content, indent=2, ensure_ascii=True) + "\n", encoding="ascii")


def shaped(head, test):
    """A test in the order of keys that the format has."""
    return ordered({**test, **head, "signerKey": signer_key_of(test), "cost": test.get("cost", "cheap")})


def specs_of(tests, source):
    """Where the formats of the tests are described; the source's own page where none is known."""
    found = {reference for test in tests for reference in [reference_of(test)] if reference}
    return [{"ref": reference} for reference in sorted(found or {source.get("url", "spec: 2.4")})]


def reference_of(test):
    wrapping, scheme = test["about"]
    return REFERENCES["formats"].get(wrapping) or REFERENCES["schemes"].get(scheme)


# Problems of hashes over something that was computed of the password first.
PREPARED = ("wrapping/prehashed", "wrapping/peppered")
# Makers that know no system: a hash that they made for one is put together as we read its source.
PRIMITIVES = {named(name) for name in ("PHP", "Python", "OpenSSL", "libargon2", "libxcrypt")}


def settled(checks):
    """Names of who confirmed, once every hash of the run has been verified."""
    return checks.settle() if isinstance(checks, Refusals) else list(checks)


class Group:
    def __init__(self, topic, source):
        self.topic = topic
        self.source = source
        self.tests = []

    def parts(self, operation):
        """The tests of an operation, each with its standing: those that others vouch for, and those that are policy."""
        mine = [{**test, **self.standing(test)} for test in self.tests if test["operation"] == operation]
        own = {"name": "credport", "licence": "0BSD"}
        if "generator" in self.source:
            own["generator"] = self.source["generator"]
        policy = [test for test in mine if "policy" in test]
        others = [test for test in mine if "policy" not in test]
        return [(tests, source) for tests, source in ((others, self.source), (policy, own)) if tests]

    def standing(self, test):
        """Who confirmed exactly this test; where nobody did and nobody published it, why it is right all the same."""
        found = vouched(self.read_by(test, settled(test["checks"])))
        if found or "published" in self.source:
            return found
        return {"policy": POLICIES.get(self.topic.name, POLICY)}

    def read_by(self, test, names):
        """Where parts or passwords were put together as we read the system, a check of the outcome shows the arithmetic only."""
        changes = (test.get("output") or {}).get("changes", ())
        composed = "recomposed" in changes or test.get("problem") in PREPARED or test["composed"]
        maker = f"{self.source['name']} {self.source.get('version')}"
        return [name if name == maker and maker not in PRIMITIVES else Recomputed(name) for name in names] if composed else names

    def add(self, operation, given, result, *, comment, flags, checks=(), about=(None, None), composed=False, **rest):
        if not checks and not isinstance(checks, Refusals) and "published" not in self.source:
            if self.source["name"] not in PRINTED:
                raise AssertionError(f"nothing but our own word for {operation} {given!r}")
            checks = [f"{self.source['name']} {self.source['version']}"]
        for flag in flags:
            assert flag in FLAGS, flag
        key = key_of(operation, given)
        answer = (result, json.dumps(rest.get("output"), sort_keys=True), rest.get("problem"))
        if key in _seen:
            assert _seen[key] == answer, f"two answers for {key}: {_seen[key]} and {answer}"
            return
        _seen[key] = answer
        test = {"operation": operation, "input": given, "result": result, "comment": comment}
        test |= {"flags": list(flags), "checks": checks, "about": about, "composed": composed} | rest
        self.tests.append(test)

    def identify(self, text, scheme, disposition, wrapping, problem=None, *, context=None, **rest):
        output = {"scheme": scheme, "disposition": disposition, "wrapping": wrapping}
        given = given_text(text) | (context or {})
        given.pop("service", None)
        about = (wrapping, scheme)
        self.add("identify", given, "valid", output=output, problem=problem, about=about, **rest)

    def accept(
        self,
        text,
        scheme,
        canonical,
        *,
        comment,
        flags,
        wrapping=None,
        changes=(),
        context=None,
        signer_key=None,
        checks=(),
        password=None,
        hashing_algorithm="provider_scrypt",
        spec=None,
        identify=True,
    ):
        """A text that is importable: what it is, and its canonical form."""
        shared = {"comment": comment, "flags": flags, "checks": checks}
        if identify:
            composed = "recomposed" in changes
            self.identify(text, scheme, "importable", wrapping, context=context, composed=composed, **shared)
        output = {"scheme": scheme, "passwordHash": canonical}
        if scheme == "provider-scrypt":
            output["hashingAlgorithm"] = hashing_algorithm
        if signer_key is not None:
            output["signerKey"] = signer_key
        output["changes"] = list(changes)
        given = given_text(text) | (context or {})
        shared |= {"about": (wrapping, scheme), "spec": spec}
        self.add("normalize", given, "valid", output=output, password=as_password(password), **shared)

    def refuse(
        self,
        text,
        scheme,
        disposition,
        wrapping,
        problem,
        *,
        comment,
        flags,
        context=None,
        checks=(),
        password=None,
        pepper=None,
        spec=None,
        identify=True,
    ):
        """A text that can't be imported: what it is, and why not."""
        shared = {"comment": comment, "flags": flags, "checks": checks}
        if identify:
            self.identify(text, scheme, disposition, wrapping, problem, context=context, **shared)
        given = given_text(text) | (context or {})
        self.add(
            "normalize",
            given,
            "invalid",
            problem=problem,
            password=as_password(password),
            pepper=pepper,
            spec=spec,
            about=(wrapping, scheme),
            **shared,
        )

    def parse(self, operation, text, output, **rest):
        about = (None, operation.removeprefix("parse-"))
        self.add(operation, given_text(text), "valid", output=output, about=about, **rest)

    def parse_refused(self, operation, text, problem, offset=None, **rest):
        about = (None, operation.removeprefix("parse-"))
        self.add(operation, given_text(text), "invalid", problem=problem, offset=offset, about=about, **rest)


def given_text(text):
    """`text`, or in its place `textUtf16` or `repeat` where it is not plain text."""
    return {"text": text} if isinstance(text, str) else text


def as_password(password):
    """Text where the bytes are UTF-8 without control characters, else hexadecimal."""
    if password is None or isinstance(password, str):
        return password
    try:
        text = password.decode("utf-8")
    except UnicodeDecodeError:
        return {"hex": password.hex()}
    return text if text.isprintable() else {"hex": password.hex()}
