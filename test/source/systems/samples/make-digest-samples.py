#!/usr/bin/python3
"""Writes samples of systems that keep a digest and its salt, each in a column of its own or in one of the system's own
forms. Each hash is made by Python's hashlib or bcrypt, and made again by PHP, where they have to agree.

Usage, on Debian with python3-bcrypt and php-cli: ./make-digest-samples.py
"""

import base64
import hashlib
import hmac
import subprocess

import bcrypt as bcrypt_package

from formats import copy, csv_text, dump, inserts, mysql_dump, write, write_json

PASSWORD = "correct horse"
RAW = PASSWORD.encode()
NOW = "2024-05-01 10:00:00"
SECONDS = 1714550400
KEPT_FROM_ALL = "not to be kept"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
SALT = "0123456789abcdef0123456789abcdef"


def agreed(by_python, by_php):
    """What both programs make of the password, which is $p to PHP."""
    code = "$p = 'correct horse'; $s = '%s'; echo %s;" % (SALT, by_php)
    made = subprocess.run(["php", "-r", code], capture_output=True, text=True, check=True).stdout
    if made != by_python:
        raise SystemExit("PHP makes another hash of it: " + by_php)
    return by_python


def hexed(digest, *parts):
    return hashlib.new(digest, b"".join(part.encode() if isinstance(part, str) else part for part in parts)).hexdigest()


def derived(digest, salt, rounds, length):
    return hashlib.pbkdf2_hmac(digest, RAW, salt, rounds, length)


def bcrypt(data, cost=4):
    salt = bcrypt_package.hashpw(b"", b"$2b$%02d$CCCCCCCCCCCCCCCCCCCCC." % cost)[:29]
    return bcrypt_package.hashpw(data, salt).decode().replace("$2b$", "$2y$")


def address(name):
    return name + "@example.com"


def aspnet_membership():
    salt = base64.b64encode(bytes(range(16))).decode()
    hashed = base64.b64encode(hashlib.sha1(bytes(range(16)) + PASSWORD.encode("utf-16-le")).digest()).decode()
    agreed(hashed, "base64_encode(sha1(base64_decode('%s') . iconv('UTF-8', 'UTF-16LE', $p), true))" % salt)

    def user(number, name, **more):
        return {"UserName": name, "ApplicationId": "a0000000-0000-4000-8000-000000000000",
                "UserId": "%08d-0000-4000-8000-000000000000" % number, "Password": hashed, "PasswordFormat": 1,
                "PasswordSalt": salt, "Email": address(name), "PasswordAnswer": KEPT_FROM_ALL, "IsApproved": True,
                "IsLockedOut": False, "CreateDate": "2024-05-01T10:00:00", "LastLoginDate": "2024-05-01T10:00:00", **more}
    write_json("aspnet-membership.json", [user(1, "ada"), user(2, "bob", IsApproved=False),
                                          user(3, "cyd", IsLockedOut=True)])


def authgear():
    """The three files of its queries: users, what they log in with, and what they are called elsewhere."""
    hashed = "$bcrypt-sha512$" + agreed(
        bcrypt(hashlib.sha512(RAW).digest()).replace("$2y$", "$2a$"),
        "str_replace('$2y$', '$2a$', crypt(hash('sha512', $p, true), '$2y$04$CCCCCCCCCCCCCCCCCCCCC.'))")

    def user(number, **more):
        return {"id": "u-%d" % number, "app_id": "shop", "created_at": NOW, "updated_at": NOW, "last_login_at": NOW,
                "login_at": NOW, "is_disabled": "f", "disable_reason": None, "standard_attributes": "{}",
                "custom_attributes": "{}", "is_deactivated": "f", "delete_at": None, "is_anonymized": "f",
                "anonymize_at": None, "anonymized_at": None, "is_indefinitely_disabled": "f", "account_valid_from": None,
                "account_valid_until": None, "temporarily_disabled_from": None, "temporarily_disabled_until": None, **more}

    def authenticator(number, kind="primary", of="password", **more):
        return {"user_id": "u-%d" % number, "type": of, "kind": kind, "password_hash": None, "secret": None,
                "display_name": None, **more}

    def identity(number, of, login, verified="t", **more):
        return {"user_id": "u-%d" % number, "login_id_type": of, "login_id": login, "provider_type": None,
                "provider_user_id": None, "email": None, "is_verified": verified, **more}
    write("authgear.csv", csv_text([user(1), user(2), user(3), user(4, is_disabled="t"),
                                    user(5, account_valid_until="2024-01-01 00:00:00"), user(6), user(7)]))
    passwords = [authenticator(number, password_hash=hashed) for number in (1, 2, 4, 5, 6, 7)]
    write("authgear-authenticators.csv", csv_text([
        authenticator(2, "secondary", password_hash="$bcrypt-sha512$" + KEPT_FROM_ALL), *passwords,
        authenticator(1, "secondary", "totp", secret=SECRET, display_name="TOTP @ 2024-05-01T10:00:00Z"),
        authenticator(6, "secondary", "oob_otp_email")]))
    write("authgear-identities.csv", csv_text([
        identity(1, "email", address("ada")), identity(1, "username", "ada"), identity(2, "email", address("bob"), "f"),
        identity(2, "phone", "+15555550100", "f"), identity(4, "email", address("dan")), identity(5, "email", address("eve")),
        identity(6, "email", address("fay")), identity(7, "email", address("gil")),
        identity(3, None, None, "f", provider_type="google", provider_user_id="108100", email=address("cyd"))]))


