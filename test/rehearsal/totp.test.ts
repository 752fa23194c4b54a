import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import { talk } from "./talk.js";

const PATH = "/recipe/totp/device/import";
const DEVICE = { userId: "u-1", secretKey: "GEZDGNBVGY3TQOJQ", skew: 1, period: 30 };

describe.each([
  ["default", 1],
  ["supertokens", 0],
] as const)("TOTP devices in the profile %s", (service, first) => {
  it("counts generated names from its own first number", async () => {
    const rehearsal = createRehearsalService({ service });
    const names: unknown[] = [];
    for (let count = 0; count < 3; count++) names.push((await talk(rehearsal, "POST", PATH, DEVICE)).json?.deviceName);
    expect(names).toEqual([`TOTP Device ${first}`, `TOTP Device ${first + 1}`, `TOTP Device ${first + 2}`]);
  });

  it("skips a generated name that is taken", async () => {
    const rehearsal = createRehearsalService({ service });
    await talk(rehearsal, "POST", PATH, { ...DEVICE, deviceName: `TOTP Device ${first + 1}` });
    expect((await talk(rehearsal, "POST", PATH, DEVICE)).json?.deviceName).toBe(`TOTP Device ${first + 2}`);
  });

  it("answers a repeated name with a domain error and keeps the first device", async () => {
    const rehearsal = createRehearsalService({ service });
    const named = { ...DEVICE, deviceName: "phone" };
    expect((await talk(rehearsal, "POST", PATH, named)).json).toEqual({ status: "OK", deviceName: "phone" });
    const again = await talk(rehearsal, "POST", PATH, { ...named, period: 60 });
    expect([again.status, again.json]).toEqual([200, { status: "DEVICE_ALREADY_EXISTS_ERROR" }]);
    expect(rehearsal.state().devices).toEqual([
      { appId: "public", userId: "u-1", deviceName: "phone", skew: 1, period: 30 },
    ]);
  });

  it.each([
    [{ ...DEVICE, userId: "" }, "userId cannot be empty"],
    [{ ...DEVICE, deviceName: "" }, "deviceName cannot be empty"],
    [{ ...DEVICE, secretKey: "" }, "secretKey cannot be empty"],
    [{ ...DEVICE, skew: -1 }, "skew must be >= 0"],
    [{ ...DEVICE, period: 0 }, "period must be > 0"],
    [{ ...DEVICE, userId: 7 }, "Field name 'userId' is invalid in JSON input"],
    [{ ...DEVICE, userId: null }, "Field name 'userId' is invalid in JSON input"],
    [{ ...DEVICE, deviceName: null }, "Field name 'deviceName' is invalid in JSON input"],
    [{ ...DEVICE, skew: "x" }, "Field name 'skew' is invalid in JSON input"],
    [{ ...DEVICE, skew: true }, "Field name 'skew' is invalid in JSON input"],
  ])("refuses %j as text with a line end", async (body, text) => {
    const answer = await talk(createRehearsalService({ service }), "POST", PATH, body);
    expect([answer.status, answer.text, answer.type]).toEqual([400, `${text}\n`, "text/html; charset=UTF-8"]);
  });

  it("answers 402 without a licence, after the fields were looked at", async () => {
    const rehearsal = createRehearsalService({ service, licensed: false });
    expect((await talk(rehearsal, "POST", PATH, { ...DEVICE, userId: "" })).status).toBe(400);
    const answer = await talk(rehearsal, "POST", PATH, DEVICE);
    expect([answer.status, answer.text]).toEqual([
      402,
      "MFA feature is not enabled. Please subscribe to a SuperTokens core license key to enable this feature.\n",
    ]);
  });

  it("never has two devices of one name, whatever is imported", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            userId: fc.constantFrom("u-1", "u-2", "__proto__"),
            name: fc.option(fc.constantFrom("a", "TOTP Device 0", "TOTP Device 1", "TOTP Device 2", "constructor")),
          }),
          { maxLength: 12 },
        ),
        async (imports) => {
          const rehearsal = createRehearsalService({ service });
          let accepted = 0;
          for (const { userId, name } of imports) {
            const body = { ...DEVICE, userId, ...(name === null ? {} : { deviceName: name }) };
            if ((await talk(rehearsal, "POST", PATH, body)).json?.status === "OK") accepted++;
          }
          const { devices } = rehearsal.state();
          expect(devices).toHaveLength(accepted);
          expect(new Set(devices.map(({ userId, deviceName }) => JSON.stringify([userId, deviceName]))).size).toBe(
            accepted,
          );
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe("what the profiles do differently", () => {
  it("the interface demands base32, the core takes anything", async () => {
    const body = { ...DEVICE, secretKey: "not base32 at all!" };
    expect((await talk(createRehearsalService(), "POST", PATH, body)).text).toBe("secretKey must be base32\n");
    const wild = await talk(createRehearsalService({ service: "supertokens" }), "POST", PATH, body);
    expect(wild.json?.status).toBe("OK");
  });

  it("the interface marks skew and period as nothing, the core requires them", async () => {
    const { skew: _skew, period: _period, ...body } = DEVICE;
    const rehearsal = createRehearsalService();
    await talk(rehearsal, "POST", PATH, body);
    expect(rehearsal.state().devices[0]).toMatchObject({ skew: 1, period: 30 });
    const wild = await talk(createRehearsalService({ service: "supertokens" }), "POST", PATH, body);
    expect(wild.text).toBe("Field name 'skew' is invalid in JSON input\n");
  });
});

describe("POST /rehearsal/totp", () => {
  /** RFC 6238 appendix B, SHA-1, the last six of its eight digits. */
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [20_000_000_000, "353130"],
  ])("takes the RFC's code at %i seconds", async (unixSeconds, totp) => {
    let now = unixSeconds * 1000;
    const rehearsal = createRehearsalService({ service: "supertokens", now: () => now });
    const secretKey = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
    await talk(rehearsal, "POST", PATH, { ...DEVICE, secretKey, deviceName: "phone" });
    const check = async (userId = "u-1") => (await talk(rehearsal, "POST", "/rehearsal/totp", { userId, totp })).json;
    expect(await check()).toEqual({ status: "OK", deviceName: "phone" });
    expect(await check("nobody")).toEqual({ status: "UNKNOWN_USER_ID_ERROR" });
    now += 30_000;
    expect((await check())?.status).toBe("OK");
    now += 30_000;
    expect(await check()).toEqual({ status: "INVALID_TOTP_ERROR" });
  });

  it("shows what an import with status OK did not: a secret that is not base32 never verifies", async () => {
    const rehearsal = createRehearsalService({ service: "supertokens" });
    await talk(rehearsal, "POST", PATH, { ...DEVICE, secretKey: "not base32!" });
    const answer = await talk(rehearsal, "POST", "/rehearsal/totp", { userId: "u-1", totp: "000000" });
    expect(answer.json).toEqual({ status: "INVALID_TOTP_ERROR" });
  });
});

describe("whole numbers", () => {
  it.each([
    [{ skew: "1", period: "30" }, 200],
    [{ skew: "3000000000", period: 30 }, 400],
    [{ skew: 1.9, period: 30 }, 200],
  ])("%j are read by the core's rules", async (numbers, status) => {
    const rehearsal = createRehearsalService({ service: "supertokens" });
    const answer = await talk(rehearsal, "POST", PATH, { ...DEVICE, ...numbers });
    expect(answer.status).toBe(status);
    if (status === 200) expect(rehearsal.state().devices).toMatchObject([{ skew: 1, period: 30 }]);
  });

  it("lose their upper bits at the core", async () => {
    const rehearsal = createRehearsalService({ service: "supertokens" });
    const answer = await talk(rehearsal, "POST", PATH, { ...DEVICE, skew: 3_000_000_000 });
    expect([answer.status, answer.text]).toEqual([400, "skew must be >= 0\n"]);
  });

  it("are numbers in the interface", async () => {
    const answer = await talk(createRehearsalService(), "POST", PATH, { ...DEVICE, skew: "1" });
    expect([answer.status, answer.text]).toEqual([400, "Field name 'skew' is invalid in JSON input\n"]);
  });
});
