"""Writes samples of systems that developers build with: invented users whose hashes passlib, bcrypt, argon2 and
Python's hashlib made. Salts are fixed, so that the files come out the same.

Usage, on Debian with python3-passlib, python3-bcrypt and python3-argon2: /usr/bin/python3 make-developer-samples.py
"""

import base64
import csv
import hashlib
import json
import unicodedata

import bcrypt as bcrypt_package
from argon2.low_level import Type, hash_secret
from passlib.hash import django_pbkdf2_sha256, phpass

from formats import copy, csv_text, dump, inserts, mysql_dump, write, write_json

PASSWORD = "correct horse"
SALT = b"sixteen bytes !!"


def bcrypt(prefix="2a"):
    salt = ("$%s$04$CCCCCCCCCCCCCCCCCCCCC." % prefix).encode()
    return bcrypt_package.hashpw(PASSWORD.encode(), salt).decode().replace("$2b$", "$%s$" % prefix)


def argon2(kind=Type.ID):
    return hash_secret(PASSWORD.encode(), SALT, 2, 256, 1, 32, kind).decode()


# The account and the hash that firebase/scrypt publishes with its program; the password is "user1password".
FIREBASE = "$".join([
    "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
    "42xEC+ixf3L2lw==",
    "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
    "Bw==", "8", "14"])
PHPASS = phpass.using(rounds=7, salt="abcdefgh").hash(PASSWORD)


NOW = "2024-05-01 10:00:00.123456+00"
SENT = "2024-05-01 09:59:00.123456+00"


def supabase_user(number, name, password, **more):
    user = {
        "instance_id": "00000000-0000-0000-0000-000000000000",
        "id": "5b1a0f4e-0000-4000-8000-%012d" % number,
        "aud": "authenticated",
        "role": "authenticated",
        "email": name and name + "@example.com",
        "encrypted_password": password,
        "email_confirmed_at": NOW,
        "invited_at": None,
        "confirmation_token": "",
        "recovery_token": "",
        "raw_app_meta_data": '{"provider": "email", "providers": ["email"]}',
        "raw_user_meta_data": "{}",
        "phone": None,
        "phone_confirmed_at": None,
        "banned_until": None,
        "deleted_at": None,
        "is_anonymous": "f",
        "confirmation_sent_at": name and SENT,
        "phone_change_sent_at": None,
    }
    return {**user, **more}


def supabase():
    google = '{"provider": "google", "providers": ["google"]}'
    users = [
        supabase_user(1, "ada", bcrypt(), phone="15555550100", phone_confirmed_at=NOW, phone_change_sent_at=SENT,
                      raw_user_meta_data='{"name": "Ada \\"A\\" \\\\ L"}'),
        supabase_user(2, "bob", "", raw_app_meta_data=google),
        supabase_user(3, "cyd", argon2(), banned_until="2999-01-01 00:00:00+00"),
        supabase_user(4, "dan", bcrypt(), email_confirmed_at=None, confirmation_token="not to be kept"),
        supabase_user(5, "eve", bcrypt(), deleted_at=NOW),
        supabase_user(6, "fay", "", email_confirmed_at=None, invited_at=NOW),
        supabase_user(7, None, "", email_confirmed_at=None, is_anonymous="t"),
        supabase_user(8, "gus", bcrypt(), banned_until="2020-01-01 00:00:00+00", phone="15555550108",
                      raw_app_meta_data=google),
    ]
    ids = [user["id"] for user in users]
    write("supabase.csv", csv_text(users, csv.QUOTE_ALL))
    identities = [
        {"provider_id": ids[0], "user_id": ids[0], "identity_data": '{"sub": "x", "email": "ada@example.com"}',
         "provider": "email", "last_sign_in_at": NOW, "id": "9f000000-0000-4000-8000-000000000001"},
        {"provider_id": "1081", "user_id": ids[1],
         "identity_data": '{"sub": "1081", "email": "bob@gmail.example", "email_verified": true}',
         "provider": "google", "last_sign_in_at": NOW, "id": "9f000000-0000-4000-8000-000000000002"},
        {"provider_id": "77", "user_id": "5b1a0f4e-0000-4000-8000-000000000099", "identity_data": "{}",
         "provider": "github", "last_sign_in_at": NOW, "id": "9f000000-0000-4000-8000-000000000003"},
    ]
    sealed = json.dumps({"alg": "aes-gcm-hkdf", "data": "VHd+9Ze2etMH8x/e2StBFOuASMQTJnze8L8TethE0Tc=",
                         "key_id": "2024-01", "nonce": "Ng76nry1Vk10i7Lk"})
    factors = [
        {"id": "1c000000-0000-4000-8000-000000000001", "user_id": ids[0], "friendly_name": "phone",
         "factor_type": "totp", "status": "verified", "secret": "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"},
        {"id": "1c000000-0000-4000-8000-000000000002", "user_id": ids[0], "friendly_name": "old",
         "factor_type": "totp", "status": "unverified", "secret": "JBSWY3DPEHPK3PXP"},
        {"id": "2b306a77-21dc-4110-ba71-537cb56b9e98", "user_id": ids[1], "friendly_name": None,
         "factor_type": "totp", "status": "verified", "secret": sealed},
        {"id": "1c000000-0000-4000-8000-000000000004", "user_id": ids[7], "friendly_name": None,
         "factor_type": "phone", "status": "verified", "secret": None},
    ]
    write("supabase.sql", dump(copy("auth.identities", identities), copy("auth.mfa_factors", factors),
                               copy("auth.users", users)))


