import { describe, expect, it } from "vitest";
import { operatorRemedyOf } from "../../src/problems/index.js";
import { detectSource, type ReadableSource, readUniqueUsers } from "../../src/source/index.js";
import { inputOf } from "../../src/source/input/input-beginning.js";
import { planChunks, readChunk } from "../../src/source/internal.js";
import { outcomes, readAs } from "./systems/read-samples.js";

const CODE = "source/further-pages";
const okta = (id: string) => ({ id, status: "ACTIVE", profile: { login: id, email: `${id}@example.com` } });
const cognito = (id: string) => ({
  Username: id,
  Attributes: [{ Name: "email", Value: `${id}@example.com` }],
  Enabled: true,
});

async function lastOf(from: ReadableSource, document: unknown): Promise<unknown> {
  const all = outcomes(await readAs(from, JSON.stringify(document, null, 1)));
  expect(JSON.stringify(all.slice(0, -1))).not.toContain(CODE);
  return all.at(-1);
}

it.each<[ReadableSource, object]>([
  ["fusionauth", { users: fusion(2), total: 5000 }],
  ["fusionauth", { total: "5000", users: fusion(2) }],
  ["fusionauth", { users: fusion(2), list_metadata: { before: null, after: "user_2" } }],
  ["fusionauth", { users: fusion(2), results_metadata: { total: 2, next_cursor: "abc" } }],
  ["fusionauth", { users: fusion(2), pagedResultsCookie: "AAAA" }],
  ["fusionauth", { meta: { pages: [1, 2], pagination: { next: "abc" } }, users: fusion(2) }],
  ["fusionauth", { users: fusion(2), error: "rate limit exceeded", code: 429 }],
  ["fusionauth", { error: { code: 429, message: "Too many" }, users: fusion(2) }],
  ["fusionauth", { users: fusion(2), errors: [{ message: "Too many" }] }],
  ["fusionauth", { users: fusion(2), message: "Rate limit exceeded" }],
  ["fusionauth", { users: fusion(2), has_more: true }],
  ["fusionauth", { users: fusion(2), pageInfo: { hasNextPage: true } }],
  ["fusionauth", { users: fusion(2), _links: { next: { href: "https://example.com/?page=2" } } }],
  ["fusionauth", { users: fusion(2), next_page: 2 }],
  ["fusionauth", { users: fusion(2), remainingPagedResults: 98 }],
  ["fusionauth", { users: fusion(2), count: 300 }],
])("a document of %s that says that it goes on is told as a page", async (from, document) => {
  expect(await lastOf(from, document)).toMatchObject({ warnings: [CODE] });
});

it("says it of users who are refused as well", async () => {
  for (const more of [{ PaginationToken: "x" }, { NextToken: "x" }]) {
    const [, record] = await readAs("cognito", JSON.stringify({ Users: [cognito("a"), cognito("b")], ...more }));
    expect(JSON.stringify(record)).toContain(CODE);
  }
});

it("names a command that puts pages together so that all users are read", async () => {
  const remedy = operatorRemedyOf(CODE);
  expect(remedy).toContain("(cat page-*.json > users.json)");
  const pages = [{ Users: [cognito("a")], PaginationToken: "x" }, { Users: [cognito("b")] }];
  const records = await readAs("cognito", pages.map((page) => JSON.stringify(page, null, 4)).join("\n"));
  expect([records.length, JSON.stringify(records).includes(CODE)]).toEqual([2, false]);
});

const PAGES = [
  { Users: [cognito("a"), cognito("b")], PaginationToken: "x" },
  { PaginationToken: "y", Users: [cognito("c")] },
  { Users: [] },
  { Users: [cognito("d"), cognito("a")] },
];
const TOGETHER: readonly [string, (pages: readonly unknown[]) => string][] = [
  ["printed one after the other", (pages) => pages.map((page) => JSON.stringify(page, null, 4)).join("\n")],
  ["one a line", (pages) => pages.map((page) => JSON.stringify(page)).join("\n")],
  ["in a list", (pages) => JSON.stringify(pages, null, 2)],
  ["in a list on one line", (pages) => JSON.stringify(pages)],
];

