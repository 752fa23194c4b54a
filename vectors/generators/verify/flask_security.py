"""Flask-Security-Too. Its salts are random: the hashes are kept as they were made, and it verifies each."""

from importlib.metadata import version
from types import SimpleNamespace

from shared.tools_folder import use_python

use_python("flask")

from flask import Flask  # noqa: E402
from flask_security import Security, hash_password, verify_password  # noqa: E402
from flask_security.datastore import UserDatastore  # noqa: E402

from shared.verify_suite import NUL_PASSWORD, PASSWORDS, Topic  # noqa: E402

SECRET = "146585145368132386173505678016728509634"
URL = "https://github.com/pallets-eco/flask-security"
OPTIONS = {
    "bcrypt": ("bcrypt", {"bcrypt__default_rounds": 4}),
    "argon2": ("argon2", {"argon2__memory_cost": 64, "argon2__time_cost": 1}),
    "pbkdf2_sha512": ("pbkdf2", {"pbkdf2_sha512__default_rounds": 1010}),
}


def application(name, options):
    app = Flask(__name__)
    app.config.update(
        SECRET_KEY="only for the vectors",
        SECURITY_PASSWORD_SALT=SECRET,
        SECURITY_PASSWORD_HASH=name,
        SECURITY_PASSWORD_HASH_PASSLIB_OPTIONS=options,
    )
    user = SimpleNamespace(fs_uniquifier=None)
    Security(app, UserDatastore(user, SimpleNamespace), register_blueprint=False)
    return app


def make():
    topic = Topic("flask-security", ["What Flask-Security makes: every hash is over an HMAC of the password."])
    topic.group("Flask-Security-Too", version("flask-security-too"), URL, "MIT", "verify/flask_security.py")
    for name, (scheme, options) in OPTIONS.items():
        comment, given = f"Flask-Security, {name}", {"source": "flask-security", "pepper": SECRET}
        with application(name, options).app_context():
            for password in [*PASSWORDS[1:], NUL_PASSWORD]:
                text = topic.once(comment, scheme, password, lambda: hash_password(password.decode()))
                assert verify_password(password.decode(), text)
                topic.pair(text, password, scheme, comment, ["Prehashed", "Peppered"], **given)
    topic.write()