def clerk():
    hashes = [("bcrypt", bcrypt()), ("argon2i", argon2(Type.I)), ("bcrypt", ""), ("md5_salted", "salt$0cc175b9c0f1b6a831c399e269772661"),
              ("scrypt_firebase", FIREBASE), ("md5_phpass", PHPASS)]
    names = ["ada", "bob", "cyd", "dan", "eve", "fay"]
    users = [{
        "id": "user_" + name,
        "first_name": name.title(),
        "last_name": "",
        "username": name if name == "ada" else "",
        "primary_email_address": name + "@example.com",
        "primary_phone_number": "+15555550100" if name in ("ada", "cyd") else "",
        "verified_email_addresses": name + "@example.com|" + name + "@work.example" if name == "ada"
        else "" if name == "bob" else name + "@example.com",
        "unverified_email_addresses": "bob@example.com" if name == "bob" else "",
        "verified_phone_numbers": "+15555550100" if name == "ada" else "",
        "unverified_phone_numbers": "+15555550100" if name == "cyd" else "",
        "totp_secret": "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ" if name == "ada" else "",
        "password_digest": digest,
        "password_hasher": hasher,
    } for name, (hasher, digest) in zip(names, hashes)]
    write("clerk.csv", csv_text(users))
    old = [{"id": user["id"], "first_name": "", "last_name": "", "username": "",
            "email_addresses": user["primary_email_address"],
            # Nothing there says whose an address is: nobody can have another one's.
            "phone_numbers": {"user_ada": "+15555550100", "user_cyd": "+15555550103"}.get(user["id"], ""),
            "totp_secret": user["totp_secret"], "password_digest": user["password_digest"],
            "password_hasher": user["password_hasher"], "unsafe_metadata": "{}", "public_metadata": "{}",
            "private_metadata": "{}"} for user in users]
    write("clerk-old.csv", csv_text(old))
    write_json("clerk-listed.json", [
        {"id": "user_cyd", "object": "user", "password_enabled": False, "totp_enabled": True, "banned": False,
         "external_accounts": [{"object": "external_account", "provider": "oauth_google",
                                "provider_user_id": "1081", "email_address": "cyd@example.com",
                                "verification": {"status": "verified"}}]},
        {"id": "user_bob", "object": "user", "password_enabled": True, "banned": True, "external_accounts": []},
    ])


