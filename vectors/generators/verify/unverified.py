"""Notations of crypt(3) that two others compute and credport does not: SunMD5, the NT hash and yescrypt."""

import json

import passlib.hash
from shared.implementations import crypt, crypt_setting, named
from shared.systems import Program
from shared.verify_suite import HERE, NOT_UTF8, PASSWORDS, Topic, another, first_line, password_value, salt_of, text_salt

LIBXCRYPT, PASSLIB = named("libxcrypt"), named("passlib")
SUN = [("$md5$", ""), ("$md5,rounds=5$", "$")]
# The library of Rust, by the adapter that peers have: its answers are those of the protocol.
ADAPTER = HERE.parent.parent / "test/peers/rust/node_modules/target/release/credport-peers"
RUST, RUST_NAME = Program(ADAPTER, "yescrypt", needs=ADAPTER), "RustCrypto yescrypt 0.1.0"
PROBLEM = "scheme/unsupported"


def sun_md5(topic):
    """With a bare salt and with a closed one, whose second dollar sign is hashed as well."""
    for index, password in enumerate([*PASSWORDS[:6], NOT_UTF8]):
        for marker, end in SUN:
            text = crypt(password, f"{marker}{text_salt(1200 + index, 8)}{end}")
            ask(topic, text, password, "sun-md5", "SunMD5", passlib.hash.sun_md5_crypt.verify)


def nt_hash(topic):
    """It hashes UTF-16, so that it knows no bytes that are not text."""
    for password in PASSWORDS[:6]:
        if password.isascii():
            text = passlib.hash.bsd_nthash.hash(password)
            ask(topic, text, password, "nt-hash", "NT hash in crypt(3)", passlib.hash.bsd_nthash.verify)


def yescrypt(topic):
    """The lowest cost, and one with another block size; salts of 16 bytes and of 3."""
    for index, password in enumerate([*PASSWORDS, NOT_UTF8]):
        for text in (crypt_setting("$y$", 1, salt_of(1400 + index, 16)), f"$y$j85${text_salt(1420 + index, 4)}"):
            ask(topic, crypt(password, text), password, "yescrypt", "yescrypt", by_rust, RUST_NAME)


def by_rust(password, text):
    reply = json.loads(RUST.ask(json.dumps({"cmd": "run", "seq": 0, "operation": "verify", "input": {"hash": text, "password": password_value(password)}})))
    return reply["ok"]["matches"]


def ask(topic, text, password, scheme, comment, verify, witness=PASSLIB):
    for given, matches in [(password, True), (another(password), False)]:
        said = [crypt(given, text) == text, verify(given, text)]
        assert said == [matches, matches], (text, said)
        topic.refuse(
            text, given, PROBLEM, comment if matches else f"{comment}, another password", ["Unverified"],
            checks=[LIBXCRYPT, witness], takes=[{"matches": matches, "scheme": scheme}],
        )


def make():
    version = first_line(["dpkg-query", "-W", "-f", "${Version}", "libcrypt1"])
    topic = Topic("unverified", [
        "Hashes that crypt(3) of libxcrypt and another implementation verify and credport does not.",
        "A refusal is as right as the answer; a plain no to the right password is wrong.",
    ])
    sources = [
        (sun_md5, "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.sun_md5_crypt.html"),
        (nt_hash, "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.nthash.html"),
        (yescrypt, "https://www.openwall.com/yescrypt/"),
    ]
    for add, url in sources:
        topic.group("libxcrypt", version, "https://github.com/besser82/libxcrypt", "LGPL-2.1-or-later", "verify/unverified.py", spec=[url])
        add(topic)
    topic.write()
