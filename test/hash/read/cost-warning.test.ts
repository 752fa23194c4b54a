import { expect, it } from "vitest";
import { buildProviderScrypt, identifyHash, normalizeHash } from "../../../src/index.js";
import { readAs } from "../../source/systems/read-samples.js";

const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const ARGON2 = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";

function scrypt(memCost: number, rounds: number): string {
  const passwordHash = Buffer.alloc(64, 7).toString("base64");
  const built = buildProviderScrypt({
    passwordHash,
    salt: "TmFDbA==",
    saltSeparator: "Bw==",
    memCost,
    rounds,
  });
  if (!built.ok) throw new Error("the parts are sound");
  return built.value;
}

it.each([
  ["bcrypt of cost 16", BCRYPT.replace("$05$", "$16$"), []],
  ["bcrypt of cost 17", BCRYPT.replace("$05$", "$17$"), ["hash/costly"]],
  ["bcrypt of cost 31", BCRYPT.replace("$05$", "$31$"), ["hash/costly"]],
  ["wrapped bcrypt of cost 31", `{bcrypt}${BCRYPT.replace("$05$", "$31$")}`, ["hash/costly"]],
  ["argon2 of 1 GiB", ARGON2.replace("m=256", "m=1048576"), []],
  ["argon2 of 1 GiB and 1 KiB", ARGON2.replace("m=256", "m=1048577"), ["hash/costly"]],
  ["argon2 of 4 GiB", ARGON2.replace("m=256", "m=4194304"), ["hash/costly"]],
  ["argon2 of 256 KiB and 65536 passes", ARGON2.replace("t=2", "t=65536"), []],
  ["argon2 of 256 KiB and 65537 passes", ARGON2.replace("t=2", "t=65537"), ["hash/costly"]],
  ["provider-scrypt as the provider sets it", scrypt(14, 8), []],
  ["provider-scrypt of 1 GiB", scrypt(20, 8), []],
  ["provider-scrypt of more than 1 GiB", scrypt(20, 9), ["hash/costly"]],
])("says of %s whether a service can get through it", (_, text, codes) => {
  const normalized = normalizeHash(text);
  expect(normalized.ok && normalized.warnings.map(({ code }) => code)).toEqual(codes);
  expect(identifyHash(text).disposition).toBe("importable");
});

it.each([
  ["bcrypt of cost 19", BCRYPT.replace("$05$", "$19$"), false],
  ["bcrypt of cost 20", BCRYPT.replace("$05$", "$20$"), true],
  ["argon2 of 2 GiB", ARGON2.replace("m=256,t=2", "m=2097152,t=1"), false],
  ["argon2 of more", ARGON2.replace("m=256,t=2", "m=2097153,t=1"), true],
  ["argon2 of 2 GiB and 64 passes", ARGON2.replace("m=256,t=2", "m=2097152,t=64"), false],
  ["argon2 of 2 GiB and 65 passes", ARGON2.replace("m=256,t=2", "m=2097152,t=65"), true],
  ["argon2 of 255 lanes", ARGON2.replace("m=256,t=2,p=1", "m=65536,t=2,p=255"), false],
  ["argon2 of 256 lanes", ARGON2.replace("m=256,t=2,p=1", "m=65536,t=2,p=256"), true],
  ["provider-scrypt of 2 GiB", scrypt(21, 8), false],
  ["provider-scrypt of 4 GiB, whatever account it is of", scrypt(22, 8), true],
])("lets no user be imported whom a service can't sign in: %s", async (_, hash, isRefused) => {
  const user = { externalUserId: "a", email: "a@example.com", passwordHash: hash };
  const [record] = await readAs("credport", JSON.stringify({ ...user, hashingAlgorithm: undefined }));
  expect(record).toMatchObject({ result: { ok: !isRefused } });
  if (isRefused)
    expect(record).toMatchObject({ result: { problems: [{ code: "hash/costly", field: "passwordHash" }] } });
});