def cognito_user(name, **more):
    user = {
        "profile": "", "email": name + "@example.com", "email_verified": "TRUE", "name": name.title(),
        "cognito:username": name, "phone_number": "", "phone_number_verified": "FALSE",
        "cognito:mfa_enabled": "FALSE", "custom:plan": "", "updated_at": "",
    }
    return {**user, **more}


def cognito():
    write("cognito.csv", csv_text([
        cognito_user("ada", phone_number="+15555550100", phone_number_verified="true", **{"custom:plan": "gold"}),
        cognito_user("bob"),
        cognito_user("cyd", phone_number="+15555550103", phone_number_verified="true",
                     **{"cognito:mfa_enabled": "TRUE"}),
    ]))
    identities = [{"userId": "1081", "providerName": "Google", "providerType": "Google", "issuer": None,
                   "primary": True, "dateCreated": 1714550400000}]

    def listed(name, status, enabled, **attributes):
        values = {"sub": "sub-" + name, "email": name + "@example.com", "email_verified": "true", **attributes}
        return {"Username": "Google_1081" if name == "dan" else name, "UserStatus": status, "Enabled": enabled,
                "Attributes": [{"Name": key, "Value": value} for key, value in values.items()],
                "UserCreateDate": "2024-05-01T10:00:00.000000+02:00"}
    phone = {"phone_number": "+15555550104", "phone_number_verified": "true"}
    write_json("cognito.json", {"Users": [
        listed("dan", "EXTERNAL_PROVIDER", True, identities=json.dumps(identities)),
        listed("eve", "CONFIRMED", True),
        listed("fay", "CONFIRMED", False, **phone),
        listed("gus", "UNCONFIRMED", True),
    ]})


def better_auth_hash(salt="0123456789abcdef0123456789abcdef"):
    """scrypt over the salt as the text that it is, as the library calls @noble/hashes."""
    password = unicodedata.normalize("NFKC", PASSWORD).encode()
    key = hashlib.scrypt(password, salt=salt.encode(), n=16384, r=16, p=1, dklen=64, maxmem=1 << 26)
    return salt + ":" + key.hex()


def better_auth():
    def user(number, name, **more):
        return {"id": "ba%d" % number, "name": name.title(), "email": name + "@example.com", "emailVerified": True,
                "image": None, "createdAt": "2024-05-01T10:00:00Z", "updatedAt": "2024-05-01T10:00:00Z",
                "twoFactorEnabled": False, "banned": False, "banExpires": None, "phoneNumber": None,
                "phoneNumberVerified": None, **more}

    def account(number, provider, **more):
        return {"id": "acc%d" % number, "accountId": "ba%d" % number, "providerId": provider,
                "userId": "ba%d" % number, "accessToken": None, "password": None, **more}
    users = [
        user(1, "ada", twoFactorEnabled=True),
        user(2, "bob", emailVerified=False, phoneNumber="+15555550102", phoneNumberVerified=True),
        user(3, "cyd", banned=True),
        user(4, "dan", banned=True, banExpires="2020-01-01T00:00:00Z"),
        user(5, "eve"),
    ]
    accounts = [
        account(1, "credential", password=better_auth_hash()),
        account(2, "github", accountId="77", accessToken="not to be kept"),
        account(3, "credential", password=better_auth_hash()),
        account(4, "credential", password=bcrypt()),
        account(1, "google", accountId="1081"),
    ]
    sealed = ("1a12836ea3dd5be832f71c9078d84727fd55e4a7880ff2fc1b58e96370817f9955b8806b3eb356040b54bc4edc9598dacec7"
              "8e444331edabe817")
    factors = [
        {"id": "tf1", "secret": sealed, "backupCodes": sealed, "userId": "ba1"},
        {"id": "tf4", "secret": sealed, "backupCodes": sealed, "userId": "ba4", "verified": False},
    ]
    registered = [{"id": "sso1", "issuer": "https://idp.acme.example", "domain": "acme.example", "oidcConfig": "{}",
                   "userId": "ba1", "providerId": "acme"}]
    tables = {"user": users, "account": accounts, "twoFactor": factors, "ssoProvider": registered}
    write_json("better-auth.json", tables)

    def snake(row):
        return {"".join("_" + letter.lower() if letter.isupper() else letter for letter in key): value
                for key, value in row.items()}
    write("better-auth-users.csv", csv_text([snake(row) for row in users]))
    write("better-auth-accounts.csv", csv_text([snake(row) for row in accounts]))


