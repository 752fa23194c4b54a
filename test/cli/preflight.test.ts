import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { runCli } from "../../src/cli/run-cli.js";
import { createRehearsalService, type RehearsalService } from "../../src/rehearsal/index.js";
import { startDouble } from "../import/administration-double.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { fakeIo } from "./fake-io.js";

const BCRYPT = "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy";
const temporary = useTemporaryFolder();
let rehearsal: RehearsalService;

beforeEach(async () => {
  rehearsal = createRehearsalService({ service: "supertokens" });
  const totp = [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1 }];
  const users = Array.from({ length: 12 }, (_, index) => ({
    externalUserId: `old-${index}`,
    email: `user-${index}@example.com`,
    passwordHash: BCRYPT,
    ...(index < 3 ? { totp } : {}),
  }));
  await writeFile(join(temporary.path(), "users.ndjson"), users.map((user) => JSON.stringify(user)).join("\n"));
});

async function preflight(to: string, ...more: string[]) {
  const fake = fakeIo({ env: { CREDPORT_API_KEY: "test-key-0123456789abcdef" } });
  const exitCode = await runCli(["preflight", "--to", to, "--service", "supertokens", ...more], fake.io);
  return { exitCode, out: fake.out() };
}

const exported = () => [join(temporary.path(), "users.ndjson"), "--from", "credport"];

async function listen(): Promise<string> {
  const { url, close } = await rehearsal.listen();
  onTestFinished(close);
  return url;
}

describe("credport preflight", () => {
  test("needs no export, changes nothing, and says what the service is like", async () => {
    const { exitCode, out } = await preflight(await listen());
    expect([exitCode, out]).toEqual([
      0,
      expect.stringMatching(/an import may begin[\s\S]*versions of the interface: 2\.7 to 5\.6, 25 versions/),
    ]);
    expect(rehearsal.state().counts.users).toBe(0);
  });

  test("names what is missing with how many users need it, as text and as JSON, with the operator's remedy", async () => {
    const { url } = await startDouble(rehearsal, (path) =>
      path === "/ee/featureflag" ? Response.json({ status: "OK", features: [] }) : undefined,
    );
    const text = await preflight(url, ...exported());
    expect([text.exitCode, text.out]).toEqual([1, expect.stringContaining("3 users of the export need it")]);
    const { problems, warnings } = JSON.parse((await preflight(url, ...exported(), "--json")).out);
    expect(problems).toMatchObject([{ code: "client/feature-not-licensed", field: "mfa", remedy: expect.any(String) }]);
    expect(warnings).toEqual([]);
  });

  test("counts the users who are there already, before anybody is sent", async () => {
    for (const email of ["user-4@example.com", "USER-7@example.com"]) {
      await rehearsal.fetch("http://localhost/recipe/user/passwordhash/import", {
        method: "POST",
        body: JSON.stringify({ email, passwordHash: BCRYPT }),
      });
    }
    const url = await listen();
    const { exitCode, out } = await preflight(url, ...exported(), "--count-existing", "--json");
    expect([exitCode, JSON.parse(out)]).toMatchObject([
      0,
      {
        problems: [],
        warnings: [{ code: "preflight/users-exist", message: "2 of 12 users are on the service already" }],
        existing: { users: 12, existing: 2, firstLines: [5, 8] },
      },
    ]);
    expect(rehearsal.state().counts.users).toBe(2);
  });

  test("ends with the service's words where it can't count, and is refused where nothing can be counted", async () => {
    const { url } = await startDouble(rehearsal, (path) =>
      path === "/users/by-accountinfo" ? new Response("no such table", { status: 400 }) : undefined,
    );
    const broken = await preflight(url, ...exported(), "--count-existing", "--json");
    expect([broken.exitCode, JSON.parse(broken.out).problems]).toMatchObject([
      1,
      [{ code: "client/bad-request", message: expect.stringContaining("no such table") }],
    ]);
    const refused = await preflight(url, "--count-existing", "--json");
    expect([refused.exitCode, JSON.parse(refused.out).error.code]).toEqual([2, "cli/wrong-usage"]);
  });
});
