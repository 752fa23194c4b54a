import { expect, it } from "vitest";
import { verifyPassword } from "../../src/verify/index.js";

/** hashcat's example, and the same 20 bytes as NetBSD's crypt(3) writes them. */
const HASHCAT = "$sha1$20000$75552156$HhYMDdaEHiK3eMIzTldOFPnw.s2Q";

it("verifies sha1-crypt, whatever its writer put into the bits that belong to no byte", async () => {
  for (const character of "./0189ABYZabyz") {
    // The 25th character holds the six lowest of them.
    const text = `${HASHCAT.slice(0, -4)}${character}${HASHCAT.slice(-3)}`;
    expect(await verifyPassword("hashcat", text)).toMatchObject({ value: { matches: true } });
  }
  expect(await verifyPassword("Hashcat", HASHCAT)).toMatchObject({ value: { matches: false } });
});

it.each([22, 23, 24, 41, 42, 46, 47, 48])("compares every other bit: character %i changed", async (at) => {
  const changed = HASHCAT[at] === "x" ? "y" : "x";
  const text = HASHCAT.slice(0, at) + changed + HASHCAT.slice(at + 1);
  expect(await verifyPassword("hashcat", text)).toMatchObject({ value: { matches: false } });
});

it("verifies what crypt(3) makes of 0 rounds", async () => {
  // By libxcrypt.
  const text = "$sha1$0$salty$j9YM2r5Ck1COQOvF.FsFVN1QWBAA";
  expect(await verifyPassword("päss wörd", text)).toMatchObject({ value: { matches: true } });
  expect(await verifyPassword("pass word", text)).toMatchObject({ value: { matches: false } });
});
