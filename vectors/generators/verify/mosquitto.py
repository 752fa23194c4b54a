"""Eclipse Mosquitto: mosquitto_passwd makes the hashes, which are kept, and the broker takes or refuses the passwords."""

import base64
import hashlib
import re
import socket
import struct
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

from shared.near_misses import PLAIN, USUAL, questions
from shared.verify_suite import NOT_UTF8, Topic, first_line, salt_of

SCHEMES = {"sha512-pbkdf2": ("pbkdf2", "Mosquitto 2"), "sha512": ("sha512", "Mosquitto before 2")}
TAKEN, REFUSED = 0, 5


def hash_by_tool(option, password):
    """What the tool writes into its file after the name of the user."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "passwords"
        path.touch(mode=0o600)
        subprocess.run(["mosquitto_passwd", "-H", option, "-b", path, "user", password], check=True, capture_output=True)
        return path.read_text().strip().removeprefix("user:")


def composed(rounds, password):
    """A count that the tool of this version can't be told, which the broker reads."""
    salt = salt_of(760, 12)
    key = hashlib.pbkdf2_hmac("sha512", password, salt, rounds)
    return f"$7${rounds}${base64.b64encode(salt).decode()}${base64.b64encode(key).decode()}"


def hashes(topic):
    for option, (scheme, comment) in SCHEMES.items():
        # The tool takes the empty password, with which the broker lets nobody in.
        for password in [*USUAL, NOT_UTF8]:
            text = topic.once(comment, scheme, password, lambda: hash_by_tool(option, password))
            yield scheme, comment, text, password
    yield "pbkdf2", "Mosquitto 2, 1000 iterations", composed(1000, PLAIN), PLAIN


@contextmanager
def broker(lines):
    """A broker with this file of passwords; gives the path of its socket."""
    with tempfile.TemporaryDirectory() as folder:
        passwords, settings, path = (Path(folder) / name for name in ("passwords", "settings", "socket"))
        passwords.write_text("".join(f"{line}\n" for line in lines))
        settings.write_text(f"listener 0 {path}\nallow_anonymous false\npassword_file {passwords}\nuser root\nlog_dest stderr\n")
        process = subprocess.Popen(["mosquitto", "-c", settings], stderr=subprocess.PIPE, text=True)
        try:
            if not any("running" in line for line in process.stderr):
                raise RuntimeError("the broker has not started")
            yield path
        finally:
            process.terminate()
            process.wait()


def field(data):
    return struct.pack(">H", len(data)) + data


def says(path, user, password):
    """The broker's return code to a CONNECT of MQTT 3.1.1 with this name and password."""
    body = field(b"MQTT") + bytes([4, 0b11000010]) + struct.pack(">H", 60) + field(b"") + field(user) + field(password)
    size = bytes([len(body)]) if len(body) < 128 else bytes([len(body) % 128 | 128, len(body) // 128])
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(path))
        connection.sendall(b"\x10" + size + body)
        return connection.recv(4)[3]


def make():
    version = re.search(r"version (\S+)", first_line(["mosquitto", "-h"]))[1]
    topic = Topic("mosquitto", ["The file of passwords of Eclipse Mosquitto, by its own tool, verified by its broker."])
    topic.group(
        "Eclipse Mosquitto", version, "https://github.com/eclipse-mosquitto/mosquitto", "EPL-2.0 or BSD-3-Clause",
        "verify/mosquitto.py", spec=["https://mosquitto.org/man/mosquitto_passwd-1.html"],
    )
    rows = list(hashes(topic))
    with broker([f"user{number}:{text}" for number, (_, _, text, _) in enumerate(rows)]) as path:
        for number, (scheme, comment, text, right) in enumerate(rows):
            for password, matches, what in questions(right):
                code = says(path, f"user{number}".encode(), password)
                assert code == (TAKEN if matches else REFUSED), f"the broker says {code}: {comment}{what} {password!r}"
                topic.add(text, password, matches, scheme, f"{comment}{what}", checks=[f"Eclipse Mosquitto {version}"])
    topic.write()
