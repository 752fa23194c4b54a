import pyotp

try:
    pyotp.parse_uri("otpauth://totp/alice?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&counter=0")
    print("read, or refused with ValueError")
except ValueError:
    print("read, or refused with ValueError")
except Exception as error:
    print(f"{type(error).__name__}: {error}")
