"""OpenSSL's PBKDF2, SCRYPT, digests and AES-CTR, put into the layouts of systems that can't be run here.

Only the layout is ours, from each system's own source; every derivation is `openssl kdf` or `openssl dgst`.
"""

import base64
import struct
import unicodedata

from shared.systems import by_kratos
from shared.verify_suite import (
    NOT_UTF8,
    NUL_PASSWORD,
    PASSWORDS,
    Topic,
    another,
    first_line,
    output_of,
    salt_of,
    text_salt,
)


def pbkdf2(digest, password, salt, iterations, length):
    options = [f"digest:{digest}", f"hexpass:{password.hex()}", f"hexsalt:{salt.hex()}", f"iter:{iterations}", "pkcs5:1"]
    return kdf("PBKDF2", length, options)


def scrypt(password, salt, n, r, p, length):
    options = [f"hexpass:{password.hex()}", f"hexsalt:{salt.hex()}", f"n:{n}", f"r:{r}", f"p:{p}", "maxmem_bytes:1073741824"]
    return kdf("SCRYPT", length, options)


def kdf(name, length, options):
    arguments = [argument for option in options for argument in ("-kdfopt", option)]
    return output_of(["openssl", "kdf", "-keylen", str(length), "-binary", *arguments, name])


def digest(name, data):
    return output_of(["openssl", "dgst", f"-{name}", "-binary"], data)


def b64(data):
    return base64.b64encode(data).decode()


def b64_bare(data):
    return b64(data).rstrip("=")


def ab64(data):
    return b64_bare(data).replace("+", ".")


def aspnet3(prf, name, password, salt, iterations, length):
    head = struct.pack(">BIII", 1, prf, iterations, len(salt))
    return b64(head + salt + pbkdf2(name, password, salt, iterations, length))


def rows(index, password):
    salt16 = salt_of(index, 16)
    salt8 = salt_of(index, 8)
    yield b64(b"\0" + salt16 + pbkdf2("SHA1", password, salt16, 1000, 32)), "pbkdf2", "ASP.NET Identity 2"
    yield aspnet3(0, "SHA1", password, salt16, 1010, 32), "pbkdf2", "ASP.NET Core Identity, SHA-1"
    yield aspnet3(1, "SHA256", password, salt16, 1011, 32), "pbkdf2", "ASP.NET Core Identity, SHA-256"
    yield aspnet3(2, "SHA512", password, salt16, 1012, 32), "pbkdf2", "ASP.NET Core Identity, SHA-512"
    for name, tag, length in [("SHA1", "PBKDF2", 20), ("SHA256", "PBKDF2-HMAC-SHA256", 32), ("SHA512", "PBKDF2-HMAC-SHA512", 64)]:
        key = pbkdf2(name, password, salt8, 1013, length)
        yield f"{{{tag}}}1013:{b64(key + salt8)}", "pbkdf2", "OpenDJ"
        yield f"$pbkdf2-{name.lower()}$i=1014,l={length}${b64_bare(salt16)}${b64_bare(pbkdf2(name, password, salt16, 1014, length))}", "pbkdf2", "Ory Kratos"
        openldap = f"{{PBKDF2-{name}}}1015${ab64(salt16)}${ab64(pbkdf2(name, password, salt16, 1015, length))}"
        yield openldap, "pbkdf2", "OpenLDAP pw-pbkdf2"
    keycloak = pbkdf2("SHA512", password, salt16, 1016, 64)
    yield f"$pbkdf2-sha512$i=1016,l=64${b64(salt16)}${b64(keycloak)}", "pbkdf2", "Keycloak's fields in PHC notation"
    keycloak = pbkdf2("SHA256", password, salt16, 1017, 64)
    yield f"$pbkdf2-sha256$i=1017,l=64${b64(salt16)}${b64(keycloak)}", "pbkdf2", "Keycloak's fields, a key longer than the digest"
    discourse = salt16.hex().encode()
    key = pbkdf2("SHA256", password, discourse, 1018, 32)
    yield f"$pbkdf2-sha256$i=1018,l=32${b64_bare(discourse)}${b64_bare(key)}", "pbkdf2", "Discourse's columns in PHC notation"
    yield f"{{PBKDF2}}$1${text_salt(index, 16)}$1019${pbkdf2('SHA1', password, text_salt(index, 16).encode(), 1019, 20).hex()}", "pbkdf2", "Dovecot"
    key = pbkdf2("SHA1", password, salt16, 10000, 32)
    yield f"{{PKCS5S2}}{b64(salt16 + key)}", "pbkdf2", "Atlassian"
    yield f"$scrypt$ln=6,r=8,p=1${b64_bare(salt16)}${b64_bare(scrypt(password, salt16, 64, 8, 1, 32))}", "scrypt", "passlib's notation"
    yield f"$scrypt$ln=128,r=8,p=2${b64(salt16)}${b64(scrypt(password, salt16, 128, 8, 2, 32))}", "scrypt", "Ory Kratos, ln is N"
    text = text_salt(index, 22)
    yield f"scrypt$64${text}$8$1${b64(scrypt(password, text.encode(), 64, 8, 1, 64))}", "scrypt", "Django"
    yield f"scrypt:64:8:1${text}${scrypt(password, text.encode(), 64, 8, 1, 64).hex()}", "scrypt", "Werkzeug"
    yield f"{{scrypt}}$60801${b64(salt16)}${b64(scrypt(password, salt16, 64, 8, 1, 32))}", "scrypt", "Spring Security"
    for name in ["sha1", "sha256", "sha384", "sha512", "md5"]:
        tag = {"sha1": "SSHA", "sha256": "SSHA256", "sha384": "SSHA384", "sha512": "SSHA512", "md5": "SMD5"}[name]
        yield f"{{{tag}}}{b64(digest(name, password + salt8) + salt8)}", name, "LDAP, salted"
    yield f"{{SHA384}}{b64(digest('sha384', password))}", "sha384", "LDAP"
    for name, tag in (("md5", "MD5"), ("sha1", "SHA"), ("sha256", "SHA256"), ("sha512", "SHA512")) if password in (b"", NUL_PASSWORD) else ():
        yield f"{{{tag}}}{b64(digest(name, password))}", name, "LDAP"


