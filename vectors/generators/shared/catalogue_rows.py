"""What a sound text of a legacy format is called: one table, so that topics say only the row's name."""

# row: (scheme, disposition, wrapping, problem)
LOGIN, NEVER = "scheme/login-only", "scheme/unsupported"
ROWS = {
    "wordpress-bcrypt": ("bcrypt", "verifiable", "wordpress-bcrypt", "wrapping/prehashed"),
    "passlib-bcrypt-sha256-v1": ("bcrypt", "verifiable", "passlib-bcrypt-sha256-v1", "wrapping/prehashed"),
    "passlib-bcrypt-sha256-v2": ("bcrypt", "verifiable", "passlib-bcrypt-sha256-v2", "wrapping/prehashed"),
    "phpass": ("phpass", "verifiable", None, LOGIN),
    "phpbb-combined": ("ambiguous-digest", "unsupported", "phpbb-combined", NEVER),
    "phpbb-combined-bcrypt": ("bcrypt", "verifiable", "phpbb-combined-bcrypt", "wrapping/prehashed"),
    "drupal-sha512": ("drupal-sha512", "verifiable", None, LOGIN),
    "drupal-migrated": ("drupal-sha512", "verifiable", "drupal-migrated", "wrapping/prehashed"),
    "drupal-migrated-bcrypt": ("bcrypt", "verifiable", "drupal-migrated-bcrypt", "wrapping/prehashed"),
    "md5-crypt": ("md5-crypt", "verifiable", None, LOGIN),
    "apr1": ("apr1", "verifiable", None, LOGIN),
    "sha256-crypt": ("sha256-crypt", "verifiable", None, LOGIN),
    "sha512-crypt": ("sha512-crypt", "verifiable", None, LOGIN),
    "sha1-crypt": ("sha1-crypt", "verifiable", None, LOGIN),
    "sun-md5": ("sun-md5", "verifiable", None, LOGIN),
    "yescrypt": ("yescrypt", "verifiable", None, LOGIN),
    "gost-yescrypt": ("yescrypt", "verifiable", None, LOGIN),
    "crypt-scrypt": ("scrypt", "verifiable", None, LOGIN),
    "nt-hash-crypt": ("nt-hash", "verifiable", None, LOGIN),
    "bsdi-crypt": ("des-crypt", "verifiable", None, LOGIN),
    "des-crypt": ("des-crypt", "unsupported", None, "scheme/ambiguous"),
    "passlib-scrypt": ("scrypt", "verifiable", None, LOGIN),
    "kratos-scrypt": ("scrypt", "verifiable", "kratos-scrypt", LOGIN),
    "adonis-scrypt": ("scrypt", "verifiable", "adonis-scrypt", LOGIN),
    "passlib-pbkdf2": ("pbkdf2", "verifiable", None, LOGIN),
    "phc-pbkdf2": ("pbkdf2", "verifiable", None, LOGIN),
    "dlitz-pbkdf2": ("pbkdf2", "verifiable", "dlitz-pbkdf2", LOGIN),
    "cta-pbkdf2": ("pbkdf2", "verifiable", "cta-pbkdf2", LOGIN),
    "kratos-md5-crypt": ("md5-crypt", "verifiable", "kratos-md5-crypt", LOGIN),
    "kratos-sha256-crypt": ("sha256-crypt", "verifiable", "kratos-sha256-crypt", LOGIN),
    "kratos-sha512-crypt": ("sha512-crypt", "verifiable", "kratos-sha512-crypt", LOGIN),
    "mysql-caching-sha2": ("mysql", "verifiable", None, LOGIN),
    "authme": ("sha256", "verifiable", "authme", LOGIN),
    "shiro1": ("shiro", "verifiable", None, LOGIN),
    "shiro2": ("shiro", "unsupported", None, NEVER),
    "cisco-type-8": ("pbkdf2", "verifiable", "cisco-type-8", LOGIN),
    "fshp": ("fshp", "verifiable", None, LOGIN),
    "django-bcrypt-sha256": ("bcrypt", "verifiable", "django-bcrypt-sha256", "wrapping/prehashed"),
    "django-pbkdf2": ("pbkdf2", "verifiable", "django-pbkdf2", LOGIN),
    "django-scrypt": ("scrypt", "verifiable", "django-scrypt", LOGIN),
    "django-md5": ("md5", "verifiable", "django-md5", LOGIN),
    "django-sha1": ("sha1", "verifiable", "django-sha1", LOGIN),
    "django-crypt": ("des-crypt", "verifiable", "django-crypt", LOGIN),
    "bcrypt-single-dollar": ("bcrypt", "unsupported", "bcrypt-single-dollar", "wrapping/ambiguous"),
    "werkzeug-hmac": ("hmac", "verifiable", "werkzeug-hmac", LOGIN),
    "werkzeug-pbkdf2": ("pbkdf2", "verifiable", "werkzeug-pbkdf2", LOGIN),
    "werkzeug-pbkdf2-unnamed": ("pbkdf2", "unsupported", "werkzeug-pbkdf2-unnamed", NEVER),
    "werkzeug-scrypt": ("scrypt", "verifiable", "werkzeug-scrypt", LOGIN),
    "mediawiki-pbkdf2": ("pbkdf2", "verifiable", "mediawiki-pbkdf2", LOGIN),
    "mediawiki-md5": ("md5", "verifiable", "mediawiki-md5", LOGIN),
    "mediawiki-layered": ("ambiguous-digest", "unsupported", "mediawiki-layered", NEVER),
    "mediawiki-pbkdf2-legacy": ("pbkdf2", "verifiable", "mediawiki-pbkdf2-legacy", "wrapping/prehashed"),
    "woltlab-bcrypt": ("bcrypt", "unsupported", "woltlab-bcrypt", "wrapping/unconfirmed"),
    "lucia-scrypt": ("scrypt", "verifiable", "lucia-scrypt", LOGIN),
    "postgresql-scram": ("scram", "verifiable", None, LOGIN),
    "oracle-11g": ("oracle", "verifiable", None, LOGIN),
    "firebase-emulator": ("plain-text", "unsupported", "firebase-emulator", "scheme/plain-text"),
    "no-password": ("no-password", "unsupported", None, "scheme/no-password"),
    "better-auth-scrypt": ("scrypt", "verifiable", "better-auth-scrypt", LOGIN),
    "aspnet-identity-v3": ("pbkdf2", "verifiable", "aspnet-identity-v3", LOGIN),
    "aspnet-identity-v2": ("pbkdf2", "verifiable", "aspnet-identity-v2", LOGIN),
    "postgresql-md5": ("md5", "unsupported", None, NEVER),
    "mysql-native": ("mysql", "verifiable", None, LOGIN),
    "mssql": ("mssql", "verifiable", None, LOGIN),
    "salted-digest": ("ambiguous-digest", "unsupported", None, "scheme/ambiguous"),
    "hex-digest": ("ambiguous-digest", "unsupported", None, "scheme/ambiguous"),
    "base64-digest": ("ambiguous-digest", "unsupported", None, "scheme/ambiguous"),
    "spring-md5": ("md5", "verifiable", "spring-md5", LOGIN),
    "spring-sha1": ("sha1", "verifiable", "spring-sha1", LOGIN),
    "spring-sha256": ("sha256", "verifiable", "spring-sha256", LOGIN),
    "spring-standard": ("sha256", "verifiable", "spring-standard", LOGIN),
    "spring-md4": ("md4", "verifiable", "spring-md4", LOGIN),
    "spring-ldap-sha1": ("sha1", "verifiable", "spring-ldap-sha1", LOGIN),
    "spring-ldap-salted-sha1": ("sha1", "verifiable", "spring-ldap-salted-sha1", LOGIN),
    "dovecot-pbkdf2": ("pbkdf2", "verifiable", "dovecot-pbkdf2", LOGIN),
    "openldap-pbkdf2": ("pbkdf2", "verifiable", "openldap-pbkdf2", LOGIN),
    "opendj-pbkdf2": ("pbkdf2", "verifiable", "opendj-pbkdf2", LOGIN),
    "spring-pbkdf2": ("pbkdf2", "verifiable", "spring-pbkdf2", LOGIN),
    "389ds-pbkdf2": ("pbkdf2", "verifiable", "389ds-pbkdf2", LOGIN),
    "389ds-pbkdf2-current": ("pbkdf2", "verifiable", "389ds-pbkdf2-current", LOGIN),
    "atlassian-pbkdf2": ("pbkdf2", "verifiable", "atlassian-pbkdf2", LOGIN),
    "spring-scrypt": ("scrypt", "verifiable", "spring-scrypt", LOGIN),
    "brace-scram": ("scram", "verifiable", None, LOGIN),
    "brace-plain-text": ("plain-text", "unsupported", "brace-plain-text", "scheme/plain-text"),
    "brace-no-password": ("no-password", "unsupported", "brace-no-password", "scheme/no-password"),
    "brace-reversible": ("reversible", "unsupported", "brace-reversible", NEVER),
    "dovecot-cram-md5": ("hmac", "verifiable", "dovecot-cram-md5", LOGIN),
    "brace-legacy": ("ambiguous-digest", "unsupported", "brace-legacy", NEVER),
    "ldap-des-crypt": ("des-crypt", "verifiable", "ldap-des-crypt", LOGIN),
    "xenforo-sha256": ("sha256", "verifiable", "xenforo-sha256", LOGIN),
    "xenforo-sha1": ("sha1", "verifiable", "xenforo-sha1", LOGIN),
    "xenforo-imported": ("ambiguous-digest", "unsupported", "xenforo-imported", NEVER),
    "vbulletin-md5": ("md5", "verifiable", "vbulletin-md5", LOGIN),
    "mybb-md5": ("md5", "verifiable", "mybb-md5", LOGIN),
    "smf-sha1": ("sha1", "verifiable", "smf-sha1", LOGIN),
    "smf-named-bcrypt": ("bcrypt", "verifiable", "smf-named-bcrypt", "wrapping/prehashed"),
    "sorcery-salted-bcrypt": ("bcrypt", "verifiable", "sorcery-salted-bcrypt", "wrapping/prehashed"),
    "metabase-salted-bcrypt": ("bcrypt", "verifiable", "metabase-salted-bcrypt", "wrapping/prehashed"),
    "woltlab-vbulletin-md5": ("md5", "verifiable", "woltlab-vbulletin-md5", LOGIN),
    "woltlab-vbulletin-bcrypt": ("bcrypt", "verifiable", "woltlab-vbulletin-bcrypt", "wrapping/prehashed"),
    "woltlab-vbulletin-argon2": ("argon2", "verifiable", "woltlab-vbulletin-argon2", "wrapping/prehashed"),
    "woltlab-double-bcrypt": ("bcrypt", "verifiable", "woltlab-double-bcrypt", "wrapping/prehashed"),
    "magento-md5": ("md5", "verifiable", "magento-md5", LOGIN),
    "magento-sha256": ("sha256", "verifiable", "magento-sha256", LOGIN),
    "magento-argon2-layered": ("argon2", "verifiable", "magento-argon2-layered", "wrapping/prehashed"),
    "magento-argon2-unnamed-costs": ("argon2", "verifiable", "magento-argon2-unnamed-costs", LOGIN),
    "jackrabbit-sha1": ("sha1", "verifiable", "jackrabbit-sha1", LOGIN),
    "jackrabbit-sha256": ("sha256", "verifiable", "jackrabbit-sha256", LOGIN),
    "jackrabbit-sha512": ("sha512", "verifiable", "jackrabbit-sha512", LOGIN),
    "jackrabbit-pbkdf2": ("pbkdf2", "verifiable", "jackrabbit-pbkdf2", LOGIN),
}
for _name in ("md5", "sha1", "sha256", "sha384", "sha512"):
    ROWS[f"ldap-{_name}"] = (_name, "verifiable", f"ldap-{_name}", LOGIN)
    ROWS[f"ldap-salted-{_name}"] = (_name, "verifiable", f"ldap-salted-{_name}", LOGIN)

