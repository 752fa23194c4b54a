"""The implementations that are not credport: they make hashes, and they confirm answers.

Programs whose salt can't be chosen are run once; what they printed is kept in
recorded.json under the command, so that a second run of the generators gives the
same files. Everything that is kept is verified again on each run.
"""

import base64
import ctypes
import ctypes.util
import hashlib
import json
import re
import subprocess
import sys
import warnings
from pathlib import Path

import bcrypt as pyca_bcrypt
import passlib
import passlib.hash
from argon2.low_level import Type, verify_secret
from cryptography.hazmat.backends.openssl import backend as openssl_backend
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from shared.witness import Recomputed

warnings.simplefilter("ignore")
HERE = Path(__file__).resolve().parent
RECORDED = HERE / "recorded.json"


def package(name):
    """Version of a Debian package, without its revision."""
    version = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Version}", name], capture_output=True, text=True, check=True
    ).stdout
    return re.sub(r"^\d+:", "", version).split("-")[0].split("+")[0]


def first_line(*argv):
    return subprocess.run(argv, capture_output=True, text=True).stdout.split("\n")[0]


sodium = ctypes.CDLL(ctypes.util.find_library("sodium"))
sodium.sodium_version_string.restype = ctypes.c_char_p

VERSIONS = {
    "passlib": passlib.__version__,
    "libxcrypt": package("libcrypt1"),
    "libsodium": sodium.sodium_version_string().decode(),
    "libargon2": package("libargon2-1").replace("0~", ""),
    "PHP": first_line("php", "-r", "echo PHP_VERSION;"),
    "Django": __import__("django").get_version(),
    "pyca/bcrypt": pyca_bcrypt.__version__,
    "argon2 program": package("argon2").replace("0~", ""),
    "htpasswd": package("apache2-utils"),
    "doveadm": package("dovecot-core"),
    "mkpasswd": package("whois"),
    "OpenSSL": re.sub(r"^OpenSSL (\S+).*$", r"\1", openssl_backend.openssl_version_text()),
    "Python": sys.version.split()[0],
}


def named(name):
    return f"{name} {VERSIONS[name]}"


# Programs -----------------------------------------------------------------------------------------

_recorded = json.loads(RECORDED.read_text()) if RECORDED.exists() else {}


def save_recorded():
    RECORDED.write_text(json.dumps(_recorded, indent=2, ensure_ascii=True, sort_keys=True) + "\n")


def once(key, make):
    """What `make` gave when it ran the first time."""
    if key not in _recorded:
        _recorded[key] = make()
    return _recorded[key]


def run(*argv, stdin=None):
    """Standard output of a program, recorded."""

    def make():
        done = subprocess.run(argv, input=stdin, capture_output=True, text=True, check=True)
        return done.stdout.rstrip("\n")

    return once(" ".join([*argv, *([f"<<< {stdin}"] if stdin else [])]), make)


def php(code):
    return run("php", "-d", "error_reporting=0", "-r", code)


