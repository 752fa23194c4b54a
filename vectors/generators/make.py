"""Makes the vectors, each with the generator that its file names.

    vectors/generators/install.sh                          installs what they need
    /usr/bin/python3 vectors/generators/make.py            runs every generator
    /usr/bin/python3 vectors/generators/make.py --list     names them
    /usr/bin/python3 vectors/generators/make.py verify/java hashes/bcrypt
    npm run vectors                                        gives ids to what is new, and writes the manifest

A generator whose programs are missing is left out and its files stay as they are; one that was named is an error.
"""

import argparse
import importlib
import importlib.util
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path[0] = str(HERE)

from shared.tools_folder import TOOLS, prefer_python  # noqa: E402

prefer_python("python")


@dataclass(frozen=True)
class Generator:
    """`needs`: commands, `python:` packages and `tools:` folders that install.sh brings."""

    name: str
    needs: tuple = ()

    def module(self):
        return importlib.import_module(self.name.replace("/", "."))

    def title(self):
        text = (HERE / f"{self.name}.py").read_text(encoding="utf-8")
        return text.removeprefix('"""').split("\n")[0].removesuffix('"""')

    def missing(self):
        return [need for need in self.needs if not is_there(need)]


def is_there(need):
    kind, _, name = need.rpartition(":")
    if kind == "python":
        return importlib.util.find_spec(name) is not None or (TOOLS / "flask" / name).is_dir()
    return (TOOLS / name).is_dir() if kind == "tools" else shutil.which(name) is not None


HASH_NEEDS = ("php", "htpasswd", "doveadm", "argon2", "mkpasswd", "python:passlib", "python:django")

RUST_PEERS = "tools:" + str(HERE.parent.parent / "test/peers/rust/node_modules/target")
ADONIS_NEEDS = ("node", "tools:node_modules/@adonisjs/hash")

# In the order in which they run. What is in vectors/verify is read again by those after it.
VERIFY = (
    Generator("verify/pwdhash_389ds", ("pwdhash", "tools:389ds")),
    Generator("verify/accounts", ("initdb", "pg_ctl", "psql", "setpriv", "doveadm", "python:passlib", "tools:john")),
    Generator("verify/adonis", ADONIS_NEEDS),
    Generator("verify/applications", ("php",)),
    Generator("verify/better_auth", ("node", "tools:node_modules/@better-auth/utils")),
    Generator("verify/bypass", ("php", "doveadm", "python:argon2pure", "python:passlib", "python:django", "python:werkzeug")),
    Generator("verify/columns", ("php", "python:passlib", "python:pydal", RUST_PEERS)),
    Generator("verify/commands", ("htpasswd", "argon2")),
    Generator("verify/crypt", ("python:passlib", RUST_PEERS)),
    Generator("verify/declared", ("php",)),
    Generator("verify/django", ("python:django",)),
    Generator("verify/django_old", ("python:django",)),
    Generator("verify/dovecot", ("doveadm",)),
    Generator("verify/enterprise", ("python:passlib", "python:pydal", "tools:john")),
    Generator("verify/flask_security", ("python:flask_security",)),
    Generator("verify/found_in_the_field", ("python:passlib", "python:argon2")),
    Generator("verify/gost_yescrypt", ("mkpasswd",)),
    Generator("verify/java", ("java", "tools:jars")),
    Generator("verify/kratos", ("tools:kratos",)),
    Generator("verify/layouts", ("php", "perl")),
    Generator("verify/lucia", ("node", "tools:node_modules/lucia")),
    Generator("verify/malformed", ("php", "java", "tools:supertokens-core", "python:passlib", "python:argon2pure", "python:werkzeug")),
    Generator("verify/mediawiki", ("php", "tools:mediawiki")),
    Generator("verify/mosquitto", ("mosquitto_passwd", "mosquitto")),
    Generator("verify/openssl", ("openssl", "tools:kratos")),
    Generator("verify/passlib", ("python:passlib",)),
    Generator("verify/borders", ("php", "node", "python:argon2pure", "python:passlib", "python:django", "python:werkzeug")),
    Generator("verify/passwords", ("php", "node", "doveadm", "python:argon2pure", "python:passlib", "python:django", "python:werkzeug")),
    Generator("verify/php", ("php",)),
    Generator("verify/published", ("python:passlib", "python:argon2")),
    Generator("verify/spring", ("java", "tools:jars")),
    Generator("verify/symfony", ("php", "tools:/usr/share/php/Symfony/Component/PasswordHasher")),
    Generator("verify/umbraco", ("php", "python:pydal", "python:passlib")),
    Generator("verify/werkzeug", ("python:werkzeug", "tools:werkzeug2")),
    Generator("verify/wrapped", ("php", "python:argon2pure", "python:passlib", "python:django", "python:werkzeug")),
)
SECOND_OPINIONS = Generator("verify/second_opinions", ("php", "doveadm", "python:passlib", "python:django", "python:werkzeug"))
# What is in vectors/verify and who takes it, altered.
ALTERED = Generator(
    "verify/altered",
    ("php", "doveadm", "java", "tools:jars", "tools:john", "tools:systems", "tools:supertokens-core", "tools:kratos", "tools:mediawiki",
     "tools:werkzeug2", ADONIS_NEEDS[1], RUST_PEERS, "tools:node_modules/lucia", "tools:node_modules/@better-auth/utils", "python:pydal", "python:passlib", "python:django", "python:werkzeug"),
)
CORE_OPINIONS = Generator("hashes/second_opinions", ("java", "tools:supertokens-core"))
HASHES = (
    Generator("hashes/bcrypt", HASH_NEEDS),
    Generator("hashes/argon2", HASH_NEEDS),
    Generator("hashes/provider_scrypt", HASH_NEEDS),
    Generator("hashes/crypt", HASH_NEEDS),
    Generator("hashes/django", HASH_NEEDS),
    Generator("hashes/spring", HASH_NEEDS),
    Generator("hashes/frameworks", HASH_NEEDS),
    Generator("hashes/php_systems", HASH_NEEDS),
    Generator("hashes/dovecot_and_ldap", HASH_NEEDS),
    Generator("hashes/recomposed", HASH_NEEDS),
    Generator("hashes/odd_texts", HASH_NEEDS),
    Generator("hashes/applications", HASH_NEEDS),
    Generator("hashes/adonis", (*HASH_NEEDS, *ADONIS_NEEDS)),
)
OTHERS = (
    Generator(
        "second_factor/totp_secrets",
        ("oathtool", "node", "python:pyotp", "python:google.protobuf", "tools:node_modules/otpauth"),
    ),
    Generator("client/client_requests"),
)
GENERATORS = (*VERIFY, SECOND_OPINIONS, ALTERED, *HASHES, CORE_OPINIONS, *OTHERS)


