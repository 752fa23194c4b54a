#!/usr/bin/env python3
"""Writes the sample export of this folder: 200 invented users as
`firebase auth:export users.json` writes them, with the accidents of real files.

    python3 make-sample.py            writes the five data files, always the same bytes
    python3 make-sample.py --verify   checks the files as they lie here; writes nothing

The hashes come from hashlib.scrypt and `openssl enc -aes-256-ctr`. `--verify` is
verify_sample.py, which shares no code with this file and takes the other road to
the hashes. Python 3.9 or later and an openssl program, version 3, are all it needs.
"""

import base64
import hashlib
import json
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True  # leaves no __pycache__ in the repository

from sample_accidents import (ACCIDENTS, BCRYPT_HASH, BCRYPT_PASSWORD, CLEAN, HASH, IMPORTABLE, PASSWORD_IN_CLEAR, REFUSED,
                              REPAIR, ROWS, SALT, SAME_ADDRESS, b64, verdict_on)
from sample_people import ODD_PASSWORDS, Chance, People, make_record, tidy

HERE = pathlib.Path(__file__).resolve().parent
SEED = b"credport sample export 1"
ROUNDS, MEM_COST, SEPARATOR = 8, 14, b"\x07"
USERS = 200
KNOWN_IDENTITY, KNOWN_PASSWORD = ("Ada Lindholm", "ada@example.com"), "paper-lantern-1815"
NOT_ASCII_PASSWORDS = ["grüße-aus-köln-77", "пароль от сада 5"]

# Published by firebase/scrypt (README.md and tests/01-known-value.sh).
PUBLISHED_KEY = "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="
PUBLISHED_SALT = "42xEC+ixf3L2lw=="
PUBLISHED = {
    "user1password": "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
    "hunter2": "70k8Vg5B3/OrvJOiqusnasv0dLcBHoDAqJrJr7TRLBfMw4MitWx51YXJYFdGiyMbMeKtWtLf5HiBDcN0SUOm4A==",
}


def firebase_scrypt(password, salt, signer_key):
    """The hash as bytes: the signer key, encrypted with a key that scrypt makes of the password."""
    key = hashlib.scrypt(password.encode("utf-8"), salt=salt + SEPARATOR, n=1 << MEM_COST, r=ROUNDS, p=1,
                         maxmem=64 << 20, dklen=32)
    command = ["openssl", "enc", "-aes-256-ctr", "-K", key.hex(), "-iv", "00" * 16]
    return subprocess.run(command, input=signer_key, stdout=subprocess.PIPE, check=True).stdout


def check_published_answers():
    for password, answer in PUBLISHED.items():
        salt, key = base64.b64decode(PUBLISHED_SALT), base64.b64decode(PUBLISHED_KEY)
        if b64(firebase_scrypt(password, salt, key)) != answer:
            sys.exit("The published known answers do not come out: these tools compute something else.")


def base64_signs(text):
    return text.count("+") + text.count("/")


def set_password(record, password, names, chance, signer_key):
    """Draws salts until salt and hash have the + and / that the accident is about."""
    signs_in_hash = 2 if "hash-mixed-alphabets" in names else 1 if "hash-url-safe" in names else 0
    while True:
        salt = chance.bytes(10)
        if "salt-url-safe" in names and not base64_signs(b64(salt)):
            continue
        text = b64(firebase_scrypt(password, salt, signer_key))
        if base64_signs(text) >= signs_in_hash:
            record[HASH], record[SALT] = text, b64(salt)
            return


def password_for(names, people):
    if "password-not-ascii" in names:
        return NOT_ASCII_PASSWORDS.pop(0)
    if "hash-bcrypt" in names:
        return BCRYPT_PASSWORD
    return PASSWORD_IN_CLEAR if "hash-fake" in names else people.password()


def what_becomes_of(names, good):
    """What a repair must lead to: the canonical hash string, the trimmed address."""
    if "hash-bcrypt" in names:
        return {"passwordHash": BCRYPT_HASH}
    if "email-white-space" in names:
        return {"email": good["email"]}
    return {"passwordHash": f"$f_scrypt${good[HASH]}${good[SALT]}$m={MEM_COST}$r={ROUNDS}$s={b64(SEPARATOR)}"}