class _Php:
    """One PHP process that answers password_verify, so that a run does not start hundreds."""

    process = None

    @classmethod
    def verify(cls, password, text):
        if cls.process is None:
            code = 'while(($l=fgets(STDIN))!==false){[$p,$h]=array_map("base64_decode",explode(" ",rtrim($l,"\\n")));echo password_verify($p,$h)?"1":"0","\\n";}'
            cls.process = subprocess.Popen(
                ["php", "-d", "error_reporting=0", "-r", code],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        line = " ".join(
            base64.b64encode(part).decode()
            for part in (as_bytes(password), text.encode("utf-8", "surrogatepass"))
        )
        cls.process.stdin.write(line + "\n")
        cls.process.stdin.flush()
        return cls.process.stdout.readline() == "1\n"


php_verify = _Php.verify


def as_bytes(password):
    return password if isinstance(password, bytes) else password.encode()


# crypt(3) -----------------------------------------------------------------------------------------

_libcrypt = ctypes.CDLL("libcrypt.so.1")
_libcrypt.crypt.restype = ctypes.c_char_p
_libcrypt.crypt_gensalt.restype = ctypes.c_char_p


def crypt(password, setting):
    """libxcrypt's answer, or None where it refuses the setting."""
    answer = _libcrypt.crypt(as_bytes(password), setting.encode("utf-8", "surrogatepass"))
    if answer is None or answer.startswith(b"*"):
        return None
    return answer.decode()


# What libsodium takes at least: 32,768 operations and 16 MiB make N = 1024, r = 8 and p = 1.
_SODIUM_COSTS = (ctypes.c_ulonglong(32768), ctypes.c_size_t(16 << 20))


def sodium_hash(password):
    """`$7$` as libsodium writes it, with 43 random characters of salt."""
    made = ctypes.create_string_buffer(102)
    length = ctypes.c_ulonglong(len(password))
    assert sodium.crypto_pwhash_scryptsalsa208sha256_str(made, password, length, *_SODIUM_COSTS) == 0
    return made.value.decode()


def sodium_verify(password, text):
    """libsodium reads texts of 101 characters and no other."""
    if len(text) != 101:
        return None
    return sodium.crypto_pwhash_scryptsalsa208sha256_str_verify(text.encode(), password, ctypes.c_ulonglong(len(password))) == 0


def crypt_setting(prefix, count, seed):
    made = _libcrypt.crypt_gensalt(prefix.encode(), ctypes.c_ulong(count), seed, len(seed))
    assert made, prefix
    return made.decode()


def crypt_hash(password, prefix, count, seed=b"credport-vectors"):
    """A hash with a salt that the seed fixes: the same on every run."""
    setting = crypt_setting(prefix.replace("2x", "2y"), count, seed)
    text = crypt(password, setting.replace("$2y$", prefix) if prefix == "$2x$" else setting)
    assert text, prefix
    return text


# Twins ---------------------------------------------------------------------------------------------

# Hashes that an implementation verified in this run, with their passwords: the undamaged twins.
_verified = {}


def took(text, password):
    _verified.setdefault(text, password)


def _common(one, other):
    """How many characters two texts share at their beginning, and after that at their end."""
    most = min(len(one), len(other))
    head = next((at for at in range(most) if one[at] != other[at]), most)
    tail = next((at for at in range(most - head) if one[-1 - at] != other[-1 - at]), most - head)
    return head, tail


def twins_of(text, surrounded=True, least_head=1):
    """Verified hashes of which the text is a damaged form, the most alike first."""
    found = []
    for twin, password in _verified.items():
        head, tail = _common(text, twin)
        changed = head >= least_head and 2 * (head + tail) >= len(twin)
        cut = head >= max(least_head, 4) and 2 * head >= len(text)
        around = surrounded and twin in text and len(text) - len(twin) <= 4
        if (changed or cut or around) and twin != text:
            found.append((head + tail, twin, password))
    return [(twin, password) for _, twin, password in sorted(found, key=lambda one: (-one[0], one[1]))[:8]]


class Refusals(list):
    """
    Who refuses a text. Settled when the file is written, since the undamaged twin may be verified
    later in the run: an implementation counts only if it takes the twin with the twin's password and
    refuses the text with the same. Where nobody is left the answer is policy.
    """

    def __init__(self, settle):
        super().__init__()
        self.settle = settle


# Verifiers: each gives the names of the implementations that say yes ------------------------------


def confirmed_bcrypt(text, password):
    """At least libxcrypt verifies it; the others are named where they agree."""
    assert crypt(password, text) == text, f"libxcrypt refuses {text}"
    took(text, password)
    return [named("libxcrypt")]


def confirmed_argon2(text, password):
    variant = {"argon2d": Type.D, "argon2i": Type.I, "argon2id": Type.ID}[text.split("$")[1]]
    assert verify_secret(text.encode(), as_bytes(password), variant), text
    took(text, password)
    return [named("libargon2")]


def confirmed_passlib(handler, text, password, **options):
    hasher = getattr(passlib.hash, handler) if isinstance(handler, str) else handler
    assert hasher.verify(password, text, **options), f"passlib {handler} refuses {text}"
    if not options:
        took(text, password)
    return [named("passlib")]


def provider_scrypt(password, salt, separator, signer_key, mem_cost, rounds):
    """Firebase's modified scrypt, by OpenSSL."""
    n = 1 << mem_cost
    key = hashlib.scrypt(
        as_bytes(password),
        salt=salt + separator,
        n=n,
        r=rounds,
        p=1,
        maxmem=256 * n * rounds + (1 << 20),
        dklen=32,
    )
    encryptor = Cipher(algorithms.AES(key), modes.CTR(bytes(16))).encryptor()
    return encryptor.update(signer_key) + encryptor.finalize()


def supertokens_reads(text):
    """Parts of a provider-scrypt string as the core's parser takes them (interface 4.7), or None."""
    parts = text.split("$")
    while parts and parts[-1] == "":
        parts.pop()
    if len(parts) != 7 or parts[0] != "" or parts[1] != "f_scrypt":
        return None
    found = {}
    for part in parts[4:]:
        pieces = part.split("=", 1)
        if part.startswith("s="):
            tail = part.split("s=")
            if len(tail) < 2 or tail[1] == "":
                return None
            found["s"] = tail[1]
        else:
            found[pieces[0]] = int(pieces[1])
    if set(found) != {"m", "r", "s"}:
        return None
    return parts[2], parts[3], found["m"], found["r"], found["s"]


def standard_base64(data):
    return base64.b64encode(data).decode()


def java_base64(text):
    """Java's standard decoder: padding may be absent, the alphabet is the standard one."""
    return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)