def layouts(topic):
    chosen = [PASSWORDS[1], PASSWORDS[2], PASSWORDS[3], PASSWORDS[6], NUL_PASSWORD, NOT_UTF8]
    for index, password in enumerate(chosen, start=1):
        for text, scheme, comment in rows(index, password):
            if index in (2, 5):
                topic.pair(text, password, scheme, comment)
            else:
                topic.add(text, password, True, scheme, comment)
    asked = set()
    for text, scheme, comment in rows(len(chosen) + 1, b""):
        if (scheme, comment) not in asked and comment != "passlib's notation":
            topic.add(text, b"", True, scheme, comment)
        asked.add((scheme, comment))


def spring(topic):
    # Spring's pbkdf2 has no parameters in its text, so these are as costly as Spring makes them.
    for index, password in enumerate([PASSWORDS[2], PASSWORDS[3]]):
        salt8, salt16 = salt_of(300 + index, 8), salt_of(300 + index, 16)
        old = (salt8 + pbkdf2("SHA1", password, salt8, 185000, 32)).hex()
        new = (salt16 + pbkdf2("SHA256", password, salt16, 310000, 32)).hex()
        topic.add(f"{{pbkdf2}}{old}", password, True, "pbkdf2", "Spring Security before 5.8", ["Costly"])
        topic.add(f"{{pbkdf2@SpringSecurity_v5_8}}{new}", password, True, "pbkdf2", "Spring Security 5.8", ["Costly"])


def better_auth(topic):
    # Better Auth: N = 16384, r = 16, the salt as text, the password in NFKC.
    for index, password in enumerate(["plain", "\ufb01ne \u2460", "e\u0301clair", "\u00e9clair"]):
        salt = salt_of(400 + index, 16).hex()
        key = scrypt(unicodedata.normalize("NFKC", password).encode(), salt.encode(), 16384, 16, 1, 64)
        text = f"{salt}:{key.hex()}"
        topic.add(text, password.encode(), True, "scrypt", "Better Auth", ["Normalized", "Costly"])
        normalized = unicodedata.normalize("NFKC", password)
        if normalized != password:
            topic.add(text, normalized.encode(), True, "scrypt", "Better Auth, already in NFKC", ["Normalized", "Costly"])


def provider_scrypt(topic):
    # provider-scrypt: the key encrypts the account's signer key.
    signer = salt_of(500, 64)
    for index, password in enumerate([*PASSWORDS[1:], NUL_PASSWORD, NOT_UTF8, b""]):
        salt, separator = salt_of(501 + index, 10), b"\x07"
        key = scrypt(password, salt + separator, 16, 8, 1, 32)
        command = ["openssl", "enc", "-aes-256-ctr", "-K", key.hex(), "-iv", "00" * 16]
        text = f"$f_scrypt${b64(output_of(command, signer))}${b64(salt)}$m=4$r=8$s={b64(separator)}"
        topic.pair(text, password, "provider-scrypt", "Firebase's modified scrypt", signerKey=b64(signer))
        inside = f"$fbscrypt$v=1,n=4,r=8,p=1,ss={b64(separator)},sk={b64(signer)}${b64(salt)}${b64(output_of(command, signer))}"
        topic.add(inside, password, True, "provider-scrypt", "Supabase, the signer key inside")
        inside = f"$firescrypt$ln=4,r=8,p=1${b64(salt)}${b64(output_of(command, signer))}${b64(separator)}${b64(signer)}"
        topic.add(inside, password, True, "provider-scrypt", "Ory Kratos, the signer key inside")


