"""Hashes with a part missing: a verifier that compares what is there says yes to them.

Of each family a sound hash is made with a fixed salt and damaged: the digest empty, cut, extended, or zero
bytes; the salt empty or of another length. Whoever takes the sound hash is asked about the damaged one, with
the right password where a beginning of the digest is left, and with another where none is. Nobody may say
yes. A refusal is right, and so is a plain no: both keep the attacker out.

A cut digest of PBKDF2 and scrypt is also the digest of that length. Argon2 hashes the length along: of it there
are digests that were computed for 1, 2 and 3 bytes, too, with the right password and, where one is found, with
another that has the same few bytes.

Costs and salts are above what careful libraries demand (1,000 iterations of PBKDF2, salts of 16 bytes where
the notation has room), and each damaged hash names its sound twin: who does not take that has shown nothing.

Two kinds are not damaged: a cost that is one step higher, which a verifier with a cost of its own says yes to, and a
long password of a prehashed scheme that differs after 72 bytes, which one says yes to that cuts before it hashes.
"""

import base64
import hashlib
import hmac
import importlib.metadata
import re
import subprocess
from dataclasses import dataclass, field
from typing import Any, Callable

import bcrypt as pyca_bcrypt
import passlib.hash
from argon2.exceptions import VerifyMismatchError
from argon2.low_level import Type, hash_secret, verify_secret
from passlib.utils.binary import ab64_encode, bcrypt64
from shared.django_hashers import SALTED, use_hashers
from shared.short_argon2 import colliding, short_tag
from shared.implementations import crypt, named, php_verify, provider_scrypt, supertokens_reads
from shared.verify_suite import Topic, salt_of, text_salt
from werkzeug.security import check_password_hash
from shared.witness import Recomputed

GENERATOR = "verify/bypass.py"
WERKZEUG = f"Werkzeug {importlib.metadata.version('werkzeug')}"
PASSWORD, OTHER = b"correct horse", b"anything else"
# For prehashed schemes: longer than the 72 bytes that bcrypt reads.
LONG = b" ".join([b"correct horse battery staple"] * 3)
# Of PBKDF2: the fewest that SP 800-132 allows.
ROUNDS = 1000
SIGNER_KEY = "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="


# Verifiers: True or False; what they raise is a refusal ----------------------------------------------


def by_passlib(handler):
    return {named("passlib"): lambda text, password: getattr(passlib.hash, handler).verify(password, text)}


def by_crypt(text, password):
    made = crypt(password, text)
    if made is None:
        raise ValueError("no setting")
    return made == text


def by_doveadm(text, password):
    done = subprocess.run(["doveadm", "pw", "-t", text, "-p", password.decode()], capture_output=True, text=True)
    if "Password check failed" in done.stderr or "Fatal" in done.stderr and "reverse" not in done.stderr:
        raise ValueError(done.stderr)
    return "(verified)" in done.stdout


def by_wordpress(text, password):
    """wp_check_password: PHP over HMAC-SHA384."""
    mac = hmac.new(b"wp-sha384", password.strip(b" \t\n\r\0\x0b"), "sha384").digest()
    return php_verify(base64.b64encode(mac), text[3:])


def by_service(text, password):
    parts = supertokens_reads(text)
    if parts is None:
        raise ValueError("not of the grammar")
    stored, salt, mem_cost, rounds, separator = parts
    raw = [base64.b64decode(part) for part in (salt, separator, SIGNER_KEY)]
    made = provider_scrypt(password, raw[0], raw[1], raw[2], mem_cost, rounds)
    return base64.b64encode(made).decode() == stored


CRYPT = {named("libxcrypt"): by_crypt}
PHP = {named("PHP"): lambda text, password: php_verify(password, text)}
PYCA = {named("pyca/bcrypt"): lambda text, password: pyca_bcrypt.checkpw(password, text.encode())}
DJANGO = {named("Django"): lambda text, password: use_hashers(SALTED).check_password(password.decode(), text)}
FLASK = {WERKZEUG: lambda text, password: check_password_hash(text, password.decode())}
DOVEADM = {named("doveadm"): by_doveadm}
WORDPRESS = {Recomputed(f"{named('PHP')} (over HMAC-SHA384)"): by_wordpress}
SERVICE = {Recomputed(f"{named('OpenSSL')} (scrypt, AES-256-CTR)"): by_service}