def quoted(rows):
    return [{'"%s"' % key: value for key, value in row.items()} for row in rows]


def authjs():
    users = [
        {"id": "clx1", "name": "Ada", "email": "ada@example.com", "emailVerified": NOW[:19], "image": None},
        {"id": "clx2", "name": "Bob", "email": "bob@example.com", "emailVerified": None, "image": None},
        {"id": "clx3", "name": None, "email": "cyd@example.com", "emailVerified": NOW[:19], "image": None},
    ]
    accounts = [
        {"id": "a1", "userId": "clx1", "type": "oauth", "provider": "github", "providerAccountId": "77",
         "access_token": "not to be kept", "scope": "read:user"},
        {"id": "a2", "userId": "clx1", "type": "oidc", "provider": "azure-ad", "providerAccountId": "aad-1",
         "access_token": None, "scope": None},
        {"id": "a3", "userId": "clx2", "type": "oauth", "provider": "google", "providerAccountId": "1081",
         "access_token": None, "scope": None},
    ]
    write("authjs.sql", dump(copy('public."Account"', quoted(accounts)), copy('public."User"', quoted(users))))


def stytch():
    def row(name):
        salt = base64.urlsafe_b64encode(("salt of " + name).encode()).decode()
        # Over the salt as it is written, as the export's own documentation computes it.
        key = hashlib.scrypt(PASSWORD.encode(), salt=salt.encode(), n=1 << 15, r=8, p=1, dklen=32, maxmem=1 << 26)
        return ["user-" + name, base64.urlsafe_b64encode(key).decode(), salt, "scrypt", "project-1"]
    rows = [row("ada"), row("bob"), row("zoe")]
    top = ["scrypt hash parameters,,,,", "scryptCostParameter,1 << 15,,,", "scryptRParameter,8,,,",
           "scryptPParameter,1,,,", "scryptKeyLengthParamenter,32,,,", ",,,,", "id,hash,salt,hash_method,project_id"]
    write("stytch.csv", "\n".join(top + [",".join(row) for row in rows]) + "\n")

    def user(name, verified, **more):
        return {"user_id": "user-" + name, "emails": [{"email": name + "@example.com", "verified": verified}],
                "phone_numbers": [], "providers": [], "totps": [], "status": "active", "name": {}, "password": None,
                **more}
    password = {"password_id": "password-1", "requires_reset": False}
    write_json("stytch.json", {"request_id": "r", "results": [
        user("ada", True, password=password,
             phone_numbers=[{"phone_number": "+15555550100", "verified": True},
                            {"phone_number": "+15555550109", "verified": False}]),
        user("bob", False, password=password, status="pending"),
        user("cyd", True, totps=[{"totp_id": "t", "verified": True}],
             providers=[{"provider_type": "Google", "provider_subject": "1081"}]),
        user("dan", True, password=password),
    ]})


def workos():
    def user(name, verified, **more):
        return {"object": "user", "id": "user_01" + name, "email": name + "@example.com", "email_verified": verified,
                "first_name": None, "last_name": None, "profile_picture_url": None, "metadata": {}, **more}
    google = {"idp_id": "1081", "type": "OAuth", "provider": "GoogleOAuth"}
    write_json("workos.json", {"object": "list", "data": [user("ada", True, identities=[google]),
                                                         user("bob", False)], "list_metadata": {}})


