"""npm's lucia 2. Its salts are random.

Run: python3 verify_lucia.py <folder where lucia@2 is installed>
"""

import json
import shutil
import sys

from verify_common import PASSWORDS, Topic, output_of

folder = sys.argv[1]
with open(f"{folder}/node_modules/lucia/package.json", encoding="utf-8") as file:
    version = json.load(file)["version"]
script = shutil.copy("verify_lucia.mjs", folder)
passwords = [PASSWORDS[1], PASSWORDS[2], PASSWORDS[3], PASSWORDS[6], "e\u0301\ufb01 \u2460".encode()]
topic = Topic("lucia", ["What npm's lucia makes; scrypt of its one cost is slow, so there are few."])
topic.group("lucia", version, "https://github.com/lucia-auth/lucia", "MIT", "verify_lucia.py")
for line in output_of(["node", script], "".join(f"{password.hex()}\n" for password in passwords).encode()).decode().splitlines():
    text, password = line.split("\t")
    password = bytes.fromhex(password)
    topic.pair(text, password, "scrypt", "Lucia 2", ["Costly"])
topic.add(text, "\u00e9fi 1".encode(), True, "scrypt", "Lucia 2, the password in Unicode's NFKC", ["Costly", "Normalized"])
topic.write()