def couchdb():
    def user(name, **more):
        return {"_id": "org.couchdb.user:" + name, "_rev": "1-a", "name": name, "type": "user", "roles": [],
                "email": address(name), "salt": SALT, **more}
    key = agreed(derived("sha256", SALT.encode(), 1000, 32).hex(), "hash_pbkdf2('sha256', $p, $s, 1000, 64)")
    old = agreed(derived("sha1", SALT.encode(), 10, 20).hex(), "hash_pbkdf2('sha1', $p, $s, 10, 40)")
    simple = agreed(hexed("sha1", RAW, SALT), "sha1($p . $s)")
    modern = {"password_scheme": "pbkdf2", "iterations": 1000, "pbkdf2_prf": "sha256", "derived_key": key}
    write_json("couchdb.json", {"docs": [
        user("ada", **modern), user("bob", password_scheme="pbkdf2", iterations=10, derived_key=old),
        user("cyd", password_scheme="simple", password_sha=simple),
        user("dan", **{**modern, "password_scheme": "simple+pbkdf2"})]})


def discuz():
    def user(number, name, **more):
        return {"uid": number, "username": name, "password": agreed(hexed("md5", hexed("md5", RAW), "a1b2c3"),
                "md5(md5($p) . 'a1b2c3')"), "email": address(name), "myid": "", "myidkey": KEPT_FROM_ALL, "regip": "",
                "regdate": SECONDS, "lastloginip": 0, "lastlogintime": SECONDS, "salt": "a1b2c3", "secques": "", **more}
    users = [user(1, "ada"), user(2, "bob", password=bcrypt(RAW), salt="")]
    write("discuz.sql", mysql_dump(inserts("pre_ucenter_members", users)))


def fluxbb():
    salted = agreed(hexed("sha1", SALT, hexed("sha1", RAW)), "sha1($s . sha1($p))")

    def user(number, name, hashed, **more):
        return {"id": number, "group_id": 4, "username": name, "password": hashed, "salt": None, "email": address(name),
                "title": None, "registered": SECONDS, "last_visit": SECONDS, "activate_string": None,
                "activate_key": KEPT_FROM_ALL, **more}
    users = [user(1, "Guest", "Guest"), user(2, "ada", salted, salt=SALT), user(3, "bob", hexed("sha1", RAW)),
             user(4, "cyd", hexed("sha1", RAW)), user(5, "dan", "#SHA1-S#%s#%s" % (SALT, bcrypt(salted.encode()))),
             user(6, "eve", bcrypt(RAW)), user(7, "fay", hexed("md5", RAW))]
    bans = [{"id": 1, "username": "cyd", "ip": None, "email": None, "message": "", "expire": None, "ban_creator": 2},
            {"id": 2, "username": None, "ip": "192.0.2.1", "email": None, "message": "", "expire": None, "ban_creator": 2}]
    write("fluxbb.sql", mysql_dump(inserts("flux_bans", bans), inserts("flux_users", users)))


