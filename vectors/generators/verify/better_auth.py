"""Better Auth's own passwords. Its salts are random: the hashes are kept as they were made."""

import json
import shutil

from shared.near_misses import LONG, NON_ASCII, PLAIN, another
from shared.tools_folder import TOOLS
from shared.verify_suite import HERE, NUL_PASSWORD, Topic, output_of


def answers(lines):
    # Node looks for packages from the place of the program.
    script = shutil.copy(HERE / "verify" / "better_auth.mjs", TOOLS)
    return output_of(["node", script], "".join(f"{line}\n" for line in lines).encode()).decode().splitlines()


def make():
    version = json.loads((TOOLS / "node_modules/@better-auth/utils/package.json").read_text())["version"]
    topic = Topic("better-auth", ["What Better Auth makes; scrypt of its one cost is slow, so there are few."])
    url, source = "https://github.com/better-auth/utils", "https://github.com/better-auth/better-auth packages/better-auth/src/crypto/password.ts"
    topic.group("npm @better-auth/utils", version, url, "MIT", "verify/better_auth.py", spec=[source])
    for password in (PLAIN, NON_ASCII, LONG, NUL_PASSWORD):
        text = topic.once("Better Auth", "scrypt", password, lambda: answers([password.hex()])[0])
        said = answers(f"{one.hex()}\t{text}" for one in (password, another(password)))
        assert said == ["true", "false"], said
        checks = [f"npm @better-auth/utils {version}"]
        topic.add(text, password, True, "scrypt", "Better Auth", ["Costly"])
        topic.add(text, another(password), False, "scrypt", "Better Auth, another password", ["Costly"], checks=checks)
    topic.write()
