import speakeasy from "speakeasy";

// A counter of more than 32 bits: oathtool computes 733301.
console.log(speakeasy.totp({ secret: "BE", encoding: "base32", time: 70_000_000_490, step: 15 }));
