"""Digests over columns of their own, as forums, shops and frameworks make them, put together with what they are made of.

PHP and Python's hashlib compute each from the same parts, and have to agree; that a system makes it so is our own
reading of its source, which the rows name.
"""

import base64
import hashlib
import hmac
import html
import json
import platform

import passlib.hash
from shared.implementations import named
from shared.verify_suite import NOT_UTF8, NUL_PASSWORD, PASSWORDS, Topic, another, maker_of, output_of, salt_of, text_salt
from shared.witness import Recomputed

EXPRESSIONS = "https://www.php.net/manual/en/function.hash.php"
PEPPER = "_COOKIE_KEY_ of 56 characters, as a shop has in its settings"


def hexed(name, data):
    return hashlib.new(name, data).hexdigest().encode()


def rounds(times, first, each):
    for _ in range(times):
        first = each(first)
    return first


def escaped(p):
    return html.escape(p.decode(), quote=False).replace('"', "&quot;").encode()


def sql_membership(p, salt):
    return hashlib.sha1(base64.b64decode(salt) + p.decode().encode("utf-16le")).hexdigest()


def symfony(p, salt):
    salted = p + b"{" + salt + b"}"
    made = rounds(4999, hashlib.sha512(salted).digest(), lambda before: hashlib.sha512(before + salted).digest())
    return made.hex()


# Comment, where the system makes it, expression, columns, the same in Python and in PHP.
ROWS = [
    ("OpenCart 1.5 to 3", "https://github.com/opencart/opencart upload/system/library/cart/customer.php",
     "sha1(salt . sha1(salt . sha1(html(password))))", ["salt"],
     lambda p, salt: hexed("sha1", salt + hexed("sha1", salt + hexed("sha1", escaped(p)))),
     "sha1($salt . sha1($salt . sha1(htmlspecialchars($p, ENT_COMPAT, 'UTF-8'))))"),
    ("WoltLab Burning Board 3", "https://github.com/WoltLab/WCF Wbb3.class.php",
     "sha1(salt . sha1(salt . sha1(password)))", ["salt"],
     lambda p, salt: hexed("sha1", salt + hexed("sha1", salt + hexed("sha1", p))),
     "sha1($salt . sha1($salt . sha1($p)))"),
    ("PrestaShop 1.6", "https://github.com/PrestaShop/PrestaShop classes/Tools.php",
     "md5(pepper . password)", [], lambda p: hexed("md5", PEPPER.encode() + p), "md5($pepper . $p)"),
    ("Redmine", "https://github.com/redmine/redmine app/models/user.rb",
     "sha1(salt . sha1(password))", ["salt"],
     lambda p, salt: hexed("sha1", salt + hexed("sha1", p)), "sha1($salt . sha1($p))"),
    ("Invision Power Board 3", "https://github.com/WoltLab/WCF Ipb3.class.php",
     "md5(md5(members_pass_salt) . md5(password))", ["members_pass_salt"],
     lambda p, salt: hexed("md5", hexed("md5", salt) + hexed("md5", p)), "md5(md5($salt) . md5($p))"),
    ("osCommerce", "https://github.com/osCommerce/oscommerce2 catalog/includes/functions/password_funcs.php",
     "md5(salt . password)", ["salt"], lambda p, salt: hexed("md5", salt + p), "md5($salt . $p)"),
    ("restful-authentication", "https://github.com/technoweenie/restful-authentication",
     "rounds(10, pepper, sha1(before . '--' . salt . '--' . password . '--' . pepper))", ["salt"],
     lambda p, salt: rounds(10, PEPPER.encode(), lambda before: hexed("sha1", b"--".join([before, salt, p, PEPPER.encode()]))),
     "array_reduce(range(1, 10), fn($before) => sha1(implode('--', [$before, $salt, $p, $pepper])), $pepper)"),
    ("ASP.NET SqlMembershipProvider", "https://github.com/microsoft/referencesource System.Web/Security/SQLMembershipProvider.cs",
     "sha1(unbase64(PasswordSalt) . utf16le(password))", ["PasswordSalt"], sql_membership,
     "sha1(base64_decode($salt) . iconv('UTF-8', 'UTF-16LE', $p))"),
    ("Symfony's MessageDigestPasswordHasher", "https://github.com/symfony/symfony src/Symfony/Component/PasswordHasher/Hasher/MessageDigestPasswordHasher.php",
     "rounds(4999, raw(sha512(password . '{' . salt . '}')), raw(sha512(before . password . '{' . salt . '}')))", ["salt"], symfony,
     "bin2hex(array_reduce(range(1, 4999), fn($before) => hash('sha512', $before . $p . '{' . $salt . '}', true), hash('sha512', $p . '{' . $salt . '}', true)))"),
    ("SHA-224 of a key and the password", EXPRESSIONS, "hmac_sha224(salt, password)", ["salt"],
     lambda p, salt: hmac.new(salt, p, "sha224").hexdigest(), "hash_hmac('sha224', $p, $salt)"),
    ("SHA-256 with another column", EXPRESSIONS, "sha256(lower(email) . ':' . sha256(password))", ["email"],
     lambda p, salt: hexed("sha256", salt.lower() + b":" + hexed("sha256", p)),
     "hash('sha256', strtolower($salt) . ':' . hash('sha256', $p))"),
    ("SHA-384 of bytes", EXPRESSIONS, "sha384(unhex(salt) . raw(md5(password)))", ["salt"],
     lambda p, salt: hashlib.sha384(bytes.fromhex(salt.decode()) + hashlib.md5(p).digest()).hexdigest(),
     "hash('sha384', hex2bin($salt) . md5($p, true))"),
    ("NT hash", "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.nthash.html",
     "md4(utf16le(password))", [], lambda p: passlib.hash.nthash.hash(p.decode()), "hash('md4', iconv('UTF-8', 'UTF-16LE', $p))"),
]
FIRST_OF_DIGEST = [next(row for row in ROWS if row[2].startswith(name)) for name in ("md5", "sha1", "rounds(4999", "hmac_sha224", "sha256", "sha384", "md4")]
PHP = """$given = json_decode(stream_get_contents(STDIN), true);
$p = hex2bin($given['password']); $salt = $given['salt']; $pepper = $given['pepper'];
echo %s;"""


