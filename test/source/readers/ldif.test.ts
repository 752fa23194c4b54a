import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ldif } from "../../../src/source/index.js";
import { faultsIn, itemsOf, recordsIn, sampleBytes } from "./read-items.js";

const READER = ldif();

describe("exports of OpenLDAP", () => {
  it("by slapcat have all entries", async () => {
    const file = sampleBytes("openldap-slapcat.ldif");
    expect(READER.fits(file)).toBe(true);
    for (const pieceBytes of [1, 100, 1 << 16]) {
      const items = await itemsOf(READER, file, pieceBytes);
      expect(faultsIn(items)).toEqual([]);
      const records = recordsIn(items) as Record<string, string[]>[];
      expect(records).toHaveLength(9);
      expect(records[3]).toMatchObject({
        dn: "uid=änna,ou=people,dc=example,dc=com",
        objectclass: ["inetOrgPerson", "posixAccount"],
        uid: ["änna"],
        "cn;lang-de": [
          "Anna mit einem Namen, der so lang ist, dass ihn jedes Programm, das sich an die Norm hält, umbrechen muss",
        ],
        mail: ["anna@example.com", "anna@example.org"],
        userpassword: [expect.stringMatching(/^\{ARGON2\}\$argon2i\$v=19\$m=4096,t=3,p=1\$[^$]{22}\$[^$]{43}$/)],
        creatorsname: [""],
      });
      expect(records[5]?.userpassword).toHaveLength(2);
    }
  });

  it("by ldapsearch have what was found, without the words of the search", async () => {
    const file = sampleBytes("openldap-search.ldif");
    expect(READER.fits(file)).toBe(true);
    const items = await itemsOf(READER, file);
    expect(faultsIn(items)).toEqual([]);
    const records = recordsIn(items) as { dn: string }[];
    expect(records.map(({ dn }) => dn.split(",")[0])).toEqual(
      ["ada", "änna", "bob", "two", "locked", "kerberos"].map((uid) => `uid=${uid}`),
    );
  });

  it("that the directory ended early are refused", async () => {
    const items = await itemsOf(READER, sampleBytes("openldap-limited.ldif"));
    expect(recordsIn(items)).toHaveLength(2);
    expect(items.at(-1)).toMatchObject({
      kind: "end-fault",
      problem: { code: "source/cut-off", message: expect.stringContaining("result 4") },
    });
  });
});

describe("a file that may be cut off", () => {
  const WHOLE = "dn: cn=a\ncn: a\n\ndn: cn=b\ncn: bcd\n";
  const SEARCH = "# extended LDIF\n#\n# LDAPv3\n# base <> with scope subtree\n#\n\n";
  it.each([
    ["inside a value", WHOLE.slice(0, -2), ["end source/cut-off 5"]],
    ["after a value", WHOLE.slice(0, -1), ["end source/cut-off 5"]],
    ["after a line of an entry", WHOLE, ["source/end-missing 4"]],
    ["inside a comment", `${WHOLE}\n# c`, ["end source/cut-off 7"]],
    ["between two entries of a search", `${SEARCH}${WHOLE}\n`, ["end source/cut-off 12"]],
    ["nowhere", `${SEARCH}${WHOLE}\n# search result\n\n# numResponses: 3\n`, []],
  ])("says so: %s", async (_, text, faults) => {
    for (const pieceBytes of [1, 1000]) {
      const items = await itemsOf(READER, text, pieceBytes);
      expect(faultsIn(items)).toEqual(faults);
      expect(recordsIn(items)[0]).toEqual({ dn: "cn=a", cn: ["a"] });
    }
  });
});