def logto():
    def user(name, method, password, **more):
        return {"tenant_id": "default", "id": "id-" + name, "username": name, "primary_email": name + "@example.com",
                "primary_phone": None, "password_encrypted": password, "password_encryption_method": method,
                "identities": "{}", "mfa_verifications": "[]", "is_suspended": "f", "custom_data": "{}", **more}
    factor = {"type": "Totp", "id": "m1", "createdAt": NOW, "key": "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"}
    codes = {"type": "BackupCode", "id": "m2", "createdAt": NOW, "codes": [{"code": "not to be kept"}]}
    google = {"google": {"userId": "1081", "details": {"email": "bob@gmail.example"}}}
    rows = [
        user("ada", "Argon2i", argon2(Type.I), primary_phone="15555550100",
             mfa_verifications=json.dumps([factor, codes])),
        user("bob", None, None, identities=json.dumps(google)),
        user("cyd", "Bcrypt", bcrypt(), is_suspended="t"),
        user("dan", "SHA256", hashlib.sha256(PASSWORD.encode()).hexdigest()),
        user("eve", "Legacy", '["sha256", ["salt", "@"], "00"]'),
    ]
    write("logto.sql", dump(copy("public.users", rows)))


def casdoor():
    def user(name, kind, password, **more):
        return {"owner": "built-in", "name": name, "id": "id-" + name, "email": name + "@example.com",
                "emailVerified": True, "phone": "", "password": password, "passwordSalt": "", "passwordType": kind,
                "totpSecret": "", "recoveryCodes": None, "github": "", "google": "", "isForbidden": False,
                "isDeleted": False, "accessToken": "", **more}
    salt = base64.b64encode(SALT).decode()
    sha512 = lambda text: hashlib.sha512(text.encode()).hexdigest()
    pbkdf2 = base64.b64encode(hashlib.pbkdf2_hmac("sha256", PASSWORD.encode(), SALT, 27500, 64)).decode()
    write_json("casdoor.json", {"status": "ok", "data": [
        user("ada", "bcrypt", bcrypt(), totpSecret="GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
             recoveryCodes=["not to be kept"], github="77",
             properties={"no": "2", "oauth_GitHub_id": "77"}),
        user("bob", "argon2id", argon2(), emailVerified=False),
        user("cyd", "pbkdf2-salt", pbkdf2, passwordSalt=salt),
        user("dan", "pbkdf2-django", django_pbkdf2_sha256.using(rounds=1000, salt="abcdefgh").hash(PASSWORD)),
        user("eve", "sha512-salt", sha512(sha512(PASSWORD) + "x"), passwordSalt="x"),
        user("fay", "plain", "not to be kept"),
        user("gus", "bcrypt", "***"),
        user("hal", "bcrypt", bcrypt(), isForbidden=True),
        user("ivy", "bcrypt", bcrypt(), isDeleted=True),
    ]})


def directus():
    def user(name, password, **more):
        return {"id": "id-" + name, "first_name": name, "email": name + "@example.com", "password": password,
                "tfa_secret": "", "status": "active", "token": "not to be kept", "provider": "default",
                "external_identifier": "", **more}
    write("directus.csv", csv_text([
        user("ada", argon2(), tfa_secret="GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"),
        user("bob", "", provider="google", external_identifier="1081"),
        user("cyd", argon2(), status="suspended"),
        user("dan", "", status="invited"),
        user("eve", argon2(), status="unverified"),
        user("fay", argon2(), status="archived"),
    ]))


def strapi():
    def user(number, name, password, confirmed, blocked, provider="local"):
        return {"id": number, "document_id": "doc%d" % number, "username": name, "email": name + "@example.com",
                "provider": provider, "password": password, "reset_password_token": "not to be kept",
                "confirmation_token": None, "confirmed": confirmed, "blocked": blocked}
    write("strapi.sql", dump(copy("public.up_users", [
        user(1, "ada", bcrypt(), "t", "f"), user(2, "bob", bcrypt(), "f", "f"), user(3, "cyd", bcrypt(), "t", "t"),
        user(4, "dan", None, "t", "f", "google"),
    ])))


