#!/usr/bin/env python3
"""Holds an adapter to the static set, without Node: conform.py [options] <set> -- <program> [argument ...]

docs/conformance-runner.md says what it does. Exit code 0: conforms, 1: does not, 2: the run itself failed.
"""

import argparse
import hashlib
import io
import json
import math
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections import Counter
from pathlib import Path

SECONDS = {"cheap": 10, "costly": 60, "trap": 2}
HELLO_SECONDS, BYE_SECONDS, LEFTOVER_SECONDS, SIGNAL_SECONDS = 30, 2, 0.5, 0.25
MOST_FAULTS, MOST_SHOWN, LONGEST_SHOWN, LONGEST_LINE, DEEPEST = 10, 50, 500, 1 << 24, 64
UNCERTAIN = ("pass", "accepted-variant", "refused")
FAILING = ("fail", "errored", "timeout")
IDLE = ("not-reached", "skipped", "unsupported", "not-asked", "not-run")
STATUSES = ("pass", "accepted-variant", "refused", "policy", "unconfirmed", *FAILING, *IDLE)
# Requests of an import interface are compared by rules of their own; the package's runner has them.
LEFT_OUT = "client-requests"
MARK = "CREDPORT_CONFORMANCE_RUN"


class Broken(Exception):
    """The adapter broke the protocol, or nothing could be compared."""


class Program:
    def __init__(self, command):
        self.mark = f"{MARK}={uuid.uuid4()}"
        env = {**os.environ, MARK: self.mark.partition("=")[2]}
        pipe = subprocess.PIPE
        try:
            self.process = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, bufsize=0, env=env, start_new_session=True
            )
        except OSError as error:
            raise Broken(f"the program could not be started: {error}") from None
        self.orders, self.lines = queue.Queue(), queue.Queue(maxsize=1)
        for work in (self._write, self._read, self._watch):
            threading.Thread(target=work, daemon=True).start()

    def _write(self):
        """Apart from the wait: a program that does not read must not hold the runner up."""
        try:
            for text in iter(self.orders.get, None):
                while text:
                    text = text[self.process.stdin.write(text) :]
            self.process.stdin.close()
        except OSError:
            pass  # It has ended; its output says so.

    def _read(self):
        output = io.BufferedReader(self.process.stdout)
        for line in iter(lambda: output.readline(LONGEST_LINE + 1), b""):
            self.lines.put(line)
        self.lines.put(None)

    def _watch(self):
        """What it left behind could hold its output open for ever."""
        self.process.wait()
        time.sleep(LEFTOVER_SECONDS)
        self.end()

    def ask(self, message, seconds):
        """The answer and its line; "timeout" or "crashed" where there is none, and the program is over."""
        if not self.lines.empty():
            self.refuse_surplus(self.lines.get())
        self.orders.put(json.dumps(message).encode() + b"\n")
        try:
            line = self.next_line(seconds)
        except queue.Empty:
            return self.end("timeout")
        if line is not None and len(line) > LONGEST_LINE:
            raise Broken(f"a line of more than {LONGEST_LINE} bytes")
        if line is None or not line.endswith(b"\n"):
            return self.end("crashed")
        return parse_object(line)

    def next_line(self, seconds):
        """In short waits: a signal that comes in the moment before a wait is handled only when the wait is over."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > SIGNAL_SECONDS:
            try:
                return self.lines.get(timeout=SIGNAL_SECONDS)
            except queue.Empty:
                pass
        return self.lines.get(timeout=max(left, 0))

    def bye(self):
        """Says bye, and waits a little for its end; it has nothing more to say."""
        self.orders.put(b'{"cmd": "bye"}\n')
        self.orders.put(None)
        try:
            self.refuse_surplus(self.next_line(BYE_SECONDS))
        except queue.Empty:
            pass
        self.end()

    def refuse_surplus(self, line):
        if line is not None:
            raise Broken(f"a line that was not asked for: {shown(line.decode('utf-8', 'replace').rstrip())}")

    def end(self, how=None):
        """With what it started: a hash whose cost is not bounded would be computed for hours."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except (AttributeError, OSError):  # Windows has no groups; or it ended in this very moment.
            self.process.kill()
        for _ in range(5):  # What is being ended can start something once more.
            if not end_marked(self.mark.encode()):
                break
        self.process.wait()
        return how


