"""Hashes of which one bit or the case of one letter is another: whoever compares a part of the digest says yes to some.

Of each notation that vectors/verify has with a right password, one sound hash is taken (of some, one of each variant),
and altered by the table in altered.json, which says where the notation has its digest and its salt: a bit at the start
of the digest, after each quarter and at its end, the case of one letter, and the same of the salt. Where the digits are
hexadecimal the other case is the same digest, and nothing follows from it.

The same hashes are asked with the empty password, and with a digest that is cut or extended, where verify/bypass has no
family of the notation: that is verify/emptied.

Who takes the sound hash and not the altered one is named. A digest of which nobody here reads the notation was computed
by who confirmed the sound one, and is not the one in the text.
"""

import base64
import json
import re
from functools import partial

import passlib.hash
from shared.implementations import crypt, named, passlib_names, sodium_verify
from shared.john import NAME as JOHN, by_john
from shared.systems import CORE_NAME, PLAIN_SYSTEMS, by_kratos
from shared.test_ids import ROOT, key_of, tests_in
from shared.verify_suite import HERE, Topic
from shared.witness import Recomputed
from verify.adonis import asked, copied_script
from verify.better_auth import answers as better_auth_answers
from verify.bypass import PYCA, WORDPRESS
from verify.columns import PYDAL, RUST_NAME, by_pydal, by_rust
from verify.lucia import answers as lucia_answers
from verify.malformed import by_core
from verify.second_opinions import OPINIONS, SYSTEMS, WERKZEUG, bytes_of, opinion, quietly, system_opinion
from verify.werkzeug import OLD, old_werkzeug

TABLE = json.loads((HERE / "verify" / "altered.json").read_text())
HEXADECIMAL = ("hex", "HEX")
SALT = (
    "Nobody was asked about this text: no other implementation that reads the notation was at hand. The digest is that "
    "of another salt, and one that fits both would be a collision."
)

UNREADABLE = "What is left may be no text that the map's expression reads, such as hexadecimal digits: who refuses it is right."


# Texts -----------------------------------------------------------------------------------------------


class Part:
    """Digest or salt: where its characters are in the text, in which alphabet, and which of the bytes there it has."""

    def __init__(self, text, span, encoding, within):
        self.text, self.first, self.encoding = text, span[0], encoding
        self.characters = text[slice(*span)].rstrip("" if encoding == "text" else "=")
        self.bits = {"text": 8, "crypt": 8}.get(encoding, 4 if encoding in HEXADECIMAL else 6)
        size = len(self.characters) * self.bits // 8
        self.start, self.end = within[0] if within else 0, min(within[1], size) if within else size
        self.size = self.end - self.start

    def with_character(self, at, character):
        assert self.characters[at] != character
        at += self.first
        return self.text[:at] + character + self.text[at + 1 :]

    def with_bit(self, byte, bit):
        """Of what is no bytes, a character is another."""
        if self.encoding == "text":
            return self.with_character(byte, "1" if self.characters[byte] == "0" else "0")
        at, offset = divmod(8 * (self.start + byte) + bit, self.bits)
        mask = 1 << self.bits - 1 - offset
        if self.encoding == "crypt":
            at, mask = byte, 1
        alphabet = TABLE["alphabets"][self.encoding]
        return self.with_character(at, alphabet[alphabet.index(self.characters[at]) ^ mask])

    def with_case(self):
        """The first letter in its other case, and the byte that it is of; None where case says nothing or there is no letter."""
        if self.encoding in (*HEXADECIMAL, "base64 of text") or re.fullmatch("[0-9a-f]+", self.characters):
            return None
        for at, character in enumerate(self.characters[:-1]):
            inside = at * self.bits >= 8 * self.start and (at + 1) * self.bits <= 8 * self.end
            if inside and character.isalpha():
                return self.with_character(at, character.swapcase()), at * self.bits // 8 - self.start
        return None

    def altered(self, name, bytes_and_bits):
        """What is another, and the text."""
        for byte, bit in bytes_and_bits:
            yield f"a bit of the {name} is another, in byte {byte} of {self.size}", self.with_bit(byte, bit)
        with_case = self.with_case()
        if with_case:
            yield f"a letter of the {name} in its other case, in byte {with_case[1]} of {self.size}", with_case[0]


