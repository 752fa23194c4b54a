"""Texts of vectors/verify whose makers are known there: what they are called, and what can be made of them."""

import base64
import json

from shared.catalogue_rows import ROWS, legacy
from shared.hash_suite import Topic
from shared.test_ids import ROOT
from shared.implementations import confirmed_argon2
from shared.witness import recomputed

FILE = "hashes/applications.py"
VERIFY = ROOT / "verify"
PREHASHED, PEPPERED = "wrapping/prehashed", "wrapping/peppered"

# The beginning of a test's comment, its scheme: the row that reads its text.
ROW_OF = {
    ("AuthMe", "sha256"): "authme",
    ("vBulletin 3 and 4", "md5"): "vbulletin-md5",
    ("MyBB", "md5"): "mybb-md5",
    ("Simple Machines Forum 2.0", "sha1"): "smf-sha1",
    ("Simple Machines Forum 2.1", "bcrypt"): "smf-named-bcrypt",
    ("WoltLab, imported from vBulletin 4", "md5"): "woltlab-vbulletin-md5",
    ("WoltLab, imported from vBulletin 5", "bcrypt"): "woltlab-vbulletin-bcrypt",
    ("WoltLab, imported from vBulletin 5", "argon2"): "woltlab-vbulletin-argon2",
    ("WoltLab before 5.4, named", "bcrypt"): "woltlab-double-bcrypt",
    ("WoltLab Community Framework 2", "bcrypt"): "woltlab-double-bcrypt",
    ("XenForo before 1.2", "sha1"): "xenforo-sha1",
    ("XenForo before 1.2", "sha256"): "xenforo-sha256",
    ("phpBB, a phpass hash hashed again", "bcrypt"): "phpbb-combined-bcrypt",
    ("Magento 2, a hash of Magento 1", "md5"): "magento-md5",
    ("Magento 2", "sha256"): "magento-sha256",
    ("Magento 2, a hash of Magento 1 hashed again", "sha256"): "magento-sha256",
    ("Magento 2.4 over SHA-256", "argon2"): "magento-argon2-layered",
    ("Magento 2.3, costs of libsodium since 1.0.15", "argon2"): "magento-argon2-unnamed-costs",
    ("Spring Security {MD5}", "md5"): "spring-md5",
    ("Spring Security {SHA-1}", "sha1"): "spring-sha1",
    ("Spring Security {SHA-256}", "sha256"): "spring-sha256",
    ("Spring Security {sha256}", "sha256"): "spring-standard",
    ("Spring Security {ldap}", "sha1"): "spring-ldap-salted-sha1",
    ("Jackrabbit Oak SHA-1", "sha1"): "jackrabbit-sha1",
    ("Jackrabbit Oak SHA-256", "sha256"): "jackrabbit-sha256",
    ("Jackrabbit Oak SHA-512", "sha512"): "jackrabbit-sha512",
    ("Jackrabbit Oak PBKDF2WithHmacSHA256", "pbkdf2"): "jackrabbit-pbkdf2",
    ("Apache Shiro SHA-256", "shiro"): "shiro1",
    ("Apache Shiro SHA-512", "shiro"): "shiro1",
    ("pwdhash -s PBKDF2_SHA256", "pbkdf2"): "389ds-pbkdf2",
    ("pwdhash -s PBKDF2-SHA1", "pbkdf2"): "389ds-pbkdf2-current",
    ("pwdhash -s PBKDF2-SHA256", "pbkdf2"): "389ds-pbkdf2-current",
    ("pwdhash -s PBKDF2-SHA512", "pbkdf2"): "389ds-pbkdf2-current",
    ("Lucia 2", "scrypt"): "lucia-scrypt",
    ("MediaWiki, :A: before a salted hash", "md5"): "mediawiki-md5",
    ("MediaWiki, wrapOldPasswords.php, pbkdf2-legacyA", "pbkdf2"): "mediawiki-pbkdf2-legacy",
    ("MediaWiki, wrapOldPasswords.php, pbkdf2-legacyB", "pbkdf2"): "mediawiki-pbkdf2-legacy",
}
# The source of a standard string: what `identify` calls its wrapping, and why it is not importable.
CONTEXT_OF = {
    "typo3": ("typo3-bcrypt", PREHASHED),
    "myth-auth": ("myth-auth-prehashed", PREHASHED),
    "nodebb": ("nodebb-bcrypt", PREHASHED),
    "woltlab": ("woltlab-double-bcrypt", PREHASHED),
    "flask-security": ("flask-security-peppered", PEPPERED),
}
MOST = 3


def make():
    topic = Topic("applications", "Hashes of applications, made by them or by the primitives that they use.")
    for name in ("389ds", "applications", "flask-security", "java", "lucia", "mediawiki"):
        content = json.loads((VERIFY / f"{name}.json").read_text())
        for group in content["groups"]:
            add_group(topic, group)


def add_group(topic, group):
    source = group["source"]
    made = topic.group(source["name"], source["version"], source["url"], source["licence"], FILE)
    counts = {}
    for test in group["tests"]:
        output = test.get("output") or test["outputs"][0]
        given, scheme = test["input"], output["scheme"]
        password, comment = given["password"], test["comment"]
        if not output["matches"] or not isinstance(password, str) or "\0" in password:
            continue
        kind = (comment, scheme, given.get("source"))
        counts[kind] = counts.get(kind, 0) + 1
        if counts[kind] <= MOST:
            add(made, given["hash"], comment, scheme, given.get("source"), witnesses(test), password)


def witnesses(test):
    """Who confirmed the right password: the same names stand for what the hash is."""
    return [*test.get("checkedBy", []), *recomputed(test.get("recomputedBy", []))]


def add(group, text, comment, scheme, source, checks, password):
    context = {"source": source} if source else None
    row = ROW_OF.get((comment, scheme))
    if row is not None:
        legacy(group, text, row, comment, checks, password, context=context)
    elif source in CONTEXT_OF and scheme in ("bcrypt", "argon2"):
        wrapping, problem = CONTEXT_OF[source]
        group.refuse(
            text,
            scheme,
            "verifiable",
            wrapping,
            problem,
            comment=comment,
            flags=["PrehashedBcrypt" if problem == PREHASHED else "PepperedBcrypt"],
            checks=checks,
            password=password,
            context=context,
        )
    elif comment.startswith("Magento 2.4") and scheme == "argon2":
        canonical = recomposed(text)
        group.accept(
            text,
            "argon2",
            canonical,
            wrapping="magento-argon2",
            changes=["recomposed"],
            comment=comment,
            flags=["RecomposedParts"],
            checks=[*checks, *confirmed_argon2(canonical, password)],
            password=password,
        )


def recomposed(text):
    """libsodium's argon2id in the standard notation."""
    digest, salt, version = text.split(":")
    _, _, passes, memory = version.split("_")
    salt = (salt * 16)[:16].encode()
    bare = lambda data: base64.b64encode(data).decode().rstrip("=")
    return f"$argon2id$v=19$m={int(memory) // 1024},t={passes},p=1${bare(salt)}${bare(bytes.fromhex(digest))}"


assert set(ROW_OF.values()) <= set(ROWS)
