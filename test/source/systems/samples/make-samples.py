"""Writes the samples of this folder: users of invented exports whose hashes passlib, bcrypt and argon2 made.

Usage, on Debian with python3-passlib, python3-bcrypt and python3-argon2: /usr/bin/python3 make-samples.py
"""

import base64
import json
import os

import bcrypt
from argon2.low_level import Type, hash_secret_raw
from passlib.hash import pbkdf2_sha1, pbkdf2_sha256, pbkdf2_sha512, phpass

HERE = os.path.dirname(os.path.abspath(__file__))
PASSWORD = "correct horse"
SALT = b"sixteen bytes !!"


def b64(data):
    return base64.b64encode(data).decode()


def pbkdf2(hasher, rounds):
    """The key that passlib derives, which keeps it in an alphabet of its own."""
    text = hasher.using(rounds=rounds, salt=SALT).hash(PASSWORD)
    key = text.split("$")[-1].replace(".", "+")
    return b64(base64.b64decode(key + "=" * (-len(key) % 4)))


def argon2(kind):
    return b64(hash_secret_raw(PASSWORD.encode(), SALT, 2, 256, 1, 32, kind))


def bcrypt_of(cost=4, prefix=b"2a"):
    return bcrypt.hashpw(PASSWORD.encode(), bcrypt.gensalt(cost, prefix)).decode()


def write(name, value):
    with open(os.path.join(HERE, name), "w", encoding="utf-8") as file:
        json.dump(value, file, indent=2, ensure_ascii=False)
        file.write("\n")


def keycloak_password(value, data):
    secret = {"value": value, "salt": b64(SALT), "additionalParameters": {}}
    return {"type": "password", "secretData": json.dumps(secret), "credentialData": json.dumps(data)}


def keycloak_argon2(kind, name):
    more = {"hashLength": ["32"], "memory": ["256"], "type": [name], "version": ["1.3"], "parallelism": ["1"]}
    data = {"hashIterations": 2, "algorithm": "argon2", "additionalParameters": more}
    return keycloak_password(argon2(kind), data)


def keycloak_user(name, **more):
    user = {"id": "k-" + name, "username": name, "email": name + "@example.com", "emailVerified": True}
    return {**user, "createdTimestamp": 1700000000000, "enabled": True, "totp": False, **more}


def keycloak():
    otp = {"subType": "totp", "digits": 6, "counter": 0, "period": 30, "algorithm": "HmacSHA1"}
    text_secret = {"type": "otp", "userLabel": "phone", "secretData": json.dumps({"value": "stepupdemofixture123"}),
                   "credentialData": json.dumps(otp)}
    base32_secret = {"type": "otp", "secretData": json.dumps({"value": "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"}),
                     "credentialData": json.dumps({**otp, "secretEncoding": "BASE32"})}
    hotp = {**text_secret, "credentialData": json.dumps({**otp, "subType": "hotp"})}
    users = [
        keycloak_user("ada", credentials=[keycloak_argon2(Type.ID, "id"), text_secret], requiredActions=[],
                      federatedIdentities=[{"identityProvider": "google", "userId": "1081", "userName": "ada"}]),
        keycloak_user("bob", credentials=[keycloak_argon2(Type.I, "i"), base32_secret], firstName="Bob"),
        keycloak_user("cyd", credentials=[keycloak_password(bcrypt_of(), {"algorithm": "bcrypt", "hashIterations": 4})]),
        keycloak_user("dan", credentials=[keycloak_password(pbkdf2(pbkdf2_sha256, 1000),
                      {"algorithm": "pbkdf2-sha256", "hashIterations": 1000})]),
        keycloak_user("eve", credentials=[keycloak_password(pbkdf2(pbkdf2_sha512, 1000),
                      {"algorithm": "pbkdf2-sha512", "hashIterations": 1000})]),
        keycloak_user("fay", credentials=[keycloak_password(pbkdf2(pbkdf2_sha1, 1000),
                      {"algorithm": "pbkdf2", "hashIterations": 1000})]),
        keycloak_user("gus", enabled=False, credentials=[keycloak_argon2(Type.ID, "id")]),
        keycloak_user("hal", credentials=[{"type": "password", "value": PASSWORD}]),
        keycloak_user("ivy", credentials=[keycloak_argon2(Type.ID, "id"), hotp],
                      attributes={"phoneNumber": ["+15555550100"], "phoneNumberVerified": ["true"], "locale": ["en"]}),
        {**keycloak_user("service-account-shop"), "serviceAccountClientId": "shop"},
    ]
    flat = {"type": "password", "hashedSaltedValue": pbkdf2(pbkdf2_sha256, 1000), "salt": b64(SALT),
            "hashIterations": 1000, "counter": 0, "algorithm": "pbkdf2-sha256", "digits": 0, "period": 0, "config": {}}
    old_totp = {"type": "totp", "hashedSaltedValue": "stepupdemofixture123", "hashIterations": 0, "counter": 0,
                "algorithm": "HmacSHA1", "digits": 6, "period": 30, "config": {}}
    attributes = {"frontendUrl": "", "a long one": "x" * 3000}
    users.append(keycloak_user("jan", credentials=[flat, old_totp]))
    write("keycloak.json", [
        {"id": "r1", "realm": "one", "otpPolicyLookAheadWindow": 3, "attributes": attributes, "users": users, "clients": []},
    ])