def end_marked(mark):
    """Ends what has left the group and carries the mark; Linux alone shows the environment of a process."""
    found = 0
    for path in Path("/proc").glob("[0-9]*/environ") if sys.platform == "linux" else ():
        try:
            if mark in path.read_bytes().split(b"\0"):
                os.kill(int(path.parent.name), signal.SIGKILL)
                found += 1
        except OSError:
            pass  # Another user's, or it ended in this very moment.
    return found


def refuse_constant(name):
    raise ValueError(name)


def whole_number(digits):
    """Python reads no more than 4,300 digits; a number as long as that is in no vector."""
    return int(digits) if len(digits) < 1000 else math.inf


def parse_object(line):
    """The object in a line, and the line as it can be shown."""
    text = line.decode("utf-8", "replace").rstrip("\r\n")
    depth = deepest = 0
    for token in re.findall(r'"(?:[^"\\]|\\.)*"|[][{}]', text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token, 0)
        deepest = max(deepest, depth)
    if deepest > DEEPEST:
        raise Broken(f"a line with more than {DEEPEST} lists and objects inside each other: {shown(text)}")
    try:
        answer = json.loads(text, parse_constant=refuse_constant, parse_int=whole_number)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        raise Broken(f"a line that is not a JSON object: {shown(text)}")
    return answer, text


def shown(text):
    """On one line, in ASCII, and not without end."""
    units = (one if " " <= one <= "~" else escaped(one) for one in text[: LONGEST_SHOWN + 1])
    return cut("".join(units), len(text))


def escaped(character):
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def cut(text, length):
    return f"{text[:LONGEST_SHOWN]} ... ({length} characters)" if length > LONGEST_SHOWN else text


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
    if "owner" in has and owners is not None:
        return any(fits(case, f"owner:{name}") for name in owners)
    return notations is None or any(fits(case, f"notation:{name}") for name in notations)


def is_text_list(value):
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def read_hello(said):
    """What the program says of itself; a field that is missing or misshapen would leave out cases unseen."""
    protocol, implementation = said.get("protocol"), said.get("implementation")
    if isinstance(protocol, bool) or protocol != 1:
        raise Broken("no hello of protocol 1")
    names = ("name", "version", "language")
    if not isinstance(implementation, dict) or not is_text_list([implementation.get(name) for name in names]):
        raise Broken("a hello whose implementation has no name, version or language")
    if not is_text_list(said.get("operations")):
        raise Broken("a hello whose operations are not a list of names")
    for field in ("notations", "owners"):
        if said.get(field) is not None and not is_text_list(said[field]):
            raise Broken(f"a hello whose {field} are not a list of names")
    return said


