"""Collects the vectors that the topics make and writes them as vectors/<operation>/<topic>.json.

Test ids are permanent: a test keeps the id that it has in the file that is there,
recognised by its input; a new one gets the next free number of its file.
"""

import json
from pathlib import Path

from flags import FLAGS

ROOT = Path(__file__).resolve().parent.parent
FORMAT_VERSION = 1
SINCE = "1.0.0"

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
        known, highest = ids_in(path)
        flags, groups = {}, []
        for group in self.groups:
            mine = [test for test in group.tests if test["operation"] == operation]
            if not mine:
                continue
            tests = []
            for test in mine:
                key = key_of(operation, test["input"])
                number = known.get(key)
                if number is None:
                    highest += 1
                    number = highest
                tests.append(shaped(f"{operation}/{self.name}-{number:03d}", test))
                for flag in test["flags"]:
                    flags[flag] = FLAGS[flag]
            entry = {"source": group.source}
            checked = sorted({name for test in mine for name in test["checks"]})
            if checked:
                entry["checkedBy"] = checked
            entry["tests"] = tests
            groups.append(entry)
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


def ids_in(path):
    """Numbers of the tests that stand in a file, by their input, and the highest of them."""
    if not path.exists():
        return {}, 0
    content = json.loads(path.read_text())
    known = {}
    for group in content["groups"]:
        for test in group["tests"]:
            number = int(test["id"].rsplit("-", 1)[1])
            known[key_of(content["operation"], test["input"])] = number
    retired = [
        int(line.rsplit("-", 1)[1])
        for line in retired_ids()
        if line.startswith(f"{content['operation']}/{content['topic']}-")
    ]
    return known, max([*known.values(), *retired], default=0)


def retired_ids():
    path = ROOT / "retired.txt"
    return path.read_text().split() if path.exists() else []


def shaped(name, test):
    """A test in the order of keys that the format has."""
    out = {"id": name, "comment": test["comment"], "flags": test["flags"], "input": test["input"]}
    out["result"] = test["result"]
    for key in ("output", "outputs", "problem", "offset", "password", "spec"):
        if test.get(key) is not None:
            out[key] = test[key]
    out["since"] = test.get("since", SINCE)
    out["cost"] = test.get("cost", "cheap")
    return out


class Group:
    def __init__(self, topic, source):
        self.topic = topic
        self.source = source
        self.tests = []

    def published(self):
        return self.source["name"] != "credport"

    def add(self, operation, given, result, *, comment, flags, checks=(), **rest):
        if not checks and not self.published():
            raise AssertionError(f"nothing but our own word for {operation} {given!r}")
        for flag in flags:
            assert flag in FLAGS, flag
        key = key_of(operation, given)
        answer = (result, json.dumps(rest.get("output"), sort_keys=True), rest.get("problem"))
        if key in _seen:
            assert _seen[key] == answer, f"two answers for {key}: {_seen[key]} and {answer}"
            return
        _seen[key] = answer
        test = {"operation": operation, "input": given, "result": result, "comment": comment}
        test |= {"flags": list(flags), "checks": list(checks)} | rest
        self.tests.append(test)

    def identify(self, text, scheme, disposition, wrapping, problem=None, *, context=None, **rest):
        output = {"scheme": scheme, "disposition": disposition, "wrapping": wrapping}
        given = given_text(text) | (context or {})
        given.pop("service", None)
        self.add("identify", given, "valid", output=output, problem=problem, **rest)

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
            self.identify(text, scheme, "importable", wrapping, context=context, **shared)
        output = {"scheme": scheme, "passwordHash": canonical}
        if scheme == "provider-scrypt":
            output["hashingAlgorithm"] = hashing_algorithm
        if signer_key is not None:
            output["signerKey"] = signer_key
        output["changes"] = list(changes)
        given = given_text(text) | (context or {})
        self.add(
            "normalize", given, "valid", output=output, password=as_password(password), spec=spec, **shared
        )

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
            spec=spec,
            **shared,
        )

    def parse(self, operation, text, output, **rest):
        self.add(operation, given_text(text), "valid", output=output, **rest)

    def parse_refused(self, operation, text, problem, offset=None, **rest):
        self.add(operation, given_text(text), "invalid", problem=problem, offset=offset, **rest)


def given_text(text):
    """`text`, or in its place `textUtf16` or `repeat` where it is no plain text."""
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