def read_provider(text):
    """A second reader of the grammar of spec 2.4: strict, by a regular expression and Python's base64."""
    match = re.fullmatch(r"\$f_scrypt\$([^$]+)\$([^$]+)\$m=([1-9][0-9]*)\$r=([1-9][0-9]*)\$s=([^$]*)", text)
    if match is None:
        raise ValueError("not of the grammar")
    stored, salt, separator = (strict_base64(match[index]) for index in (1, 2, 5))
    mem_cost, rounds = int(match[3]), int(match[4])
    if not 1 <= mem_cost <= 30 or not 1 <= rounds <= 1073741823:
        raise ValueError("out of range")
    return {
        "passwordHash": stored,
        "salt": salt,
        "memCost": mem_cost,
        "rounds": rounds,
        "saltSeparator": separator,
    }


def strict_base64(text):
    data = base64.b64decode(text, validate=True)
    if standard_base64(data) != text:
        raise ValueError("unused bits")
    return data


# Our own second reader, so that it shows no more than that two programs of ours agree.
STRICT_READER = Recomputed(f"{named('Python')} (regular expression and base64)")


def refused_provider(text):
    try:
        read_provider(text)
    except ValueError:
        return [STRICT_READER]
    raise AssertionError(f"the second reader takes {text!r}")


# The signer key with which a text and a password were confirmed: without it nobody can check either.
_signer_keys = {}


def signer_key_of(test):
    """The key with which a test's password fits its canonical form or its text; None where it needs none."""
    password = test.get("password")
    if password is None:
        return None
    raw = bytes.fromhex(password["hex"]) if isinstance(password, dict) else password.encode()
    outputs = [test.get("output") or {}, *test.get("outputs", ()), test["input"]]
    texts = [one[name] for one in outputs for name in ("passwordHash", "text") if name in one]
    return next((_signer_keys[text, raw] for text in texts if isinstance(text, str) and (text, raw) in _signer_keys), None)


def confirmed_provider(text, password, signer_key, service="default"):
    """The service's arithmetic: recompute, write as standard padded base64, compare as text."""
    _signer_keys[text, as_bytes(password)] = signer_key
    if service == "supertokens":
        stored, salt, mem_cost, rounds, separator = supertokens_reads(text)
        salt, separator = java_base64(salt), java_base64(separator)
    else:
        read = read_provider(text)
        stored, salt, separator = standard_base64(read["passwordHash"]), read["salt"], read["saltSeparator"]
        mem_cost, rounds = read["memCost"], read["rounds"]
    made = provider_scrypt(password, salt, separator, base64.b64decode(signer_key), mem_cost, rounds)
    assert standard_base64(made) == stored, f"not the service's own text: {text}"
    return [Recomputed(f"{named('OpenSSL')} (scrypt, AES-256-CTR)")]


def confirmed_standard(text, password, signer_key=None, service="default"):
    """Verifies a canonical string of any importable scheme."""
    if text.startswith("$2"):
        return confirmed_bcrypt(text, password)
    if text.startswith("$argon2"):
        return confirmed_argon2(text, password)
    return confirmed_provider(text, password, signer_key, service)


