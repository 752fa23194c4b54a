"""Spring Security, Jackrabbit Oak and Shiro, run by Java. Their salts are random.

Run: python3 verify_java.py <folder of the jars> where the folder holds spring-security-crypto, spring-core,
spring-jcl, oak-security-spi, oak-commons, oak-api, shiro-core with its modules, jcr and slf4j-nop.
"""

import os
import re
import sys

from verify_common import NUL_PASSWORD, PASSWORDS, Topic, output_of

folder = sys.argv[1]
SYSTEMS = {
    "Spring Security": ("spring-security-crypto", "https://github.com/spring-projects/spring-security"),
    "Jackrabbit Oak": ("oak-security-spi", "https://github.com/apache/jackrabbit-oak"),
    "Apache Shiro": ("shiro-crypto-hash", "https://github.com/apache/shiro"),
}


def version_of(jar):
    names = [name for name in os.listdir(folder) if name.startswith(f"{jar}-")]
    return re.search(r"-([0-9][0-9.]*)\.jar$", names[0]).group(1)


passwords = [*PASSWORDS, NUL_PASSWORD]
stdin = "".join(password.hex() + "\n" for password in passwords).encode()
lines = output_of(["java", "-cp", f"{folder}/*", "VerifyJava.java"], stdin).decode().splitlines()
rows = [line.split("\t") for line in lines]
topic = Topic("java", ["Hashes that Spring Security, Jackrabbit Oak and Apache Shiro make."])
for system, (jar, url) in SYSTEMS.items():
    topic.group(system, version_of(jar), url, "Apache-2.0", "verify_java.py")
    for text, password, scheme, comment in rows:
        if not comment.startswith(system):
            continue
        password = bytes.fromhex(password)
        if len(password) in (1, 71):
            topic.add(text, password, True, scheme, comment)
        else:
            topic.pair(text, password, scheme, comment)
topic.write()
