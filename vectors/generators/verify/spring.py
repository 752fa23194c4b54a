"""Spring Security's encoders for LDAP's bare SHA and for PBKDF2, which its delegating encoder verifies."""

from shared.near_misses import EMPTY, LONG, PHRASE, PLAIN, USUAL, questions
from shared.verify_suite import HERE, NUL_PASSWORD, Topic, output_of
from verify.java import JARS, version_of

PROGRAM = ["java", "-cp", f"{JARS}/*", HERE / "verify" / "VerifySpring.java"]
# Encoder, scheme, passwords. Those of PBKDF2 cost what Spring makes them cost: their text does not say it.
MADE = [
    ("ldap", "sha1", [EMPTY, *USUAL, NUL_PASSWORD], []),
    ("ldap in lower case", "sha1", [PLAIN, PHRASE], []),
    ("pbkdf2", "pbkdf2", [PLAIN], ["Costly"]),
    ("pbkdf2@SpringSecurity_v5_8", "pbkdf2", [PLAIN, LONG, NUL_PASSWORD, EMPTY], ["Costly"]),
]


def answers(asked):
    """What Spring says to each line: an encoder or a hash, and a password."""
    lines = "".join(f"{text}\t{password.hex()}\n" for text, password in asked)
    return output_of(PROGRAM, lines.encode()).decode().splitlines()


def chosen(right, flags):
    """Where a verification is costly, one wrong password will do."""
    return questions(right)[: 2 if flags else None]


def make():
    topic = Topic("spring", ["Hashes that Spring Security's encoders make and its delegating encoder verifies."])
    version = version_of("spring-security-crypto")
    topic.group("Spring Security", version, "https://github.com/spring-projects/spring-security", "Apache-2.0", "verify/spring.py")
    made = [(encoder, scheme, password, flags) for encoder, scheme, passwords, flags in MADE for password in passwords]
    texts = answers([(encoder, password) for encoder, _, password, _ in made])
    rows = []
    for (encoder, scheme, right, flags), fresh in zip(made, texts, strict=True):
        comment = f"Spring Security {encoder}"
        text = topic.once(comment, scheme, right, lambda: fresh)
        rows += [(text, *one[:2], scheme, f"{comment}{one[2]}", flags) for one in chosen(right, flags)]
    for row, said in zip(rows, answers([row[:2] for row in rows]), strict=True):
        assert said == ("true" if row[2] else "false"), f"Spring says {said}: {row}"
        topic.add(*row, checks=[f"Spring Security {version}"])
    topic.write()
