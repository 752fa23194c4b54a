"""The accidents of the sample: what each is called, what a correct tool says to it,
and how a good record comes to it.
"""

import base64
import zlib

PASSWORD_IN_CLEAR = "teapot-harbor-2204"
# From `mkpasswd -m bcrypt -R 10` (libxcrypt), with a salt of our own.
BCRYPT_PASSWORD = "copper lantern 31"
BCRYPT_HASH = "$2b$10$Wd0pP7Zq3uLkYv5xHs1cNOfYU9EQMo/sDwwjJr4DEqiaLtFmG4wnW"

HASH, SALT = "passwordHash", "salt"
IMPORTABLE, REPAIR, REFUSED = "importable", "importable-after-repair", "refused"
ACCIDENTS = {
    "hash-url-safe": (REPAIR, "The hash is in the URL-safe alphabet: rewrite - and _ as + and /."),
    "salt-url-safe": (REPAIR, "The salt is in the URL-safe alphabet: rewrite - and _ as + and /."),
    "hash-unpadded": (REPAIR, "The hash has lost its padding: add it."),
    "salt-unpadded": (REPAIR, "The salt has lost its padding: add it."),
    "hash-bcrypt": (REPAIR, "The hash is base64 of a bcrypt string that was once imported: decode it, and leave out scrypt's parameters."),
    "email-white-space": (REPAIR, "White space stands around the e-mail address: trim it."),
    "phone-only": (IMPORTABLE, "No password and no provider, but a phone number: a passwordless user."),
    "social-only": (IMPORTABLE, "No password, but a social login: a third-party user."),
    "password-not-ascii": (IMPORTABLE, "The file does not show it: the password has characters outside ASCII, which a service that reads passwords as US-ASCII never matches."),
    "no-credential": (REFUSED, "No password, no provider, no phone number: nobody could log in."),
    "email-duplicate": (REFUSED, "Another record has the same e-mail address, letter case aside: nothing says which of them is right."),
    "disabled": (REFUSED, "The account is disabled, and the import would open it again. A default: the operator may decide otherwise."),
    "hash-mixed-alphabets": (REFUSED, "The hash has characters of both base64 alphabets: it is damaged."),
    "hash-truncated-in-padding": (REFUSED, "The hash lost its last character, an =: its padding is wrong, so it was cut."),
    "hash-truncated-by-one": (REFUSED, "The hash lost its padding and one character: no base64 has this length."),
    "hash-truncated-by-four": (REFUSED, "The hash lost its last four characters: it is valid base64 of 63 bytes, but the signer key has 64."),
    "hash-not-text": (REFUSED, "The hash is a number."),
    "hash-fake": (REFUSED, "The hash comes from the Firebase emulator and holds the password in clear text."),
    "salt-missing": (REFUSED, "There is a hash but no salt."),
    "salt-empty": (REFUSED, "There is a hash but the salt is empty."),
    "email-missing": (REFUSED, "There is a password hash but no e-mail address to log in with."),
    "phone-not-e164": (REFUSED, "The phone number is not in E.164 form, and its country cannot be guessed."),
}


def b64(data):
    return base64.b64encode(data).decode("ascii")


def url_safe(text):
    return text.replace("+", "-").replace("/", "_")


def on(field, change):
    def accident(record):
        record[field] = change(record[field])
    return accident


def both(*accidents):
    def accident(record):
        for each in accidents:
            each(record)
    return accident


def put(**fields):
    return lambda record: record.update(fields)


def without(field):
    return lambda record: record.pop(field)


def nothing(_record):
    pass


def mixed(text):
    """Rewrites the first + or / only; the row asks for a hash that has more of them."""
    at = min(text.find(sign) for sign in "+/" if sign in text)
    return text[:at] + url_safe(text[at]) + text[at + 1:]


def unpadded(text):
    return text.rstrip("=")


