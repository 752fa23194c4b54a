import base64
import re
import resource
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from serve import Skipped, bytes_of, plain_hash, serve

FORM = re.compile(r"\$argon2(id|i|d)(?:\$v=(16|19))?\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)")
LONGEST_PASSWORD = 127
SECONDS = 300


def limit():
    """For the program: it bounds no cost, and outlives an adapter that is killed."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def verify(given):
    """The program only makes strings: it verifies by making the same one again."""
    text = plain_hash(given)
    found = FORM.fullmatch(text)
    if not found:
        raise Skipped("the program makes strings and reads none")
    variant, version, memory, time, lanes, salt, digest = found.groups()
    password, salt = bytes_of(given["password"]), base64.b64decode(salt + "=" * (-len(salt) % 4))
    length = len(base64.b64decode(digest + "=" * (-len(digest) % 4)))
    if b"\0" in salt:
        raise Skipped("the salt is an argument, which holds no NUL")
    if not password or len(password) > LONGEST_PASSWORD:
        raise Skipped("the program takes passwords of 1 to 127 bytes")
    options = [f"-{variant}", "-k", memory, "-t", time, "-p", lanes, "-l", str(length), "-r"]
    command = ["argon2", salt, *options, "-v", "13" if version == "19" else "10"]
    made = subprocess.run(command, input=password, capture_output=True, preexec_fn=limit)
    if made.returncode != 0:
        raise ValueError(made.stderr.decode(errors="replace").strip().split("\n")[0])
    expected = base64.b64decode(digest + "=" * (-len(digest) % 4)).hex()
    return {"matches": made.stdout.decode().strip() == expected, "scheme": "argon2"}


def version():
    listed = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "argon2"], capture_output=True, text=True)
    return listed.stdout or "unknown"


subprocess.run(["argon2", "-h"], capture_output=True)  # Fails at once where there is no such program.
serve("argon2 (program)", version(), {"verify": verify}, "C")
