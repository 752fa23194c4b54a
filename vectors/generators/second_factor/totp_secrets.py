"""Writes the vectors on shared secrets: secret-to-base32, otpauth and totp-code.

Nothing here knows the library under test. Base32, base64 and hexadecimal come
from Python's own modules, and every base32 text is compared with the one that
oathtool prints for the same key. TOTP codes come from oathtool; those of the RFC
are compared with it. URIs are put together with urllib and read back with PyOTP,
npm otpauth and @otplib/uri; migration messages are encoded and read back by the
protobuf library. What is refused here is refused by one of them as well, which
takes a sound text that differs in what is wrong only: as long, in the same case
and with the same separators (readers.py). What none of them refuses is policy,
in groups that say why.

Keys are derived from counters, so that each run writes the same bytes.
"""
import base64
import hashlib
import hmac
import importlib.metadata
import json
import platform
import re
import subprocess
import urllib.parse

import google.protobuf
import passlib
import passlib.totp
import pyotp
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from shared.test_ids import FORMAT_VERSION, Names, key_of, ordered
from shared.test_ids import ROOT as VECTORS
from second_factor.readers import disputing_secret, disputing_uri, lenient_readings, like_uri, migration_message, padded, reading_secret, reading_uri, reads, refusing_secret, refusing_uri, sound_base32
from shared.witness import Recomputed, vouched

GENERATOR = "vectors/generators/second_factor/totp_secrets.py"
OATHTOOL_VERSION = subprocess.run(
    ["oathtool", "--version"], capture_output=True, text=True, check=True
).stdout.split("\n")[0].split()[-1]
PYOTP = f"PyOTP {importlib.metadata.version('pyotp')}"
HMAC = Recomputed(f"Python {platform.python_version()} (hmac)")
OATHTOOL = f"oathtool {OATHTOOL_VERSION}"
PYTHON = {
    "name": "Python base64 module",
    "version": platform.python_version(),
    "url": "https://docs.python.org/3/library/base64.html",
    "licence": "PSF-2.0",
    "generator": GENERATOR,
}
# It reads the message, by a description that others have written; what is around the message is our reading.
ENVELOPE = Recomputed(f"protobuf for Python {google.protobuf.__version__} (after Python's urllib.parse and base64)")
OWN = {"name": "credport", "licence": "0BSD", "generator": GENERATOR}
# Why an answer is right that no other implementation gives; by the first fitting beginning of the problem.
POLICIES = {
    "secret/empty": "RFC 4648 encodes no bytes as no characters, so that decoders take it; RFC 4226 section 4 (R6) wants a secret of at least 128 bits, and a device without a key lets everybody compute its codes.",
    "secret/too-long": "Decoders have no bound. No device has a key of more than 128 bytes: a longer text is another column, and reading it in full is work for whoever sent it.",
    "secret/encrypted": "A decoder sees sound characters, or any text. What is in the form that a system writes its ciphertexts in is not a key: imported, it never makes a code that the user's device shows.",
    "secret/otpauth-uri": "As bytes any text is a key. A URI is not one: its secret is inside, and the text as a key never makes a code that the user's device shows.",
    "secret/": "Lenient decoders skip or drop what does not fit, each in its own way, and the key is another one than the device's.",
    "otpauth/algorithm": "The readers take any hash function that they can compute, or the default for names that they don't know. The service's import has no field for it (spec: 4.1): whatever it is, the service would compute SHA1.",
    "otpauth/digits": "The readers take any number of digits. The service's import has no field for it (spec: 4.1): it would compare 6.",
    "otpauth/hotp": "The readers know HOTP. The service's import is of TOTP devices only (spec: 4.1).",
    "otpauth/type": "Readers that let it pass take TOTP for granted. A type that the format does not have makes other codes.",
    "otpauth/encoder": "The readers do not know the parameter and leave it out. Codes of such a device have letters, so that the service's never match.",
    "otpauth/malformed": "The readers use their language's own reading of numbers, which takes blanks, signs and further characters or falls back to a default. A device of another reading makes other codes.",
    "otpauth/period": "The readers take any number. A code that is valid for more than a day is no one-time code, and RFC 6238 section 5.2 wants periods short; a period of 0 is no period.",
    "otpauth/duplicate": "The format says nothing of parameters that appear twice; some readers take the first, some the last. Where readers differ no choice is safe.",
    "otpauth/percent": "The readers leave a damaged escape as it is or replace it. It is a sign that the URI was cut or encoded twice, so that nothing after it can be trusted.",
    "otpauth/html-escaped": "The readers see a parameter named amp;algorithm and take the default. The URI was copied out of markup, and what it says of the algorithm is lost.",
    "otpauth/encoding": "RFC 3986 section 2 has no such character in a URI; readers that follow the WHATWG URL Standard drop or encode it. A URI with one was joined or cut.",
    "otpauth/too-long": "The readers have no bound. No QR code holds more than 2,953 bytes.",
    "otpauth/secret": "The readers accept a device without a key or make one up. Without the secret there is nothing to carry over.",
    "otpauth/not-otpauth": "The readers do not look at what is in front. Whatever it is, it is not a device.",
    "otpauth/migration-unspecified": "In the message 0 stands for unspecified, and protobuf reads that as any other number. A guess is stored as if it were known.",
    "otpauth/migration-empty": "To protobuf an empty list is as good as any. An export without accounts was cut or is of another kind.",
    "otpauth/migration-too-many": "Protobuf has no bound on lists. Google Authenticator puts at most ten accounts into a code.",
    "otpauth/migration": "Protobuf drops what it does not know, takes the last of values that appear twice, and keeps numbers that mean nothing. An export that its own app would not write is not safe to read in part.",
}


# Codes that are one problem for several faults; which one it is, the comment says.
SHARED_PROBLEMS = ("secret/malformed", "secret/illegal-character", "otpauth/unsupported", "otpauth/malformed", "otpauth/encoding")
ASPECTS = {
    "unused bits": "secret/unused-bits", "padding": "secret/padding", "other alphabet": "secret/other-alphabet",
    "(?i:sha|md5)|^algorithm (?!twice)|algorithm number": "otpauth/algorithm", "[0-9] digits$|eight digits|digits number": "otpauth/digits",
    "HOTP|one of two": "otpauth/hotp", "^type": "otpauth/type", "encoder": "otpauth/encoder", "a period of|out of range": "otpauth/period",
    "^no secret$": "otpauth/secret", "twice": "otpauth/duplicate", "percent-encoding": "otpauth/percent",
}


def aspect_of(problem, comment):
    if problem not in SHARED_PROBLEMS:
        return problem
    return next((name for pattern, name in ASPECTS.items() if re.search(pattern, comment)), problem)


def policy_of(problem, comment=""):
    aspect = aspect_of(problem, comment)
    return next((reason for beginning, reason in POLICIES.items() if aspect.startswith(beginning)), None)


TARGET = [{"ref": "spec: 4.1", "section": "rule 1"}]


def key_bytes(name, length):
    """Bytes that look random and are the same in each run."""
    out, block = b"", 0
    while len(out) < length:
        out += hashlib.sha256(f"{name} {block}".encode()).digest()
        block += 1
    return out[:length]


def base32(key):
    """Upper case, unpadded; Python and oathtool have to agree."""
    text = base64.b32encode(key).decode().rstrip("=")
    shown = subprocess.run(
        ["oathtool", "-v", key.hex()], capture_output=True, text=True, check=True
    ).stdout
    printed = [line.split()[-1] for line in shown.split("\n") if line.startswith("Base32 secret")][0]
    assert printed.rstrip("=") == text, key.hex()
    return text


