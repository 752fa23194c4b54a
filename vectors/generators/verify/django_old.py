"""Django's hashers of old: crypt(3) and MD5 without a salt."""

import django
from shared.django_hashers import ALL, use_hashers
from shared.near_misses import EMPTY, PHRASE, PLAIN, SPACED, USUAL, questions
from shared.verify_suite import Topic, another, text_salt


def crypts(topic, hashers):
    """crypt(3)'s oldest form reads eight characters: only those before the ninth tell one password from another."""
    hasher = hashers.CryptPasswordHasher()
    for index, right in enumerate([EMPTY, *USUAL], start=1):
        encoded = hasher.encode(right.decode(), text_salt(780 + index, 2))
        wrong = [another(right), *([SPACED.strip()] if right == SPACED else []), *([EMPTY] if right == PLAIN else [])]
        ask(topic, hashers, encoded, [(right, True, ""), *((one, False, ", another password") for one in wrong)], "des-crypt", "crypt")
    encoded = hasher.encode(PHRASE.decode(), "ab")
    ask(topic, hashers, encoded, [(PHRASE[:8], True, ", the eight characters that it reads")], "des-crypt", "crypt")


def bare_md5(topic, hashers):
    hasher = hashers.UnsaltedMD5PasswordHasher()
    for right in [EMPTY, *USUAL]:
        encoded = hasher.encode(right.decode(), "")
        ask(topic, hashers, encoded, questions(right), "md5", "unsalted_md5", source="django")


def ask(topic, hashers, encoded, asked, scheme, comment, **given):
    for password, matches, what in asked:
        assert hashers.check_password(password.decode(), encoded) is matches, f"Django differs: {comment}{what}"
        topic.add(encoded, password, matches, scheme, f"{comment}{what}", checks=[f"Django {django.get_version()}"], **given)


def make():
    topic = Topic("django-old", ["Password column values of Django's hashers of old, which a site names in its settings."])
    url = "https://docs.djangoproject.com/en/stable/topics/auth/passwords/"
    topic.group("Django", django.get_version(), "https://github.com/django/django", "BSD-3-Clause", "verify/django_old.py", spec=[url])
    hashers = use_hashers(ALL)
    crypts(topic, hashers)
    bare_md5(topic, hashers)
    topic.write()
