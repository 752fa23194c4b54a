import { describe, expect, it } from "vitest";
import {
  type JoinReport,
  type ReadExportOptions,
  readUniqueUsers,
  type SourceRecord,
} from "../../../src/source/index.js";
import { sampleOf } from "../systems/samples.js";

interface Realm {
  readonly realm: string;
  readonly otpPolicyLookAheadWindow?: number;
  readonly users?: readonly { readonly id: string; readonly email?: string }[];
}

const [{ users: all = [], ...SAMPLE }] = JSON.parse(sampleOf("keycloak.json")) as [Realm];
const SHOP = { ...SAMPLE, sslRequired: "external", keycloakVersion: "26.8.2" };
const users = all.filter(({ id }) => ["k-ada", "k-bob", "k-cyd"].includes(id));
const [ADA, BOB, CYD] = users;
/** As `kc.sh export --dir` writes them. */
const usersFile = (...of: readonly unknown[]): object => ({ realm: SHOP.realm, users: of });

const written = (document: unknown) =>
  async function* () {
    yield document instanceof Uint8Array ? document : Buffer.from(JSON.stringify(document, null, 2));
  };

async function read(documents: readonly unknown[], from: ReadExportOptions["from"] = "keycloak", more: object = {}) {
  const [first, ...others] = documents;
  const join = others.map((one, at) => ({ name: `users-${at}.json`, open: written(one) }));
  const records: SourceRecord[] = [];
  for await (const record of readUniqueUsers(written(first), { from, join, ...more })) records.push(record);
  return records;
}

const shown = (records: readonly SourceRecord[]) =>
  records.map((record) => {
    if (record.kind === "unreadable") return [record.file, record.problem.code, record.problem.message];
    const { result, file, userId, line, index } = record;
    const codes = (result.ok ? result.warnings : result.problems).map(({ code }) => code);
    return [file, userId, index, line, ...codes];
  });

describe("a realm and files of its users", () => {
  it("are one export, with the realm's settings for all users", async () => {
    const files = [SHOP, usersFile(ADA), usersFile(BOB, CYD)];
    for (const from of ["keycloak", "auto"] as const) {
      const records = await read(files, from);
      expect(shown(records).map((record) => record.slice(0, 4))).toEqual([
        ["users-0.json", "k-ada", 0, 4],
        ["users-1.json", "k-bob", 1, 4],
        ["users-1.json", "k-cyd", 2, expect.any(Number)],
      ]);
      // The sample's realm lets codes be off by three steps; without it one is assumed, with a warning.
      expect(records.map(({ kind, ...more }) => kind === "user" && "result" in more && more.result.ok)).toEqual([
        true,
        true,
        true,
      ]);
      expect(JSON.stringify(records)).toContain('"skew":3');
      expect(JSON.stringify(records)).not.toContain("user/second-factor-window");
    }
  });

  it("share what no two users may share", async () => {
    const twin = { ...BOB, id: "k-twin", email: ADA?.email };
    expect(shown(await read([SHOP, usersFile(ADA), usersFile(twin, CYD)]))).toEqual([
      ["users-0.json", "k-ada", 0, 4, "user/duplicate-email"],
      ["users-1.json", "k-twin", 1, 4, "user/duplicate-email"],
      ["users-1.json", "k-cyd", 2, expect.any(Number)],
    ]);
  });

  it("may be files of users alone, and the realm's may be any of them", async () => {
    expect(await read([usersFile(ADA), usersFile(BOB)])).toHaveLength(2);
    // An editor on Windows begins a file with a byte order mark.
    expect(await read([[ADA], [BOB], []])).toHaveLength(2);
    for (const settings of [SHOP, Buffer.from(`\ufeff${JSON.stringify(SHOP)}`)]) {
      const records = await read([{ realm: SHOP.realm, federatedUsers: [] }, settings, usersFile(ADA)]);
      expect(JSON.stringify(records)).toContain('"skew":3');
    }
  });

  it("are refused where they are of several realms, or without users", async () => {
    const other = { realm: "other", users: [BOB] };
    expect(shown(await read([SHOP, usersFile(ADA), other]))).toEqual([
      [
        undefined,
        "source/table-prefix",
        expect.stringMatching(/the file has one \(users-0\.json\), other \(users-1\.json\)/),
      ],
    ]);
    expect(shown(await read([SHOP, { realm: SHOP.realm }]))).toEqual([
      [undefined, "source/no-users", expect.any(String)],
    ]);
  });

  it("are refused where one has users of another kind, or is of another form", async () => {
    const federated = { realm: SHOP.realm, federatedUsers: [{ id: "f:1:zoe", credentials: [] }] };
    const answers = [
      ...[{ error: "HTTP 401 Unauthorized" }, {}, { message: "Rate limit", code: 429 }],
      { Users: [], error: "Rate limit" },
    ];
    for (const strange of [
      ...[federated, { realm: SHOP.realm, Users: [BOB] }, { ...SHOP, federatedUsers: [BOB] }, ...answers],
    ]) {
      expect(shown(await read([SHOP, usersFile(ADA), strange]))).toEqual([
        [undefined, "source/no-users", expect.stringContaining("users-1.json: ")],
      ]);
    }
  });

  it("give no user the settings of another realm", async () => {
    const records = await read([{ ...SHOP, realm: "other" }, usersFile(ADA)]);
    expect(JSON.stringify(records)).toContain("user/second-factor-window");
  });

  it("are read to the end, or not at all", async () => {
    const records = await read([SHOP, usersFile(ADA), { Users: [] }, "{"]);
    expect(shown(records)).toEqual([[undefined, "source/malformed", expect.stringContaining("users-2.json: ")]]);
  });
});

