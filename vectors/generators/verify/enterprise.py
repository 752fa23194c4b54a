"""Hashes of servers, directories, databases and devices of companies, as hashcat and John the Ripper publish them.

Python's hashlib and passlib compute each again from its text, in a reading of their own here, and answer about wrong
passwords; passlib and John the Ripper read those texts of which they have a handler.
"""

import base64
import hashlib
import platform

import passlib.hash
from passlib.crypto._md4 import md4
from passlib.handlers import md5_crypt as passlib_md5
from shared.implementations import named
from shared.john import NAME as JUMBO, by_john
from shared.near_misses import LONG, NON_ASCII, PLAIN
from shared.verify_suite import NUL_PASSWORD, Topic, another, text_salt
from shared.witness import Recomputed
from verify.columns import PYDAL, by_pydal

HASHCAT_URL, JOHN_URL = "https://hashcat.net/wiki/doku.php?id=example_hashes", "https://github.com/openwall/john"
PYTHON = Recomputed(f"Python {platform.python_version()} (hashlib)")
ALPHABET = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def wide(password):
    return password.decode().encode("utf-16le")


def b64(data):
    return base64.b64encode(data).decode()


def unb64(text):
    return base64.b64decode(text + "=" * (-len(text) % 4))


def crypt_order(data):
    """Six bits at a time, the most significant first."""
    bits = "".join(f"{byte:08b}" for byte in data)
    return "".join(ALPHABET[int(bits[at : at + 6].ljust(6, "0"), 2)] for at in range(0, len(bits), 6))