def by_libargon2(kind):
    def verify(text, password):
        try:
            return verify_secret(text.encode(), password, kind)
        except VerifyMismatchError:
            return False

    return {named("libargon2"): verify}


# Families --------------------------------------------------------------------------------------------


@dataclass
class Family:
    name: str
    scheme: str
    url: str
    salt: Any
    digest: Any
    build: Callable
    verifiers: dict
    given: dict = field(default_factory=dict)
    # What a digest of zero bytes looks like, for digests that are characters.
    zero: Any = None
    # Shapes of the salt to try; none where it has no place of its own.
    salts: tuple = ("empty", "half")
    # Of argon2: argon2d, argon2i or argon2id.
    kind: str | None = None
    # Of what is prehashed before bcrypt: the hash of any password with any salt.
    hashed: Callable | None = None


def standard(data):
    return base64.b64encode(data).decode()


def bare(data):
    return standard(data).rstrip("=")


def adapted(data):
    return ab64_encode(data).decode()


def crypt_family(name, scheme, url, setting, verifiers, salts=("empty", "half"), shown=None):
    """Of crypt(3)'s notation: `setting` ends with the salt, the digest is after the next dollar sign."""
    head, salt = setting.rsplit("$", 1)
    text = getattr(passlib.hash, shown).using(salt=salt).hash(PASSWORD) if shown else crypt(PASSWORD, setting)
    digest = text.rsplit("$", 1)[1]
    return Family(
        name, scheme, url, salt, digest, lambda salt, digest: f"{head}${salt}${digest}", verifiers, {}, "." * len(digest), salts
    )


def bcrypt_families():
    url = "https://github.com/openwall/crypt_blowfish"
    salt = bcrypt64.encode_bytes(salt_of(900, 16)).decode()
    assert len(salt) == 22
    for version, wrap, verifiers in (
        ("2b", "", {**by_passlib("bcrypt"), **CRYPT, **PYCA}),
        ("2y", "", {**by_passlib("bcrypt"), **CRYPT, **PHP}),
        ("2y", "{BLF-CRYPT}", DOVEADM),
        ("2b", "bcrypt$", DJANGO),
    ):
        head = f"{wrap}${version}$04$"
        digest = crypt(PASSWORD, f"${version}$04${salt}")[29:]
        name = f"bcrypt ${version}$" + (f" after {wrap}" if wrap else "")
        yield Family(
            name, "bcrypt", url, salt, digest, lambda salt, digest, head=head: head + salt + digest, verifiers, {}, "." * 31,
            ("empty", "half", "one less", "one more"),
        )
    for name, head, source, verifiers, prehash in (
        ("Django's bcrypt_sha256", "bcrypt_sha256$$2b$04$", "https://docs.djangoproject.com/en/stable/topics/auth/passwords/", DJANGO, lambda password: hashlib.sha256(password).hexdigest()),
        ("WordPress' bcrypt", "$wp$2y$04$", "https://make.wordpress.org/core/2025/02/17/wordpress-6-8-will-use-bcrypt-for-password-hashing/", WORDPRESS, lambda password: standard(hmac.new(b"wp-sha384", password, "sha384").digest())),
    ):
        def hashed(salt, password, head=head, prehash=prehash):
            return head + crypt(prehash(password), f"${head[-6:-4]}$04${salt}")[7:]

        digest = hashed(salt, PASSWORD)[-31:]
        yield Family(name, "bcrypt", source, salt, digest, lambda salt, digest, head=head: head + salt + digest, verifiers, {}, "." * 31, hashed=hashed)


def argon2_families():
    url = "https://github.com/P-H-C/phc-winner-argon2 src/encoding.c"
    for kind, name in ((Type.ID, "argon2id"), (Type.I, "argon2i"), (Type.D, "argon2d")):
        salt = salt_of(910, 16)
        text = hash_secret(PASSWORD, salt, 2, 64, 1, 32, kind).decode()
        digest = base64.b64decode(text.rsplit("$", 1)[1] + "=")
        head = text.rsplit("$", 2)[0]
        verifiers = {**by_libargon2(kind), **(PHP if kind != Type.D else {})}
        for wrap, who in (("", verifiers), ("argon2", DJANGO), ("{ARGON2ID}", DOVEADM)):
            if wrap and kind != Type.ID:
                continue
            yield Family(
                f"{name} after {wrap}" if wrap else name, "argon2", url, salt, digest,
                lambda salt, digest, head=head, wrap=wrap: f"{wrap}{head}${bare(salt)}${bare(digest)}", who, kind=name,
            )


