"""Symfony's NativePasswordHasher, of a Debian package. Its salts are random: the hashes are kept as they were made."""

from shared.verify_suite import (
    HERE,
    NOT_UTF8,
    NUL_PASSWORD,
    PASSWORDS,
    Topic,
    first_line,
    hexadecimal_lines,
    output_of,
)

PROGRAM = ["php", HERE / "verify" / "symfony.php"]


def make():
    version = first_line(["dpkg-query", "-W", "-f", "${Version}", "php-symfony-password-hasher"])
    topic = Topic("symfony", ["What Symfony's password hasher makes: it hashes long passwords, and those with a NUL, before bcrypt."])
    topic.group("Symfony PasswordHasher", version, "https://github.com/symfony/symfony", "MIT", "verify/symfony.py")
    for line in output_of(PROGRAM, hexadecimal_lines([*PASSWORDS, NUL_PASSWORD, NOT_UTF8])).decode().splitlines():
        made, password = line.split("\t")
        password = bytes.fromhex(password)
        text = topic.once("Symfony", "bcrypt", password, lambda: made)
        flags = ["Prehashed"] if len(password) > 72 or b"\0" in password else []
        topic.pair(text, password, "bcrypt", "Symfony", flags, source="symfony")
    topic.write()
