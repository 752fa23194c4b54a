import { describe, expect, it } from "vitest";
import { verifyPassword } from "../../../src/verify/index.js";

function loadedBinaries(): string[] {
  const { sharedObjects } = process.report.getReport() as unknown as { sharedObjects: string[] };
  return sharedObjects.filter((path) => path.endsWith(".node") && /bcrypt|argon2/.test(path));
}

describe("loading", () => {
  it("loads no engine with the package, and only the one that a hash asks for", async () => {
    expect(loadedBinaries()).toEqual([]);
    await verifyPassword("x", "$apr1$71850310$gh9m4xcAn3MGxogwX/ztb.");
    expect(loadedBinaries()).toEqual([]);
    await verifyPassword("x", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW");
    expect(loadedBinaries()).toHaveLength(1);
    expect(loadedBinaries()[0]).toMatch(/bcrypt/);
  });
});
