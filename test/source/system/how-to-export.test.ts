import { describe, expect, it } from "vitest";
import { READABLE_SOURCES, type Source } from "../../../src/source/index.js";
import { fromMysql, fromPostgresOrMysql } from "../../../src/source/system/how-to-export.js";
import { loadedSource } from "../all-sources.js";

const TABLES = ["users", ["users_2fa", "second factors of a plugin"]] as const;

describe("a table that is not always there", () => {
  it("is not in the command of mysqldump, which would stop at it before the first row", () => {
    const [command, addition] = fromMysql(TABLES)
      .replaceAll(/\\\n +/g, "")
      .split("\n");
    expect(command).toMatch(/^mysqldump .* --result-file=users\.sql DATABASE users$/);
    expect(addition).toMatch(/^# Add users_2fa .*second factors of a plugin/);
  });

  it("is in the command of pg_dump, which passes over it", () => {
    expect(fromPostgresOrMysql(TABLES)).toContain("--table=users --table=users_2fa DATABASE");
  });
});

it.each(READABLE_SOURCES)(
  "names no table or model of a plugin in a command of %s that stops where it is missing",
  (name) => {
    const [commands = ""] = ((loadedSource(name) as Source).howToExport ?? "").split("\n\n");
    const stopping = commands
      .replaceAll("\\\n", "")
      .split("\n")
      .filter((line) => /mysqldump|dumpdata/.test(line) && !line.startsWith("#"));
    expect(stopping.filter((line) => /mfa|2fa|totp|otp|oath|social/i.test(line))).toEqual([]);
  },
);
