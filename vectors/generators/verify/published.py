"""Published known answers, each with its source; what is refused as a matter of policy."""

import base64
import hashlib

from argon2.low_level import Type, verify_secret
from shared.implementations import crypt, named, provider_scrypt
from shared.verify_suite import Topic, another
from shared.witness import Recomputed

GENERATOR = "verify/published.py"

SIGNER_KEYS = {
    "A": "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
    "B": "YE0dO4bwD4JnJafh6lZZfkp1MtKzuKAXQcDCJNJNyeCHairWHKENOkbh3dzwaCdizzOspwr/FITUVlnOAwPKyw==",
    "C": "ou9tdYTGyYm8kuR6Dt0Bp0kDuAYoXrK16mbZO4yGwAn3oLspjnN0/c41v8xZnO1n14J3MjKj1b2g6AUCAlFwMw==",
    "D": "gRhC3eDeQOdyEn4bMd9c6kxguWVmcIVq/SKa0JDPFeM6TcEevkaW56sIWfx88OHbJKnCXdWscZx0l2WbCJ1wbg==",
    "K2": "NkZlKPkYEFfnbh1nYTfLsbqQnQ6jyRV4itK7iUD+hjO96tsAYhBG40BVS3AuJyiwHinqc5RR3oA+lppOXPNRmw==",
    "K3": "U01Ba7WbeBZyY/HjvbEp+N9KkB2h/oF7uSSbBSCj803usz1GV7YIhM+LlusLiU+t3qbz8hh5PLOUSekExEY04w==",
}

