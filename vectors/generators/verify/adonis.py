"""npm's @adonisjs/hash: bcrypt, argon2 and scrypt as AdonisJS writes them. Its salts are random: hashes are kept as they were made."""

import json
import shutil

from shared.tools_folder import TOOLS
from shared.verify_suite import HERE, NUL_PASSWORD, PASSWORDS, Topic, another, output_of

URL = "https://github.com/adonisjs/hash"
SCRYPT = {"cost": 1024}
ARGON2 = {"memory": 256, "iterations": 2, "parallelism": 1}
# Driver, settings, what its hashes are called, passwords. Cheap costs, of which the notation is the same.
MADE = (
    ("bcrypt", {"rounds": 4}, "AdonisJS bcrypt", [*PASSWORDS, NUL_PASSWORD]),
    # npm's bcrypt counts the bytes of longer passwords modulo 256 under this version.
    ("bcrypt", {"rounds": 4, "version": 97}, "AdonisJS bcrypt, version 97", [*PASSWORDS[:-1], NUL_PASSWORD]),
    ("bcrypt", {"rounds": 10}, "AdonisJS bcrypt, cost 10", PASSWORDS[2:4]),
    ("argon2", ARGON2, "AdonisJS argon2", PASSWORDS[1:5]),
    ("argon2", {**ARGON2, "variant": "i"}, "AdonisJS argon2i", PASSWORDS[2:4]),
    ("argon2", {**ARGON2, "version": 16}, "AdonisJS argon2, version 16", PASSWORDS[2:4]),
    ("scrypt", SCRYPT, "AdonisJS scrypt", [*PASSWORDS[:5], NUL_PASSWORD]),
    ("scrypt", {**SCRYPT, "keyLength": 128, "saltSize": 8}, "AdonisJS scrypt, a key of 128 bytes", PASSWORDS[2:4]),
)


def asked(script, *line):
    return output_of(["node", script], ("\t".join(line) + "\n").encode()).decode().strip()


def copied_script():
    """Node looks for packages from the place of the program."""
    return shutil.copy(HERE / "verify" / "adonis.mjs", TOOLS)


def make():
    version = json.loads((TOOLS / "node_modules/@adonisjs/hash/package.json").read_text())["version"]
    script = copied_script()
    topic = Topic("adonis", ["What npm's @adonisjs/hash makes, and what its drivers say of right and wrong passwords."])
    topic.group("@adonisjs/hash", version, URL, "MIT", "verify/adonis.py")
    for driver, settings, comment, passwords in MADE:
        for password in passwords:
            made = lambda: asked(script, "make", driver, json.dumps(settings), password.hex())
            text = topic.once(comment, driver, password, made)
            add(topic, script, driver, text, password, comment)
    without_version(topic, script)
    topic.write()


def add(topic, script, driver, text, password, comment):
    for given, matches, what in ((password, True, ""), (another(password), False, ", another password")):
        said = asked(script, "ask", driver, text, given.hex())
        assert said == str(matches).lower(), (text, given)
        topic.add(text, given, matches, driver, f"{comment}{what}", checks=topic.witnesses)


def without_version(topic, script):
    """Old strings have no version, which the driver takes for 97."""
    for password in PASSWORDS[2:4]:
        made = lambda: asked(script, "make", "bcrypt", '{"rounds": 4, "version": 97}', password.hex())
        comment = "AdonisJS bcrypt without a version"
        text = topic.once(comment, "bcrypt", password, lambda: made().replace("v=97$", ""))
        add(topic, script, "bcrypt", text, password, comment)
