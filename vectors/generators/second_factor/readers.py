"""Implementations that read secrets and otpauth URIs: who reads the same, who refuses what has to be refused.

Whoever is named as reading a text was given that very text, and what it said is compared as it said it:
nothing is trimmed, padded or divided here. Whoever is named as refusing one reads the undamaged twins, so
that it is known to understand the form at all.
The JavaScript libraries are in the folder that install.sh fills.
"""

import base64
import binascii
import importlib.metadata
import json
import pathlib
import platform
import re
import subprocess
import urllib.parse

import passlib
import passlib.totp
import pyotp
from shared.tools_folder import TOOLS

HERE = pathlib.Path(__file__).resolve().parent
PYTHON = f"Python {platform.python_version()}"
PYOTP = f"PyOTP {importlib.metadata.version('pyotp')}"


class JavaScript:
    """One Node process that answers for all libraries."""

    def __init__(self):
        self.process = subprocess.Popen(
            ["node", str(HERE / "readers.mjs"), str(TOOLS)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.versions = json.loads(self.process.stdout.readline())

    def read(self, reader, text):
        self.process.stdin.write(json.dumps({"reader": reader, "text": text}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "refused" in answer:
            raise ValueError("refused")
        return answer["value"]


JS = JavaScript()
OTPAUTH = f"npm otpauth {JS.versions['otpauth']}"
OTPLIB = f"npm @otplib/uri {JS.versions['otplib']}"
SCURE = f"npm @scure/base {JS.versions['scure']}"


def padded(text, unit):
    return text if "=" in text else text + "=" * (-len(text) % unit)


def by_oathtool(text):
    if "\0" in text or len(text) > 100000:
        raise LookupError("can't be an argument")
    done = subprocess.run(["oathtool", "-b", "--totp", "-v", "--", text], capture_output=True, text=True)
    if done.returncode != 0:
        raise ValueError(done.stderr)
    return next(line.split()[-1] for line in done.stdout.split("\n") if line.startswith("Hex secret"))


def by_oathtool_hexadecimal(text):
    done = subprocess.run(["oathtool", "--totp", "-v", "--", text], capture_output=True, text=True, check=True)
    return next(line.split()[-1] for line in done.stdout.split("\n") if line.startswith("Hex secret"))


# Of a text as it is: encoding -> implementation -> reader, which gives the key in hexadecimal.
READERS = {
    "base32": {
        f"{PYTHON} (base64.b32decode)": lambda text: base64.b32decode(text, casefold=True).hex(),
        "oathtool": by_oathtool,
        f"passlib {passlib.__version__}": lambda text: passlib.totp.TOTP(key=text, format="base32").key.hex(),
        SCURE: lambda text: JS.read("base32", text),
    },
    "base64": {
        f"{PYTHON} (base64.b64decode, validate)": lambda text: base64.b64decode(text, validate=True).hex(),
        SCURE: lambda text: JS.read("base64", text),
    },
    "base64url": {
        f"{PYTHON} (base64.b64decode, altchars, validate)": lambda text: base64.b64decode(text, b"-_", True).hex(),
        SCURE: lambda text: JS.read("base64url", text),
    },
    "hex": {
        f"{PYTHON} (binascii.unhexlify)": lambda text: binascii.unhexlify(text).hex(),
        "oathtool": by_oathtool_hexadecimal,
        SCURE: lambda text: JS.read("hex", text),
    },
    "utf8": {f"{PYTHON} (str.encode)": lambda text: text.encode().hex()},
}


def urlsafe(text):
    return base64.b64decode(padded(text, 4).encode("ascii"), altchars=b"-_", validate=True).hex()


# Who is asked whether it refuses: complete padding is granted, so that its absence is no reason.
SECRETS = {
    "base32": {
        f"{PYTHON} (base64.b32decode)": lambda text: base64.b32decode(padded(text, 8), casefold=True).hex(),
        "oathtool": by_oathtool,
        SCURE: lambda text: JS.read("base32", text),
    },
    "base64": {
        f"{PYTHON} (base64.b64decode, validate)": lambda text: base64.b64decode(padded(text, 4).encode("ascii"), validate=True).hex(),
        SCURE: lambda text: JS.read("base64", text),
    },
    "base64url": {
        f"{PYTHON} (base64.b64decode, altchars, validate)": urlsafe,
        SCURE: lambda text: JS.read("base64url", text),
    },
    "hex": {
        f"{PYTHON} (binascii.unhexlify)": lambda text: binascii.unhexlify(text).hex(),
        SCURE: lambda text: JS.read("hex", text),
    },
    "utf8": {f"{PYTHON} (str.encode)": lambda text: text.encode().hex()},
}
# Sound texts of each encoding and their keys, padded and not.
SOUND = {
    "base32": [("GEZDGNBVGY3TQOJQ", "31323334353637383930"), ("MZXW6===", "666f6f"), ("MZXW6", "666f6f"), ("MY======", "66")],
    "base64": [("Zm9v", "666f6f"), ("Zm8=", "666f"), ("Zg==", "66"), ("+//7", "fbfffb"), ("Zg", "66")],
    "base64url": [("Zm9v", "666f6f"), ("Zm8=", "666f"), ("-__7", "fbfffb"), ("Zg", "66")],
    "hex": [("3132", "3132"), ("8f4d", "8f4d")],
    "utf8": [("s\U0001f511", "73f09f9491"), ("caf\u00e9", "636166c3a9")],
}


def reads(reader, text):
    """What a reader makes of a text; None where it refuses, LookupError where it can't be asked."""
    try:
        return reader(text)
    except LookupError:
        raise
    except Exception:
        return None


def live(encoding):
    for name, reader in SECRETS[encoding].items():
        for text, key in SOUND[encoding]:
            assert reads(reader, text) == key, (name, encoding, text, reads(reader, text))
        yield name, reader


def sound_base32(text):
    """A sound text of the same length, in lower case and with separators where this one has any; and its key."""
    key = (b"1234567890" * (len(text) // 16 + 1))[: max(1, len(text.rstrip("=")) * 5 // 8)]
    sound = base64.b32encode(key).decode().rstrip("=")
    sound = sound if text == text.upper() else sound.lower()
    return sound[:2] + "".join(sorted(set(re.findall(r"[ \t\r\n-]", text)))) + sound[2:], key.hex()


def is_refused_for_its_fault(reader, text, encoding):
    """Who refuses all texts that are as short, in lower case or with separators shows nothing, unless this is refused without those too."""
    if encoding != "base32":
        return True
    twin, key = sound_base32(text)
    bare = re.sub("[a-z]+", lambda letters: letters[0].upper(), re.sub(r"[ \t\r\n-]", "", text))
    return reads(reader, twin) == key or reads(reader, bare) is None


def reading_secret(text, encoding, key, oathtool):
    """Names of the implementations that read this key out of the text as it is."""
    found = []
    for name, reader in READERS[encoding].items():
        try:
            if reads(reader, text) == key.hex():
                found.append(oathtool if name == "oathtool" else name)
        except LookupError:
            continue
    return found


def disputing_secret(text, encoding, key):
    """Names of those that read no such key. RFC 4648 section 6 and the otpauth format's page say that case and padding of base32 are free."""
    asked = padded(text.upper(), 8) if encoding == "base32" else text
    return [name for name in READERS[encoding] if name not in reading_secret(asked, encoding, key, "oathtool")]


def refusing_secret(text, encoding, oathtool):
    """Names of the implementations that refuse a text of the encoding."""
    found = []
    for name, reader in live(encoding):
        try:
            if reads(reader, text) is None and is_refused_for_its_fault(reader, text, encoding):
                found.append(oathtool if name == "oathtool" else name)
        except LookupError:
            continue
    return found


# Readers of URIs give what they say of a device, and nothing of what they leave to their caller.


def by_pyotp(uri):
    read = pyotp.parse_uri(uri)
    said = {"key": read.byte_secret().hex(), "issuer": read.issuer or "", "account": read.name or ""}
    return {**said, "period": read.interval} if isinstance(read, pyotp.TOTP) else said


def by_otpauth(uri):
    read = JS.read("otpauth", uri)
    return {name: read[name] for name in ("key", "issuer", "account", "period")}


def by_otplib(uri):
    """It neither decodes the secret nor divides the label nor fills in what is absent."""
    read = JS.read("otplib", uri)
    said = {"secret": read["secret"], "issuer": read.get("issuer", ""), "account": read["label"]}
    return {**said, "period": int(read["period"])} if "period" in read else said


URIS = {PYOTP: by_pyotp, OTPAUTH: by_otpauth, OTPLIB: by_otplib}
SOUND_URI = "otpauth://totp/alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Example&algorithm=SHA1&digits=6&period=30"
SOUND_DEVICE = {"secretKey": "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "issuer": "Example", "account": "alice", "period": 30}


def agrees(said, device, names=None):
    """Whether a reader that took the URI says nothing else of the device; `names`: only of these fields."""
    expected = {
        "key": base64.b32decode(padded(device["secretKey"], 8)).hex(),
        "secret": device["secretKey"],
        "issuer": device.get("issuer", ""),
        "account": device.get("account", ""),
        "period": device["period"],
    }
    return said is not None and all(value == expected[name] for name, value in said.items() if names is None or name in names)


def like_uri(uri):
    """The least sound URI; where this one has a secret, with one that is sound and as long. Who refuses every key as short shows nothing."""
    secret = re.search(r"[?&]secret=([^&]*)", uri)
    text = urllib.parse.unquote_plus(secret[1], errors="replace") if secret else ""
    wrong = secret is not None and re.fullmatch("[A-Z2-7]{16,128}", text) is None
    return f"otpauth://totp/a?secret={sound_base32(re.sub('[^0-9A-Za-z+/=]', '', text))[0] if wrong else SOUND_DEVICE['secretKey']}"


def refusing_uri(uri, like):
    """Names of the implementations that refuse the URI and take one that differs in what is wrong with it."""
    for name, reader in URIS.items():
        assert agrees(reads(reader, SOUND_URI), SOUND_DEVICE), (name, reads(reader, SOUND_URI))
    return [name for name, reader in URIS.items() if reads(reader, like) is not None and reads(reader, uri) is None]


def reading_uri(uri, device, names=None):
    """Names of the implementations that read the same of the URI as it is; `names`: of these fields."""
    return [name for name, reader in URIS.items() if agrees(reads(reader, uri), device, names)]


def disputing_uri(uri, devices):
    """Names of the implementations that refuse the URI, or read none of these devices; @otplib/uri leaves label and secret to its caller."""
    said = {name: reads(reader, uri) for name, reader in URIS.items()}
    fields = {OTPLIB: ("period",)}
    return [name for name, one in said.items() if not any(agrees(one, device, fields.get(name)) for device in devices)]


def migration_message(uri):
    """The bytes inside a migration URI, read strictly."""
    parts = urllib.parse.urlsplit(uri)
    if parts.scheme != "otpauth-migration" or parts.netloc != "offline":
        raise ValueError("not a migration URI")
    values = urllib.parse.parse_qs(parts.query, strict_parsing=True, errors="strict")["data"]
    if len(values) != 1:
        raise ValueError("not one data")
    return base64.b64decode(values[0].encode("ascii"), validate=True)


# What a user's app may make of a damaged URI, and who computes which codes of it --------------------------


def by_leniency(uri):
    """What the most forgiving readers make of it: a number is what it begins with, and what is no value is the default."""
    found = re.match(r"\s*otpauth:(?://)?totp(?:/[^?]*)?\?(.*)", uri, re.IGNORECASE | re.DOTALL)
    if found is None:
        raise ValueError("not a URI of a TOTP device")
    pairs = urllib.parse.parse_qsl(found[1].split("#")[-1].split("?")[-1], keep_blank_values=True, errors="replace")
    values = {name.lower(): value for name, value in pairs}
    text = re.sub(r"[\s=-]", "", values.get("secret", "")).upper()
    if re.fullmatch("[A-Z2-7]+", text) is None or len(text) % 8 in (1, 3, 6):
        raise ValueError("not base32")
    algorithm = re.sub("^HMAC|-", "", values.get("algorithm", "").upper()) or "SHA1"
    number = {name: number_in(values.get(name, ""), usual) for name, usual in (("period", 30), ("digits", 6))}
    return {"key": base64.b32decode(padded(text, 8)).hex(), "algorithm": algorithm, **number}


def number_in(text, usual):
    found = re.match(r"\s*(0x[0-9a-f]+|[-+]?\d+)", text, re.IGNORECASE)
    return usual if found is None else int(found[1], 16 if found[1].lower().startswith("0x") else 10)


def by_pyotp_in_full(uri):
    read = pyotp.parse_uri(uri)
    return {"key": read.byte_secret().hex(), "algorithm": read.digest().name.upper(), "digits": read.digits, "period": read.interval}


def by_otplib_in_full(uri):
    read = JS.read("otplib", uri)
    key = base64.b32decode(padded(read.get("secret", "").upper(), 8)).hex()
    usual = {"algorithm": "SHA1", "digits": 6, "period": 30}
    return {"key": key, **{name: type(value)(read.get(name, value)) for name, value in usual.items()}, "type": read["type"]}


def lenient_readings(uri):
    """Of those that make the codes of SHA1, 6 digits and 30 seconds: what they read."""
    readers = (by_leniency, by_pyotp_in_full, by_otplib_in_full, lambda uri: JS.read("otpauth", uri))
    said = [reads(reader, uri) for reader in readers]
    usual = {"algorithm": "SHA1", "digits": 6, "period": 30, "type": "totp"}
    return [one for one in said if one and all(str(one.get(name, value)).upper() == str(value).upper() for name, value in usual.items())]