def forgerock():
    def user(name, password, **more):
        return {"_id": "id-" + name, "_rev": "1", "mail": name + "@example.com", "telephoneNumber": None,
                "password": password, "sn": name, "givenName": name, "userName": name, **more}
    # Ten rounds over a salt of 16 bytes, in base64: the derived key first, as the published sample has it.
    key = hashlib.pbkdf2_hmac("sha256", PASSWORD.encode(), SALT, 10, 32)
    pbkdf2 = "{PBKDF2-HMAC-SHA256}10:" + base64.b64encode(key + SALT).decode()
    write_json("forgerock.json", {"result": [
        user("ada", pbkdf2), user("bob", "{BCRYPT}" + bcrypt("2b"), telephoneNumber="+15555550102"),
        user("cyd", pbkdf2, accountStatus="inactive"),
        user("dan", {"$crypto": {"type": "x-simple-encryption", "value": {}}}),
    ], "resultCount": 4, "pagedResultsCookie": None})


def akamai():
    def user(name, kind, value, **more):
        return {"uuid": "id-" + name, "email": name + "@example.com", "emailVerified": "2025-05-08 10:06:56 +0000",
                "mobileNumber": None, "mobileNumberVerified": None, "deactivateAccount": None, "profiles": [],
                "password": {"type": kind, "value": value} if kind else None, **more}
    write_json("akamai.json", {"result_count": 5, "results": [
        user("ada", "password-bcrypt", bcrypt("2b"), mobileNumber="+1 555 555 0100",
             mobileNumberVerified="2025-05-06 10:06:56 +0000"),
        user("bob", None, None, emailVerified=None,
             profiles=[{"domain": "google.com", "identifier": "1081", "verifiedEmail": "bob@gmail.example",
                        "accessCredentials": {"token": "not to be kept"}}]),
        user("cyd", "password-bcrypt", bcrypt("2b"), deactivateAccount="2025-05-08 10:06:56 +0000"),
        user("dan", "password-md5", "00"),
        user("eve", None, None),
    ], "stat": "ok"})


def synapse():
    def user(name, password, **more):
        return {"name": "@%s:example.com" % name, "password_hash": password, "creation_ts": 1714550400, "admin": 0,
                "is_guest": 0, "appservice_id": None, "deactivated": 0, "locked": "f", "approved": "t", **more}
    users = [user("ada", bcrypt("2b")), user("bob", None), user("cyd", None, deactivated=1),
             user("dan", bcrypt("2b"), locked="t"), user("eve", bcrypt("2b"))]
    addresses = [
        {"user_id": "@ada:example.com", "medium": "email", "address": "ada@example.com",
         "validated_at": 1714550400000, "added_at": 1714550400000},
        {"user_id": "@ada:example.com", "medium": "msisdn", "address": "15555550100",
         "validated_at": 1714550400000, "added_at": 1714550400000},
        {"user_id": "@bob:example.com", "medium": "email", "address": "bob@example.com",
         "validated_at": 1714550400000, "added_at": 1714550400000},
        {"user_id": "@dan:example.com", "medium": "email", "address": "dan@example.com",
         "validated_at": 1714550400000, "added_at": 1714550400000},
    ]
    external = [{"auth_provider": "oidc-google", "external_id": "1081", "user_id": "@bob:example.com"}]
    write("synapse.sql", dump(copy("public.user_external_ids", external), copy("public.user_threepids", addresses),
                              copy("public.users", users)))


def digest(algorithm, *parts):
    return hashlib.new(algorithm, b"".join(parts)).hexdigest()


