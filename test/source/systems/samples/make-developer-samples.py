"""Writes samples of systems that developers build with: invented users whose hashes passlib, bcrypt, argon2 and
Python's hashlib made. Salts are fixed, so that the files come out the same.

Usage, on Debian with python3-passlib, python3-bcrypt and python3-argon2: /usr/bin/python3 make-developer-samples.py
"""

import base64
import csv
import hashlib
import io
import json
import os
import unicodedata

import bcrypt as bcrypt_package
from argon2.low_level import Type, hash_secret
from passlib.hash import django_pbkdf2_sha256, phpass

HERE = os.path.dirname(os.path.abspath(__file__))
PASSWORD = "correct horse"
SALT = b"sixteen bytes !!"


def bcrypt(prefix="2a"):
    salt = ("$%s$04$CCCCCCCCCCCCCCCCCCCCC." % prefix).encode()
    return bcrypt_package.hashpw(PASSWORD.encode(), salt).decode().replace("$2b$", "$%s$" % prefix)


def argon2(kind=Type.ID):
    return hash_secret(PASSWORD.encode(), SALT, 2, 256, 1, 32, kind).decode()


def write(name, text):
    with open(os.path.join(HERE, name), "w", encoding="utf-8", newline="") as file:
        file.write(text)


def write_json(name, value):
    write(name, json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def csv_text(rows, quoting=csv.QUOTE_MINIMAL):
    file = io.StringIO()
    writer = csv.DictWriter(file, list(rows[0]), quoting=quoting, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()


def copy(table, rows):
    """COPY as pg_dump writes it."""
    def cell(value):
        if value is None:
            return "\\N"
        return str(value).replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")
    lines = ["\t".join(cell(value) for value in row.values()) for row in rows]
    return "COPY %s (%s) FROM stdin;\n%s\n\\.\n\n" % (table, ", ".join(rows[0]), "\n".join(lines))


def dump(*tables):
    """The frame that pg_dump puts around its tables."""
    start = "--\n-- PostgreSQL database dump\n--\n\nSET statement_timeout = 0;\n\n"
    return start + "".join(tables) + "--\n-- PostgreSQL database dump complete\n--\n\n"


NOW = "2024-05-01 10:00:00.123456+00"


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
    }
    return {**user, **more}


def supabase():
    google = '{"provider": "google", "providers": ["google"]}'
    users = [
        supabase_user(1, "ada", bcrypt(), phone="15555550100", phone_confirmed_at=NOW,
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


if __name__ == "__main__":
    supabase()