# Signer key, mem_cost, rounds, password, salt, hash; the separator is Bw== in all.
FIREBASE = [
    ("A", 14, 8, "user1password", "42xEC+ixf3L2lw==", "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="),
    ("A", 14, 8, "hunter2", "42xEC+ixf3L2lw==", "70k8Vg5B3/OrvJOiqusnasv0dLcBHoDAqJrJr7TRLBfMw4MitWx51YXJYFdGiyMbMeKtWtLf5HiBDcN0SUOm4A=="),
    ("A", 14, 8, "password", "TmFDbA==", "V358E8LdWJXAO7muq0CufVpEOXaj8aFiC7T/rcaGieN04q/ZPJ08WhJEHGjj9lz/2TT+/86N5VjVoc5DdBhBiw=="),
    ("B", 14, 8, "8x4WjoDbSxJZdR", "sPtDhWcd1MfdAw==", "xbSou7FOl6mChCyzpCPIQ7tku7nsQMTFtyOZSXXd7tjBa4NtimOx7v42Gv2SfzPQu1oxM2/k4SsbOu73wlKe1A=="),
    ("C", 14, 8, "mytestpassword", "C0sHCg9ek77hsg==", "zKVTMvnWVw5BBOZNUdnsalx4c4c7y/w7IS5p6Ut2+CfEFFlz37J9huyQfov4iizN8dbjvEJlM5tQaJP84+hfTw=="),
    ("D", 14, 8, "testPass123", "/cj0jC1br5o4+w==", "qZM035es5AXYqavsKD6/rhtxg7t5PhcyRgv5blc3doYbChX8keMfQLq1ra96O2Pf2TP/eZrR5xtPCYN6mX3ESA=="),
    ("D", 14, 9, "testPass123", "/cj0jC1br5o4+w==", "9Y8ICWcqbzmI42DxV1jpyEjbrJPG8EQ6nI6oC32JYz+/dd7aEjI/R7jG9P5kYh8v9gyqFKaXMDzMg7eLCypbOA=="),
    ("D", 15, 8, "testPass123", "/cj0jC1br5o4+w==", "LalFtzCxLIl14+ol6e/3cjHoa2B73ULiMN+Mjm+nJJEfQqtsXPpDX1VU4s9XyiuwGrQ5RN69PWL5DrHuNUH+RA=="),
    ("K2", 14, 8, "two space password", "GGc/eCzFj6DM0g==", "5RZZm9Jz7p/u+FGXMInlJtAYFmMBj6ioL1UOdWfsUknAFCnsPpnnKRLyXSUFwwKbM4lx7TdFclBsT16Z8uuumg=="),
    ("K3", 14, 8, "two space password", "GGc/eCzFj6DM0g==", "gB192J7wht579b0T7A8Hb7XCG3ADuDyrHKMu+QexJzeTTc+qCz+pTp0sgL4gbWWG8wZobLttkGPGkC3Tal7L4g=="),
    ("K2", 14, 8, "thisisalonglonglongpasswordforlongtesting", "idth64ctmPRzqA==", "/Sd7739rZmNhLrKoVNNogrT581HxvZZ84xTFEk8Fmlc/S3VLgyOdpaYKuL5Pv3MgpEb3rJXUIAr0g9Nv88R45Q=="),
    ("K3", 14, 8, "thisisalonglonglongpasswordforlongtesting", "idth64ctmPRzqA==", "mCxfrDPoDiL0I14siFWKy9Ej/kLzigJ/0OLlni9Y7ylsEpMNtoXTwinUZSVqERQ9ZMnuLRn8wjleXKAla3EdnQ=="),
    ("K2", 14, 8, "one two three four five six seven eight nine ten", "Rx4UJViMrCVJJA==", "H+9Yy+QH4yFEh/X/t0PfYPGbwVjmZezEGynOTciJW8QrDhwvharVnVn/ZGPiIhE0xWS/gOaMpeI0eGpA2O5eug=="),
    ("K3", 14, 8, "one two three four five six seven eight nine ten", "Rx4UJViMrCVJJA==", "euR8iKiEi2DRihl7a8U9KZRBzEvkUnjHKN/uwajULrp4V/ppsAyb+tYhufjHjHYpBeumAWqkR9GepxkKQFs7wg=="),
    ("K2", 14, 8, "1 2 3 4 5 6 7 8 9", "LnAO2WiC8XtYvA==", "5OzyNvT0QEq8NZkbmCZtcH6io2jRa1WkfsUWLFyTveNr9Ynuy3OVPB98QWht6gHppBaj9c3btbIZG+2SUhKboA=="),
    ("K3", 14, 8, "1 2 3 4 5 6 7 8 9", "LnAO2WiC8XtYvA==", "gefWdbh3KAspOHWfRKCPORt4rnvTXMGnTTM2oDzOyJ04rG+o/tXbW5CinPNIRGb0ZJm6dEHzV4GzxJ7Yyqf+2A=="),
    ("K2", 14, 8, "this is a sentence to test passwords with spaces", "46lG9vZK/L5JRw==", "fSu3juby0PyHcO9A/nCDLiVBqHfoIK2CBXYT4S18lGd/4aVfMb590aBNw72PbkakseFb5GX7pqDSouZ9XpyBxA=="),
    ("K3", 14, 8, "this is a sentence to test passwords with spaces", "46lG9vZK/L5JRw==", "GCCTzapxuL0SfQPEIvZhZ0CbpWTqFzmBNoAzbU0h4RksuEMZBBgzti+THiaqwCG5cW5CZenTRJN4fZU3xinkvA=="),
    ("K2", 14, 8, "testing123", "nwdW6iryfC10oQ==", "D4/67JzbolWXC6BuTdt0fRa6owx4CSEinCykFl+W02E8lpbFopre+BkWwYV9iFGhqwYiET+Hm9jT7s7LWz88bA=="),
    ("K3", 14, 8, "testing123", "nwdW6iryfC10oQ==", "aoTer9BYyhQCBkzqkV2WNHNgrh96PrUhr9qEmj/Lph9vz3CDlzyQn5bIHB5YJja8a4k7kLOveet5Mb2Bw4pZFA=="),
    ("K2", 14, 8, "this is a sentence to test testwords with spaces", "mzgHjqnbxO5UcA==", "fByXO3CKtRkK8tW/iNnuQGKdXhmqikU7+ffFp1LvDJTDASrzNgx7LMaV7xoVhgmfim5a/AUzgd8BFerCr0O8JQ=="),
    ("K3", 14, 8, "this is a sentence to test testwords with spaces", "mzgHjqnbxO5UcA==", "GRezeDwJ3Vif/zk7VF8MCQdHUwqovdE4ygHlKzKyeeqQWMy1A6o1S0lLMoEwKG6CSuFDfYkbY+yrypmIN/bZXQ=="),
    ("K2", 14, 8, "testing123", "iVRgXgGTl1TFfA==", "mSzCCU0nuySmqxdWZfwGpM1ulSH21hvnXJmP+cUwgi3QFeoKl/25jgX3Fow/wFC08bTw88wSzrgM6ags7hKy6A=="),
    ("K3", 14, 8, "testing123", "iVRgXgGTl1TFfA==", "/CfmSgGk02UzpvvSuXrk7ai0mDL04Y/kb2+vdaVt91ODTAxMolv36YopyxcabjepMTvpckA6LIumNttmdqfXkA=="),
    ("K2", 14, 8, "this is a sentence to test passwords with spaces", "VEJ6y1OiOwBYNQ==", "PDXbdkrrJEv/E4kkTcW5km3AnOXoLMfJKsrMjZnGaWYts4rT3aM4DeYFZqCRBnWKci/Vtj8z9fKiLkxPy5qwsg=="),
    ("K3", 14, 8, "this is a sentence to test passwords with spaces", "VEJ6y1OiOwBYNQ==", "WT7/NQZoTApqHmWgkUNb2wgakfbqG1PKGTzsAfmbHBh+6myV6AV2amnbuzu0qBKXsqDMN7MbF8EI8T8FUy/Vyg=="),
    ("K2", 14, 8, "one space", "E5g/OvCTUuVjeg==", "0rCzKM1HOYchvH/IHuXJvYHO8BQXRz7nt5318tGoqU4A6bFAlFignJJxslj8oW1QwI+2icOAji6uCzNFar715w=="),
    ("K3", 14, 8, "one space", "E5g/OvCTUuVjeg==", "t7uXa4HEUca0sZNMwmMr9OQU/QcVcKrkhGvVfrH13DBTsFcGof7u+x2vb8PZDwpNAACvCE+obB0E1EAP8guQnw=="),
    ("K2", 14, 8, "this$is%to^test&some=symbols*out@", "Dc+nQe0OnNrVrg==", "B8JNxsBRb0H5cHrnR18wpIbKnzp8//NV3r+3nZG4VYnM4simlThHfpOYx0cJrTBi7xVhiBS9UgkrTlrfSRf2VA=="),
    ("K3", 14, 8, "this$is%to^test&some=symbols*out@", "Dc+nQe0OnNrVrg==", "YslphYzSBwBsfZZjm9nS7eMQkil+yGdW7UmXEfHlIPefuy7goJ4JGRxGGtwsA1d/L5p4CZiVsDqBkSmV0aKTLA=="),
    ("K2", 14, 8, "one two three four five six seven eight", "ugHGGMrmBmldRA==", "LeEhEBIoqfUq1b6SDLBFWQFYdGevXy8bDRh3T6a2UY9k3xpQIGHM2utb32pxV52Em2sPwMT5fyDUFaWBcWJP7w=="),
    ("K3", 14, 8, "one two three four five six seven eight", "ugHGGMrmBmldRA==", "SOoFU16rwbS/2FIW0DanEGSCeXStaLsYPu5Xw8brJPE3hvwWFceCvWSFAvFU+fqZW+QWQUjRnRN+ytbL6dcqlw=="),
    ("K2", 14, 8, "one two three four five six seven eight nine", "FMlxIuMeTReT9g==", "gOq1gkETx7x0uSmC9IANIdMPkr0wT/o08cxCkLa+ExzR5zsdDH9Qj4kwgVNGyHJw5U4vUY0CR0zRJ8V7N6MBow=="),
    ("K3", 14, 8, "one two three four five six seven eight nine", "FMlxIuMeTReT9g==", "5eGRwQ2Qr/3htMUGKAbvaLbVn64yeG43wjpiHNbjZmKCvt1bOdke6AbuXMhjZhVtJcE20AEqpX97+LYxrxZk2w=="),
]
FIREBASE_SOURCES = [
    ("A", "firebase/scrypt", "https://github.com/firebase/scrypt/blob/main/README.md", "BSD-3-Clause"),
    ("B", "Ory Kratos", "https://github.com/ory/kratos/blob/master/hash/hasher_test.go", "Apache-2.0"),
    ("C", "Supabase Auth", "https://github.com/supabase/auth/blob/master/internal/crypto/password_test.go", "MIT"),
    ("D", "SuperTokens core", "https://github.com/supertokens/supertokens-core/blob/master/src/test/java/io/supertokens/test/emailpassword/PasswordHashingTest.java", "Apache-2.0"),
    ("K2", "firebase/scrypt", "https://github.com/firebase/scrypt/tree/main/tests/02", "BSD-3-Clause"),
    ("K3", "firebase/scrypt", "https://github.com/firebase/scrypt/tree/main/tests/03", "BSD-3-Clause"),
]


