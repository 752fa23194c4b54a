"""389 Directory Server's pwdhash. Its salts are random: the hashes are kept as they were made."""

from shared.tools_folder import TOOLS
from shared.verify_suite import PASSWORDS, Topic, first_line, output_of

# A folder with a dse.ldif.
SETTINGS = TOOLS / "389ds"
SCHEMES = [
    ("PBKDF2_SHA256", "pbkdf2"),
    ("PBKDF2-SHA1", "pbkdf2"),
    ("PBKDF2-SHA256", "pbkdf2"),
    ("PBKDF2-SHA512", "pbkdf2"),
    ("SSHA", "sha1"),
    ("SSHA256", "sha256"),
    ("SSHA512", "sha512"),
]


def pwdhash(name, password):
    return output_of(["pwdhash", "-D", SETTINGS, "-s", name, password]).decode().rstrip("\n")


def make():
    version = first_line(["dpkg-query", "-W", "-f", "${Version}", "389-ds-base"])
    topic = Topic("389ds", ["What the command pwdhash of 389 Directory Server prints."])
    topic.group(
        "389 Directory Server", version, "https://github.com/389ds/389-ds-base", "GPL-3.0-or-later", "verify/pwdhash_389ds.py"
    )
    for name, scheme in SCHEMES:
        for password in [PASSWORDS[1], PASSWORDS[2], PASSWORDS[3], PASSWORDS[6]]:
            comment = f"pwdhash -s {name}"
            text = topic.once(comment, scheme, password, lambda: pwdhash(name, password))
            assert text.startswith("{"), text
            output_of(["pwdhash", "-D", SETTINGS, "-c", text, password])
            topic.pair(text, password, scheme, comment)
    topic.write()
