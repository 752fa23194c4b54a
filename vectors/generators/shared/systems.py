"""Systems that are asked by their own programs whether a password fits a text of theirs, as the text is.

Each program answers lines, so that a run starts it once. A system whose program is missing has nothing to say.
"""

import base64
import json
import re
import subprocess

from pathlib import Path

from shared.tools_folder import TOOLS

OPINIONS = Path(__file__).resolve().parent.parent / "opinions"
JARS, CORE = TOOLS / "jars", TOOLS / "supertokens-core"
CLASSES = TOOLS / "systems"
# What scrypt may cost where the core is asked: 32 MiB of memory and no more than a second.
MOST_MEMORY, MOST_WORK = 15, 1 << 18


class Program:
    """A program that answers each line of stdin with one."""

    def __init__(self, *command, needs):
        self.command, self.needs, self.process = command, needs, None

    def is_there(self):
        return self.needs.exists()

    def ask(self, line):
        if self.process is None:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
            )
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().rstrip("\n")


PHP = Program("php", OPINIONS / "systems.php", TOOLS, needs=CLASSES / "WoltLab")
JAVA = Program("java", "-cp", f"{JARS}/*", OPINIONS / "AskJava.java", needs=JARS)
SUPERTOKENS = Program("java", "-cp", f"{CORE}:{JARS}/*", OPINIONS / "AskCore.java", needs=CORE)
KRATOS = Program(TOOLS / "kratos" / "compare", needs=TOOLS / "kratos")
VERDICTS = {"yes": True, "no": False}


def in_base64(*fields):
    raw = [field if isinstance(field, bytes) else field.encode("utf-8", "surrogatepass") for field in fields]
    return " ".join(base64.b64encode(one).decode() for one in raw)


def by_line(program, system):
    """Java takes text only: what is not UTF-8 it is not asked about."""

    def ask(text, password):
        if program is JAVA:
            try:
                password.decode("utf-8")
            except UnicodeDecodeError:
                return None
        return VERDICTS.get(program.ask(in_base64(system, text, password)))

    return ask


def by_kratos(text, password):
    return VERDICTS.get(KRATOS.ask(json.dumps([text, password.hex()])))


SPRING = r"\{(?:bcrypt|ldap|MD4|MD5|noop|pbkdf2|pbkdf2@SpringSecurity_v5_8|scrypt|scrypt@SpringSecurity_v5_8|SHA-1|SHA-256|sha256|argon2|argon2@SpringSecurity_v5_8)\}"
# Their name says nothing more of a hash in the notation of others: it is over the password itself.
PLAIN_SYSTEMS = {
    "aspnet-membership", "authgear", "couchdb", "discuz", "fluxbb", "grafana", "invision", "liferay", "oscommerce", "otrs",
    "redmine", "seafile", "sonarqube", "umbraco", "web2py",
}
# System, its version, its program, what its texts look like, and the sources that name it.
SYSTEMS = (
    ("MediaWiki", "1.39.17", PHP, r":(?:A|B|pbkdf2|pbkdf2-legacy[AB]|bcrypt|argon2):", {None, "mediawiki"}),
    ("WoltLab Suite", "6.0.18", PHP, r"(?:[A-Z][A-Za-z0-9]*|wcf[12]|vb[345]\w*|xf1\w*|smf[12]|mybb1):", {None, "woltlab"}),
    ("WoltLab Suite", "6.0.18", PHP, r"\$2[afxy]\$", {"woltlab"}),
    ("Drupal", "11.4", PHP, r"(?:U?\$(?:S|P|H)\$|U\$2y\$)", {None, "drupal"}),
    ("Drupal", "11.4", PHP, r"\$2y\$", {"drupal"}),
    ("phpBB", "4.0.0", PHP, r"\$[A-Z0-9a-z]+\\", {None}),
    ("phpBB", "4.0.0", PHP, r"\$(?:H|2y|2a)\$", {"phpbb"}),
    ("Spring Security", "6.3.4", JAVA, SPRING + r"(?!.*-\d+-)", {None, "spring"}),
    ("Jackrabbit Oak", "1.62.0", JAVA, r"\{(?:SHA-1|SHA-256|SHA-512|PBKDF2WithHmac\w+)\}[0-9a-f]+-", {None}),
    ("Apache Shiro", "1.13.0", JAVA, r"\$shiro1\$", {None}),
    ("Ory Kratos", "1.3.1", KRATOS, r"\$(?:pbkdf2-sha\d+\$i=|scrypt\$ln=|firescrypt\$|hmac-|md5-crypt|sha\d+-crypt|(?:md5|sha1|sha256|sha512)\$pf=)", {None, "kratos", *PLAIN_SYSTEMS}),
)


def system_opinions():
    """Verifiers of those systems whose programs are there, by name and version."""
    found = {}
    for name, version, program, pattern, sources in SYSTEMS:
        if not program.is_there():
            continue
        ask = by_kratos if program is KRATOS else by_line(program, name)
        found.setdefault(f"{name} {version}", []).append((re.compile(pattern), sources, ask))
    return found


def says(rows, text, password, source):
    """True or False where one of a system's rows is about the text."""
    for pattern, sources, ask in rows:
        if source in sources and pattern.match(text):
            return ask(text, password)
    return None


CORE_NAME = "SuperTokens core 12.1.1"


def core_reads(text):
    """The fields as the core reads them, by name; None where it refuses the text or can't be asked."""
    if not SUPERTOKENS.is_there() or "\n" in text or not text.startswith("$f_scrypt$"):
        return None
    parts = SUPERTOKENS.ask(in_base64(text)).split(" ")
    if len(parts) != 5:
        return None
    names = ("passwordHash", "salt", "saltSeparator", "memCost", "rounds")
    return {name: int(part) if name in names[3:] else part for name, part in zip(names, parts, strict=True)}


def core_says(text, password, signer_key):
    """True or False, and "refused" where it does not read the text; None where the answer would cost too much."""
    read = core_reads(text)
    if read is None:
        return "refused" if SUPERTOKENS.is_there() else None
    cost, rounds = read["memCost"], read["rounds"]
    # Its native code ends the whole process where a cost is out of every bound.
    if not (1 <= cost <= MOST_MEMORY and 0 < rounds and rounds << cost <= MOST_WORK):
        return None
    said = SUPERTOKENS.ask(in_base64(text, password, signer_key))
    return VERDICTS.get(said, said)
