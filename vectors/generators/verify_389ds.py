"""389 Directory Server's pwdhash. Its salts are random.

Run: python3 verify_389ds.py <folder with a dse.ldif, such as share/dirsrv/data/template-dse.ldif>
"""

import sys

from verify_common import PASSWORDS, Topic, first_line, output_of

folder = sys.argv[1]
version = first_line(["dpkg-query", "-W", "-f", "${Version}", "389-ds-base"])
topic = Topic("389ds", ["What the command pwdhash of 389 Directory Server prints."])
topic.group("389 Directory Server", version, "https://github.com/389ds/389-ds-base", "GPL-3.0-or-later", "verify_389ds.py")
SCHEMES = [
    ("PBKDF2_SHA256", "pbkdf2"),
    ("PBKDF2-SHA1", "pbkdf2"),
    ("PBKDF2-SHA256", "pbkdf2"),
    ("PBKDF2-SHA512", "pbkdf2"),
    ("SSHA", "sha1"),
    ("SSHA256", "sha256"),
    ("SSHA512", "sha512"),
]
for name, scheme in SCHEMES:
    for password in [PASSWORDS[1], PASSWORDS[2], PASSWORDS[3], PASSWORDS[6]]:
        text = output_of(["pwdhash", "-D", folder, "-s", name, password]).decode().rstrip("\n")
        assert text.startswith("{"), text
        topic.pair(text, password, scheme, f"pwdhash -s {name}")
topic.write()
