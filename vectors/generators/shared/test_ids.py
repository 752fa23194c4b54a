"""Permanent ids: a test keeps the one under which its input is in the file that is there."""

import json
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FORMAT_VERSION = 2
# The version of the suite in which new tests appear.
SINCE = "2.0.0"
ORDER = (
    "id", "comment", "flags", "notation", "owner", "input", "result", "output", "outputs", "problem", "offset", "mayRefuse", "twin",
    "password", "signerKey", "pepper", "checkedBy", "recomputedBy", "policy", "spec", "since", "cost",
)


def ordered(test):
    """A test in the order of keys that the format has."""
    return {key: test[key] for key in ORDER if test.get(key) is not None}


def key_of(given):
    return json.dumps(given, sort_keys=True)


def tests_in(path):
    if not path.exists():
        return []
    return [test for group in json.loads(path.read_text())["groups"] for test in group["tests"]]


def retired_ids():
    path = ROOT / "retired.txt"
    return path.read_text().split() if path.exists() else []


def number_of(name):
    return int(name.rsplit("-", 1)[1])


class Names:
    def __init__(self, operation, topic):
        self.prefix = f"{operation}/{topic}-"
        self.known = {key_of(test["input"]): test for test in tests_in(ROOT / operation / f"{topic}.json")}
        taken = [*(test["id"] for test in self.known.values()), *retired_ids()]
        self.highest = max((number_of(name) for name in taken if name.startswith(self.prefix)), default=0)

    def head_of(self, given):
        """What the test that asks this is known by; a new one gets the next number that was never used."""
        old = self.known.get(key_of(given))
        if old is not None:
            return {key: old[key] for key in ("id", "since", "notation", "owner") if key in old}
        self.highest += 1
        return {"id": f"{self.prefix}{self.highest:03d}", "since": SINCE}
