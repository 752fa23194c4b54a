"""What the adapters in Python share: the loop of docs/conformance.md."""

import json
import sys


class Skipped(Exception):
    """Raised by an operation for a case that is not the implementation's."""


def bytes_of(value):
    """Text or bytes, as bytes."""
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) else value.encode()


def text_or_bytes(value):
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) else value


def plain_hash(given):
    """The hash of a case that does not hang on a system's habits."""
    if given.get("source") or given.get("pepper"):
        raise Skipped("knows no systems")
    return given["hash"]


def _expanded(value):
    """Text with half a surrogate pair, which Python can hold and not write."""
    if isinstance(value, dict) and "textUtf16" in value:
        return bytes.fromhex(value["textUtf16"]).decode("utf-16-be", "surrogatepass")
    return value


def _answer(operations, message):
    given = {name: _expanded(value) for name, value in message["input"].items()}
    try:
        return {"ok": operations[message["operation"]](given)}
    except Skipped as skipped:
        return {"skipped": {"reason": str(skipped)}}
    except Exception as refused:  # Libraries refuse with whatever they have.
        return {"error": {"code": f"{type(refused).__name__}: {refused}"[:200]}}


def serve(name, version, operations, language="Python"):
    implementation = {"name": name, "version": version, "language": language}
    hello = {"protocol": 1, "implementation": implementation, "operations": list(operations)}
    for line in sys.stdin:
        message = json.loads(line)
        if message["cmd"] == "bye":
            break
        reply = hello if message["cmd"] == "hello" else {"seq": message["seq"], **_answer(operations, message)}
        print(json.dumps(reply), flush=True)
