#!/usr/bin/env python3
"""Holds an adapter to the static set, without Node: conform.py [options] <set> -- <program> [argument ...]

docs/conformance-runner.md says what it does. Exit code 0: conforms, 1: does not, 2: the run itself failed.
"""

import argparse
import json
import os
import queue
import re
import signal
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

SECONDS = {"cheap": 10, "costly": 60, "trap": 2}
HELLO_SECONDS, MOST_FAULTS = 30, 10
UNCERTAIN = ("pass", "accepted-variant", "refused")
FAILING = ("fail", "errored", "timeout")


class Broken(Exception):
    """The adapter broke the protocol."""


class Program:
    def __init__(self, command):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, start_new_session=True)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def ask(self, message, seconds):
        """The answer; "timeout" or "crashed" where there is none, and the program is over."""
        try:
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            self.process.stdin.flush()
            line = self.lines.get(timeout=seconds)
        except queue.Empty:
            return self.end("timeout")
        except OSError:
            line = None
        if line is None:
            return self.end("crashed")
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise Broken(f"a line that is not a JSON object: {line[:100]!r}")
        return answer

    def end(self, how=None):
        """With what it started: a hash whose cost is not bounded would be computed for hours."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except (AttributeError, OSError):  # Windows has no groups; or it ended in this very moment.
            self.process.kill()
        self.process.wait()
        return how


def covers(expected, actual):
    """Further fields don't count; null and an absent field are the same; lists have the same length."""
    if isinstance(expected, dict):
        return isinstance(actual, dict) and all(covers(value, actual.get(key)) for key, value in expected.items())
    if isinstance(expected, list):
        return isinstance(actual, list) and len(actual) == len(expected) and all(map(covers, expected, actual))
    return expected == actual and isinstance(expected, bool) == isinstance(actual, bool)


def fits(case, pattern):
    names = [name for name in case["names"] if (":" in name) == (":" in pattern)]
    negated = re.match(r"([a-z]+:)!", pattern)
    if negated:
        names = [name for name in names if name.startswith(negated[1])]
        pattern = negated[1] + pattern[len(negated[0]) :]
    glob = re.compile("".join({"*": ".*", "?": "."}.get(one, re.escape(one)) for one in pattern), re.DOTALL)
    found = any(glob.fullmatch(name) for name in names)
    return bool(names) and not found if negated else found


def is_spoken(case, hello):
    notations, owners = hello.get("notations"), hello.get("owners")
    has = {name.split(":")[0] for name in case["names"] if ":" in name}
    if "notation" not in has or notations is owners is None:
        return True
    if any(fits(case, f"owner:{name}") for name in owners or ()):
        return True
    return "owner" not in has if notations is None else any(fits(case, f"notation:{name}") for name in notations)


def judge(case, answer):
    kinds = [kind for kind in ("ok", "error", "skipped", "errored") if answer.get(kind) is not None]
    if len(kinds) != 1 or not isinstance(answer[kinds[0]], dict):
        raise Broken("an answer that is not exactly one of ok, error, skipped and errored")
    if kinds[0] in ("skipped", "errored"):
        return kinds[0]
    if kinds[0] == "error":
        return case["onRefusal"]
    return case["onMatch"] if any(covers(output, answer["ok"]) for output in case["outputs"]) else "fail"


def takes(case, answer):
    """Whether it is the answer of an implementation that takes the input."""
    return isinstance(answer, dict) and isinstance(answer.get("ok"), dict) and covers(case["outputs"][0], answer["ok"])