describe.each(TOGETHER)("pages %s", (_, together) => {
  it("are read as one export", async () => {
    const text = together(PAGES);
    const records = await readAs("cognito", text);
    expect(records.map((record) => record.kind === "user" && record.userId)).toEqual(["a", "b", "c", "d", "a"]);
    expect(records.map(({ kind, ...more }) => kind === "user" && "index" in more && more.index)).toEqual([
      0, 1, 2, 3, 4,
    ]);
    expect(JSON.stringify(records)).not.toContain(CODE);
    expect(await detectSource(Buffer.from(text))).toMatchObject({ value: { source: "cognito", certainty: "sure" } });
  });

  it("are read so with sorted keys", async () => {
    const sorted = PAGES.map(({ Users, ...token }) => ({ ...token, Users }));
    const records = await readAs("cognito", together(sorted));
    expect([records.length, JSON.stringify(records).includes(CODE)]).toEqual([5, false]);
  });

  it("continue where each says so, in front of its list as well, or where it has no user", async () => {
    const sorted = PAGES.map(({ Users }) => ({ PaginationToken: "y", Users }));
    for (const last of [
      { PaginationToken: "z", Users: [cognito("e")] },
      { PaginationToken: "z", Users: [] },
    ]) {
      const records = await readAs("cognito", together([...sorted, last]));
      expect(records.map((record) => JSON.stringify(record).includes(CODE)).lastIndexOf(true)).toBe(records.length - 1);
      expect(JSON.stringify(records.slice(0, -1))).not.toContain(CODE);
    }
  });

  it("continue where they have fewer users than each says", async () => {
    const pagesOf = (total: number) => [
      { users: fusion(2), total },
      { total, users: fusion(3).slice(2) },
    ];
    expect(JSON.stringify(await readAs("fusionauth", together(pagesOf(3))))).not.toContain(CODE);
    expect(outcomes(await readAs("fusionauth", together(pagesOf(4)))).at(-1)).toMatchObject({ warnings: [CODE] });
  });

  it("are all where one of them names no next one, in the order of a shell", async () => {
    const numbered = Array.from({ length: 11 }, (_, at) => ({
      Users: [cognito(`n${at}`)],
      ...(at < 10 ? { PaginationToken: `t${at}` } : {}),
    }));
    // 1, 10, 11, 2, 3, …
    const byShell = [0, 9, 10, 1, 2, 3, 4, 5, 6, 7, 8].map((at) => numbered[at] as object);
    expect(JSON.stringify(await readAs("cognito", together(byShell)))).not.toContain(CODE);
    // Of so few the last one is the last: another list may have ended before it.
    for (const pages of [PAGES.slice(0, 2), PAGES.toReversed(), byShell.filter((_, at) => at !== 2)]) {
      expect(JSON.stringify((await readAs("cognito", together(pages))).at(-1))).toContain(CODE);
    }
  });

  it("are all where they have as many users as each says, though each names a next one", async () => {
    const pages = (total: number) => [
      { users: fusion(2), total, nextPage: 2 },
      { users: fusion(3).slice(2), total, nextPage: 1 },
    ];
    expect(JSON.stringify(await readAs("fusionauth", together(pages(3))))).not.toContain(CODE);
    expect(JSON.stringify((await readAs("fusionauth", together(pages(4)))).at(-1))).toContain(CODE);
    // A count of each page's own records is no total.
    expect(JSON.stringify((await readAs("fusionauth", together(pages(2)))).at(-1))).toContain(CODE);
  });

  it("of an interface that gives lists are read as well", async () => {
    const pages = [[okta("a"), okta("b")], [okta("c")], [], [okta("d")]];
    const records = await readAs("okta", together(pages));
    expect(records.map((record) => record.kind === "user" && record.userId)).toEqual(["a", "b", "c", "d"]);
  });

  it("have no other document among them", async () => {
    for (const other of [{ Groups: [] }, { Username: "c", Enabled: true }, "x", 5]) {
      const records = await readAs("cognito", together([...PAGES.slice(0, 2), other]));
      expect(records.at(-1)).toMatchObject({ problem: { code: "source/trailing-data" } });
    }
  });
});

it.each<[string, object]>([
  ["an empty token", { users: fusion(2), nextPageToken: "" }],
  ["no token", { users: fusion(2), nextPageToken: null }],
  ["an error that is none", { users: fusion(2), error: "none", errors: {}, errorCode: 0 }],
  ["no error", { users: fusion(2), error: null, errors: [], message: "OK", code: 200, errorMessage: "" }],
  ["as many as it has", { users: fusion(2), total: 2 }],
  [
    "how many users a tenant may have",
    { users: fusion(2), quota: { total: 10_000 }, license: { users: { total: 900 } } },
  ],
  ["no more", { users: fusion(2), has_more: false, next_page: null, remainingPagedResults: 0, count: 2 }],
  ["an answer that succeeded", { users: fusion(2), success: true, status: "ok", statusCode: 200, error: "no error" }],
  ["errors counted as none", { users: fusion(2), errors: { count: 0 }, error: { code: 0, message: "" } }],
  ["a count of something else", { users: fusion(2), stats: { logins: { count: 5000 } } }],
  ["users whose fields are named so", { users: fusion(2).map((user) => ({ ...user, data: { total: 9, next: "x" } })) }],
  ["nothing", fusion(2)],
])("a document with %s is whole", async (_, document) => {
  expect(JSON.stringify(await readAs("fusionauth", JSON.stringify(document)))).not.toContain(CODE);
  expect(JSON.stringify(await readAs("okta", JSON.stringify([okta("a")])))).not.toContain(CODE);
});

