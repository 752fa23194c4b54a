import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli } from "../../../src/cli/run-cli.js";
import { insertInto } from "../../source/systems/samples.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { fakeIo } from "../fake-io.js";

const HASH = "$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const user = { email: "a@example.com", password: HASH };
const DUMPS = {
  opencart:
    insertInto("oc_customer", [{ customer_id: 1, customer_group_id: 1, ...user, status: 1, safe: 0 }]) +
    insertInto("oc_user", [{ user_id: 1, username: "admin", password: "not to be kept" }]),
  // Its users have no rows in other tables.
  strapi:
    insertInto("up_users", [{ id: 1, username: "ada", provider: "local", ...user, confirmed: 1, blocked: 0 }]) +
    insertInto("admin_users", [{ id: 1, email: "root@example.com", password: "not to be kept" }]),
};
const STAFF = { opencart: "oc_user", strapi: "admin_users" };

const temporary = useTemporaryFolder();

async function credport(command: string, from: keyof typeof DUMPS, ...more: readonly string[]) {
  const path = join(temporary.path(), "users.sql");
  writeFileSync(path, DUMPS[from]);
  const { io, out, err } = fakeIo();
  const code = await runCli([command, path, "--from", from, ...more], io);
  expect(out() + err()).not.toContain("not to be kept");
  return { code, out: out(), err: err() };
}

describe.each(["opencart", "strapi"] as const)("the administrators of %s in a dump of its users", (from) => {
  const said = `Not read\n        ${STAFF[from]}\n`;
  const timesIn = (text: string) => text.replaceAll(/^ +/gm, "        ").split(said).length - 1;

  it("are named by check, which is fine with it", async () => {
    const { code, out } = await credport("check", from);
    expect([code, timesIn(out)]).toEqual([0, 1]);
    expect(out.replaceAll(/\s+/g, " ")).toContain("import that by a map (credport sources init, --from table --map)");
  });

  it("are in what check says with --json", async () => {
    const { out } = await credport("check", from, "--json");
    expect(JSON.parse(out)).toMatchObject({
      records: 1,
      joined: { staff: [STAFF[from]] },
    });
  });

  it("are named once by import, and not imported", async () => {
    const { code, out, err } = await credport("import", from, "--service", "default");
    expect([code, timesIn(err)]).toEqual([0, 1]);
    expect(out).toMatch(/\b1 imported/);
  });
});
