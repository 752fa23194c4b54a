#!/usr/bin/python3
"""Writes samples of systems that keep a digest and its salt, each in a column of its own or in one of the system's own
forms. Each hash is made by Python's hashlib or bcrypt, and made again by PHP, where they have to agree.

Usage, on Debian with python3-bcrypt and php-cli: ./make-digest-samples.py
"""

import base64
import hashlib
import subprocess

import bcrypt as bcrypt_package

from formats import copy, dump, inserts, mysql_dump, write, write_json

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
             user(4, address("dan"), hexed("sha1", RAW)), user(5, address("eve"), hexed("sha256", RAW, "salt"))]
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
    for sample in (aspnet_membership, couchdb, discuz, fluxbb, grafana, invision, oscommerce, otrs, redmine, seafile,
                   sonarqube, web2py):
        sample()