def aix_order(data):
    """Three bytes are a number with the first one in front, whose lowest six bits come first; what is over is cut."""
    padded = data + bytes(-len(data) % 3)
    numbers = [int.from_bytes(padded[at : at + 3], "big") for at in range(0, len(padded), 3)]
    text = "".join(ALPHABET[number >> shift & 63] for number in numbers for shift in (0, 6, 12, 18))
    return text[: -(-len(data) * 8 // 6)]


def digest(name, *parts):
    return hashlib.new(name, b"".join(parts)).digest()


def derive(name, password, salt, rounds, length=None):
    return hashlib.pbkdf2_hmac(name, password, salt, rounds, length)


def iterated(name, rounds, first):
    for _ in range(rounds):
        first = digest(name, first)
    return first


# How each text is made again of itself and a password ------------------------------------------------------


def hmailserver(text, p):
    return text[:6] + digest("sha256", text[:6].encode(), p).hex()


def netscaler(name):
    return lambda text, p: text[:9] + digest(name, text[1:9].encode(), p, b"\0").hex()


def fortinet(name):
    own = bytes.fromhex("A388BA2E424CB04A537930C13107CC3FA1329029A9815B70")
    salt = lambda text: base64.b64decode(text[3:])[:12]
    return lambda text, p: text[:3] + b64(salt(text) + digest(name, salt(text), p, own))


def episerver(name):
    def again(text, p):
        head, version, salt, key = text.rsplit("*", 3)
        made = b64(digest(name, base64.b64decode(salt), wide(p)))
        return "*".join([head, version, salt, made if key.endswith("=") else made.rstrip("=")])

    return again


def sspr(name):
    def again(text, p):
        _, mark, form, rounds, salt, _ = text.split("$")
        first = p if form in "01" else salt.encode() + p
        return "$".join(["", mark, form, rounds, salt, iterated(name, int(rounds), first).hex()])

    return again


def sap(name):
    def again(text, p):
        head, _, value = text.partition("}")
        value, size = base64.b64decode(value), hashlib.new(name).digest_size
        made = salt = value[size:]
        for _ in range(int(head.split(", ")[1])):
            made = digest(name, p, made)
        return head + "}" + b64(made + salt)

    return again


def otm(text, p):
    mark, rounds, salt, _ = text.split(":")
    return ":".join([mark, rounds, salt, b64(iterated("sha256", int(rounds), salt.encode() + p))])


def aix(name):
    def again(text, p):
        head, salt, _ = text.split("$")
        return "$".join([head, salt, aix_order(derive(name, p, salt.encode(), 1 << int(head[-2:])))])

    return again


def aix_md5(text, p):
    """passlib's md5-crypt without the marker, which alone is the difference."""
    kept, passlib_md5._MD5_MAGIC = passlib_md5._MD5_MAGIC, b""
    try:
        salt = text[len("{smd5}") :].split("$")[0]
        return "{smd5}" + salt + "$" + passlib_md5._raw_md5_crypt(p, salt)
    finally:
        passlib_md5._MD5_MAGIC = kept


def web2py(text, p):
    head, salt, _ = text.split("$")
    rounds, length, name = head[len("pbkdf2(") : -1].split(",")
    return f"{head}${salt}${derive(name, p, salt.encode(), int(rounds), int(length)).hex()}"


def hex_pbkdf2(text, p):
    mark = "." if "." in text else "$"
    name, rest = text[len("$pbkdf2-hmac-") :].split("$", 1)
    rounds, salt, key = rest.split(mark)
    made = derive(name, p, bytes.fromhex(salt), int(rounds), len(key) // 2).hex()
    return f"$pbkdf2-hmac-{name}${mark.join([rounds, salt, made])}"


def grub(text, p):
    *head, rounds, salt, _ = text.split(".")
    made = derive("sha512", p, bytes.fromhex(salt), int(rounds)).hex()
    return ".".join([*head, rounds, salt, made if text.islower() else made.upper()])


def macos(text, p):
    _, mark, rounds, salt, key = text.split("$")
    return "$".join(["", mark, rounds, salt, derive("sha512", p, bytes.fromhex(salt), int(rounds), len(key) // 2).hex()])


def cisco_8(text, p):
    return text[:18] + crypt_order(derive("sha256", p, text[3:17].encode(), 20000))


def cisco_9(text, p):
    return text[:18] + crypt_order(hashlib.scrypt(p, salt=text[3:17].encode(), n=1 << 14, r=1, p=1, dklen=32))


def azure(text, p):
    head, salt, rounds, key = text.split(",")
    nt = md4(wide(p)).hexdigest().upper().encode("utf-16le")
    return ",".join([head, salt, rounds, derive("sha256", nt, bytes.fromhex(salt), int(rounds)).hex() + key[64:]])


def dcc2(text, p):
    rounds, user, _ = text[len("$DCC2$") :].split("#")
    salt = user.lower().encode("utf-16le")
    return f"$DCC2${rounds}#{user}#{derive('sha1', md4(md4(wide(p)).digest() + salt).digest(), salt, int(rounds), 16).hex()}"


def solarwinds(text, p):
    _, mark, form, salt, _ = text.split("$")
    given = base64.b64decode(salt) if form == "1" else (salt + "1244352345234")[:8].encode()
    return "$".join(["", mark, form, salt, b64(digest("sha512", derive("sha1", p, given, 1000, 1024)))])


def mssql(name):
    """SQL Server 2000 writes a second digest, of the password in upper case."""

    def again(text, p):
        salt, size = bytes.fromhex(text[6:14]), 2 * hashlib.new(name).digest_size
        made = digest(name, wide(p), salt).hex().upper()
        return text[:14] + made + text[14 + size :]

    return again


def mysql(text, p):
    made = hashlib.sha1(digest("sha1", p)).hexdigest()
    return "*" + (made if text.islower() else made.upper())


def oracle_11(text, p):
    made = digest("sha1", p, bytes.fromhex(text[42:62])).hex().upper()
    return "S:" + made + text[42:]


def oracle_12(text, p):
    salt = bytes.fromhex(text[130:162])
    key = derive("sha512", p, salt + b"AUTH_PBKDF2_SPEEDY_KEY", 4096)
    made = digest("sha512", key, salt).hex()
    return "T:" + (made if text[2:].islower() else made.upper()) + text[130:]


def sha256_crypt(password, salt, rounds):
    """SHA-crypt's specification, without its cut of the salt at 16 bytes."""
    filled = lambda data, length: (data * (length // len(data) + 1))[:length]
    inner = digest("sha256", password, salt, password)
    bits = [inner if length == "1" else password for length in reversed(f"{len(password):b}")]
    made = digest("sha256", password, salt, filled(inner, len(password)), *bits)
    p = filled(digest("sha256", password * len(password)), len(password))
    s = filled(digest("sha256", salt * (16 + made[0])), len(salt))
    for turn in range(rounds):
        first, last = (p, made) if turn % 2 else (made, p)
        made = digest("sha256", first, s if turn % 3 else b"", p if turn % 7 else b"", last)
    order = [[0, 10, 20], [21, 1, 11], [12, 22, 2], [3, 13, 23], [24, 4, 14], [15, 25, 5], [6, 16, 26], [27, 7, 17], [18, 28, 8], [9, 19, 29]]
    text = "".join(ALPHABET[int.from_bytes(bytes(made[at] for at in group), "big") >> shift & 63] for group in order for shift in (0, 6, 12, 18))
    return text + "".join(ALPHABET[int.from_bytes(bytes([made[31], made[30]]), "big") >> shift & 63] for shift in (0, 6, 12))


def caching_sha2(text, p):
    return text[:27] + sha256_crypt(p, text[7:27].encode("latin-1"), 1000 * int(text[3:6], 16))


# Comment, scheme, how it is made again, passlib's handler, and who publishes which text of which password.
HASHCAT = b"hashcat"
ROWS = [
    ("Episerver 6", "sha1", episerver("sha1"), None, "$episerver$*0*MjEwNA==*ZUgAmuaYTqAvisD0A427FA3oaWU", ("$episerver$*0*fGJ2wn/5WlzqQoDeCA2kXA==*UQgnz/vPWap9UeD8Dhaw3h/fgFA=", b"testPassword")),
    ("Episerver 6 for .NET 4", "sha256", episerver("sha256"), None, "$episerver$*1*NDg1NTIz*8BFCg/YJBAuZs/wjbH3OWKe69BLr5Lao26ybpnD48Zk", ("$episerver$*1*aHIza2pUY0ZkR2dqQnJrNQ==*1KPAZriqakiNvE6ML6xkUzS11QPREziCvYkJc4UtjWs", b"test1")),
    ("hMailServer", "sha256", hmailserver, None, "8fe7ca27a17adc337cd892b1d959b4e487b8f0ef09e32214f44fb1b07e461c532e9ec3", ("cc06fa688a64cdeea43d3c0fb761fede7e3ccf00a9daea9c79f7d458e06f88327f16dd", b"password")),
    ("NetScaler", "sha1", netscaler("sha1"), None, "1130725275da09ca13254957f2314a639818d44c37ef6d558", None),
    ("NetScaler, SHA-512", "sha512", netscaler("sha512"), None, "2f9282ade42ce148175dc3b4d8b5916dae5211eee49886c3f7cc768f6b9f2eb982a5ac2f2672a0223999bfd15349093278adf12f6276e8b61dacf5572b3f93d0b4fa886ce", None),
    ("FortiOS", "sha1", fortinet("sha1"), None, "AK1FCIhM0IUIQVFJgcDFwLCMi7GppdwtRzMyDpFOFxdpH8=", ("AK1wTiFOMv7mZOTvQNmKQBAY98hZZjSRLxAY8vZp8NlDWU=", b"fortigate")),
    ("FortiOS, SHA-256", "sha256", fortinet("sha256"), None, "SH2lpcpFXM5QRlWYwY5vL9+5svfYyb+c79qENpxEoB3NtZpVxKwHjuq/9TH88U=", None),
    ("SSPR, MD5", "md5", sspr("md5"), None, "$sspr$0$100000$NONE$2c8586ef492e3c3dd3795395507dc14f", ("$sspr$0$100000$NONE$1e6172e71e6af1c15f4c5ca658815835", b"abc@12345")),
    ("SSPR, SHA-1", "sha1", sspr("sha1"), None, "$sspr$1$100000$NONE$b3485214dfa55b038a606a183a560dab7db4ecf1", ("$sspr$1$100000$NONE$64840051a425cbc0b4e2d3750d9e0de3e800de18", b"password@12345")),
    ("SSPR, salted SHA-1", "sha1", sspr("sha1"), None, "$sspr$2$100000$CxCpGqosk9PkCBcoRFp6DLjjRhVEJKK8$a33283d71c2ecaf4f3017b0a89feca2fc879221c", ("$sspr$2$100000$tMR6sNepv6M6nOqOy3SWnAUWo22p0GI7$f0ae3140ce2cf46c13d0b6c4bd4fab65b45b27c0", b"openwall@123")),
    ("SSPR, salted SHA-256", "sha256", sspr("sha256"), None, "$sspr$3$1000$f9bbf1381f481427$a1b45fd7eb190cc7f0bf831698cb777207eebbb4b7ea2abd6fff84be539aae62", ("$sspr$3$100000$blwmhFBUiq67iEX9WFc8EG8mCxWL4tCR$c0706a057dfdb5d31d6dd40f060c8982e1e134fdf1e7eb0d299009c2f56c1936", b"hello@12345")),
    ("SSPR, salted SHA-512", "sha512", sspr("sha512"), None, "$sspr$4$1000$9ad596c50a5c9acd$d4cdc3c7d227e3cc57a9c9014b1eff1684808ef40191482cd8ae6e9d7b66211a5f04e4b34f494b0513a5f67b9614c5ff16e95e624a60f41b16b90533f305146e", ("$sspr$4$100000$ZP3ftUBQwrovglISxt9ujUtwslsSMCjj$a2a89e0e185f2a32f18512415e4dfc379629f0222ead58f0207e9c9f7424c36fe9c7a615be6035849c11da1293da78e50e725a664b7f5fe123ede7871f13ae7f", b"hello@123")),
    ("SAP, iSSHA-1", "sha1", sap("sha1"), None, "{x-issha, 1024}BnjXMqcNTwa3BzdnUOf1iAu6dw02NzU4MzE2MTA=", ("{x-issha, 1024}hmiyJ2a/Z+HRpjQ37Osz+rYax9UxMjM0NTY3ODkwYWI=", b"OpenWall")),
    ("SAP, iSSHA-256", "sha256", sap("sha256"), None, None, ("{x-isSHA256, 3000}UqMnsr5BYN+uornWC7yhGa/Wj0u5tshX19mDUQSlgih6OTFoZjRpMQ==", b"booboo")),
    ("SAP, iSSHA-384", "sha384", sap("sha384"), None, None, ("{x-isSHA384, 5000}3O/F4YGKNmIYHDu7ZQ7Q+ioCOQi4HRY4yrggKptAU9DtmHigCuGqBiAPVbKbEAfGTzh4YlZLWUM=", b"booboo")),
    ("SAP, iSSHA-512", "sha512", sap("sha512"), None, None, ("{x-isSHA512, 7500}ctlX6qYsWspafEzwoej6nFp7zRQQjr8y22vE+xeveIX2gUndAw9N2Gep5azNUwuxOe2o7tusF800OfB9tg4taWI4Tg==", b"booboo")),
    ("Oracle Transportation Management", "sha256", otm, None, "otm_sha256:1000:1234567890:S5Q9Kc0ETY6ZPyQU+JYY60oFjaJuZZaSinggmzU8PC4=", None),
    ("AIX", "md5-crypt", aix_md5, None, "{smd5}17800721$WkGka7tXcrfpUQS6WOQyw/", ("{smd5}s8/xSJ/v$uGam4GB8hOjTLQqvBfxJ2/", b"password")),
    ("AIX, SHA-1", "pbkdf2", aix("sha1"), None, "{ssha1}06$5586485655847243$V5f1Ff1y4dr7AWeVSSdv6N52..Y", ("{ssha1}06$T6numGi8BRLzTYnF$AdXq1t6baevg9/cu5QBBk8Xg.se", b"whatdoyouwantfornothing$$$$$$")),
    ("AIX, SHA-256", "pbkdf2", aix("sha256"), None, "{ssha256}06$2715084824104660$1s/s4RZWEcvZ5VuWPXWGUfwSoG07eVSVce8F6ANJ.g4", ("{ssha256}06$5lsi4pETf/0p/12k$xACBftDMh30RqgrM5Sppl.Txgho41u0oPoD21E1b.QT", b"I<3JtR")),
    ("AIX, SHA-512", "pbkdf2", aix("sha512"), None, "{ssha512}06$4653718755856803$O04nVHL7iU9Jguy/B3Yow.veBM52irn.038Y/Ln6AMy/BG8wbU6ozSP8/W9KDZPUbhdsbl1lf8px.vKJS1S/..", ("{ssha512}06$aXayEJGxA02Bl4d2$TWfWx34oD.UjrS/Qtco6Ij2XPY1CPYJfdk3CcxEjnMZvQw2p5obHYH7SI2wxcJgaS9.S9Hz948R.GdGwsvR...", b"test")),
    ("web2py", "pbkdf2", web2py, None, "pbkdf2(1000,20,sha512)$744943$c5f8cdef76e3327c908d8d96d4abdb3d8caba14c", None),
    ("hexadecimal PBKDF2-HMAC-SHA-1", "pbkdf2", hex_pbkdf2, None, "$pbkdf2-hmac-sha1$100000$7134180503252384106490944216249411431665011151428170747164626720$990e0c5f62b1384d48cbe3660329b9741c4a8473", None),
    ("GRUB", "pbkdf2", grub, "grub_pbkdf2_sha512", "grub.pbkdf2.sha512.1024.03510507805003756325721848020561235456073188241051876082416068104377357018503082587026352628170170411053726157658716047762755750.aac26b18c2b0c44bcf56514d46aabd52eea097d9c95122722087829982e9dd957b2b641cb1e015d4df16a84d0571e96cf6d3de6361431bdeed4ddb0940f2425b", None),
    ("macOS 10.8", "pbkdf2", macos, None, "$ml$1024$2484380731132131624506271467162123576077004878124365203837706482$89a3a979ee186c0c837ca4551f32e951e6564c7ac6798aa35baf4427fbf6bd1d630642c12cfd5c236c7b0104782237db95e895f7c0e372cd81d58f0448daf958", None),
    ("Cisco type 8", "pbkdf2", cisco_8, None, "$8$84486783037343$pYNyVrtyMalQrZLxRi7ZLQS1Fl.jkYCgASUi5P8JNb2", None),
    ("Cisco type 9", "scrypt", cisco_9, None, "$9$87023684531115$phio0TBQwaO7KZ8toQFyGFyDvyOzidaypRWN0uKX0hU", None),
    ("Entra Connect", "pbkdf2", azure, None, "v1;PPH1_MD4,54188415275183448824,100,55b530f052a9af79a7ba9c466dddcb8b116f8babf6c3873a51a3898fb008e123", ("v1;PPH1_MD4,724b754c4b6d30526f36,100,367ff0ac2a1cb334bb26609c8bfc8ae5f619d1eaf07568df040f407504a20241;", b"openwall")),
    ("DCC2", "pbkdf2", dcc2, None, "$DCC2$10240#6848#e2829c8af2232fa53797e2f0e35e4626", None),
    ("SolarWinds Orion", "pbkdf2", solarwinds, None, "$solarwinds$0$admin$fj4EBQewCQUZ7IYHl0qL8uj9kQSBb3m7N4u0crkKK0Uj9rbbAnSrBZMXO7oWx9KqL3sCzwncvPZ9hyDV9QCFTg==", None),
    ("SolarWinds Orion, salt of its own", "pbkdf2", solarwinds, None, "$solarwinds$1$3pHkk55NTYpAeV3EJjcAww==$N4Ii2PxXX/bTZZwslQLIKrp0wvfZ5aN9hpyiR896ozJMJTPO1Q7BK1Eht8Vhl4kXq/42Vn2zp3qYeAkRuqsuEw==", None),
    ("MySQL", "mysql", mysql, "mysql41", None, ("*2470C0C06DEE42FD1618BB99005ADCA2EC9D1E19", b"password")),
    ("SQL Server 2005", "mssql", mssql("sha1"), "mssql2005", None, ("0x01004086CEB6BF932BC4151A1AF1F13CD17301D70816A8886908", b"toto")),
    ("SQL Server 2000", "mssql", mssql("sha1"), "mssql2000", None, ("0x0100A607BA7C54A24D17B565C59F1743776A10250F581D482DA8B6D6261460D3F53B279CC6913CE747006A2E3254", b"foo")),
    ("SQL Server 2012", "mssql", mssql("sha512"), None, None, ("0x0200F733058A07892C5CACE899768F89965F6BD1DED7955FE89E1C9A10E27849B0B213B5CE92CC9347ECCB34C3EFADAF2FD99BFFECD8D9150DD6AACB5D409A9D2652A4E0AF16", b"Password1!")),
    ("Oracle 11", "oracle", oracle_11, "oracle11", None, ("S:5FDAB69F543563582BA57894FE1C1361FB8ED57B903603F2C52ED1B4D642", b"abc123")),
    ("Oracle 12", "oracle", oracle_12, None, "T:8F75FBD166AFDB6D7587DAB89C2F15672AAC031C5B0B5E65C0835FB130555F6FF4E0E5764976755558112246FFF306450C22F6B7746B9E9831ED97B373992F9157436180438417080374881414745255", ("T:e3243b98974159cc24fd2c9a8b30ba62e0e83b6ca2fc7c55177c3a7f82602e3bdd17ceb9b9091cf9dad672b8be961a9eac4d344bdba878edc5dcb5899f689ebd8dd1be3f67bff9813a464382381ab36b", b"epsilon")),
]
# hashcat's has a salt that is not ASCII, which MySQL never makes: it shows that the computation is this one.
MYSQL_8 = ("$A$005$" + bytes.fromhex("F9CC98CE08892924F50A213B6BC571A2C11778C5").decode("latin-1") + "bTy95Y99eAME1dwEkHOA1ndHGBWz.1bxSSRkuTXFGV/", HASHCAT)
WIDE = ("Episerver 6", "Episerver 6 for .NET 4", "Entra Connect", "DCC2", "SQL Server 2012", "AIX, SHA-512")
WHOLE_OF = "The digest is not whole, which only a length that is fixed or stated tells."


def add(topic, row, text, password, comment):
    """The right password and a wrong one, each computed again of the text."""
    _, scheme, again, handler, *_ = row
    assert again(text, password) == text, (comment, again(text, password))
    assert again(text, another(password)) != text, comment
    checks = [PYTHON]
    for name, verify in readers_of(row):
        takes = verify(text, password)
        # passlib reads all that it has a handler for; John the Ripper bounds lengths, and a NUL it can't be given.
        assert takes or name == JUMBO, (comment, name)
        if takes:
            assert verify(text, another(password)) is False, (comment, name)
            checks.append(name)
    flags = ["Costly"] if any(mark in text for mark in ("$100000", "$10240#")) else []
    right = topic.add(text, password, True, scheme, comment, flags, checks=checks)
    topic.add(text, another(password), False, scheme, f"{comment}, another password", flags, checks=checks, twin=right)
    return right


def readers_of(row):
    """Who reads the text as it is."""
    if row[3] is not None:
        yield named("passlib"), lambda text, password: getattr(passlib.hash, row[3]).verify(password, text)
    if row[0] == "web2py":
        yield PYDAL, by_pydal
    yield JUMBO, by_john


def whole_passwords(topic):
    """Who cuts a password after 64 bytes is wrong about these. Oracle 11 takes no more than 30, and SQL Server 2000 has two digests."""
    for row in ROWS:
        for password in () if row[0] in ("Oracle 11", "SQL Server 2000") else (LONG, NUL_PASSWORD, b"") if row[0] == "web2py" else (LONG,):
            text = row[4] if row[5] is None or row[0].startswith("SSPR") else row[5][0]
            add(topic, row, row[2](text, password), password, row[0] + WHAT[password])
    for password in (LONG, NUL_PASSWORD):
        text = caching_sha2("$A$001$" + text_salt(1510, 20), password)
        add(topic, MYSQL_ROW, text, password, f"MySQL 8{WHAT[password]}")


WHAT = {LONG: ", 73 bytes", NUL_PASSWORD: ", a NUL inside", b"": ", the empty password"}
MYSQL_ROW = ("MySQL 8", "mysql", caching_sha2, None)


def make():
    topic = Topic("enterprise", ["Servers, directories, databases and devices of companies: AIX, Cisco, Domino's neighbours, Fortinet, macOS, NetIQ, NetScaler, Oracle, SAP, SQL Server, Windows and others."])
    suites = [("hashcat", "6.2.6", HASHCAT_URL, "MIT"), ("John the Ripper", "1.9.0-jumbo-1", JOHN_URL, "GPL-2.0-or-later")]
    for at, (name, version, url, licence) in enumerate(suites):
        topic.group(name, version, url, licence, "verify/enterprise.py", published=True)
        for row in ROWS:
            published = row[4 + at]
            if published is None:
                continue
            text, password = (published, HASHCAT) if at == 0 else published
            right = add(topic, row, text, password, row[0])
            # Of SAP's a shorter salt would be left.
            if row[4] in (None, text) and not row[0].startswith("SAP"):
                cut = 1 if text[-1] != "=" else 8
                topic.refuse(
                    text[:-cut], password, problem_of(text), f"{row[0]}, cut off", policy=WHOLE_OF,
                    takes=[{"matches": False, "scheme": row[1]}], twin=right,
                )
    version = platform.python_version()
    topic.group("Python", version, "https://docs.python.org/3/library/hashlib.html", "PSF-2.0", "verify/enterprise.py", composed=True)
    # Where the password's characters are written in another way, or passlib answers as well.
    for row in ROWS:
        text = row[4] or row[5][0]
        if row[0] != "SQL Server 2000" and (row[3] is not None or row[0] in WIDE):
            add(topic, row, row[2](text, NON_ASCII), NON_ASCII, f"{row[0]}, characters beyond ASCII")
    assert caching_sha2(*MYSQL_8) == MYSQL_8[0]
    for index, (password, rounds) in enumerate([(PLAIN, "005"), (NON_ASCII, "001")]):
        text = caching_sha2(f"$A${rounds}${text_salt(1500 + index, 20)}", password)
        add(topic, MYSQL_ROW, text, password, f"MySQL 8, {int(rounds)},000 rounds")
    whole_passwords(topic)
    topic.write()


def problem_of(text):
    return "scheme/malformed" if text[0] in "${" or text[:11] in ("otm_sha256:",) or text[:2] in ("S:", "T:") else "hash/unrecognised"
