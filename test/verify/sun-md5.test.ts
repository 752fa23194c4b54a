import { expect, it } from "vitest";
import { verifyPassword } from "../../src/verify/index.js";

/** Of "test", by crypt(3) of libxcrypt 4.4; the first is John the Ripper's too. */
it.each([
  "$md5$rounds=904$Vc3VgyFx44iS8.Yu$Scf90iLWN6O6mT9TA06NK/",
  "$md5$rounds=904$Vc3VgyFx44iS8.Yu$$stKAq/KRWcP7EKsPfBZxu.",
  "$md5$rounds=904$$$jN/BxWYxD9B5.oXEGvcSy.",
  "$md5$rounds=5$saltsalt$$e6Q/Yqtw4KUe5N3lYdYmN0",
  "$md5,rounds=904$Vc3VgyFx44iS8.Yu$$SDPsR3jOlk1cqHfr3O9Cc1",
])("verifies Solaris' MD5 with either sign before its rounds: %s", async (text) => {
  expect(await verifyPassword("test", text)).toMatchObject({ ok: true, value: { matches: true, scheme: "sun-md5" } });
  expect(await verifyPassword("tess", text)).toMatchObject({ ok: true, value: { matches: false } });
});

it("hashes the sign that the text has", async () => {
  const other = "$md5,rounds=904$Vc3VgyFx44iS8.Yu$Scf90iLWN6O6mT9TA06NK/";
  expect(await verifyPassword("test", other)).toMatchObject({ ok: true, value: { matches: false } });
});
