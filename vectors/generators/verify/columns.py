"""Hashes that systems keep in columns of their own, as credport puts them together, and the texts that the columns have.

PHP and Python's hashlib compute each from the same parts, and have to agree; that a system makes it so is our own
reading of its source, which the rows name. web2py's own library, pydal, is asked about each text of a column of its.
"""

import base64
import hashlib
import json
import platform
import re
from dataclasses import dataclass
from importlib.metadata import version as version_of
from typing import Callable

from passlib.hash import phpass
from pydal.validators import CRYPT, LazyCrypt
from shared.implementations import crypt, named
from shared.near_misses import EMPTY, LONG, NON_ASCII, PLAIN, questions
from shared.systems import Program
from shared.verify_suite import HERE, NUL_PASSWORD, Topic, output_of, password_value, salt_of, text_salt
from shared.witness import Recomputed

PYTHON = f"Python {platform.python_version()} (hashlib)"
PYDAL = f"pydal {version_of('pydal')}"
# The library of Rust reads the PHC strings of PBKDF2, by the adapter that peers have.
ADAPTER = HERE.parent.parent / "test/peers/rust/node_modules/target/release/credport-peers"
RUST, RUST_NAME = Program(ADAPTER, "password-auth", needs=ADAPTER), "password-auth 1.0.0"
PASSWORDS = [PLAIN, NON_ASCII]
# What has costs: damaged hashes are asked about once of these and once of plain digests, for each system.
LAYERS = ("bcrypt", "pbkdf2")
OTHER = b"anything else"
TO_BCRYPT = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
)


def bare(data):
    return base64.b64encode(data).decode().rstrip("=")


def hexed(name, *parts):
    return hashlib.new(name, b"".join(parts)).hexdigest().encode()


# The parts of a hash ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """How a system makes a digest: the same in Python, of a password and a salt, and in PHP, of $p and $s."""

    source: str
    comment: str
    spec: str
    scheme: str
    salt: Callable
    # Salt and digest, which is as PHP prints it, in one text; and the text of the column, where that differs.
    text: Callable
    python: Callable
    php: str
    stored: Callable
    passwords: tuple = tuple(PASSWORDS)
    # Passwords, or how the salt makes them, that fit where a digest is taken for what it is of, or compared as a number:
    # the right one, what is wrong with the other, and that.
    bypasses: tuple = ()
    flags: tuple = ()


def expression(source, comment, spec, scheme, how, python, php, columns=1, salt=None, stored=None, **more):
    def text(value, digest):
        return f"$declared-{scheme}${bare(how.encode())}${bare(value) if columns else ''}${digest}"

    made = salt or (lambda index: text_salt(index, 9).encode() if columns else b"")
    return Row(source, comment, spec, scheme, made, text, python, php, stored or (lambda _, digest: digest), **more)


def pbkdf2(source, comment, spec, digest, iterations, size, salt, stored=None):
    """The PHC string; the digest is in hexadecimal."""
    return Row(
        source, comment, spec, "pbkdf2", salt,
        lambda value, key: f"$pbkdf2-{digest}$i={iterations}${bare(value)}${bare(bytes.fromhex(key))}",
        lambda p, s: hashlib.pbkdf2_hmac(digest, p, s, iterations, size).hex().encode(),
        f"hash_pbkdf2('{digest}', $p, $s, {iterations}, {2 * size})", stored or (lambda _, key: key),
    )


def letters(length):
    return lambda index: text_salt(index, length).encode()


def raw(length):
    return lambda index: salt_of(index, length)


# Systems ---------------------------------------------------------------------------------------------

