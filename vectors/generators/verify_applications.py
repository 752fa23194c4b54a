"""Hashes of applications that put one of PHP's primitives over another. Those of password_hash have a random salt.

Run: python3 verify_applications.py
"""

import json

from verify_common import NOT_UTF8, NUL_PASSWORD, PASSWORDS, Topic, output_of

version = output_of(["php", "-r", "echo PHP_VERSION;"]).decode()
topic = Topic("applications", ["Hashes as forums, shops and frameworks write them, composed of PHP's primitives."])
topic.group("PHP", version, "https://www.php.net/", "PHP-3.01", "verify_applications.py", composed=True)
stdin = "".join(password.hex() + "\n" for password in [*PASSWORDS, NUL_PASSWORD, NOT_UTF8]).encode()
for line in output_of(["php", "verify_applications.php"], stdin).decode().splitlines():
    row = json.loads(line)
    password = bytes.fromhex(row["password"])
    if len(password) in (1, 12, 71):
        topic.add(row["hash"], password, True, row["scheme"], row["comment"], row["flags"], **row["given"])
    else:
        topic.pair(row["hash"], password, row["scheme"], row["comment"], row["flags"], **row["given"])
topic.write()
