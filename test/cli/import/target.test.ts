import { expect, it } from "vitest";
import { connect } from "../../../src/cli/import/import-target.js";
import { fakeIo } from "../fake-io.js";

it.each([
  ["http://auth.example.com", undefined, "key", /^--to is plain http to another machine/],
  ["auth.example.com", undefined, "key", /^--to must be an absolute URL/],
  ["https://auth.example.com", "a/b/c", "key", /^--tenant-path must be <tenant>/],
  ["https://auth.example.com", undefined, "kéy", /^the API key must be printable ASCII/],
])("a target %s that can't be meant is told in words of the command line", async (to, tenantPath, key, message) => {
  const { io } = fakeIo({ env: { CREDPORT_API_KEY: key } });
  const flags = { to, service: "default", ...(tenantPath === undefined ? {} : { tenantPath }) };
  const refused = await connect("users.json", flags, { from: "firebase" }, io).catch((error) => error);
  expect(refused).toMatchObject({ code: "cli/wrong-usage", message: expect.stringMatching(message) });
  expect(`${refused.message} ${refused.remedy}`).not.toMatch(/baseUrl|tenantPath|allowPlainHttp|apiKey/);
});
