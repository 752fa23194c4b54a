import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { copiedExample } from "../copied-example.js";

it("the example exchanges each old token for one session, and nothing else", async () => {
  const { path, remove } = copiedExample("sessions");
  onTestFinished(remove);
  const { stdout } = await promisify(execFile)(process.execPath, ["run.mjs"], { cwd: path });
  const lines = stdout.trimEnd().split("\n");
  const refused = "401 please log in";
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
    ["a JWT, sent twenty times at once", "1 session, 19 refused"],
    ["who that is", "session of old-1"],
    ["the same JWT later", refused],
    ["a cookie", "session of old-2"],
    ["the old cookie is taken away", "true"],
    ["the same cookie later", refused],
    ["a cookie with another signature", refused],
    ["a session that is not there", refused],
    ["a JWT of another key", refused],
    ["a JWT of another issuer", refused],
    ["a JWT that has ended", refused],
    ["a JWT without a signature", refused],
    ["a user who is disabled", refused],
    ["a user who was not migrated", refused],
    ["from another page", refused],
    ["after the last day", refused],
    ["nothing at all", refused],
    ["while the service is down", "503 please try again"],
  ]);
});