def bare(text):
    return base64.b64encode(text.encode()).decode().rstrip("=")


def declared(name, expression, columns, key):
    return f"$declared-{name}${bare(expression)}${bare(chr(0).join(columns))}${key}"


def column_for(expression, index):
    if "unbase64" in expression:
        return base64.b64encode(salt_of(index, 16)).decode()
    if "unhex" in expression:
        return salt_of(index, 8).hex()
    return "User@Example.com" if "email" in expression else text_salt(index, 9)


def by_php(source, password, salt):
    given = json.dumps({"password": password.hex(), "salt": salt, "pepper": PEPPER})
    return output_of(["php", "-r", PHP % source], given.encode()).decode()


def ask(topic, text, password, scheme, comment, flags, checks, **given):
    """The right password and one that differs, of which both programs were asked."""
    right = topic.add(text, password, True, scheme, comment, flags, checks=checks, **given)
    wrong = f"{comment}, another password"
    topic.add(text, another(password), False, scheme, wrong, flags, checks=checks, twin=right, **given)


def make():
    version = output_of(["php", "-r", "echo PHP_VERSION;"]).decode()
    topic = Topic("declared", ["Digests over columns of their own, with the expression that says how they are made."])
    for row, (comment, spec, expression, columns, python, php) in enumerate(ROWS):
        topic.group("PHP", version, "https://www.php.net/", "PHP-3.01", "verify/declared.py", composed=True, spec=[spec])
        checks = [Recomputed(maker_of(topic.groups[-1]["source"])), Recomputed(f"Python {platform.python_version()} (hashlib)")]
        for index, password in enumerate([PASSWORDS[1], PASSWORDS[3], PASSWORDS[8], b"<\"a&b\">'", NUL_PASSWORD, NOT_UTF8, b""]):
            # The empty password once of each digest.
            if password == b"" and ROWS[row] not in FIRST_OF_DIGEST:
                continue
            if password == NOT_UTF8 and ("utf16le" in expression or "html" in expression):
                continue
            salt = column_for(expression, 500 + 10 * row + index)

            def key_for(password):
                key = by_php(php, password, salt)
                made = python(password, *([salt.encode()] if columns else []))
                assert key == (made if isinstance(made, str) else made.decode()), comment
                return key

            if expression.startswith("md4"):
                checks = [checks[0], Recomputed(named("passlib"))]
            key = key_for(password)
            assert key_for(another(password)) != key
            scheme = {32: "md5", 40: "sha1", 56: "sha224", 64: "sha256", 96: "sha384", 128: "sha512"}[len(key)] if "md4" not in expression else "md4"
            given = {"pepper": PEPPER} if "pepper" in expression else {}
            text = declared(scheme, expression, [salt] if columns else [], key)
            ask(topic, text, password, scheme, comment, ["Peppered"] if given else [], checks, **given)
    layered(topic, version)
    topic.write()


def layered(topic, version):
    """A column of fast digests that was hashed again with bcrypt, for which no user had to log in."""
    topic.group("PHP", version, "https://www.php.net/", "PHP-3.01", "verify/declared.py", composed=True, spec=[EXPRESSIONS])
    for index, password in enumerate([PASSWORDS[3], PASSWORDS[8], b""]):
        salt, bcrypt_salt = text_salt(700 + index, 9), text_salt(720 + index, 21) + "u"
        key = by_php(f"crypt(sha1($salt . $p), '$2y$04${bcrypt_salt}')", password, salt)
        text = declared("bcrypt", "bcrypt(sha1(salt . password))", [salt], key)
        ask(topic, text, password, "bcrypt", "bcrypt over salted SHA-1", ["Prehashed"], topic.witnesses)
