"""Spring Security, Jackrabbit Oak and Shiro, run by Java. Their salts are random: the hashes are kept as they were made."""

import re

from shared.tools_folder import TOOLS
from shared.verify_suite import HERE, NUL_PASSWORD, PASSWORDS, Topic, hexadecimal_lines, output_of

JARS = TOOLS / "jars"
PROGRAM = ["java", "-cp", f"{JARS}/*", HERE / "verify" / "VerifyJava.java"]
SYSTEMS = {
    "Spring Security": ("spring-security-crypto", "https://github.com/spring-projects/spring-security"),
    "Jackrabbit Oak": ("oak-security-spi", "https://github.com/apache/jackrabbit-oak"),
    "Apache Shiro": ("shiro-crypto-hash", "https://github.com/apache/shiro"),
}


def version_of(jar):
    names = [path.name for path in JARS.glob(f"{jar}-*.jar")]
    return re.search(r"-([0-9][0-9.]*)\.jar$", names[0]).group(1)


def make():
    lines = output_of(PROGRAM, hexadecimal_lines([*PASSWORDS, NUL_PASSWORD])).decode().splitlines()
    rows = [line.split("\t") for line in lines]
    topic = Topic("java", ["Hashes that Spring Security, Jackrabbit Oak and Apache Shiro make."])
    for system, (jar, url) in SYSTEMS.items():
        topic.group(system, version_of(jar), url, "Apache-2.0", "verify/java.py")
        for made, password, scheme, comment in rows:
            if comment.startswith(system):
                add(topic, made, bytes.fromhex(password), scheme, comment)
    topic.write()


def add(topic, made, password, scheme, comment):
    text = topic.once(comment, scheme, password, lambda: made)
    if len(password) in (1, 71):
        topic.add(text, password, True, scheme, comment)
    else:
        topic.pair(text, password, scheme, comment)