GITHUB = "https://github.com/"
MEMBERSHIP = f"{GITHUB}microsoft/referencesource System.Web/Security/SQLMembershipProvider.cs"
COUCHDB = f"{GITHUB}apache/couchdb src/couch/src/couch_passwords.erl"
DISCUZ = f"{GITHUB}Discuz-X/DiscuzX uc_server/model/user.php"
FLUXBB = f"{GITHUB}fluxbb/fluxbb include/functions.php"
GRAFANA = f"{GITHUB}grafana/grafana pkg/util/encoding.go"
INVISION = f"{GITHUB}WoltLab/WCF Ipb3.class.php"
OSCOMMERCE = f"{GITHUB}osCommerce/oscommerce2 catalog/includes/functions/password_funcs.php"
OTRS = f"{GITHUB}OTRS/otrs Kernel/System/CustomerAuth/DB.pm"
REDMINE = f"{GITHUB}redmine/redmine app/models/user.rb"
SEAFILE = f"{GITHUB}haiwen/seafile-server common/user-mgr.c"
SONARQUBE = f"{GITHUB}SonarSource/sonarqube server/sonar-webserver-auth/src/main/java/org/sonar/server/authentication/CredentialsLocalAuthentication.java"
WEB2PY = f"{GITHUB}web2py/pydal pydal/validators.py"

# Digests that PHP compares as the number 0 with `==`: the right password, and another.
MAGIC = {"md5": (b"240610708", b"QNKCDZO"), "sha1": (b"aaroZmOk", b"aaK1STfY")}
DIGESTED = "the digest of the password in its place"
# What IP.Board puts in the place of characters of a page, in its order, as far as these passwords have them.
CLEANED = (
    (b"&", b"&amp;"), (b">", b"&gt;"), (b"<", b"&lt;"), (b'"', b"&quot;"), (b"$", b"&#036;"), (b"!", b"&#33;"),
    (b"'", b"&#39;"), (b"\\", b"&#092;"),
)
MARKED = b"<b>\"it's\" & $1!</b>"


def cleaned(password):
    for character, entity in CLEANED:
        password = password.replace(character, entity)
    return password


def cleaned_by_php():
    characters, entities = (", ".join(f"hex2bin('{part.hex()}')" for part in parts) for parts in zip(*CLEANED))
    return f"str_replace([{characters}], [{entities}], $p)"


def bare_digest(source, name, spec, comment):
    right, other = MAGIC.get(name, (b"", b""))
    bypasses = ((right, "a digest of the same number to PHP", other),) if right else ()
    return expression(
        source, f"{comment}, a bare {name}", spec, name, f"{name}(password)", lambda p, _: hexed(name, p),
        f"hash('{name}', $p)", columns=0, bypasses=bypasses,
    )


def web2py_digest(name):
    return expression(
        "web2py", f"web2py's {name}", WEB2PY, name, f"{name}(password . salt)", lambda p, s: hexed(name, p, s),
        f"hash('{name}', $p . $s)", salt=letters(16), stored=lambda salt, key: f"{name}${salt.decode()}${key}",
    )


def web2py_pbkdf2(digest, size):
    stored = lambda salt, key: f"pbkdf2(1000,{size},{digest})${salt.decode()}${key}"
    return pbkdf2("web2py", f"web2py's PBKDF2 with {digest}, {size} bytes", WEB2PY, digest, 1000, size, letters(16), stored)


def seafile_text(salt, key):
    return f"PBKDF2SHA256$1000${salt.hex()}${key}"


def layered(name, inner, what, mark, columns=0, php=""):
    """FluxBB's: bcrypt over the digest that was there. The salt of bcrypt is one of the row's own."""
    setting = "$2y$04$" + text_salt(1580, 21) + "u"
    return expression(
        "fluxbb", f"FluxBB, {what} hashed again", FLUXBB, "bcrypt", f"bcrypt({name})",
        lambda p, s: crypt(inner(p, s), setting).encode(), f"crypt({php}, '{setting}')", columns=columns,
        stored=lambda salt, digest: f"{mark}{salt.decode()}{'#' if columns else ''}{digest}", flags=("Prehashed",),
        bypasses=((PLAIN, DIGESTED, lambda salt: inner(PLAIN, salt)),),
    )


def sha1_of_sha1(source, comment, spec):
    return expression(
        source, comment, spec, "sha1", "sha1(salt . sha1(password))", lambda p, s: hexed("sha1", s, hexed("sha1", p)),
        "sha1($s . sha1($p))", salt=letters(16), bypasses=((PLAIN, DIGESTED, hexed("sha1", PLAIN)),),
    )


