"""What the generators of vectors/verify share: passwords, flags, the file's layout.

A generator never calls the library under test: it records what another program answers. A hash with a random
salt is made once and kept in the file of its topic, so that the next run writes the same bytes.
"""

import hashlib
import json
import re
import subprocess

from shared.test_ids import FORMAT_VERSION, ROOT, Names, key_of, ordered, tests_in
from shared.witness import Recomputed, vouched

HERE = ROOT / "generators"
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
    "Supplementary": (
        "LOCKOUT",
        "The password has characters beyond U+FFFF, which UTF-16 writes as two units and UTF-8 as four bytes.",
        "Users with an emoji in their password are locked out, or another emoji is accepted in its place.",
    ),
    "Spelled": (
        "LOCKOUT",
        "The password is a text that scripts, forms and filters take for something else.",
        "Users with such a password are locked out, or a shorter or another one is accepted in its place.",
    ),
    "NormalForm": (
        "LOCKOUT",
        "The password is the same text in another normal form of Unicode. The notation says nothing about forms.",
        "An implementation that normalises locks out users whose password was set in the other form.",
    ),
    "LongPassword": (
        "LOCKOUT",
        "The password has 71 bytes or more, about bcrypt's limit of 72.",
        "Users with a pass phrase are locked out, or any long beginning is accepted.",
    ),
    "NulByte": (
        "WRONG_ACCEPTANCE",
        "The password has a NUL inside.",
        "An implementation with C strings accepts everything after it.",
    ),
    "NotUtf8": (
        "LOCKOUT",
        "The password's bytes are not UTF-8.",
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
        "A string that nobody can verify as it is.",
        "It is answered like a wrong password: the users are locked out, and nobody learns that the record is broken.",
    ),
    "AsStored": (
        "LOCKOUT",
        "The text of a password column alone, of a system whose export has the salt or the costs elsewhere, or in a form of its own.",
        "A refusal tells the operator to give all of the columns; a plain no locks the user out, and nobody learns why.",
    ),
    "Malformed": (
        "WRONG_ACCEPTANCE",
        "A text that a strict parser refuses, with a password that is that of no hash.",
        "The login handler crashes on the record, or takes an error for a yes and lets anybody in.",
    ),
    "Bypass": (
        "WRONG_ACCEPTANCE",
        "A hash of which the salt or the digest is empty, cut, extended or of another length, the cost is another, or the end of the password differs.",
        "A comparison of the part that is there says yes: whoever can write or damage the record logs in as the user.",
    ),
    "HmacBlock": (
        "LOCKOUT",
        "The password has as many bytes as a block of the hash function under HMAC, or one more.",
        "Users with a password of that length are locked out.",
    ),
    "LongTag": (
        "LOCKOUT",
        "An argon2 tag of about 64 bytes or more, which H' computes in several parts.",
        "Users of a system with long tags are locked out.",
    ),
    "NotOctal": (
        "LOCKOUT",
        "A cost with a zero before it that is not an octal number.",
        "Users whose hash has the cost 08 or 09 are locked out.",
    ),
    "HashAsPassword": (
        "WRONG_ACCEPTANCE",
        "The text of the hash as the password.",
        "Who has read the hashes logs in with them, as if they were the passwords.",
    ),
    "Locked": (
        "WRONG_ACCEPTANCE",
        "A hash with the mark of a locked account before it.",
        "A user who was locked out on purpose logs in.",
    ),
    "FailureToken": (
        "WRONG_ACCEPTANCE",
        "The text in place of a hash that crypt(3) returns where it fails, or that locks an account.",
        "An account without a password is open: the failure of the computation is equal to what is stored.",
    ),
    "LongSalt": (
        "LOCKOUT",
        "An argon2 salt of more than 16 bytes.",
        "Users of a system with long salts are locked out.",
    ),
    "WrappedCost": (
        "WRONG_ACCEPTANCE",
        "A cost of which the lower bits are a small number, with the digest of that.",
        "A count that wraps says yes: whoever can write or damage the record logs in as the user, and passwords are guessed cheaply.",
    ),
    "WrappedLength": (
        "WRONG_ACCEPTANCE",
        "A password of which the length modulo 256 is a small number, and which begins as a short one does.",
        "A length that wraps says yes: other passwords than the right one are accepted.",
    ),
    "Altered": (
        "WRONG_ACCEPTANCE",
        "A hash of which one bit or the case of one letter is another, in the digest or in the salt.",
        "A comparison that leaves out a part says yes: other passwords than the right one are accepted, and are found sooner.",
    ),
    "Emptied": (
        "WRONG_ACCEPTANCE",
        "A sound hash with the empty password, or one of which the digest is empty, cut or extended.",
        "The login form is sent without a password, or the record is damaged, and anybody logs in as the user.",
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
LONGEST_WRITTEN = 1 << 16
NUL_PASSWORD = b"before\0behind"
NOT_UTF8 = b"caf\xe9 \xff\xa3"


def output_of(command, stdin=None):
    return subprocess.run(command, input=stdin, capture_output=True, check=True).stdout


def first_line(command):
    run = subprocess.run(command, capture_output=True, check=False)
    return (run.stdout or run.stderr).decode().splitlines()[0]


def hexadecimal_lines(passwords):
    """What the programs in PHP, Java and JavaScript read: a password a line."""
    return "".join(f"{password.hex()}\n" for password in passwords).encode()


def printed_rows(topic, program, passwords):
    """The JSON rows of a program, each with its password; a hash that it says is `random` is kept as it was made."""
    for line in output_of(program, hexadecimal_lines(passwords)).decode().splitlines():
        row = json.loads(line)
        password = bytes.fromhex(row["password"])
        if row["random"]:
            row["hash"] = topic.once(row["comment"], row["scheme"], password, lambda: row["hash"])
        yield row, password


def salt_of(index, length):
    """Bytes that look random and are always the same."""
    return hashlib.shake_256(b"credport vectors %d" % index).digest(length)


def text_salt(index, length, alphabet="ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"):
    return "".join(alphabet[byte % len(alphabet)] for byte in salt_of(index, length))


def another(password):
    """A wrong password: the first byte is changed, so that cut ones differ too."""
    if password == b"":
        return b" x"
    return bytes([password[0] ^ 1]) + password[1:]


def password_value(password):
    """As vectors write it: half a surrogate pair is an object already, and what is very long is a text with its count."""
    if isinstance(password, dict):
        return password
    if len(password) > LONGEST_WRITTEN:
        text = password[:16].decode()
        assert text.encode() * (len(password) // 16) == password
        return {"repeat": {"text": text, "times": len(password) // 16}}
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
        text = password.decode("utf-8")
        if not text.isascii():
            flags.append("NonAscii")
        if any(character > "\uffff" for character in text):
            flags.append("Supplementary")
    except UnicodeDecodeError:
        flags.append("NotUtf8")
    return flags


def maker_of(source):
    """Name of the program that made a group's hashes, and its version without what a distribution adds."""
    version = re.search(r"[0-9]+\.[0-9][0-9a-z.]*|[0-9]{8}", re.sub(r"^[0-9]+:", "", source["version"]))
    return f"{source['name']} {version[0]}"


def kept_hashes(topic):
    """The hashes of a topic's file in their order, by comment, scheme and password."""
    found = {}
    for test in tests_in(ROOT / "verify" / f"{topic}.json"):
        scheme = next((output["scheme"] for output in test.get("outputs", [test.get("output")]) if output), None)
        hashes = found.setdefault((test["comment"], scheme, key_of(test["input"]["password"])), [])
        if test["input"]["hash"] not in hashes:
            hashes.append(test["input"]["hash"])
    return found


class Topic:
    def __init__(self, topic, header):
        self.topic = topic
        self.header = header
        self.groups = []
        self.witnesses = []
        self.names = Names("verify", topic)
        self.kept = kept_hashes(topic)

    def once(self, comment, scheme, password, make):
        """The hash that the file has under this comment for this password; where it has none, a new one."""
        found = self.kept.get((comment, scheme, key_of(password_value(password))))
        return found.pop(0) if found else make()

    def group(
        self, name, version, url, licence, generator, checked_by=(), published=False, spec=None, ran=True,
        composed=False,
    ):
        """
        `published`: the answers are at `url`. Otherwise the named program made the hashes and verified
        them in this run, unless it did not (`ran`), and `checked_by` did. `composed`: it knows no system
        and was fed with parts, which were put together in our own reading of one.
        """
        source = {"name": name, "version": version, "url": url, "licence": licence}
        source = {key: value for key, value in source.items() if value}
        source["generator"] = f"vectors/generators/{generator}"
        if published:
            source["published"] = True
        maker = [] if published or not ran or name == "credport" else [maker_of(source)]
        self.witnesses = [*(Recomputed(one) if composed else one for one in maker), *checked_by]
        self.groups.append({"source": source, "spec": [{"ref": ref} for ref in (spec or [url])], "tests": []})
        return self

    def add(
        self, text, password, matches, scheme, comment, flags=(), spec=None, also=None, problem=None,
        may_refuse=None, checks=None, policy=None, twin=None, **given,
    ):
        """
        `also`: another output that is right; `problem`: the reason of a refusal that is right too, and
        `may_refuse` why it is right where credport does not refuse; `checks`: who answers so, where that
        is not whoever made the group's hashes, which was asked about right passwords only; `twin`: the
        test that has to pass before this one shows anything.
        """
        output = {"matches": matches, "scheme": scheme}
        test = {
            "comment": comment,
            "flags": ["RightPassword" if matches else "WrongPassword", *password_flags(password), *flags],
            "input": {"hash": text, "password": password_value(password), **given},
        }
        if also is None and problem is None and may_refuse is None:
            test |= {"result": "valid", "output": output}
        else:
            test |= {"result": "acceptable", "outputs": [output, *([] if also is None else [also])]}
        test |= {"problem": problem, "mayRefuse": may_refuse, "twin": twin}
        test["spec"] = None if spec is None else [{"ref": spec}]
        own = self.witnesses if matches else []
        return self.keep(test, {"policy": policy} if policy else vouched(own if checks is None else checks))

    def pair(self, text, password, scheme, comment, flags=(), **given):
        """The right password and a wrong one."""
        self.add(text, password, True, scheme, comment, flags, **given)
        self.add(text, another(password), False, scheme, f"{comment}, another password", flags, **given)

    def refuse(
        self, text, password, problem, comment, flags=(), checks=(), policy=None, takes=None, twin=None,
        may_refuse=None, **given,
    ):
        """
        A hash that is refused: by `checks`, implementations that take its undamaged twin, or by policy.
        `takes`: outputs that are right as well.
        """
        test = {
            "comment": comment,
            "flags": list(flags),
            "input": {"hash": text, "password": password_value(password), **given},
            "result": "acceptable" if takes else "invalid",
            "problem": problem,
            "mayRefuse": may_refuse,
            "twin": twin,
        }
        if takes:
            test["outputs"] = list(takes)
        return self.keep(test, {"policy": policy} if policy else vouched(checks))

    def keep(self, test, standing):
        """Gives a test its id and its group; what nobody else answers is in one of our own."""
        test = {**test, **standing, "cost": "costly" if "Costly" in test["flags"] else "cheap"}
        test |= self.names.head_of(test["input"])
        group = self.own_group() if "policy" in standing else self.groups[-1]
        group["tests"].append(ordered(test))
        return test["id"]

    def own_group(self):
        """The group of what is policy, beside the group that was opened last."""
        opened = self.groups[-1]
        source = {"name": "credport", "licence": "0BSD", "generator": opened["source"]["generator"]}
        for group in self.groups:
            if group["source"] == source and group["spec"] == opened["spec"]:
                return group
        # In front of the group that goes on.
        self.groups.insert(len(self.groups) - 1, {"source": source, "spec": opened["spec"], "tests": []})
        return self.groups[-2]

    def drop_repeats(self):
        """What a file before this one asks is not asked again; numbers that fall away stay free."""
        earlier = [path for path in sorted((ROOT / "verify").glob("*.json")) if path.stem < self.topic]
        asked = {key_of(test["input"]) for path in earlier for test in tests_in(path)}
        for group in self.groups:
            group["tests"] = [test for test in group["tests"] if key_of(test["input"]) not in asked]

    def write(self):
        self.drop_repeats()
        groups = [group for group in self.groups if group["tests"]]
        write_file(self.topic, self.header, groups)
        print(f"{self.topic}: {sum(len(group['tests']) for group in groups)} tests")


def write_file(topic, header, groups):
    used = {flag for group in groups for test in group["tests"] for flag in test["flags"]}
    flags = {
        name: {"bugType": bug, "description": what, "effect": effect, "links": []}
        for name, (bug, what, effect) in FLAGS.items()
        if name in used
    }
    head = {"formatVersion": FORMAT_VERSION, "operation": "verify", "topic": topic, "header": header}
    content = {**head, "flags": flags, "groups": groups}
    path = ROOT / "verify" / f"{topic}.json"
    path.write_text(json.dumps(content, indent=2, ensure_ascii=True) + "\n", encoding="ascii")
