"""crypt(3) of libxcrypt through ctypes: bcrypt in every version, and the settings of SHA-crypt's specification."""

import ctypes
import ctypes.util
import json

import passlib.hash
from shared.implementations import crypt_setting, named, sodium_hash, sodium_verify
from shared.may_refuse import NT_READINGS, NUL
from shared.systems import Program
from shared.verify_suite import (
    HERE,
    NOT_UTF8,
    PASSWORDS,
    Topic,
    another,
    first_line,
    maker_of,
    password_value,
    salt_of,
    text_salt,
)
from shared.witness import Recomputed

library = ctypes.CDLL(ctypes.util.find_library("crypt"))
library.crypt.restype = ctypes.c_char_p

BYTES = [NOT_UTF8, b"\xa3", b"\xff\xff\xa3", b"1\xa3345", b"\xff\xa3345", b"\xd1\x91", b"\xd0\xc1\xd2\xcf\xcc\xd8"]
# Settings and passwords of https://www.akkadia.org/drepper/SHA-crypt.txt
SPECIFIED = [
    ("saltstring", None, "Hello world!"),
    ("saltstringsaltstring", 10000, "Hello world!"),
    ("toolongsaltstring", 5000, "This is just a test"),
    ("anotherlongsaltstring", 1400, "a very much longer text to encrypt.  This one even stretches over morethan one line."),
    ("short", 77777, "we have a short salt string but not a short password"),
    ("asaltof16chars..", 123456, "a short string"),
    ("roundstoolow", 1000, "the minimum number is still observed"),
]
C_STRINGS = (
    "Programs with C strings see a shorter password and say yes, those with lengths read on and say no, and many "
    "refuse. Which of them the old system was can't be told from the hash."
)
# A NUL ends the password for a program with C strings; a program with lengths reads on.
NUL_SETTINGS = [
    ("$2b$04$" + text_salt(7, 21) + "u", "bcrypt"),
    ("$6$rounds=1005$" + text_salt(8, 16), "sha512-crypt"),
    ("$5$rounds=1005$" + text_salt(9, 16), "sha256-crypt"),
    ("$1$" + text_salt(10, 8), "md5-crypt"),
    ("_J9.." + text_salt(11, 4), "des-crypt"),
]
# Marker, scheme, lengths of salts.
SALT_LENGTHS = [
    ("1$", "md5-crypt", [1, 8]),
    ("5$rounds=1003$", "sha256-crypt", [0, 3, 16]),
    ("6$rounds=1004$", "sha512-crypt", [0, 3, 16]),
]


def crypt(password, setting):
    text = library.crypt(password, setting.encode()).decode("ascii")
    assert not text.startswith("*"), setting
    return text


def bcrypt(topic):
    for index, marker in enumerate(["2a", "2b", "2y", "2x"]):
        for offset, password in enumerate([*PASSWORDS, *BYTES]):
            # crypt_blowfish changes $2a$ for such passwords on purpose, and no other program does.
            if marker == "2a" and b"\xff" in password:
                continue
            text = crypt(password, f"${marker}$04${text_salt(100 * index + offset, 21)}u")
            if marker == "2x":
                topic.add(text, password, True, "bcrypt", marker, ["SignExtension"])
            else:
                topic.pair(text, password, "bcrypt", marker)
    text = "$2x$05$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3e"
    for password in [b"\xa3", b"\xff\xff\xa3"]:
        assert crypt(password, text) == text
        topic.add(text, password, True, "bcrypt", "two passwords that the fault makes one", ["SignExtension"])


def sha_crypt(topic):
    for marker, scheme in [("5", "sha256-crypt"), ("6", "sha512-crypt")]:
        for salt, rounds, password in SPECIFIED:
            setting = f"${marker}$" + (f"rounds={rounds}$" if rounds else "") + salt
            flags = ["Costly"] if (rounds or 0) > 20000 else []
            text = crypt(password.encode(), setting)
            topic.add(text, password.encode(), True, scheme, "SHA-crypt's specification", flags)


def salt_lengths(topic):
    for index, password in enumerate([*PASSWORDS, NOT_UTF8]):
        for marker, scheme, lengths in SALT_LENGTHS:
            for length in lengths:
                text = crypt(password, f"${marker}{text_salt(index, length)}")
                topic.add(text, password, True, scheme, f"salt of {length}")


def nul_bytes(topic):
    comment = "a NUL is a byte like any other here; where the old system has C strings, it answers true"
    apr1 = passlib.hash.apr_md5_crypt.using(salt=text_salt(12, 8)).hash(b"before")
    for text, scheme in [*((crypt(b"before", setting), scheme) for setting, scheme in NUL_SETTINGS), (apr1, "apr1")]:
        yes = {"matches": True, "scheme": scheme}
        topic.add(
            text, b"before\0behind", False, scheme, comment, also=yes, may_refuse=NUL, policy=C_STRINGS
        )


