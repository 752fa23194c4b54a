import { argon2Verify } from "hash-wasm";

// The digest of two passes, and a time cost of 2 more than 2^32.
const hash = "$argon2id$v=19$m=64,t=4294967298,p=1$afs6rSYbiyaH5ylMykggVw$19st37GkfZdWTeRyzImR4noKLT+/fK6HxEXJOeYCM7M";
console.log(await argon2Verify({ password: "secret", hash }));
