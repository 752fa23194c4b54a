from django.conf import settings
from django.contrib.auth.hashers import check_password

settings.configure(PASSWORD_HASHERS=["django.contrib.auth.hashers.BCryptPasswordHasher"])
# As Django with bcrypt 4 writes it, of a password of 73 bytes.
stored = "bcrypt$$2b$04$pKmnmnOc0Ia3zYODcv3Z9uFqsQjMv4GalM1nFoPuh9XERFVcgjFNS"
try:
    print(check_password("0123456789" * 7 + "012", stored))
except ValueError as error:
    print("ValueError:", str(error).split(",")[0])