ROWS = [
    expression("aspnet-membership", "ASP.NET Membership", MEMBERSHIP, "sha1",
               "base64(sha1(unbase64(PasswordSalt) . utf16le(password)))",
               lambda p, s: hexed("sha1", base64.b64decode(s), p.decode().encode("utf-16-le")),
               "sha1(base64_decode($s) . iconv('UTF-8', 'UTF-16LE', $p))",
               salt=lambda index: base64.b64encode(salt_of(index, 16)),
               stored=lambda _, digest: base64.b64encode(bytes.fromhex(digest)).decode(),
               bypasses=((PLAIN, "the password's UTF-16 as text", PLAIN.decode().encode("utf-16-le")),)),
    pbkdf2("couchdb", "CouchDB 3.4, pbkdf2_prf sha256", COUCHDB, "sha256", 1000, 32, letters(32)),
    pbkdf2("couchdb", "CouchDB before 3.4, PBKDF2 with SHA-1", COUCHDB, "sha1", 1000, 20, letters(32)),
    expression("couchdb", "CouchDB, scheme simple", COUCHDB, "sha1", "sha1(password . salt)",
               lambda p, s: hexed("sha1", p, s), "sha1($p . $s)", salt=letters(32)),
    expression("discuz", "Discuz!", DISCUZ, "md5", "md5(md5(password) . salt)",
               lambda p, s: hexed("md5", hexed("md5", p), s), "md5(md5($p) . $s)", salt=letters(6),
               bypasses=((PLAIN, DIGESTED, hexed("md5", PLAIN)),)),
    sha1_of_sha1("fluxbb", "FluxBB, a salt of PunBB 1.3", FLUXBB),
    bare_digest("fluxbb", "md5", FLUXBB, "FluxBB"),
    bare_digest("fluxbb", "sha1", FLUXBB, "FluxBB"),
    layered("md5(password)", lambda p, _: hexed("md5", p), "MD5", "#MD5#", php="md5($p)"),
    layered("sha1(password)", lambda p, _: hexed("sha1", p), "SHA-1", "#SHA1#", php="sha1($p)"),
    layered("sha1(salt . sha1(password))", lambda p, s: hexed("sha1", s, hexed("sha1", p)), "salted SHA-1", "#SHA1-S#", 1,
            php="sha1($s . sha1($p))"),
    pbkdf2("grafana", "Grafana", GRAFANA, "sha256", 10_000, 50, letters(10)),
    expression("invision", "IP.Board 3", INVISION, "md5", "md5(md5(members_pass_salt) . md5(invision(password)))",
               lambda p, s: hexed("md5", hexed("md5", s), hexed("md5", cleaned(p))),
               f"md5(md5($s) . md5({cleaned_by_php()}))", salt=letters(5), passwords=(*PASSWORDS, MARKED),
               bypasses=((PLAIN, DIGESTED, hexed("md5", PLAIN)), (MARKED, "the password as it was cleaned", cleaned(MARKED)))),
    expression("oscommerce", "osCommerce before 2.3", OSCOMMERCE, "md5", "md5(salt . password)",
               lambda p, s: hexed("md5", s, p), "md5($s . $p)", salt=letters(2),
               stored=lambda salt, digest: f"{digest}:{salt.decode()}"),
    *(bare_digest("otrs", name, OTRS, "OTRS") for name in ("sha1", "sha256", "sha512")),
    sha1_of_sha1("redmine", "Redmine", REDMINE),
    bare_digest("redmine", "sha1", REDMINE, "Redmine before 1.2"),
    pbkdf2("seafile", "Seafile", SEAFILE, "sha256", 1000, 32, raw(32), seafile_text),
    bare_digest("seafile", "sha1", SEAFILE, "Seafile before 3"),
    pbkdf2("sonarqube", "SonarQube", SONARQUBE, "sha512", 1000, 64, raw(20),
           lambda _, key: f"1000${base64.b64encode(bytes.fromhex(key)).decode()}"),
    expression("sonarqube", "SonarQube before 7.2", SONARQUBE, "sha1", "sha1('--' . salt . '--' . password . '--')",
               lambda p, s: hexed("sha1", b"--", s, b"--", p, b"--"), "sha1('--' . $s . '--' . $p . '--')",
               salt=letters(40)),
    web2py_pbkdf2("sha512", 20),
    web2py_pbkdf2("sha256", 32),
    web2py_pbkdf2("sha1", 20),
    *(web2py_digest(name) for name in ("md5", "sha1", "sha256", "sha512")),
]

