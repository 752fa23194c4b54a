"""OpenSSL's PBKDF2, SCRYPT, digests and AES-CTR, put into the layouts of systems that can't be run here.

Only the layout is ours, from each system's own source; every derivation is `openssl kdf` or `openssl dgst`.
"""

import base64
import struct
import unicodedata

from shared.verify_suite import NOT_UTF8, NUL_PASSWORD, PASSWORDS, Topic, first_line, output_of, salt_of, text_salt


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
    # OpenSSL refuses an empty passphrase for some derivations; nobody has one in these systems.
    if password == b"":
        return
    yield b64(b"\0" + salt16 + pbkdf2("SHA1", password, salt16, 1000, 32)), "pbkdf2", "ASP.NET Identity 2"
    yield aspnet3(0, "SHA1", password, salt16, 10, 32), "pbkdf2", "ASP.NET Core Identity, SHA-1"
    yield aspnet3(1, "SHA256", password, salt16, 11, 32), "pbkdf2", "ASP.NET Core Identity, SHA-256"
    yield aspnet3(2, "SHA512", password, salt16, 12, 32), "pbkdf2", "ASP.NET Core Identity, SHA-512"
    for name, tag, length in [("SHA1", "PBKDF2", 20), ("SHA256", "PBKDF2-HMAC-SHA256", 32), ("SHA512", "PBKDF2-HMAC-SHA512", 64)]:
        key = pbkdf2(name, password, salt8, 13, length)
        yield f"{{{tag}}}13:{b64(key + salt8)}", "pbkdf2", "OpenDJ"
        yield f"$pbkdf2-{name.lower()}$i=14,l={length}${b64_bare(salt16)}${b64_bare(pbkdf2(name, password, salt16, 14, length))}", "pbkdf2", "Ory Kratos"
        openldap = f"{{PBKDF2-{name}}}15${ab64(salt16)}${ab64(pbkdf2(name, password, salt16, 15, length))}"
        yield openldap, "pbkdf2", "OpenLDAP pw-pbkdf2"
    keycloak = pbkdf2("SHA512", password, salt16, 16, 64)
    yield f"$pbkdf2-sha512$i=16,l=64${b64(salt16)}${b64(keycloak)}", "pbkdf2", "Keycloak's fields in PHC notation"
    keycloak = pbkdf2("SHA256", password, salt16, 17, 64)
    yield f"$pbkdf2-sha256$i=17,l=64${b64(salt16)}${b64(keycloak)}", "pbkdf2", "Keycloak's fields, a key longer than the digest"
    discourse = salt16.hex().encode()
    key = pbkdf2("SHA256", password, discourse, 18, 32)
    yield f"$pbkdf2-sha256$i=18,l=32${b64_bare(discourse)}${b64_bare(key)}", "pbkdf2", "Discourse's columns in PHC notation"
    yield f"{{PBKDF2}}$1${text_salt(index, 16)}$19${pbkdf2('SHA1', password, text_salt(index, 16).encode(), 19, 20).hex()}", "pbkdf2", "Dovecot"
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


def layouts(topic):
    chosen = [PASSWORDS[1], PASSWORDS[2], PASSWORDS[3], PASSWORDS[6], NUL_PASSWORD, NOT_UTF8]
    for index, password in enumerate(chosen, start=1):
        for text, scheme, comment in rows(index, password):
            if index in (2, 5):
                topic.pair(text, password, scheme, comment)
            else:
                topic.add(text, password, True, scheme, comment)


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
    for index, password in enumerate([*PASSWORDS[1:], NUL_PASSWORD, NOT_UTF8]):
        salt, separator = salt_of(501 + index, 10), b"\x07"
        key = scrypt(password, salt + separator, 16, 8, 1, 32)
        command = ["openssl", "enc", "-aes-256-ctr", "-K", key.hex(), "-iv", "00" * 16]
        text = f"$f_scrypt${b64(output_of(command, signer))}${b64(salt)}$m=4$r=8$s={b64(separator)}"
        topic.pair(text, password, "provider-scrypt", "Firebase's modified scrypt", signerKey=b64(signer))
        inside = f"$fbscrypt$v=1,n=4,r=8,p=1,ss={b64(separator)},sk={b64(signer)}${b64(salt)}${b64(output_of(command, signer))}"
        topic.add(inside, password, True, "provider-scrypt", "Supabase, the signer key inside")
        inside = f"$firescrypt$ln=4,r=8,p=1${b64(salt)}${b64(output_of(command, signer))}${b64(separator)}${b64(signer)}"
        topic.add(inside, password, True, "provider-scrypt", "Ory Kratos, the signer key inside")


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
    topic.write()