def grafana():
    def user(number, name, **more):
        return {"id": number, "version": 0, "login": name, "email": address(name), "name": name.title(),
                "password": agreed(derived("sha256", b"F3FAxVm33R", 10000, 50).hex(),
                                   "hash_pbkdf2('sha256', $p, 'F3FAxVm33R', 10000, 100)"),
                "salt": "F3FAxVm33R", "rands": KEPT_FROM_ALL, "org_id": 1, "is_admin": 0, "email_verified": 1,
                "is_disabled": 0, "is_service_account": 0, "created": NOW, "updated": NOW, **more}
    users = [user(1, "ada"), user(2, "bob", is_disabled=1), user(3, "sa-robot", is_service_account=1),
             user(4, "dan", password="", salt="")]
    logins = [{"id": 1, "user_id": 4, "auth_module": "oauth_google", "auth_id": "108100", "created": NOW},
              {"id": 2, "user_id": 1, "auth_module": "ldap", "auth_id": "cn=ada", "created": NOW}]
    write("grafana.sql", mysql_dump(inserts("user", users), inserts("user_auth", logins)))


def invision():
    def user(number, name, hashed, salt, **more):
        return {"member_id": number, "name": name, "member_group_id": 3, "email": address(name), "joined": SECONDS,
                "members_pass_hash": hashed, "members_pass_salt": salt, "member_login_key": KEPT_FROM_ALL, "temp_ban": "0",
                "last_visit": SECONDS, **more}
    old = agreed(hexed("md5", hexed("md5", "a$b!c"), hexed("md5", RAW)), "md5(md5('a$b!c') . md5($p))")
    users = [user(1, "ada", old, "a$b!c"), user(2, "bob", bcrypt(RAW), None),
             user(3, "cyd", old, "a$b!c", temp_ban="-1"), user(4, "", None, None, email="")]
    write("invision.sql", mysql_dump(inserts("core_members", users)))


def liferay():
    head = (160).to_bytes(4, "big") + (1000).to_bytes(4, "big") + b"8 bytes."
    hashed = base64.b64encode(head + derived("sha1", b"8 bytes.", 1000, 20)).decode()
    agreed(hashed, "base64_encode(pack('N2', 160, 1000) . '8 bytes.' . hash_pbkdf2('sha1', $p, '8 bytes.', 1000, 20, true))")
    old = agreed(base64.b64encode(hashlib.sha1(RAW).digest()).decode(), "base64_encode(sha1($p, true))")

    def user(number, name, password=hashed, **more):
        return {"mvccVersion": 0, "uuid_": "", "userId": number, "companyId": 20099, "createDate": NOW, "defaultUser": 0,
                "password_": password, "passwordEncrypted": 1, "passwordReset": 0, "digest": KEPT_FROM_ALL,
                "reminderQueryAnswer": KEPT_FROM_ALL, "screenName": name, "emailAddress": address(name), "facebookId": 0,
                "googleUserId": "", "languageId": "en_US", "lastLoginDate": NOW, "lockout": 0, "emailAddressVerified": 1,
                "type_": 1, "status": 0, **more}
    users = [user(1, "guest", defaultUser=1, type_=0), user(2, "ada"), user(3, "bob", old, emailAddressVerified=0),
             user(4, "cyd", "{PBKDF2WithHmacSHA1}" + hashed, lockout=1), user(5, "dan", status=5), user(6, "eve", status=1),
             user(7, "fay", bcrypt(RAW), facebookId=108100)]
    codes = [{"mfaTimeBasedOTPEntryId": 1, "companyId": 20099, "userId": 2, "sharedSecret": SECRET}]
    write("liferay.sql", mysql_dump(inserts("MFATimeBasedOTPEntry", codes), inserts("User_", users)))


def oscommerce():
    def user(number, name, hashed):
        return {"customers_id": number, "customers_gender": "", "customers_firstname": name.title(),
                "customers_email_address": address(name), "customers_telephone": "", "customers_password": hashed}
    users = [user(1, "ada", agreed(hexed("md5", "d5", RAW), "md5('d5' . $p)") + ":d5"), user(2, "bob", bcrypt(RAW))]
    write("oscommerce.sql", mysql_dump(inserts("customers", users)))


