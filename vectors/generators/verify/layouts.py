"""Systems that can't be run here: PHP or Perl and Python's hashlib agree on what is in the layout of each system's source."""

import base64
import crypt
import hashlib
import re
from dataclasses import dataclass, replace

from passlib.crypto.digest import lookup_hash
from shared.implementations import crypt as crypt_of_bytes
from shared.implementations import named
from shared.near_misses import EMPTY, LONG, NON_ASCII, PHRASE, PLAIN, SPACED, USUAL, questions
from shared.verify_suite import HERE, NUL_PASSWORD, PASSWORDS, Topic, output_of, salt_of, text_salt
from shared.witness import Recomputed

PHP = ["php", HERE / "verify" / "layouts.php"]
PERL = ["perl", HERE / "verify" / "layouts.pl"]
JOOMLA = "https://github.com/joomla/joomla-cms libraries/src/User/UserHelper.php"
MATTERMOST = "https://github.com/mattermost/mattermost server/channels/app/password/hashers/pbkdf2.go"
AUTHME = "https://github.com/AuthMe/AuthMeReloaded src/main/java/fr/xephi/authme/security/crypts/Pbkdf2.java"
REQUEST_TRACKER = "https://github.com/bestpractical/rt lib/RT/User.pm"
METABASE = "https://github.com/metabase/metabase src/metabase/util/password.clj"
SORCERY = "https://github.com/Sorcery/sorcery lib/sorcery/model.rb, lib/sorcery/crypto_providers/bcrypt.rb"
WORDPRESS = "https://developer.wordpress.org/reference/functions/wp_check_password/"
DRUPAL = "https://api.drupal.org/api/drupal/modules%21user%21user.module/6.x"
PHPBB = "https://github.com/phpbb/phpbb phpBB/phpbb/passwords/driver"
SHOPWARE = "https://github.com/shopware5/shopware engine/Shopware/Components/Password/Encoder/Sha256.php"
NEXTCLOUD = "https://github.com/nextcloud/server lib/private/Security/Hasher.php"
CRACKSTATION = "https://github.com/defuse/password-hashing PasswordHash.php, PasswordStorage.php, PasswordHash.java, PasswordHash.cs"
LIFERAY = "https://github.com/liferay/liferay-portal PBKDF2PasswordEncryptor.java, DefaultPasswordEncryptor.java"
SPRING = "https://docs.spring.io/spring-security/reference/features/authentication/password-storage.html"
AUTHGEAR = "https://github.com/authgear/authgear-server pkg/util/password/bcrypt_sha512.go"
OWNCLOUD = "https://github.com/owncloud/core lib/private/Security/Hasher.php"

# None of these systems takes an empty password. WordPress and Drupal take the spaces around one off before they hash
# it; phpBB composes accents.
TRIMMED = [PLAIN, PHRASE, NON_ASCII, LONG]
# bcrypt reads 72 bytes, of which Metabase's salt is 36.
SHORT = (PLAIN, PHRASE, NON_ASCII, SPACED)
FEW = (PLAIN, NON_ASCII)
# Mattermost takes no more than 72 bytes.
UP_TO_72 = [*USUAL[:-1], PASSWORDS[5]]


@dataclass(frozen=True)
class Layout:
    comment: str
    scheme: str
    # Its name in layouts.php; Perl makes the others.
    name: str
    spec: str
    text: callable
    salt: callable
    passwords: tuple = tuple(USUAL)
    source: str = None
    second: str = "Python"
    # Characters to take off its end, of a text that nobody takes then.
    cut: int = 0


def bare(data):
    return base64.b64encode(data).decode().rstrip("=")


def no_salt(_):
    return b""


def letters(length):
    return lambda index: text_salt(index, length).encode()