def shown_time(unix):
    command = ["date", "-u", "-d", f"@{unix}", "+%Y-%m-%d %H:%M:%S UTC"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.rstrip("\n")


class VectorFile:
    def __init__(self, operation, topic, header, flags):
        self.operation, self.topic, self.header, self.flags = operation, topic, header, flags
        self.groups, self.asked = [], set()
        self.names = Names(operation, topic)
        self.group(OWN)

    def group(self, source):
        """The group of this source is the one that tests with a witness are added to."""
        self.opened = self.group_of(source)

    def group_of(self, source):
        for group in self.groups:
            if group["source"] == source:
                return group
        self.groups.append({"source": source, "tests": []})
        return self.groups[-1]

    def add(self, comment, flags, given, output=None, problem=None, spec=None, takes=None, names=(), policy=None, may_refuse=None):
        """
        `takes`: an output that is right beside the refusal, or several that are beside the output; `may_refuse`: why a refusal is right beside
        the output; `names`: who confirmed exactly this test; `policy`: why it is right where nobody did.
        """
        # A second source that writes the same text asks nothing new.
        if key_of(given) in self.asked:
            return
        self.asked.add(key_of(given))
        outputs = [one for one in (output, *(takes if isinstance(takes, list) else [takes])) if one is not None]
        standing = vouched(names)
        stands = standing or "published" in self.opened["source"]
        test = {"comment": comment, "flags": flags, "input": given, "problem": problem, "mayRefuse": may_refuse}
        if takes or may_refuse:
            test |= {"result": "acceptable", "outputs": outputs}
        else:
            test |= {"result": "valid", "output": output} if outputs else {"result": "invalid"}
        test |= {**(standing if stands else {"policy": policy}), **self.names.head_of(given)}
        group = self.opened if stands else self.group_of(OWN)
        group["tests"].append(ordered({**test, "spec": spec or TARGET, "cost": "cheap"}))

    def write(self):
        tests = [test for group in self.groups for test in group["tests"]]
        used = {flag for test in tests for flag in test["flags"]}
        assert used == set(self.flags), used ^ set(self.flags)
        head = {"formatVersion": FORMAT_VERSION, "operation": self.operation, "topic": self.topic}
        groups = [group for group in self.groups if group["tests"]]
        content = {**head, "header": self.header, "flags": self.flags, "groups": groups}
        path = VECTORS / self.operation / f"{self.topic}.json"
        path.write_text(json.dumps(content, indent=2, ensure_ascii=True) + "\n")
        print(f"{len(tests):4d} {path.relative_to(VECTORS)}")


def flag(bug_type, description, effect, *links):
    return {"bugType": bug_type, "description": description, "effect": effect, "links": list(links)}


RFC4648 = "https://www.rfc-editor.org/rfc/rfc4648"
RFC4226 = "https://www.rfc-editor.org/rfc/rfc4226"
RFC6238 = "https://www.rfc-editor.org/rfc/rfc6238"
KEY_URI = "https://github.com/google/google-authenticator/wiki/Key-Uri-Format"

FLAGS = {
    "Canonical": flag(
        "LOCKOUT", "The output is upper case, without padding and without separators.",
        "A decoder that is strict about padding or case refuses the stored secret, and no code matches.", RFC4648),
    "Grouped": flag(
        "WRONG_REFUSAL", "Base32 in lower case, in groups, or with complete padding.",
        "A good secret is refused because of its looks, and the user has to enrol again.", RFC4648),
    "RawText": flag(
        "LOCKOUT", "The bytes of the text are the key.",
        "The text is taken for base32: the secret is stored, and no code ever matches.",
        "https://github.com/keycloak/keycloak/issues/9434",
        "https://github.com/better-auth/better-auth/issues/9944"),
    "RawBytes": flag(
        "LOCKOUT", "Bytes in utf8 are the key, whatever they are.",
        "Bytes are decoded as text once more, and the key is another one.", RFC6238),
    "ByteText": flag(
        "LOCKOUT", "Bytes in a textual encoding are its ASCII text.",
        "The text of the encoding itself becomes the key.", RFC4648),
    "Ambiguous": flag(
        "LOCKOUT", "The same text is good in several encodings, and the named one decides.",
        "The encoding is guessed from the look of the text: the secret is stored, and no code ever matches.",
        "https://github.com/logto-io/logto/issues/8504"),
    "DirtyTrailingBits": flag(
        "LOCKOUT", "The last character has bits that belong to no byte, and they are not 0.",
        "RFC 4648 section 3.5 permits to refuse them or to drop them. What they are taken for otherwise is another key, and no code ever matches.", RFC4648),
    "ImpossibleLength": flag(
        "LOCKOUT", "A length that no whole number of bytes encodes to.",
        "A secret that was cut off is stored, and no code ever matches.", RFC4648),
    "WrongPadding": flag(
        "LOCKOUT", "Padding that does not complete the last group, or is before the end.",
        "Two texts that were joined, or one that was cut, are taken for a secret.", RFC4648),
    "LookAlike": flag(
        "LOCKOUT", "A digit that looks like a letter of the alphabet: 0, 1, 8 or 9.",
        "A digit is replaced by the letter that it looks like, and the key is another one.", RFC4648),
    "WrongAlphabet": flag(
        "LOCKOUT", "A character that the named encoding does not have.",
        "Lenient decoders skip the character, and the key is another one.", RFC4648),
    "MixedAlphabets": flag(
        "LOCKOUT", "Characters of the other base64 alphabet, or of both.",
        "Lenient decoders skip or replace the character, and the key may be another one.", RFC4648),
    "EmptySecret": flag(
        "WRONG_ACCEPTANCE", "There is no key.",
        "A device without a key is stored: everyone can compute its codes.", RFC4226),
    "NotText": flag(
        "LOCKOUT", "Half a surrogate pair: the text has no UTF-8 form.",
        "The half is replaced by U+FFFD, and the key is another one.", "https://www.rfc-editor.org/rfc/rfc3629"),
    "AbsurdLength": flag(
        "DENIAL_OF_SERVICE", "Text that is far longer than any secret.",
        "A column that holds something else is decoded in full.", RFC4226),
    "Ciphertext": flag(
        "LOCKOUT", "An encrypted secret in the form that its system stores.",
        "The ciphertext is taken for the key: the secret is stored, and no code ever matches.",
        "https://laravel.com/docs/encryption", "https://guides.rubyonrails.org/active_record_encryption.html",
        "https://github.com/nextcloud/server/blob/master/lib/private/Security/Crypto.php"),
    "WrongField": flag(
        "LOCKOUT", "An otpauth URI where a bare secret is expected.",
        "The text of the URI becomes the key, and no code ever matches.", KEY_URI),
}


def flags_for(*names):
    return {name: FLAGS[name] for name in names}


def to_base32(file, comment, flags, secret, encoding, key, spec=None):
    """Where nobody reads the text in this encoding, oathtool has written the key in base32."""
    names = [] if "RawBytes" in flags else reading_secret(text_of(secret), encoding, key, OATHTOOL)
    given = {"secret": secret, "encoding": encoding}
    may_refuse = SHORT_KEY if len(key) < 16 else why_strict(text_of(secret), encoding)
    assert may_refuse or "RawBytes" in flags or not disputing_secret(text_of(secret), encoding, key), (comment, secret)
    file.add(comment, flags, given, {"base32": base32(key)}, spec=spec, names=names or [Recomputed(OATHTOOL)], may_refuse=may_refuse)


def why_strict(text, encoding):
    """Why a decoder that keeps to RFC 4648 refuses what authenticators and systems write."""
    if encoding == "base32":
        return SEPARATED if re.search(r"[ \t\r\n-]", text) else None
    return UNPADDED if encoding.startswith("base64") and len(text) % 4 else None


def text_of(secret):
    """The text that a field of the format stands for."""
    if isinstance(secret, str):
        return secret
    if "repeat" in secret:
        return secret["repeat"]["text"] * secret["repeat"]["times"]
    if "hex" in secret:
        return bytes.fromhex(secret["hex"]).decode("latin-1")
    return bytes.fromhex(secret["textUtf16"]).decode("utf-16-be", "surrogatepass")


# Where the rule is that a text breaks, by the problem; all of them beside the service's own.
RULES_BROKEN = {
    "secret/unused-bits": [{"ref": "RFC 4648", "section": "3.5"}],
    "secret/padding": [{"ref": "RFC 4648", "section": "3.2"}],
    "secret/malformed": [{"ref": "RFC 4648", "section": "6"}],
    "secret/illegal-character": [{"ref": "RFC 4648", "section": "3.3"}],
    "secret/other-alphabet": [{"ref": "RFC 4648", "section": "5"}],
    "secret/empty": [{"ref": "RFC 4226", "section": "4"}],
    "secret/not-text": [{"ref": "RFC 3629", "section": "3"}],
    "secret/too-long": [{"ref": "RFC 4226", "section": "4"}],
    "secret/otpauth-uri": [{"ref": "Key Uri Format", "section": "Secret"}],
    "secret/encrypted": [],
}


def refused(file, comment, flags, secret, encoding, problem, takes=None, spec=None):
    file.group(OWN)
    names = refusing_secret(text_of(secret), encoding, OATHTOOL)
    rule = spec or RULES_BROKEN[aspect_of(problem, comment)]
    output = None if takes is None else {"base32": base32(takes)}
    names += reading_secret(text_of(secret), encoding, takes, OATHTOOL) if takes else []
    given = {"secret": secret, "encoding": encoding}
    file.add(comment, flags, given, problem=problem, spec=[*rule, *TARGET], takes=output, names=names, policy=policy_of(problem, comment))


# --- secret-to-base32 -------------------------------------------------------

def write_rfc4648():
    file = VectorFile("secret-to-base32", "rfc4648", [
        "The test vectors of RFC 4648 section 10, read in four encodings.",
        "All keys are shorter than 128 bits, so that an implementation may refuse them."],
        flags_for("Canonical", "Grouped", "EmptySecret"))
    file.group({"name": "RFC 4648", "version": "2006-10", "url": f"{RFC4648}#section-10",
                "licence": "IETF Trust", "generator": GENERATOR, "published": True})
    spec = [{"ref": "RFC 4648", "section": "10"}]
    published = {"f": "MY======", "fo": "MZXQ====", "foo": "MZXW6===", "foob": "MZXW6YQ=",
                 "fooba": "MZXW6YTB", "foobar": "MZXW6YTBOI======"}
    for text, padded in published.items():
        key = text.encode()
        assert base64.b32encode(key).decode() == padded
        to_base32(file, f"{len(key)} bytes as text", ["Canonical"], text, "utf8", key, spec)
        to_base32(file, f"{len(key)} bytes, padded", ["Grouped"], padded, "base32", key, spec)
        to_base32(file, f"{len(key)} bytes in base64", ["Canonical"], base64.b64encode(key).decode(), "base64", key, spec)
        to_base32(file, f"{len(key)} bytes in hexadecimal", ["Canonical"], key.hex(), "hex", key, spec)
    for encoding in ["base32", "base64", "base64url", "hex", "utf8"]:
        refused(file, f"no characters, {encoding}", ["EmptySecret"], "", encoding, "secret/empty")
    file.write()


def write_known_pairs():
    file = VectorFile("secret-to-base32", "known-pairs", [
        "Secrets as named systems store them, and texts that are good in several encodings."],
        flags_for("Canonical", "RawText", "Ambiguous", "Grouped"))
    file.group(PYTHON)
    to_base32(file, "django-otp: 40 hexadecimal digits", ["Canonical"], "3132333435363738393031323334353637383930", "hex", b"12345678901234567890")
    to_base32(file, "Keycloak without secretEncoding", ["RawText"], "stepupdemofixture123", "utf8", b"stepupdemofixture123")
    to_base32(file, "Keycloak without secretEncoding", ["RawText"], "Quohp7t2mrLMUwft3g90", "utf8", b"Quohp7t2mrLMUwft3g90")
    to_base32(file, "Better Auth: 32 letters and digits", ["RawText"], "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA", "utf8", b"aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA")
    to_base32(file, "the key of RFC 6238 as text", ["RawText"], "12345678901234567890", "utf8", b"12345678901234567890")
    hello = "JBSWY3DPEHPK3PXP"
    to_base32(file, "16 characters, named base32", ["Ambiguous"], hello, "base32", base64.b32decode(hello))
    to_base32(file, "16 characters, named base64", ["Ambiguous"], hello, "base64", base64.b64decode(hello))
    to_base32(file, "16 characters, named base64url", ["Ambiguous"], hello, "base64url", base64.urlsafe_b64decode(hello))
    to_base32(file, "16 characters, named utf8", ["Ambiguous"], hello, "utf8", hello.encode())
    forty = "234567ABCDEF234567ABCDEF234567ABCDEF2345"
    to_base32(file, "40 characters, named base32", ["Ambiguous"], forty, "base32", base64.b32decode(forty))
    to_base32(file, "40 characters, named hex", ["Ambiguous"], forty, "hex", bytes.fromhex(forty))
    to_base32(file, "40 characters, named base64", ["Ambiguous"], forty, "base64", base64.b64decode(forty))
    to_base32(file, "40 characters, named utf8", ["Ambiguous"], forty, "utf8", forty.encode())
    file.group({"name": "passlib", "version": passlib.__version__, "url": "https://passlib.readthedocs.io/en/stable/lib/passlib.totp.html",
                "licence": "BSD-3-Clause", "generator": GENERATOR})
    for digits in ["ee5dcb398730062044c8792fa53426e49c13c218", "e01c630c2184b076ce99"]:
        key = bytes.fromhex(digits)
        totp = passlib.totp.TOTP(key=digits, format="hex")
        assert totp.base32_key == base32(key) and totp.key == key
        to_base32(file, "test key of passlib in hexadecimal", ["Canonical"], digits, "hex", key)
        to_base32(file, "test key of passlib in groups", ["Grouped"], totp.pretty_key(), "base32", key)
        to_base32(file, "test key of passlib in lower case", ["Grouped"], totp.pretty_key(sep=" ").lower(), "base32", key)
    file.write()


def groups_of_four(text):
    return " ".join(text[at:at + 4] for at in range(0, len(text), 4))


def write_encodings():
    file = VectorFile("secret-to-base32", "encodings", [
        "The same key in every encoding gives the same base32, for keys of 1 to 64 bytes."],
        flags_for("Canonical", "Grouped", "RawBytes"))
    file.group(PYTHON)
    for length in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14, 15, 16, 17, 18, 19, 20, 21, 24, 25, 26, 32, 33, 35, 40, 48, 63, 64]:
        key = key_bytes("credport encodings", length)
        note = f"{length} bytes"
        to_base32(file, f"{note}, base64", ["Canonical"], base64.b64encode(key).decode(), "base64", key)
        to_base32(file, f"{note}, base64url without padding", ["Canonical"], base64.urlsafe_b64encode(key).decode().rstrip("="), "base64url", key)
        to_base32(file, f"{note}, hexadecimal", ["Canonical"], key.hex(), "hex", key)
        to_base32(file, f"{note}, base32 in lower-case groups", ["Grouped"], groups_of_four(base64.b32encode(key).decode().rstrip("=").lower()), "base32", key)
        to_base32(file, f"{note}, raw", ["RawBytes"], {"hex": key.hex()}, "utf8", key)
    file.write()


