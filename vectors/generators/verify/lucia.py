"""npm's lucia 2. Its salts are random: the hashes are kept as they were made."""

import json
import shutil

from shared.tools_folder import TOOLS
from shared.verify_suite import HERE, NUL_PASSWORD, PASSWORDS, Topic, output_of

CHOSEN = [PASSWORDS[1], PASSWORDS[2], PASSWORDS[3], PASSWORDS[6], NUL_PASSWORD, b"", "e\u0301\ufb01 \u2460".encode()]


def answers(lines):
    # Node looks for packages from the place of the program.
    script = shutil.copy(HERE / "verify" / "lucia.mjs", TOOLS)
    return output_of(["node", script], "\n".join(lines).encode()).decode().splitlines()


def make():
    version = json.loads((TOOLS / "node_modules/lucia/package.json").read_text())["version"]
    topic = Topic("lucia", ["What npm's lucia makes; scrypt of its one cost is slow, so there are few."])
    topic.group("lucia", version, "https://github.com/lucia-auth/lucia", "MIT", "verify/lucia.py")
    for line in answers([password.hex() for password in CHOSEN]):
        made, password = line.split("\t")
        password = bytes.fromhex(password)
        text = topic.once("Lucia 2", "scrypt", password, lambda: made)
        topic.pair(text, password, "scrypt", "Lucia 2", ["Costly"])
    comment = "Lucia 2, the password in Unicode's NFKC"
    topic.add(text, "\u00e9fi 1".encode(), True, "scrypt", comment, ["Costly", "Normalized"])
    topic.write()