# The order in which md5-crypt writes the bytes of its digest; the last group has one.
MD5_CRYPT_GROUPS = [(0, 6, 12), (1, 7, 13), (2, 8, 14), (3, 9, 15), (4, 10, 5)]
CRYPT_ALPHABET = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def md5_crypt_bytes(text):
    values = [CRYPT_ALPHABET.index(character) for character in text]
    digest = bytearray(16)
    for group, places in enumerate(MD5_CRYPT_GROUPS):
        value = sum(values[4 * group + place] << (6 * place) for place in range(4))
        for place, byte in zip(places, value.to_bytes(3, "big"), strict=True):
            digest[place] = byte
    digest[11] = (values[20] | values[21] << 6) & 255
    return bytes(digest)


def crypt_of(option, salt, password):
    return output_of(["openssl", "passwd", option, "-salt", salt, "-stdin"], password + b"\n").decode().strip()


def adonis(topic):
    # AdonisJS' own costs are N = 16384, r = 8, p = 1 and a key of 64 bytes.
    for index, password in enumerate(PASSWORDS[1:4]):
        salt = salt_of(600 + index, 16)
        key = b64_bare(scrypt(password, salt, 1024, 8, 1, 64))
        topic.pair(f"$scrypt$n=1024,r=8,p=1${b64_bare(salt)}${key}", password, "scrypt", "AdonisJS")
        kratos_lengths(topic, password, salt)


def kratos_lengths(topic, password, salt):
    """Kratos computes SHA-3 under these two names, and was asked."""
    for name, length in (("224", 28), ("384", 48)):
        for digest, comment, given in (
            (f"SHA3-{name}", f"Ory Kratos, SHA3-{name}", {}),
            (f"SHA{name}", f"SHA-{name} itself, which Ory Kratos does not compute", {"policy": KRATOS_SHA3, "may_refuse": KRATOS_SHA3}),
        ):
            key = b64_bare(pbkdf2(digest, password, salt, 1000, length))
            text = f"$pbkdf2-sha{name}$i=1000,l={length}${b64_bare(salt)}${key}"
            assert by_kratos(text, password) is (not given) and by_kratos(text, another(password)) is False
            topic.add(text, password, True, "pbkdf2", comment, **given)
            topic.add(text, another(password), False, "pbkdf2", f"{comment}, another password", checks=[KRATOS_NAME])


KRATOS_NAME = "Ory Kratos 1.3.1"
KRATOS_SHA3 = (
    "Ory Kratos alone writes this name, and computes SHA-3 under it (getPseudorandomFunctionForPbkdf2 in hash/hasher_pbkdf2.go). "
    "Who goes by that says no; who goes by the name, as a text that was put together elsewhere would, says yes."
)


def crypt_over(topic):
    # `openssl passwd` reads a line, so these are of passwords in one.
    for index, password in enumerate([b"correct horse", b"Tr0ub4dor&3", PASSWORDS[6]]):
        salt = text_salt(700 + index, 8)
        for option, scheme, name in (("-apr1", "apr1", "APR1"), ("-1", "md5-crypt", "BSDMD5")):
            digest = md5_crypt_bytes(crypt_of(option, salt, password).split("$")[3])
            topic.pair(f"{{{name}}}{b64(digest + salt.encode())}", password, scheme, "OpenLDAP pw-apr1")
        over = digest_hex("md5", password)
        for option, scheme in (("-1", "md5-crypt"), ("-5", "sha256-crypt"), ("-6", "sha512-crypt")):
            text = crypt_of(option, salt, over)
            topic.pair(text, password, scheme, "SuiteCRM, over the MD5", source="suitecrm")


def digest_hex(name, data):
    return digest(name, data).hex().encode()


def make():
    topic = Topic("openssl", ["Derivations of OpenSSL in the layouts of ASP.NET, OpenDJ, Spring, Ory Kratos, Better Auth and others."])
    version = first_line(["openssl", "version"])
    topic.group(
        "OpenSSL", version, "https://github.com/openssl/openssl", "Apache-2.0", "verify/openssl.py", composed=True
    )
    layouts(topic)
    spring(topic)
    better_auth(topic)
    provider_scrypt(topic)
    adonis(topic)
    crypt_over(topic)
    topic.write()
