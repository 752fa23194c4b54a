import warnings

warnings.simplefilter("ignore")

from passlib.hash import argon2, sha512_crypt

# With the end of its line it is read and said to need no update, and then its right password ends in ValueError.
text = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4\n"
print(argon2.identify(text), argon2.from_string(text).rounds)
try:
    print(argon2.verify("password", text))
except ValueError:
    print("ValueError")
# Digits of another script are numbers to int().
print(sha512_crypt.from_string("$6$rounds=\u0661\u0660\u0660\u0660$saltsalt$").rounds)