def fake(record):
    salt = "fakeSaltQm3VxT8bLr5WnYc2KdHs"
    record.update(passwordHash=f"fakeHash:salt={salt}:password={PASSWORD_IN_CLEAR}", salt=salt)


def bcrypt(record):
    record["passwordHash"] = b64(BCRYPT_HASH.encode("ascii"))
    del record["salt"]


def social_too(record):
    raw_id = "199999999999999" + str(zlib.crc32(record["localId"].encode()) % 900000 + 100000)
    record["providerUserInfo"] = [{"providerId": "google.com", "rawId": raw_id, "email": record["email"]}]


# Names, kind of user, what happens to the good record.
ROWS = (
    (("hash-url-safe",), "password", on(HASH, url_safe)),
    (("salt-url-safe",), "password", on(SALT, url_safe)),
    (("hash-url-safe", "salt-url-safe"), "password", both(on(HASH, url_safe), on(SALT, url_safe))),
    (("hash-unpadded",), "password", on(HASH, unpadded)),
    (("salt-unpadded",), "password", on(SALT, unpadded)),
    (("hash-unpadded", "salt-unpadded"), "password", both(on(HASH, unpadded), on(SALT, unpadded))),
    (("hash-url-safe", "hash-unpadded"), "password", on(HASH, lambda text: unpadded(url_safe(text)))),
    (("hash-url-safe", "hash-unpadded", "salt-url-safe", "salt-unpadded"), "password",
     both(on(HASH, lambda text: unpadded(url_safe(text))), on(SALT, lambda text: unpadded(url_safe(text))))),
    (("hash-bcrypt",), "password", bcrypt),
    (("email-white-space",), "password", on("email", lambda email: f" {email} ")),
    (("email-white-space",), "password", on("email", lambda email: email + "\t")),
    (("phone-only",), "phone", nothing),
    (("phone-only",), "phone", nothing),
    (("phone-only",), "phone", nothing),
    (("social-only",), "social", nothing),
    (("social-only",), "social", nothing),
    (("social-only",), "social", nothing),
    (("social-only",), "social", nothing),
    (("password-not-ascii",), "password", nothing),
    (("password-not-ascii",), "password", nothing),
    (("no-credential",), "email", nothing),
    (("no-credential",), "anonymous", nothing),
    (("disabled",), "password", put(disabled=True)),
    (("disabled",), "password", put(disabled=True)),
    (("disabled", "hash-url-safe"), "password", both(put(disabled=True), on(HASH, url_safe))),
    (("hash-mixed-alphabets",), "password", on(HASH, mixed)),
    (("hash-truncated-in-padding",), "password", on(HASH, lambda text: text[:-1])),
    (("hash-truncated-by-one",), "password", on(HASH, lambda text: unpadded(text)[:-1])),
    (("hash-truncated-by-four",), "password", on(HASH, lambda text: text[:-4])),
    (("hash-truncated-by-four",), "password", both(social_too, on(HASH, lambda text: text[:-4]))),
    (("hash-not-text",), "password", put(passwordHash=20240229)),
    (("hash-fake",), "password", fake),
    (("salt-missing",), "password", without(SALT)),
    (("salt-missing",), "password", both(social_too, without(SALT))),
    (("salt-empty",), "password", put(salt="")),
    (("email-missing",), "password", both(without("email"), put(emailVerified=False, providerUserInfo=[]))),
    (("phone-not-e164",), "password", put(phoneNumber="(555) 555-0198")),
    (("phone-not-e164",), "phone", put(phoneNumber="555-555-0199")),
)
SAME_ADDRESS = (
    ((("email-duplicate",), "password", nothing), (("email-duplicate",), "password", on("email", str.title))),
    ((("email-duplicate",), "password", nothing), (("email-duplicate", "social-only"), "social", nothing)),
)
CLEAN = ((), "password", nothing)


def verdict_on(names):
    return max((ACCIDENTS[name][0] for name in names), key=(IMPORTABLE, REPAIR, REFUSED).index, default=IMPORTABLE)
