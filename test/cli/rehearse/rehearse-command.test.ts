import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCli } from "../../../src/cli/run-cli.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { fakeIo } from "../fake-io.js";

const temporary = useTemporaryFolder();

it("prints address and settings as one line of JSON, and no secret", async () => {
  const key = join(temporary.path(), "key.txt");
  writeFileSync(key, Buffer.alloc(64, 7).toString("base64"));
  const fake = fakeIo({ env: { CREDPORT_API_KEY: "secret-key" } });
  const running = runCli(["rehearse", "--json", "--port", "0", "--signer-key-file", key], fake.io);
  await expect.poll(() => fake.out(), { timeout: 10_000 }).toContain("\n");
  const settings = JSON.parse(fake.out());
  expect(settings).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+/),
    service: "default",
    asksApiKey: true,
    hasSignerKey: true,
  });
  fake.interrupt();
  expect(await running).toBe(0);
  const [, counts] = fake.out().trimEnd().split("\n");
  expect(JSON.parse(counts as string)).toHaveProperty("users", 0);
  expect(fake.out()).not.toMatch(/secret-key|BwcHBw/);
});
