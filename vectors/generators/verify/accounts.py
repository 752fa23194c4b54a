"""Accounts of databases, mail servers and devices: SCRAM's keys by PostgreSQL, Dovecot and passlib, and Dahua's digest.

PostgreSQL takes each text as a role's password, and a login over its socket is the answer; doveadm and passlib read
theirs. Their salts are random: the hashes are kept as they were made.
"""

import hashlib
import os
import platform
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

import passlib.hash
from shared.implementations import named
from shared.john import NAME as JOHN, by_john
from shared.near_misses import LONG, NON_ASCII, PLAIN
from shared.verify_suite import Topic, another, output_of
from shared.witness import Recomputed

FILE = "verify/accounts.py"
NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.getuid() == 0 else []
# A ligature, a soft hyphen and a space that SASLprep puts in another way; and an emoji, for which it refuses the text.
LIGATURE, PREPARED = "\ufb01rst\u00ad\u00a0class".encode(), b"first class"
REFUSED = "\ufb01rst \U0001f511".encode()
WHOLE_OF = "The digest is not whole, which only a length that is fixed or stated tells."
NO_MATCH = [{"matches": False, "scheme": "scram"}]


class PostgreSQL:
    def __init__(self, folder):
        self.folder = folder
        self.roles = 0

    def query(self, sql):
        return output_of(["psql", "-XAtqh", self.folder, "-U", "postgres", "-c", sql]).decode().strip()

    def made(self, password, rounds):
        """`\\password` asks libpq, which prepares the text and hashes it."""
        self.query("DROP ROLE IF EXISTS made; CREATE ROLE made")
        quoted = password.decode().replace("'", "''")
        setting = f"SET scram_iterations = {rounds};" if rounds != 4096 else ""
        self.query(f"{setting} ALTER ROLE made PASSWORD '{quoted}'")
        return self.query("SELECT rolpassword FROM pg_authid WHERE rolname = 'made'")

    def takes(self, text, password):
        self.roles += 1
        self.query(f"CREATE ROLE r{self.roles} LOGIN PASSWORD '{text}'")
        assert self.query(f"SELECT rolpassword FROM pg_authid WHERE rolname = 'r{self.roles}'") == text
        command = ["psql", "-XAtqwh", self.folder, "-U", f"r{self.roles}", "-d", "postgres", "-c", "SELECT 1"]
        done = subprocess.run(command, env={**os.environb, b"PGPASSWORD": password}, capture_output=True)
        assert done.returncode == 0 or b"authentication failed" in done.stderr or b"server signature" in done.stderr, done.stderr
        return done.returncode == 0


@contextmanager
def postgresql():
    """One of its own, on a socket."""
    folder = tempfile.mkdtemp(prefix="credport-vectors-")
    data = Path(folder) / "data"
    if NOBODY:
        shutil.chown(folder, 65534, 65534)
    output_of([*NOBODY, "initdb", "-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8"])
    (data / "pg_hba.conf").write_text("local all postgres trust\nlocal all all scram-sha-256\n")
    options = f"-c listen_addresses='' -k {folder} -c password_encryption=scram-sha-256"
    command = [*NOBODY, "pg_ctl", "-D", data, "-s", "-w", "-l", Path(folder) / "log"]
    output_of([*command, "-o", options, "start"])
    try:
        yield PostgreSQL(folder)
    finally:
        output_of([*command, "-m", "immediate", "stop"])
        shutil.rmtree(folder)


def pair(topic, takes, text, password, comment, **given):
    assert takes(text, password) and not takes(text, another(password)), (comment, text)
    right = topic.add(text, password, True, "scram", comment, **given)
    topic.add(text, another(password), False, "scram", f"{comment}, another password", checks=topic.witnesses, twin=right, **given)
    return right


def by_postgresql(topic, server):
    version = output_of(["postgres", "--version"]).decode().split()[2]
    topic.group("PostgreSQL", version, "https://www.postgresql.org/docs/current/sasl-authentication.html", "PostgreSQL", FILE)
    once = lambda password, comment: topic.once(comment, "scram", password, lambda: server.made(password, 4096))
    for password in (PLAIN, NON_ASCII, b"x" * 73):
        text = once(password, "PostgreSQL")
        right = pair(topic, server.takes, text, password, "PostgreSQL")
        if password == PLAIN:
            plain, twin = text, right
    text = once(LIGATURE, "PostgreSQL, what SASLprep changes")
    right = pair(topic, server.takes, text, LIGATURE, "PostgreSQL, what SASLprep changes", flags=["Normalized"])
    assert server.takes(text, PREPARED)
    topic.add(text, PREPARED, True, "scram", "PostgreSQL, as SASLprep leaves it", ["Normalized"], twin=right)
    comment = "PostgreSQL, what SASLprep refuses is hashed as it is"
    pair(topic, server.takes, once(REFUSED, comment), REFUSED, comment)
    damaged(topic, server, plain, twin)


def damaged(topic, server, text, twin):
    """Keys of other passwords, and what is left of a text."""
    head, keys = text.rsplit("$", 1)
    stored, key = keys.split(":")
    for comment, altered in {
        "the stored key is another": f"{head}${key}:{key}",
        "the server key is another": f"{head}${stored}:{stored}",
        "the keys change places": f"{head}${key}:{stored}",
        "one round more": text.replace("$4096:", "$4097:", 1),
    }.items():
        assert not server.takes(altered, PLAIN), comment
        topic.add(altered, PLAIN, False, "scram", f"PostgreSQL, {comment}", ["Bypass"], checks=topic.witnesses, twin=twin)
    for comment, cut in {
        "the server key is missing": f"{head}${stored}:",
        "both keys are missing": f"{head}$:",
        "the stored key is cut": f"{head}${stored[:20]}:{key}",
        "no keys": head,
    }.items():
        topic.refuse(cut, PLAIN, "scheme/malformed", f"PostgreSQL, {comment}", ["Bypass"], policy=WHOLE_OF, takes=NO_MATCH, twin=twin)