it.each<[string, object, boolean]>([
  ["fewer users than it says before them", { total: 9000, users: fusion(8000) }, true],
  ["fewer users than it says after them", { users: fusion(8000), total: 9000 }, true],
  ["a token in front of them", { nextPageToken: "x", users: fusion(8000) }, true],
  ["a token after them", { users: fusion(8000), nextPageToken: "x" }, true],
  ["as many users as it says", { users: fusion(8000), total: 8000 }, false],
])("a list of megabytes with %s is told as it is", async (_, document, isPage) => {
  const text = JSON.stringify(document);
  expect(text.length).toBeGreaterThan(1 << 20);
  expect(JSON.stringify(await readAs("fusionauth", text)).includes(CODE)).toBe(isPage);
});

/**
 * Whether the pages of files by these names are said to continue; `more` says what each has beside its user, or whether it
 * names a next one.
 */
async function areContinued(
  names: readonly string[],
  more: (name: string) => boolean | object,
  fileName?: string,
): Promise<boolean> {
  const page = (name: string) => {
    const has = more(name);
    const beside = typeof has === "object" ? has : has ? { PaginationToken: "t" } : {};
    const text = JSON.stringify({ Users: [cognito(name)], ...beside });
    return async function* () {
      yield Buffer.from(text);
    };
  };
  const [first = "", ...others] = names;
  const join = others.map((name) => ({ name, open: page(name) }));
  const records: unknown[] = [];
  for await (const record of readUniqueUsers(page(first), { from: "cognito", join, fileName })) records.push(record);
  expect(records).toHaveLength(names.length);
  return JSON.stringify(records).includes(CODE);
}

describe("lists in files whose names are all known", () => {
  const areMissing = (names: readonly string[], more: (name: string) => boolean | object) =>
    areContinued(names, more, names[0]);

  it.each([
    [
      ["a-1.json", "a-2.json", "b-1.json", "b-2.json"],
      ["a-1.json", "b-1.json"],
    ],
    [["a-1.json", "b-1.json", "b-2.json"], ["b-1.json"]],
    [["a-1.json", "b-1.json"], []],
    [
      ["a-2.json", "a-10.json", "a-1.json"],
      ["a-1.json", "a-2.json"],
    ],
    [
      ["a-10.json", "a-8.json", "a-9.json", "b-1.json"],
      ["a-8.json", "a-9.json"],
    ],
  ])("are each looked at by itself: %j", async (names, continued) => {
    expect(await areMissing(names, (name) => continued.includes(name))).toBe(false);
    for (const end of names.filter((name) => !continued.includes(name))) {
      expect(await areMissing(names, (name) => name === end || continued.includes(name))).toBe(true);
    }
  });

  it("have as many users each as they say", async () => {
    const total = (a: number, b: number) => (name: string) => ({ total: name.startsWith("a") ? a : b });
    expect(await areMissing(["a-0.json", "b-0.json", "b-1.json"], total(1, 2))).toBe(false);
    expect(await areMissing(["a-0.json", "b-0.json", "b-1.json"], total(2, 2))).toBe(true);
    // By no name: one that has as many as it says has none for another.
    expect(await areMissing(["a.json", "b.json"], total(1, 1))).toBe(false);
    expect(await areMissing(["a.json", "b.json"], total(2, 1))).toBe(true);
    expect(await areMissing(["a.json", "ab.json"], total(2, 2))).toBe(false);
  });

  it("are not all where one that is beside a numbered list continues, or that list does", async () => {
    const names = ["b.json", "a-1.json", "a-2.json"];
    expect(await areMissing(names, (name) => name === "a-1.json")).toBe(false);
    expect(await areMissing(names, (name) => name === "a-1.json" || name === "b.json")).toBe(true);
    expect(await areMissing(names, (name) => name !== "b.json")).toBe(true);
  });

  it("may be of a name without a number, or of numbers that are of no list", async () => {
    expect(await areMissing(["a.json", "a-2.json", "a-3.json"], (name) => name !== "a-3.json")).toBe(false);
    const downloads = ["users.json", "users (1).json", "users (2).json"];
    expect(await areMissing(downloads, (name) => name !== "users (2).json")).toBe(false);
    expect(await areMissing(["first.json", "page-2.json", "page-3.json"], (name) => name !== "page-3.json")).toBe(
      false,
    );
    expect(await areMissing(["a1b.json", "c22.json", "9f.json"], (name) => name !== "9f.json")).toBe(false);
    expect(await areMissing(["page1.json", "page-2.json", "page-3.json"], (name) => name !== "page-3.json")).toBe(
      false,
    );
    expect(await areMissing(["u-2024-01.json", "u-2024-02.json"], (name) => name !== "u-2024-02.json")).toBe(false);
  });
});