PHP = "$p = hex2bin('%s'); $s = hex2bin('%s'); echo %s;"


def made(row, password, salt):
    """The digest, as both programs give it."""
    by_python = row.python(password, salt).decode()
    by_php = output_of(["php", "-r", PHP % (password.hex(), salt.hex(), row.php)]).decode()
    assert by_python == by_php, (row.comment, by_python, by_php)
    return by_python


def by_rust(text, password):
    """True, False, or None where it refuses."""
    given = {"hash": text, "password": password_value(password)}
    reply = json.loads(RUST.ask(json.dumps({"cmd": "run", "seq": 0, "operation": "verify", "input": given})))
    return reply.get("ok", {}).get("matches")


def who_says(row, text, password, matches, sound):
    """Who computed it from the parts, and who reads the text, takes the sound one with its password, and says the same."""
    reads = row.scheme == "pbkdf2" and by_rust(*sound) is True and by_rust(text, password) is matches
    return [Recomputed(named("PHP")), Recomputed(PYTHON), *([RUST_NAME] if reads else [])]


# Questions -------------------------------------------------------------------------------------------


def ask(topic, row, index, is_first):
    """The right password and a wrong one, which is computed too; of the first row of a kind also what is damaged."""
    for at, right in enumerate(row.passwords):
        salt = row.salt(index + at)
        digest = made(row, right, salt)
        text, twin = row.text(salt, digest), None
        for password, matches, what in questions(right)[: 2 if is_first or right == PLAIN else 1]:
            assert (made(row, password, salt) == digest) is matches, (row.comment, password)
            checks = who_says(row, text, password, matches, (text, right))
            done = topic.add(text, password, matches, row.scheme, f"{row.comment}{what}", row.flags, checks=checks, twin=twin, source=row.source)
            twin = twin or done
        if right == PLAIN and is_first:
            damage(topic, row, salt, digest, twin)
    for right, what, password in row.bypasses:
        bypass(topic, row, row.salt(index), right, what, password)
    if is_first or row.source == "web2py":
        as_stored(topic, row, row.salt(index))


def bypass(topic, row, salt, right, what, password):
    digest, password = made(row, right, salt), password(salt) if callable(password) else password
    assert made(row, password, salt) != digest
    flags, text = [*row.flags, "Bypass"], row.text(salt, digest)
    checks = who_says(row, text, password, False, (text, right))
    twin = next((test["id"] for test in topic.groups[-1]["tests"] if test["input"] == {"hash": text, "password": right.decode(), "source": row.source}), None)
    twin = twin or topic.add(text, right, True, row.scheme, row.comment, row.flags, checks=checks, source=row.source)
    topic.add(text, password, False, row.scheme, f"{row.comment}: {what}", flags, checks=checks, twin=twin, source=row.source)


# Why damaged texts are refused: no other program reads them.
DAMAGED = (
    "No other implementation reads a text that is put together so, and a digest that is cut or a column that is missing "
    "can't be computed. It is refused, or answered with a plain no: either keeps out who has no right password."
)
GUESSED = (
    "PBKDF2 is defined for every length, so that an implementation may hold this digest for whole. It is refused, since so "
    "few bytes can be guessed, and the system writes no such digests."
)
CUT_SALT = "What is left of the salt may be no text that the map's expression reads: who refuses it is as right as who says no."
MALFORMED = "scheme/malformed"


