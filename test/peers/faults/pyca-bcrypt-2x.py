import bcrypt

# A known answer of crypt_blowfish.
print(bcrypt.checkpw("ё".encode(), b"$2x$05$6bNw2HLQYeqHYyBfLMsv/OiwqTymGIGzFsA4hOTWebfehXHNprcAS"))