describe("pages in files whose names have numbers", () => {
  const numbered = (list: string, count: number) => Array.from({ length: count }, (_, at) => `${list}-${at * 50}.json`);

  it("are all where the last by number names no next one, in whatever order they are given", async () => {
    for (const count of [5, 14]) {
      const names = numbered("off", count);
      const last = `off-${(count - 1) * 50}.json`;
      for (const given of [names, names.toSorted(), names.toReversed()]) {
        expect(await areContinued(given, (name) => name !== last)).toBe(false);
        expect(await areContinued(given, () => true)).toBe(true);
      }
    }
  });

  it("are not all where one of two lists isn't, however many there are", async () => {
    const names = [...numbered("ta", 8), ...numbered("tb", 7)];
    const ends = ["ta-350.json", "tb-300.json"];
    for (const given of [names, names.toSorted()]) {
      expect(await areContinued(given, (name) => !ends.includes(name))).toBe(false);
      for (const end of ends) expect(await areContinued(given, (name) => name !== end)).toBe(true);
    }
  });

  it("are looked at in their order where the numbers are of no list", async () => {
    expect(await areContinued(["a1b.json", "c22.json", "9f.json"], (name) => name !== "9f.json")).toBe(false);
    expect(await areContinued(["a1b.json", "c22.json", "9f.json"], (name) => name !== "c22.json")).toBe(true);
  });
});

it("says it of a list that a search engine has not counted to its end", async () => {
  const isPage = async (total: number, nextResults: string) => {
    const text = JSON.stringify({ nextResults, total, users: fusion(total).map(({ id, email }) => ({ id, email })) });
    return JSON.stringify((await readAs("fusionauth", text)).at(-1)).includes(CODE);
  };
  expect(await Promise.all([isPage(10_000, "x"), isPage(10_000, ""), isPage(9999, "x")])).toEqual([true, false, false]);
});

it("says it of no pages with more records than the search engine has counted", async () => {
  const page = (users: unknown) => JSON.stringify({ nextResults: "x", total: 10_000, users });
  const users = fusion(10_001).map(({ id, email }) => ({ id, email }));
  const text = page(users.slice(0, 6000)) + page(users.slice(6000));
  expect(JSON.stringify((await readAs("fusionauth", text)).at(-1))).not.toContain(CODE);
  const counted = page(users.slice(0, 6000)) + page(users.slice(6000, 10_000));
  expect(JSON.stringify((await readAs("fusionauth", counted)).at(-1))).toContain(CODE);
});

it("says it where the last record of the page is damaged", async () => {
  const text = JSON.stringify({ users: fusion(2), next: "x" }).replace('"id":"f-1"', '"id":f-1');
  expect(JSON.stringify((await readAs("fusionauth", text)).at(-1))).toContain(CODE);
});

it("is told of no part of a list that is read by itself", async () => {
  const text = JSON.stringify(
    {
      total: 9,
      users: Array.from({ length: 9 }, (_, at) => ({ localId: `u${at}`, phoneNumber: `+1555555010${at}` })),
      next: "",
    },
    null,
    1,
  );
  const input = () => inputOf(Buffer.from(text));
  const plan = await planChunks(input(), { from: "firebase" }, 100);
  if (!plan.ok) throw new Error(plan.problems[0].message);
  const { head, tail, chunks, reader, lineEnd } = plan.value;
  expect(chunks.length).toBeGreaterThan(2);
  for (const { from, to, line } of chunks) {
    const bytes = Buffer.from(text);
    const frame = { head: bytes.subarray(0, head), tail: bytes.subarray(tail), reader, lineEnd, line };
    const records = readChunk({ ...frame, body: bytes.subarray(from, to) }, { from: "firebase" });
    for await (const record of records) expect(JSON.stringify(record)).not.toContain(CODE);
  }
});

function fusion(count: number) {
  return Array.from({ length: count }, (_, at) => ({
    ...{ id: `f-${at}`, email: `f-${at}@example.com`, active: true, encryptionScheme: "bcrypt", factor: 4 },
    password: "$2a$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
  }));
}
