/** What is changed in one run, and by which tests the changes have to be noticed. */
const ROOMS = {
  secret: { mutate: ["src/secret/**/*.ts"], tests: ["test/secret/*.test.ts"] },
  schemes: {
    mutate: ["src/hash/*.ts", "src/hash/{bcrypt,argon2,provider-scrypt}/*.ts", "src/lib/base64.ts"],
    tests: ["test/hash/**/*.test.ts", "test/lib/base64.test.ts"],
  },
  catalogue: {
    mutate: ["src/hash/{catalogue,read,systems}/*.ts", "src/lib/grammar.ts"],
    tests: ["test/hash/**/*.test.ts", "test/lib/grammar.test.ts"],
  },
  verify: {
    mutate: ["src/verify/*.ts", "src/verify/{run,totp}/*.ts"],
    tests: ["test/verify/**/*.test.ts"],
  },
  computing: { mutate: ["src/verify/{schemes,engines}/*.ts"], tests: ["test/verify/**/*.test.ts"] },
};

export const ROOM_NAMES = Object.keys(ROOMS);

/** They measure time or memory, look at the whole process, or compute so many hashes that a change would take minutes. */
const NOT_FOR_CHANGES = [
  "test/hash/linear-time.test.ts",
  "test/hash/verification.test.ts",
  "test/hash/vectors.test.ts",
  "test/verify/engines/loading.test.ts",
  "test/verify/fuzz.test.ts",
  "test/verify/memory.test.ts",
  "test/verify/run/coverage.test.ts",
  "test/verify/vectors.test.ts",
];

/** The room of a run, by its name. */
export function roomOf(name) {
  const room = ROOMS[name];
  if (room === undefined) throw new Error(`MUTATION_ROOM is one of ${ROOM_NAMES.join(", ")}`);
  return { name, ...room, exclude: NOT_FOR_CHANGES };
}