def otrs():
    salt = "Q7rTx2LmP9vKa4Zc"
    standard = base64.b64encode(salt.encode()).decode().rstrip("=")
    usual = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    own = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    whole = bcrypt_package.hashpw(RAW, b"$2b$05$" + standard.translate(str.maketrans(usual, own)).encode()).decode()

    def user(number, name, hashed, **more):
        return {"id": number, "login": name, "email": address(name), "customer_id": "acme", "pw": hashed,
                "first_name": name.title(), "last_name": "L", "valid_id": 1, "create_time": NOW, "create_by": 1,
                "change_time": NOW, "change_by": 1, **more}
    users = [user(1, "ada", agreed(hexed("sha256", RAW), "hash('sha256', $p)")),
             user(2, "bob", "BCRYPT:5:%s:%s" % (salt, whole[29:])), user(3, "cyd", hexed("sha256", RAW), valid_id=2)]
    write("otrs.sql", mysql_dump(inserts("customer_user", users)))


def redmine():
    salted = agreed(hexed("sha1", SALT, hexed("sha1", RAW)), "sha1($s . sha1($p))")

    def user(number, name, hashed=salted, **more):
        return {"id": number, "login": name, "hashed_password": hashed, "firstname": name.title(), "lastname": "L",
                "admin": "f", "status": 1, "last_login_on": NOW, "language": "", "auth_source_id": None, "created_on": NOW,
                "updated_on": NOW, "type": "User", "salt": SALT, "must_change_passwd": "f", "twofa_scheme": None,
                "twofa_totp_key": None, **more}
    users = [user(1, "ada", twofa_scheme="totp", twofa_totp_key=SECRET), user(2, "bob", hexed("sha1", RAW), salt=None),
             user(3, "cyd", status=3), user(4, "", "", type="AnonymousUser", status=0, salt=None),
             user(5, "dan", status=2)]
    mails = [{"id": number, "user_id": user, "address": mail, "is_default": default, "notify": "t", "created_on": NOW}
             for number, user, mail, default in [(1, 1, "ada.other@example.com", "f"), (2, 1, address("ada"), "t"),
                                                 (3, 2, address("bob"), "t"), (4, 3, address("cyd"), "t"),
                                                 (5, 5, address("dan"), "t")]]
    write("redmine.sql", dump(copy("public.email_addresses", mails), copy("public.users", users)))


def seafile():
    salt = bytes(range(32))
    hashed = "PBKDF2SHA256$1000$%s$%s" % (salt.hex(), agreed(
        derived("sha256", salt, 1000, 32).hex(), "hash_pbkdf2('sha256', $p, hex2bin('%s'), 1000, 64)" % salt.hex()))

    def user(number, mail, passwd=hashed, **more):
        return {"id": number, "email": mail, "passwd": passwd, "is_staff": 0, "is_active": 1, "ctime": SECONDS * 1000000,
                "reference_id": None, **more}
    users = [user(1, address("ada")), user(2, "9b3f@auth.local"), user(3, address("cyd"), is_active=0),
             user(4, address("dan"), hexed("sha1", RAW)), user(5, address("eve"), agreed(
                 hexed("sha256", RAW, bytes.fromhex("db9145c306c7cc26")), "hash('sha256', $p . hex2bin('db9145c306c7cc26'))"))]
    profiles = [{"id": 1, "user": "9b3f@auth.local", "nickname": "Bob", "contact_email": address("bob")}]
    write("seafile.sql", mysql_dump(inserts("EmailUser", users), inserts("profile_profile", profiles)))


def sonarqube():
    salt = bytes(range(20))
    key = base64.b64encode(derived("sha512", salt, 1000, 64)).decode()
    agreed(key, "base64_encode(hash_pbkdf2('sha512', $p, hex2bin('%s'), 1000, 64, true))" % salt.hex())

    def user(number, name, **more):
        return {"uuid": "u-%d" % number, "login": name, "name": name.title(), "email": address(name),
                "crypted_password": "1000$" + key, "salt": base64.b64encode(salt).decode(), "hash_method": "PBKDF2",
                "active": "t", "external_login": name, "external_identity_provider": "sonarqube", "external_id": name,
                "user_local": "t", "reset_password": "f", "created_at": SECONDS * 1000, "updated_at": SECONDS * 1000, **more}
    old = agreed(hexed("sha1", "--" + SALT + "--" + PASSWORD + "--"), "sha1('--' . $s . '--' . $p . '--')")
    users = [user(1, "ada"), user(2, "bob", crypted_password=bcrypt(RAW), salt=None, hash_method="BCRYPT"),
             user(3, "cyd", active="f"), user(4, "dan", crypted_password=old, salt=SALT, hash_method=None)]
    write("sonarqube.sql", dump(copy("public.users", users)))