def doveadm_takes(text, password):
    done = subprocess.run(["doveadm", "pw", "-t", text, "-p", password], capture_output=True)
    assert b"verified" in done.stdout or b"Password mismatch" in done.stderr, done.stderr
    return done.returncode == 0


def by_dovecot(topic):
    version = output_of(["dovecot", "--version"]).decode().split()[0]
    topic.group("Dovecot doveadm", version, "https://github.com/dovecot/core", "LGPL-2.1 and MIT", FILE)
    for name, rounds in [("SCRAM-SHA-1", "4096"), ("SCRAM-SHA-256", "4096"), ("SCRAM-SHA-256", "5000"), ("SCRAM-SHA-1.b64", "4096"), ("SCRAM-SHA-256.hex", "4096")]:
        comment = f"{name}, {rounds} rounds"
        for password in [PLAIN, *([LONG] if "4096" == rounds else [])] if "." in name or rounds != "4096" else [PLAIN, LONG, NON_ASCII, LIGATURE]:
            make = lambda: output_of(["doveadm", "pw", "-s", name, "-r", rounds, "-p", password]).decode().rstrip("\n")
            text = topic.once(comment, "scram", password, make)
            right = pair(topic, doveadm_takes, text, password, comment)
            if password == LIGATURE:
                assert not doveadm_takes(text, PREPARED)
                topic.add(text, PREPARED, False, "scram", f"{comment}, as SASLprep would leave it", ["NormalForm"], checks=topic.witnesses, twin=right)
            elif password == PLAIN and "." not in name and rounds == "4096":
                mark, stored, key = text.rsplit(",", 2)
                swapped = f"{mark},{key},{stored}"
                assert not doveadm_takes(swapped, PLAIN)
                topic.add(swapped, PLAIN, False, "scram", f"{name}, the keys change places", ["Bypass"], checks=topic.witnesses, twin=right)
                for damage, cut in {"no server key": f"{mark},{stored},", "no keys": mark, "the server key is cut": text[:-8]}.items():
                    topic.refuse(cut, PLAIN, "scheme/malformed", f"{name}, {damage}", ["Bypass"], policy=WHOLE_OF, takes=NO_MATCH, twin=right)


def passlib_takes(text, password):
    try:
        return passlib.hash.scram.verify(password, text)
    except ValueError as refusal:
        assert "forbidden" in str(refusal), refusal
        return False


def by_passlib(topic):
    version = named("passlib").split()[1]
    topic.group("passlib", version, "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.scram.html", "BSD-3-Clause", FILE)
    for algs, rounds in [("sha-1", 1000), ("sha-1,sha-256", 1000), ("sha-1,sha-256,sha-512", 6400)]:
        comment = f"passlib, {algs}"
        for password in (PLAIN, LONG, LIGATURE):
            make = lambda: passlib.hash.scram.using(algs=algs, rounds=rounds).hash(password)
            text = topic.once(comment, "scram", password, make)
            flags = ["Normalized"] if password == LIGATURE else []
            right = pair(topic, passlib_takes, text, password, comment, flags=flags)
        topic.refuse(text.split(",")[0][:-1], password, "scheme/malformed", f"{comment}, cut off", ["Bypass"], policy=WHOLE_OF, takes=NO_MATCH, twin=right)


DAHUA = [("4WzwxXxM", b"888888"), ("HRG6OLE6", b"Do You Even Lift?"), ("sh15yfFM", b"666666"), ("6QNMIQGe", b"admin"), ("g2UpKxOg", b"passWOrd"), ("tlJwpbo6", b"")]


def dahua(password):
    made = hashlib.md5(password).digest()
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    return "".join(digits[(one + other) % 62] for one, other in zip(made[::2], made[1::2]))


def dahuas(topic):
    python = Recomputed(f"Python {platform.python_version()} (hashlib)")
    topic.group("John the Ripper", "1.9.0-jumbo-1", "https://github.com/openwall/john src/dahua_fmt_plug.c", "GPL-2.0-or-later", FILE, published=True)
    for digest, password in DAHUA:
        assert dahua(password) == digest
        text = f"$dahua${digest}"
        checks = [python, *([JOHN] if by_john(text, password) and by_john(text, another(password)) is False else [])]
        right = topic.add(text, password, True, "md5", "Dahua", checks=[python])
        topic.add(text, another(password), False, "md5", "Dahua, another password", checks=checks, twin=right)
    takes = [{"matches": False, "scheme": "md5"}]
    for comment, text in {"cut off": f"$dahua${digest[:-1]}", "no digest": "$dahua$"}.items():
        topic.refuse(text, password, "scheme/malformed", f"Dahua, {comment}", ["Bypass"], policy=WHOLE_OF, takes=takes, twin=right)
    swapped = f"$dahua${digest.swapcase()}"
    topic.add(swapped, password, False, "md5", "Dahua, letters of the other case", ["Bypass"], checks=[python], twin=right)


def make():
    topic = Topic("accounts", ["Accounts of databases, mail servers and devices: SCRAM as PostgreSQL, Dovecot and passlib write it, and Dahua's digest."])
    with postgresql() as server:
        by_postgresql(topic, server)
    by_dovecot(topic)
    by_passlib(topic)
    dahuas(topic)
    topic.write()
