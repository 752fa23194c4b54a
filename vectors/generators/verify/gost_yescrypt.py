"""gost-yescrypt of crypt(3), by libxcrypt: what yescrypt gives, under HMACs over Streebog."""

from shared.implementations import crypt, crypt_setting, named
from shared.near_misses import PLAIN
from shared.verify_suite import NOT_UTF8, PASSWORDS, Topic, another, salt_of, text_salt

# Costs that are written in another way, each once.
COSTS = [("j85", "a block of another size"), ("j75..", "two lanes"), ("j75/.", "a pass more")]


def ask(topic, text, password, comment, flags=()):
    """One password, as libxcrypt answers."""
    topic.add(text, password, crypt(password, text) == text, "yescrypt", comment, flags, checks=[named("libxcrypt")])


def ask_both(topic, text, password, comment):
    ask(topic, text, password, comment)
    ask(topic, text, another(password), f"{comment}, another password")


def make():
    topic = Topic("gost-yescrypt", ["gost-yescrypt of crypt(3): what yescrypt gives, under HMACs over Streebog."])
    version = named("libxcrypt").split()[1]
    topic.group("libxcrypt", version, "https://github.com/besser82/libxcrypt", "LGPL-2.1-or-later", "verify/gost_yescrypt.py")
    for index, password in enumerate([*PASSWORDS, NOT_UTF8]):
        ask_both(topic, crypt(password, crypt_setting("$gy$", 1, salt_of(2400 + index, 16))), password, "crypt(3)")
    for index, (costs, comment) in enumerate(COSTS):
        ask_both(topic, crypt(PLAIN, f"$gy${costs}${text_salt(2420 + index, 4)}"), PLAIN, comment)
    others(topic)
    topic.write()


def others(topic):
    """The digest of yescrypt without the HMACs, and that of the HMACs under the name of yescrypt."""
    text = crypt(PLAIN, crypt_setting("$gy$", 1, salt_of(2430, 16)))
    setting, digest = text.removeprefix("$gy$").rsplit("$", 1)
    plain = crypt(PLAIN, f"$y${setting}").rsplit("$", 1)[1]
    ask(topic, f"$gy${setting}${plain}", PLAIN, "the digest of yescrypt itself", ["Bypass"])
    ask(topic, f"$y${setting}${digest}", PLAIN, "its digest under the name of yescrypt", ["Bypass"])
