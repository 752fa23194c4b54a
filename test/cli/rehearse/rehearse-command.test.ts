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
  await expect.poll(() => fake.out()).toContain("\n");
  const settings = JSON.parse(fake.out());
  expect(settings).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+/),
    service: "supertokens",
    asksApiKey: true,
    hasSignerKey: true,
  });
  fake.interrupt();
  expect(await running).toBe(0);
  const [, counts] = fake.out().trimEnd().split("\n");
  expect(JSON.parse(counts as string)).toHaveProperty("users", 0);
  expect(fake.out()).not.toMatch(/secret-key|BwcHBw/);
});

async function started(flags: readonly string[]) {
  const fake = fakeIo();
  const running = runCli(["rehearse", "--json", "--port", "0", ...flags], fake.io);
  await expect.poll(() => fake.out()).toContain("\n");
  const { url } = JSON.parse(fake.out()) as { url: string };
  return {
    url,
    get: (path: string) => fetch(`${url}${path}`),
    async stop() {
      fake.interrupt();
      expect(await running).toBe(0);
    },
  };
}

it("speaks the versions, has the tenants and lacks the licence that the options say", async () => {
  const { get, stop } = await started([
    ...["--service", "supertokens", "--interface", "5.1,5.2", "5.4"],
    ...["--tenants", "t1", "--licence", "none"],
  ]);
  expect(await (await get("/apiversion")).json()).toEqual({ versions: ["5.1", "5.2", "5.4"] });
  expect(await (await get("/ee/featureflag")).json()).toMatchObject({ features: [] });
  expect((await get("/t1/users/count")).status).toBe(200);
  expect((await get("/t2/users/count")).status).toBe(400);
  await stop();
});

it("has the public tenant only where --tenants names none", async () => {
  const { get, stop } = await started(["--service", "supertokens", "--tenants"]);
  expect((await get("/users/count")).status).toBe(200);
  expect((await get("/public/users/count")).status).toBe(200);
  expect((await get("/t1/users/count")).status).toBe(400);
  expect((await get("/appid-shop/users/count")).status).toBe(400);
  await stop();
});

it("puts faults of the bulk import in", async () => {
  const { url, get, stop } = await started(["--service", "supertokens", "--faults", "bulk-stuck"]);
  const user = { loginMethods: [{ recipeId: "passwordless", email: "a@example.com" }] };
  const headers = { "content-type": "application/json" };
  await fetch(`${url}/bulk-import/users`, {
    method: "POST",
    headers,
    body: JSON.stringify({ users: [user] }),
  });
  expect(await (await get("/bulk-import/users/count?status=PROCESSING")).json()).toMatchObject({ count: 1 });
  await stop();
});

it("puts faults in", async () => {
  const { get, stop } = await started(["--faults", "429=1/2", "500=1/3"]);
  const seen: number[] = [];
  for (let index = 0; index < 6; index++) seen.push((await get("/hello")).status);
  expect(seen).toEqual([200, 429, 500, 429, 200, 429]);
  await stop();
});

it.each([
  [["--faults", "slow,other"], "--faults other is not one of"],
  [["--faults", "429=3/2"], "--faults 429=3/2 has a burst"],
  [["--interface", "5.9"], "--interface 5.9 is not a version"],
])("refuses %j", async (flags, message) => {
  const fake = fakeIo();
  expect(await runCli(["rehearse", "--port", "0", ...flags], fake.io)).toBe(2);
  expect(fake.err()).toContain(message);
});

it("lets in the origins that --allow-origin names, and refuses what is no origin", async () => {
  const { url, stop } = await started(["--allow-origin", "http://localhost:5173,chrome-extension://abc"]);
  const statusFor = async (origin: string) => (await fetch(`${url}/users/count`, { headers: { origin } })).status;
  expect(await statusFor("chrome-extension://abc")).toBe(200);
  expect(await statusFor("http://localhost:5174")).toBe(403);
  await stop();
  const fake = fakeIo();
  expect(await runCli(["rehearse", "--port", "0", "--allow-origin", "http://localhost:5173/"], fake.io)).toBe(2);
  expect(fake.err()).toContain("--allow-origin http://localhost:5173/ is not an origin");
});