def appwrite():
    def user(name, hash="", password="", options=None, **more):
        return {"$id": "id-" + name, "$createdAt": "2024-05-01T10:00:00.000+00:00",
                "$updatedAt": "2024-05-01T10:00:00.000+00:00", "name": name, "password": password, "hash": hash,
                "hashOptions": options or {}, "registration": "2024-05-01T10:00:00.000+00:00", "status": True,
                "labels": [], "passwordUpdate": "", "email": name + "@example.com", "phone": "",
                "emailVerification": False, "phoneVerification": False, "mfa": False, "prefs": {}, "targets": [],
                "accessedAt": "", **more}
    scrypt = hashlib.scrypt(PASSWORD.encode(), salt=b"saltsalt", n=8, r=14, p=1, dklen=64).hex()
    costs = {"type": "scrypt", "salt": "saltsalt", "costCpu": 8, "costMemory": 14, "costParallel": 1, "length": 64}
    key, salt, signer_key, separator = FIREBASE.split("$")[:4]
    firebase_options = {"type": "scryptMod", "salt": salt, "saltSeparator": separator, "signerKey": signer_key}
    write_json("appwrite.json", {"total": 11, "users": [
        user("ada", "argon2", argon2(), {"type": "argon2", "memoryCost": 256, "timeCost": 2, "threads": 1},
             emailVerification=True, phone="+15555550100", phoneVerification=True),
        user("bob", phone="+15555550101"),
        user("cyd", "bcrypt", bcrypt(), {"type": "bcrypt"}, mfa=True),
        user("dan", "scrypt", scrypt, costs),
        user("eve", "scryptMod", key, firebase_options),
        user("fay", "sha", digest("sha256", PASSWORD.encode()), {"type": "sha", "version": "sha256"}),
        user("gil", "md5", digest("md5", PASSWORD.encode()), {"type": "md5"}),
        user("hal", "phpass", PHPASS, {"type": "phpass"}),
        user("ira", "sha", digest("sha3_512", PASSWORD.encode()), {"type": "sha", "version": "sha3-512"}),
        user("joy", "argon2", argon2(), {"type": "argon2"}, status=False),
        user("kim"),
    ]})
    write_json("appwrite-identities.json", {"total": 1, "identities": [
        {"$id": "identity-1", "$createdAt": "2024-05-01T10:00:00.000+00:00", "userId": "id-bob", "provider": "google",
         "providerUid": "1081", "providerEmail": "bob@example.com", "providerAccessToken": "not to be kept",
         "providerAccessTokenExpiry": "2024-05-01T11:00:00.000+00:00", "providerRefreshToken": "not to be kept"},
    ]})


def authentik():
    def user(number, name, password=None, **more):
        made = django_pbkdf2_sha256.using(rounds=1000, salt="saltsaltsalt").hash(PASSWORD)
        return {"id": number, "password": made if password is None else password, "last_login": None,
                "username": name, "first_name": "", "last_name": "", "email": name + "@example.com",
                "is_active": "t", "date_joined": NOW, "uuid": "00000000-0000-4000-8000-%012d" % number, "name": name,
                "password_change_date": NOW, "attributes": "{}", "path": "users", "type": "internal", **more}
    users = [user(1, "ada"), user(2, "bob", "argon2" + argon2()), user(3, "cyd", "!unusable"),
             user(4, "dan", is_active="f"), user(5, "ak-outpost", "!unusable", type="internal_service_account")]
    devices = [{"id": 1, "name": "phone", "confirmed": "t", "key": b"12345678901234567890".hex(), "step": 30, "t0": 0,
                "digits": 6, "tolerance": 1, "drift": 0, "last_t": 5, "user_id": 2, "created": NOW,
                "last_updated": NOW, "last_used": None}]
    write("authentik.sql", dump(copy("public.authentik_core_user", users),
                                copy("public.authentik_stages_authenticator_totp_totpdevice", devices)))
    write("authentik-logins.csv", csv_text([{"user_id": 3, "slug": "google", "identifier": "1081"}]))


def ghost():
    def user(number, name, password, **more):
        return {"id": "5951f5fca366002ebd5dbef%d" % number, "name": name, "slug": name, "password": password,
                "email": name + "@example.com", "profile_image": None, "bio": None, "status": "active", "tour": None,
                "last_seen": None, "created_at": "2024-05-01 10:00:00", "updated_at": "2024-05-01 10:00:00", **more}
    users = [user(1, "ada", bcrypt()), user(2, "bob", bcrypt(), status="warn-1"),
             user(3, "cyd", bcrypt(), status="inactive"), user(4, "dan", bcrypt(), status="locked"),
             user(5, "eve", "$2a$10$damaged")]
    write("ghost.sql", mysql_dump(inserts("users", users)))
    write_json("ghost.json", {"db": [{"meta": {"exported_on": 1714550400000, "version": "5.82.0"},
                                      "data": {"posts": [{"id": "1", "title": "Hello"}], "users": users[:2]}}]})


