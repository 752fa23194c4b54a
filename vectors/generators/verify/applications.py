"""Hashes of applications that put one of PHP's primitives over another; those of password_hash are kept as they were made."""

from shared.verify_suite import HERE, NOT_UTF8, NUL_PASSWORD, PASSWORDS, Topic, output_of, printed_rows

PROGRAM = ["php", HERE / "verify" / "applications.php"]


def make():
    version = output_of(["php", "-r", "echo PHP_VERSION;"]).decode()
    topic = Topic("applications", ["Hashes as forums, shops and frameworks write them, composed of PHP's primitives."])
    topic.group("PHP", version, "https://www.php.net/", "PHP-3.01", "verify/applications.py", composed=True)
    for row, password in printed_rows(topic, PROGRAM, [*PASSWORDS, NUL_PASSWORD, NOT_UTF8]):
        if len(password) in (1, 12, 71):
            topic.add(row["hash"], password, True, row["scheme"], row["comment"], row["flags"], **row["given"])
        else:
            topic.pair(row["hash"], password, row["scheme"], row["comment"], row["flags"], **row["given"])
    topic.write()
