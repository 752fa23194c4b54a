import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { copiedExample } from "../copied-example.js";

const ROOT = resolve(import.meta.dirname, "../..");

it("the example logs users in over loopback, brings the right ones over, and refuses alike", async () => {
  expect(existsSync(resolve(ROOT, "dist/login/index.js")), "run npm run build first").toBe(true);
  const run = promisify(execFile);
  const { path, remove } = copiedExample("login-fallback");
  onTestFinished(remove);
  const { stdout, stderr } = await run(process.execPath, ["run.mjs"], { cwd: path });
  expect(stdout.split("\n")).toEqual([
    "ann@example.com 401",
    "ann@example.com 200",
    "ann@example.com 200",
    "bob 200",
    "bob 200",
    "bob@example.com 200",
    "eve@example.com 401",
    "kim@example.com 403",
    "nobody@example.com 401",
    "users in the new service: 2 (2 emailpassword, 1 passwordless, 1 thirdparty, 1 authenticator app)",
    "while the service is down 503",
    "",
  ]);
  expect(stderr).toBe("user 3: bcrypt/truncated\nsignIn failed\nuser unknown: login/service-unavailable\n");
});
