"""Makes the vectors of hash strings: /usr/bin/python3 vectors/generators/make.py, then npm run vectors.

Needs the Debian packages python3-passlib, python3-django, python3-bcrypt, python3-argon2,
python3-cryptography, php-cli, apache2-utils, dovecot-core, argon2 and whois.
"""

import importlib
import sys
from pathlib import Path

import suite
import tools

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent


def main():
    for name in (HERE / "topics.txt").read_text().split():
        importlib.import_module(f"topic_{name}").make()
    for topic in suite.topics:
        topic.write()
    tools.save_recorded()
    for text, taking, refusing in tools.disagreements:
        print(
            f"disagree: {text!r}: taken by {', '.join(taking)}; refused by {', '.join(refusing) or 'nobody'}"
        )
    for topic in suite.topics:
        counts = {
            operation: sum(test["operation"] == operation for group in topic.groups for test in group.tests)
            for operation in topic.operations()
        }
        print(topic.name, counts)


main()