describe("entries", () => {
  const entry = (lines: string) => `dn: cn=a\n${lines}\n\n`;
  it.each([
    ["CRLF", "dn: cn=a\r\ncn: a\r\n b\r\n\r\n", { dn: "cn=a", cn: ["ab"] }],
    ["a version in front", "version: 1\ndn: cn=a\ncn: a\n\n", { dn: "cn=a", cn: ["a"] }],
    ["comments, folded ones too", entry("# a\n  comment: x\ncn: a"), { dn: "cn=a", cn: ["a"] }],
    [
      "no blank in front of a value, and several",
      entry("a:b\nc:   d\ne:"),
      { dn: "cn=a", a: ["b"], c: ["d"], e: [""] },
    ],
    [
      "options",
      entry("userCertificate;binary:: AP8=\nCN;Lang-DE: a"),
      { dn: "cn=a", "usercertificate;binary": ["\\x00ff"], "cn;lang-de": ["a"] },
    ],
    ["an addition", entry("changetype: add\ncontrol: 1.2.3 true\ncn: a"), { dn: "cn=a", cn: ["a"] }],
    [
      "a name that all objects have",
      entry("__proto__: a\nconstructor: b").replace("__proto__", "a__proto__"),
      { dn: "cn=a", a__proto__: ["a"], constructor: ["b"] },
    ],
    ["a value with a colon and UTF-8", entry("url: http://é"), { dn: "cn=a", url: ["http://é"] }],
  ])("are read with %s", async (_, text, record) => {
    for (const pieceBytes of [1, 1000]) {
      const items = await itemsOf(READER, text, pieceBytes);
      expect(faultsIn(items)).toEqual([]);
      expect(recordsIn(items)).toEqual([record]);
    }
  });

  const around = (damaged: string) => `dn: cn=1\ncn: 1\n\n${damaged}\ndn: cn=3\ncn: 3\n\n`;
  it.each([
    ["a line without a colon", "dn: cn=2\ncn\nsn: 2\n", ["source/record-damaged 4-6"]],
    ["no dn", "cn: 2\nsn: 2\n", ["source/record-damaged 4-5"]],
    ["base64 that was cut", "dn: cn=2\ncn:: YWJjZ\n", ["source/record-damaged 4-5"]],
    ["bytes that are not UTF-8", "dn: cn=2\ncn: \xe9\n", ["source/record-not-utf8 4-5"]],
    ["a value in another file", "dn: cn=2\njpegPhoto:< file:///etc/passwd\n", ["source/entry-incomplete 4-5"]],
    ["a change", "dn: cn=2\nchangetype: modify\nadd: mail\nmail: b\n-\n", ["source/entry-incomplete 4-8"]],
    ["a deletion", "dn: cn=2\nchangetype: delete\n", ["source/entry-incomplete 4-5"]],
    ["a line of more than 1 MiB", `dn: cn=2\ncn: ${"x".repeat(1 << 21)}\n`, ["source/record-damaged 4-5"]],
    [
      "folded lines of more than 1 MiB",
      `dn: cn=2\ncn: ${"x\n ".repeat(1 << 20)}\n`,
      [`source/record-damaged 4-${5 + (1 << 20)}`],
    ],
    [
      "values of more than 1 MiB",
      `dn: cn=2\n${`cn: ${"x".repeat(1000)}\n`.repeat(1100)}`,
      ["source/record-damaged 4-1104"],
    ],
  ])("that are damaged never hide the next one: %s", async (_, damaged, faults) => {
    const items = await itemsOf(READER, Buffer.from(around(damaged), "latin1"));
    expect(faultsIn(items)).toEqual(faults);
    expect(recordsIn(items)).toEqual([
      { dn: "cn=1", cn: ["1"] },
      { dn: "cn=3", cn: ["3"] },
    ]);
  });

  it("that follow each other without a blank line are two", async () => {
    const items = await itemsOf(READER, "dn: cn=1\ncn: 1\ndn: cn=2\ncn: 2\n\n");
    expect(recordsIn(items)).toHaveLength(2);
    expect(faultsIn(items)).toEqual(["source/separator-damaged 3"]);
  });

  it.each([
    ["nothing", "", "source/empty"],
    ["no entries", "version: 1\n\n# none\n", "source/no-users"],
    ["JSON", '{"users":[]}\n', "source/malformed"],
    ["CSV", "id,email\n1,a\n", "source/malformed"],
    ["gzip", "\x1f\x8b\x08\x00\x00", "source/not-text"],
    ["UTF-16", "\xff\xfed\0n\0", "source/not-utf8"],
    ["NUL bytes", `dn: cn=1\n\n${"\0".repeat(99)}`, "source/damaged-copy"],
  ])("are not made of other files: %s", async (_, text, code) => {
    const items = await itemsOf(READER, Buffer.from(text, "latin1"));
    expect(items.at(-1)).toMatchObject({ kind: "end-fault", problem: { code } });
  });
});

describe("generated entries", () => {
  // As RFC 2849 says: base64 for what is not SAFE-STRING, lines folded anywhere.
  const isSafe = (value: string) => /^(?![ :<])[\x01-\x09\x0b\x0c\x0e-\x7f]*(?<! )$/.test(value);
  const line = (name: string, value: string) =>
    isSafe(value) ? `${name}: ${value}` : `${name}:: ${Buffer.from(value).toString("base64")}`;
  const folded = (text: string, width: number) => text.replace(new RegExp(`(.{${width}})(?=.)`, "gs"), "$1\n ");
  const value = fc.string({ unit: "grapheme", maxLength: 30 });
  const entries = fc.array(fc.array(value, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 });
  const textOf = (values: readonly string[], place: number, width: number) =>
    [`dn: cn=${place}`, ...values.map((text, at) => line(at % 2 === 0 ? "cn" : "mail", text))]
      .map((text) => folded(text, width))
      .join("\n");
  const recordOf = (values: readonly string[], place: number) => {
    const [cn, mail] = [0, 1].map((odd) => values.filter((_, at) => at % 2 === odd)) as [string[], string[]];
    return { dn: `cn=${place}`, cn, ...(mail.length === 0 ? {} : { mail }) };
  };

  it("are read back whole", async () => {
    await fc.assert(
      fc.asyncProperty(
        entries,
        fc.integer({ min: 20, max: 80 }),
        fc.integer({ min: 1, max: 99 }),
        async (all, width, pieceBytes) => {
          const text = all.map((values, place) => `${textOf(values, place, width)}\n\n`).join("");
          const items = await itemsOf(READER, text, pieceBytes);
          expect(faultsIn(items)).toEqual([]);
          expect(recordsIn(items)).toEqual(all.map(recordOf));
        },
      ),
    );
  });

  it("lose nobody but a damaged one", async () => {
    await fc.assert(
      fc.asyncProperty(entries, fc.nat(), fc.string(), async (all, which, damage) => {
        const place = which % all.length;
        const written = all.map((values, at) => textOf(values, at, 76));
        const without = damage.replace(/[\r\n:#]/g, "");
        const damaged = written.with(place, `${written[place]}\n${without}!\nx`);
        const records = recordsIn(await itemsOf(READER, `${damaged.join("\n\n")}\n\n`));
        expect(records).toEqual(expect.arrayContaining(all.map(recordOf).toSpliced(place, 1)));
        expect(records).toHaveLength(all.length - 1);
      }),
    );
  });
});
