import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CheckOptions, type CheckReport, checkExport } from "../../src/check/index.js";
import { recordWriters } from "../../src/cli/check/record-writers.js";
import { ReportFiles } from "../../src/cli/output/report-files.js";
import { runCli } from "../../src/cli/run-cli.js";
import { createAdministrationClient, createBulkClient, createImportClient } from "../../src/client/index.js";
import { type ImportReport, importUsers, previewImport } from "../../src/import/index.js";
import { parseFallbackUser, type WritableFallbackUser } from "../../src/login/index.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import { contentRows, type ReadableSource, readUniqueUsers, type UserRecord } from "../../src/source/index.js";
import { IS_FULL } from "../by-day.js";
import { fakeIo } from "../cli/fake-io.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { damage, damaged } from "./damaged.js";
import { accountOf, choices, hashConfig, SAMPLES, SIGNER_KEY } from "./one-account.js";

type ReadingOptions = Parameters<typeof readUniqueUsers>[1];
type Options = Pick<CheckOptions, "includeDisabled" | "loginOnly" | "passwordAlone">;

function expectToAddUp(report: CheckReport): void {
  const { records, importable, loginOnly, refused, skipped } = report;
  expect(importable + loginOnly + refused + skipped).toBe(records);
  for (const { name, found, carried, refused: ofRefused, leftOut } of contentRows(report.contents)) {
    expect([name, carried + ofRefused + leftOut]).toEqual([name, found]);
  }
}

const folder = useTemporaryFolder();
const HASH_CONFIG = fileURLToPath(new URL("../../docs/examples/firebase/hash-config.txt", import.meta.url));

/** What `credport import` says of a file without a service to send it to; undefined where it can't be read. */
async function rehearsed(bytes: Buffer, from: ReadableSource, options: Options): Promise<ImportReport | undefined> {
  const path = join(folder.path(), "users.export");
  await writeFile(path, bytes);
  const { includeDisabled, loginOnly, passwordAlone } = options;
  const { io, out } = fakeIo();
  const args = [
    ...["import", path, "--from", from, "--service", "default", "--hash-config", HASH_CONFIG, "--json"],
    ...(includeDisabled === true ? ["--include-disabled"] : []),
    ...(loginOnly === undefined ? [] : ["--login-only", loginOnly]),
    ...(passwordAlone === true ? ["--without-second-factor"] : []),
  ];
  const exitCode = await runCli(args, io);
  return exitCode === 2 ? undefined : JSON.parse(out());
}

/** What a check, a dry run, a rehearsal and an import say of one file. */
async function allCommands(bytes: Buffer, from: ReadableSource, options: Options) {
  const open = async function* () {
    yield bytes;
  };
  const reading = { from, hashConfig, ...options };
  const checked = await checkExport(open, reading);
  const listed = await checkExport(open, { ...reading, onRejected: () => undefined });
  const previewed = await previewImport(readUniqueUsers(open, reading));
  const { fetch } = createRehearsalService({ signerKey: SIGNER_KEY });
  const client = createImportClient({ baseUrl: "http://localhost", apiKey: "rehearsal", fetch });
  const imported = await importUsers(readUniqueUsers(open, reading), { existing: { policy: "overwrite" }, client });
  const rehearsal = await rehearsed(bytes, from, options);
  return { checked, listed, previewed, imported, rehearsal, ...(await inBulk(open, reading)) };
}

/** Lines are listed in the order in which their users are done. */
const numbersOf = ({ calls: _, elapsedMs: __, ...report }: ImportReport) =>
  Object.fromEntries(Object.entries(report).filter(([, value]) => typeof value === "number"));

const isFilled = (text: string | undefined) => text !== undefined && text !== "";
const hasIdentifier = ({ user, further, shared = [] }: WritableFallbackUser) =>
  [
    ...[user.email, user.phoneNumber, further?.userName, further?.otherUserName],
    ...[...(further?.emails ?? []), ...(further?.phoneNumbers ?? [])].map((one) => (one.isVerified ? one.value : "")),
  ].some((text) => isFilled(text) && !shared.some((one) => one === text || one === text?.toLowerCase()));

/** Who cannot be imported is in the fallback's file, once, if they have something to log in with; nobody else is. */
async function expectOneFile(open: () => AsyncIterable<Uint8Array>, options: CheckOptions): Promise<void> {
  const lines: string[] = [];
  const file = { writeText: async (line: string) => void lines.push(line) } as never;
  const files = { users: [], fallback: file, leftOut: 0, report: await ReportFiles.open() } as never;
  const checked = await checkExport(open, { ...options, ...recordWriters(files, {}, () => undefined) });
  if (!checked.ok) return;
  const users = [];
  for await (const record of readUniqueUsers(open, options)) if (record.kind === "user") users.push(record);
  const atLogin = users.flatMap(({ loginOnly }) => loginOnly ?? []);
  const refused = users.flatMap(({ result, loginOnly, rejected }) =>
    result.ok || loginOnly !== undefined ? [] : (rejected ?? []),
  );
  expect(atLogin.length).toBe(checked.value.loginOnly);
  const without = users.filter((one) => !one.result.ok && (one.loginOnly ?? one.rejected) === undefined);
  const isNobody = ({ userId, result }: UserRecord) =>
    userId === undefined || (!result.ok && result.problems[0].code === "user/not-a-person");
  expect(without.filter((one) => !isNobody(one))).toEqual([]);
  const expected = [...atLogin, ...refused.filter(({ standing }) => standing !== "unknown")].filter(hasIdentifier);
  const read = lines.map(parseFallbackUser);
  expect(read.filter(({ ok }) => !ok)).toEqual([]);
  const idsOf = (ids: readonly string[]) => [...ids].sort();
  expect(idsOf(read.map((one) => (one.ok ? one.value.externalUserId : "")))).toEqual(
    idsOf(expected.map(({ user }) => user.externalUserId)),
  );
}

