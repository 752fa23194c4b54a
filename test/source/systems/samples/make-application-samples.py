#!/usr/bin/python3
"""Writes samples of applications and frameworks whose users are rows of a table, or a list: invented users with the
hashes of hashes.json (make-hashes.py) and php-hashes.tsv (php-hashes.sh), and with some that bcrypt, argon2, Werkzeug
and Python's hashlib make here. Salts are fixed, so that the files come out the same.

Usage, on Debian with python3-bcrypt, python3-argon2 and python3-werkzeug: ./make-application-samples.py
"""

import base64
import hashlib
import json
import os
import string

import bcrypt as bcrypt_package
from argon2.low_level import Type, hash_secret
from werkzeug.security import _hash_internal

from formats import HERE, copy, csv_text, dump, inserts, mysql_dump, write, write_json

PASSWORD = "correct horse"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
NOW = "2024-05-01 10:00:00"
LATER = "2024-05-02 11:30:00.123456"
SECONDS = 1714550400
KEPT_FROM_ALL = "not to be kept"


def text_of(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return file.read()


#: Hashes of another, longer password.
HASHES = json.loads(text_of("hashes.json"))
#: Hashes of the password by PHP.
BY_PHP = dict(line.split("\t") for line in text_of("php-hashes.tsv").rstrip("\n").split("\n"))


def bcrypt(data, prefix="2a"):
    salt = ("$2b$04$CCCCCCCCCCCCCCCCCCCCC.").encode()
    return bcrypt_package.hashpw(data, salt).decode().replace("$2b$", "$%s$" % prefix)


def argon2(data):
    return hash_secret(data, b"sixteen bytes !!", 2, 256, 1, 32, Type.ID).decode()


RAW = PASSWORD.encode()
SHA384 = base64.b64encode(hashlib.sha384(RAW).digest())
SHA512 = hashlib.sha512(RAW).hexdigest().encode()


def address(name):
    return name + "@example.com"


def write_lines(name, rows):
    write(name, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


def owncloud():
    # The secret as the generator of encrypted-secrets.json keeps it under the secret owncloud-secret.
    rows = json.loads(text_of("../../decryption/encrypted-secrets.json"))
    sealed = next(row["secret"]["text"] for row in rows if row["name"] == "owncloud version 2")
    names = ["ada", "bob", "cem", "dora", "eve", "Fay"]
    # Without its number, a hash is of a release that appended the site's passwordsalt.
    peppered = bcrypt(RAW + b"pepper-of-the-site", "2y")
    hashes = [peppered if name == "dora" else "1|" + BY_PHP["bcrypt"] for name in names]
    states = [1, 1, 2, 1, 3, 1]

    def account(number, name, state, backend="OC\\User\\Database"):
        return {"id": number, "email": None if name == "bob" else address(name.lower()), "user_id": name,
                "lower_user_id": name.lower(), "display_name": name.title(), "quota": None, "last_login": SECONDS,
                "backend": backend, "home": "/var/www/owncloud/data/" + name, "state": state, "creation_time": SECONDS}

    accounts = [account(at + 1, name, state) for at, (name, state) in enumerate(zip(names, states))]
    preferences = [{"userid": user, "appid": app, "configkey": key, "configvalue": value} for user, app, key, value in [
        ("ada", "core", "lang", "de"), ("bob", "settings", "email", address("bob")),
        ("ada", "owncloud", "changeMail", KEPT_FROM_ALL)]]
    factors = [{"id": at + 1, "user_id": name, "secret": sealed, "last_validated_key": "123456", "verified": verified}
               for at, (name, verified) in enumerate([("ada", 1), ("Fay", 0)])]
    users = [{"uid": name, "displayname": name.title() if name == "ada" else None, "password": hashed}
             for name, hashed in zip(names, hashes)]
    write("owncloud.sql", mysql_dump(
        inserts("oc_accounts", [*accounts, account(7, "gil", 1, "OCA\\User_LDAP\\User_Proxy")]),
        inserts("oc_preferences", preferences), inserts("oc_twofactor_totp_secrets", factors),
        inserts("oc_users", users)))


def nodebb_user(uid, name, **more):
    return {"_key": "user:%d" % uid, "username": name, "userslug": name.lower(), "joindate": SECONDS * 1000,
            "lastonline": SECONDS * 1000, "status": "online", "uid": uid, "email": address(name.lower()),
            "email:confirmed": 1, "password": bcrypt(SHA512, "2y"), "password:shaWrapped": 1, "passwordExpiry": 0,
            "rss_token": KEPT_FROM_ALL, "postcount": 3, "reputation": 0, "banned": 0, "groupTitle": "", **more}


#: Keys of nodebb-plugin-2factor are UUIDs, taken as the text that they are.
NODEBB_KEY = "6c84fb90-12c4-11e1-840d-7b25c5ee775a"


def nodebb():
    before = bcrypt(RAW, "2a")
    bob = nodebb_user(2, "bob", password=before)
    del bob["password:shaWrapped"]
    kim = nodebb_user(5, "Kim", gplusid="108100", **{"email:confirmed": 0})
    for name in ("password", "password:shaWrapped"):
        del kim[name]
    users = [
        nodebb_user(1, "Ada"), bob, nodebb_user(3, "cyd", banned=1, **{"banned:expire": 0}),
        nodebb_user(4, "dan", banned=1, **{"banned:expire": SECONDS * 1000}), kim,
    ]
    keys = {"_key": "2factor:uid:key", "1": NODEBB_KEY, "77": NODEBB_KEY}
    others = [{"_key": "user:1:settings", "showemail": "1"}, {"_key": "global", "nextUid": 5},
              {"_key": "users:joindate", "value": "1", "score": SECONDS * 1000}]
    with_ids = [{"_id": {"$oid": "665f0c0000000000000000%02x" % at}, **one}
                for at, one in enumerate([*users, keys, *others])]
    write_lines("nodebb.ndjson", with_ids)
    # Redis keeps text alone, and its client prints no key.
    in_redis = [{key: str(value) for key, value in one.items() if key != "_key"} for one in [*users, keys]]
    write_lines("nodebb-redis.ndjson", in_redis)
    rows = [{'_key': one["_key"], "data": json.dumps({k: v for k, v in one.items() if k != "_key"}), "type": "hash"}
            for one in [*others, *users, keys]]
    write("nodebb.sql", dump(copy("public.legacy_hash", [{'"%s"' % k if k == "_key" else k: v for k, v in row.items()}
                                                        for row in rows])))


def sorcery():
    salt = "Vq3xSyzPk8_dW2sTmN7b"
    salted = bcrypt(RAW + salt.encode())

    def user(number, name, hashed=salted, **more):
        return {"id": number, "email": address(name), "crypted_password": hashed, "salt": salt if hashed == salted else None,
                "created_at": LATER, "updated_at": LATER, "activation_state": "active", "activation_token": None,
                "activation_token_expires_at": None, "remember_me_token": None, "remember_me_token_expires_at": None,
                "reset_password_token": KEPT_FROM_ALL if number == 1 else None, "reset_password_email_sent_at": None,
                "failed_logins_count": 0, "lock_expires_at": None, "last_login_at": LATER, **more}
    users = [user(1, "ada"), user(2, "bob", bcrypt(RAW), activation_state=None), user(3, "cyd", activation_state="pending"),
             user(4, "dan", None), user(5, "eve", hashlib.sha1(RAW).hexdigest())]
    logins = [{"id": 1, "user_id": 4, "provider": "google", "uid": "108100", "created_at": LATER, "updated_at": LATER}]
    write("sorcery.sql", dump(copy("public.authentications", logins), copy("public.users", users)))


def myth_auth():
    def user(number, name, hashed, **more):
        return {"id": number, "email": address(name), "username": name, "password_hash": hashed, "reset_hash": None,
                "reset_at": None, "reset_expires": None, "activate_hash": None, "status": None, "status_message": None,
                "active": 1, "force_pass_reset": 0, "created_at": NOW, "updated_at": NOW, "deleted_at": None, **more}
    by_php = BY_PHP["bcrypt over sha384"]
    users = [user(1, "ada", by_php), user(2, "bob", argon2(SHA384), reset_hash=KEPT_FROM_ALL, force_pass_reset=1),
             user(3, "cyd", by_php, active=0, activate_hash=KEPT_FROM_ALL),
             user(4, "dan", by_php, status="banned", status_message="It's spam"), user(5, "eve", by_php, deleted_at=NOW),
             user(6, "fay", by_php, active=0)]
    other = [{"id": 1, "ip_address": "127.0.0.1", "email": address("ada"), "user_id": 1, "date": NOW, "success": 1}]
    write("myth-auth.sql", mysql_dump(inserts("auth_logins", other), inserts("users", users)))


def werkzeug_scrypt(salt="0123456789abcdef"):
    """As Werkzeug 2.3 and later writes it; Debian 12 has an earlier one."""
    key = hashlib.scrypt(RAW, salt=salt.encode(), n=1024, r=8, p=1, maxmem=1 << 24)
    return "scrypt:1024:8:1$%s$%s" % (salt, key.hex())


def werkzeug():
    digest, method = _hash_internal("pbkdf2:sha256:1000", "abcdefgh", PASSWORD)
    pbkdf2 = "%s$abcdefgh$%s" % (method, digest)

    def user(number, name, hashed, confirmed="t", **more):
        return {"id": number, "email": address(name), "username": name, "role_id": 1, "password_hash": hashed,
                "confirmed": confirmed, "name": name.title(), "location": None, "about_me": "It's me",
                "member_since": LATER, "last_seen": LATER, "avatar_hash": hashlib.md5(name.encode()).hexdigest(), **more}
    users = [user(1, "ada", werkzeug_scrypt()), user(2, "bob", pbkdf2, "f"), user(3, "cyd", None),
             user(4, "dan", bcrypt(RAW))]
    write("werkzeug.sql", dump(copy("public.users", users)))
    # Flask-AppBuilder's table, of Apache Superset and Airflow.
    write("werkzeug.csv", csv_text([{
        "id": number, "first_name": name.title(), "last_name": "", "username": name, "password": hashed, "active": active,
        "email": address(name), "last_login": NOW, "login_count": 2, "fail_login_count": 0, "created_on": NOW,
        "changed_on": NOW, "created_by_fk": "", "changed_by_fk": ""}
        for number, name, hashed, active in [(1, "ada", pbkdf2, "true"), (2, "bob", werkzeug_scrypt(), "false")]]))


def bare(data):
    return base64.b64encode(data).decode().rstrip("=")


def adonis_bcrypt(version):
    """As @adonisjs/hash writes it: the parts of bcrypt in the usual base64, and the code of the version's letter."""
    letters = string.ascii_uppercase + string.ascii_lowercase + string.digits
    usual = bcrypt(RAW)[7:].translate(str.maketrans("./" + letters, letters + "+/"))
    return "$bcrypt$v=%d$r=4$%s$%s" % (version, usual[:22], usual[22:])


def adonisjs():
    key = hashlib.scrypt(RAW, salt=b"sixteen bytes !!", n=1024, r=8, p=1, maxmem=1 << 24)
    scrypt = "$scrypt$n=1024,r=8,p=1$%s$%s" % (bare(b"sixteen bytes !!"), bare(key))
    # Of releases before 9, which write the passes first.
    argon = argon2(RAW).replace("m=256,t=2", "t=2,m=256")

    def user(number, name, hashed, **more):
        return {"id": number, "full_name": name.title(), "email": address(name), "password": hashed,
                "remember_me_token": KEPT_FROM_ALL, "email_verified_at": NOW, "is_active": "t", "provider": None,
                "provider_id": None, "two_factor_secret": None, "created_at": NOW, "updated_at": None, **more}

    users = [user(1, "ada", scrypt), user(2, "bob", adonis_bcrypt(98), email_verified_at=None),
             user(3, "cyd", argon, is_active="f"), user(4, "dan", None, provider="github", provider_id="77"),
             user(5, "eve", argon), user(6, "fay", adonis_bcrypt(97)), user(7, "gus", bcrypt(RAW)),
             user(8, "hal", scrypt, two_factor_secret=KEPT_FROM_ALL)]
    write("adonisjs.sql", dump(copy("public.users", users)))


def rails_user(number, name, hashed, **more):
    return {"id": number, "email": address(name), "created_at": LATER, "updated_at": LATER, "encrypted_password": hashed,
            "reset_password_token": KEPT_FROM_ALL, "sign_in_count": 2, "current_sign_in_at": LATER,
            "confirmation_token": None, "confirmed_at": LATER, "otp_required_for_login": "f", **more}


def gitlab():
    hashed = HASHES["bcrypt-2a"]

    def user(number, name, **more):
        own = {"username": name, "name": name.title(), "admin": "f", "projects_limit": 100000, "state": "active",
               "user_type": 0, "theme_id": 3, "encrypted_otp_secret": None, "encrypted_otp_secret_iv": None,
               "encrypted_otp_secret_salt": None, "feed_token": KEPT_FROM_ALL, "notification_email": address(name)}
        return {**rails_user(number, name, hashed), **own, **more}
    users = [user(1, "ada"), user(2, "bob", encrypted_password="", otp_required_for_login="t"),
             user(3, "cyd", state="blocked"), user(4, "dan", confirmed_at=None), user(5, "alert-bot", user_type=2),
             user(6, "eve", state="banned")]
    emails = [{"id": 1, "user_id": 1, "email": "ada@work.example", "created_at": LATER, "updated_at": LATER,
               "confirmation_token": None, "confirmed_at": LATER, "confirmation_sent_at": None}]
    identities = [{"id": 1, "extern_uid": "108100", "provider": "google_oauth2", "user_id": 2, "created_at": LATER,
                   "updated_at": LATER, "secondary_extern_uid": None, "saml_provider_id": None}]
    write("gitlab.sql", dump(copy("public.emails", emails), copy("public.identities", identities),
                             copy("public.users", users)))


def mastodon():
    def user(number, name, **more):
        own = {"account_id": "1%08d" % number, "disabled": "f", "approved": "t", "chosen_languages": "", "locale": "en",
               "otp_secret": "", "otp_backup_codes": "", "sign_in_token": "", "role_id": "", "suspended_at": ""}
        return {**rails_user("1091%08d" % number, name, HASHES["bcrypt-2a"]), **own, "confirmation_token": "", **more}
    users = [user(1, "ada", otp_required_for_login="t", otp_secret=SECRET, otp_backup_codes="{%s}" % KEPT_FROM_ALL),
             user(2, "bob", disabled="t"), user(3, "cyd", approved="f"), user(4, "dan", suspended_at=LATER),
             user(5, "eve", confirmed_at=""), user(6, "fay")]
    write("mastodon.csv", csv_text(users))


def mattermost():
    def user(name, **more):
        return {"id": name * 3 + "x" * 17, "createat": SECONDS * 1000, "updateat": SECONDS * 1000, "deleteat": 0,
                "username": name, "password": HASHES["bcrypt-2a"], "authdata": None, "authservice": "",
                "email": address(name), "emailverified": "t", "nickname": "", "firstname": name.title(), "lastname": "",
                "roles": "system_user", "props": "{}", "failedattempts": 0, "locale": "en", "mfaactive": "f",
                "mfasecret": "", **more}
    users = [user("ada", mfaactive="t", mfasecret=SECRET), user("bob", password=HASHES["mattermost-pbkdf2"]),
             user("cyd", deleteat=SECONDS * 1000), user("dan", password="", authservice="gitlab", authdata="77"),
             user("eve", emailverified="f", mfasecret=SECRET)]
    write("mattermost.sql", dump(copy("public.users", users)))


def metabase():
    def user(number, name, **more):
        return {"id": number, "email": address(name), "first_name": name.title(), "last_name": None,
                "password": HASHES["metabase"], "password_salt": "c3b1a4de-0000-4000-8000-000000000001",
                "date_joined": LATER, "last_login": LATER, "is_superuser": "f", "is_active": "t",
                "reset_token": KEPT_FROM_ALL, "reset_triggered": None, "sso_source": None, "locale": None,
                "type": "personal", **more}
    users = [user(1, "ada"), user(2, "bob", is_active="f"), user(3, "cyd", sso_source="google"),
             user(13371338, "internal", password=None, password_salt=None, type="internal")]
    write("metabase.sql", dump(copy("public.core_user", users)))


def matomo():
    def user(name, **more):
        return {"login": name, "password": HASHES["matomo"], "email": address(name), "twofactor_secret": "",
                "superuser_access": 0, "date_registered": NOW, "ts_password_modified": NOW, "idchange_last_viewed": None,
                "invited_by": None, "invite_token": None, "invite_link_token": None, "invite_expired_at": None,
                "invite_accept_at": None, "ts_changes_shown": None, **more}
    users = [user("anonymous", password="", email="anonymous@example.org"), user("ada", superuser_access=1),
             user("bob", twofactor_secret=SECRET), user("cyd", invite_token=KEPT_FROM_ALL, password="")]
    codes = [{"idrecoverycode": 1, "login": "bob", "recovery_code": KEPT_FROM_ALL}]
    write("matomo.sql", mysql_dump(inserts("matomo_twofactor_recovery_code", codes), inserts("matomo_user", users)))


def odoo():
    def user(number, login, **more):
        return {"id": number, "company_id": 1, "partner_id": number + 1, "active": "t", "create_date": LATER,
                "login": login, "password": HASHES["odoo"], "action_id": None, "share": "f", "signature": "<p>It's me</p>",
                "totp_secret": None, "oauth_provider_id": None, "oauth_uid": None, "oauth_access_token": None, **more}
    users = [user(2, address("ada")), user(6, "bob", totp_secret=SECRET), user(7, address("cyd"), active="f"),
             user(8, address("dan"), password=None, oauth_provider_id=1, oauth_uid="108100",
                  oauth_access_token=KEPT_FROM_ALL)]
    partners = [{"id": number, "name": name.title(), "commercial_partner_id": number, "email": address(name)}
                for number, name in [(3, "office"), (7, "bob"), (8, "cyd"), (9, "dan"), (20, "customer")]]
    write("odoo.sql", dump(copy("public.res_partner", partners), copy("public.res_users", users)))


def flask_security():
    key = json.dumps({"key": SECRET, "type": "totp", "v": 1})

    def user(number, name, **more):
        return {"id": number, "email": address(name), "username": name, "password": HASHES["flask-security"],
                "active": "t", "fs_uniquifier": KEPT_FROM_ALL, "confirmed_at": LATER, "last_login_at": LATER,
                "current_login_at": LATER, "login_count": 2, "create_datetime": LATER, "update_datetime": LATER,
                "tf_primary_method": None, "tf_totp_secret": None, "tf_phone_number": None, "mf_recovery_codes": None,
                **more}
    users = [user(1, "ada", tf_primary_method="authenticator", tf_totp_secret=key), user(2, "bob", confirmed_at=None),
             user(3, "cyd", active="f"), user(4, "dan", password=None)]
    write("flask-security.sql", dump(copy("public.\"user\"", users)))


def spring():
    def user(name, hashed, enabled=1):
        return {"username": name, "password": hashed, "enabled": enabled}
    users = [user(address("ada"), "{bcrypt}" + HASHES["bcrypt-2a"]), user(address("bob"), HASHES["bcrypt-2b"]),
             user(address("cyd"), "{bcrypt}" + HASHES["bcrypt-2a"], 0), user("dan", "{bcrypt}" + HASHES["bcrypt-2a"]),
             user(address("eve"), "{noop}" + KEPT_FROM_ALL)]
    roles = [{"username": address("ada"), "authority": "ROLE_USER"}]
    write("spring.sql", mysql_dump(inserts("authorities", roles), inserts("users", users)))


def symfony():
    def user(number, name, hashed=HASHES["php-bcrypt"], **more):
        return {"id": number, "email": address(name), "roles": '["ROLE_USER"]', "password": hashed, "is_verified": 1,
                "google_authenticator_secret": None, "google_id": None, "created_at": NOW, **more}
    users = [user(1, "ada", google_authenticator_secret=SECRET), user(2, "bob", HASHES["php-argon2id"], is_verified=0),
             user(3, "cyd", "", google_id="108100"), user(4, "dan", None)]
    write("symfony.sql", mysql_dump(inserts("user", users)))


def frontegg():
    def user(name, provider="local", **more):
        return {"id": "u-" + name, "sub": "u-" + name, "email": address(name), "name": name.title(), "verified": True,
                "provider": provider, "mfaEnrolled": False, "isLocked": False, "phoneNumber": None, "metadata": "{}",
                "tenantId": "t-1", "tenantIds": ["t-1"], "roles": [], "createdAt": "2024-05-01T10:00:00.000Z", **more}
    write_json("frontegg.json", [user("ada", mfaEnrolled=True), user("bob", "google"), user("cyd", isLocked=True)])


def okta():
    def user(name, provider="OKTA", status="ACTIVE", **more):
        credentials = {"password": {}} if provider == "OKTA" else {}
        credentials["emails"] = [{"value": address(name), "status": "VERIFIED", "type": "PRIMARY"}]
        return {"id": "00u-" + name, "status": status, "created": "2024-05-01T10:00:00.000Z", "activated": None,
                "lastLogin": None, "lastUpdated": "2024-05-01T10:00:00.000Z", "passwordChanged": None, "type": {"id": "o"},
                "profile": {"firstName": name.title(), "lastName": "L", "mobilePhone": "555-415-1337",
                            "login": address(name), "email": address(name), **more},
                "credentials": {**credentials, "provider": {"type": provider, "name": provider}}, "_links": {}}
    write_json("okta.json", [user("ada"), user("bob", "SOCIAL", login="bob"), user("cyd", status="SUSPENDED")])


def opencart():
    def user(number, name, hashed, **more):
        return {"customer_id": number, "customer_group_id": 1, "store_id": 0, "language_id": 1, "firstname": name.title(),
                "lastname": "L", "email": address(name), "telephone": "", "password": hashed, "salt": "", "newsletter": 0,
                "ip": "127.0.0.1", "status": 1, "safe": 0, "token": KEPT_FROM_ALL, "code": "", "date_added": NOW, **more}
    users = [user(1, "ada", BY_PHP["bcrypt"]), user(2, "bob", BY_PHP["argon2id"]),
             user(3, "cyd", BY_PHP["bcrypt"], status=0), user(4, "dan", BY_PHP["md5"])]
    write("opencart.sql", mysql_dump(inserts("oc_customer", users)))


def prestashop():
    def user(number, name, hashed, **more):
        return {"id_customer": number, "id_shop_group": 1, "id_shop": 1, "id_gender": 1, "firstname": name.title(),
                "lastname": "L", "email": address(name), "passwd": hashed, "last_passwd_gen": NOW, "birthday": "0000-00-00",
                "newsletter": 0, "secure_key": KEPT_FROM_ALL, "note": None, "active": 1, "is_guest": 0, "deleted": 0,
                "date_add": NOW, "date_upd": NOW, **more}
    users = [user(1, "ada", BY_PHP["bcrypt"]), user(2, "bob", BY_PHP["argon2id"]), user(3, "cyd", BY_PHP["bcrypt"], active=0),
             user(4, "dan", BY_PHP["bcrypt"], deleted=1), user(5, "gast", BY_PHP["bcrypt"], is_guest=1),
             user(6, "eve", hashlib.md5(b"the shop's cookie key" + PASSWORD.encode()).hexdigest())]
    write("prestashop.sql", mysql_dump(inserts("ps_customer", users)))


def shopware():
    def user(number, name, **more):
        return {"id": "018F3A5C9B7E7D2A9C1E4B6D8F0A2C%02d" % number, "auto_increment": number, "customer_number": "100%02d" % number,
                "email": address(name), "first_name": name.title(), "last_name": "L", "password": BY_PHP["bcrypt"],
                "legacy_password": None, "legacy_encoder": None, "active": 1, "guest": 0, "double_opt_in_registration": 0,
                "double_opt_in_confirm_date": None, "hash": None, "created_at": NOW, "updated_at": None, **more}
    users = [user(1, "ada", double_opt_in_registration=1, double_opt_in_confirm_date=NOW, hash=KEPT_FROM_ALL),
             user(2, "bob", password=BY_PHP["argon2id"]), user(3, "bob", password=None, guest=1),
             user(4, "cyd", double_opt_in_registration=1), user(5, "dan", active=0),
             user(6, "eve", password=None, legacy_password=BY_PHP["md5"], legacy_encoder="Md5")]
    binary = inserts("customer", users)
    # --hex-blob writes the bytes of an ID without quotes.
    for row in users:
        binary = binary.replace("'%s'" % row["id"], "0x" + row["id"])
    write("shopware.sql", mysql_dump(binary))


def suitecrm():
    def user(number, name, **more):
        return {"id": "%08d-0000-4000-8000-000000000000" % number, "user_name": name,
                "user_hash": BY_PHP["bcrypt over md5"], "status": "Active", "deleted": 0, "is_group": 0,
                "email_address": address(name), **more}
    users = [user(1, "ada"), user(2, "bob", status="Inactive"), user(3, "cyd", deleted=1),
             user(4, "support", is_group=1), user(5, "dan", email_address="NULL")]
    write("suitecrm.tsv", csv_text(users).replace(",", "\t"))


def typo3():
    def user(number, name, hashed=BY_PHP["argon2i"], **more):
        return {"uid": number, "pid": 1, "tstamp": SECONDS, "crdate": SECONDS, "deleted": 0, "disable": 0, "starttime": 0,
                "endtime": 0, "username": name, "password": hashed, "usergroup": "1", "name": name.title(),
                "email": address(name), "lastlogin": SECONDS, "felogin_forgotHash": KEPT_FROM_ALL, "mfa": None, **more}
    mfa = {"totp": {"secret": SECRET, "active": True, "name": "phone"}, "recovery-codes": {"codes": [KEPT_FROM_ALL]}}
    users = [user(1, "ada", mfa=json.dumps(mfa)), user(2, "bob", BY_PHP["bcrypt over sha384"]), user(3, "cyd", disable=1),
             user(4, "dan", deleted=1), user(5, "eve", endtime=SECONDS)]
    write("typo3.sql", mysql_dump(inserts("fe_users", users)))


def woltlab():
    def user(number, name, hashed="Bcrypt:" + BY_PHP["bcrypt"], **more):
        return {"userID": number, "username": name, "email": address(name), "password": hashed,
                "accessToken": KEPT_FROM_ALL, "languageID": 1, "registrationDate": SECONDS, "banned": 0, "banReason": None,
                "banExpires": 0, "activationCode": 0, "authData": "", "multifactorActive": 0, "lastActivityTime": SECONDS,
                "signature": "It's me", **more}
    doubled = bcrypt_package.hashpw(bcrypt(RAW, "2a").encode(), b"$2a$04$CCCCCCCCCCCCCCCCCCCCC.").decode()
    users = [user(1, "ada"), user(2, "bob", "Argon2:" + BY_PHP["argon2id"]), user(3, "cyd", banned=1),
             user(4, "dan", banned=1, banExpires=SECONDS), user(5, "eve", activationCode=123456),
             user(6, "fay", "Invalid:-", authData="github:77"), user(7, "gus", doubled)]
    write("woltlab.sql", mysql_dump(inserts("wcf1_user", users)))


if __name__ == "__main__":
    for sample in (adonisjs, owncloud, nodebb, sorcery, myth_auth, werkzeug, gitlab, mastodon, mattermost, metabase, matomo, odoo,
                   flask_security, spring, symfony, frontegg, okta, opencart, prestashop, shopware, suitecrm, typo3,
                   woltlab):
        sample()
