"""What the generators of vectors/verify share: passwords, flags, the file's layout.

A generator never calls the library under test: it records what another program answers.
"""

import json
import os
import subprocess

FLAGS = {
    "RightPassword": (
        "LOCKOUT",
        "The password that the hash was made of.",
        "A user with the right password can't log in.",
    ),
    "WrongPassword": (
        "WRONG_ACCEPTANCE",
        "A password that differs from the right one.",
        "Somebody logs in with a wrong password.",
    ),
    "EmptyPassword": ("LOCKOUT", "The password has no bytes.", "Systems that allow it lock these users out."),
    "NonAscii": (
        "LOCKOUT",
        "The password has characters outside ASCII, in UTF-8.",
        "Users who do not write English are locked out.",
    ),
    "LongPassword": (
        "LOCKOUT",
        "The password has 71 bytes or more, about bcrypt's limit of 72.",
        "Users with a pass phrase are locked out, or any long beginning is accepted.",
    ),
    "NulByte": (
        "WRONG_ACCEPTANCE",
        "The password has a NUL inside.",
        "An implementation with C strings accepts everything behind it.",
    ),
    "NotUtf8": (
        "LOCKOUT",
        "The password's bytes are no UTF-8.",
        "Users whose password was set in an old character set are locked out.",
    ),
    "Prehashed": (
        "LOCKOUT",
        "The hash is over a digest of the password.",
        "Nobody can log in where the marker is taken for decoration.",
    ),
    "Peppered": (
        "LOCKOUT",
        "The hash is over the password and a site-wide secret.",
        "Nobody can log in where the pepper is left out.",
    ),
    "SignExtension": (
        "LEGACY",
        "Hashes of the crypt_blowfish of CVE-2011-2483.",
        "Users with characters outside ASCII are locked out.",
    ),
    "Trimmed": (
        "LOCKOUT",
        "The system takes white space around the password off.",
        "Users who paste a space with their password are locked out.",
    ),
    "Escaped": (
        "LOCKOUT",
        "The system escapes HTML in the password before it hashes it.",
        "Users with an ampersand, a quotation mark or an angle bracket in their password are locked out.",
    ),
    "Normalized": (
        "LOCKOUT",
        "The system normalises the password's Unicode.",
        "Users are locked out by another keyboard.",
    ),
    "Costly": (
        "DENIAL_OF_SERVICE",
        "A hash with the cost of the field, or one above what a login server should spend.",
        "A planted hash stops the server.",
    ),
    "NoAnswer": (
        "LOCKOUT",
        "A string that nobody can verify as it stands.",
        "It is answered like a wrong password: the users are locked out, and nobody learns that the record is broken.",
    ),
    "Bypass": (
        "WRONG_ACCEPTANCE",
        "A hash of which the salt or the digest is empty, cut, extended or of another length.",
        "A comparison of the part that is there says yes: whoever can write or damage the record logs in as the user.",
    ),
}

PASSWORDS = [
    b"",
    b"a",
    b"correct horse battery staple",
    "Gr\u00fc\u00dfe \u65e5\u672c\u8a9e \u2603".encode(),
    ("0123456789" * 8)[:71].encode(),
    ("0123456789" * 8)[:72].encode(),
    ("0123456789" * 8)[:73].encode(),
    ("\u00e9" * 40).encode(),
    ("abcdefghijklmno" * 17).encode(),
]
NUL_PASSWORD = b"before\0behind"
NOT_UTF8 = b"caf\xe9 \xff\xa3"


def output_of(command, stdin=None):
    return subprocess.run(command, input=stdin, capture_output=True, check=True).stdout


def first_line(command):
    run = subprocess.run(command, capture_output=True, check=False)
    return (run.stdout or run.stderr).decode().splitlines()[0].strip()


def salt_of(index, length):
    """Bytes that look random and are always the same."""
    import hashlib

    return hashlib.shake_256(b"credport vectors %d" % index).digest(length)


def text_salt(index, length, alphabet="ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"):
    return "".join(alphabet[byte % len(alphabet)] for byte in salt_of(index, length))


def another(password):
    """A wrong password: the first byte is changed, so that cut ones differ too."""
    if password == b"":
        return b" x"
    return bytes([password[0] ^ 1]) + password[1:]


def password_value(password):
    try:
        return password.decode("utf-8")
    except UnicodeDecodeError:
        return {"hex": password.hex()}


def password_flags(password):
    flags = []
    if password == b"":
        flags.append("EmptyPassword")
    if len(password) >= 71:
        flags.append("LongPassword")
    if b"\0" in password:
        flags.append("NulByte")
    try:
        if not password.decode("utf-8").isascii():
            flags.append("NonAscii")
    except UnicodeDecodeError:
        flags.append("NotUtf8")
    return flags


def maker_of(source):
    """Name and version of the program that made a group's hashes."""
    name, version = source["name"], source["version"]
    return version if version.startswith(name) else f"{name} {version}"