def crypt_families():
    libc = {**CRYPT, **PHP}
    page = "https://passlib.readthedocs.io/en/stable/lib/passlib.hash."
    sha = "https://www.akkadia.org/drepper/SHA-crypt.txt"
    yield crypt_family("md5-crypt", "md5-crypt", f"{page}md5_crypt.html", "$1$" + text_salt(920, 8), {**libc, **by_passlib("md5_crypt")})
    yield crypt_family("apr1", "apr1", f"{page}apr_md5_crypt.html", "$apr1$" + text_salt(921, 8), by_passlib("apr_md5_crypt"), shown="apr_md5_crypt")
    yield crypt_family("sha256-crypt", "sha256-crypt", sha, "$5$rounds=1000$" + text_salt(922, 16), {**libc, **by_passlib("sha256_crypt")})
    yield crypt_family("sha512-crypt", "sha512-crypt", sha, "$6$rounds=1000$" + text_salt(923, 16), {**libc, **by_passlib("sha512_crypt")})
    for name, marker, salt, verifiers, wrap, salts in (
        ("traditional DES", "", text_salt(925, 2), DOVEADM, "{DES-CRYPT}", ("empty", "half")),
        ("traditional DES in OpenLDAP", "", text_salt(926, 2), by_passlib("ldap_des_crypt"), "{CRYPT}", ("empty", "half")),
        ("BSD/OS", "_J9..", text_salt(927, 4), {**libc, **by_passlib("bsdi_crypt")}, "", ("empty", "half", "one less", "one more")),
    ):
        digest = crypt(PASSWORD, marker + salt)[-11:]
        yield Family(name, "des-crypt", f"{page}des_crypt.html", salt, digest, lambda salt, digest, head=wrap + marker: head + salt + digest, verifiers, {}, "." * 11, salts)
    salt = text_salt(924, 8)
    digest = passlib.hash.phpass.using(salt=salt, rounds=7).hash(PASSWORD)[12:]
    yield Family("phpass", "phpass", "https://www.openwall.com/phpass/", salt, digest, lambda salt, digest: f"$P$5{salt}{digest}", by_passlib("phpass"), {}, "." * 22, ("empty", "half", "one less", "one more"))


def iterated_families():
    salt, letters = salt_of(930, 16), text_salt(931, 16)
    page = "https://passlib.readthedocs.io/en/stable/lib/passlib.hash."
    for name, size in (("sha1", 20), ("sha256", 32), ("sha512", 64)):
        digest = hashlib.pbkdf2_hmac(name, PASSWORD, salt, ROUNDS)
        head = "$pbkdf2" + ("" if name == "sha1" else f"-{name}") + f"${ROUNDS}$"
        yield Family(f"passlib's pbkdf2-{name}", "pbkdf2", f"{page}pbkdf2_digest.html", salt, digest, lambda salt, digest, head=head: f"{head}{adapted(salt)}${adapted(digest)}", by_passlib(f"pbkdf2_{name}"))
        brace = "{PBKDF2" + ("" if name == "sha1" else f"-{name.upper()}") + f"}}{ROUNDS}$"
        yield Family(f"OpenLDAP's pbkdf2-{name}", "pbkdf2", f"{page}ldap_pbkdf2_digest.html", salt, digest, lambda salt, digest, head=brace: f"{head}{adapted(salt)}${adapted(digest)}", by_passlib(f"ldap_pbkdf2_{name}"))
    for name in ("sha1", "sha256"):
        digest = hashlib.pbkdf2_hmac(name, PASSWORD, letters.encode(), ROUNDS)
        yield Family(f"Django's pbkdf2_{name}", "pbkdf2", "https://docs.djangoproject.com/en/stable/topics/auth/passwords/", letters, digest, lambda salt, digest, name=name: f"pbkdf2_{name}${ROUNDS}${salt}${standard(digest)}", {**DJANGO, **by_passlib(f"django_pbkdf2_{name}")})
    digest = hashlib.pbkdf2_hmac("sha256", PASSWORD, letters.encode(), ROUNDS)
    yield Family("Werkzeug's pbkdf2", "pbkdf2", "https://werkzeug.palletsprojects.com/en/stable/utils/#module-werkzeug.security", letters, digest, lambda salt, digest: f"pbkdf2:sha256:{ROUNDS}${salt}${digest.hex()}", FLASK)
    digest = hashlib.pbkdf2_hmac("sha1", PASSWORD, letters.encode(), ROUNDS, 20)
    yield Family("Dovecot's PBKDF2", "pbkdf2", "https://doc.dovecot.org/configuration_manual/authentication/password_schemes/", letters, digest, lambda salt, digest: f"{{PBKDF2}}$1${salt}${ROUNDS}${digest.hex()}", DOVEADM)
    digest = hashlib.pbkdf2_hmac("sha1", PASSWORD, salt, 10000, 32)
    yield Family("Atlassian's PKCS5S2", "pbkdf2", f"{page}atlassian_pbkdf2_sha1.html", salt, digest, lambda salt, digest: "{PKCS5S2}" + standard(salt + digest), by_passlib("atlassian_pbkdf2_sha1"))
    digest = hashlib.scrypt(PASSWORD, salt=salt, n=1024, r=8, p=1, dklen=32)
    yield Family("passlib's scrypt", "scrypt", f"{page}scrypt.html", salt, digest, lambda salt, digest: f"$scrypt$ln=10,r=8,p=1${bare(salt)}${bare(digest)}", by_passlib("scrypt"))
    digest = hashlib.scrypt(PASSWORD, salt=letters.encode(), n=1024, r=8, p=1, dklen=64)
    yield Family("Werkzeug's scrypt", "scrypt", "https://werkzeug.palletsprojects.com/en/stable/utils/#module-werkzeug.security", letters, digest, lambda salt, digest: f"scrypt:1024:8:1${salt}${digest.hex()}", FLASK)


