import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from serve import Skipped, bytes_of, own_hash, serve

# Schemes of doveadm pw -l that the suite knows too: the suite's name.
SCHEMES = {
    "BLF-CRYPT": "bcrypt", "ARGON2I": "argon2", "ARGON2ID": "argon2", "SHA512-CRYPT": "sha512-crypt",
    "SHA256-CRYPT": "sha256-crypt", "MD5-CRYPT": "md5-crypt", "PBKDF2": "pbkdf2", "SHA": "sha1", "SHA1": "sha1",
    "SSHA": "sha1", "SHA256": "sha256", "SSHA256": "sha256", "SHA512": "sha512", "SSHA512": "sha512", "SMD5": "md5",
    "LDAP-MD5": "md5", "PLAIN-MD5": "md5", "CRYPT": None,
}
CRYPT = {"$2": "bcrypt", "$5": "sha256-crypt", "$6": "sha512-crypt", "$1": "md5-crypt"}


def verify(given):
    text = own_hash(given)
    if given.get("source") not in (None, "dovecot") or given.get("pepper"):
        raise Skipped("another system")
    name = text[1:].split("}", 1)[0].split(".", 1)[0].upper() if text.startswith("{") and "}" in text else None
    if name not in SCHEMES:
        raise Skipped("another scheme")
    if name == "PBKDF2" and not text.upper().startswith("{PBKDF2}$1$"):
        raise Skipped("another system's {PBKDF2}")
    if name == "SHA256" and len(text) == len("{sha256}") + 80:
        raise Skipped("Spring's {sha256}, a salt and an iterated digest")
    password = bytes_of(given["password"])
    if b"\0" in password:
        raise Skipped("the password is an argument, which holds no NUL")
    if "\0" in text:
        raise Skipped("the hash is an argument, which holds no NUL")
    scheme = SCHEMES[name] or CRYPT.get(text.split("}", 1)[1][:2], "crypt")
    ran = subprocess.run(["doveadm", "pw", "-t", text, "-p", password], capture_output=True)
    said = (ran.stdout + ran.stderr).decode(errors="replace")
    if ran.returncode == 0 and "(verified)" in said:
        return {"matches": True, "scheme": scheme}
    if "Password mismatch" in said or "doesn't match" in said or "mismatch" in said:
        return {"matches": False, "scheme": scheme}
    raise ValueError(said.strip().split("\n")[-1].replace(text, "…")[:120])


listed = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "dovecot-core"], capture_output=True, text=True)
subprocess.run(["doveadm", "pw", "-l"], capture_output=True, check=True)
serve("doveadm pw", listed.stdout or "unknown", {"verify": verify}, "C")
