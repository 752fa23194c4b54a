import hashlib

import onetimepass

# A known answer of RFC 6238: of SHA-256, 8 digits at 59 seconds.
secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA===="
print(onetimepass.get_totp(secret, as_string=True, digest_method=hashlib.sha256, token_length=8, clock=59).decode())

# As most services write a key of 26 bytes: without padding.
try:
    print(onetimepass.get_totp("EYS6ZJQOV7GZSNARXKYSK5XIEN4ZNIS6YYACOUVRC4", token_length=8, interval_length=15, clock=165885306))
except Exception as error:
    print(type(error).__name__)
