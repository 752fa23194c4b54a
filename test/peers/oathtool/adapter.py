import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from serve import Skipped, bytes_of, serve


def oathtool(*arguments, secret):
    """The secret goes over standard input, as it would for anybody who does not want it in a list of processes."""
    ran = subprocess.run(["oathtool", *arguments, "-"], input=secret, capture_output=True)
    if ran.returncode != 0:
        raise ValueError(ran.stderr.decode(errors="replace").strip())
    return ran.stdout.decode()


def secret_to_base32(given):
    encoding = given["encoding"]
    if encoding not in ("base32", "hex"):
        raise Skipped(f"has no {encoding}")
    secret = bytes_of(given["secret"])
    if b"\n" in secret:
        raise Skipped("reads one line")
    printed = oathtool("-v", *(["-b"] if encoding == "base32" else []), secret=secret)
    return {"base32": re.search(r"^Base32 secret: (.*)$", printed, re.M)[1].rstrip("=")}


def totp_code(given):
    options = [f"--totp={given['algorithm'].lower()}", "-b", "-d", str(given["digits"])]
    time = ["-s", f"{given['period']}s", "--now", f"@{given['unixSeconds']}"]
    return {"code": oathtool(*options, *time, secret=given["secret"].encode()).strip()}


first_line = subprocess.run(["oathtool", "--version"], capture_output=True, text=True, check=True).stdout.split("\n")[0]
operations = {"secret-to-base32": secret_to_base32, "totp-code": totp_code}
serve("oathtool", first_line.split()[-1], operations, "C")
