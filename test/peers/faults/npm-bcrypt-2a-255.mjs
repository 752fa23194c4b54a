import bcrypt from "bcrypt";

// Written by libxcrypt: a password of 255 bytes, whose first 72 count.
const hash = "$2a$04$CCusV6iPdiyW4on78k3jdurmXcOSx0mbsAW.dt1d4IwBkZyiE5YjK";
console.log(await bcrypt.compare("abcdefghijklmno".repeat(17), hash));

// Written by libxcrypt too, of "ab" 36 times. Of 257 bytes under $2a$ the first two count.
const other = "$2a$04$CCCCCCCCCCCCCCCCCCCCC.ajGOAltvXsIcN6FeCliCiVBFaWYsKgK";
console.log(await bcrypt.compare(`ab${"x".repeat(255)}`, other));