def sha1_and_scrypt(topic):
    for index, password in enumerate([*PASSWORDS, NOT_UTF8]):
        for setting, scheme in [
            (f"$sha1$24${text_salt(900 + index, 8)}", "sha1-crypt"),
            (f"$7$2/..../....{text_salt(950 + index, 12)}", "scrypt"),
        ]:
            text = crypt(password, setting)
            if len(password) in (0, 1, 12, 71):
                topic.add(text, password, True, scheme, "crypt(3)")
            else:
                topic.pair(text, password, scheme, "crypt(3)")


def libsodium(topic):
    """libsodium writes `$7$` with 43 characters of salt and takes no others; libxcrypt takes either."""
    checks = [named("libsodium"), named("libxcrypt")]
    for password in [*PASSWORDS, NOT_UTF8]:
        comment = "scrypt, as libsodium writes it"
        text = topic.once(comment, "scrypt", password, lambda password=password: sodium_hash(password))
        for given, matches in [(password, True), (another(password), False)]:
            said = [sodium_verify(given, text), crypt(given, text) == text]
            assert said == [matches, matches], (text, said)
            ending = "" if matches else ", another password"
            topic.add(text, given, matches, "scrypt", comment + ending, checks=checks)


# The library of Rust, by the adapter that peers have: its answers are those of the protocol.
ADAPTER = HERE.parent.parent / "test/peers/rust/node_modules/target/release/credport-peers"
RUST, RUST_NAME = Program(ADAPTER, "yescrypt", needs=ADAPTER), "RustCrypto yescrypt 0.1.0"


def yescrypt(topic):
    """The lowest cost, and one with another block size; salts of 16 bytes and of 3. Then lanes and passes, and more memory."""
    for index, password in enumerate([*PASSWORDS, NOT_UTF8]):
        for setting in (crypt_setting("$y$", 1, salt_of(1400 + index, 16)), f"$y$j85${text_salt(1420 + index, 4)}"):
            ask_both(topic, crypt(password, setting), password, "yescrypt")
    for index, (costs, comment) in enumerate(YESCRYPT_COSTS):
        text = crypt(b"password", f"$y${costs}${text_salt(1440 + index, 4)}")
        ask_both(topic, text, b"password", f"yescrypt, {comment}")


YESCRYPT_COSTS = [
    ("j75..", "two lanes"),
    ("j75.0", "four lanes"),
    ("j75/.", "a pass more"),
    ("j75/1", "four passes more"),
    ("j750./", "two lanes and two passes more"),
    ("j7k.", "blocks of 6 KiB, a number of two characters"),
    ("j9T", "as Debian writes it: the memory is filled twice"),
]


def ask_both(topic, text, password, comment):
    for given, matches in [(password, True), (another(password), False)]:
        asked = {"hash": text, "password": password_value(given)}
        reply = json.loads(RUST.ask(json.dumps({"cmd": "run", "seq": 0, "operation": "verify", "input": asked})))
        said = [crypt(given, text) == text, reply["ok"]["matches"]]
        assert said == [matches, matches], (text, said)
        ending = "" if matches else ", another password"
        topic.add(text, given, matches, "yescrypt", comment + ending, checks=[named("libxcrypt"), RUST_NAME])


SUN = [("$md5$", ""), ("$md5,rounds=5$", "$")]


def sun_md5(topic):
    """With a bare salt and with a closed one, whose second dollar sign is hashed as well."""
    for index, password in enumerate([*PASSWORDS, NOT_UTF8]):
        for marker, end in SUN:
            text = crypt(password, f"{marker}{text_salt(1200 + index, 8)}{end}")
            ask_passlib(topic, text, password, "sun-md5", "SunMD5", passlib.hash.sun_md5_crypt)
    text = crypt(PASSWORDS[1], f"$md5,rounds=100${text_salt(1240, 8)}$")
    cut_off(topic, text, "SunMD5")