def judge(case, answer):
    kinds = [kind for kind in ("ok", "error", "skipped", "errored") if answer.get(kind) is not None]
    if len(kinds) != 1 or not isinstance(answer[kinds[0]], dict):
        raise Broken("an answer that is not exactly one of ok, error, skipped and errored")
    if kinds[0] == "skipped" and not isinstance(answer["skipped"].get("reason"), str):
        raise Broken("a skipped case without a reason")
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
        self.program, self.seq, self.faults, self.hello = None, 0, 0, None
        self.answers, self.lines, self.statuses = {}, {}, {}
        # Why the rest was not run; what was answered before is reported all the same.
        self.stopped = None

    def start(self):
        self.program, self.seq = Program(self.command), 0
        hello = self.program.ask({"cmd": "hello", "protocol": 1}, HELLO_SECONDS)
        if hello == "timeout":
            raise Broken(f"no hello within {HELLO_SECONDS} s; the program must flush its output after each line")
        if hello == "crashed":
            raise Broken("the program ended without a hello")
        return read_hello(hello[0])

    def wanted(self, case):
        return not self.options.only or any(fits(case, pattern) for pattern in self.options.only)

    def all(self):
        refuse_idle(self.cases, self.options.only + self.options.skip)
        self.hello = self.start()
        chosen = [case for case in self.cases if self.wanted(case)]
        twins = {case.get("twin") for case in chosen}
        for case in self.cases:
            if self.stopped is None and (self.wanted(case) or case["id"] in twins):
                try:
                    self.statuses[case["id"]] = self.one(case)
                except Broken as broken:
                    self.stop(case["id"], f"{case['id']}: {broken}")
        try:
            if self.program is not None:
                self.program.bye()
        except Broken as broken:
            self.stopped = str(broken)
        return [(case, self.settled(case)) for case in chosen]

    def stop(self, name, why):
        """Whatever breaks the protocol ends the run, and what was answered before is reported."""
        self.stopped = self.answers[name] = self.lines[name] = why
        self.statuses[name] = "errored"
        if self.program is not None:
            self.program = self.program.end()

    def one(self, case):
        if case["operation"] not in self.hello["operations"]:
            return "unsupported"
        if not is_spoken(case, self.hello):
            return "not-asked"
        if any(fits(case, pattern) for pattern in self.options.skip):
            return "skipped"
        if self.program is None:
            self.start()
        self.seq += 1
        message = {"cmd": "run", "seq": self.seq, **{name: case[name] for name in ("id", "operation", "input")}}
        answer = self.program.ask(message, SECONDS[case["limit"]] * self.options.factor)
        if isinstance(answer, tuple):
            answer, self.lines[case["id"]] = answer
            if isinstance(answer.get("seq"), bool) or answer.get("seq") != self.seq:
                raise Broken("a wrong seq")
            self.faults, self.answers[case["id"]] = 0, answer
            return judge(case, answer)
        self.program = None
        self.faults += case["limit"] != "trap"
        if self.faults >= MOST_FAULTS:
            self.stopped = f"{case['id']}: {MOST_FAULTS} cases in a row brought no answer ({answer})"
        self.answers[case["id"]] = answer
        return "timeout" if answer == "timeout" else "errored"

    def settled(self, case):
        status, answer, twin = self.statuses.get(case["id"], "not-run"), self.answers.get(case["id"]), case.get("twin")
        if twin and status in UNCERTAIN:
            sound = next(one for one in self.cases if one["id"] == twin)
            if not takes(sound, self.answers.get(twin)):
                return "not-reached"
        is_otherwise = status in ("fail", "timeout") or answer == "crashed"
        may_be_computed = case["limit"] == "trap" and not case["outputs"]
        lets_in = status == "fail" and not may_be_computed and (answer.get("ok") or {}).get("matches") is True
        return "policy" if is_otherwise and case["isPolicy"] and not lets_in else status


def refuse_idle(cases, patterns):
    idle = [pattern for pattern in patterns if not any(fits(case, pattern) for case in cases)]
    if idle:
        raise Broken(f"no vector matches {', '.join(idle)}")


def sums_of(folder):
    """File by file, from SHA256SUMS; a set that was trimmed on purpose has none."""
    path = folder / "SHA256SUMS"
    if not path.exists():
        return {}
    lines = path.read_text(encoding="ascii").splitlines()
    return {name: digest for digest, name in (line.split("  ", 1) for line in lines)}


def read_set(folder):
    sums = sums_of(folder)
    found = {path.name: path.read_bytes() for path in sorted(folder.glob("*.jsonl"))}
    for name in sorted({*sums, *found} if sums else ()):
        if name not in found:
            raise Broken(f"the set is not whole: {name} is missing")
        if hashlib.sha256(found[name]).hexdigest() != sums.get(name):
            raise Broken(f"the set is not that of SHA256SUMS: {name}; delete SHA256SUMS if you changed it on purpose")
    cases = []
    for name, text in found.items():
        if name != f"{LEFT_OUT}.jsonl":
            try:
                cases += map(json.loads, text.decode("ascii").splitlines())
            except ValueError:
                raise Broken(f"{name} has a line that is not JSON") from None
    if not cases:
        raise Broken(f"no vectors in {folder}")
    return cases, {name.replace(".jsonl", "") for name in (*found, *sums)}


def warnings_of(hello, cases, operations):
    for name in dict.fromkeys(hello["operations"]):
        if name not in operations and name != LEFT_OUT:
            yield f"the program offers {shown(name)}, which is not an operation of the vectors"
    for field, prefix in (("notations", "notation"), ("owners", "owner")):
        for name in hello.get(field) or ():
            if not any(fits(case, f"{prefix}:{name}") for case in cases):
                yield f"no vector matches {prefix}:{shown(name)}"


def counted(number, what):
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def expected_of(case):
    outputs = [json.dumps(output, separators=(",", ":")) for output in case["outputs"]]
    refusal = ["a refusal"] if case["onRefusal"] in ("pass", "accepted-variant") else []
    return ", or ".join(shown(one) for one in outputs + refusal)


