#!/usr/bin/python3
"""Writes hashes.json: hashes of the samples' password in the forms of the systems, by independent implementations.

Django 3.2 (Debian's python3-django) with argon2-cffi and bcrypt, PHP's password_hash, Python's hashlib in the layouts of
ASP.NET Identity and Gitea. Usage: ./make-hashes.py, in this folder.
"""
import base64
import hashlib
import hmac
import json
import struct
import subprocess

import argon2.low_level
import bcrypt
from django.conf import settings

NAMES = ["Argon2", "BCrypt", "PBKDF2"]
settings.configure(PASSWORD_HASHERS=[f"django.contrib.auth.hashers.{name}PasswordHasher" for name in NAMES])
from django.contrib.auth.hashers import get_hasher, make_password  # noqa: E402

PASSWORD = "correct horse battery"
COSTS = {
    "argon2": dict(memory_cost=1024, parallelism=1),
    "bcrypt": dict(rounds=4),
    "pbkdf2_sha256": dict(iterations=1000),
}
for name, cost in COSTS.items():
    for key, value in cost.items():
        setattr(get_hasher(name), key, value)


def php(options, algorithm="PASSWORD_BCRYPT", password=PASSWORD):
    code = f"echo password_hash($argv[1], {algorithm}, {options});"
    return subprocess.run(["php", "-r", code, password], capture_output=True, text=True, check=True).stdout


def bcrypt_2a(password):
    return bcrypt.hashpw(password, bcrypt.gensalt(4, prefix=b"2a")).decode()


def bcrypt_2b(password):
    return bcrypt.hashpw(password, bcrypt.gensalt(4)).decode()


def aspnet_v3():
    salt = bytes(range(16))
    key = hashlib.pbkdf2_hmac("sha512", PASSWORD.encode(), salt, 1000, 32)
    return base64.b64encode(b"\x01" + struct.pack(">III", 2, 1000, 16) + salt + key).decode()


def aspnet_v2():
    salt = bytes(range(16))
    return base64.b64encode(b"\x00" + salt + hashlib.pbkdf2_hmac("sha1", PASSWORD.encode(), salt, 1000, 32)).decode()


SALT = "000102030405060708090a0b0c0d0e0f"


def gitea_argon2():
    raw = argon2.low_level.hash_secret_raw(
        PASSWORD.encode(), bytes.fromhex(SALT), time_cost=2, memory_cost=1024, parallelism=1, hash_len=50,
        type=argon2.low_level.Type.ID)
    return raw.hex()


RAW = PASSWORD.encode()
HASHES = {
    "django-argon2": make_password(PASSWORD, hasher="argon2"),
    "django-bcrypt": make_password(PASSWORD, hasher="bcrypt"),
    "django-pbkdf2": make_password(PASSWORD, hasher="pbkdf2_sha256"),
    "django-unusable": make_password(None),
    "php-bcrypt": php("['cost' => 4]"),
    "php-argon2id": php("['memory_cost' => 1024, 'time_cost' => 2, 'threads' => 1]", "PASSWORD_ARGON2ID"),
    "bcrypt-2a": bcrypt_2a(RAW),
    "bcrypt-2b": bcrypt_2b(RAW),
    "bcrypt-2a-peppered": bcrypt_2a(RAW + b"pepper-of-the-site"),
    "meteor": bcrypt_2b(hashlib.sha256(RAW).hexdigest().encode()),
    "matomo": php("['cost' => 4]", password=hashlib.md5(RAW).hexdigest()),
    "flask-security": bcrypt_2b(base64.b64encode(hmac.new(b"the-site-salt", RAW, "sha512").digest())),
    "metabase": bcrypt_2a(b"c3b1a4de-0000-4000-8000-000000000001" + RAW),
    "aspnet-v3": aspnet_v3(),
    "aspnet-v2": aspnet_v2(),
    "gitea-pbkdf2": hashlib.pbkdf2_hmac("sha256", RAW, bytes.fromhex(SALT), 10000, 50).hex(),
    "gitea-argon2": gitea_argon2(),
    "gitea-scrypt": hashlib.scrypt(RAW, salt=bytes.fromhex(SALT), n=1024, r=8, p=1, dklen=50).hex(),
    "gitea-old": hashlib.pbkdf2_hmac("sha256", RAW, b"ab12CD34ef", 10000, 50).hex(),
    "mattermost-pbkdf2": "$pbkdf2$f=SHA256,w=1000,l=32$"
    + base64.b64encode(bytes(range(16))).decode().rstrip("=")
    + "$"
    + base64.b64encode(hashlib.pbkdf2_hmac("sha256", RAW, bytes(range(16)), 1000, 32)).decode().rstrip("="),
    "odoo": "$pbkdf2-sha512$1000$"
    + base64.b64encode(bytes(range(16))).decode().rstrip("=").replace("+", ".")
    + "$"
    + base64.b64encode(hashlib.pbkdf2_hmac("sha512", RAW, bytes(range(16)), 1000)).decode().rstrip("=").replace("+", "."),
}

with open("hashes.json", "w") as file:
    json.dump(HASHES, file, indent=2)
    file.write("\n")
