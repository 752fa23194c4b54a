import { describe, expect, it } from "vitest";
import { identifyHash } from "../../src/index.js";
import { verifyPassword } from "../../src/verify/index.js";

/** By libxcrypt's crypt(3), called from Perl. */
describe("yescrypt's flavour that is scrypt", () => {
  it.each([
    "$y$.75$abcd$CWSj9uQul9n9oMKsy/PiUGszHQphtI0dBgjelcx4KyC",
    "$y$.75..$saltsalt$/VH0kqZMN76hXF8NFKbl.bevfcnLdi1mfD3Ln.wArB4",
    "$y$.A5$F5Jx5fExrKuPp53xLKQ..1$vCx2BuL6c2WvYoiIcS5PX5/xx9e2frfWzrifarSwST3",
  ])("%s", async (text) => {
    expect(await verifyPassword("päss wörd", text)).toMatchObject({ value: { matches: true, scheme: "yescrypt" } });
    expect(await verifyPassword("päss wörd.", text)).toMatchObject({ value: { matches: false } });
  });

  it("is of no passes more, as crypt(3) refuses them", () => {
    expect(identifyHash(`$y$.75/.$abcd$${"A".repeat(43)}`).disposition).toBe("malformed");
  });
});

it.each([
  "$y$/A5$abcd$9y/sRpRvU3rkOkcm8rQEuHjMrJnbXbB60I0TesT0RF.",
  "$gy$.75$abcd$0mSVKIOPPNnNZxuG.6ddtO2oAfG8B5iEX1vFMckGUt1",
  "$gy$/75$abcd$/j0UQe8PWF2sKeTuXvNjUQ00s4FgbEwVyLe8YlgtD.1",
])("a flavour that nothing here computes is named, and not called damaged: %s", (text) => {
  expect(identifyHash(text)).toMatchObject({
    scheme: "yescrypt",
    format: "yescrypt-flavours",
    disposition: "unsupported",
  });
});
