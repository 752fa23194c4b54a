"""Notations of crypt(3) that two others compute and credport does not: SunMD5 and the NT hash."""

import passlib.hash
from shared.implementations import crypt, named
from shared.verify_suite import NOT_UTF8, PASSWORDS, Topic, another, first_line, text_salt

LIBXCRYPT, PASSLIB = named("libxcrypt"), named("passlib")
SUN = [("$md5$", ""), ("$md5,rounds=5$", "$")]
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


def ask(topic, text, password, scheme, comment, verify):
    for given, matches in [(password, True), (another(password), False)]:
        said = [crypt(given, text) == text, verify(given, text)]
        assert said == [matches, matches], (text, said)
        topic.refuse(
            text, given, PROBLEM, comment if matches else f"{comment}, another password", ["Unverified"],
            checks=[LIBXCRYPT, PASSLIB], takes=[{"matches": matches, "scheme": scheme}],
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
    ]
    for add, url in sources:
        topic.group("libxcrypt", version, "https://github.com/besser82/libxcrypt", "LGPL-2.1-or-later", "verify/unverified.py", spec=[url])
        add(topic)
    topic.write()
