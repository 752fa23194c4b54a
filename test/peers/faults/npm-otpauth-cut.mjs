import { Secret, TOTP } from "otpauth";

// Cut after one character: the key is empty, and its codes are the same for any user.
console.log(JSON.stringify(Secret.fromBase32("J").base32), new TOTP({ secret: "J" }).generate({ timestamp: 59_000 }));
// The long s is not a character of base32.
console.log(Secret.fromBase32("JBSWY3DPEHPK3PX\u017f").base32);