/** The bulk import is another service's, which has rules of its own for numbers: the check is for that one. */
async function inBulk(open: () => AsyncIterable<Uint8Array>, options: ReadingOptions) {
  const service = "supertokens";
  const reading = { ...options, service } as const;
  const { fetch } = createRehearsalService({ signerKey: SIGNER_KEY, service });
  const connection = { baseUrl: "http://localhost", apiKey: "rehearsal", service, fetch } as const;
  const bulk = {
    client: createBulkClient(connection),
    administration: createAdministrationClient(connection),
    // The roles of a file need not be those of the service.
    ...{ pollMs: 1, withoutRoles: true },
  };
  const client = createImportClient(connection);
  return {
    checkedForBulk: await checkExport(open, reading),
    previewedForBulk: await previewImport(readUniqueUsers(open, reading), { service, bulk }),
    bulk: await importUsers(readUniqueUsers(open, reading), { existing: { policy: "overwrite" }, client, bulk }),
  };
}

async function expectOneAccount(bytes: Buffer, from: ReadableSource, options: Options): Promise<void> {
  const told = await allCommands(bytes, from, options);
  const open = async function* () {
    yield bytes;
  };
  await expectOneFile(open, { from, hashConfig, ...options });
  const { checked, listed, previewed, imported } = told;
  expect([previewed.ok, listed.ok, imported.ok]).toEqual([checked.ok, checked.ok, checked.ok]);
  if (!checked.ok || !listed.ok || !previewed.ok) return;
  const report = checked.value;
  expectToAddUp(report);
  expect(accountOf(listed.value)).toEqual(accountOf(report));
  expect(imported.progress.users).toEqual(accountOf(report));
  expect(previewed.value.contents).toEqual(report.contents);
  expect(previewed.value.unknownColumns).toEqual(report.unknownColumns);
  const { records, importable, loginOnly, otherLogins, refused, skipped } = report;
  const { users, atLogin, refusedByUs } = previewed.value;
  expect({
    records: previewed.value.records,
    users,
    atLogin,
    refusedByUs,
    skipped: previewed.value.skipped,
  }).toEqual({
    ...{ records, users: importable + otherLogins, atLogin: loginOnly - otherLogins },
    ...{ refusedByUs: refused, skipped },
  });
  const { progress } = imported;
  const sent = progress.imported + progress.alreadyThere + progress.refusedByService + progress.failed;
  expect([sent, progress.atLogin, progress.refusedByUs, progress.skipped, progress.unfinished]).toEqual([
    importable + otherLogins,
    loginOnly - otherLogins,
    refused,
    skipped,
    0,
  ]);
  if (told.rehearsal === undefined) throw new Error("the command could not read what the check has read");
  expect(accountOf(told.rehearsal.users)).toEqual(accountOf(report));
  expect(numbersOf(told.rehearsal)).toMatchObject(numbersOf(progress));
  expectOneAccountInBulk(told);
}

/** The bulk call refuses users whom the check does not know of: none of the others is lost. */
function expectOneAccountInBulk({
  checkedForBulk: checked,
  previewedForBulk: previewed,
  bulk,
}: Awaited<ReturnType<typeof inBulk>>): void {
  expect([previewed.ok, bulk.ok]).toEqual([checked.ok, checked.ok]);
  if (!checked.ok || !previewed.ok) return;
  const { contents: _, ...numbers } = accountOf(checked.value);
  const { contents, ...users } = accountOf(bulk.progress.users);
  expect([users, contents]).toEqual([numbers, previewed.value.contents]);
  const { progress } = bulk;
  const { imported, refusedByService, failed } = progress;
  expect([imported + refusedByService + failed, progress.atLogin, progress.refusedByUs]).toEqual([
    previewed.value.users,
    previewed.value.atLogin,
    previewed.value.refusedByUs,
  ]);
  expect([progress.skipped, progress.unfinished]).toEqual([numbers.skipped, 0]);
}

describe("everybody of an export is accounted for once, alike in check, dry run, rehearsal, import and bulk import", () => {
  const CHOICES: readonly Options[] = [{}, { includeDisabled: true, loginOnly: "import", passwordAlone: true }];

  it.each(SAMPLES)("in $name", async ({ bytes, from, name }) => {
    const at = SAMPLES.findIndex((sample) => sample.name === name);
    // By day one sample is as it is, and the next one with all choices.
    const chosen = IS_FULL ? CHOICES : CHOICES.slice(at % 2).slice(0, 1);
    for (const options of chosen) await expectOneAccount(bytes, from, options);
  });

  it("in each sample, damaged anywhere", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...SAMPLES), damage, choices, async ({ bytes, from }, hurt, given) => {
        await expectOneAccount(damaged(bytes.toString("latin1"), hurt), from, given);
      }),
      { numRuns: 120 },
    );
  });
});

it("counts a social login that is left out as one that could have been made up", async () => {
  const user = { owner: "o", name: "a", id: "u1", email: "a@example.com", google: "1101", passwordType: "bcrypt" };
  const password = "$2a$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const open = async function* () {
    yield Buffer.from(JSON.stringify([{ ...user, password }]));
  };
  const checked = await checkExport(open, { from: "casdoor" });
  expect(checked).toMatchObject({
    value: {
      ...{ importable: 1, contents: { socialLogins: { found: 1, carried: 0, leftOut: 1 } } },
      notCarried: expect.arrayContaining([expect.objectContaining({ name: "social login at google" })]),
    },
  });
});
