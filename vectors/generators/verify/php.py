"""Hashes of PHP applications, made by PHP; those of password_hash are kept as they were made."""

from shared.verify_suite import HERE, NOT_UTF8, NUL_PASSWORD, PASSWORDS, Topic, output_of, printed_rows

PROGRAM = ["php", HERE / "verify" / "php.php"]
TRIMMED = [b" \tspaces around\n ", b"inner  space"]
ESCAPED = [b"<b>\"Tom\" & 'Jerry'</b>", b"line\r\nline &amp; \r"]
TRIMMING = ("WordPress", "Drupal")
WHITE_SPACE = b" \t\n\r\0\x0b"


def add(topic, row, password):
    stripped = password.strip(WHITE_SPACE)
    trims = row["comment"].startswith(TRIMMING) and password != stripped
    flags = row["flags"] + (["Trimmed"] if trims else [])
    if len(password) in (0, 1, 12, 71) and not trims:
        topic.add(row["hash"], password, True, row["scheme"], row["comment"], flags, **row["given"])
    else:
        topic.pair(row["hash"], password, row["scheme"], row["comment"], flags, **row["given"])
    if trims:
        comment = f"{row['comment']}, without the spaces"
        topic.add(row["hash"], stripped, True, row["scheme"], comment, flags, **row["given"])


def make():
    version = output_of(["php", "-r", "echo PHP_VERSION;"]).decode()
    topic = Topic("php", ["Hashes as WordPress, Drupal, phpBB, MediaWiki, Nextcloud and others write them, made by PHP."])
    topic.group("PHP", version, "https://www.php.net/", "PHP-3.01", "verify/php.py", composed=True)
    for row, password in printed_rows(topic, PROGRAM, [*PASSWORDS, NUL_PASSWORD, NOT_UTF8, *TRIMMED, *ESCAPED]):
        add(topic, row, password)
    topic.write()
