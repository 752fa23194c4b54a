"""What the adapters in Python share: the loop of docs/conformance.md."""

import json
import re
import sys
import traceback
from pathlib import Path

_FOLDER = Path(__file__).resolve().parent
# PHC's, AuthMe's, Mattermost's, Mosquitto's and Joomla's notations begin as those of Django, passlib, crypt(3) and LDAP do.
_BORROWED = re.compile(
    r"pbkdf2_sha256\$10000\$[^$]*\$[0-9A-F]{128}$|\$pbkdf2\$f=|\$6\$[^$]{16}\$[^$]{86}==$|\$7\$[0-9]+\$[^$]*\$[^$]*==$"
    r"|\{SHA256\}[0-9a-f]{64}:|\$pbkdf2-[a-z0-9]+\$i="
)


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
    return own_hash(given)


def own_hash(given):
    """The hash of a case whose notation is not that of a system with the marker of another."""
    if _BORROWED.match(given["hash"]):
        raise Skipped("another scheme with the same marker")
    return given["hash"]


def _expanded(value):
    """Text with half a surrogate pair, which Python can hold and not write."""
    if isinstance(value, dict) and "textUtf16" in value:
        return bytes.fromhex(value["textUtf16"]).decode("utf-16-be", "surrogatepass")
    return value


def _is_mistake(error):
    """Whether it is a fault of the adapter: a name that it does not have, or a call that it makes wrongly."""
    if isinstance(error, (NameError, ImportError)):
        return True
    innermost = traceback.extract_tb(error.__traceback__)[-1].filename
    is_own = Path(innermost).resolve().is_relative_to(_FOLDER) and "site-packages" not in innermost
    return is_own and isinstance(error, (TypeError, AttributeError, LookupError)) and not isinstance(error, UnicodeError)


def _answer(operations, message):
    given = {name: _expanded(value) for name, value in message["input"].items()}
    try:
        return {"ok": operations[message["operation"]](given)}
    except Skipped as skipped:
        return {"skipped": {"reason": str(skipped)}}
    except Exception as error:  # Libraries refuse with whatever they have.
        said = f"{type(error).__name__}: {error}"[:200]
        return {"errored": {"context": said}} if _is_mistake(error) else {"error": {"code": said}}


def serve(name, version, operations, language="Python", reproduce=None, **spoken):
    """`spoken`: the `notations` and `owners` of docs/conformance.md."""
    implementation = {"name": name, "version": version, "language": language, "reproduce": reproduce}
    hello = {"protocol": 1, "implementation": implementation, "operations": list(operations), **spoken}
    for line in sys.stdin:
        message = json.loads(line)
        if message["cmd"] == "bye":
            break
        reply = hello if message["cmd"] == "hello" else {"seq": message["seq"], **_answer(operations, message)}
        print(json.dumps(reply), flush=True)
