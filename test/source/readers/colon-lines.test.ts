import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { colonLines } from "../../../src/source/index.js";
import { faultsIn, itemsOf, recordsIn, sampleBytes } from "./read-items.js";

const HTPASSWD = colonLines({ columns: ["user", "hash", "extra"] });
const PASSWD_FILE = colonLines({
  columns: ["user", "password", "uid", "gid", "gecos", "home", "shell", "extra"],
});

describe("lines with colons", () => {
  it("of Apache's htpasswd have the user and the hash", async () => {
    const file = sampleBytes("users.htpasswd");
    expect(HTPASSWD.fits(file)).toBe(true);
    const items = await itemsOf(HTPASSWD, file, 3);
    expect(faultsIn(items)).toEqual([]);
    expect(recordsIn(items)).toMatchObject([
      { user: "ada@example.com", hash: expect.stringMatching(/^\$2y\$05\$/) },
      { user: "bob", hash: expect.stringMatching(/^\$apr1\$/) },
      { user: "eve@example.com", hash: expect.stringMatching(/^\{SHA\}/) },
      { user: "kim@example.com", hash: expect.stringMatching(/^[./\w]{13}$/) },
      { user: "änna", hash: expect.stringMatching(/^\$2y\$10\$/) },
    ]);
  });

  it("of Dovecot keep the colons of the last field", async () => {
    const items = await itemsOf(PASSWD_FILE, sampleBytes("dovecot.passwd"));
    expect(faultsIn(items)).toEqual([]);
    const [ada, , bob] = recordsIn(items) as Record<string, string>[];
    expect(ada).toMatchObject({
      home: "/var/mail/ada",
      shell: "",
      extra: "userdb_quota_rule=*:storage=1G allow_nets=10.0.0.0/8,fe80::/10",
    });
    expect(Object.keys(bob as object)).toEqual(["user", "password", "uid", "gid"]);
  });

  it.each([
    ["a line without a colon", "b", "source/record-damaged 2"],
    ["bytes that are not UTF-8", "b\xe9:x", "source/record-not-utf8 2"],
    ["a line of more than 1 MiB", `b:${"x".repeat(1 << 21)}`, "source/record-damaged 2"],
  ])("are read where one is damaged: %s", async (_, line, fault) => {
    const items = await itemsOf(HTPASSWD, Buffer.from(`a:1\n${line}\n# c:2\n\n \nd:3\n`, "latin1"));
    expect(faultsIn(items)).toEqual([fault]);
    expect(recordsIn(items)).toEqual([
      { user: "a", hash: "1" },
      { user: "d", hash: "3" },
    ]);
  });

  it("hold back a last one without its end, whose hash may be cut off", async () => {
    for (const pieceBytes of [1, 1000]) {
      const items = await itemsOf(HTPASSWD, "a:1\nb:2", pieceBytes);
      expect(faultsIn(items)).toEqual(["source/end-missing 2"]);
      expect(recordsIn(items)).toEqual([{ user: "a", hash: "1" }]);
    }
  });

  it.each([
    ["nothing", "", "source/empty"],
    ["comments alone", "# none\n", "source/no-users"],
    ["a ZIP archive", "PK\x03\x04 and so on", "source/not-text"],
  ])("are not made of other files: %s", async (_, text, code) => {
    const items = await itemsOf(HTPASSWD, Buffer.from(text, "latin1"));
    expect(items).toMatchObject([{ kind: "end-fault", problem: { code } }]);
  });

  it("are told from JSON, CSV and LDIF by their beginning", () => {
    for (const text of ['{"a":1}', "a,b:c\n", "dn: cn=a\n", "dn:: YQ==\n", "a\n"]) {
      expect([text, HTPASSWD.fits(Buffer.from(text))]).toEqual([text, false]);
    }
    expect(HTPASSWD.fits(Buffer.from("# users\n\na:$2y$05$x\n"))).toBe(true);
  });

  it("are read back whole when they are generated, whatever the pieces", async () => {
    const field = fc.string({ unit: "grapheme", maxLength: 12 }).map((text) => text.replace(/[:\r\n\0]/g, ""));
    const line = fc.tuple(
      field.map((text) => `u${text}`),
      field,
      field,
      fc.string({ unit: "grapheme" }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1 }), fc.integer({ min: 1, max: 50 }), async (all, pieceBytes) => {
        const rows = all.map(([a, b, c, d]) => [a, b, c, d.replace(/[\r\n\0]/g, "")] as const);
        const text = rows.map((row) => `${row.join(":")}\n`).join("");
        const items = await itemsOf(colonLines({ columns: ["a", "b", "c", "d"] }), text, pieceBytes);
        expect(recordsIn(items)).toEqual(rows.map(([a, b, c, d]) => ({ a, b, c, d })));
      }),
    );
  });
});
