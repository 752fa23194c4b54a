"""Umbraco's digests of releases before 9, as credport puts them together: `source` names the system.

PHP and Python compute each from the same parts, and have to agree; those of Umbraco's own test have to come out as well.
"""

import base64
import hmac

from shared.implementations import named
from shared.near_misses import PLAIN
from shared.verify_suite import Topic, salt_of
from verify.columns import GITHUB, ask, expression, hexed, made

UMBRACO = f"{GITHUB}umbraco/Umbraco-CMS src/Umbraco.Core/Security/LegacyPasswordSecurity.cs"
OWN_TEST = f"{GITHUB}umbraco/Umbraco-CMS tests/Umbraco.Tests.UnitTests/Umbraco.Infrastructure/Security/UmbracoPasswordHasherTests.cs"
PHP_UTF16 = "iconv('UTF-8', 'UTF-16LE', $p)"
# .NET's HMAC has a key of 64 bytes, which the salt of 16 fills.
KEY = " . ".join(["unbase64(salt)"] * 4)


def utf16(password):
    return password.decode().encode("utf-16-le")


def in_base64(digest):
    return base64.b64encode(bytes.fromhex(digest)).decode()


def raw_salt(index):
    return base64.b64encode(salt_of(index, 16))


ROWS = [
    expression("umbraco", "Umbraco 7 and 8", UMBRACO, "sha256", f"base64(hmac_sha256({KEY}, utf16le(password)))",
               lambda p, s: hmac.new(base64.b64decode(s) * 4, utf16(p), "sha256").hexdigest().encode(),
               f"hash_hmac('sha256', {PHP_UTF16}, str_repeat(base64_decode($s), 4))", salt=raw_salt,
               stored=lambda salt, digest: salt.decode() + in_base64(digest),
               bypasses=((PLAIN, "the password's UTF-16 as text", utf16(PLAIN)),)),
    expression("umbraco", "Umbraco 7 and 8 with SHA-1", UMBRACO, "sha1", "base64(sha1(unbase64(salt) . utf16le(password)))",
               lambda p, s: hexed("sha1", base64.b64decode(s), utf16(p)), f"sha1(base64_decode($s) . {PHP_UTF16})",
               salt=raw_salt, stored=lambda salt, digest: salt.decode() + in_base64(digest)),
    expression("umbraco", "Umbraco 4", UMBRACO, "sha1", "base64(hmac_sha1(utf16le(password), utf16le(password)))",
               lambda p, s: hmac.new(utf16(p), utf16(p), "sha1").hexdigest().encode(),
               f"hash_hmac('sha1', {PHP_UTF16}, {PHP_UTF16})", columns=0, stored=lambda _, digest: in_base64(digest)),
]
# Salt and digest of its own test, in the order of the rows.
PUBLISHED_PASSWORD = b"Umbraco9Rocks!"
PUBLISHED = (
    (b"uB/pLEhhe1W7EtWMv/pSgg==", "1y8+aso9+h3AKRtJXlVYeg2TZKJUr64hccj82ZZ7Ksk="),
    (b"6tZGfG9NTxJJYp19Fac9og==", "zzRggqANxhb+CbD/VabEt8cIde8="),
    (b"", "t0U8atXTX/efNCtTafukwZeIpr8="),
)


def make():
    topic = Topic("umbraco", ["Umbraco's digests of releases before 9, as credport puts them together: `source` names the system."])
    for at, row in enumerate(ROWS):
        topic.group("PHP", named("PHP").split()[1], "https://www.php.net/", "PHP-3.01", "verify/umbraco.py", composed=True, spec=[row.spec])
        ask(topic, row, 2300 + 10 * at, True)
    for row, (salt, digest) in zip(ROWS, PUBLISHED):
        topic.group("Umbraco", "as published", OWN_TEST, "facts", "verify/umbraco.py", composed=True, published=True)
        made_here = made(row, PUBLISHED_PASSWORD, salt)
        assert in_base64(made_here) == digest, row.comment
        topic.add(row.text(salt, made_here), PUBLISHED_PASSWORD, True, row.scheme, f"{row.comment}, of its own test", source="umbraco")
    topic.write()