def digest_families():
    page = "https://passlib.readthedocs.io/en/stable/lib/passlib.hash."
    letters, salt = text_salt(940, 16), salt_of(941, 16)
    for name in ("md5", "sha1"):
        digest = hashlib.new(name, letters.encode() + PASSWORD).digest()
        yield Family(f"Django's {name}", name, "https://docs.djangoproject.com/en/stable/topics/auth/passwords/", letters, digest, lambda salt, digest, name=name: f"{name}${salt}${digest.hex()}", {**DJANGO, **by_passlib(f"django_salted_{name}")}, {"source": "django"})
    for name, brace, handlers in (("md5", "{SMD5}", "ldap_salted_md5"), ("sha1", "{SSHA}", "ldap_salted_sha1"), ("sha256", "{SSHA256}", "ldap_salted_sha256"), ("sha512", "{SSHA512}", "ldap_salted_sha512")):
        digest = hashlib.new(name, PASSWORD + salt).digest()
        yield Family(brace, name, f"{page}ldap_std.html", salt, digest, lambda salt, digest, brace=brace: brace + standard(digest + salt), {**by_passlib(handlers), **DOVEADM}, salts=())
    for name, brace, handlers in (("md5", "{MD5}", "ldap_md5"), ("sha1", "{SHA}", "ldap_sha1"), ("sha256", "{SHA256}", None), ("sha512", "{SHA512}", None)):
        digest = hashlib.new(name, PASSWORD).digest()
        verifiers = {**(by_passlib(handlers) if handlers else {}), **(DOVEADM if name != "md5" else {})}
        yield Family(brace, name, f"{page}ldap_std.html", b"", digest, lambda salt, digest, brace=brace: brace + standard(digest), verifiers, salts=())


def service_families():
    salt = salt_of(950, 16)
    digest = provider_scrypt(PASSWORD, salt, b"\x07", base64.b64decode(SIGNER_KEY), 4, 8)
    yield Family("provider-scrypt", "provider-scrypt", "spec: 2.4", salt, digest, lambda salt, digest: f"$f_scrypt${standard(digest)}${standard(salt)}$m=4$r=8$s=Bw==", SERVICE, {"signerKey": SIGNER_KEY})


# Damage ----------------------------------------------------------------------------------------------


