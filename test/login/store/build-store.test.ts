import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { buildStore } from "../../../src/login/store/build-store.js";
import { mark, readMarks, type StoreFile, storePathOf } from "../../../src/login/store/store-file.js";
import { useTemporaryFolder } from "../../temporary-folder.js";

const temporary = useTemporaryFolder();
const line = (id: number) => `${JSON.stringify({ externalUserId: `u${id}`, identifiers: [`u${id}`] })}\n`;

async function built(file: string, older: StoreFile | undefined, meanwhile: () => Promise<void>): Promise<StoreFile> {
  const users = await open(file, "r");
  onTestFinished(() => users.close());
  const store = await buildStore(users, storePathOf(file), older, async () => {
    await meanwhile();
    return undefined;
  });
  onTestFinished(() => store.handle.close());
  return store;
}

it("takes along a mark that is set in the older store while the new one is built", async () => {
  const file = join(temporary.path(), "users.ndjson");
  await writeFile(file, line(1) + line(2) + line(3));
  const older = await built(file, undefined, async () => undefined);
  await mark(older, 0, "forgotten");
  // The second user is absent from the new file, and comes after its lines.
  await writeFile(file, line(3) + line(1));
  const newer = await built(file, older, async () => {
    await mark(older, 1, "forgotten");
    await mark(older, 2, "begun");
  });
  expect([...(await readMarks(newer, "forgotten"))]).toEqual([0, 1, 1]);
  expect([...(await readMarks(newer, "begun"))]).toEqual([1, 0, 0]);
});
