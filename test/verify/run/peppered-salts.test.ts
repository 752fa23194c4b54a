import { hashSync } from "bcryptjs";
import { expect, it } from "vitest";
import { verifyPassword } from "../../../src/verify/index.js";

const [PASSWORD, SALT, PEPPER] = ["correct horse", "Vq3xSyzPk8", "a site's pepper"];
const composed = (name: string, hash: string) => `${name}$${Buffer.from(SALT).toString("base64")}$${hash}`;
const matches = async (hash: string, options: object) => {
  const verified = await verifyPassword(PASSWORD, hash, options);
  return verified.ok && verified.value.matches;
};

// Sorcery joins password and salt, and puts the pepper after them (lib/sorcery/crypto_providers/bcrypt.rb).
it("puts a pepper after the salt that a column holds", async () => {
  const hash = hashSync(PASSWORD + SALT + PEPPER, 4);
  const source = "sorcery";
  expect(await matches(hash, { source, salt: { after: SALT }, pepper: PEPPER })).toBe(true);
  expect(await matches(composed("sorcery", hash), { source, pepper: PEPPER })).toBe(true);
  expect(await matches(hash, { source, salt: { after: SALT } })).toBe(false);
  expect(await matches(composed("sorcery", hash), { source })).toBe(false);
});

it("puts it after the password where the salt is before it", async () => {
  const hash = hashSync(SALT + PASSWORD + PEPPER, 4);
  const source = "metabase";
  expect(await matches(hash, { source, salt: { before: SALT }, pepper: PEPPER })).toBe(true);
  expect(await matches(composed("metabase", hash), { source, pepper: PEPPER })).toBe(true);
  expect(await matches(hash, { source, salt: { before: SALT }, pepper: "another" })).toBe(false);
});
