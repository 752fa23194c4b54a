"""htpasswd, argon2 and mkpasswd.

Run: python3 verify_commands.py (htpasswd's salts are random: its output is kept as it was made)
"""

from verify_common import PASSWORDS, Topic, first_line, output_of, text_salt

topic = Topic("commands", ["What the commands htpasswd, argon2 and mkpasswd print."])


def package(name):
    return first_line(["dpkg-query", "-W", "-f", "${Version}", name])


topic.group("htpasswd", package("apache2-utils"), "https://httpd.apache.org/", "Apache-2.0", "verify_commands.py")
for options, scheme in [(["-B", "-C", "4"], "bcrypt"), (["-m"], "apr1"), (["-s"], "sha1"), (["-2"], "sha256-crypt"), (["-5"], "sha512-crypt")]:
    for password in [PASSWORDS[1], PASSWORDS[2], PASSWORDS[3], PASSWORDS[6]]:
        try:
            text = output_of(["htpasswd", "-n", "-b", *options, "user", password]).decode().rstrip("\n").split(":", 1)[1]
        except Exception:
            continue
        topic.pair(text, password, scheme, f"htpasswd {' '.join(options)}")

topic.group("argon2", package("argon2"), "https://github.com/P-H-C/phc-winner-argon2", "CC0-1.0 or Apache-2.0", "verify_commands.py")
index = 0
for variant in ["-id", "-i", "-d"]:
    for version in ["13", "10"]:
        for lanes in ["1", "2"]:
            for password in PASSWORDS[1:]:
                # The command takes no more than 127 bytes.
                if len(password) > 127:
                    continue
                index += 1
                command = ["argon2", text_salt(index, 12), variant, "-v", version, "-t", "2", "-k", "64", "-p", lanes, "-l", "24", "-e"]
                text = output_of(command, password).decode().rstrip("\n")
                if index % 5 == 0:
                    topic.pair(text, password, "argon2", f"argon2 {variant} version {version}")
                else:
                    topic.add(text, password, True, "argon2", f"argon2 {variant} version {version}")

topic.write()
