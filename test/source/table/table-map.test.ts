import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { COMPOSABLE_SOURCES } from "../../../src/hash/compose-hash.js";
import { SECRET_ENCODINGS } from "../../../src/secret/index.js";
import { parseTableMap } from "../../../src/source/index.js";

const SCHEMA = JSON.parse(readFileSync(new URL("../../../schemas/table-map.schema.json", import.meta.url), "utf8"));
const fitsSchema = new Ajv2020({ strict: true, strictRequired: false }).compile(SCHEMA);
const ID = { externalUserId: "id" };

const WHOLE = {
  $schema: "./table-map.schema.json",
  name: "old shop",
  format: "csv",
  delimiter: ";",
  user: {
    externalUserId: ["profile", "id"],
    email: "mail",
    emailVerified: { isSet: "confirmed_at" },
    phoneNumber: { concat: [{ value: "+" }, "country", "number"] },
    phoneVerified: { value: true },
    userName: "login",
    passwordHash: {
      compose: "okta",
      fields: { algorithm: { value: "BCRYPT" }, workFactor: "c", salt: "s", value: "h" },
    },
    disabled: { at: "state", true: ["off"], false: ["on", ""], not: false },
    banned: "banned",
    totp: { secret: "otp", encoding: "base32", confirmed: "otp_on", digits: { value: "6" } },
    socialLogins: [{ provider: { value: "google" }, userId: "google_id" }],
  },
  hash: { source: "okta", peppered: false },
  join: { user: ["profile", "id"], row: "user_id" },
  notCarried: ["name"],
  secrets: [],
  phoneRegion: "DE",
  providers: { g: "google" },
  notes: ["made by hand"],
};

describe("a map", () => {
  it("with everything that the format has is read, and fits the schema", () => {
    const { $schema: _, ...map } = WHOLE;
    expect(parseTableMap(`\ufeff${JSON.stringify(WHOLE)}`)).toEqual({ ok: true, value: map, warnings: [] });
    expect(fitsSchema(WHOLE), JSON.stringify(fitsSchema.errors)).toBe(true);
  });

  it.each([
    ["the map is not an object", []],
    ["user is missing", {}],
    ["user.externalUserId is missing", { user: {} }],
    [
      "user.externalUserId is left open: it must be a column, or a path as a list of keys",
      { user: { externalUserId: null } },
    ],
    ["user.externalUserId is not a list with something in it", { user: { externalUserId: [] } }],
    ["user.externalUserId[1] is not a text", { user: { externalUserId: ["a", 1] } }],
    ["user.password is not a key of a map", { user: { ...ID, password: "pw" } }],
    ["user.email.value is not a text", { user: { ...ID, email: { value: 1 } } }],
    ["user.email.concat[0].value is not a text", { user: { ...ID, email: { concat: [{ value: "" }] } } }],
    ["user.disabled.words is not a key of a map", { user: { ...ID, disabled: { at: "a", words: [] } } }],
    ["user.disabled.true[0] is not a text", { user: { ...ID, disabled: { at: "a", true: [1] } } }],
    [
      "user.passwordHash.compose is not one of discourse, fusionauth, keycloak, metabase, okta, smf, sorcery, stytch",
      { user: { ...ID, passwordHash: { compose: "x", fields: {} } }, hash: { source: "unknown" } },
    ],
    [
      "user.totp.encoding is left open: it must be one of hex, base32, base64, base64url, utf8",
      { user: { ...ID, totp: { secret: "s", encoding: null } } },
    ],
    ["hash.source is left open: it must be the name of a system, or unknown", { user: ID, hash: { source: null } }],
    [
      "hash.source.phpass is left open: it must be the name of a system, or unknown",
      { user: ID, hash: { source: { phpass: null } } },
    ],
    ["hash.source is not a system, or the system of each notation", { user: ID, hash: { source: {} } }],
    ["hash.source.is is missing", { user: ID, hash: { source: { at: "kind" } } }],
    ["hash is missing: passwordHash needs to know its system", { user: { ...ID, passwordHash: "pw" } }],
    ["phoneRegion is not a country of two capitals", { user: ID, phoneRegion: "Germany" }],
    ["(a name that is not plain text) is not a key of a map", { user: ID, "\u001b[2J": 1 }],
  ])("is refused where %s, by the schema as well", (message, value) => {
    expect(parseTableMap(JSON.stringify(value))).toMatchObject({
      ok: false,
      problems: [{ code: "source/map-malformed", message }],
    });
    expect(fitsSchema(value)).toBe(false);
  });

  it("names the notation that was meant", () => {
    const value = { user: ID, hash: { source: { bcript: "django" } } };
    const message = "hash.source.bcript is not a notation of hashes (did you mean bcrypt?)";
    expect(parseTableMap(JSON.stringify(value))).toMatchObject({ problems: [{ message }] });
  });

  it.each([
    { phpass: "wordpress", "django-pbkdf2": "django", bcrypt: "unknown" },
    { at: ["pw", "kind"], is: { wp: "wordpress", "": "laravel" } },
  ])("may say the system of each hash: %j", (source) => {
    const value = { user: { ...ID, passwordHash: "pw" }, hash: { source } };
    expect(parseTableMap(JSON.stringify(value))).toEqual({ ok: true, value, warnings: [] });
    expect(fitsSchema(value)).toBe(true);
    const composed = { ...value, user: WHOLE.user };
    expect(parseTableMap(JSON.stringify(composed))).toMatchObject({ problems: [{ field: "hash.source" }] });
  });

  it.each(["", "{", '{"user":'])("is no other text: %s", (text) => {
    expect(parseTableMap(text)).toMatchObject({ ok: false, problems: [{ message: "the map is not JSON" }] });
  });

  it("has no key by another name for what all objects have", () => {
    expect(parseTableMap('{"user":{"externalUserId":"id","__proto__":{"email":"x"}}}').ok).toBe(false);
    expect(parseTableMap('{"user":{"externalUserId":"id"},"constructor":1}').ok).toBe(false);
  });

  it("nested as deep as a file can be costs no stack", () => {
    const deep = `{"user":{"externalUserId":"id","email":${'{"concat":['.repeat(100_000)}"a"${"]}".repeat(100_000)}}}`;
    expect(parseTableMap(deep).ok).toBe(false);
  });

  it("has the encodings and systems in parts that credport has", () => {
    expect(SCHEMA.$defs.totp.properties.encoding.enum).toEqual(SECRET_ENCODINGS);
    expect(SCHEMA.$defs.composed.properties.compose.enum).toEqual(COMPOSABLE_SOURCES);
  });
});