def damage(topic, row, salt, digest, twin):
    """Parts that are cut, empty or another's; with another password where no beginning of the digest is left."""
    sound = (row.text(salt, digest), PLAIN)
    zeros = digest[:-31] + "." * 31 if row.scheme == "bcrypt" else "0" * len(digest)
    computed = [("digest of zeros", row.text(salt, zeros), PLAIN)]
    if row.scheme == "pbkdf2":
        computed.append(("cost one step higher", row.text(salt, digest).replace("000$", "001$", 1), PLAIN))
    if row.scheme == "bcrypt":
        computed.append(("cost one step higher", row.text(salt, digest.replace("$04$", "$05$")), PLAIN))
    if salt:
        computed.append(("salt without its last", row.text(salt[:-1], digest), PLAIN))
    for what, text, password in computed:
        checks = who_says(row, text, password, False, sound)
        topic.add(text, password, False, row.scheme, f"{row.comment}: {what}", [*row.flags, "Bypass"], checks=checks, twin=twin,
                  may_refuse=CUT_SALT if what.startswith("salt") else None, source=row.source)
    cut = [("digest empty", "", OTHER)]
    if row.scheme != "pbkdf2":
        cut.append(("digest without its last", digest[:-1], PLAIN))
    if row.scheme == "pbkdf2" or is_first_of_scheme(row):
        cut.append(("digest cut to three bytes", digest[:6], PLAIN))
    if row.scheme != "pbkdf2" and is_first_of_scheme(row):
        cut.append(("digest extended", digest + "00", PLAIN))
    for what, shorter, password in cut:
        policy, text = GUESSED if row.scheme == "pbkdf2" and shorter else DAMAGED, row.text(salt, shorter)
        refuses = row.scheme == "pbkdf2" and by_rust(*sound) is True and by_rust(text, password) is None
        refuse(topic, row, text, password, f"{row.comment}: {what}", twin, policy, MALFORMED, [RUST_NAME] if refuses else [])
    if row.scheme != "pbkdf2" and is_first_of_scheme(row):
        expressions(topic, row, salt, digest, twin)


def is_first_of_scheme(row):
    return row == next(one for one in ROWS if one.scheme == row.scheme)


def expressions(topic, row, salt, digest, twin):
    """What the notation alone can say wrong, asked once of each digest."""
    head, how, rest = row.text(salt, digest).split("$", 3)[1:]
    cut = bare(base64.b64decode(how + "=" * (-len(how) % 4))[:-1])
    texts = [("the expression cut", f"${head}${cut}${rest}"), ("no expression", f"${head}$${rest}")]
    if salt:
        texts.append(("a column too many", row.text(salt + b"\0more", digest)))
    for what, text in texts:
        problem = MALFORMED if what == "no expression" else "expression/malformed"
        refuse(topic, row, text, PLAIN, f"{row.comment}: {what}", twin, DAMAGED, problem)


def refuse(topic, row, text, password, comment, twin, policy, problem, checks=()):
    takes, why = [{"matches": False, "scheme": row.scheme}], {"checks": checks} if checks else {"policy": policy}
    topic.refuse(text, password, problem, comment, [*row.flags, "Bypass"], takes=takes, twin=twin, source=row.source, **why)


# Texts of columns ------------------------------------------------------------------------------------

STORED = (
    "credport reads the columns of this system's export and puts them together. Of the column alone the salt or the way "
    "it was hashed is missing, or is in a form that only the system's own code reads: a refusal is right, and a plain no "
    "to the right password locks the user out."
)


# One of each notation that is refused.
WITH_WRONG = ("ASP.NET Membership", "OTRS, a bare sha1", "Seafile", "osCommerce before 2.3")


def by_pydal(text, password):
    return LazyCrypt(CRYPT(), password.decode()) == text


def as_stored(topic, row, salt):
    """The column as it is: its system verifies it, and everybody else has to refuse. A yes is right where it is computed."""
    right = [PLAIN, *([LONG, NUL_PASSWORD, EMPTY] if row.source == "web2py" and row.scheme != "pbkdf2" else [])]
    for password in right:
        as_stored_with(topic, row, row.stored(salt, made(row, password, salt)), password)


def as_stored_with(topic, row, text, right):
    twin = None
    for password, matches in ((right, True), (OTHER, False))[: 2 if row.source == "web2py" or row.comment in WITH_WRONG else 1]:
        comment = f"{row.comment}, the column alone" + ("" if matches else ", another password")
        assert row.source != "web2py" or by_pydal(text, password) is matches, text
        if row.source == "web2py" and row.scheme != "pbkdf2":
            done = topic.add(text, password, matches, row.scheme, comment, ["AsStored"], checks=[PYDAL], twin=twin, source=row.source)
            twin = twin or done
        else:
            asked = {"checks": [PYDAL]} if row.source == "web2py" else {"policy": STORED}
            takes = [{"matches": matches, "scheme": row.scheme}]
            topic.refuse(text, password, stored_problem(text), comment, ["AsStored", *row.flags], takes=takes, source=row.source, **asked)