def write_forms():
    file = VectorFile("secret-to-base32", "forms", [
        "What each encoding may look like, and what text and bytes mean.",
        "Base32: white space and hyphens anywhere, either case, padding complete or absent."],
        flags_for("Canonical", "Grouped", "RawText", "RawBytes", "ByteText"))
    file.group(PYTHON)
    key = key_bytes("credport forms", 20)
    text = base64.b32encode(key).decode()
    to_base32(file, "as it comes out", ["Canonical"], text, "base32", key)
    to_base32(file, "lower case", ["Grouped"], text.lower(), "base32", key)
    to_base32(file, "hyphens", ["Grouped"], groups_of_four(text).replace(" ", "-"), "base32", key)
    to_base32(file, "line end", ["Grouped"], text + "\r\n", "base32", key)
    to_base32(file, "tabs and white space around", ["Grouped"], "\t " + text[:7] + "\t" + text[7:] + " ", "base32", key)
    for length in [16, 17, 18, 19]:
        short = key[:length]
        padded = base64.b32encode(short).decode()
        to_base32(file, f"padding of {padded.count('=')}", ["Grouped"], padded, "base32", short)
        to_base32(file, f"padding of {padded.count('=')} with separators", ["Grouped"], groups_of_four(padded), "base32", short)
        to_base32(file, f"{length} bytes without padding", ["Grouped"], padded.rstrip("="), "base32", short)
    to_base32(file, "upper-case hexadecimal", ["Canonical"], key.hex().upper(), "hex", key)
    for length in [16, 17, 18]:
        short = key[:length]
        to_base32(file, f"base64 of {length} bytes without padding", ["Canonical"], base64.b64encode(short).decode().rstrip("="), "base64", short)
        to_base32(file, f"base64url of {length} bytes with padding", ["Canonical"], base64.urlsafe_b64encode(short).decode(), "base64url", short)
    both = b"\xfb\xff\xbf\xfe" * 5
    to_base32(file, "base64 with + and /", ["Canonical"], base64.b64encode(both).decode(), "base64", both)
    to_base32(file, "base64url with - and _", ["Canonical"], base64.urlsafe_b64encode(both).decode(), "base64url", both)
    for comment, raw in [
        ("letters outside ASCII", "gr\u00fc\u00dfe aus K\u00f6ln 2024"), ("an emoji, four bytes", "secret \U0001f511 of the house"),
        ("Japanese", "\u3053\u3093\u306b\u3061\u306f\u79d8\u5bc6"), ("decomposed letter, not normalised", "cafe\u0301 au lait \u2014 noir"),
        ("a space inside", "two words of a key"), ("punctuation", "p=1&q=2;r|s{t}u"), ("NUL inside", "before\u0000after and more"),
        ("trailing space is part of the key", "trailing space is key "), ("a byte order mark is part of the key", "\ufeffwith a mark in front"),
    ]:
        to_base32(file, comment, ["RawText"], raw, "utf8", raw.encode())
    for comment, raw in [("bytes that are not UTF-8", b"\xff\xfe\xc3\x28" * 5), ("zero bytes", bytes(20)), ("bytes that look like base32", b"JBSWY3DPEHPK3PXPJBSW")]:
        to_base32(file, comment, ["RawBytes"], {"hex": raw.hex()}, "utf8", raw)
    to_base32(file, "bytes of base32 text", ["ByteText"], {"hex": text.encode().hex()}, "base32", key)
    to_base32(file, "bytes of hexadecimal text", ["ByteText"], {"hex": key.hex().encode().hex()}, "hex", key)
    to_base32(file, "bytes of base64 text", ["ByteText"], {"hex": base64.b64encode(key).hex()}, "base64", key)
    file.write()


def write_refused():
    file = VectorFile("secret-to-base32", "refused", [
        "Texts that lenient decoders take and that are not secrets of the named encoding."],
        flags_for("DirtyTrailingBits", "ImpossibleLength", "WrongPadding", "LookAlike", "WrongAlphabet", "MixedAlphabets",
                  "EmptySecret", "NotText", "AbsurdLength", "WrongField", "ByteText"))
    for text in ["MZXW7===", "MZ======", "MZXR====", "MZXW6YR=", "GEZDGNBVGY3TQOJQGEZDGNBVGZ", "GEZDGNBVGY3TQOJQGEZDGNBVGY3TP"]:
        dropped = base64.b32decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 8))
        refused(file, "unused bits that are not 0, base32", ["DirtyTrailingBits"], text, "base32", "secret/malformed", dropped)
    for text, encoding in [("Zh==", "base64"), ("Zm9=", "base64"), ("Zm9", "base64url"), ("QUJDREVGR0hJSktMTU5PUR", "base64")]:
        dropped = base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
        refused(file, f"unused bits that are not 0, {encoding}", ["DirtyTrailingBits"], text, encoding, "secret/malformed", dropped)
    for text in ["A", "ABC", "ABCDEF", "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQA", "GEZDGNBVGY3TQOJQGEZDGNBVGY3"]:
        refused(file, f"{len(text)} base32 characters", ["ImpossibleLength"], text, "base32", "secret/malformed")
    for text in ["313", "31323334353637383930313233343536373839303"]:
        refused(file, f"{len(text)} hexadecimal digits", ["ImpossibleLength"], text, "hex", "secret/malformed")
    for encoding in ["base64", "base64url"]:
        refused(file, f"5 characters of {encoding}", ["ImpossibleLength"], "QUJDR", encoding, "secret/malformed")
    # Too much or too little at the end leaves the key the same, and RFC 4648 section 3.3 lets decoders pass over what is too much.
    for text in ["MZXW6=", "MZXW6==", "MZXW6====", "MZXW6YTB=", "MY=====", "=MZXW6===", "MZXW6===MZXW6===", "MY==\n====MY", "========", "==="]:
        takes = base64.b32decode(padded(text.rstrip("="), 8)) if re.fullmatch("[^=\n]+=+", text) else None
        refused(file, "padding, base32", ["WrongPadding"], text, "base32", "secret/malformed", takes)
    for text in ["Zm9v=", "Zg=", "Zg===", "Zg==Zg==", "=Zm9v", "===="]:
        takes = base64.b64decode(padded(text.rstrip("="), 4)) if re.fullmatch("[^=]+=+", text) else None
        refused(file, "padding, base64", ["WrongPadding"], text, "base64", "secret/malformed", takes)
    for digit in "0189":
        refused(file, f"the digit {digit}", ["LookAlike"], f"GEZDGNBVGY3TQ{digit}JQ", "base32", "secret/illegal-character")
    for comment, text in [("not in the alphabet", "GEZDGNBV!Y3TQOJQ"), ("a dot", "GEZD.GNBV"), ("no-break space", "GEZD\u00a0GNBVGY3TQOJQ"),
                          ("a letter with an accent", "G\u00c9ZDGNBVGY3TQOJQ"), ("Cyrillic letter", "G\u0415ZDGNBVGY3TQOJQ"),
                          ("zero-width space", "GEZD\u200bGNBVGY3TQOJQ"), ("NUL", "GEZDGNBVGY3TQOJQ\u0000"), ("quoted", "\"GEZDGNBVGY3TQOJQ\""),
                          ("an en dash", "GEZD\u2013GNBVGY3TQOJQ"), ("a long s, which upper case turns into S", "GEZDGNBVGY3TQOJ\u017f")]:
        refused(file, f"{comment}, base32", ["WrongAlphabet"], text, "base32", "secret/illegal-character")
    for comment, text in [("prefix of PostgreSQL", "\\x3132333435363738"), ("prefix of C", "0x3132333435363738"), ("colons", "31:32:33:34"),
                          ("a space", "3132 3334"), ("letter g", "313g"), ("full-width digit", "31\uff13\uff12")]:
        # Who skips what is between the digits or before them has the user's key.
        digits = re.sub(r"^(?:0|\\)x|[ :]", "", text)
        takes = bytes.fromhex(digits) if re.fullmatch("[0-9a-f]+", digits) else None
        refused(file, f"{comment}, hexadecimal", ["WrongAlphabet"], text, "hex", "secret/illegal-character", takes)
    for comment, text in [("a line end", "QUJDREVGR0hJSktMTU5PUA==\n"), ("a space", "QUJD REVG"), ("a dot", "QUJD.REVG"), ("not ASCII", "QUJ\u0110")]:
        takes = base64.b64decode(text) if re.search(r"\s", text) else None
        refused(file, f"{comment}, base64", ["WrongAlphabet"], text, "base64", "secret/illegal-character", takes)
    for text, encoding in [("-_v-QUJD", "base64"), ("++//QUJD", "base64url"), ("+-/_QUJD", "base64"), ("+-/_QUJD", "base64url")]:
        refused(file, f"other alphabet, {encoding}", ["MixedAlphabets"], text, encoding, "secret/illegal-character")
    for text, encoding in [("   ", "base32"), ("- - -", "base32"), ("  \t", "utf8")]:
        refused(file, f"separators only, {encoding}", ["EmptySecret"], text, encoding, "secret/empty")
    for units in ["0073d800", "dc000073", "d800d800dc00", "0061dfff0062"]:
        refused(file, "half a surrogate pair", ["NotText"], {"textUtf16": units}, "utf8", "secret/not-text")
    for encoding in ["base32", "base64", "base64url", "hex", "utf8"]:
        refused(file, f"a million characters, {encoding}", ["AbsurdLength"], {"repeat": {"text": "A", "times": 1000000}}, encoding, "secret/too-long")
    refused(file, "a key of 600 bytes", ["AbsurdLength"], {"repeat": {"text": "key! ", "times": 120}}, "utf8", "secret/too-long")
    uri = "otpauth://totp/Example:a%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    refused(file, "a URI in a base32 field", ["WrongField"], uri, "base32", "secret/otpauth-uri")
    refused(file, "a URI in a text field", ["WrongField"], uri, "utf8", "secret/otpauth-uri")
    refused(file, "a URI in upper case", ["WrongField"], uri.upper(), "utf8", "secret/otpauth-uri")
    refused(file, "a URI in base64", ["WrongField"], base64.b64encode(uri.encode()).decode(), "base64", "secret/otpauth-uri")
    refused(file, "a migration URI", ["WrongField"], "otpauth-migration://offline?data=Cg", "utf8", "secret/otpauth-uri")
    refused(file, "raw bytes named base32", ["ByteText"], {"hex": "8f4d" * 10}, "base32", "secret/illegal-character")
    refused(file, "raw bytes named base64", ["ByteText"], {"hex": "8f4d" * 10}, "base64", "secret/illegal-character")
    file.write()