def firebase():
    topic = Topic("firebase", ["Published hashes of Firebase's modified scrypt, in the canonical form."])
    for key, name, url, licence in FIREBASE_SOURCES:
        checks = [Recomputed(f"{named('OpenSSL')} (scrypt, AES-256-CTR)")]
        topic.group(name, "as published", url, licence, GENERATOR, checks, published=True)
        for row_key, mem_cost, rounds, password, salt, text in FIREBASE:
            if row_key != key:
                continue
            signer, raw_salt = base64.b64decode(SIGNER_KEYS[key]), base64.b64decode(salt)
            made = provider_scrypt(password, raw_salt, b"\x07", signer, mem_cost, rounds)
            assert base64.b64encode(made).decode() == text
            text = f"$f_scrypt${text}${salt}$m={mem_cost}$r={rounds}$s=Bw=="
            comment, given = f"mem_cost {mem_cost}, rounds {rounds}", {"signerKey": SIGNER_KEYS[key]}
            topic.add(text, password.encode(), True, "provider-scrypt", comment, ["Costly"], **given)
            topic.add(text, another(password.encode()), False, "provider-scrypt", f"{comment}, another password", ["Costly"], checks=checks, **given)
    topic.add(text, b"testPass124", False, "provider-scrypt", "another password", ["Costly"], checks=checks, signerKey=SIGNER_KEYS["K3"])
    topic.write()