describe("further files of a system with all of a user in one file", () => {
  it("are read after the first", async () => {
    const file = (...ids: string[]) => ({
      users: ids.map((localId) => ({ localId, phoneNumber: `+155555501${localId}` })),
    });
    expect(shown(await read([file("00", "01"), file("02", "00")], "firebase"))).toEqual([
      [undefined, "00", 0, 3, "user/duplicate-phone", "user/duplicate-id"],
      [undefined, "01", 1, expect.any(Number)],
      ["users-0.json", "02", 2, 3],
      ["users-0.json", "00", 3, expect.any(Number), "user/duplicate-phone", "user/duplicate-id"],
    ]);
  });

  it("are not those of another system", async () => {
    const file = { users: [{ localId: "00", phoneNumber: "+15555550100" }] };
    expect(shown(await read([file, usersFile(ADA, BOB)], "firebase")).at(-1)).toEqual([
      undefined,
      "source/of-other-system",
      expect.stringMatching(/^users-0.json: this looks like Keycloak/),
    ]);
  });

  it("are the pages that the first one speaks of", async () => {
    const page = (id: string, more: object) => ({ users: [{ localId: id, phoneNumber: `+155555501${id}` }], ...more });
    const token = { nextPageToken: "x" };
    const codes = async (...pages: readonly object[]) =>
      shown(await read(pages, "firebase")).map((one) => one.slice(4));
    expect(await codes(page("00", token), page("01", token), page("02", {}))).toEqual([[], [], []]);
    expect(await codes(page("00", token), page("01", token))).toEqual([[], ["source/further-pages"]]);
  });

  it("are said to have no row of a user only where they have rows of users' parts", async () => {
    const user = (id: string) => ({ $id: id, email: `${id}@example.com`, status: true });
    const identities = [{ $id: "i", userId: "u1", provider: "github", providerUid: "7" }];
    const reports: JoinReport[] = [];
    const files = [{ users: [user("u1")] }, { users: [user("u2")] }, identities];
    await read(files, "appwrite", { onJoined: (report: JoinReport) => void reports.push(report) });
    expect(reports.map(({ without }) => without.map(({ file, users }) => [file, users]))).toEqual([
      [["users-1.json", 1]],
    ]);
  });

  it("are not the last page of a list where they have no users", async () => {
    const identities = [{ $id: "i", userId: "u1", provider: "github", providerUid: "7" }];
    const user = (id: string) => ({ $id: id, email: `${id}@example.com`, emailVerification: true, status: true });
    const list = (total: number, ...ids: string[]) => ({ total, users: ids.map(user) });
    const last = async (...files: readonly unknown[]) => shown(await read(files, "appwrite")).at(-1);
    expect(await last(list(5, "u1", "u2"), identities)).toContain("source/further-pages");
    expect(await last(list(4, "u1", "u2"), list(4, "u3"), identities)).toContain("source/further-pages");
    expect(await last(list(3, "u1", "u2"), list(3, "u3"), identities)).not.toContain("source/further-pages");
    expect(await last(list(4, "u1", "u2"), identities, list(4, "u3"))).toContain("source/further-pages");
    expect(await last(list(3, "u1", "u2"), identities, list(3, "u3"))).not.toContain("source/further-pages");
    for (const failed of [
      { users: [], error: "Rate limit", code: 429 },
      { error: { code: 429 }, users: [] },
      { users: [], message: "Rate limit", code: 429, type: "general_rate_limit_exceeded" },
      { users: [], errorSummary: "Too many" },
      { users: [], status: "error" },
      { users: [], success: false },
      { users: [], error: { trace: "x".repeat(1 << 14) } },
    ]) {
      expect(await last(list(2, "u1", "u2"), failed)).toEqual([
        ...[undefined, "source/no-users", "users-0.json: the file is an answer that says that it failed"],
      ]);
    }
    // A user of the first page was deleted before the second one was fetched, and u3 has moved up to the first.
    expect(await last(list(4, "u1", "u2"), list(3, "u4"))).toContain("source/further-pages");
  });

  it("are all where an empty page follows as many as a search engine has counted", async () => {
    const users = Array.from({ length: 10_000 }, (_, at) => ({ id: `f-${at}`, email: `f-${at}@example.com` }));
    const page = (some: unknown) => ({ nextResults: "x", total: 10_000, users: some });
    const last = async (...files: readonly unknown[]) => shown(await read(files, "fusionauth")).at(-1);
    expect(await last(page(users), page([]))).not.toContain("source/further-pages");
  });

  it("are missing where one says so that has no users, has failed, or counts more, or where each names a next one", async () => {
    const user = (id: string) => ({ $id: id, email: `${id}@example.com`, emailVerification: true, status: true });
    const page = (more: object, ...ids: string[]) => ({ users: ids.map(user), ...more });
    const last = async (...files: readonly unknown[]) => shown(await read(files, "appwrite")).at(-1);
    const [one, empty] = [page({}, "u1"), page({})];
    for (const files of [
      [one, page({ total: 6 })],
      [page({ nextPageToken: "x" }, "u1"), page({ nextPageToken: "x" })],
      [page({ error: "Rate limit" }, "u1"), page({}, "u2")],
      [one, page({ error: "Rate limit" }, "u2"), page({}, "u3")],
      [page({ total: 6 }, "u1"), page({}, "u2")],
      [page({ total: 6 }, "u1"), empty],
    ]) {
      expect(await last(...files)).toContain("source/further-pages");
    }
    for (const files of [
      [one, empty],
      [page({ nextPageToken: "x" }, "u1"), empty],
      [one, page({ error: { code: 0, message: "" } })],
      [page({ total: 3 }, "u1"), page({ total: 3 }, "u2", "u3"), page({ total: 3 })],
    ]) {
      expect(JSON.stringify(await last(...files))).not.toContain("source/");
    }
  });
});
