"""The check behind `make-sample.py --verify`: looks at the files as any reader would.

It classifies each record by what it sees, holds that against expected.json, and
computes every hash again, in another way than the maker: `openssl kdf` for the key,
and AES in counter mode by hand over `openssl enc -aes-256-ecb`. The known answers
published by firebase/scrypt go through the same two functions first.
"""

import base64
import ctypes
import ctypes.util
import json
import re
import subprocess
from collections import Counter

KEY_A = "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="
PUBLISHED = (  # password, salt, hash: all with KEY_A, separator Bw==, rounds 8, mem_cost 14
    ("user1password", "42xEC+ixf3L2lw==", "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="),
    ("hunter2", "42xEC+ixf3L2lw==", "70k8Vg5B3/OrvJOiqusnasv0dLcBHoDAqJrJr7TRLBfMw4MitWx51YXJYFdGiyMbMeKtWtLf5HiBDcN0SUOm4A=="),
)
HASH_CONFIG = re.compile(r"hash_config \{\n  algorithm: SCRYPT,\n  base64_signer_key: ([A-Za-z0-9+/]{86}==),\n"
                         r"  base64_salt_separator: Bw==,\n  rounds: 8,\n  mem_cost: 14,\n\}\n")
CANONICAL = re.compile(r"\$f_scrypt\$([A-Za-z0-9+/]{86}==)\$([A-Za-z0-9+/]{14}==)\$m=14\$r=8\$s=Bw==")
SPARE_HASH = {"hash-mixed-alphabets", "hash-truncated-in-padding", "hash-truncated-by-one", "hash-truncated-by-four",
              "hash-not-text", "hash-fake", "salt-missing", "salt-empty"}  # nothing left to compute


def openssl(*arguments, data=b""):
    return subprocess.run(["openssl", *arguments], input=data, stdout=subprocess.PIPE, check=True).stdout


def firebase_hash(password, salt, signer_key):
    key = openssl("kdf", "-binary", "-keylen", "32", "-kdfopt", "hexpass:" + password.encode("utf-8").hex(),
                  "-kdfopt", "hexsalt:" + salt.hex() + "07", "-kdfopt", "n:16384", "-kdfopt", "r:8", "-kdfopt", "p:1",
                  "-kdfopt", "maxmem_bytes:268435456", "SCRYPT")
    counters = b"".join(block.to_bytes(16, "big") for block in range(4))
    stream = openssl("enc", "-aes-256-ecb", "-nopad", "-K", key.hex(), data=counters)
    return bytes(left ^ right for left, right in zip(signer_key, stream))


def crypt3(password, setting):
    library = ctypes.CDLL(ctypes.util.find_library("crypt"))
    library.crypt.restype = ctypes.c_char_p
    return library.crypt(password.encode("utf-8"), setting.encode("ascii")).decode("ascii")


def decode(text):
    body = text.rstrip("=").replace("-", "+").replace("_", "/")
    return base64.b64decode(body + "=" * (-len(body) % 4), validate=True)


def records_with_lines(text):
    """Cuts the file at the braces that stand in the first column."""
    assert text.startswith('{"users": [\n{\n') and text.endswith("\n}]}"), "the layout is not the exporter's"
    start, kept = 0, []
    for number, line in enumerate(text.split("\n"), 1):
        if line == "{":
            start, kept = number, []
        kept.append(line)
        if line in ("},", "}]}"):
            yield start, json.loads("\n".join(kept[:-1]) + "}")


def look_at_base64(what, text):
    body = text.rstrip("=")
    padding, due = len(text) - len(body), -len(body) % 4
    if re.search("[+/]", body) and re.search("[-_]", body):
        yield what + "-mixed-alphabets"
    elif re.search("[-_]", body):
        yield what + "-url-safe"
    if due == 3:
        yield what + "-truncated-by-one"
    elif due and not padding:
        yield what + "-unpadded"
    elif padding != due:
        yield what + "-truncated-in-padding"


def look_at_hash(record):
    text, salt = record["passwordHash"], record.get("salt")
    if not isinstance(text, str):
        return ["hash-not-text"]
    if text.startswith("fakeHash:"):
        return ["hash-fake"]
    found = list(look_at_base64("hash", text))
    if not {"hash-truncated-by-one", "hash-truncated-in-padding"} & set(found):
        if re.fullmatch(rb"\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}", decode(text)):
            return ["hash-bcrypt"]
        if len(decode(text)) != 64:
            found.append("hash-truncated-by-four")
    if not salt:
        return found + ["salt-missing" if salt is None else "salt-empty"]
    return found + list(look_at_base64("salt", salt))


