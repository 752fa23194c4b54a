"""Old hashes hashed again, by MediaWiki's own classes. The outer salts are random: the hashes are kept as they were made."""

import re

from shared.tools_folder import TOOLS
from shared.verify_suite import HERE, NOT_UTF8, NUL_PASSWORD, PASSWORDS, Topic, printed_rows

# What the Debian package has, with includes/.
SOURCE = TOOLS / "mediawiki"
PROGRAM = ["php", HERE / "verify" / "mediawiki.php", SOURCE]


def make():
    version = re.search(r"MW_VERSION', '([^']+)'", (SOURCE / "includes/Defines.php").read_text())[1]
    topic = Topic("mediawiki", ["Hashes that MediaWiki's own classes make and verify."])
    topic.group(
        "MediaWiki", version, "https://github.com/wikimedia/mediawiki", "GPL-2.0-or-later", "verify/mediawiki.py"
    )
    for row, password in printed_rows(topic, PROGRAM, [*PASSWORDS, NUL_PASSWORD, NOT_UTF8]):
        topic.pair(row["hash"], password, row["scheme"], row["comment"], row["flags"])
    topic.write()
