"""Hashes of real installations whose password is public, and what projects publish of their own notations."""

import hashlib

from argon2.low_level import Type, verify_secret
from shared.implementations import crypt, named
from shared.verify_suite import NUL_PASSWORD, PASSWORDS, Topic, another, text_salt
from shared.witness import Recomputed

GENERATOR = "verify/found_in_the_field.py"
SHIRO = b"secret#shiro,password;Jo8opech"


def md5_hex(password):
    return hashlib.md5(password).hexdigest().encode()


def sha512(password):
    return hashlib.sha512(password).digest()


def as_given(password):
    return password


# System, address, licence, the text before the bcrypt hash, the hash, password, what is hashed, what is given.
BCRYPT = [
    (
        "Request Tracker", "https://github.com/bestpractical/rt/blob/stable/lib/RT/User.pm", "GPL-2.0-only",
        "!bcrypt!12!", "$2a$12$n9Qqt2yiA0VXneZeatIRMOVvdwJdB6waOIbrwEuEtn1WwpkMEj9YS", b"Welcome2023!", sha512, {},
    ),
    (
        "Matomo", "https://github.com/matomo-org/matomo/blob/5.x-dev/plugins/UsersManager/UsersManager.php", "GPL-3.0-or-later",
        "", "$2y$10$wg8i6nSCH9mNuLPcrjctr.BHUXzAKs72ND2xDnRsVSxRyda1ZwKlq", b"matomo", md5_hex, {"source": "matomo"},
    ),
    (
        "SuiteCRM", "https://github.com/salesagility/SuiteCRM/blob/master/modules/Users/User.php", "AGPL-3.0-only",
        "", "$2y$10$ua6PicOvqyYMKgOR6gzFcub.Z5s40j6moWRH4oaO.Ef667lz.nb0m", b"Password123", md5_hex, {"source": "suitecrm"},
    ),
    (
        "Jenkins",
        "https://github.com/jenkinsci/jenkins/blob/master/core/src/main/java/hudson/security/HudsonPrivateSecurityRealm.java",
        "MIT", "#jbcrypt:", "$2a$10$MiIVR0rr/UhQBqT.bBq0QehTiQVqgNpUGyWW2nJObaVAM/2xSQdSq", b"123456", as_given, {},
    ),
    (
        "Apache Shiro", "https://github.com/apache/shiro/blob/main/crypto/hash/src/test/groovy/org/apache/shiro/crypto/hash/format/UnixCryptFormatTest.groovy",
        "Apache-2.0", "$shiro2", "$2y$10$7rOjsAf2U/AKKqpMpCIn6etuOXyQ86tp2Tn9xv6FyXl2T0QYc3.G.", SHIRO, as_given, {},
    ),
]


def over_bcrypt(topic):
    """The password is known from the place where the hash was found; that it fits is libxcrypt's word on the parts."""
    checks = [Recomputed(named("libxcrypt"))]
    for system, url, licence, before, text, password, prehash, given in BCRYPT:
        assert crypt(prehash(password), text) == text, system
        assert crypt(prehash(another(password)), text) != text, system
        written = f"{before}{text[7:]}" if before.endswith("12!") else f"{before}{text}"
        flags = ["Costly"] if prehash is as_given else ["Prehashed", "Costly"]
        topic.group(system, None, url, licence, GENERATOR, ran=False)
        topic.pair(written, password, "bcrypt", f"{system}, found with its password", flags, checks=checks, **given)


def of_long_passwords(topic):
    """Of the same systems, where a password that is cut after 64 bytes, or at a NUL before it is hashed, is another."""
    topic.group("libxcrypt", named("libxcrypt").split()[1], "https://github.com/besser82/libxcrypt", "LGPL-2.1-or-later", GENERATOR, composed=True)
    for index, (system, url, _, before, _, _, prehash, given) in enumerate(BCRYPT):
        made = crypt(prehash(PASSWORDS[6]), f"$2a$04${text_salt(1420 + index, 21)}u")
        written = f"!bcrypt!04!{made[7:]}" if before.endswith("12!") else f"{before}{made}"
        flags = [] if prehash is as_given else ["Prehashed"]
        topic.pair(written, PASSWORDS[6], "bcrypt", f"{system}, 73 bytes", flags, spec=url, **given)
        if prehash is md5_hex:
            made = crypt(prehash(NUL_PASSWORD), f"$2a$04${text_salt(1430 + index, 21)}u")
            topic.pair(made, NUL_PASSWORD, "bcrypt", f"{system}, a NUL inside", flags, spec=url, **given)


def argon2_of_shiro(topic):
    text = "$argon2id$v=19$m=4096,t=3,p=4$MTIzNDU2Nzg5MDEyMzQ1Ng$bjcHqfb0LPHyS13eVaNcBga9LF12I3k34H5ULt2gyoI"
    assert verify_secret(text.encode(), SHIRO, Type.ID)
    url = "https://github.com/apache/shiro/blob/main/crypto/hash/src/test/groovy/org/apache/shiro/crypto/hash/Argon2HashTest.groovy"
    topic.group("Apache Shiro", "2", url, "Apache-2.0", GENERATOR, published=True)
    checks = [Recomputed(named("libargon2"))]
    topic.add(f"$shiro2{text}", SHIRO, True, "argon2", "Apache Shiro's own test", checks=checks)


REDUNDANT = (
    "The published hash and its password fit where the 20 bytes of the digest are compared. libxcrypt and passlib "
    "compare the text and say no; a user whose hash was written so has the right password, and we take it."
)
OTHER_TEXT = (
    "libxcrypt writes another last group for this password. Who compares the text, as crypt(3) does, answers no."
)


def sha1_crypt(topic):
    """The last character carries bits that belong to no byte, and writers fill them differently: passlib says no to this one."""
    topic.group("hashcat", "6.2", "https://hashcat.net/wiki/doku.php?id=example_hashes", "MIT", GENERATOR, published=True)
    comment = "the last group has another redundant byte than NetBSD's crypt(3) writes; the 20 bytes of the digest agree"
    text = "$sha1$20000$75552156$HhYMDdaEHiK3eMIzTldOFPnw.s2Q"
    topic.add(text, b"hashcat", True, "sha1-crypt", comment, policy=REDUNDANT, may_refuse=OTHER_TEXT)


def make():
    topic = Topic("found-in-the-field", ["Hashes of real installations whose password is public, and those that projects publish."])
    over_bcrypt(topic)
    of_long_passwords(topic)
    argon2_of_shiro(topic)
    sha1_crypt(topic)
    topic.write()

