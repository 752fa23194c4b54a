"""Symfony's NativePasswordHasher, of the Debian package php-symfony-password-hasher. Its salts are random.

Run: python3 verify_symfony.py
"""

from verify_common import NOT_UTF8, NUL_PASSWORD, PASSWORDS, Topic, first_line, output_of

version = first_line(["dpkg-query", "-W", "-f", "${Version}", "php-symfony-password-hasher"])
topic = Topic("symfony", ["What Symfony's password hasher makes: it hashes long passwords, and those with a NUL, before bcrypt."])
topic.group("Symfony PasswordHasher", version, "https://github.com/symfony/symfony", "MIT", "verify_symfony.py")
stdin = "".join(f"{password.hex()}\n" for password in [*PASSWORDS, NUL_PASSWORD, NOT_UTF8]).encode()
for line in output_of(["php", "symfony_hashes.php"], stdin).decode().splitlines():
    text, password = line.split("\t")
    password = bytes.fromhex(password)
    flags = ["Prehashed"] if len(password) > 72 or b"\0" in password else []
    topic.pair(text, password, "bcrypt", "Symfony", flags, source="symfony")
topic.write()
