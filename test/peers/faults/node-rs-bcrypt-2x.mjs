import { verify } from "@node-rs/bcrypt";

// A known answer of crypt_blowfish.
console.log(await verify("\u0451", "$2x$05$6bNw2HLQYeqHYyBfLMsv/OiwqTymGIGzFsA4hOTWebfehXHNprcAS"));