KNOWN_BY_LENGTH = {"Gitea: 40-byte secret, base64", "Gitea: hexadecimal", "Better Auth: hexadecimal"}


def write_ciphertext():
    file = VectorFile("secret-to-base32", "ciphertext", [
        "Encrypted secrets in the forms that systems store, with made-up bytes in place of the ciphertext.",
        "What carries no mark of its system is known by its length: no usual key is longer than 64 bytes."],
        flags_for("Ciphertext"))

    def b64(name, length):
        return base64.b64encode(key_bytes(name, length)).decode()

    laravel = json.dumps({"iv": b64("iv", 16), "value": b64("value", 48), "mac": key_bytes("mac", 32).hex(), "tag": ""}, separators=(",", ":"))
    rails = json.dumps({"p": b64("p", 32), "h": {"iv": b64("iv", 12), "at": b64("at", 16)}}, separators=(",", ":"))
    supabase = json.dumps({"key_id": "4d2a6c7e", "alg": "aes-gcm-hkdf", "data": b64("data", 48), "nonce": b64("nonce", 12)}, separators=(",", ":"))
    fernet = base64.urlsafe_b64encode(b"\x80" + (1700000000).to_bytes(8, "big") + key_bytes("fernet", 16 + 32 + 32)).decode()
    aspnet = base64.urlsafe_b64encode(bytes.fromhex("09f0c9f0") + key_bytes("aspnet", 52)).decode().rstrip("=")
    openssl = base64.b64encode(b"Salted__" + key_bytes("openssl", 40)).decode()
    cases = [
        ("Laravel", base64.b64encode(laravel.encode()).decode(), ["base64", "base64url", "utf8", "base32"]),
        ("Laravel, decoded once", laravel, ["utf8"]),
        ("Laravel, cut off after 32 characters", base64.b64encode(laravel.encode()).decode()[:32], ["base64", "base32", "utf8"]),
        ("Rails Active Record encryption", rails, ["utf8", "base32"]),
        ("Rails Active Record encryption in base64", base64.b64encode(rails.encode()).decode(), ["base64", "utf8"]),
        ("Rails message encryptor, GCM", f"{b64('gcm', 32)}--{b64('iv', 12)}--{b64('tag', 16)}", ["utf8", "base64"]),
        ("Rails message encryptor, CBC", f"{b64('cbc', 60)}--{key_bytes('digest', 20).hex()}", ["utf8", "base64"]),
        ("Supabase Auth", supabase, ["utf8", "base32", "base64"]),
        ("Nextcloud", "|".join([key_bytes("nc", 48).hex(), key_bytes("iv", 16).hex(), key_bytes("mac", 64).hex(), "3"]), ["utf8", "hex"]),
        ("Nextcloud, first version", "|".join([key_bytes("nc", 48).hex(), "q8Zr1LkW0pTyUv3X", key_bytes("mac", 64).hex()]), ["utf8"]),
        ("Gitea: 40-byte secret, base64", b64("gitea", 104), ["base64", "base64url" if not set("+/") & set(b64("gitea", 104)) else "base64", "utf8"]),
        ("Gitea: hexadecimal", key_bytes("gitea", 104).hex(), ["hex", "utf8"]),
        ("Gitea: hexadecimal with version", "v2:" + key_bytes("gitea", 60).hex(), ["utf8"]),
        ("Better Auth: hexadecimal", key_bytes("better", 72).hex(), ["hex", "utf8"]),
        ("Better Auth: envelope", "$ba$1$" + key_bytes("better", 72).hex(), ["utf8"]),
        ("Fernet", fernet, ["base64url", "utf8"]),
        ("ASP.NET Core Data Protection", aspnet, ["base64url", "utf8"]),
        ("OpenSSL enc", openssl, ["base64", "utf8"]),
        ("HashiCorp Vault", "vault:v1:" + b64("vault", 48), ["utf8"]),
        ("JSON Web Encryption", ".".join([base64.urlsafe_b64encode(b'{"alg":"dir","enc":"A256GCM"}').decode().rstrip("="), "", "SDRzc2Ftb3VudA", "YWJjZGVm", "dGFnZ2Vk"]), ["utf8"]),
        ("white space in front", "  " + base64.b64encode(laravel.encode()).decode(), ["utf8", "base32"]),
    ]
    for name, text, encodings in cases:
        for encoding in dict.fromkeys(encodings):
            takes, note = None, ""
            if name in KNOWN_BY_LENGTH:
                # Nothing but the length tells: whoever has such keys may take it.
                decode = {"hex": bytes.fromhex, "base64": base64.b64decode, "base64url": base64.urlsafe_b64decode, "utf8": str.encode}
                takes, note = decode[encoding](text), ": nothing but the length tells, so that taking it is permitted"
            refused(file, f"{name}, named {encoding}{note}", ["Ciphertext"], text, encoding, "secret/encrypted", takes)
    file.write()


# --- totp-code --------------------------------------------------------------

TOTP_FLAGS = {
    "KnownAnswer": flag("LOCKOUT", "A published code.", "No code of the user's device matches.", RFC6238),
    "LeadingZero": flag("LOCKOUT", "A code with a zero in front.", "One code in ten is shown or compared without its zero.", RFC4226),
    "LongCounter": flag("LOCKOUT", "A time beyond 2038.", "The counter or the time overflows, and no code matches.", RFC6238),
    "OtherParameters": flag("LOCKOUT", "Another period, hash function or number of digits.", "The parameters of the device are ignored, and no code matches.", RFC6238),
    "StepBoundary": flag("LOCKOUT", "The last second of a step, or the first.", "Codes change a second early or late.", RFC6238),
    "LongKey": flag("LOCKOUT", "A key longer than the block of the hash function.", "The key is cut off instead of hashed, and no code matches.", "https://www.rfc-editor.org/rfc/rfc2104"),
    "ShortKey": flag("WRONG_REFUSAL", "A key shorter than RFC 4226 asks for, as the field has them.", "The user's device is refused although it works.", RFC4226),
}


SHORT_KEY = "RFC 4226 section 4 (R6) demands a secret of at least 128 bits, so that refusing a shorter one conforms; in the field there are such devices."
SEPARATED = "RFC 4648 section 3.3 has decoders reject characters outside the alphabet, so that refusing blanks, line ends and hyphens conforms."
UNPADDED = "RFC 4648 section 3.2 demands padding unless a specification says otherwise, so that refusing base64 without it conforms."
LABEL_SPACE = "The format's page permits spaces before the account and does not say whether they belong to it: readers keep them, and who refuses such a label locks nobody out unseen."
# PyOTP refuses shorter keys.
PYOTP_SHORTEST = 14