class Run:
    def __init__(self, command, cases, options):
        self.command, self.cases, self.options = command, cases, options
        self.program, self.seq, self.faults = None, 0, 0
        self.answers, self.statuses = {}, {}

    def start(self):
        self.program, self.seq = Program(self.command), 0
        hello = self.program.ask({"cmd": "hello", "protocol": 1}, HELLO_SECONDS)
        if not isinstance(hello, dict) or hello.get("protocol") != 1:
            raise Broken("no hello of protocol 1")
        return hello

    def wanted(self, case):
        return not self.options.only or any(fits(case, pattern) for pattern in self.options.only)

    def all(self):
        hello = self.start()
        chosen = [case for case in self.cases if self.wanted(case)]
        twins = {case.get("twin") for case in chosen}
        for case in self.cases:
            if self.wanted(case) or case["id"] in twins:
                self.statuses[case["id"]] = self.one(case, hello)
        return [(case, self.settled(case)) for case in chosen]

    def one(self, case, hello):
        if case["operation"] not in hello["operations"]:
            return "unsupported"
        if not is_spoken(case, hello):
            return "not-asked"
        if any(fits(case, pattern) for pattern in self.options.skip):
            return "skipped"
        if self.program is None:
            self.start()
        self.seq += 1
        message = {"cmd": "run", "seq": self.seq, **{name: case[name] for name in ("id", "operation", "input")}}
        answer = self.program.ask(message, SECONDS[case["limit"]] * self.options.factor)
        if isinstance(answer, dict):
            if answer.get("seq") != self.seq:
                raise Broken("a wrong seq")
            self.faults, self.answers[case["id"]] = 0, answer
            return judge(case, answer)
        self.program = None
        self.faults += case["limit"] != "trap"
        if self.faults >= MOST_FAULTS:
            raise Broken(f"{MOST_FAULTS} cases in a row brought no answer")
        self.answers[case["id"]] = answer
        return "timeout" if answer == "timeout" else "errored"

    def settled(self, case):
        status, answer, twin = self.statuses[case["id"]], self.answers.get(case["id"]), case.get("twin")
        if twin and status in UNCERTAIN:
            sound = next(one for one in self.cases if one["id"] == twin)
            if not takes(sound, self.answers.get(twin)):
                return "not-reached"
        is_otherwise = status in ("fail", "timeout") or answer == "crashed"
        return "policy" if is_otherwise and case["isPolicy"] else status


def read_set(folder):
    for path in sorted(Path(folder).glob("*.jsonl")):
        # Requests of an import interface are compared by rules of their own; the package's runner has them.
        if path.stem != "client-requests":
            yield from map(json.loads, path.read_text(encoding="ascii").splitlines())


def report(results, answers):
    counts = Counter(status for _, status in results)
    failed = [(case, status) for case, status in results if status in FAILING]
    print("Does not conform" if failed else "Conforms", dict(counts))
    for case, status in failed:
        print(f"\n{case['id']} {status}: {case['comment']}")
        for name in ("input", "outputs", "explains", "confirmed", "effect"):
            print(f"  {name}: {json.dumps(case.get(name))[:300]}")
        print(f"  answer: {json.dumps(answers.get(case['id']))[:300]}")
    return 1 if failed else 0


def main():
    command = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("set", help="folder of the static set")
    parser.add_argument("--only", action="append", default=[], metavar="PATTERN")
    parser.add_argument("--skip", action="append", default=[], metavar="PATTERN")
    parser.add_argument("--factor", type=float, default=1, help="of the time limits")
    parser.add_argument("--statuses", action="store_true", help="an id and its status a line, and nothing else")
    options = parser.parse_args(sys.argv[1 : -len(command) - 1] if command else None)
    if not command:
        parser.error("no program is given after --")
    run = Run(command, list(read_set(options.set)), options)
    try:
        results = run.all()
    except (Broken, OSError) as broken:
        print(f"Broken: {broken}", file=sys.stderr)
        return 2
    finally:
        if run.program is not None:
            run.program.end()
    if not options.statuses:
        return report(results, run.answers)
    for case, status in results:
        print(case["id"], status)
    return 1 if any(status in FAILING for _, status in results) else 0


if __name__ == "__main__":
    sys.exit(main())