def report(results, run, version):
    counts = Counter(status for _, status in results)
    crashed = sum(status == "errored" and run.answers.get(case["id"]) == "crashed" for case, status in results)
    failed = [(case, status) for case, status in results if status in FAILING]
    errors = counts["errored"] - crashed
    compared = len(results) - sum(counts[status] for status in IDLE)
    claimed = len(results) - counts["unsupported"] - counts["not-asked"]
    good = "Conforms" if compared * 2 >= claimed else "Conforms in what was compared"
    verdict = "Broken" if run.stopped else "Does not conform" if failed else good
    verdict += f": {counted(len(failed) - errors, 'true fault')}, {counted(counts['policy'], 'policy difference')}"
    if counts["unconfirmed"]:
        verdict += f", {counted(counts['unconfirmed'], 'unconfirmed refusal')}"
    verdict += f", {counts['not-reached']} not reached" + (f", {counted(errors, 'adapter error')}" if errors else "")
    verdict += f"; {compared} of {len(results)} compared"
    name, own, language = (shown(run.hello["implementation"][field]) for field in ("name", "version", "language"))
    print(verdict)
    print(f"{name} {own} ({language}) against {counted(len(results), 'vector')} of suite {version}")
    print(", ".join(f"{status} {counts[status]}" for status in STATUSES if counts[status]))
    for case, status in failed[:MOST_SHOWN]:
        answer = run.lines.get(case["id"], run.answers.get(case["id"]))
        print(f"\n{case['id']} {status}: {case['comment']}")
        print(f"  input      {shown(json.dumps(case['input'], separators=(',', ':')))}")
        print(f"  expected   {expected_of(case)}")
        print(f"  answer     {shown(answer)}")
        print(f"  confirmed  {case['confirmed']}")
        if case.get("effect"):
            print(f"  effect     {case['effect']}")
    if len(failed) > MOST_SHOWN:
        print(f"\nand {len(failed) - MOST_SHOWN} more; --statuses gives every id")
    if failed:
        print(f"\n{verdict}")


def factor_of(text):
    factor = float(text)
    if not 0 < factor <= 1000 or math.isnan(factor):
        raise ValueError
    return factor


def options_of(arguments):
    command = arguments[arguments.index("--") + 1 :] if "--" in arguments else []
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0], allow_abbrev=False)
    parser.add_argument("set", type=Path, help="folder of the static set")
    parser.add_argument("--only", action="append", default=[], metavar="PATTERN")
    parser.add_argument("--skip", action="append", default=[], metavar="PATTERN")
    parser.add_argument("--factor", type=factor_of, default=1.0, help="of the time limits")
    parser.add_argument("--statuses", action="store_true", help="an id and its status a line, and nothing else")
    options = parser.parse_args(arguments[: -len(command) - 1] if command else arguments)
    if not command:
        parser.error("no program is given after --")
    return options, command


def conform(run, operations):
    results = run.all()
    for warning in warnings_of(run.hello, run.cases, operations):
        print(f"Warning: {warning}", file=sys.stderr)
    # Who refuses all that nobody else confirms has shown nothing.
    if not run.stopped and all(status in (*IDLE, "unconfirmed", "policy") for _, status in results):
        raise Broken("nothing was compared")
    if run.options.statuses:
        for case, status in results:
            print(case["id"], status)
    else:
        version = run.options.set / "VERSION"
        report(results, run, version.read_text().strip() if version.exists() else "unknown")
    sys.stdout.flush()
    if run.stopped:
        raise Broken(run.stopped)
    return 1 if any(status in FAILING for _, status in results) else 0


def interrupt(*_):
    raise KeyboardInterrupt


def main():
    options, command = options_of(sys.argv[1:])
    sys.stdout.reconfigure(encoding="utf-8")
    signal.signal(signal.SIGTERM, interrupt)
    run = None
    try:
        cases, operations = read_set(options.set)
        run = Run(command, cases, options)
        return conform(run, operations)
    except Broken as broken:
        print(f"Broken: {broken}", file=sys.stderr)
    except KeyboardInterrupt:
        print("Broken: interrupted", file=sys.stderr)
    except BrokenPipeError:  # Who reads the report has read enough, and Python would say so once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except Exception as failure:  # Exit code 1 is a verdict: no failure of the runner's may end with it.
        print(f"Broken: the run itself failed: {failure!r:.500}", file=sys.stderr)
    finally:
        if run is not None and run.program is not None:
            run.program.end()
    return 2


if __name__ == "__main__":
    sys.exit(main())