FLAG_OF_PROBLEM = {
    "wrapping/prehashed": "PrehashedBcrypt",
    "scheme/ambiguous": "AmbiguousDigest",
    "scheme/plain-text": "PlainText",
    "scheme/no-password": "NoPassword",
}


def legacy(group, text, row, comment, checks=(), password=None, wrapping=None, context=None):
    """A sound text of a legacy row; `wrapping` where a listed wrapping is around it."""
    scheme, disposition, own, problem = ROWS[row]
    group.refuse(
        text,
        scheme,
        disposition,
        wrapping or own,
        problem,
        comment=comment,
        flags=[FLAG_OF_PROBLEM.get(problem, "LegacyScheme")],
        checks=checks,
        password=password,
        context=context,
    )


def broken(group, text, row, comment, checks=(), wrapping=None, identify=True):
    """It begins like the row and is not a whole string of it."""
    scheme, _, own, _ = ROWS[row]
    group.refuse(
        text,
        scheme,
        "malformed",
        wrapping or own,
        "scheme/malformed",
        comment=comment,
        flags=["BrokenLegacy"],
        checks=checks,
        identify=identify,
    )


def unknown(group, text, comment, checks=(), flags=("Unrecognised",), context=None):
    group.refuse(
        text,
        "unknown",
        "malformed",
        None,
        "hash/unrecognised",
        comment=comment,
        flags=flags,
        checks=checks,
        context=context,
    )


def stripped(
    group,
    text,
    wrapping,
    canonical,
    comment,
    checks,
    password=None,
    changes=("stripped",),
    flags=("StripWrapping",),
    context=None,
):
    """A wrapping around a standard hash that the service verifies."""
    scheme = "bcrypt" if canonical.startswith("$2") else "argon2"
    group.accept(
        text,
        scheme,
        canonical,
        wrapping=wrapping,
        changes=list(changes),
        comment=comment,
        flags=list(flags),
        checks=checks,
        password=password,
        context=context,
    )


def conflict(group, text, wrapping, comment, checks, code="wrapping/conflict", is_nested=False):
    """`is_nested`: a wrapping inside a wrapping, which has the same code."""
    flag = {
        "wrapping/conflict": "NestedWrapping" if is_nested else "WrappingConflict",
        "wrapping/undecodable": "Undecodable",
        "wrapping/incomplete": "Truncated",
    }[code]
    group.refuse(text, "unknown", "malformed", wrapping, code, comment=comment, flags=[flag], checks=checks)
