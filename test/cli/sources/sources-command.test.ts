import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli } from "../../../src/cli/run-cli.js";
import { READABLE_SOURCES } from "../../../src/source/index.js";
import { loadedSource } from "../../source/all-sources.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { fakeIo } from "../fake-io.js";

const temporary = useTemporaryFolder();

async function credport(...args: string[]) {
  const fake = fakeIo();
  const code = await runCli(args, fake.io);
  return { code, out: fake.out(), err: fake.err() };
}

describe("credport sources", () => {
  it("lists every system that --from takes", async () => {
    const { code, out } = await credport("sources");
    expect(code).toBe(0);
    for (const name of [...READABLE_SOURCES, "table"]) expect(out).toMatch(new RegExp(`^${name} `, "m"));
    const { sources } = JSON.parse((await credport("sources", "--json")).out);
    expect(sources.map(({ name }: { name: string }) => name)).toEqual(READABLE_SOURCES);
  });

  it("says how to export the users of one", async () => {
    const { code, out } = await credport("sources", "firebase");
    expect([code, out]).toEqual([0, expect.stringContaining("firebase auth:export users.json --format=json")]);
    const { sources } = JSON.parse((await credport("sources", "--json")).out);
    expect(JSON.parse((await credport("sources", "firebase", "--json")).out)).toEqual({
      ...sources.find(({ name }: { name: string }) => name === "firebase"),
      howToExport: expect.stringContaining("firebase auth:export users.json --format=json"),
      comparedWith: loadedSource("firebase").comparedWith,
    });
    const unknown = await credport("sources", "nothing\u001b[2J");
    expect([unknown.code, unknown.err]).toEqual([
      2,
      expect.stringContaining("nothing\\u001b[2J is not a known system"),
    ]);
  });

  it.each([
    ["Sitecore", "Give aspnet-membership: it reads the users of sitecore too."],
    ["dnn", "Give aspnet-membership: "],
    ["punbb", "Give fluxbb: "],
    ["piwik", "Give matomo: "],
    ["ipb", "Give invision: "],
    ["sugarcrm", "Give suitecrm: "],
    ["restful-authentication", "Read its table of users with --from table and a map (credport sources init); docs/"],
    ["matomi", "Give matomo if that is meant."],
  ])("says what reads a system by another name: %s", async (name, remedy) => {
    for (const args of [
      ["sources", name],
      ["check", "users.sql", "--from", name],
    ]) {
      const { code, err } = await credport(...args);
      expect([code, err]).toEqual([2, expect.stringContaining(`  ${remedy}`)]);
    }
  });

  it("says with which release of the system its rules were last compared", async () => {
    const { release, date, file } = loadedSource("supabase").comparedWith ?? {};
    expect((await credport("sources", "supabase")).out).toContain(`release ${release} of ${date} (${file})`);
    expect((await credport("sources", "htpasswd")).out).not.toContain("last compared");
    expect(JSON.parse((await credport("sources", "htpasswd", "--json")).out)).toMatchObject({ comparedWith: null });
  });

  it("writes a first map, which checks the table once it is whole", async () => {
    const [csv, path] = [join(temporary.path(), "users.csv"), join(temporary.path(), "map.json")];
    writeFileSync(csv, "id,phone,name\n1,+15555550100,Ada\n2,+15555550101,Bob\n");
    const { code, out, err } = await credport("sources", "init", csv, "--out", path);
    expect([code, out, err]).toEqual([0, "", expect.stringContaining("2 records were looked at\n")]);
    const map = JSON.parse(readFileSync(path, "utf8"));
    expect(map.user).toEqual({ externalUserId: "id", phoneNumber: "phone" });
    const checked = await credport("check", csv, "--from", "table", "--map", path);
    expect([checked.code, checked.out]).toEqual([0, expect.stringContaining("     2 can be imported")]);
    const again = await credport("sources", "init", csv, "--out", path);
    expect(again.code).toBe(2);
    expect((await credport("sources", "init", csv)).out).toBe(readFileSync(path, "utf8"));
  });

  it("needs a file that is there, and never writes over it", async () => {
    expect((await credport("sources", "init")).code).toBe(2);
    const csv = join(temporary.path(), "users.csv");
    expect((await credport("sources", "init", csv)).err).toContain("ENOENT");
    writeFileSync(csv, "id,phone\n1,+15555550100\n");
    const same = await credport("sources", "init", csv, "--out", csv, "--force");
    expect([same.code, same.err]).toEqual([2, expect.stringContaining("name the same file")]);
  });
});
