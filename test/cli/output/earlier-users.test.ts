import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { usersReplaced } from "../../../src/cli/output/earlier-users.js";
import { useTemporaryFolder } from "../../temporary-folder.js";

const folder = useTemporaryFolder();

async function isReplaced(earlier: readonly object[], later: readonly object[]): Promise<boolean> {
  const [one, other] = [earlier, later].map((users, at) => {
    const path = join(folder.path(), `${at}.ndjson`);
    writeFileSync(path, users.map((user) => `${JSON.stringify(user)}\n`).join(""));
    return path;
  }) as [string, string];
  return usersReplaced({ path: one, size: statSync(one).size }, { path: other, lines: later.length }).then(
    (users) => users === earlier.length,
    ({ message }) => !/users whom the new file lacks/.test(message),
  );
}

const users = (of: (at: number) => object) =>
  Array.from({ length: 20 }, (_, at) => ({ externalUserId: String(at), ...of(at) }));
const email = (name: string) => (at: number) => ({ email: `${at}@${name}.example` });
const phone = (part: string) => (at: number) => ({ phoneNumber: `+49151${part}34${10 + at}` });
const social =
  (name: string, thirdPartyId = "google") =>
  (at: number) => ({
    thirdParty: [{ thirdPartyId, thirdPartyUserId: `${name}${at}`, email: `${at}@example.com`, isVerified: at > 1 }],
  });
const metadata = (name: string) => (at: number) => ({ metadata: { site: name, nick: `u${at}` } });
const either =
  (...all: ((at: number) => object)[]) =>
  (at: number) =>
    Object.assign({}, ...all.map((of) => of(at)));

it.each<[string, (at: number) => object, (at: number) => object]>([
  ["addresses", email("a"), email("b")],
  ["numbers", phone("12"), phone("77")],
  ["social logins", social("a"), social("b")],
  ["providers", social("a"), social("a", "github")],
  ["profiles alone", metadata("a"), metadata("b")],
])("are not replaced by users of the same IDs and other %s", async (_, one, other) => {
  expect(await isReplaced(users(one), users(other))).toBe(false);
  expect(await isReplaced(users(one), users(one))).toBe(true);
});

it.each<[string, (at: number) => object, (at: number) => object]>([
  ["case", email("a"), (at) => ({ email: `${at}@A.Example` })],
  ["address beside their number", either(email("a"), phone("12")), either(email("b"), phone("12"))],
  ["address at a provider", social("a"), (at) => ({ thirdParty: [{ ...social("a")(at).thirdParty[0], email: "x" }] })],
])("are replaced by the same users with another %s", async (_, one, other) => {
  expect(await isReplaced(users(one), users(other))).toBe(true);
});