# crypt_blowfish's wrapper.c: passwords in hexadecimal.
BLOWFISH = [
    ("$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", b"U*U".hex()),
    ("$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK", b"U*U*".hex()),
    ("$2a$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a", b"U*U*U".hex()),
    ("$2a$05$CCCCCCCCCCCCCCCCCCCCC.7uG0VCzI2bS7j6ymqJi9CdcdxiRTWNy", ""),
    ("$2a$05$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui", b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789chars after 72 are ignored".hex()),
    ("$2y$05$/OK.fbVrR/bpIqNJ5ianF.Sa7shbm4.OzKpvFnX1pQLmQW96oUlCq", "a3"),
    ("$2x$05$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3e", "a3"),
    ("$2x$05$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3e", "ffffa3"),
    ("$2y$05$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3e", "ffffa3"),
    ("$2b$05$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3e", "ffffa3"),
    ("$2x$05$/OK.fbVrR/bpIqNJ5ianF.o./n25XVfn6oAPaUvHe.Csk4zRfsYPi", "31a3333435"),
    ("$2x$05$/OK.fbVrR/bpIqNJ5ianF.o./n25XVfn6oAPaUvHe.Csk4zRfsYPi", "ffa3333435"),
    ("$2y$05$/OK.fbVrR/bpIqNJ5ianF.nRht2l/HRhr6zmCp9vYUvvsqynflf9e", "ffa3333435"),
    ("$2a$05$/OK.fbVrR/bpIqNJ5ianF.nRht2l/HRhr6zmCp9vYUvvsqynflf9e", "ffa3333435"),
    ("$2y$05$/OK.fbVrR/bpIqNJ5ianF.6IflQkJytoRVc1yuaNtHfiuq.FRlSIS", "a36162"),
    ("$2x$05$/OK.fbVrR/bpIqNJ5ianF.6IflQkJytoRVc1yuaNtHfiuq.FRlSIS", "a36162"),
    ("$2x$05$6bNw2HLQYeqHYyBfLMsv/OiwqTymGIGzFsA4hOTWebfehXHNprcAS", "d191"),
    ("$2x$05$6bNw2HLQYeqHYyBfLMsv/O9LIGgn8OMzuDoHfof8AQimSGfcSWxnS", "d0c1d2cfccd8"),
    ("$2a$05$/OK.fbVrR/bpIqNJ5ianF.swQOIzjOiJ9GHEPuhEkvqrUyvWhEMx6", "aa" * 72 + b"chars after 72 are ignored as usual".hex()),
    ("$2a$05$/OK.fbVrR/bpIqNJ5ianF.R9xrDjiycxMbQE2bp.vgqlYpW5wx2yy", "aa55" * 36),
    ("$2a$05$/OK.fbVrR/bpIqNJ5ianF.9tQZzcJfm3uj2NvJ/n5xkhpqLrMpWCe", "55aaff" * 24),
]
ARGON2 = [
    "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
    "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
    "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
    "$argon2id$v=19$m=65536,t=2,p=1$ZGlmZnNhbHQ$vfMrBczELrFdWP0ZsfhWsRPaHppYdP3MVEMIVlqoFBw",
    "$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8",
    "$argon2i$v=19$m=256,t=2,p=2$c29tZXNhbHQ$T/XOJ2mh1/TIpJHfCdQan76Q5esCFVoT5MAeIM1Oq2E",
    "$argon2i$m=256,t=2,p=1$c29tZXNhbHQ$/U3YPXYsSb3q9XxHvc0MLxur+GP960kN9j7emXX8zwY",
    "$argon2i$m=65536,t=2,p=1$c29tZXNhbHQ$9sTbSlTio3Biev89thdrlKKiCaYsjjYVJxGAL3swxpQ",
]
# hashcat's example hashes; the password is always hashcat.
HASHCAT = [
    ("$P$984478476IagS59wHZvyQMArzfx58u.", "phpass", {}, []),
    ("$H$984478476IagS59wHZvyQMArzfx58u.", "phpass", {}, []),
    ("$1$28772684$iEwNOgGugqO9.bIz5sk8k/", "md5-crypt", {}, []),
    ("$apr1$71850310$gh9m4xcAn3MGxogwX/ztb.", "apr1", {}, []),
    ("$6$52450745$k5ka2p8bFuSmoVT1tzOyyuaREkkKBcCNqoDKzYiJL9RaE8yMnPgh2XzzF0NDrUhgrcLwg78xs1w5pJiypEdFX/", "sha512-crypt", {}, []),
    ("$5$rounds=5000$GX7BopJZJxPc/KEK$le16UF8I2Anb.rOrn22AUPWvzUETDGefUmAV8AZkGcD", "sha256-crypt", {}, []),
    ("$S$C33783772bRXEx1aCsvY.dqgaaSu76XmVlKrW9Qu8IQlvxHlmzLf", "drupal-sha512", {}, []),
    ("pbkdf2_sha256$20000$H0dPx8NeajVu$GiC4k5kqbbR9qWBlsRgDywNqC2vd9kqfk7zdorEnNas=", "pbkdf2", {}, []),
    ("{SSHA}AZKja92fbuuB9SpRlHqaoXxbTc43Mzc2MDM1Ng==", "sha1", {}, []),
    ("{SSHA512}ALtwKGBdRgD+U0fPAy31C28RyKYx7+a8kmfksccsOeLknLHv2DBXYI7TDnTolQMBuPkWDISgZr2cHfnNPFjGZTEyNDU4OTkw", "sha512", {}, []),
    ("{PKCS5S2}NzIyNzM0NzY3NTIwNjI3MdDDis7wPxSbSzfFqDGf7u/L00kSEnupbz36XCL0m7wa", "pbkdf2", {}, []),
    ("sha1$fe76b$02d5916550edf7fc8c886f044887f4b1abf9b013", "sha1", {}, []),
    ("$2a$05$LhayLxezLhK1LhWvKxCyLOj0j1u.Kj0jZ0pEmm134uzrQlFvQJLF6", "bcrypt", {}, []),
    ("$2a$05$/VT2Xs2dMd8GJKfrXhjYP.DkTjOVrY12yDN7/6I8ZV0q/1lEohLru", "bcrypt", {"source": "vbulletin"}, ["Prehashed"]),
    ("8d2129083ef35f4b365d5d87487e1207:47204", "md5", {"source": "mybb"}, []),
]
# Ulrich Drepper's SHA-crypt.txt
SHA_CRYPT = [
    ("$5$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5", "Hello world!", "sha256-crypt"),
    ("$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoEOfaS35inz1", "Hello world!", "sha512-crypt"),
]


def schemes():
    topic = Topic("published", ["Hashes that projects and standards publish as known to be correct."])
    topic.group("crypt_blowfish", "1.3", "https://github.com/openwall/crypt_blowfish/blob/master/wrapper.c", "public domain", GENERATOR, published=True)
    for text, password in BLOWFISH:
        flags = ["SignExtension"] if text.startswith("$2x") else []
        topic.add(text, bytes.fromhex(password), True, "bcrypt", "known answer of crypt_blowfish", flags)
    reference = ("argon2 reference", "20171227", "https://github.com/P-H-C/phc-winner-argon2/blob/master/src/test.c", "CC0-1.0 or Apache-2.0", GENERATOR)
    topic.group(*reference, published=True)
    for text in ARGON2:
        flags = ["Costly"] if "m=65536" in text else []
        topic.add(text, b"password", True, "argon2", "known answer of the reference", flags)
    sorted_parameters(topic)
    topic.group(*reference, published=True)
    topic.add(ARGON2[0], b"passwore", False, "argon2", "another password")
    topic.group("hashcat", "6.2", "https://hashcat.net/wiki/doku.php?id=example_hashes", "MIT", GENERATOR, published=True)
    for text, scheme, given, flags in HASHCAT:
        costly = ["Costly"] if text.startswith(("$S$", "pbkdf2_sha256$20000")) else []
        topic.add(text, b"hashcat", True, scheme, "example hash", [*flags, *costly], **given)
    topic.group("SHA-crypt", "0.6", "https://www.akkadia.org/drepper/SHA-crypt.txt", "public domain", GENERATOR, published=True)
    for text, password, scheme in SHA_CRYPT:
        topic.add(text, password.encode(), True, scheme, "known answer of the specification")
    rfc7914(topic)
    stytch(topic)
    topic.group("WordPress", "6.8", "https://github.com/WordPress/wordpress-develop/blob/trunk/tests/phpunit/tests/auth.php", "facts", GENERATOR, published=True)
    topic.add("$wp$2y$10$Q1xinFjrZeLWJBvxviIL6u834Fu.evIEFHAUVisQ5O.w9Dm0sMdES", b"admin", True, "bcrypt", "WordPress 6.8", ["Prehashed", "Costly"])
    topic.group("Django", "as published", "https://docs.djangoproject.com/en/stable/topics/auth/passwords/", "facts", GENERATOR, published=True)
    topic.add("bcrypt_sha256$$2b$12$VADBCPlCt0wMa2zjUgaXl.jnrvoNt/kgjtRY7i./fo0V2IEp1l6f2", b"password", True, "bcrypt", "Django", ["Prehashed", "Costly"])
    topic.group("Liferay", "7.4", "https://github.com/liferay/liferay-portal", "facts", GENERATOR, published=True)
    for text in LIFERAY:
        topic.add(text, b"password", True, "pbkdf2", "Liferay's own test", ["Costly"])
    topic.group("Authgear", "as published", "https://github.com/authgear/authgear-server pkg/util/password/bcrypt_sha512_test.go", "facts", GENERATOR, published=True)
    for text, password in AUTHGEAR:
        topic.add(text, password, True, "bcrypt", "Authgear's own test", ["Prehashed", "Costly"])
    topic.group("Dovecot", "2.3", "https://github.com/dovecot/core/blob/main/src/auth/test-libpassword.c", "facts", GENERATOR, published=True)
    topic.add("{BLF-CRYPT}$2y$05$11ipvo5dR6CwkzwmhwM26OXgzXwhV2PyPuLV.Qi31ILcRcThQpEiW", b"test", True, "bcrypt", "Dovecot's own test")
    topic.add("{ARGON2I}$argon2i$v=19$m=32768,t=4,p=1$f2iuP4aUeNMrgu34fhOkkg$1XSZZMWlIs0zmE+snlUIcLADO3GXbA2O/hsQmmc317k", b"test", True, "argon2", "Dovecot's own test", ["Costly"])
    topic.write()


# 128,000 and 720,000 rounds, salts of 8 bytes and of 16.
LIFERAY = [
    "AAAAoAAB9ADJZ16OuMAPPHe2CUbP0HPyXvagoKHumh7iHU3c",
    "{PBKDF2WithHmacSHA1}AAAAoAAK/IAwGhXn0y8iEgAAAAAAAAAA4zLIf9Yqr/EvCcKm3UJw4gc2KBQ=",
]
AUTHGEAR = [
    ("$bcrypt-sha512$$2a$10$qQybX3kAJNT2YqYRVmbfjO5EhgWm6vV4cWmXo2ZATAuBmCyJM2fKu", b"password"),
    ("$bcrypt-sha512$$2a$10$zDrD87PynMMSNjLGHu0y.uBZ8qf8j75xiBYmAK9QPqk7zqFvLigQi", b"password12345678" * 5),
]


def sorted_parameters(topic):
    """npm argon2 0.45.x writes the parameters sorted by name: m, p, t."""
    canonical = ARGON2[0]
    assert verify_secret(canonical.encode(), b"password", Type.ID)
    text = canonical.replace("m=256,t=2,p=1", "m=256,p=1,t=2")
    try:
        verify_secret(text.encode(), b"password", Type.ID)
        raise AssertionError("libargon2 takes sorted parameters")
    except Exception as refused:
        assert "Decoding failed" in str(refused), refused
    topic.group(
        "npm argon2", "0.45.x", "https://github.com/ranisalt/node-argon2", "MIT", GENERATOR,
        [Recomputed(f"{named('libargon2')} (of the same hash with the parameters in the reference's order)")],
        ran=False,
    )
    comment = "the order in which npm argon2 0.45.x writes: it verifies there, and the reference refuses it"
    topic.add(text, b"password", True, "argon2", comment, problem="argon2/parameter-order")


# Stytch's export: salt and digest as it writes them. The salt is the text, not what it decodes to.
STYTCH = [
    ("1", "BbV-sGQqUIX1NwE6uqtSITv4fa1iMw==", "uiOC_BwbKta9R9QL6Ss6KTDpCcULh9_zhObl5j4398M="),
    ("2", "zKia-0BdIFKCzWbzXbj3qrhBnbiWNg==", "8dg6AaIWPfcLTQU7lb4H-CI49dHeqaBXfFE1ogb2qRQ="),
    ("3", "XPapDAm6xdV5UhMpyPrSpy8FbfCDtA==", "A6VzdsTsTHPqafORIb0GkGD6qFxdncqwA15YXRsVgvs="),
]


def stytch(topic):
    """Salt, digest, password and costs are published; that they make this string is our reading."""
    topic.group(
        "FusionAuth import scripts", "2024-01", "https://github.com/FusionAuth/fusionauth-import-scripts/tree/main/stytch",
        "Apache-2.0", GENERATOR, ran=False,
    )
    checks = [Recomputed(f"{named('OpenSSL')} (hashlib)")]
    bare = lambda data: base64.b64encode(data).decode().rstrip("=")
    for number, salt, digest in STYTCH:
        password = f"averylongandunguessablepasswordwithlotsofrandominfooofisjoafasnr;,n{number}".encode()
        key = base64.urlsafe_b64decode(digest)
        assert hashlib.scrypt(password, salt=salt.encode(), n=1 << 15, r=8, p=1, maxmem=1 << 26, dklen=32) == key
        text = f"$scrypt$ln=15,r=8,p=1${bare(salt.encode())}${bare(key)}"
        topic.add(text, password, True, "scrypt", "Stytch's columns: the exported text of the salt is the salt", ["Costly"], checks=checks)


# Why there is no other implementation beside these: each has its own bounds, or none.
COSTS = (
    "What one verification may cost is for whoever verifies to say, and no other implementation has the same bounds. "
    "Where the answer must be a refusal the work takes hours of a core or terabytes: whoever begins it is down. "
    "Where the work can be done the computed answer is right as well."
)
NO_ANSWER = (
    "Of these nobody can tell a right password from a wrong one: a part or a key is missing, the parameters are "
    "none, or the text fits several schemes. A refusal is right, and an answer of `matches: false` would hide that "
    "the record is broken."
)
PLAIN_TEXT = (
    "Spring Security compares the text and says yes; we refuse it, so that nobody carries plain text over without "
    "noticing. Either is an answer that the operator can act on."
)


def rfc7914(topic):
    """Sections 11 and 12, in PHC and passlib notation; the last scrypt vector takes 1 GiB and is refused."""
    topic.group("RFC 7914", "2016", "https://www.rfc-editor.org/rfc/rfc7914", "IETF Trust", GENERATOR, published=True)
    bare = lambda data: base64.b64encode(data).decode().rstrip("=")
    key = bytes.fromhex(
        "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
        "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"
    )
    topic.add(f"$pbkdf2-sha256$i=1,l=64${bare(b'salt')}${bare(key)}", b"passwd", True, "pbkdf2", "section 11")
    vectors = [
        (b"", b"", 4, 1, 1, "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"),
        (b"password", b"NaCl", 10, 8, 16, "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"),
        (b"pleaseletmein", b"SodiumChloride", 14, 8, 1, "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"),
    ]
    for password, salt, ln, r, p, key in vectors:
        text = f"$scrypt$ln={ln},r={r},p={p}${bare(salt)}${bare(bytes.fromhex(key))}"
        topic.add(text, password, True, "scrypt", "section 12", ["Costly"] if ln > 4 else [])
    text = f"$scrypt$ln=20,r=8,p=1${bare(b'SodiumChloride')}${bare(bytes(64))}"
    topic.refuse(
        text, b"pleaseletmein", "verify/cost-over-limit",
        "the parameters of section 12 that take 1 GiB, with another digest", ["Costly"],
        policy=COSTS, takes=[{"matches": False, "scheme": "scrypt"}],
    )


REFUSED = [
    ("$argon2id$v=19$m=4294967295,t=1,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4", "verify/cost-over-limit", "4 TiB"),
    ("$argon2id$v=19$m=256,t=4294967295,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4", "verify/cost-over-limit", "4 thousand million passes"),
    ("$argon2id$v=19$m=1024,t=1,p=64$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4", "verify/cost-over-limit", "64 lanes of little memory: the work is small, and a bound on lanes is permitted"),
    ("$2b$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", "verify/cost-over-limit", "2^31 rounds"),
    ("$bcrypt-sha256$v=2,t=2b,r=30$5Hg1DKFqPE8C2aflZ5vVoe$wOK1VFFtS8IGTrGa7.h5fs0u84qyPbS", "verify/cost-over-limit", "2^30 rounds"),
    ("pbkdf2_sha256$2147483647$salt$GiC4k5kqbbR9qWBlsRgDywNqC2vd9kqfk7zdorEnNas=", "verify/cost-over-limit", "2^31 iterations"),
    ("$6$rounds=999999999$salt$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjlO/O817G3uBnIFNjnQJuesI68OTLiBFdcbYEdFCoEOfaS35inz1.", "verify/cost-over-limit", "999999999 rounds"),
    ("$P$S84478476IagS59wHZvyQMArzfx58u.", "verify/cost-over-limit", "2^30 rounds"),
    ("$S$S33783772bRXEx1aCsvY.dqgaaSu76XmVlKrW9Qu8IQlvxHlmzLf", "verify/cost-over-limit", "2^30 rounds"),
    ("$scrypt$ln=31,r=8,p=1$c2FsdA$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4", "verify/cost-over-limit", "2 TiB"),
    ("{scrypt}$1f0801$c2FsdHNhbHQ=$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4=", "verify/cost-over-limit", "2 TiB"),
    ("scrypt:3:8:1$salt$" + "00" * 64, "scheme/malformed", "N is not a power of two"),
    ("", "hash/empty", "no hash"),
    ("$f_scrypt$" + "A" * 86 + "==$c2FsdA==$m=14$r=8$s=Bw==", "verify/signer-key-missing", "no signer key given"),
]


TAKEN = [{"matches": False, "scheme": "argon2"}]
# What some refuse and others compute, with the answer of those who compute it.
COMPUTED = [
    (
        "$6$rounds=10$salt$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjlO/O817G3uBnIFNjnQJuesI68OTLiBFdcbYEdFCoEOfaS35inz1.",
        "scheme/malformed", "fewer rounds than crypt(3) writes: SHA-crypt's specification takes them for 1,000", "sha512-crypt",
    ),
]


def computed(topic):
    """The digests are made up, so that the password is wrong for whoever computes them."""
    for text, problem, comment, scheme in COMPUTED:
        assert crypt(b"password", text) != text
        no = [{"matches": False, "scheme": scheme}]
        topic.refuse(text, b"password", problem, comment, ["NoAnswer"], checks=[named("libxcrypt")], takes=no)
    yes = [{"matches": True, "scheme": "plain-text"}]
    comment = "plain text, which Spring Security compares"
    topic.refuse("{noop}password", b"password", "scheme/plain-text", comment, ["NoAnswer"], policy=PLAIN_TEXT, takes=yes)
    no = [{"matches": False, "scheme": "plain-text"}]
    topic.refuse("{noop}password", b"passwor", "scheme/plain-text", f"{comment}, another password", ["NoAnswer"], policy=PLAIN_TEXT, takes=no)
    md5 = [{"matches": True, "scheme": "md5"}]
    topic.refuse("5f4dcc3b5aa765d61d8327deb882cf99", b"password", "scheme/ambiguous", "a bare digest", ["NoAnswer"], policy=NO_ANSWER, takes=md5)


def refused():
    topic = Topic("refused", ["Hashes that are refused before any work is done."])
    topic.group("credport", "1", "https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html", "0BSD", GENERATOR)
    for text, problem, comment in REFUSED:
        takes = TAKEN if "64 lanes" in comment else None
        if "over-limit" in problem:
            topic.refuse(text, b"password", problem, comment, ["Costly"], policy=COSTS, takes=takes)
        else:
            topic.refuse(text, b"password", problem, comment, ["NoAnswer"], policy=NO_ANSWER)
    topic.refuse("$2y$05$/OK.fbVrR/bpIqNJ5ianF.Sa7shbm4.OzKpvFnX1pQLmQW96oUlCq", b"x", "verify/pepper-missing", "an old Nextcloud", ["Peppered"], policy=NO_ANSWER, source="nextcloud")
    computed(topic)
    topic.write()


def make():
    firebase()
    schemes()
    refused()