def look_at(record, addresses, password):
    email, phone = record.get("email"), record.get("phoneNumber")
    providers = record.get("providerUserInfo", [])
    has_hash = "passwordHash" in record
    found = look_at_hash(record) if has_hash else []
    if has_hash and email is None:
        found.append("email-missing")
    if email and email != email.strip():
        found.append("email-white-space")
    if email and addresses[email.strip().lower()] > 1:
        found.append("email-duplicate")
    if phone and not re.fullmatch(r"\+[1-9]\d{1,14}", phone):
        found.append("phone-not-e164")
    elif not has_hash:
        found.append("social-only" if providers else "phone-only" if phone else "no-credential")
    if record.get("disabled"):
        found.append("disabled")
    if password and not password.isascii():
        found.append("password-not-ascii")
    return found


def password_matches(record, entry, password, signer_key):
    """Whether the password fits what a correct tool would import."""
    if "hash-bcrypt" in entry.get("accidents", ()):
        setting = entry["becomes"]["passwordHash"]
        assert setting == decode(record["passwordHash"]).decode("ascii")
        return crypt3(password, setting) == setting
    text, salt = record["passwordHash"], record["salt"]
    canonical = entry.get("becomes", {}).get("passwordHash")
    if canonical:
        assert decode(text) == decode(CANONICAL.fullmatch(canonical)[1])
        assert decode(salt) == decode(CANONICAL.fullmatch(canonical)[2])
    return firebase_hash(password, decode(salt), signer_key) == decode(text)


def check_invented(record):
    """Nobody real: reserved domains and numbers only."""
    places = [record, *record.get("providerUserInfo", ())]
    for place in places:
        assert re.fullmatch(r"\s*[\w.]+@example\.(com|org|net)\s*", place.get("email", "a@example.com"), re.I)
        assert place.get("photoUrl", "https://photos.example.com/").startswith("https://photos.example.com/")
    digits = re.sub(r"\D", "", record.get("phoneNumber", "5555550100"))
    assert re.fullmatch(r"1?55555501\d\d", digits)


def verify(folder):
    if not __debug__:
        raise SystemExit("Run it without -O: the checks are assertions.")

    def read(name):
        return (folder / name).read_bytes().decode("utf-8")

    for password, salt, answer in PUBLISHED:
        assert firebase_hash(password, decode(salt), decode(KEY_A)) == decode(answer), "published answer"
    signer_key = decode(HASH_CONFIG.fullmatch(read("hash-config.txt"))[1])
    expected = json.loads(read("expected.json"))
    entries = {entry["line"]: entry for entry in expected["records"]}
    passwords = {line["localId"]: line for line in map(json.loads, read("passwords.ndjson").splitlines())}
    records = list(records_with_lines(read("users.json")))
    assert [record for _, record in records] == json.loads(read("users.json"))["users"]
    assert len({record["localId"] for _, record in records}) == len(records)
    addresses = Counter(record["email"].strip().lower() for _, record in records if "email" in record)

    verdicts, names, matched, repaired = Counter(), Counter(), 0, 0
    for line, record in records:
        check_invented(record)
        entry = entries.pop(line, {})
        known = passwords.pop(record["localId"]) if "passwordHash" in record else {}
        found = look_at(record, addresses, known.get("password"))
        assert sorted(found) == sorted(entry.get("accidents", [])), (line, found)
        assert entry.get("localId", record["localId"]) == record["localId"]
        assert known.get("email") == (record.get("email", "").strip() or None) or not known
        severity = ["importable", "importable-after-repair", "refused"]
        verdict = max((expected["accidents"][name]["verdict"] for name in found), key=severity.index, default=severity[0])
        assert entry.get("verdict", severity[0]) == verdict
        assert ("becomes" in entry) == (verdict == severity[1])
        verdicts[verdict] += 1
        names.update(found)
        if known and not SPARE_HASH & set(found):
            assert password_matches(record, entry, known["password"], signer_key), line
            matched += 1
            repaired += verdict == severity[1]
        if record.get("email") == "ada@example.com":
            assert not found and read("known-password.txt") == known["password"] + "\n"
            assert not password_matches(record, entry, known["password"] + " ", signer_key), "any password fits"
    assert not entries and not passwords
    totals = expected["totals"]
    assert totals["records"] == len(records)
    assert [totals["importable"], totals["importableAfterRepair"], totals["refused"]] == [verdicts[key] for key in severity]
    assert names == {name: row["records"] for name, row in expected["accidents"].items()} and min(names.values()) > 0
    print(f"{len(records)} records, {len(names)} kinds of accident as expected; {matched} passwords computed again, "
          f"{repaired} of them of repaired records; the {len(PUBLISHED)} published answers come out.")
    return 0
