from passlib.hash import bcrypt

try:
    print(bcrypt.verify("U*U", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"))
except ValueError as error:
    print(f"ValueError: {error}")