def kratos_identity(name, credentials, **more):
    address = {"id": "a-" + name, "value": name + "@example.com", "verified": True, "via": "email", "status": "completed"}
    return {"id": "o-" + name, "credentials": credentials, "schema_id": "default", "schema_url": "",
            "state": "active", "traits": {"email": name + "@example.com", "name": {"first": name}},
            "verifiable_addresses": [address], "created_at": "2024-01-01T00:00:00Z", **more}


def kratos():
    def password(hashed):
        return {"type": "password", "identifiers": ["x"], "config": {"hashed_password": hashed}, "version": 0}

    text = "$argon2id$v=19$m=256,t=2,p=1$%s$%s" % (b64(SALT).rstrip("="), argon2(Type.ID).rstrip("="))
    pbkdf2_text = "$pbkdf2-sha256$i=1000,l=32$%s$%s" % (b64(SALT).rstrip("="), pbkdf2(pbkdf2_sha256, 1000).rstrip("="))
    totp = {"type": "totp", "identifiers": ["x"], "config": {"totp_url":
            "otpauth://totp/shop:ada?algorithm=SHA1&digits=6&issuer=shop&period=30&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"}}
    oidc = {"type": "oidc", "identifiers": ["google:1081"], "config": {"providers": [
            {"provider": "google", "subject": "1081", "initial_id_token": "", "initial_access_token": ""}]}}
    write("kratos.json", [
        kratos_identity("ada", {"password": password(text), "totp": totp, "oidc": oidc}),
        kratos_identity("bob", {"password": password(bcrypt_of())}),
        kratos_identity("cyd", {"password": password(pbkdf2_text)}),
        kratos_identity("dan", {"password": password(bcrypt_of())}, state="inactive"),
        kratos_identity("eve", {"password": {"type": "password", "identifiers": ["x"], "config": {}, "version": 0}}),
    ])


def zitadel():
    def user(name, **more):
        own = {"userName": name, "email": {"email": name + "@example.com", "isEmailVerified": True}, **more}
        return {"userId": "z-" + name, "user": {**own, "profile": {"firstName": name}}}

    hashed = {"value": bcrypt_of(), "algorithm": "bcrypt"}
    write("zitadel.json", {"timeout": "10m", "data_orgs": {"orgs": [
        {"orgId": "1", "org": {"name": "ACME"}, "humanUsers": [
            user("ada", hashedPassword=hashed, phone={"phone": "+15555550100", "isPhoneVerified": True},
                 idps=[{"configId": "google", "externalUserId": "1081", "displayName": "x"}]),
            user("bob", hashedPassword=hashed, otpCode="testotp")]},
        {"orgId": "2", "org": {"name": "Other"}, "humanUsers": [user("cyd", password=PASSWORD)]},
    ]}})


def fusionauth():
    def user(name, **more):
        return {"id": "f-" + name, "active": True, "email": name + "@example.com", "verified": True,
                "registrations": [], "insertInstant": 1700000000000, **more}

    text = bcrypt_of()
    phc = "$argon2id$v=19$m=256,t=2,p=1$%s$%s" % (b64(SALT).rstrip("="), argon2(Type.ID).rstrip("="))
    methods = [{"method": "authenticator", "secret": b64(b"12345678901234567890"),
                "authenticator": {"algorithm": "HmacSHA1", "codeLength": 6, "timeStep": 30}},
               {"method": "sms", "mobilePhone": "+15555550100"}]
    write("fusionauth.json", {"users": [
        user("ada", encryptionScheme="bcrypt", factor=4, salt=text[7:29], password=text[29:],
             twoFactor={"methods": methods, "recoveryCodes": ["a"]}),
        user("bob", encryptionScheme="salted-pbkdf2-hmac-sha256", factor=1000, salt=b64(SALT),
             password=pbkdf2(pbkdf2_sha256, 1000)),
        user("cyd", encryptionScheme="example-argon2", factor=2, salt="", password=b64(phc.encode())),
        user("dan", encryptionScheme="example-phpass", factor=8, salt="",
             password=b64(phpass.using(rounds=7).hash(PASSWORD).encode())),
        user("eve", password=PASSWORD),
        user("fay", active=False, encryptionScheme="bcrypt", factor=4, salt=text[7:29], password=text[29:]),
    ]})


def auth0():
    ids = {name: "60425dc43519d90068f8297" + str(number) for number, name in enumerate(("ada", "bob", "cyd", "dan"))}

    def profile(name, **more):
        own = {"provider": "auth0", "user_id": ids[name], "connection": "Username-Password-Authentication", "isSocial": False}
        return {"user_id": "auth0|" + ids[name], "email": name + "@example.com", "email_verified": True,
                "identities": [own], "nickname": name, **more}

    social = {"provider": "google-oauth2", "user_id": "1081", "connection": "google-oauth2", "isSocial": True}
    ada = profile("ada")
    ada["identities"].append(social)
    profiles = [ada, profile("bob", blocked=True),
                profile("cyd", mfa_factors=[{"totp": {"secret": "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"}}]),
                {"user_id": "github|77", "email": "eve@example.com", "email_verified": False,
                 "identities": [{"provider": "github", "user_id": 77, "connection": "github", "isSocial": True}]}]
    hashes = [{"_id": {"$oid": ids[name]}, "email": name + "@example.com", "email_verified": True,
               "passwordHash": bcrypt_of(prefix=b"2b"), "tenant": "t", "connection": "Username-Password-Authentication"}
              for name in ("dan", "cyd", "bob", "ada")]
    for name, rows in (("auth0-profiles.ndjson", profiles), ("auth0-hashes.ndjson", hashes)):
        with open(os.path.join(HERE, name), "w", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows)


for make in (auth0, keycloak, kratos, zitadel, fusionauth):
    make()