def nt_hash(topic):
    """crypt(3), whose notation it is, makes a character of each byte; passlib reads UTF-8. What is in ASCII is one to both."""
    for password in PASSWORDS:
        if password.isascii() and b"\0" not in password:
            text = passlib.hash.bsd_nthash.hash(password)
            ask_passlib(topic, text, password, "nt-hash", "NT hash in crypt(3)", passlib.hash.bsd_nthash)
    word = "pässwörd 😀".encode()
    for password in (NOT_UTF8, word):
        text = crypt(password, "$3$")
        nt_pair(topic, text, password, "NT hash in crypt(3), bytes", [named("libxcrypt")], NT_READINGS)
    digits = passlib.hash.nthash.hash(word)
    assert passlib.hash.nthash.verify(word, digits) and not passlib.hash.nthash.verify(another(word), digits)
    for text, may_refuse in ((f"$3$${digits}", NT_READINGS), (f"$NT${digits}", None), (f"$NT${digits.upper()}", None)):
        nt_pair(topic, text, word, "NT hash in UTF-16", [Recomputed(named("passlib"))], may_refuse)
    cut_off(topic, f"$NT${digits}", "NT hash")
    nt_pair(topic, f"$NT${passlib.hash.nthash.hash(PASSWORDS[6])}", PASSWORDS[6], "NT hash in UTF-16", [Recomputed(named("passlib"))], None)
    assert passlib.hash.nthash.hash("") == EMPTY
    comment = "bytes that are not text are not the empty password"
    topic.add(f"$NT${EMPTY}", b"\xff", False, "nt-hash", comment, policy="passlib takes no bytes that are not text, and a form of no length would be the empty password.")


EMPTY = "31d6cfe0d16ae931b73c59d7e0c089c0"


def nt_pair(topic, text, password, comment, checks, may_refuse):
    topic.add(text, password, True, "nt-hash", comment, checks=checks, may_refuse=may_refuse)
    topic.add(text, another(password), False, "nt-hash", f"{comment}, another password", checks=checks)


def ask_passlib(topic, text, password, scheme, comment, handler):
    for given, matches in [(password, True), (another(password), False)]:
        said = [crypt(given, text) == text, handler.verify(given, text)]
        assert said == [matches, matches], (text, said)
        ending = "" if matches else ", another password"
        topic.add(text, given, matches, scheme, comment + ending, checks=[named("libxcrypt"), named("passlib")])


def cut_off(topic, text, comment):
    policy = "The digest is not whole, which its length tells: a part of one is hit by many passwords."
    topic.refuse(text[:-2], PASSWORDS[1], "scheme/malformed", f"{comment}, cut off", policy=policy)


# The seventh bits are the key: a character beyond ASCII and one of ASCII make one hash.
SEVEN_BITS = (b"caf\xe9", b"cafi")
NO_ROUNDS = "nothing writes it, and passlib asks for one round or more"
EIGHT = (b"hunter2h", b"hunter2hunter")


def des(topic):
    """Traditional DES by a mark or by source, and BSD/OS' extension of it."""
    for index, password in enumerate([*PASSWORDS, NOT_UTF8]):
        text = crypt(password, text_salt(1000 + index, 2))
        assert len(text) == 13
        for marked, given in [(f"{{CRYPT}}{text}", {}), (text, {"source": "htpasswd"})]:
            topic.pair(marked, password, "des-crypt", "traditional DES", **given)
        # 725 rounds, as passlib writes by default, and one.
        for rounds in ("J9..", "/..."):
            text = crypt(password, f"_{rounds}{text_salt(1100 + index, 4)}")
            topic.pair(text, password, "des-crypt", "BSD/OS")
    text = crypt(b"password", "_....rasm")
    assert text[9:] == crypt(b"password", "_/...rasm")[9:]
    for password in (b"password", b"Password"):
        is_right = password == b"password"
        checks = None if is_right else [maker_of(topic.groups[-1]["source"])]
        topic.add(
            text, password, is_right, "des-crypt", "BSD/OS, no rounds are one", may_refuse=NO_ROUNDS, checks=checks
        )
    for pair, comment in [(EIGHT, "eight characters are read"), (SEVEN_BITS, "seven bits of each are read")]:
        text = crypt(pair[0], "ab")
        assert crypt(pair[1], "ab") == text
        for password in pair:
            topic.add(f"{{DES-CRYPT}}{text}", password, True, "des-crypt", comment)
    text = crypt(EIGHT[0], "_J9..abcd")
    topic.add(text, EIGHT[0], True, "des-crypt", "BSD/OS reads all characters")
    checks = [maker_of(topic.groups[-1]["source"])]
    assert crypt(EIGHT[1], "_J9..abcd") != text
    topic.add(text, EIGHT[1], False, "des-crypt", "BSD/OS reads all characters", checks=checks)


def make():
    version = first_line(["dpkg-query", "-W", "-f", "${Version}", "libcrypt1"])
    topic = Topic("crypt", ["What crypt(3) of libxcrypt answers."])
    topic.group("libxcrypt", version, "https://github.com/besser82/libxcrypt", "LGPL-2.1-or-later", "verify/crypt.py")
    bcrypt(topic)
    sha_crypt(topic)
    salt_lengths(topic)
    nul_bytes(topic)
    sha1_and_scrypt(topic)
    yescrypt(topic)
    des(topic)
    sun_md5(topic)
    nt_hash(topic)
    topic.group("libsodium", named("libsodium").split()[1], "https://doc.libsodium.org/advanced/scrypt", "ISC", "verify/crypt.py")
    libsodium(topic)
    topic.write()
