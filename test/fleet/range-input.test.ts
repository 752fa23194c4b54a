import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isOpenToNetwork, rangeInput, wholeOf } from "../../src/fleet/range-input.js";
import { useTemporaryFolder } from "../temporary-folder.js";

const folder = useTemporaryFolder();
const BYTES = Uint8Array.from({ length: 10_000 }, (_, at) => at % 251);

/** A web server with one file, which serves ranges or does not. */
async function serve(hasRanges: boolean) {
  const server = createServer((request, response) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    if (!hasRanges || from === undefined) return response.writeHead(200).end(BYTES);
    const last = Math.min(Number(to), BYTES.length - 1);
    response.writeHead(206, { "content-range": `bytes ${from}-${last}/${BYTES.length}` });
    return response.end(BYTES.subarray(Number(from), last + 1));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/users.json`, close: () => server.close() };
}

describe("an input that is read by ranges", () => {
  it("is a path or an address, with the same bytes", async () => {
    const path = join(folder.path(), "users.json");
    await writeFile(path, BYTES);
    const { address, close } = await serve(true);
    for (const input of [rangeInput(path), rangeInput(address)]) {
      expect(await input.size()).toMatchObject({ value: BYTES.length });
      expect(await input.read(300, 700)).toMatchObject({ value: BYTES.slice(300, 700) });
      expect(await input.read(5, 5)).toMatchObject({ value: new Uint8Array(0) });
      const blocks: Uint8Array[] = [];
      for await (const block of wholeOf(input)) blocks.push(block);
      expect(Buffer.concat(blocks).equals(BYTES)).toBe(true);
      const beyond = await input.read(9_000, 11_000);
      expect(beyond.ok ? "" : beyond.problems[0].code).toBe("fleet/of-other-export");
    }
    close();
  });

  it("is refused where ranges are not served, or nothing is there", async () => {
    const { address, close } = await serve(false);
    for (const input of [rangeInput(address), rangeInput("/nowhere/users.json"), rangeInput("http://127.0.0.1:1/")]) {
      const size = await input.size();
      expect(size.ok ? "" : size.problems[0].code).toBe("fleet/input-unreadable");
    }
    close();
  });

  it("is open to the network in plain HTTP from another machine only", () => {
    const addresses = ["http://files.example/u", "http://127.0.0.1/u", "https://files.example/u", "/shared/u"];
    expect(addresses.map(isOpenToNetwork)).toEqual([true, false, false, false]);
  });
});