def run_each(generators):
    for generator in generators:
        generator.module().make()


def run_hashes(generators):
    """All of them are asked whichever are written: a refusal counts only beside a sound twin, which any may have."""
    from shared import hash_suite, implementations

    topics = {}
    for generator in HASHES:
        before = len(hash_suite.topics)
        generator.module().make()
        topics[generator] = hash_suite.topics[before:]
    for generator in generators:
        for topic in topics[generator]:
            topic.write()
            print(f"{topic.name}: {sum(len(group.tests) for group in topic.groups)} tests")
    implementations.save_recorded()
    implementations.print_disagreements()


def run(generators):
    verify = [one for one in generators if one in VERIFY]
    # Whoever made a file knows itself only: the others are asked again.
    seconds = [SECOND_OPINIONS] if verify and SECOND_OPINIONS not in generators and not SECOND_OPINIONS.missing() else []
    run_each([*verify, *(one for one in generators if one == SECOND_OPINIONS), *seconds, *(one for one in generators if one == ALTERED)])
    hashes = [one for one in generators if one in HASHES]
    if hashes:
        run_hashes(hashes)
    if CORE_OPINIONS in generators or hashes and not CORE_OPINIONS.missing():
        run_each([CORE_OPINIONS])
    run_each(one for one in generators if one in OTHERS)


def runnable(generators, is_named):
    """Those whose programs are there; where the user named one that lacks some, the end."""
    for generator in generators:
        if not generator.missing():
            yield generator
            continue
        text = f"{generator.name}: left out, for want of {', '.join(generator.missing())} (see install.sh)"
        if is_named:
            sys.exit(text)
        print(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="name", help="generators to run; all where none is named")
    parser.add_argument("--list", action="store_true", help="name the generators, and what each is about")
    options = parser.parse_args()
    by_name = {generator.name: generator for generator in GENERATORS}
    unknown = [name for name in options.names if name not in by_name]
    if unknown:
        parser.error(f"there is no generator {', '.join(unknown)}: --list names them")
    if options.list:
        for generator in GENERATORS:
            print(f"{generator.name}: {generator.title()}")
        return
    chosen = [by_name[name] for name in options.names] or GENERATORS
    run(list(runnable(chosen, bool(options.names))))


if __name__ == "__main__":
    main()
