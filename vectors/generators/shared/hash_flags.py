"""Every flag once: the kind of bug that a case provokes, what it is, and what a user suffers from it."""


def flag(bug_type, description, effect, *links):
    return {"bugType": bug_type, "description": description, "effect": effect, "links": list(links)}


BCRYPT = "https://github.com/openwall/crypt_blowfish"
ARGON2 = "https://github.com/P-H-C/phc-winner-argon2"
PROVIDER = "https://github.com/firebase/scrypt"
SUPERTOKENS = "https://github.com/supertokens/supertokens-core"

FLAGS = {
    "Canonical": flag(
        "WRONG_REFUSAL",
        "A sound standard string with nothing around it.",
        "Refused or changed, it costs a user the login for no reason.",
    ),
    "BcryptEightBit": flag(
        "LOCKOUT",
        "bcrypt over a password with bytes above 127.",
        "An implementation that misreads such bytes locks out users with accents or other scripts.",
        "https://www.cve.org/CVERecord?id=CVE-2011-2483",
    ),
    "BcryptSignExtension": flag(
        "LOCKOUT",
        "The $2x$ version: hashes of the faulty crypt_blowfish.",
        "Rewritten to another version, it locks out every user with a byte above 127; untold, nobody knows why.",
        "https://www.cve.org/CVERecord?id=CVE-2011-2483",
        BCRYPT,
    ),
    "BcryptTruncation": flag(
        "LEGACY",
        "A password of more than 72 bytes.",
        "An implementation that reads more than 72 bytes locks these users out.",
        BCRYPT,
    ),
    "BcryptLengthWraparound": flag(
        "LEGACY",
        "A password of 254 bytes or more under $2a$.",
        "An implementation that keeps the length in a byte locks these users out or lets others in.",
        "https://marc.info/?l=openbsd-misc&m=139320023202696",
    ),
    "BcryptObsoleteVersion": flag(
        "LOCKOUT",
        "The bare $2$ version, which is another algorithm.",
        "Taken for $2a$, it is imported and never verifies.",
        BCRYPT,
    ),
    "BcryptUnknownVersion": flag(
        "WRONG_ACCEPTANCE",
        "A version letter that no implementation writes.",
        "A damaged string is imported and never verifies.",
        BCRYPT,
    ),
    "BcryptCost": flag(
        "WRONG_ACCEPTANCE",
        "A cost that is malformed or outside 04 to 31.",
        "A damaged string is imported and never verifies.",
        BCRYPT,
    ),
    "BcryptPaddingBits": flag(
        "LOCKOUT",
        "Bits of salt or digest that belong to no byte are set.",
        "Verifiers compare the text and say no: the user is locked out unless the bits are cleared.",
        "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.bcrypt.html",
    ),
    "Truncated": flag(
        "WRONG_ACCEPTANCE",
        "The end of the string is missing.",
        "It is imported and never verifies; nobody learns that the column was too narrow.",
    ),
    "TrailingCharacters": flag(
        "WRONG_ACCEPTANCE", "Something follows the string.", "It is imported and never verifies."
    ),
    "IllegalCharacter": flag(
        "WRONG_ACCEPTANCE",
        "A character that the scheme's alphabet does not have.",
        "It is imported and never verifies.",
    ),
    "OtherScheme": flag(
        "WRONG_ACCEPTANCE",
        "A string of another scheme than the one that is asked for.",
        "Read as the wrong scheme, it is imported and never verifies.",
    ),
    "Argon2ParameterOrder": flag(
        "LOCKOUT",
        "argon2 parameters in another order than m,t,p.",
        "The service's decoder reads m,t,p only: imported as it is, the user is locked out.",
        ARGON2,
        "https://github.com/ranisalt/node-argon2/issues/559",
    ),
    "Argon2Version": flag(
        "LOCKOUT",
        "argon2 of version 16, written out or not, or of a version that does not exist.",
        "Read as version 19, the hash never verifies.",
        ARGON2,
    ),
    "Argon2Number": flag(
        "WRONG_ACCEPTANCE",
        "A number with a sign, a leading zero or no digit.",
        "Decoders disagree about it: it may be imported and never verify.",
        ARGON2,
    ),
    "Argon2Parameter": flag(
        "WRONG_ACCEPTANCE",
        "A parameter is missing, doubled or unknown.",
        "It is imported and never verifies, or verifies with guessed costs.",
        ARGON2,
    ),
    "Argon2Range": flag(
        "WRONG_ACCEPTANCE",
        "A parameter or a length at or past the limit of its range.",
        "It is imported and every verification fails with an error.",
        ARGON2,
    ),
    "Argon2Keyed": flag(
        "LOCKOUT",
        "argon2 with a secret key or associated data.",
        "The service has neither: the hash never verifies.",
        "https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md",
    ),
    "Argon2Variant": flag(
        "WRONG_ACCEPTANCE",
        "A variant name that argon2 does not have.",
        "A test of the first characters only lets it through, and it never verifies.",
        ARGON2,
        SUPERTOKENS,
    ),
    "Base64Alphabet": flag(
        "LOCKOUT",
        "URL-safe base64 where standard base64 is compared as text, or a mix of both.",
        "It is imported with status OK and never verifies.",
        SUPERTOKENS,
    ),
    "Base64Padding": flag(
        "LOCKOUT",
        "Padding where there is none, none where there is some, or the wrong amount.",
        "It is imported with status OK and never verifies.",
        SUPERTOKENS,
    ),
    "Base64PaddingBits": flag(
        "WRONG_ACCEPTANCE",
        "The last base64 character carries bits that belong to no byte: a part was cut off.",
        "A cut-off hash is imported and never verifies.",
        "https://www.rfc-editor.org/rfc/rfc4648#section-3.5",
    ),
    "Base64Length": flag(
        "WRONG_ACCEPTANCE",
        "Base64 of a length that no bytes encode to.",
        "A cut-off hash is imported and never verifies.",
        "https://www.rfc-editor.org/rfc/rfc4648",
    ),
    "ProviderScrypt": flag(
        "LOCKOUT",
        "A provider-scrypt string (Firebase's modified scrypt).",
        "Built or read wrongly, it is imported with status OK and never verifies.",
        PROVIDER,
    ),
    "ProviderScryptOrder": flag(
        "WRONG_REFUSAL",
        "The parameters m, r and s in another order.",
        "The meaning is plain; refusing it costs users the login.",
        SUPERTOKENS,
    ),
    "ProviderScryptParameter": flag(
        "WRONG_ACCEPTANCE",
        "A parameter is missing, doubled, unknown or out of range.",
        "It is imported and never verifies.",
        SUPERTOKENS,
    ),
    "ProviderScryptHashLength": flag(
        "WRONG_ACCEPTANCE",
        "A hash that is not as long as the signer key.",
        "A cut-off hash is imported and never verifies.",
        PROVIDER,
    ),
    "SeparatorUnreadable": flag(
        "LOCKOUT",
        "A salt separator that the service's parser cuts off or refuses.",
        "It is imported and never verifies unless bytes move between salt and separator.",
        SUPERTOKENS,
    ),
    "ServiceLimit": flag(
        "LOCKOUT",
        "A string longer than the service's column.",
        "Cut off on the way in, it never verifies.",
        SUPERTOKENS,
    ),
    "StripWrapping": flag(
        "LOCKOUT",
        "A vendor's mark around a standard hash of the password.",
        "Left on, the service does not know the string; cut wrongly, it never verifies.",
    ),
    "EncodedWrapping": flag(
        "LOCKOUT",
        "A standard hash in base64, hexadecimal or a serialised array.",
        "Stripped without decoding, it never verifies.",
    ),
    "RecomposedParts": flag(
        "LOCKOUT",
        "The parts of a standard hash in a vendor's own order.",
        "Put together wrongly, it is imported and never verifies.",
    ),
    "SignerKeyInside": flag(
        "LEAK",
        "The account's signer key is inside every hash.",
        "Sent along, the key that guards all hashes leaks into the users' table.",
    ),
    "PrehashedBcrypt": flag(
        "LOCKOUT",
        "A bcrypt hash over something else than the password, under a mark that looks like decoration.",
        "Stripped of its mark it looks perfect, is imported with status OK and never verifies.",
    ),
    "PepperedBcrypt": flag(
        "LOCKOUT",
        "A bcrypt hash over the password and a site-wide secret.",
        "It looks perfect, is imported with status OK and never verifies.",
    ),
    "SourceContext": flag(
        "LOCKOUT",
        "Only the source tells that a clean-looking hash is not over the plain password.",
        "It looks perfect, is imported with status OK and never verifies.",
    ),
    "LegacyScheme": flag(
        "WRONG_ACCEPTANCE",
        "A sound hash of a scheme that the service does not verify.",
        "Imported anyway, it never verifies.",
    ),
    "BrokenLegacy": flag(
        "WRONG_ACCEPTANCE",
        "It begins like a known scheme and is not a whole string of it.",
        "Called sound, it is kept for a fallback that will never match.",
    ),
    "AmbiguousDigest": flag(
        "WRONG_ACCEPTANCE",
        "A bare digest: several schemes have this shape.",
        "A guess at the scheme verifies nobody, or the wrong password.",
    ),
    "PlainText": flag(
        "LEAK",
        "The column holds the password itself.",
        "Sent or logged as a hash, it leaks the password and locks the user out.",
    ),
    "NoPassword": flag(
        "WRONG_ACCEPTANCE",
        "A mark that says that this user has no password.",
        "Imported as a hash, it is a login that can never succeed, or one that anybody can forge.",
    ),
    "LockedAccount": flag(
        "WRONG_ACCEPTANCE",
        "A mark that locks the account, with the account's hash after it.",
        "Called a user without a password, the hash is lost; imported, the lock is.",
    ),
    "WrappingConflict": flag(
        "WRONG_ACCEPTANCE",
        "The wrapping names one scheme and the content is another.",
        "A stripper that ignores the name imports a column that was filled wrongly.",
    ),
    "NestedWrapping": flag(
        "WRONG_ACCEPTANCE",
        "A wrapping inside a wrapping.",
        "A stripper that loops imports strings that no system ever wrote.",
    ),
    "Undecodable": flag(
        "WRONG_ACCEPTANCE",
        "The payload of an encoded wrapping does not decode.",
        "It is imported and never verifies.",
    ),
    "Unrecognised": flag(
        "WRONG_ACCEPTANCE",
        "No known form of password hash.",
        "A guess imports something that never verifies.",
    ),
    "SurroundingCharacters": flag(
        "LOCKOUT",
        "White space, a byte order mark or quotation marks around the hash.",
        "Imported with them, it never verifies; refused, the user loses the login.",
    ),
    "Hostile": flag(
        "DENIAL_OF_SERVICE",
        "Text that nobody should find in a column: huge, broken, or made to confuse.",
        "One row stops or stalls a run of millions.",
    ),
}