# Refusals: who says no, who says yes --------------------------------------------------------------


class Verdicts(dict):
    """Which implementations take a text, by name; `again` asks them about another."""

    def __init__(self, verdicts, again):
        super().__init__(verdicts)
        self.again = again


def bcrypt_verdicts(text, password="password"):
    return Verdicts(
        {
            named("passlib"): _accepts(lambda: passlib.hash.bcrypt.from_string(text)),
            named("libxcrypt"): "\0" not in text and _accepts(lambda: crypt(password, text) == text or 1 / 0),
            named("PHP"): php_verify(password, text),
            named("pyca/bcrypt"): _accepts(
                lambda: pyca_bcrypt.checkpw(as_bytes(password), text.encode()) or 1 / 0
            ),
        },
        bcrypt_verdicts,
    )


def argon2_verdicts(text, password="password"):
    name = text.split("$")[1] if text.count("$") > 1 else ""
    variant = {"argon2d": Type.D, "argon2i": Type.I}.get(name, Type.ID)
    return Verdicts(
        {
            named("passlib"): _accepts(lambda: passlib.hash.argon2.from_string(text)),
            named("libargon2"): _accepts(lambda: verify_secret(text.encode(), as_bytes(password), variant)),
            named("PHP"): php_verify(password, text),
        },
        argon2_verdicts,
    )


def _accepts(call):
    try:
        call()
    except Exception:
        return False
    return True


disagreements = []


def refused_by(text, verdicts):
    """The implementations that refuse the text and take its undamaged twin; who takes it is noted."""
    taking = [name for name, takes in verdicts.items() if takes]
    if taking:
        refusing = [name for name, takes in verdicts.items() if not takes]
        disagreements.append((text, taking, refusing))

    def settle():
        refusing = set()
        for twin, password in twins_of(text):
            damaged, sound = verdicts.again(text, password), verdicts.again(twin, password)
            refusing.update(
                name for name in damaged if sound[name] and not damaged[name] and not verdicts[name]
            )
        return sorted(refusing)

    return Refusals(settle)


_ALL = None


def passlib_names(text):
    """Every passlib handler that recognises the text."""
    global _ALL
    if _ALL is None:
        skip = {
            "plaintext",
            "unix_disabled",
            "unix_fallback",
            "django_disabled",
            "ldap_plaintext",
            "htdigest",
        }
        _ALL = []
        for name in passlib.registry.list_crypt_handlers():
            if name in skip or name.startswith("roundup"):
                continue
            try:
                _ALL.append((name, getattr(passlib.hash, name)))
            except Exception:
                continue
    return [name for name, handler in _ALL if _identifies(handler, text)]


def _identifies(handler, text):
    try:
        return bool(handler.identify(text))
    except Exception:
        return False


def refused_by_php(text, password="password"):
    """password_verify says no to the text as it is there, and yes to its undamaged twin."""
    assert not php_verify(password, text), text

    def settle():
        for twin, right in twins_of(text):
            if php_verify(right, twin) and not php_verify(right, text):
                return [named("PHP")]
        return []

    return Refusals(settle)


def refused_by_crypt(text, password="password"):
    """libxcrypt does not give the text back, and gives back its undamaged twin."""
    assert crypt(password, text) != text, text

    def settle():
        for twin, right in twins_of(text):
            if crypt(right, twin) == twin and crypt(right, text) != text:
                return [named("libxcrypt")]
        return []

    return Refusals(settle)


def unknown_to_passlib(text):
    """No handler of passlib recognises the text, though one verifies its undamaged twin."""
    names = passlib_names(text)
    assert not names, f"passlib calls {text!r} {names}"

    def settle():
        # What is around a hash is not damage to it: passlib does not know the wrapping either.
        for twin, password in twins_of(text, surrounded=False, least_head=3):
            if any(_verifies(name, twin, password) for name in passlib_names(twin)):
                return [named("passlib")]
        return []

    return Refusals(settle)


def _verifies(handler, text, password):
    try:
        return bool(getattr(passlib.hash, handler).verify(password, text))
    except Exception:
        return False


def print_disagreements():
    for text, taking, refusing in disagreements:
        print(f"disagree: {text[:200]!r}: taken by {', '.join(taking)}; refused by {', '.join(refusing) or 'nobody'}")
