import { expect, it } from "vitest";
import { jsonLines, parseDecryptionKeys, readExport, recordFields, type Source } from "../../../src/source/index.js";

const APP: Source = {
  name: "app",
  title: "an application",
  origin: "laravel",
  readers: [jsonLines()],
  idField: "id",
  fields: [{ read: new Set(["id", "phone", "secret"]), notCarried: new Set() }],
  otherFields: "counted",
  encryption: ["gitea"],
  toUser(record, context) {
    const text = recordFields.text(record, "secret", context.findings) ?? "";
    const secret = recordFields.decryptedSecret({ system: "gitea", text, rowId: "1" }, "secret", context);
    return {
      externalUserId: recordFields.userId(record, "id", context.findings),
      emails: [],
      phoneNumbers: [{ value: "+15555550100", isVerified: false }],
      password: undefined,
      thirdParty: [],
      totp:
        secret === undefined ? [] : recordFields.secondFactor({ field: "secret", secret, encoding: "base32" }, context),
    };
  },
};

const SECRET = "4a03099273c1264dfcdc7817887aa7139abcf080de9a3c715859eabfbe426c289bb70b41f51631ac";

async function read(keys?: string) {
  async function* file() {
    yield new TextEncoder().encode(JSON.stringify({ id: "1", phone: "+15555550100", secret: SECRET }));
  }
  const parsed = keys === undefined ? undefined : parseDecryptionKeys(keys);
  const options = parsed?.ok ? { from: APP, decryptionKeys: parsed.value } : { from: APP };
  for await (const record of readExport(file(), options)) if (record.kind === "user") return record.result;
  throw new Error("no record");
}

it("carries an encrypted second factor whose key is given", async () => {
  const result = await read("old-key\ngitea-secret-key");
  expect(result.ok && result.value.user.totp).toEqual([{ secretKey: "JBSWY3DPEHPK3PXP", period: 30, skew: 1 }]);
});

it("warns where no key is given, and the user keeps their other logins", async () => {
  const result = await read();
  expect(result.ok && result.value.user.totp).toEqual([]);
  expect(result.ok && result.warnings.map(({ code }) => code)).toEqual(["user/second-factor-encrypted"]);
});

it("refuses the user where no key fits: they would be let in without their second factor", async () => {
  const result = await read("another");
  expect(result.ok ? [] : result.problems.map(({ code, field }) => [code, field])).toEqual([
    [expect.stringMatching(/^decryption\/(no-key-fits|not-text)$/), "secret"],
  ]);
});