def make_user(row, people, signer_key, identity=None, password=None):
    names, kind, accident = row
    record = make_record(people, kind, identity)
    user = {"record": record, "accidents": names, "verdict": verdict_on(names)}
    if kind == "password":
        user["password"] = password or password_for(names, people)
        set_password(record, user["password"], names, people.chance, signer_key)
    if user["verdict"] == REPAIR:
        user["becomes"] = what_becomes_of(names, record)
    accident(record)
    return user


def make_users(chance, signer_key):
    people = People(chance)
    users = [make_user(CLEAN, people, signer_key, KNOWN_IDENTITY, KNOWN_PASSWORD)]
    users += [make_user(CLEAN, people, signer_key, password=password) for password in ODD_PASSWORDS]
    users += [make_user(row, people, signer_key) for row in ROWS]
    for pair in SAME_ADDRESS:
        identity = people.name_and_address()
        users += [make_user(row, people, signer_key, identity) for row in pair]
    users += [make_user(CLEAN, people, signer_key) for _ in range(USERS - len(users))]
    return sorted(users, key=lambda user: user["record"]["localId"])  # the order in which the exporter pages


# ---- the files


def address_of(user):
    """What the user types to log in: without the white space that the export has."""
    email = user["record"].get("email")
    return email and email.strip()


def export_text(users):
    """The exporter's layout: indented records, no line end before or after the closing ]}."""
    records = (json.dumps(tidy(user["record"]), indent=2, ensure_ascii=False) for user in users)
    return '{"users": [\n' + ",\n".join(records) + "]}"


def expected_records(users):
    line, found = 2, []
    for user in users:
        if user["accidents"]:
            entry = {"line": line, "localId": user["record"]["localId"], "accidents": user["accidents"],
                     "verdict": user["verdict"]}
            if "becomes" in user:
                entry["becomes"] = user["becomes"]
            if "email-duplicate" in user["accidents"]:
                entry["sameEmailAs"] = [other["record"]["localId"] for other in users if other is not user
                                        and (address_of(other) or "").lower() == address_of(user).lower()]
            found.append(entry)
        line += len(json.dumps(tidy(user["record"]), indent=2).split("\n"))
    return found


def totals(users):
    verdicts = [user["verdict"] for user in users]
    going = [user["record"] for user in users if user["verdict"] != REFUSED]
    return {
        "records": len(users),
        "importable": verdicts.count(IMPORTABLE),
        "importableAfterRepair": verdicts.count(REPAIR),
        "refused": verdicts.count(REFUSED),
        "amongImportable": {
            "passwordHashes": sum(HASH in record for record in going),
            "phoneOnly": sum(HASH not in record and "phoneNumber" in record for record in going),
            "socialOnly": sum(HASH not in record and bool(record["providerUserInfo"]) for record in going),
            "phoneNumbers": sum("phoneNumber" in record for record in going),
            "socialLogins": sum(len(record["providerUserInfo"]) for record in going),
        },
    }


def expected_text(users):
    accidents = {name: {"verdict": verdict, "meaning": meaning,
                        "records": sum(name in user["accidents"] for user in users)}
                 for name, (verdict, meaning) in ACCIDENTS.items()}
    answer = {"file": "users.json", "totals": totals(users), "accidents": accidents, "records": expected_records(users)}
    return json.dumps(answer, indent=2, ensure_ascii=False) + "\n"


def passwords_text(users):
    lines = ({"localId": user["record"]["localId"], "email": address_of(user), "password": user["password"]}
             for user in users if "password" in user)
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def hash_config_text(signer_key):
    return (f"hash_config {{\n  algorithm: SCRYPT,\n  base64_signer_key: {b64(signer_key)},\n"
            f"  base64_salt_separator: {b64(SEPARATOR)},\n  rounds: {ROUNDS},\n  mem_cost: {MEM_COST},\n}}\n")


def main():
    check_published_answers()
    chance = Chance(SEED)
    signer_key = chance.bytes(64)
    users = make_users(chance, signer_key)
    files = {
        "users.json": export_text(users),
        "hash-config.txt": hash_config_text(signer_key),
        "known-password.txt": KNOWN_PASSWORD + "\n",
        "passwords.ndjson": passwords_text(users),
        "expected.json": expected_text(users),
    }
    for name, text in files.items():
        (HERE / name).write_bytes(text.encode("utf-8"))
    print(json.dumps(totals(users), indent=2))


if __name__ == "__main__":
    if sys.argv[1:] == ["--verify"]:
        from verify_sample import verify
        sys.exit(verify(HERE))
    if sys.argv[1:]:
        sys.exit(__doc__)
    main()
