"""Dovecot's doveadm pw. Its salts are random: the hashes are kept as they were made, and doveadm checks each."""

from argon2.low_level import Type, hash_secret
from shared.verify_suite import PASSWORDS, Topic, first_line, output_of, salt_of

SCHEMES = [
    ("BLF-CRYPT", "bcrypt", ["-r", "4"]),
    ("BLF-CRYPT.b64", "bcrypt", ["-r", "4"]),
    ("BLF-CRYPT.hex", "bcrypt", ["-r", "4"]),
    ("CRYPT", "bcrypt", []),
    ("MD5-CRYPT", "md5-crypt", []),
    ("DES-CRYPT.b64", "des-crypt", []),
    ("DES-CRYPT.hex", "des-crypt", []),
    ("SHA256-CRYPT", "sha256-crypt", ["-r", "1000"]),
    ("SHA512-CRYPT", "sha512-crypt", ["-r", "1000"]),
    ("SHA512-CRYPT.b64", "sha512-crypt", ["-r", "1000"]),
    ("PBKDF2", "pbkdf2", ["-r", "1020"]),
    ("SHA", "sha1", []),
    ("SHA256", "sha256", []),
    ("SHA512", "sha512", []),
    ("SSHA", "sha1", []),
    ("SSHA256", "sha256", []),
    ("SSHA512", "sha512", []),
    ("SSHA512.hex", "sha512", []),
    ("SSHA.b64", "sha1", []),
    ("SMD5", "md5", []),
    ("CRAM-MD5", "hmac", []),
    ("LDAP-MD5", "md5", []),
    ("PLAIN-MD5", "md5", []),
]


def doveadm(name, options, password):
    return output_of(["doveadm", "pw", "-s", name, *options, "-p", password]).decode().rstrip("\n")


def make():
    topic = Topic("dovecot", ["Password values that Dovecot's doveadm pw writes."])
    version = first_line(["dovecot", "--version"])
    topic.group("Dovecot doveadm", version, "https://github.com/dovecot/core", "LGPL-2.1 and MIT", "verify/dovecot.py")
    for name, scheme, options in SCHEMES:
        for password in [PASSWORDS[1], PASSWORDS[2], PASSWORDS[3], PASSWORDS[6], PASSWORDS[0]]:
            text = topic.once(name, scheme, password, lambda: doveadm(name, options, password))
            output_of(["doveadm", "pw", "-t", text, "-p", password])
            if len(password) in (0, 1, 73):
                topic.add(text, password, True, scheme, name)
            else:
                topic.pair(text, password, scheme, name)
    for index, (name, kind) in enumerate({"ARGON2I": Type.I, "ARGON2ID": Type.ID}.items()):
        made = hash_secret(PASSWORDS[6], salt_of(1400 + index, 16), time_cost=2, memory_cost=64, parallelism=1, hash_len=32, type=kind)
        text = f"{{{name}}}{made.decode()}"
        output_of(["doveadm", "pw", "-t", text, "-p", PASSWORDS[6]])
        topic.pair(text, PASSWORDS[6], "argon2", name)
    topic.write()