def code_by_hmac(key, unix, period, digits, algorithm):
    mac = hmac.new(key, (unix // period).to_bytes(8, "big"), algorithm.lower()).digest()
    at = mac[-1] & 15
    return f"{(int.from_bytes(mac[at:at + 4], 'big') & 0x7FFFFFFF) % 10 ** digits:0{digits}d}"


def code_witnesses(given, key):
    """Who computes a code of the secret as it is, and the primitive over the key."""
    names = {OATHTOOL: code_by_oathtool, **({PYOTP: code_by_pyotp} if len(key) >= PYOTP_SHORTEST else {})}
    codes = {name: reader(given) for name, reader in names.items()}
    codes[HMAC] = code_by_hmac(key, *(given[name] for name in ("unixSeconds", "period", "digits", "algorithm")))
    assert len(set(codes.values())) == 1, (given, codes)
    return list(codes), codes[OATHTOOL]


def add_code(file, source, comment, flags, key, unix, period, digits, algorithm, code=None, spec="RFC 6238", also=()):
    """`also`: who else computed `code`."""
    given = {"secret": base32(key), "unixSeconds": unix, "period": period, "digits": digits, "algorithm": algorithm}
    names, shown = code_witnesses(given, key)
    assert code is None or shown == code, (key, unix, shown, code)
    file.group(source)
    extra = (["LeadingZero"] if shown[0] == "0" else []) + (["LongCounter"] if unix > 0x7FFFFFFF else [])
    section = "Appendix B" if code and "RFC" in spec else "4"
    file.add(comment, [*flags, *extra], given, {"code": shown}, spec=[{"ref": spec, "section": section}],
             names=[*names, *also], may_refuse=SHORT_KEY if len(key) < 16 else None)


def totp_file(topic, header, names):
    return VectorFile("totp-code", topic, header, {name: TOTP_FLAGS[name] for name in names})


def write_totp():
    times = [59, 1111111109, 1111111111, 1234567890, 2000000000, 20000000000]
    published = {
        "SHA1": (20, ["94287082", "07081804", "14050471", "89005924", "69279037", "65353130"]),
        "SHA256": (32, ["46119246", "68084774", "67062674", "91819424", "90698825", "77737706"]),
        "SHA512": (64, ["90693936", "25091201", "99943326", "93441116", "38618901", "47863826"]),
    }
    file = totp_file("rfc6238", ["The test vectors of RFC 6238 appendix B, and their last six digits.",
                                 "The keys for SHA256 and SHA512 are 32 and 64 bytes, as the RFC's program has them and erratum 2866 says."],
                     ["KnownAnswer", "LeadingZero", "LongCounter", "OtherParameters"])
    source = {"name": "RFC 6238", "version": "2011-05", "url": f"{RFC6238}#appendix-B", "licence": "IETF Trust", "generator": GENERATOR, "published": True}
    for algorithm, (length, codes) in published.items():
        key = (b"1234567890" * 7)[:length]
        for unix, code in zip(times, codes):
            other = [] if algorithm == "SHA1" else ["OtherParameters"]
            add_code(file, source, f"{algorithm}, 8 digits", ["KnownAnswer", *other], key, unix, 30, 8, algorithm, code)
            add_code(file, source, f"{algorithm}, 6 digits", ["KnownAnswer", *other], key, unix, 30, 6, algorithm, code[2:])
    file.write()

    file = totp_file("passlib", ["Codes out of the tests of passlib."], ["KnownAnswer", "StepBoundary", "ShortKey"])
    source = {"name": "passlib", "version": passlib.__version__, "url": "https://foss.heptapod.net/python-libs/passlib/-/blob/branch/stable/passlib/tests/test_totp.py",
                "licence": "BSD-3-Clause", "generator": GENERATOR}
    key = base64.b32decode("ACDEFGHJKL234567")
    for unix, code in [(1412873399, "221105"), (1412873400, "178491"), (1412873401, "178491"), (1412873429, "178491"), (1412873430, "915114")]:
        assert passlib.totp.TOTP(key="ACDEFGHJKL234567").generate(time=unix).token == code
        add_code(file, source, "around one step", ["KnownAnswer", "StepBoundary", "ShortKey"], key, unix, 30, 6, "SHA1", code, "passlib", [f"passlib {passlib.__version__}"])
    file.write()

    file = totp_file("oathtool", ["Codes for keys of 1 to 128 bytes, at times of any year, with every parameter that devices have."],
                     ["LeadingZero", "LongCounter", "OtherParameters", "StepBoundary", "LongKey", "ShortKey"])
    source = {"name": "OATH Toolkit oathtool", "version": OATHTOOL_VERSION, "url": "https://www.nongnu.org/oath-toolkit/", "licence": "GPL-3.0-or-later", "generator": GENERATOR}
    lengths = [1, 5, 10, 15, 16, 20, 20, 20, 26, 32, 35, 64, 65, 128]
    for index in range(84):
        length = lengths[index % len(lengths)]
        key = key_bytes(f"credport totp {index}", length)
        unix = int.from_bytes(key_bytes(f"credport time {index}", 4), "big") if index % 7 else index * 1000000007
        period = [30, 30, 30, 60, 15, 90][index % 6]
        digits = [6, 6, 8, 6, 7][index % 5]
        algorithm = ["SHA1", "SHA1", "SHA256", "SHA1", "SHA512", "SHA1"][(index // 2) % 6]
        unusual = (period, digits, algorithm) != (30, 6, "SHA1")
        flags = (["OtherParameters"] if unusual else []) + (["ShortKey"] if length < 16 else [])
        if length > (128 if algorithm == "SHA512" else 64):
            flags.append("LongKey")
        if flags == []:
            unix -= unix % period
            flags = ["StepBoundary"]
        add_code(file, source, f"{length} bytes, {algorithm}, {digits} digits, {period} s", flags, key, unix, period, digits, algorithm, spec="RFC 6238")
    key = key_bytes("credport boundary", 20)
    for period in [30, 60]:
        for unix in [0, period - 1, period, 2 * period - 1, 1700000010 - 1700000010 % period - 1, 1700000010 - 1700000010 % period]:
            add_code(file, source, f"second {unix % period} of a step of {period} s", ["StepBoundary"] + ([] if period == 30 else ["OtherParameters"]), key, unix, period, 6, "SHA1")
    file.write()


TOTP_REFUSED = [
    ("a secret that is not base32", "BadSecret", {"secret": "not base32!"}, "secret/illegal-character"),
    ("a digit that looks like a letter", "BadSecret", {"secret": "GEZDGNBVGY3TQ0JQGEZDGNBVGY3TQOJQ"}, "secret/illegal-character"),
    ("a secret in base64", "BadSecret", {"secret": "MTIzNDU2Nzg5MDEyMzQ1Njc4OTA="}, "secret/illegal-character"),
    ("a secret that was cut off", "BadSecret", {"secret": "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQG"}, "secret/malformed"),
    ("unused bits that are not 0", "BadSecret", {"secret": "GEZDGNBVGY3TQOJQGEZDGNBVGZ"}, "secret/malformed"),
    ("padding that does not complete the last group", "BadSecret", {"secret": "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQ=="}, "secret/malformed"),
    ("no secret", "EmptySecret", {"secret": ""}, "secret/empty"),
    ("separators only", "EmptySecret", {"secret": " - "}, "secret/empty"),
    ("a period of 0", "BadParameters", {"period": 0}, "totp/parameter-out-of-range"),
    ("a negative period", "BadParameters", {"period": -30}, "totp/parameter-out-of-range"),
    ("no digits", "BadParameters", {"digits": 0}, "totp/parameter-out-of-range"),
    ("5 digits", "BadParameters", {"digits": 5}, "totp/parameter-out-of-range"),
    ("11 digits, more than the number has", "BadParameters", {"digits": 11}, "totp/parameter-out-of-range"),
    ("a negative number of digits", "BadParameters", {"digits": -6}, "totp/parameter-out-of-range"),
    ("a hash function that RFC 6238 does not have", "BadParameters", {"algorithm": "MD5"}, "totp/parameter-out-of-range"),
]
SOUND_CODE = {"secret": "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "unixSeconds": 59, "period": 30, "digits": 6, "algorithm": "SHA1"}
POLICIES |= {
    "totp/period": "The readers take any number. RFC 6238 section 4 divides by the period.",
    "totp/digits": "The readers take any number of digits. RFC 4226 section 5.3 wants 6 at least, and the truncated number has at most 10.",
    "totp/algorithm": "The readers take any hash function. RFC 6238 section 1.2 has three, and with another one codes are shorter than the truncation needs.",
}


def code_by_oathtool(given):
    if given["period"] < 0 or given["digits"] < 0:
        raise LookupError("would be read as an option")
    command = ["oathtool", "-b", f"--totp={given['algorithm'].lower()}", "-d", str(given["digits"]), "-s", f"{given['period']}s",
               "--now", shown_time(given["unixSeconds"]), "--", given["secret"]]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise ValueError(done.stderr)
    return done.stdout.rstrip("\n")


def code_by_pyotp(given):
    digest = {"SHA1": hashlib.sha1, "SHA256": hashlib.sha256, "SHA512": hashlib.sha512, "MD5": hashlib.md5}[given["algorithm"]]
    return pyotp.TOTP(given["secret"], digits=given["digits"], interval=given["period"], digest=digest).at(given["unixSeconds"])


def write_refused_codes():
    file = VectorFile("totp-code", "refused", ["Secrets and parameters of which no code can be made, or none that a device shows."],
                      {**flags_for("EmptySecret"), "BadSecret": OTPAUTH_FLAGS["BadSecret"],
                       "BadParameters": flag("LOCKOUT", "A period, number of digits or hash function that makes no codes.",
                                             "Every login of these users ends in an error, or no code ever matches.", RFC6238)})
    codes = {OATHTOOL: code_by_oathtool, PYOTP: code_by_pyotp}
    assert all(reads(reader, SOUND_CODE) == "287082" for reader in codes.values())
    for comment, flag_name, change, problem in TOTP_REFUSED:
        given = {**SOUND_CODE, **change}
        names = []
        twin = {**SOUND_CODE, "secret": sound_base32(given["secret"])[0]} if "secret" in change else SOUND_CODE
        for name, reader in codes.items():
            try:
                names += [name] if reads(reader, given) is None and reads(reader, twin) is not None else []
            except LookupError:
                continue
        if "secret" in change:
            names += refusing_secret(given["secret"], "base32", OATHTOOL)
        rule = RULES_BROKEN.get(aspect_of(problem, comment)) or [{"ref": "RFC 6238", "section": "4"}, {"ref": "RFC 4226", "section": "5.3"}]
        # RFC 4648 section 3.5: decoders may refuse unused bits, and oathtool and PyOTP drop them. Of padding they ask no more than the key.
        takes = {"code": code_by_oathtool(given)} if "unused bits" in comment or comment.startswith("padding") else None
        names += [name for name, reader in codes.items() if takes and {"code": reads(reader, given)} == takes]
        policy = policy_of(problem if problem.startswith("secret/") else f"totp/{next(iter(change))}")
        file.add(comment, [flag_name], given, problem=problem, spec=rule, names=names, policy=policy, takes=takes)
    file.write()


# --- otpauth ----------------------------------------------------------------

OTPAUTH_FLAGS = {
    "Defaults": flag("LOCKOUT", "Parameters that are absent: SHA1, 6 digits, 30 seconds.", "Another default is taken, and no code matches.", KEY_URI),
    "Label": flag("WRONG_REFUSAL", "Issuer and account in the label, encoded or not.", "The user reads a garbled name, or the device is refused.", KEY_URI, "https://github.com/pyauth/pyotp/issues/174"),
    "SecretForm": flag("WRONG_REFUSAL", "A secret in lower case, padded or percent-encoded.", "A good device is refused, and the user has to enrol again.", KEY_URI),
    "Tolerated": flag("WRONG_REFUSAL", "Something that has no part in making codes.", "A good device is refused, and the user has to enrol again.", KEY_URI),
    "Unsupported": flag("LOCKOUT", "A device whose codes the service can't verify.", "The device is stored, and no code ever matches.", RFC6238, RFC4226),
    "Damaged": flag("LOCKOUT", "A URI that was cut off, joined or escaped wrongly, or names a value that makes no codes.", "What is left of it is stored, or a value is made up: where the device has another, no code ever matches.", KEY_URI),
    "Duplicate": flag("LOCKOUT", "A parameter that appears twice.", "Readers differ on which one counts: where the values differ, no code may match.", KEY_URI),
    "BadSecret": flag("LOCKOUT", "A secret that is not base32.", "It is decoded leniently, to another key: stored, and no code ever matches.", RFC4648),
    "OtherUri": flag("WRONG_ACCEPTANCE", "A URI of another kind.", "Something that is not a device is stored as one.", KEY_URI),
    "RawSecret": flag("LOCKOUT", "The secret in a migration message is raw bytes.", "The bytes are taken for base32 text, and no code ever matches.", "https://github.com/qistoph/otp_export"),
    "Batch": flag("LOCKOUT", "Several accounts, or one code of several.", "Accounts are lost without a word.", "https://github.com/qistoph/otp_export"),
    "Unspecified": flag("LOCKOUT", "A migration entry that leaves algorithm, digits or type unspecified.", "A guess is stored, and no code may ever match.", "https://github.com/qistoph/otp_export"),
    "WireFormat": flag("DENIAL_OF_SERVICE", "A protobuf message that is damaged or hostile.", "A reader allocates or loops by a length that is not there, or stores half a message.", "https://protobuf.dev/programming-guides/encoding/"),
}
OTPAUTH_FLAGS |= {name: FLAGS[name] for name in ("EmptySecret", "AbsurdLength")}
QUOTE = urllib.parse.quote
FIELDS = {"ref": "spec: 4.1", "section": "body fields"}


def uri_rule(section, *more):
    return [{"ref": "Key Uri Format", "section": section}, *more]


# Where the rule is that an answer follows from: by the flag of what is taken, by the problem of what is refused.
URI_RULES = {
    "Defaults": uri_rule("Parameters", *TARGET),
    "Label": uri_rule("Label", *TARGET),
    "SecretForm": uri_rule("Secret", *TARGET),
    "Tolerated": uri_rule("Parameters", *TARGET),
    "otpauth/algorithm": uri_rule("Algorithm", FIELDS),
    "otpauth/digits": uri_rule("Digits", FIELDS),
    "otpauth/hotp": uri_rule("Types", FIELDS),
    "otpauth/type": uri_rule("Types"),
    "otpauth/encoder": uri_rule("Parameters", FIELDS),
    "otpauth/malformed": uri_rule("Parameters"),
    "otpauth/period": [{"ref": "RFC 6238", "section": "5.2"}, *uri_rule("Period")],
    "otpauth/secret": uri_rule("Secret"),
    "otpauth/duplicate": uri_rule("Parameters"),
    "otpauth/percent": [{"ref": "RFC 3986", "section": "2.1"}, *uri_rule("Label")],
    "otpauth/html-escaped": uri_rule("Parameters"),
    "otpauth/encoding": [{"ref": "RFC 3986", "section": "2"}],
    "otpauth/not-otpauth": uri_rule("Types"),
    "otpauth/too-long": uri_rule("Types"),
}


def rule_of(problem, comment):
    aspect = aspect_of(problem, comment)
    return URI_RULES.get(aspect) or [*uri_rule("Secret"), *RULES_BROKEN[aspect], *TARGET]

TOLERANCE = (
    "None of the readers that were asked takes the URI apart in this way. Nothing in it has a part in making the "
    "codes, or the format's page has only one reading for it, so that a refusal would cost a user a good device."
)


# Where a refusal is right although some reader takes the URI: what the format's page and RFC 3986 leave open.
NO_LABEL = "The format's page has a label in every URI (otpauth://TYPE/LABEL?PARAMETERS), so that a reader which refuses one without it is right."
CASE = "RFC 3986 section 6.2.2.1 takes only scheme and host without regard to case; the format's page has its parameters in lower case and SHA1 in upper case."
ROBUST = "RFC 3986 sections 3.1 and 3.2.2 take scheme and host without regard to case, and ask readers for that by a should; the format's page writes them in lower case."
UNENCODED = "RFC 3986 section 2 has no such character in a URI, so that a reader which refuses it is right."
EMPTY_PARAMETER = "The format's page joins parameters by one ampersand each. It has no empty ones, so that a reader which refuses them is right."
AROUND = "RFC 3986 has no white space in a URI, and its appendix C leaves it to whoever takes the URI out of a text to take off what is around it."
# Where some reader refuses the URI or reads another device, and a published source says what it is.
STATED = {
    "the dividing colon is encoded": 'The format\'s page: label = accountname / issuer (":" / "%3A") *"%20" accountname.',
    "the dividing colon is encoded in lower case": "RFC 3986 section 2.1: the digits of an escape are the same in either case.",
    "a counter": "The format's page has the parameter for HOTP; in a TOTP device it has no part in making codes.",
}

COLON = (
    "The format's page forbids the colon. Readers divide at the first one, encoded or not, or at the one that is "
    "there as it is; the issuer parameter says which was meant, and a user loses no login by either name."
)


def device(key, issuer=None, account=None, period=30):
    names = {name: text for name, text in [("issuer", issuer), ("account", account)] if text is not None}
    return {"secretKey": base32(key), "period": period, "digits": 6, "algorithm": "SHA1", **names}


def write_uris():
    file = VectorFile("otpauth", "uri", [
        "URIs of single devices. The service verifies SHA1 and 6 digits only (spec: 4.1 has no field for others).",
        "Only what the URI itself says is in the output; tolerance and device name are the importer's own."],
        {name: OTPAUTH_FLAGS[name] for name in ["Defaults", "Label", "SecretForm", "Tolerated", "Unsupported", "Damaged", "Duplicate", "BadSecret", "EmptySecret", "AbsurdLength", "OtherUri"]})
    source = {"name": "Python urllib.parse and base64 modules", "version": platform.python_version(),
              "url": "https://docs.python.org/3/library/urllib.parse.html", "licence": "PSF-2.0", "generator": GENERATOR}
    key = key_bytes("credport otpauth", 20)
    secret = base32(key)

    def good(comment, flags, uri, expected, may_refuse=None, policy=None, also=None):
        file.group(source)
        # Base32 of less than 16 bytes.
        may_refuse = may_refuse or (SHORT_KEY if len(expected["secretKey"]) < 26 else None)
        devices = [expected, also] if also else [expected]
        # Where a reader says otherwise, the source decides: it leaves the matter open, or STATED says that it does not.
        assert may_refuse or also or comment in STATED or not disputing_uri(uri, devices), (comment, disputing_uri(uri, devices))
        names = [] if policy else [name for one in devices for name in reading_uri(uri, one)]
        file.add(comment, flags, {"uri": uri}, {"devices": [expected]}, spec=URI_RULES[flags[0]], names=names,
                 policy=policy or TOLERANCE, may_refuse=may_refuse, takes=as_outputs([*devices[1:], *as_written(uri, devices)]))

    def bad(comment, flags, uri, problem, takes=None, like=None):
        """
        `takes`: the device that a lenient reader makes of it, whose codes are those that the user's app shows. Who reads
        it so confirms the one right answer, who refuses it the other. `like`: a sound URI that differs in what is wrong.
        """
        file.group(OWN)
        # Of a refusal it must be true that whoever does without it gets other codes, or none.
        read = {said["key"] for said in lenient_readings(text_of(uri))}
        assert takes or key.hex() not in read or comment in OTHER_CODES or comment.endswith("two values"), (comment, uri)
        output = None if takes is None else as_outputs([takes, *as_written(text_of(uri), [takes])])
        names = refusing_uri(text_of(uri), like or like_uri(text_of(uri)))
        names += reading_uri(text_of(uri), takes, ("key", "secret", "period")) if takes else []
        file.add(comment, flags, {"uri": uri}, problem=problem, spec=rule_of(problem, comment), takes=output, names=names, policy=policy_of(problem, comment))
    labels(good, secret, key)
    sound_parameters(good, secret, key)
    unsupported_uris(secret, bad, key)
    damaged_parameters(bad, secret, key)
    damaged_uris(bad, secret, key, file)


def as_outputs(devices):
    return [{"devices": [one]} for one in devices]


def as_written(uri, devices):
    """
    The devices with the secret in the case of the URI or with its padding, as far as there is any. Base32 of the same key
    makes the same codes, and a reader may leave that to who computes them, who may also drop unused bits; blanks it may not.
    """
    found = re.search(r"(?i)[?&]secret=([^&#]*)", uri)
    written = re.sub(r"[\s-]", "", urllib.parse.unquote_plus(found[1])) if found else ""
    forms = {written, written.upper(), written.rstrip("="), written.upper().rstrip("=")}
    return [
        {**device, "secretKey": form}
        for device in devices
        for form in sorted(forms - {device["secretKey"]})
        if re.fullmatch("[A-Za-z2-7]+=*", form) and base32(base64.b32decode(padded(form.rstrip("=").upper(), 8))) == device["secretKey"]
    ]


# What lenient readers leave out here says that the device makes other codes than they do.
OTHER_CODES = ("HTML-escaped", "an encoder of its own", "SHA256 under a name in upper case")


def labels(good, secret, key):
    good("the first example of the format's page", ["Defaults"], "otpauth://totp/Example:alice@google.com?secret=JBSWY3DPEHPK3PXP&issuer=Example",
         device(base64.b32decode("JBSWY3DPEHPK3PXP"), "Example", "alice@google.com"))
    good("the second example of the format's page", ["Label"], "otpauth://totp/ACME%20Co:john.doe@email.com?secret=HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ&issuer=ACME%20Co&algorithm=SHA1&digits=6&period=30",
         device(base64.b32decode("HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ"), "ACME Co", "john.doe@email.com"))
    for issuer, account in [("Example", "a@example.com"), ("B\u00fccher & Co", "j\u00fcrgen"), ("100% \u2713", "x+y@example.com"), ("A/B?C#D", "user name"), ("\u682a\u5f0f\u4f1a\u793e", "\u592a\u90ce")]:
        label = f"{QUOTE(issuer, safe='')}:{QUOTE(account, safe='')}"
        good("label and issuer percent-encoded", ["Label", "Defaults"], f"otpauth://totp/{label}?secret={secret}&issuer={QUOTE(issuer, safe='')}", device(key, issuer, account))
        made = pyotp.TOTP(secret, name=account, issuer=issuer).provisioning_uri()
        good("as PyOTP writes it", ["Label", "Defaults"], made, device(key, issuer, account))
    good("account only", ["Label"], f"otpauth://totp/{QUOTE('a@example.com', safe='')}?secret={secret}", device(key, None, "a@example.com"))
    good("issuer in the label only", ["Label"], f"otpauth://totp/Example:alice?secret={secret}", device(key, "Example", "alice"))
    good("issuer as a parameter only", ["Label"], f"otpauth://totp/alice?secret={secret}&issuer=Example", device(key, "Example", "alice"))
    good("a space after the colon", ["Label"], f"otpauth://totp/Example:%20alice?secret={secret}&issuer=Example", device(key, "Example", "alice"),
         LABEL_SPACE, also=device(key, "Example", " alice"))
    good("the dividing colon is encoded", ["Label"], f"otpauth://totp/Example%3Aalice?secret={secret}&issuer=Example", device(key, "Example", "alice"))
    good("the dividing colon is encoded in lower case", ["Label"], f"otpauth://totp/Example%3aalice?secret={secret}&issuer=Example", device(key, "Example", "alice"))
    good("an encoded colon inside the issuer", ["Label"], f"otpauth://totp/Text%3A%20More:alice?secret={secret}&issuer=Text%3A%20More", device(key, "Text: More", "alice"),
         "The format's page forbids a colon in issuer and account, encoded or not, so that refusing it conforms.", COLON)
    good("a second colon in the label", ["Label"], f"otpauth://totp/Example:alice:home?secret={secret}&issuer=Example", device(key, "Example", "alice:home"),
         "The format's page forbids a colon in issuer and account, encoded or not, so that refusing it conforms.")
    good("a percent sequence that is part of the issuer", ["Label"], f"otpauth://totp/Rabatt%252025:alice?secret={secret}&issuer=Rabatt%252025", device(key, "Rabatt%2025", "alice"))
    good("no label", ["Label"], f"otpauth://totp/?secret={secret}", device(key), NO_LABEL)
    good("no slash", ["Label"], f"otpauth://totp?secret={secret}", device(key), NO_LABEL)
    # RFC 3986 has a plus sign for itself, and forms have it for a space.
    good("a plus sign in the issuer, a space to who reads it as a form", ["Label"], f"otpauth://totp/ACME%20Co:a?secret={secret}&issuer=ACME+Co",
         device(key, "ACME Co", "a"), also=device(key, "ACME+Co", "a"))
    good("issuers that differ: the parameter counts", ["Label"], f"otpauth://totp/Old:alice?secret={secret}&issuer=New", device(key, "New", "alice"),
         "The format's page wants both issuers to be equal, so that a reader which refuses two that differ is right.")


def sound_parameters(good, secret, key):
    good("a plus sign in the account", ["Label"], f"otpauth://totp/alice+home@example.com?secret={secret}", device(key, None, "alice+home@example.com"))
    good("unencoded space and letters in the label", ["Label"], f"otpauth://totp/My Site:Ren\u00e9e?secret={secret}&issuer=My Site", device(key, "My Site", "Ren\u00e9e"), UNENCODED)
    good("period 60", ["Defaults"], f"otpauth://totp/a?secret={secret}&period=60", device(key, None, "a", 60))
    good("period 1", ["Defaults"], f"otpauth://totp/a?secret={secret}&period=1", device(key, None, "a", 1))
    good("secret in lower case", ["SecretForm"], f"otpauth://totp/a?secret={secret.lower()}", device(key, None, "a"))
    for length in [16, 17, 18, 19]:
        padded = base64.b32encode(key[:length]).decode()
        good("secret with padding", ["SecretForm"], f"otpauth://totp/a?secret={padded}", device(key[:length], None, "a"))
        good("secret with encoded padding", ["SecretForm"], f"otpauth://totp/a?secret={QUOTE(padded)}&period=30", device(key[:length], None, "a"))
    good("secret in groups", ["SecretForm"], f"otpauth://totp/a?secret={QUOTE(groups_of_four(secret.lower()))}", device(key, None, "a"), SEPARATED)
    good("parameters in another order", ["Tolerated"], f"otpauth://totp/a?period=30&digits=6&algorithm=SHA1&secret={secret}", device(key, None, "a"))
    good("algorithm in lower case", ["Tolerated"], f"otpauth://totp/a?secret={secret}&algorithm=sha1", device(key, None, "a"), CASE)
    good("names in upper case", ["Tolerated"], f"OTPAUTH://TOTP/a?SECRET={secret}&DIGITS=6", device(key, None, "a"), CASE)
    good("the scheme in upper case", ["Tolerated"], f"OTPAUTH://totp/a?secret={secret}", device(key, None, "a"), ROBUST)
    good("the type in upper case", ["Tolerated"], f"otpauth://TOTP/a?secret={secret}", device(key, None, "a"), ROBUST)
    good("an image", ["Tolerated"], f"otpauth://totp/a?secret={secret}&image=https%3A%2F%2Fexample.com%2Fa.png", device(key, None, "a"))
    good("a parameter that the format does not have", ["Tolerated"], f"otpauth://totp/a?secret={secret}&lock=false", device(key, None, "a"))
    good("empty parameters", ["Tolerated"], f"otpauth://totp/a?&secret={secret}&&", device(key, None, "a"), EMPTY_PARAMETER)
    good("white space around", ["Tolerated"], f" otpauth://totp/a?secret={secret}\n", device(key, None, "a"), AROUND)
    good("a counter", ["Tolerated"], f"otpauth://totp/a?secret={secret}&counter=0", device(key, None, "a"))


def unsupported_uris(secret, bad, key):
    for name, algorithm, sound in [("algorithm", "SHA256", "SHA1"), ("algorithm", "SHA512", "SHA1"), ("algorithm", "sha256", "sha1"), ("ALGORITHM", "SHA256", "SHA1")]:
        comment = algorithm if name == "algorithm" else "SHA256 under a name in upper case"
        uris = [f"otpauth://totp/a?secret={secret}&{name}={value}" for value in (algorithm, sound)]
        # Who refuses SHA1 in the same spelling refuses the spelling.
        bad(comment, ["Unsupported"], uris[0], "otpauth/unsupported", like=uris[1])
    for algorithm in ["MD5", "SHA-1", "HMACSHA1", "", "SHA3"]:
        is_sha1 = algorithm in ("SHA-1", "HMACSHA1", "")
        bad(f"algorithm {algorithm or 'empty'}", ["Unsupported"], f"otpauth://totp/a?secret={secret}&algorithm={algorithm}", "otpauth/malformed", device(key) if is_sha1 else None)
    for digits in ["8", "7", "5", "0", "10"]:
        bad(f"{digits} digits", ["Unsupported"], f"otpauth://totp/a?secret={secret}&digits={digits}", "otpauth/unsupported")
    bad("HOTP", ["Unsupported"], f"otpauth://hotp/a?secret={secret}&counter=5", "otpauth/unsupported")
    bad("HOTP in upper case", ["Unsupported"], f"otpauth://HOTP/a?secret={secret}&counter=5", "otpauth/unsupported", like=f"otpauth://TOTP/a?secret={secret}")
    for kind in ["motp", "steam", "yandex", ""]:
        bad(f"type {kind or 'empty'}", ["Unsupported"], f"otpauth://{kind}/a?secret={secret}", "otpauth/unsupported")
    bad("an encoder of its own", ["Unsupported"], f"otpauth://totp/Steam:a?secret={secret}&encoder=steam", "otpauth/unsupported")
    for number in ["06", "+6", "6.0", "", "six", "1e1", " 6", "-6", "6%30", "\uff16", "\u0666", "99999999999999999999"]:
        # What is 6 to every reader that takes it, or no number at all, so that 6 is the default.
        takes = device(key) if number in ("06", "+6", "6.0", "", "six", " 6", "\uff16", "\u0666") else None
        bad("digits is not a number", ["Damaged"], f"otpauth://totp/a?secret={secret}&digits={number}", "otpauth/malformed", takes)
    bad("a period of 0", ["Damaged"], f"otpauth://totp/a?secret={secret}&period=0", "otpauth/malformed")
    bad("a period of a day and a second: longer than any device has, so that a bound is permitted", ["Damaged"],
        f"otpauth://totp/a?secret={secret}&period=86401", "otpauth/malformed", device(key, None, "a", 86401))


def damaged_parameters(bad, secret, key):
    for number in ["999999999"]:
        bad("period out of range", ["Damaged"], f"otpauth://totp/a?secret={secret}&period={number}", "otpauth/malformed", device(key, None, "a", int(number)))
    for number in ["-30", "030", "30s", "", "0x1e", "\u0663\u0660"]:
        bad("period is not a number", ["Damaged"], f"otpauth://totp/a?secret={secret}&period={number}", "otpauth/malformed", None if number == "-30" else device(key))
    for uri in ["otpauth://totp/a", "otpauth://totp/a?", "otpauth://totp/a?issuer=Example", "otpauth://totp"]:
        bad("no secret", ["Damaged"], uri, "otpauth/malformed", like=f"{uri}{'&' if '=' in uri else '' if '?' in uri else '?'}secret={secret}")
    for secret_text, problem, comment, takes in [
        ("", "secret/empty", "no key", None), ("%20", "secret/empty", "no key", None),
        ("GEZDGNBV+GY3TQOJQ", "secret/illegal-character", "secret in groups, a form's plus sign between them", base64.b32decode("GEZDGNBVGY3TQOJQ")),
        ("GEZDGNBVGY3TQ0JQ", "secret/illegal-character", "a digit that looks like a letter", None), ("GEZ", "secret/malformed", "a secret that was cut off", None),
        *((secret[:length], "secret/malformed", f"a secret of {length} characters that was cut off", None) for length in (25, 27, 30)),
        ("MZXW7===", "secret/malformed", "unused bits that are not 0", b"foo"), ("MZXW6==", "secret/malformed", "padding that does not complete the last group", b"foo"),
        (base64.b64encode(key).decode(), "secret/illegal-character", "secret in base64", None), ("eyJpdiI6IkFB", "secret/encrypted", "ciphertext as secret", None),
        ("A" * 1032, "secret/too-long", "a secret of 645 bytes", bytes(645)),
    ]:
        flags = ["EmptySecret"] if problem == "secret/empty" else ["AbsurdLength"] if problem == "secret/too-long" else ["BadSecret"]
        bad(comment, flags, f"otpauth://totp/a?secret={secret_text}", problem, takes and device(takes))
    for name in ["secret", "issuer", "algorithm", "digits", "period", "image", "SECRET"]:
        value = {"secret": secret, "SECRET": secret, "digits": "6", "period": "30", "algorithm": "SHA1"}.get(name, "x")
        bad(f"{name} twice", ["Duplicate"], f"otpauth://totp/a?secret={secret}&{name}={value}&{name}={value}", "otpauth/malformed", device(key))
    for first, second in [(f"secret={base32(key[::-1])}", f"secret={secret}"), ("algorithm=SHA256", "algorithm=SHA1"), ("digits=8", "digits=6"), ("period=60", "period=30")]:
        uri = f"otpauth://totp/a?{first}&{second}" + ("" if "secret" in first else f"&secret={secret}")
        bad(f"{first.split('=')[0]} twice, with two values", ["Duplicate"], uri, "otpauth/malformed")
    for label in ["a%", "a%2", "a%zz", "a%ff", "%C3%28", "%ED%A0%80"]:
        bad("percent-encoding of the label", ["Damaged"], f"otpauth://totp/{label}?secret={secret}", "otpauth/encoding", device(key))


def damaged_uris(bad, secret, key, file):
    bad("percent-encoding of the secret", ["Damaged"], f"otpauth://totp/a?secret={secret}%3", "otpauth/encoding")
    bad("percent-encoding of the issuer", ["Damaged"], f"otpauth://totp/a?secret={secret}&issuer=100%", "otpauth/encoding", device(key))
    bad("HTML-escaped", ["Damaged"], f"otpauth://totp/a?secret={secret}&amp;algorithm=SHA256", "otpauth/html-escaped",
        # Who refuses a name with a semicolon whatever it is says nothing of markup.
        like=f"otpauth://totp/a?secret={secret}&amp;image=SHA256")
    for comment, character in [("NUL", "\u0000"), ("line end", "\n"), ("number sign", "#"), ("DEL", "\u007f")]:
        bad(f"{comment} inside", ["Damaged"], f"otpauth://totp/a{character}b?secret={secret}", "otpauth/encoding", device(key))
    half = f"otpauth://totp/a\ud800?secret={secret}"
    bad("half a surrogate pair", ["Damaged"], {"textUtf16": half.encode("utf-16-be", "surrogatepass").hex()}, "otpauth/encoding", device(key))
    for uri in ["", secret, "https://example.com/?secret=" + secret, "otpauth:totp/a?secret=" + secret, "otpauth", "totp://a?secret=" + secret]:
        bad("no otpauth URI", ["OtherUri"], uri, "otpauth/not-otpauth", device(key) if uri.startswith("otpauth:totp") else None)
    bad("a million characters", ["OtherUri"], {"repeat": {"text": "otpauth://", "times": 100000}}, "otpauth/too-long")
    file.write()


MIGRATION_TOLERANCE = (
    "A strict reader of base64 or of query strings refuses it. What apps and web pages do to the text on its way loses "
    "nothing, so that a refusal would cost a user all accounts of the export."
)


def migration_classes():
    proto = descriptor_pb2.FileDescriptorProto(name="migration.proto", package="m", syntax="proto3")
    types = descriptor_pb2.FieldDescriptorProto
    entry = proto.message_type.add(name="OtpParameters")
    for number, (name, kind) in enumerate([("secret", types.TYPE_BYTES), ("name", types.TYPE_STRING), ("issuer", types.TYPE_STRING), ("algorithm", types.TYPE_INT32),
                                           ("digits", types.TYPE_INT32), ("type", types.TYPE_INT32), ("counter", types.TYPE_INT64), ("unique_id", types.TYPE_STRING)], 1):
        entry.field.add(name=name, number=number, type=kind, label=types.LABEL_OPTIONAL)
    payload = proto.message_type.add(name="MigrationPayload")
    payload.field.add(name="otp_parameters", number=1, type=types.TYPE_MESSAGE, type_name=".m.OtpParameters", label=types.LABEL_REPEATED)
    for number, name in enumerate(["version", "batch_size", "batch_index", "batch_id"], 2):
        payload.field.add(name=name, number=number, type=types.TYPE_INT32, label=types.LABEL_OPTIONAL)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(proto)
    return [message_factory.GetMessageClass(pool.FindMessageTypeByName(f"m.{name}")) for name in ["MigrationPayload", "OtpParameters"]]


def write_migrations():
    payload_class, entry_class = migration_classes()
    file = VectorFile("otpauth", "migration", [
        "Exports of Google Authenticator. The message holds raw keys; the period is always 30 seconds.",
        "An export is taken as a whole or refused; entries that leave algorithm, digits or type unspecified are refused."],
        {name: OTPAUTH_FLAGS[name] for name in ["RawSecret", "Batch", "Unspecified", "Unsupported", "Label", "WireFormat", "Damaged", "BadSecret", "EmptySecret", "AbsurdLength", "OtherUri", "Tolerated"]})
    source = {"name": "protobuf for Python", "version": google.protobuf.__version__, "url": "https://github.com/protocolbuffers/protobuf", "licence": "BSD-3-Clause", "generator": GENERATOR}
    layout = {"ref": "https://github.com/qistoph/otp_export", "section": "OtpMigration.proto"}
    wire = {"ref": "https://protobuf.dev/programming-guides/encoding/"}

    def entry(key, name="a@example.com", issuer="Example", algorithm=1, digits=1, type=2, **more):
        return entry_class(secret=key, name=name, issuer=issuer, algorithm=algorithm, digits=digits, type=type, **more)

    def payload(*entries, **more):
        return payload_class(otp_parameters=entries, **{"version": 1, "batch_size": 1, **more}).SerializeToString(deterministic=True)

    def uri(message):
        return "otpauth-migration://offline?data=" + QUOTE(base64.b64encode(message).decode(), safe="")

    def read(text):
        """What protobuf reads: raw keys and names, of entries that say TOTP, SHA1 and six digits."""
        return payload_class.FromString(migration_message(text)).otp_parameters

    def refusing(text):
        try:
            read(text)
        except Exception:
            return [ENVELOPE]
        return []

    def confirming(text, devices):
        try:
            entries = read(text)
        except Exception:
            return []
        assert [base32(one.secret) for one in entries] == [one["secretKey"] for one in devices], text
        assert all((one.algorithm, one.digits, one.type) == (1, 1, 2) for one in entries), text
        return [ENVELOPE]

    def good(comment, flags, text, devices):
        file.group(source)
        file.add(comment, flags, {"uri": text}, {"devices": devices}, spec=[layout, *TARGET], names=confirming(text, devices), policy=MIGRATION_TOLERANCE)

    def bad(comment, flags, text, problem, takes=None):
        file.group(OWN)
        rule = [wire, layout] if "WireFormat" in flags else [layout, *([FIELDS] if "Unsupported" in flags else [])]
        if problem.startswith("secret/"):
            rule = [layout, *RULES_BROKEN[problem], *TARGET]
        file.add(comment, flags, {"uri": text}, problem=problem, spec=rule, names=refusing(text), policy=policy_of(problem, comment), takes=takes and {"devices": takes})

    assert refusing(uri(payload(entry(b"12345678901234567890")))) == []
    rfc = sound_messages(good, uri, payload, entry)
    unsupported_messages(bad, uri, payload, entry, rfc)
    damaged_accounts(bad, uri, payload, entry, rfc)
    whole = damaged_messages(payload, entry, rfc, bad, uri)
    damaged_links(bad, uri, whole, file)


def sound_messages(good, uri, payload, entry):
    rfc = b"12345678901234567890"
    rfc_device = device(rfc, "Example", "a@example.com")
    good("one account", ["RawSecret"], "otpauth-migration://offline?data=CjQKFDEyMzQ1Njc4OTAxMjM0NTY3ODkwEg1hQGV4YW1wbGUuY29tGgdFeGFtcGxlIAEoATACEAEYASAAKAA%3D", [rfc_device])
    for length in [10, 16, 20, 26, 32, 35, 64]:
        key = key_bytes("credport migration", length)
        good(f"{length} bytes", ["RawSecret"], uri(payload(entry(key))), [device(key, "Example", "a@example.com")])
    good("a key that is base32 text is still raw", ["RawSecret"], uri(payload(entry(b"JBSWY3DPEHPK3PXPJBSW"))), [device(b"JBSWY3DPEHPK3PXPJBSW", "Example", "a@example.com")])
    many = [(key_bytes(f"credport many {n}", 20), f"user{n}@example.com", ["Example", "ACME Co", "\u682a\u5f0f"][n % 3]) for n in range(10)]
    good("ten accounts", ["Batch"], uri(payload(*[entry(*one) for one in many])), [device(key, issuer, name) for key, name, issuer in many])
    good("second code of three", ["Batch"], uri(payload(entry(rfc), batch_size=3, batch_index=1, batch_id=-1234567890)), [rfc_device])
    good("batch size left out", ["Batch"], uri(payload(entry(rfc), batch_size=0)), [rfc_device])
    good("issuer in the name too", ["Label"], uri(payload(entry(rfc, name="Example:a@example.com"))), [rfc_device])
    good("issuer in the name only", ["Label"], uri(payload(entry(rfc, name="Example: a@example.com", issuer=""))), [rfc_device])
    good("no names", ["Label"], uri(payload(entry(rfc, name="", issuer=""))), [device(rfc)])
    good("a percent sign in the name stays", ["Label"], uri(payload(entry(rfc, name="100%41"))), [device(rfc, "Example", "100%41")])
    good("an unknown field in an entry", ["Tolerated"], uri(payload(entry(rfc, unique_id="5ad3"))), [rfc_device])
    extra = bytes([0x78]) + b"\xac\x02" + bytes([0x81, 0x01]) + bytes(8) + bytes([0x85, 0x01]) + bytes(4)
    good("unknown fields of other wire types", ["Tolerated"], uri(payload(entry(rfc)) + extra), [rfc_device])
    plus_keys = [b"\xfb\xef\xbe\xff\xfe" * 4, b"\xbe\xff\xfe\xfb\xef" * 4]
    plain = base64.b64encode(payload(*[entry(key) for key in plus_keys])).decode()
    assert "+" in plain and "/" in plain
    plus = [device(key, "Example", "a@example.com") for key in plus_keys]
    good("base64 not percent-encoded", ["Tolerated"], "otpauth-migration://offline?data=" + plain, plus)
    good("a form made spaces of plus signs", ["Tolerated"], "otpauth-migration://offline?data=" + plain.replace("+", "%20"), plus)
    good("base64 without padding", ["Tolerated"], uri(payload(entry(rfc))).replace("%3D", ""), [rfc_device])
    return rfc


def unsupported_messages(bad, uri, payload, entry, rfc):
    for number, name in [(2, "SHA256"), (3, "SHA512"), (4, "MD5")]:
        bad(name, ["Unsupported"], uri(payload(entry(rfc, algorithm=number))), "otpauth/unsupported")
    bad("algorithm number 9", ["Unsupported"], uri(payload(entry(rfc, algorithm=9))), "otpauth/malformed")
    bad("negative algorithm number", ["Unsupported"], uri(payload(entry(rfc, algorithm=-1))), "otpauth/malformed")
    bad("eight digits", ["Unsupported"], uri(payload(entry(rfc, digits=2))), "otpauth/unsupported")
    bad("digits number 6", ["Unsupported"], uri(payload(entry(rfc, digits=6))), "otpauth/unsupported")
    bad("HOTP", ["Unsupported"], uri(payload(entry(rfc, type=1, counter=7))), "otpauth/unsupported")
    bad("type number 3", ["Unsupported"], uri(payload(entry(rfc, type=3))), "otpauth/unsupported")
    bad("one of two can't be taken: whoever gets the other would not miss it until the next login", ["Batch", "Unsupported"], uri(payload(entry(rfc), entry(rfc, type=1))), "otpauth/unsupported")
    for name in ["algorithm", "digits", "type"]:
        bad(f"{name} unspecified", ["Unspecified"], uri(payload(entry(rfc, **{name: 0}))), "otpauth/migration-unspecified")


def damaged_accounts(bad, uri, payload, entry, rfc):
    bad("no secret", ["EmptySecret"], uri(payload(entry(b""))), "secret/empty")
    long = key_bytes("long", 600)
    bad("a secret of 600 bytes", ["AbsurdLength"], uri(payload(entry(long))), "secret/too-long", [device(long, "Example", "a@example.com")])
    bad("ciphertext as secret", ["BadSecret"], uri(payload(entry(b"Salted__" + key_bytes("salted", 24)))), "secret/encrypted")
    bad("no accounts", ["Damaged"], uri(payload()), "otpauth/migration-empty")
    bad("more accounts than any export has", ["WireFormat"], uri(payload(*[entry(rfc, name="", issuer="")] * 101)), "otpauth/migration-too-many")
    bad("part 4 of 3", ["Damaged"], uri(payload(entry(rfc), batch_size=3, batch_index=3)), "otpauth/migration-malformed")
    bad("negative batch size", ["Damaged"], uri(payload(entry(rfc), batch_size=-1)), "otpauth/migration-malformed")


def damaged_messages(payload, entry, rfc, bad, uri):
    whole = payload(entry(rfc))
    for cut in [1, 5, 20, 40, 53, 55]:
        bad(f"cut off after {cut} bytes", ["WireFormat"], uri(whole[:cut]), "otpauth/migration-malformed")
    for comment, message in [
        ("length beyond the end", b"\x0a\xff\x01" + rfc), ("length of 2^63", b"\x0a" + b"\xff" * 8 + b"\x7f" + rfc), ("varint of eleven bytes", whole + b"\x10" + b"\x80" * 10 + b"\x01"),
        ("varint of more than 64 bits", whole + b"\x10" + b"\xff" * 9 + b"\x7f"), ("field number 0", whole + b"\x00\x01"), ("a group", whole + b"\x7b\x7c"),
        ("wire type 7", whole + b"\x7f"), ("fixed value cut off", whole + b"\x79\x00\x00"), ("accounts as a number", b"\x08\x01"), ("version as bytes", whole.replace(b"\x10\x01\x18", b"\x12\x01\x18")),
        ("secret twice", b"\x0a\x08\x0a\x02ab\x0a\x02cd" + whole), ("algorithm twice", b"\x0a\x08\x0a\x02ab\x20\x01\x20\x02" + whole),
        ("secret as a number", b"\x0a\x04\x08\x01\x20\x01"), ("name is not UTF-8", b"\x0a\x08\x0a\x02ab\x12\x02\xc3\x28" + whole), ("issuer is not UTF-8", b"\x0a\x07\x0a\x02ab\x1a\x01\xff"),
    ]:
        bad(comment, ["WireFormat"], uri(message), "otpauth/migration-malformed")
    return whole


def damaged_links(bad, uri, whole, file):
    for comment, data in [("no data", ""), ("not base64", "Cg!!"), ("URL-safe base64", "-_-_"), ("length 4n + 1", "CjQKF"), ("unused bits", "CjR="), ("padding", "CjQK="), ("percent-encoding", "CjQK%3"), ("not ASCII", "Cj%C3%A4")]:
        bad(f"data: {comment}", ["Damaged"], f"otpauth-migration://offline?data={data}", "otpauth/migration-malformed")
    bad("no parameter", ["Damaged"], "otpauth-migration://offline", "otpauth/migration-malformed")
    bad("data twice", ["Damaged"], uri(whole) + "&data=Cg", "otpauth/malformed")
    bad("another host", ["OtherUri"], uri(whole).replace("offline", "online"), "otpauth/unsupported")
    file.write()


def make():
    write_rfc4648()
    write_known_pairs()
    write_encodings()
    write_forms()
    write_refused()
    write_ciphertext()
    write_totp()
    write_refused_codes()
    write_uris()
    write_migrations()