def lucia():
    key = hashlib.scrypt(PASSWORD.encode(), salt=b"abcdefgh12345678", n=16384, r=16, p=1, dklen=64, maxmem=1 << 26)
    users = [{"id": "u-" + name, "email": email, "email_verified": verified} for name, email, verified in
             (("ada", "ada@example.com", 1), ("bob", "bob@example.com", 0), ("cyd", None, 0), ("dan", "dan@example.com", 0))]
    keys = [{"id": "email:ada@example.com", "user_id": "u-ada", "hashed_password": "s2:abcdefgh12345678:" + key.hex()},
            {"id": "github:1081", "user_id": "u-ada", "hashed_password": None},
            {"id": "email:bob@example.com", "user_id": "u-bob", "hashed_password": bcrypt()},
            {"id": "username:cyd", "user_id": "u-cyd", "hashed_password": argon2()}]
    write("lucia.sql", mysql_dump(inserts("auth_user", users), inserts("user_key", keys)))
    write("lucia-3.csv", csv_text([{"id": "u-ada", "email": "ada@example.com", "password_hash": argon2()}]))


def mybb():
    def user(number, name, salt="a1B2c3D4", usergroup=2):
        inner = digest("md5", salt.encode()) + digest("md5", PASSWORD.encode())
        return {"uid": number, "username": name, "password": digest("md5", inner.encode()), "salt": salt,
                "loginkey": "not to be kept", "email": name + "@example.com", "postnum": 3, "usergroup": usergroup,
                "signature": "It's me"}
    bans = [{"uid": uid, "gid": 7, "oldgroup": 2, "dateline": 1714550400, "bantime": "---", "lifted": lifted,
             "reason": ""} for uid, lifted in ((4, 0), (5, 1714550500))]
    users = [user(1, "ada"), user(2, "bob", "47204x~y"), user(3, "cyd", usergroup=5), user(4, "dan", usergroup=7),
             user(5, "eve")]
    other = [{"id": 1, "name": "of another program"}]
    write("mybb.sql", mysql_dump(inserts("mybb_banned", bans), inserts("shop_users", other), inserts("mybb_users", users)))


def smf():
    def user(number, name, passwd, **more):
        return {"id_member": number, "member_name": name, "date_registered": 1714550400, "posts": 1,
                "passwd": passwd, "email_address": "%s@example.com" % name.lower(), "is_activated": 1,
                "password_salt": "abcd", "tfa_secret": "", "tfa_backup": "", "real_name": name, **more}
    def new(name):
        salt = b"$2b$04$CCCCCCCCCCCCCCCCCCCCC."
        return bcrypt_package.hashpw((name.lower() + PASSWORD).encode(), salt).decode().replace("$2b$", "$2y$")
    old = lambda name: digest("sha1", (name.lower() + PASSWORD).encode())
    users = [user(1, "Ada", new("Ada"), tfa_secret="GEZDGNBVGY3TQOJQ", tfa_backup="not to be kept"),
             user(2, "BOB", old("BOB")), user(3, "cyd", new("cyd"), is_activated=0),
             user(4, "dan", new("dan"), is_activated=11), user(5, "eve", new("eve"), is_activated=4),
             user(6, "fay", "cut off")]
    write("smf.sql", mysql_dump(inserts("smf_members", users)))


if __name__ == "__main__":
    for sample in (appwrite, authentik, ghost, lucia, mybb, smf, supabase, clerk, cognito, better_auth, authjs, stytch, workos, logto, casdoor,
                   directus, strapi, forgerock, akamai, synapse):
        sample()
