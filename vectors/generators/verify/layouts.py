"""Systems that can't be run here: PHP or Perl and Python's hashlib agree on what is in the layout of each system's source."""

import base64
import crypt
import hashlib
from dataclasses import dataclass

from shared.implementations import named
from shared.near_misses import LONG, NON_ASCII, PHRASE, PLAIN, SPACED, USUAL, questions
from shared.verify_suite import HERE, PASSWORDS, Topic, output_of, salt_of, text_salt
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
OWNCLOUD = "https://github.com/owncloud/core lib/private/Security/Hasher.php"

# None of these systems takes an empty password. WordPress and Drupal take the spaces around one off before they hash
# it; phpBB composes accents.
TRIMMED = [PLAIN, PHRASE, NON_ASCII, LONG]
# bcrypt reads 72 bytes, of which Metabase's salt is 36.
SHORT = (PLAIN, PHRASE, NON_ASCII, SPACED)
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
]
BY_PERL = [
    Layout("Request Tracker 4.0", "sha512", "", REQUEST_TRACKER, request_tracker, letters(16)),
]


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
        topic.add(text, password, matches, layout.scheme, f"{layout.comment}{what}", spec=layout.spec, checks=checks, **given)


def make():
    topic = Topic("layouts", ["Digests in the layouts of Joomla, AuthMe, Mattermost, Metabase, Sorcery, Shopware, Request Tracker and bare ones of old systems."])
    topic.group("PHP", named("PHP").split()[1], "https://www.php.net/", "PHP-3.01", "verify/layouts.py", composed=True)
    add_all(topic, PHP, named("PHP"), list(cases(BY_PHP, 800)))
    perl = output_of(["perl", "-MDigest::SHA", "-e", "print $Digest::SHA::VERSION"]).decode()
    topic.group("Perl's Digest::SHA", perl, "https://metacpan.org/pod/Digest::SHA", "GPL-1.0-or-later", "verify/layouts.py", composed=True)
    add_all(topic, PERL, f"Perl's Digest::SHA {perl}", list(cases(BY_PERL, 900)))
    topic.write()