class Topic:
    def __init__(self, topic, header):
        self.topic = topic
        self.header = header
        self.groups = []
        self.used = set()
        self.count = 0

    def group(
        self, name, version, url, licence, generator, checked_by=(), published=False, policy=None, spec=None,
        ran=True,
    ):
        """
        `published`: the answers stand at `url`. `policy`: nobody else answers so, for this reason.
        Without either the named program made the hashes and verified them in this run, unless it did
        not (`ran`), and `checked_by` did.
        """
        source = {"name": name, "version": version, "url": url, "licence": licence}
        source = {key: value for key, value in source.items() if value}
        source["generator"] = f"vectors/generators/{generator}"
        if published:
            source["published"] = True
        maker = [] if published or policy or not ran or name == "credport" else [maker_of(source)]
        entry = {"source": source, "checkedBy": [*maker, *checked_by], "policy": policy}
        entry["spec"] = [{"ref": ref} for ref in (spec or [url])]
        self.groups.append({**{key: value for key, value in entry.items() if value}, "tests": []})
        return self

    def add(self, text, password, matches, scheme, comment, flags=(), spec=None, also=None, problem=None, checks=(), **given):
        """
        `also`: another output that is right; `problem`: the reason of a refusal that is right too;
        `checks`: implementations that answer so, where they are others than the group's.
        """
        self.count += 1
        names = ["RightPassword" if matches else "WrongPassword", *password_flags(password), *flags]
        self.used.update(names)
        output = {"matches": matches, "scheme": scheme}
        test = {
            "id": f"verify/{self.topic}-{self.count:03d}",
            "comment": comment,
            "flags": names,
            "input": {"hash": text, "password": password_value(password), **given},
        }
        if also is None and problem is None:
            test["result"] = "valid"
            test["output"] = output
        else:
            test["result"] = "acceptable"
            test["outputs"] = [output, *([] if also is None else [also])]
        if problem is not None:
            test["problem"] = problem
        if spec is not None:
            test["spec"] = [{"ref": spec}]
        test["since"] = "1.0.0"
        test["cost"] = "costly" if "Costly" in names else "cheap"
        self.part(checks, None)["tests"].append(test)

    def pair(self, text, password, scheme, comment, flags=(), **given):
        """The right password and a wrong one."""
        self.add(text, password, True, scheme, comment, flags, **given)
        self.add(text, another(password), False, scheme, f"{comment}, another password", flags, **given)

    def refuse(self, text, password, problem, comment, flags=(), checks=(), policy=None, takes=None, **given):
        """
        A hash that is refused: by `checks`, implementations that take its undamaged twin, or by policy.
        `takes`: outputs that are right as well.
        """
        self.count += 1
        self.used.update(flags)
        test = {
            "id": f"verify/{self.topic}-{self.count:03d}",
            "comment": comment,
            "flags": list(flags),
            "input": {"hash": text, "password": password_value(password), **given},
            "result": "acceptable" if takes else "invalid",
        }
        if takes:
            test["outputs"] = list(takes)
        test |= {"problem": problem, "since": "1.0.0", "cost": "cheap"}
        self.part(checks, policy)["tests"].append(test)

    def part(self, checks, policy):
        """The group of the refusals that these vouch for, beside the last group that was opened."""
        opened = self.groups[-1]
        if policy is None and not checks:
            return opened
        source = opened["source"] if checks else {**opened["source"], "name": "credport", "licence": "0BSD"}
        source = {key: value for key, value in source.items() if key != "published"}
        if not checks:
            source = {key: value for key, value in source.items() if key not in ("version", "url")}
        vouched = {"checkedBy": list(checks)} if checks else {"policy": policy}
        for group in self.groups:
            if group["source"] == source and all(group.get(key) == value for key, value in vouched.items()):
                return group
        made = {"source": source, **vouched, "spec": opened["spec"], "tests": []}
        # In front of the group that goes on.
        self.groups.insert(len(self.groups) - 1, made)
        return made

    def drop_repeats(self, folder):
        """What a file before this one asks is not asked again; numbers that fall away stay free."""
        asked = set()
        for name in sorted(os.listdir(folder)):
            if name >= f"{self.topic}.json":
                break
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                groups = json.load(file)["groups"]
            asked.update(json.dumps(test["input"], sort_keys=True) for group in groups for test in group["tests"])
        for group in self.groups:
            group["tests"] = [test for test in group["tests"] if json.dumps(test["input"], sort_keys=True) not in asked]
        self.used = {flag for group in self.groups for test in group["tests"] for flag in test["flags"]}

    def write(self):
        folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "verify")
        self.drop_repeats(folder)
        flags = {
            name: {"bugType": bug, "description": what, "effect": effect, "links": []}
            for name, (bug, what, effect) in FLAGS.items()
            if name in self.used
        }
        content = {
            "formatVersion": 1,
            "operation": "verify",
            "topic": self.topic,
            "header": self.header,
            "flags": flags,
            "groups": [group for group in self.groups if group["tests"]],
        }
        path = os.path.join(folder, f"{self.topic}.json")
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            json.dump(content, file, indent=2, ensure_ascii=True)
            file.write("\n")
        print(f"{self.topic}: {self.count} tests")
