"""The commands htpasswd and argon2; htpasswd's salts are random, so its hashes are kept as they were made."""

import subprocess

from shared.verify_suite import PASSWORDS, Topic, first_line, output_of, text_salt

GENERATOR = "verify/commands.py"
HTPASSWD = [
    (["-B", "-C", "4"], "bcrypt"),
    (["-m"], "apr1"),
    (["-s"], "sha1"),
    (["-2"], "sha256-crypt"),
    (["-5"], "sha512-crypt"),
]


def package(name):
    return first_line(["dpkg-query", "-W", "-f", "${Version}", name])


def htpasswd(options, password):
    return output_of(["htpasswd", "-n", "-b", *options, "user", password]).decode().rstrip("\n").split(":", 1)[1]


def add_htpasswd(topic):
    topic.group("htpasswd", package("apache2-utils"), "https://httpd.apache.org/", "Apache-2.0", GENERATOR)
    for options, scheme in HTPASSWD:
        for password in [PASSWORDS[1], PASSWORDS[2], PASSWORDS[3], PASSWORDS[6]]:
            comment = f"htpasswd {' '.join(options)}"
            try:
                text = topic.once(comment, scheme, password, lambda: htpasswd(options, password))
            except subprocess.CalledProcessError:
                # Its bcrypt takes no more than 72 bytes.
                continue
            topic.pair(text, password, scheme, comment)


def argon2_settings():
    for variant in ["-id", "-i", "-d"]:
        for version in ["13", "10"]:
            for lanes in ["1", "2"]:
                # The command takes no more than 127 bytes.
                yield from ((variant, version, lanes, password) for password in PASSWORDS[1:] if len(password) <= 127)


def add_argon2(topic):
    topic.group(
        "argon2", package("argon2"), "https://github.com/P-H-C/phc-winner-argon2", "CC0-1.0 or Apache-2.0", GENERATOR
    )
    for index, (variant, version, lanes, password) in enumerate(argon2_settings(), start=1):
        costs = ["-v", version, "-t", "2", "-k", "64", "-p", lanes, "-l", "24", "-e"]
        text = output_of(["argon2", text_salt(index, 12), variant, *costs], password).decode().rstrip("\n")
        comment = f"argon2 {variant} version {version}"
        if index % 5 == 0:
            topic.pair(text, password, "argon2", comment)
        else:
            topic.add(text, password, True, "argon2", comment)


def make():
    topic = Topic("commands", ["What the commands htpasswd, argon2 and mkpasswd print."])
    add_htpasswd(topic)
    add_argon2(topic)
    topic.write()
