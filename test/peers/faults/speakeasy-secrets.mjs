import speakeasy from "speakeasy";

const code = (secret) => speakeasy.totp({ secret, encoding: "base32", time: 59 });
// Nothing of it is base32, or too little for a byte: the key is empty, and its codes are the same for any user.
console.log(code("!!"), code("0"), code("J"));
// A zero for an O, base64, and a secret that was cut.
console.log(code("GEZDGNBVGY3TQ0JQGEZDGNBVGY3TQOJQ"), code("MTIzNDU2Nzg5MDEyMzQ1Njc4OTA="));
console.log(code("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQG"));
