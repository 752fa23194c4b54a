"""Flask-Security-Too, from PyPI with bcrypt and argon2-cffi. Its salts are random.

Run: python verify_flask_security.py, with the Python that has it installed
"""

from importlib.metadata import version
from types import SimpleNamespace

from flask import Flask
from flask_security import Security, hash_password, verify_password
from flask_security.datastore import UserDatastore

from verify_common import PASSWORDS, Topic

SECRET = "146585145368132386173505678016728509634"
topic = Topic("flask-security", ["What Flask-Security makes: every hash is over an HMAC of the password."])
topic.group("Flask-Security-Too", version("flask-security-too"), "https://github.com/pallets-eco/flask-security", "MIT", "verify_flask_security.py")
OPTIONS = {
    "bcrypt": ("bcrypt", {"bcrypt__default_rounds": 4}),
    "argon2": ("argon2", {"argon2__memory_cost": 64, "argon2__time_cost": 1}),
    "pbkdf2_sha512": ("pbkdf2", {"pbkdf2_sha512__default_rounds": 10}),
}
for name, (scheme, options) in OPTIONS.items():
    app = Flask(__name__)
    app.config.update(
        SECRET_KEY="only for the vectors",
        SECURITY_PASSWORD_SALT=SECRET,
        SECURITY_PASSWORD_HASH=name,
        SECURITY_PASSWORD_HASH_PASSLIB_OPTIONS=options,
    )
    user = SimpleNamespace(fs_uniquifier=None)
    Security(app, UserDatastore(user, SimpleNamespace), register_blueprint=False)
    with app.app_context():
        for password in PASSWORDS[1:]:
            text = hash_password(password.decode())
            assert verify_password(password.decode(), text)
            topic.pair(text, password, scheme, f"Flask-Security, {name}", ["Prehashed", "Peppered"], source="flask-security", pepper=SECRET)
topic.write()