def alterations(text, layout, is_brief):
    """What is another in it, and the text. Briefly: both ends of the digest, and the case of the salt alone if it has one."""
    pattern, digest, *more = TABLE["layouts"][layout]
    match = re.search(pattern.replace("(?<", "(?P<"), text)
    if match is None:
        return
    places = match.groupdict()
    if "inner" in places:
        for what, inner in alterations(base64.b64decode(places["inner"]).decode(), digest, is_brief):
            yield what, text.replace(places["inner"], base64.b64encode(inner.encode()).decode())
        return
    salt, of_digest, of_salt = [*more, None, None][:3]
    part = Part(text, match.span("joined" if "joined" in places else "digest"), digest, of_digest)
    quarters = () if is_brief else (1, 2, 3)
    yield from part.altered("digest", ((0, 0), *((part.size * quarter // 4, 7) for quarter in quarters), (part.size - 1, 7)))
    if salt and (of_salt or places["salt"]):
        part = Part(text, match.span("joined" if "joined" in places else "salt"), salt, of_salt)
        yield from part.altered("salt", () if is_brief and part.with_case() else ((part.size - 1, 7),))


def in_the_other_case(text, layout):
    """The same hash, where its digest is in hexadecimal digits."""
    pattern, digest, *_ = TABLE["layouts"][layout]
    match = re.search(pattern.replace("(?<", "(?P<"), text)
    if digest not in HEXADECIMAL or "inner" in match.groupdict():
        return None
    start, end = match.span("joined" if "joined" in match.groupdict() else "digest")
    return text[:start] + text[start:end].swapcase() + text[end:]


# Sound hashes ----------------------------------------------------------------------------------------


def kind_of(test):
    """The notation, and the variant where it is asked about each."""
    pattern = TABLE["layouts"][TABLE["notations"][test["notation"]]][0]
    match = re.search(pattern.replace("(?<", "(?P<"), test["input"]["hash"])
    return match and (test["notation"], match.groupdict().get("kind"))


def fitness(test):
    """The least is taken: nobody may refuse it, somebody reads it, and nothing else is odd about it."""
    return not is_usual(test), test["result"] != "valid", "checkedBy" not in test, len(test["input"]), len(test["flags"]), "bypass" not in test["id"], test["id"]


def is_usual(test):
    """Of a password that every implementation takes, and cheap. Of a notation that has none, another is taken."""
    password = test["input"]["password"]
    usual = isinstance(password, str) and password.isascii() and 0 < len(password) < 72 and password == password.strip()
    return usual and test["cost"] == "cheap"


def sound_tests():
    """One of each kind; of a notation of several, one that is nobody's own as well."""
    found = {}
    for path in sorted((ROOT / "verify").glob("*.json")):
        if path.stem in ("altered", "emptied"):
            continue
        for group in json.loads(path.read_text())["groups"]:
            for test in group["tests"]:
                is_sound = "RightPassword" in test["flags"] and "Spelled" not in test["flags"] and "policy" not in test and test.get("notation") in TABLE["notations"]
                kind = kind_of(test) if is_sound and test["input"]["password"] != "" else None
                for name in (kind, (*kind, "of several") if "owner" not in test else kind) if kind else ():
                    if name not in found or fitness(test) < fitness(found[name]):
                        found[name] = {"spec": group["spec"], **test}
    usual = {notation for (notation, *_), test in found.items() if is_usual(test)}
    chosen = [found[kind] for kind in sorted(found, key=str) if is_usual(found[kind]) or kind[0] not in usual]
    return list({test["id"]: test for test in chosen}.values())


# Witnesses -------------------------------------------------------------------------------------------


def by_adonis(text, password):
    return {"true": True, "false": False}[asked(copied_script(), "ask", text.split("$")[1], text, password.hex())]


def by_better_auth(text, password):
    return {"true": True, "false": False}[better_auth_answers([f"{password.hex()}\t{text}"])[0]]


def by_lucia(text, password):
    return {"true": True, "false": False}[lucia_answers([f"{password.hex()}\t{text}"])[0]]


# Who reads notations that begin so, and second_opinions does not ask.
READERS = {
    "adonis-": {"@adonisjs/hash 10.1.1": by_adonis},
    "bcrypt": PYCA,
    "crypt-scrypt": {named("libsodium"): lambda text, password: sodium_verify(password, text)},
    "better-auth-": {"npm @better-auth/utils 0.5.1": by_better_auth},
    "lucia-": {"lucia 2.7.7": by_lucia},
    **{name: {JOHN: by_john} for name in (
        "aix-sha", "azure-", "cisco-", "dahua", "episerver-", "fortinet-", "grub-", "hmailserver", "macos-", "mssql", "mysql-native",
        "hex-pbkdf2", "netscaler-sha1", "nt-hash", "oracle-11g", "sap-", "solarwinds", "sspr-", "windows-",
    )},
    "kratos-": {"Ory Kratos 1.3.1": by_kratos},
    "phc-pbkdf2": {RUST_NAME: by_rust},
    "provider-scrypt": {CORE_NAME: by_core},
    "web2py-": {PYDAL: by_pydal},
    "werkzeug-hmac": {f"Werkzeug {OLD}": lambda text, password: old_werkzeug().check_password_hash(text, password.decode())},
    "wordpress-bcrypt": WORDPRESS,
}
# Sources that say nothing more of a hash: it is over the password itself.
PLAIN_SOURCES = {None, "htpasswd", *PLAIN_SYSTEMS}


def readers_of(sound):
    """Verifiers by the name of the implementation, of which some have several."""
    text, given = sound["input"]["hash"], sound["input"]
    for beginning, verifiers in READERS.items():
        if sound["notation"].startswith(beginning):
            yield from verifiers.items()
    if "pepper" not in given and given.get("source") in PLAIN_SOURCES:
        yield named("libxcrypt"), lambda text, password: crypt(password, text) == text
        for name in passlib_names(text):
            yield named("passlib"), lambda text, password, name=name: getattr(passlib.hash, name).verify(password, text)


def asked_of(sound):
    """Each implementation with what it says of a test: True, False, or None where it has nothing to say or refuses."""
    for name, ask in OPINIONS.items():
        yield WERKZEUG if name == "Werkzeug" else named(name), partial(opinion, ask, name)
    for name in SYSTEMS:
        yield name, partial(system_opinion, name)
    for name, verify in readers_of(sound):
        yield name, lambda test, verify=verify: quietly(verify, test["input"]["hash"], bytes_of(test["input"]["password"]))


def is_brief(sound):
    """Notations of devices and servers are many, and their own files have damaged hashes."""
    return sound["id"].startswith(("verify/enterprise-", "verify/accounts-"))


def flags_of(sound, flag):
    return [flag, *(["Costly"] if sound["cost"] == "costly" else [])]


def add_family(topic, sound):
    given = {key: value for key, value in sound["input"].items() if key not in ("hash", "password")}
    known = {"scheme": (sound.get("outputs") or [sound["output"]])[0]["scheme"], "spec": sound["spec"][0]["ref"], **given}
    password, notation = bytes_of(sound["input"]["password"]), sound["notation"]
    taking = [(name, ask) for name, ask in asked_of(sound) if ask(sound) is True]
    computed = [Recomputed(name) for name in (*sound.get("checkedBy", ()), *sound.get("recomputedBy", ()))]
    for what, text in alterations(sound["input"]["hash"], TABLE["notations"][notation], not taking or is_brief(sound)):
        # John the Ripper compares as much of a digest as tells guesses apart.
        said = [(name, answer) for name, answer in answers(taking, sound, text) if (name, answer) != (JOHN, True)]
        wrong = [name for name, answer in said if answer is True]
        if wrong:
            print(f"{notation}, {what}: {', '.join(wrong)} say yes")
            continue
        topic.add(
            text, password, False, comment=f"{sound['comment']}: {what}", flags=flags_of(sound, "Altered"), checks=[name for name, _ in said] or computed,
            policy=SALT if not said and "salt" in what else None, twin=sound["id"], **known,
            may_refuse=UNREADABLE if notation.startswith("declared-") and "salt" in what else None,
        )
    # doveadm reads {CRAM-MD5} in capitals and Spring {pbkdf2}, and never wrote them so.
    text = None if notation in ("dovecot-cram-md5", "spring-pbkdf2") else in_the_other_case(sound["input"]["hash"], TABLE["notations"][notation])
    said = answers(taking, sound, text) if text else []
    if said and all(answer is True for _, answer in said):
        topic.add(text, password, True, comment=f"{sound['comment']}: the digits of the digest in their other case", checks=[name for name, _ in said], **known)


CUT = "The digest is not whole. A refusal of such a text is as right as a plain no, and tells that the record is damaged."


def cut_digests(text, layout):
    """What is wrong with the digest, and the text; nothing where other things are joined with it."""
    match = re.search(TABLE["layouts"][layout][0].replace("(?<", "(?P<"), text)
    if match is None or "digest" not in match.groupdict():
        return
    start, end = match.span("digest")
    digest = text[start:end]
    yield "digest empty", text[:start] + text[end:]
    yield "digest cut to a half", text[: start + len(digest) // 2] + text[end:]
    if not digest.endswith("="):
        yield "digest extended", text[:end] + digest[-1] + text[end:]


def add_emptied(topic, sound, has_bypass):
    given = {key: value for key, value in sound["input"].items() if key not in ("hash", "password")}
    known = {"scheme": (sound.get("outputs") or [sound["output"]])[0]["scheme"], "spec": sound["spec"][0]["ref"], "twin": sound["id"], **given}
    text, notation, comment = sound["input"]["hash"], sound["notation"], sound["comment"]
    taking = [(name, ask) for name, ask in asked_of(sound) if ask(sound) is True]
    computed = [Recomputed(name) for name in (*sound.get("checkedBy", ()), *sound.get("recomputedBy", ()))]
    said = [name for name, answer in answers(taking, sound, text, "") if answer is False]
    topic.add(text, b"", False, comment=f"{comment}: the empty password", flags=flags_of(sound, "Emptied"), checks=said or computed, **known)
    for what, damaged in () if has_bypass or not taking or is_brief(sound) else cut_digests(text, TABLE["notations"][notation]):
        said = answers(taking, sound, damaged)
        wrong = [name for name, answer in said if answer is True]
        if wrong:
            print(f"{notation}, {what}: {', '.join(wrong)} say yes")
            continue
        password = bytes_of(sound["input"]["password"])
        topic.add(damaged, password, False, comment=f"{comment}: {what}", flags=flags_of(sound, "Emptied"), checks=[name for name, _ in said], may_refuse=CUT, **known)


def answers(taking, sound, text, password=None):
    asked = {"hash": text} if password is None else {"hash": text, "password": password}
    test = {**sound, "input": {**sound["input"], **asked}}
    return [(name, ask(test)) for name, ask in taking]


def make():
    topic = Topic("altered", [
        "Sound hashes of which one bit or the case of one letter is another, in the digest or in the salt: none matches.",
        "Who compares a part of the digest, or leaves out the case of its letters, says yes to some. It shows nothing of an implementation that does not take the sound hash, which is the `twin`.",
    ])
    topic.group("credport", None, None, "0BSD", "verify/altered.py", spec=["docs/hashes.md"])
    chosen = sound_tests()
    for sound in chosen:
        add_family(topic, sound)
    topic.write()
    emptied = Topic("emptied", [
        "Sound hashes of each notation with the empty password, and with a digest that is empty, cut or extended: none matches.",
        "It shows nothing of an implementation that does not take the sound hash, which is the `twin`.",
    ])
    emptied.group("credport", None, None, "0BSD", "verify/altered.py", spec=["docs/hashes.md"])
    # What another file asks is not asked again.
    files = [path for path in (ROOT / "verify").glob("*.json") if path.stem != "emptied"]
    asked = {key_of(test["input"]) for path in files for test in tests_in(path)}
    families = {test.get("notation") for test in tests_in(ROOT / "verify" / "bypass.json")}
    for sound in chosen:
        add_emptied(emptied, sound, sound["notation"] in families)
    for group in emptied.groups:
        group["tests"] = [test for test in group["tests"] if key_of(test["input"]) not in asked]
    emptied.write()