def umbraco():
    """Members, with their logins at providers and their second factors; the users of the back office are another export."""
    raw, utf16 = bytes(range(16)), PASSWORD.encode("utf-16-le")
    salt = base64.b64encode(raw).decode()
    php = "iconv('UTF-8', 'UTF-16LE', $p)"
    keyed = agreed(base64.b64encode(hmac.digest(raw * 4, utf16, "sha256")).decode(),
                   "base64_encode(hash_hmac('sha256', %s, str_repeat(base64_decode('%s'), 4), true))" % (php, salt))
    plain = agreed(base64.b64encode(hashlib.sha1(raw + utf16).digest()).decode(),
                   "base64_encode(sha1(base64_decode('%s') . %s, true))" % (salt, php))
    oldest = agreed(base64.b64encode(hmac.digest(utf16, utf16, "sha1")).decode(),
                    "base64_encode(hash_hmac('sha1', %s, %s, true))" % (php, php))
    latest = base64.b64encode(b"\1" + b"".join(n.to_bytes(4, "big") for n in (2, 1000, 16)) + raw
                              + derived("sha512", raw, 1000, 32)).decode()
    key = "00000000-0000-4000-8000-%012d"

    def member(number, name, password, **more):
        return {"nodeId": number, "Email": address(name), "LoginName": name, "Password": password,
                "passwordConfig": '{"hashAlgorithm":"HMACSHA256"}', "securityStampToken": KEPT_FROM_ALL,
                "emailConfirmedDate": NOW, "failedPasswordAttempts": 0, "isLockedOut": False, "isApproved": True,
                "lastLoginDate": NOW, "lastLockoutDate": None, "lastPasswordChangeDate": NOW, "uniqueId": key % number,
                "createDate": NOW, **more}
    members = [member(1, "ada", salt + keyed), member(2, "bob", salt + plain, emailConfirmedDate=None),
               member(3, "cyd", oldest), member(4, "dan", latest, isApproved=False), member(5, "eve", salt + keyed, isLockedOut=True),
               member(6, "fay", "___UIDEMPTYPWORD__" + KEPT_FROM_ALL), member(7, "gus", latest)]
    write_json("umbraco.json", members)
    write_json("umbraco-logins.json", [{"id": 1, "loginProvider": "UmbracoMembers.Google", "providerKey": "108100",
                                        "createDate": NOW, "userData": KEPT_FROM_ALL, "userOrMemberKey": key % 6}])
    write_json("umbraco-factors.json", [{"id": 1, "userOrMemberKey": key % 7, "providerName": "UmbracoMemberAppAuthenticator"}])


def web2py():
    salt = "a1b2c3d4e5f60718"
    hashed = "pbkdf2(1000,20,sha512)$%s$%s" % (salt, agreed(
        derived("sha512", salt.encode(), 1000, 20).hex(), "hash_pbkdf2('sha512', $p, '%s', 1000, 40)" % salt))

    def user(number, name, password=hashed, **more):
        return {"id": number, "first_name": name.title(), "last_name": "L", "email": address(name), "password": password,
                "registration_key": "", "reset_password_key": KEPT_FROM_ALL, "registration_id": "", **more}
    users = [user(1, "ada"), user(2, "bob", "sha512$%s$%s" % (salt, hexed("sha512", RAW, salt))),
             user(3, "cyd", registration_key="blocked"), user(4, "dan", registration_key="5c0d1b5e")]
    write("web2py.sql", dump(copy("public.auth_user", users)))


if __name__ == "__main__":
    for sample in (aspnet_membership, authgear, couchdb, discuz, fluxbb, grafana, invision, liferay, oscommerce, otrs, redmine,
                   seafile, sonarqube, umbraco, web2py):
        sample()