def damaged(family):
    """Kind of damage, the text, and the password to try."""
    salt, digest, build = family.salt, family.digest, family.build
    size, none = len(digest), digest[:0]
    more = "." if isinstance(digest, str) else b"\0"
    yield "digest empty", build(salt, none), OTHER
    yield "digest cut to the first", build(salt, digest[:1]), PASSWORD
    yield "digest cut to a half", build(salt, digest[: size // 2]), PASSWORD
    yield "digest without its last", build(salt, digest[:-1]), PASSWORD
    yield "digest extended", build(salt, digest + more), PASSWORD
    yield "digest of zeros", build(salt, family.zero or bytes(size)), PASSWORD
    shapes = {
        "empty": (salt[:0], "salt empty"),
        "half": (salt[: len(salt) // 2], "salt cut to a half"),
        "one less": (salt[:-1], "salt without its last"),
        "one more": (salt + ("." if isinstance(salt, str) else b"\0"), "salt extended"),
    }
    for shape in family.salts:
        other, kind = shapes[shape]
        yield kind, build(other, digest), PASSWORD
    if family.salts:
        yield "salt and digest empty", build(salt[:0], none), OTHER


def computed_short(family):
    """Digests that were computed for 1 to 3 bytes, at most 24 bits to guess: RFC 9106 section 3.1 permits none of argon2."""
    if family.scheme in ("pbkdf2", "scrypt"):
        for size in (2, 3):
            yield f"digest cut to what is computed for {size} bytes", family.build(family.salt, family.digest[:size]), PASSWORD
    for size in (1, 2, 3) if family.kind else ():
        tag = short_tag(family.kind, PASSWORD, family.salt, 2, 64, size)
        text, kind = family.build(family.salt, tag), f"digest computed for length {size}"
        yield kind, text, PASSWORD
        if size < 3:
            yield f"{kind}, another password that has it", text, colliding(family.kind, family.salt, 2, 64, tag)


# PHP before 8.2.3 took such salts and said yes to every password.
DOLLARS = "https://github.com/php/php-src/security/advisories/GHSA-7fj2-8x79-rjf4"


def dollars_in_salts(family):
    """CVE-2023-0567."""
    for at in (0, 1, 10, 20, 21):
        salt = family.salt[:at] + "$" + family.salt[at + 1 :]
        yield f"a dollar sign in the salt, at {at}", family.build(salt, family.digest), OTHER
    yield "dollar signs after the first of the salt", family.build("2" + "$" * 21, "." * 31), OTHER
    yield "crypt's sign of failure as digest", family.build(family.salt, "*0"), OTHER
    yield "crypt's sign of failure after a setting that is none", family.build("$" * 22, "*0"), OTHER


# Where the notations have their cost, and one step more.
COSTS = (
    (r"(\$2[by]\$)04\$", r"\g<1>05$"), (r"^\$P\$5", "$P$6"), (r"rounds=1000\$", "rounds=1001$"), (r"\bt=2,", "t=3,"),
    (r"\$ln=10,", "$ln=11,"), (r"^scrypt:1024:", "scrypt:2048:"), (r"\$m=4\$", "$m=5$"), (r"([$:}])1000\$", r"\g<1>1001$"),
)


def costlier(text):
    """The hash with a higher cost and the digest of the old one; None where the notation names no cost."""
    return next((re.sub(pattern, more, text, count=1) for pattern, more in COSTS if re.search(pattern, text)), None)


def add_others(topic, family, sound, twin):
    """What is not damaged, and has to be computed before the answer is no."""

    def wrong(kind, text, password, twin, flags):
        said = {outcome(verifier, text, password) for verifier in family.verifiers.values()}
        assert said == {"no"}, (family.name, kind, said)
        topic.add(text, password, False, family.scheme, f"{family.name}: {kind}", flags, checks=list(family.verifiers), twin=twin, **family.given)

    text = costlier(sound)
    if text is not None:
        wrong("cost one step higher", text, PASSWORD, twin, ["Bypass"])
    if family.hashed:
        text = family.hashed(bcrypt64.encode_bytes(salt_of(901, 16)).decode(), LONG)
        checks = list(family.verifiers)
        assert all(outcome(verifier, text, LONG) == "yes" for verifier in family.verifiers.values()), family.name
        twin = topic.add(text, LONG, True, family.scheme, f"{family.name}: undamaged, a password of {len(LONG)} bytes", ["Prehashed"], checks=checks)
        wrong("a password that differs after 72 bytes", text, LONG[:-1] + b"!", twin, ["Bypass", "Prehashed"])


def outcome(verifier, text, password):
    try:
        return "yes" if verifier(text, password) else "no"
    except Exception:
        return "refuses"


def problem_of(family, kind):
    """The reason that the suite gives; a refusal for another one is right too."""
    if family.scheme == "bcrypt" and family.name.startswith("bcrypt "):
        if kind in ("digest extended", "salt extended"):
            return "bcrypt/malformed"
        return "bcrypt/malformed" if "dollar sign" in kind or "crypt's" in kind else "bcrypt/truncated"
    if family.scheme == "argon2":
        return "argon2/parameter-out-of-range" if kind == "digest cut to the first" or "computed" in kind else "argon2/truncated"
    if family.scheme == "provider-scrypt":
        if "empty" in kind:
            return "provider-scrypt/part-missing" if kind == "salt empty" else "provider-scrypt/part-missing"
        return "provider-scrypt/hash-length"
    if (family.name, kind) in (("{MD5}", "digest empty"), ("traditional DES in OpenLDAP", "salt and digest empty")):
        return "wrapping/incomplete"
    if family.scheme == "des-crypt" and family.name != "traditional DES":
        return "hash/unrecognised" if family.name == "BSD/OS" else "wrapping/conflict"
    return "scheme/malformed"


# A digest of 16 bytes or more is what another output length gives: PHC strings name none.
SHORTER = (
    "The notation leaves the length of the digest to the writer, so that an implementation may hold this one for "
    "whole: 16 bytes can't be guessed. We refuse it, since passlib writes 32 and anything less was cut."
)


def policy_of(family, kind):
    cut = kind in ("digest cut to a half", "digest without its last")
    return SHORTER if family.name == "passlib's scrypt" and cut else None


def add(topic, family, kind, text, password, twin):
    outcomes = {name: outcome(verifier, text, password) for name, verifier in family.verifiers.items()}
    taking = [name for name, answer in outcomes.items() if answer == "yes"]
    if taking:
        print(f"{family.name}, {kind}: {', '.join(taking)} say yes")
        return
    checks, comment = list(outcomes), f"{family.name}: {kind}"
    if kind == "digest of zeros" and "refuses" not in outcomes.values():
        topic.add(text, password, False, family.scheme, comment, ["Bypass"], checks=checks, twin=twin, **family.given)
        return
    takes = [{"matches": False, "scheme": family.scheme}]
    policy = policy_of(family, kind)
    if policy:
        takes = [*takes, {**takes[0], "matches": True}]
    topic.refuse(
        text, password, problem_of(family, kind), comment, ["Bypass"], checks=checks, policy=policy, takes=takes,
        twin=twin, **family.given,
    )


def require_sound(family, sound):
    for name, verifier in family.verifiers.items():
        right, wrong = outcome(verifier, sound, PASSWORD), outcome(verifier, sound, OTHER)
        assert (right, wrong) == ("yes", "no"), (family.name, name, sound, right, wrong)


def add_family(topic, family):
    """The sound hash first: who does not take it has not been asked about the damaged ones."""
    sound = family.build(family.salt, family.digest)
    require_sound(family, sound)
    rows = [*damaged(family), *computed_short(family)]
    dollars = list(dollars_in_salts(family)) if family.name.startswith("bcrypt $2") else []
    more = [DOLLARS] if dollars else ["RFC 9106 section 3.1"] if family.kind else []
    topic.group("credport", None, family.url, "0BSD", GENERATOR, spec=[family.url, *more])
    checks, comment = list(family.verifiers), f"{family.name}: undamaged"
    twin = topic.add(sound, PASSWORD, True, family.scheme, comment, checks=checks, **family.given)
    for kind, text, password in [*rows, *dollars]:
        if text != sound:
            add(topic, family, kind, text, password, twin)
    add_others(topic, family, sound, twin)


def make():
    topic = Topic("bypass", [
        "Hashes of which a part is empty, cut, extended, of another length or cost, and passwords of which the end differs; nobody may match them.",
        "Refusing them is right, and so is `matches: false`: either keeps out who has no right password. It shows nothing of an implementation that does not take the undamaged hash, which is the `twin`.",
    ])
    for families in (bcrypt_families, argon2_families, crypt_families, iterated_families, digest_families, service_families):
        for family in families():
            add_family(topic, family)
    topic.write()