def stored_problem(text):
    """Digests alone are those of many systems; web2py's looks like others' until its costs are read."""
    if re.fullmatch(r"[0-9a-f]+(:.+)?|[A-Za-z0-9+/]{27}=", text):
        return "scheme/ambiguous"
    return MALFORMED if text.startswith("pbkdf2") else "hash/unrecognised"


# Hashes of others ------------------------------------------------------------------------------------


def otrs_bcrypt(topic):
    """Cost, the 16 characters of the salt and the digest in columns of their own, in bcrypt's notation."""
    topic.group("libxcrypt", named("libxcrypt").split()[1], f"{GITHUB}besser82/libxcrypt", "LGPL-2.1-or-later", "verify/columns.py", spec=[OTRS])
    for index, password in enumerate([PLAIN, NON_ASCII, MARKED]):
        salt = letters(16)(1850 + index)
        text = crypt(password, f"$2a$05${bare(salt).translate(TO_BCRYPT)}")
        add_standard(topic, "otrs", text, password, "bcrypt", "OTRS, bcrypt of its parts")


def of_other_systems(topic):
    """What a system took over, or writes today, beside its old hashes: of the password itself, whatever its old ones are of."""
    for index, (source, spec, settings) in enumerate((
        ("discuz", DISCUZ, ("$2y$04$",)), ("fluxbb", FLUXBB, ("$2y$04$",)),
        ("invision", INVISION, ("$2y$04$", "$2a$04$")), ("oscommerce", OSCOMMERCE, ("$2y$04$", "$P$5")),
        ("otrs", OTRS, ("$2a$04$",)), ("sonarqube", SONARQUBE, ("$2a$04$",)),
        # They write none: what an administrator brought into the column is read as without the name of the system.
        ("aspnet-membership", MEMBERSHIP, ("$2b$04$",)), ("couchdb", COUCHDB, ("$2b$04$",)), ("grafana", GRAFANA, ("$2b$04$",)),
        ("redmine", REDMINE, ("$2b$04$",)), ("seafile", SEAFILE, ("$2b$04$",)), ("web2py", WEB2PY, ("$2b$04$",)),
    )):
        topic.group("libxcrypt", named("libxcrypt").split()[1], f"{GITHUB}besser82/libxcrypt", "LGPL-2.1-or-later", "verify/columns.py", spec=[spec])
        for at, setting in enumerate(settings):
            for password in (PLAIN,) if setting.startswith("$2b$") else (PLAIN, MARKED):
                if setting.startswith("$P$"):
                    text, scheme = phpass.using(salt=text_salt(1900, 8), rounds=7).hash(password), "phpass"
                else:
                    text, scheme = crypt(password, setting + text_salt(1870 + 2 * index + at, 21) + "u"), "bcrypt"
                add_standard(topic, source, text, password, scheme, f"a hash of {scheme} in the column of {source}")


def add_standard(topic, source, text, password, scheme, comment):
    witness = named("passlib" if scheme == "phpass" else "libxcrypt")
    right = None
    for given, matches, what in questions(password):
        said = phpass.verify(given, text) if scheme == "phpass" else crypt(given, text) == text
        assert said is matches, (text, given)
        done = topic.add(text, given, matches, scheme, f"{comment}{what}", checks=[witness], twin=right, source=source)
        right = right or done


def make():
    php = named("PHP").split()[1]
    topic = Topic("columns", [
        "Hashes of systems that keep digest, salt and costs in columns of their own, as credport puts them together: `source` names the system.",
        "A text of a column alone is refused or verified, and never answered with a plain no to the right password.",
    ])
    for at, row in enumerate(ROWS):
        topic.group("PHP", php, "https://www.php.net/", "PHP-3.01", "verify/columns.py", composed=True, spec=[row.spec])
        kinds = [(one.source, one.scheme in LAYERS) for one in ROWS[:at]]
        ask(topic, row, 1500 + 10 * at, (row.source, row.scheme in LAYERS) not in kinds)
    otrs_bcrypt(topic)
    of_other_systems(topic)
    topic.write()
