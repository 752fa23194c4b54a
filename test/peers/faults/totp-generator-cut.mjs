import { TOTP } from "totp-generator";

const code = async (secret) => (await TOTP.generate(secret, { timestamp: 59_000 })).otp;
// Cut after one character: the key is empty, and its codes are the same for any user.
console.log(await code("J"));
// 33 characters are no base32; the last one is dropped.
console.log(await code("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQG"));
