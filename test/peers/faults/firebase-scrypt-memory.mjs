import { FirebaseScrypt } from "firebase-scrypt";

// A hash of the installation's example, with a memory cost of 15.
const scrypt = new FirebaseScrypt({
  memCost: 15,
  rounds: 8,
  saltSeparator: "Bw==",
  signerKey: "gRhC3eDeQOdyEn4bMd9c6kxguWVmcIVq/SKa0JDPFeM6TcEevkaW56sIWfx88OHbJKnCXdWscZx0l2WbCJ1wbg==",
});
const hash = "LalFtzCxLIl14+ol6e/3cjHoa2B73ULiMN+Mjm+nJJEfQqtsXPpDX1VU4s9XyiuwGrQ5RN69PWL5DrHuNUH+RA==";
console.log(await scrypt.verify("testPass123", "/cj0jC1br5o4+w==", hash).catch((error) => error.message));
