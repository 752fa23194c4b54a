# python3 passlib.py, with passlib (or libpass) and cryptography.
import sys
sys.path = sys.path[1:]
from passlib.totp import TOTP
secrets = {"1": "TjQ9Qa31VOrfEzuPy4VHQWPCTmRzCnFzMKLxXYiZu9B", "2024-05": "b5QmDb9EYnHpjc1o"}
for tag in secrets:
    totp = TOTP.using(secrets={tag: secrets[tag]})(key="JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
    text = totp.to_json()
    assert TOTP.using(secrets=secrets).from_json(text).base32_key == "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
    print(text)
