"""Hashes of PHP applications, made by PHP. Those of password_hash have a random salt; the others are always the same.

Run: python3 verify_php.py
"""

import json

from verify_common import NOT_UTF8, NUL_PASSWORD, PASSWORDS, Topic, output_of

TRIMMED = [b" \tspaces around\n ", b"inner  space"]
ESCAPED = [b"<b>\"Tom\" & 'Jerry'</b>", b"line\r\nline &amp; \r"]
passwords = [*PASSWORDS, NUL_PASSWORD, NOT_UTF8, *TRIMMED, *ESCAPED]
version = output_of(["php", "-r", "echo PHP_VERSION;"]).decode()
topic = Topic("php", ["Hashes as WordPress, Drupal, phpBB, MediaWiki, Nextcloud and others write them, made by PHP."])
topic.group("PHP", version, "https://www.php.net/", "PHP-3.01", "verify_php.php", composed=True)
stdin = "".join(password.hex() + "\n" for password in passwords).encode()
TRIMMING = ("WordPress", "Drupal")

for line in output_of(["php", "verify_php.php"], stdin).decode().splitlines():
    row = json.loads(line)
    password = bytes.fromhex(row["password"])
    trims = row["comment"].startswith(TRIMMING) and password != password.strip(b" \t\n\r\0\x0b")
    flags = row["flags"] + (["Trimmed"] if trims else [])
    if len(password) in (0, 1, 12, 71) and not trims:
        topic.add(row["hash"], password, True, row["scheme"], row["comment"], flags, **row["given"])
    else:
        topic.pair(row["hash"], password, row["scheme"], row["comment"], flags, **row["given"])
    if trims:
        stripped = password.strip(b" \t\n\r\0\x0b")
        topic.add(row["hash"], stripped, True, row["scheme"], f"{row['comment']}, without the spaces", flags, **row["given"])

topic.write()
