"""Old hashes hashed again, by MediaWiki's own classes. The outer salts are random.

Run: python3 verify_mediawiki.py <folder of the Debian package mediawiki, unpacked, with includes/>
"""

import json
import re
import sys

from verify_common import NOT_UTF8, NUL_PASSWORD, PASSWORDS, Topic, output_of

folder = sys.argv[1]
with open(f"{folder}/includes/Defines.php", encoding="utf-8") as file:
    version = re.search(r"MW_VERSION', '([^']+)'", file.read()).group(1)
topic = Topic("mediawiki", ["Hashes that MediaWiki's own classes make and verify."])
topic.group("MediaWiki", version, "https://github.com/wikimedia/mediawiki", "GPL-2.0-or-later", "verify_mediawiki.py")
stdin = "".join(password.hex() + "\n" for password in [*PASSWORDS, NUL_PASSWORD, NOT_UTF8]).encode()
for line in output_of(["php", "verify_mediawiki.php", folder], stdin).decode().splitlines():
    row = json.loads(line)
    topic.pair(row["hash"], bytes.fromhex(row["password"]), row["scheme"], row["comment"], row["flags"])
topic.write()
