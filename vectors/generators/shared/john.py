"""John the Ripper (jumbo), which is given a text and passwords, and prints those that fit."""

import re
import subprocess
import tempfile
from pathlib import Path

from shared.tools_folder import TOOLS

JOHN = TOOLS / "john" / "run" / "john"
NAME = "John the Ripper jumbo 1.9.0"
# What its formats read, as the text is. It has none for aix-md5, and no other for the rest of verify/enterprise.
FORMATS = [
    (re.compile(pattern), name)
    for pattern, name in (
        (r"\$episerver\$", "EPiServer"),
        (r"[0-9a-f]{70}$", "hMailServer"),
        (r"1[0-9a-f]{48}$", "Citrix_NS10"),
        (r"AK1", "Fortigate"),
        (r"SH2", "Fortigate256"),
        (r"\$sspr\$", "sspr"),
        (r"\{x-is", "saph"),
        (r"\{ssha1\}", "aix-ssha1"),
        (r"\{ssha256\}[0-9]{2}\$", "aix-ssha256"),
        (r"\{ssha512\}[0-9]{2}\$", "aix-ssha512"),
        (r"\$pbkdf2-hmac-sha1\$", "PBKDF2-HMAC-SHA1"),
        (r"grub\.|\$ml\$", "PBKDF2-HMAC-SHA512"),
        (r"\$8\$", "PBKDF2-HMAC-SHA256"),
        (r"\$9\$", "scrypt"),
        (r"v1;PPH1_MD4,", "AzureAD"),
        (r"\$DCC2\$", "mscash2"),
        (r"\$solarwinds\$", "solarwinds"),
        (r"\*[0-9A-F]{40}$", "mysql-sha1"),
        (r"0x0100[0-9A-F]{48}$", "mssql05"),
        (r"0x0100[0-9A-F]{88}$", "mssql"),
        (r"0x0200", "mssql12"),
        (r"S:", "oracle11"),
        (r"\$dahua\$", "dahua"),
        (r"\$NT\$", "NT"),
    )
]


def format_of(text):
    return next((name for pattern, name in FORMATS if pattern.match(text)), None)


def by_john(text, password):
    """True or False where it reads the text; a password with a line end or a NUL it can't be given."""
    name = format_of(text)
    if name is None or not JOHN.exists() or re.search(rb"[\0\r\n]", password) or password == b"":
        return None
    with tempfile.TemporaryDirectory(prefix="credport-vectors-") as folder:
        folder = Path(folder)
        (folder / "hashes").write_text(f"{text}\n")
        (folder / "words").write_bytes(password + b"\n")
        command = [
            JOHN, f"--session={folder}/session", f"--pot={folder}/pot", f"--wordlist={folder}/words", "--input-encoding=utf8",
            "--skip-self-tests", "--rules=none", f"--format={name}", folder / "hashes",
        ]
        done = subprocess.run(command, capture_output=True, check=False)
        if b"Loaded 1 password hash" not in done.stdout + done.stderr:
            return None
        pot = folder / "pot"
        return pot.exists() and pot.stat().st_size > 0