def hexadecimal(length):
    return lambda index: salt_of(index, length // 2).hex().encode()


def joomla_md5(salt, password):
    return hashlib.md5(password + salt).hexdigest() + (f":{salt.decode()}" if salt else "")


def joomla_sha256(salt, password):
    return f"{{SHA256}}{hashlib.sha256(password + salt).hexdigest()}:{salt.decode()}"


def bare_digest(name):
    return lambda _, password: hashlib.new(name, password).hexdigest()


def authme(salt, password):
    key = hashlib.pbkdf2_hmac("sha256", password, salt, 10000, 64)
    return f"pbkdf2_sha256$10000${salt.decode()}${key.hex().upper()}"


def mattermost(salt, password):
    key = hashlib.pbkdf2_hmac("sha256", password, salt, 1000)
    return f"$pbkdf2$f=SHA256,w=1000,l=32${bare(salt)}${bare(key)}"


def request_tracker(salt, password):
    return f"!sha512!{salt.decode()}!{bare(hashlib.sha512(salt + password).digest())}"


def shopware(salt, password):
    digits = b""
    for _ in range(1001):
        digits = hashlib.sha256(digits + password + salt).hexdigest().encode()
    return f"1000:{salt.decode()}:{digits.decode()}"


def uuid(index):
    digits = salt_of(index, 16).hex()
    return "-".join(digits[start:end] for start, end in ((0, 8), (8, 12), (12, 16), (16, 20), (20, 32))).encode()


def metabase(salt, password):
    """bcrypt's own salt is made of Metabase's, which is a UUID."""
    setting = f"$2a$04${salt.decode().replace('-', '')[:21]}u"
    made = crypt.crypt((salt + password).decode(), setting)
    return f"metabase${base64.b64encode(salt).decode()}${made}"


def sorcery(salt, password):
    """bcrypt's own salt is made of Sorcery's, which comes after the password."""
    made = crypt.crypt((password + salt).decode(), f"$2a$04${salt.decode()[:20]}xu")
    return f"sorcery${base64.b64encode(salt).decode()}${made}"


def encoded(data):
    return base64.b64encode(data).decode()


def crackstation_text_salt(salt, password):
    """Before 2.0 PHP's salt is the base64 itself."""
    text = encoded(salt)
    return f"sha256:1000:{text}:{encoded(hashlib.pbkdf2_hmac('sha256', password, text.encode(), 1000, 24))}"


def crackstation(name, rounds, length, said=False):
    def text(salt, password):
        key = hashlib.pbkdf2_hmac(name, password, salt, rounds, length)
        return f"{name}:{rounds}:{f'{length}:' if said else ''}{encoded(salt)}:{encoded(key)}"

    return text


def crackstation_unnamed(form, length):
    return lambda salt, password: f"1000:{form(salt)}:{form(hashlib.pbkdf2_hmac('sha1', password, salt, 1000, length))}"


def liferay(digest, name=""):
    def text(salt, password):
        key = hashlib.pbkdf2_hmac(digest, password, salt, 1000, 20)
        head = (160).to_bytes(4, "big") + (1000).to_bytes(4, "big")
        return name + encoded(head + salt + key)

    return text


def liferay_digest(digest, name):
    return lambda _, password: f"{{{name}}}{encoded(hashlib.new(digest, password).digest())}"


def spring_md4(salt, password):
    made = lookup_hash("md4").const(password + b"{" + salt + b"}").hexdigest()
    return f"{{MD4}}{{{salt.decode()}}}{made}"


def authgear(salt, password):
    """Only bytes before a NUL are for crypt(3), so those passwords are asked about whose digest has none."""
    digest = hashlib.sha512(password).digest()
    assert b"\0" not in digest
    return "$bcrypt-sha512$" + crypt_of_bytes(digest, f"$2a$04${salt.decode()}u")


def raw(length):
    return lambda index: salt_of(index, length)


def digest_of(system, name, spec, source, passwords=USUAL):
    comment = f"{system}, a bare {name}"
    return Layout(comment, name, name, spec, bare_digest(name), no_salt, tuple(passwords), source)


BY_PHP = [
    Layout("Joomla 1.5 to 3.1", "md5", "joomla-md5", JOOMLA, joomla_md5, letters(32), source="joomla"),
    Layout("Joomla 1.0, no salt", "md5", "joomla-md5", JOOMLA, joomla_md5, no_salt, (PLAIN, NON_ASCII), "joomla"),
    Layout("Joomla 2.5 and 3 before 3.3", "sha256", "joomla-sha256", JOOMLA, joomla_sha256, letters(32)),
    Layout("AuthMe", "pbkdf2", "authme", AUTHME, authme, hexadecimal(16)),
    Layout("Mattermost 11", "pbkdf2", "mattermost", MATTERMOST, mattermost, lambda index: salt_of(index, 16), tuple(UP_TO_72)),
    Layout("Metabase", "bcrypt", "metabase", METABASE, metabase, uuid, SHORT, second="libxcrypt"),
    digest_of("WordPress before 2.5", "md5", WORDPRESS, "wordpress", TRIMMED),
    digest_of("Drupal 6", "md5", DRUPAL, "drupal", TRIMMED),
    digest_of("phpBB 2", "md5", PHPBB, "phpbb", [PLAIN, PHRASE, SPACED, LONG]),
    digest_of("a Nextcloud that began as ownCloud", "sha1", NEXTCLOUD, "nextcloud"),
    digest_of("ownCloud before 5", "sha1", OWNCLOUD, "owncloud"),
    Layout("Sorcery", "bcrypt", "sorcery", SORCERY, sorcery, letters(20), SHORT, second="libxcrypt"),
    Layout("Shopware 5", "sha256", "shopware-sha256", SHOPWARE, shopware, letters(22), source="shopware"),
    Layout("CrackStation before 2.0, PHP", "pbkdf2", "crackstation-text-salt", CRACKSTATION, crackstation_text_salt, raw(24), FEW, cut=16),
    Layout("hashcat's of CrackStation, SHA-512", "pbkdf2", "crackstation-sha512", CRACKSTATION, crackstation("sha512", 1000, 64), raw(12), (PLAIN,)),
    Layout("hashcat's of CrackStation, MD5", "pbkdf2", "crackstation-md5", CRACKSTATION, crackstation("md5", 1000, 16), raw(6), (PLAIN,)),
    Layout("CrackStation 2.0", "pbkdf2", "crackstation", CRACKSTATION, crackstation("sha1", 2000, 18, True), raw(24), FEW, cut=4),
    Layout("CrackStation before 2.0, C#", "pbkdf2", "crackstation-base64", CRACKSTATION, crackstation_unnamed(encoded, 24), raw(24), (NON_ASCII,), cut=4),
    Layout("CrackStation before 2.0, Java", "pbkdf2", "crackstation-hex", CRACKSTATION, crackstation_unnamed(bytes.hex, 24), raw(24), (NON_ASCII,), cut=2),
    Layout("Java code after CrackStation's", "pbkdf2", "crackstation-java", CRACKSTATION, crackstation_unnamed(bytes.hex, 64), raw(16), (NON_ASCII,), cut=2),
    Layout("Liferay", "pbkdf2", "liferay-sha1", LIFERAY, liferay("sha1", "{PBKDF2WithHmacSHA1}"), raw(16), FEW, cut=4),
    Layout("Liferay, SHA-256", "pbkdf2", "liferay-sha256", LIFERAY, liferay("sha256", "{PBKDF2WithHmacSHA256}"), raw(16), (PLAIN,)),
    Layout("Liferay, no name", "pbkdf2", "liferay-unnamed", LIFERAY, liferay("sha1"), raw(8), (NON_ASCII,), cut=4),
    Layout("Liferay {SHA-1}", "sha1", "liferay-digest-1", LIFERAY, liferay_digest("sha1", "SHA-1"), no_salt, (NON_ASCII,), cut=4),
    Layout("Liferay {SHA-256}", "sha256", "liferay-digest-256", LIFERAY, liferay_digest("sha256", "SHA-256"), no_salt, (PLAIN,)),
    Layout("Liferay {SHA-384}", "sha384", "liferay-digest-384", LIFERAY, liferay_digest("sha384", "SHA-384"), no_salt, (PLAIN,)),
    Layout("Spring Security {MD4}", "md4", "spring-md4", SPRING, spring_md4, letters(8), (PLAIN,), second="passlib"),
    Layout("Authgear", "bcrypt", "authgear", AUTHGEAR, authgear, letters(21), (PLAIN, LONG), second="libxcrypt", cut=1),
]
BY_PERL = [
    Layout("Request Tracker 4.0", "sha512", "", REQUEST_TRACKER, request_tracker, letters(16)),
]


# Who cuts a password after 64 bytes or at a NUL is wrong about these.
WHOLE = {
    "CrackStation 2.0": (LONG, NUL_PASSWORD),
    "CrackStation before 2.0, C#": (LONG, NUL_PASSWORD),
    "Liferay": (LONG, NUL_PASSWORD),
    "Liferay, no name": (LONG, NUL_PASSWORD),
    "Liferay {SHA-1}": (LONG, NUL_PASSWORD),
    "Liferay {SHA-256}": (LONG, NUL_PASSWORD),
    "Liferay {SHA-384}": (LONG, NUL_PASSWORD),
    "Spring Security {MD4}": (LONG, NUL_PASSWORD, EMPTY),
    **dict.fromkeys(("Joomla 1.5 to 3.1", "Joomla 2.5 and 3 before 3.3", "AuthMe", "Mattermost 11", "Shopware 5", "Drupal 6, a bare md5", "ownCloud before 5, a bare sha1", "Request Tracker 4.0"), (NUL_PASSWORD,)),
}


def whole(layouts):
    return [replace(layout, passwords=WHOLE[layout.comment], cut=0) for layout in layouts if layout.comment in WHOLE]


def cases(layouts, first):
    """Each layout with a salt, the right password, and one that is asked about."""
    index = first
    for layout in layouts:
        for right in layout.passwords:
            index += 1
            for question in questions(right):
                yield layout, layout.salt(index), right, question


def made_by_other(program, rows):
    """What the other program makes of each salt and password that is asked about."""
    lines = [
        "\t".join([*([layout.name] if layout.name else []), salt.hex(), password.hex()])
        for layout, salt, _, (password, _, _) in rows
    ]
    return output_of(program, "".join(f"{line}\n" for line in lines).encode()).decode().splitlines()


def add_all(topic, program, maker, rows):
    for (layout, salt, right, question), other in zip(rows, made_by_other(program, rows), strict=True):
        password, matches, what = question
        text = layout.text(salt, right)
        assert layout.text(salt, password) == other, f"two answers: {layout.comment}"
        assert (other == text) is matches, layout.comment
        second = named(layout.second) + (" (hashlib)" if layout.second == "Python" else "")
        checks = [Recomputed(maker), Recomputed(second)]
        given = {"source": layout.source} if layout.source else {}
        asked = topic.add(text, password, matches, layout.scheme, f"{layout.comment}{what}", spec=layout.spec, checks=checks, **given)
        if layout.cut and matches and right is layout.passwords[0]:
            # A part of the digest that was left would let many passwords in.
            problem = "scheme/malformed" if re.match(r"\$|\{|\w*[a-z]\w*:", text) else "hash/unrecognised"
            topic.refuse(
                text[: -layout.cut], password, problem, f"{layout.comment}, cut off",
                policy="The digest is not whole, which only a length that is fixed or stated tells.",
                takes=[{"matches": False, "scheme": layout.scheme}], twin=asked,
            )


def make():
    topic = Topic("layouts", ["Digests in the layouts of Joomla, AuthMe, Mattermost, Metabase, Sorcery, Shopware, CrackStation, Liferay, Authgear, Request Tracker and bare ones of old systems."])
    topic.group("PHP", named("PHP").split()[1], "https://www.php.net/", "PHP-3.01", "verify/layouts.py", composed=True)
    add_all(topic, PHP, named("PHP"), [*cases(BY_PHP, 800), *cases(whole(BY_PHP), 1100)])
    perl = output_of(["perl", "-MDigest::SHA", "-e", "print $Digest::SHA::VERSION"]).decode()
    topic.group("Perl's Digest::SHA", perl, "https://metacpan.org/pod/Digest::SHA", "GPL-1.0-or-later", "verify/layouts.py", composed=True)
    add_all(topic, PERL, f"Perl's Digest::SHA {perl}", [*cases(BY_PERL, 900), *cases(whole(BY_PERL), 1150)])
    topic.write()
