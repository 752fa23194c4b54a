/** What is changed in one run, by which tests the changes have to be noticed, and how many percent of them. */
const ROOMS = {
  secret: { mutate: ["src/secret/**/*.ts"], tests: ["test/secret/*.test.ts"], least: 90 },
  schemes: {
    mutate: ["src/hash/{bcrypt,argon2,provider-scrypt}/*.ts", "src/lib/{base64,plain-decimal}.ts"],
    tests: [
      "test/hash/{bcrypt,argon2,provider-scrypt}/*.test.ts",
      "test/hash/{lengths,misuse,no-leak,properties,wrappings}.test.ts",
      "test/lib/{base64,plain-decimal}.test.ts",
    ],
    least: 95,
  },
  reading: {
    mutate: ["src/hash/*.ts", "src/hash/{read,systems}/*.ts"],
    tests: ["test/hash/**/*.test.ts"],
    least: 95,
  },
  catalogue: {
    mutate: ["src/hash/catalogue/*.ts", "src/lib/grammar.ts"],
    tests: [
      "test/hash/{catalogue,read}/*.test.ts",
      "test/hash/{field-reader,misuse,normalized-proof,surroundings,vectors,wrappings}.test.ts",
      "test/lib/grammar*.test.ts",
      "test/verify/known-answers.test.ts",
    ],
    least: 95,
  },
  verify: {
    mutate: ["src/verify/*.ts", "src/verify/{run,totp}/*.ts"],
    tests: [
      "test/verify/{known-answers,verifiable-is-verified,verifiers,verify-password,verify-provider-scrypt}.test.ts",
      "test/verify/engines-available.test.ts",
      "test/verify/{run,totp}/*.test.ts",
    ],
    least: 90,
  },
  computing: {
    mutate: ["src/verify/{schemes,engines}/*.ts"],
    tests: ["test/verify/**/*.test.ts"],
    least: 90,
  },
};

export const ROOM_NAMES = Object.keys(ROOMS);

/** They measure time or memory, look at the whole process, or compute so many hashes that a change would take minutes. */
const NOT_FOR_CHANGES = [
  "test/hash/field-formats.test.ts",
  "test/hash/linear-time.test.ts",
  "test/hash/verification.test.ts",
  "test/verify/engines/loading.test.ts",
  "test/verify/fuzz.test.ts",
  "test/verify/memory.test.ts",
  "test/verify/run/lookalikes.test.ts",
  "test/verify/vectors.test.ts",
];

/** The room of a run, by its name. */
export function roomOf(name) {
  const room = ROOMS[name];
  if (room === undefined) throw new Error(`MUTATION_ROOM is one of ${ROOM_NAMES.join(", ")}`);
  return { name, ...room, exclude: NOT_FOR_CHANGES };
}
