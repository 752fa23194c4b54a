import bcrypt from "bcrypt";

// A known answer of crypt_blowfish.
console.log(await bcrypt.compare("U*U", "$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"));
