import { describe, expect, it } from "vitest";
import { createAdministrationClient, createImportClient } from "../../src/client/index.js";
import { webDoors } from "../../src/login/doors/web.js";
import { bcrypt, createImportService, createLoginFallback } from "../../src/login/index.js";
import { openKvStore } from "../../src/login/store/kv.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import { thirdByDay } from "../by-day.js";

const EMAIL = "ann@example.com";
// Of U*U and of U*U*, as in crypt_blowfish's test vectors, at the least cost.
const OLD = { password: "U*U", hash: "$2a$04$CCCCCCCCCCCCCCCCCCCCC.K7Qr0se1MxuggH4aP4YgB.U2Em1pGSK" };
const NEW = { password: "U*U*", hash: "$2a$04$CCCCCCCCCCCCCCCCCCCCC.5dvsdVl2y/501tm9dvdbbSRbpuvxsaC" };
// The same address in another system: as hashcat's example, at the least cost.
const OTHER = { password: "hashcat", hash: "$P$584478476UyhTxvTEAXIaYXEAx7mJp0" };
const CHEAP = "$2b$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

/** How one step of the store or the service fails. */
type Fault = "refused" | "done, with its reply lost" | "left without an answer";

/** Twice what a step may take. */
const LATE_MS = 2000;

/** A whole app: store, service and doors, of which the step of this number fails. */
async function appThatFailsAt(step: number, fault: Fault, isInTwo: boolean) {
  let steps = 0;
  let isFailing = false;
  const failing = async <T>(work: () => Promise<T>): Promise<T> => {
    if (!isFailing || ++steps !== step) return work();
    if (fault === "left without an answer") await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    if (fault === "done, with its reply lost") await work();
    throw new Error("this step fails");
  };
  const texts = new Map<string, string>();
  const store = openKvStore({
    get: (key) => failing(async () => texts.get(key) ?? null),
    put: (key, text) => failing(async () => void texts.set(key, text)),
    delete: (key) => failing(async () => void texts.delete(key)),
  });
  const totp = [{ secretKey: SECRET, period: 30, skew: 1, deviceName: "phone" }];
  const user = { externalUserId: "1", identifiers: [EMAIL, "ann"], email: EMAIL, passwordHash: OLD.hash, totp };
  await store.load("shop", [JSON.stringify(user)]);
  const other = { externalUserId: "1", identifiers: [EMAIL], email: EMAIL, passwordHash: OTHER.hash };
  if (isInTwo) await store.load("forum", [JSON.stringify(other)]);

  const rehearsal = createRehearsalService({ service: "supertokens", apiKeys: ["k"] });
  const connection = {
    baseUrl: "http://localhost",
    apiKey: "k",
    service: "supertokens",
    retry: { attempts: 1 },
  } as const;
  const fetch = (input: string | URL | Request, init?: RequestInit) => failing(() => rehearsal.fetch(input, init));
  const client = createImportClient({ ...connection, fetch });
  const administration = createAdministrationClient({ ...connection, fetch });
  const fallback = createLoginFallback({
    store,
    service: createImportService({ client, administration, store, write: bcrypt({ cost: 4 }) }),
    hashes: { commonHash: CHEAP },
    // Where every step answers, a busy machine is to make none late.
    limits: { timeoutMs: fault === "left without an answer" ? LATE_MS / 2 : 60_000 },
  });
  const doors = webDoors(fallback);
  const ask = async (handler: (request: Request) => Promise<Response>, body: object = {}) => {
    const headers = { "content-type": "application/json" };
    const request = new Request("https://app.example/", { method: "POST", headers, body: JSON.stringify(body) });
    return (await handler(request).catch(() => Response.json({}, { status: 500 }))).status;
  };
  const ok = () => Response.json({});
  const links: string[] = [];
  return {
    links,
    isInTwo,
    /** Accounts that a password opens, and devices for second factors. */
    passwords: () =>
      rehearsal
        .state()
        .users.flatMap(({ loginMethods }) => loginMethods)
        .filter(({ recipeId }) => recipeId === "emailpassword").length,
    devices: () => rehearsal.state().devices.length,
    begin: () => (isFailing = true),
    /** Gives how many steps there were. */
    end: () => {
      isFailing = false;
      return steps;
    },
    logIn: (password: string, email = EMAIL) => ask(doors.logIn(ok), { email, password }),
    signUp: () => ask(doors.signUp(ok), { email: EMAIL }),
    resetLink: async () => {
      const ended: Promise<void>[] = [];
      const waitUntil = (rest: Promise<void>) => void ended.push(rest.catch(() => undefined));
      const handler = doors.passwordReset({ sendLink: (address) => links.push(address), waitUntil });
      const status = await ask(handler, { email: EMAIL });
      await Promise.all(ended);
      return status;
    },
    setPassword: () =>
      ask(
        doors.passwordSet(
          async () => {
            const sent = await client.importPasswordHash({ email: EMAIL, passwordHash: NEW.hash });
            return Response.json({}, { status: sent.ok ? 200 : 500 });
          },
          () => [EMAIL, "ann"],
        ),
      ),
    remove: () =>
      ask(
        doors.deletion(
          async () => {
            for (const { id: userId } of rehearsal.state().users) {
              const body = JSON.stringify({ userId });
              const headers = { "api-key": "k", "content-type": "application/json" };
              const reply = await fetch("http://localhost/user/remove", { method: "POST", headers, body });
              if (!reply.ok) return Response.json({}, { status: 500 });
            }
            return ok();
          },
          () => [EMAIL, "ann"],
        ),
      ),
  };
}

type App = Awaited<ReturnType<typeof appThatFailsAt>>;

async function succeedsAgain(call: () => Promise<number>, status = 200): Promise<void> {
  for (let tried = 1; tried <= 3; tried++) if ((await call()) === status) return;
  throw new Error(`three calls without a fault did not give ${status}`);
}

/** What is done while a step fails, by its answer what must be so after it, and what must be possible then. */
interface Story {
  readonly call: (app: App) => Promise<number>;
  readonly after: (app: App, status: number, isMigrated: boolean) => Promise<void>;
}

const oldIsRefused = async (app: App) => {
  for (const name of [EMAIL, "ann"]) expect(await app.logIn(OLD.password, name)).toBe(401);
  expect(await app.logIn(OTHER.password)).toBe(401);
};

const STORIES: Readonly<Record<string, Story>> = {
  "a login": {
    call: (app) => app.logIn(OLD.password),
    after: async (app) => {
      expect(await app.logIn("wrong")).toBe(401);
      await succeedsAgain(() => app.logIn(OLD.password));
      expect(await app.logIn(OTHER.password)).toBe(401);
      await succeedsAgain(() => app.logIn(OLD.password, "ann"));
      expect(app.passwords()).toBe(1);
      expect(app.devices()).toBe(1);
    },
  },
  "a new password": {
    call: (app) => app.setPassword(),
    after: async (app, status) => {
      if (status === 200) await oldIsRefused(app);
      await succeedsAgain(app.setPassword);
      await oldIsRefused(app);
      await succeedsAgain(() => app.logIn(NEW.password));
      expect(app.passwords()).toBe(1);
    },
  },
  "a link for a forgotten password": {
    call: (app) => app.resetLink(),
    after: async (app) => {
      await succeedsAgain(app.resetLink, 202);
      expect(new Set(app.links)).toEqual(new Set([EMAIL]));
      await succeedsAgain(app.setPassword);
      await oldIsRefused(app);
      await succeedsAgain(() => app.logIn(NEW.password));
    },
  },
  "a sign-up with the address of a user of the old side": {
    call: (app) => app.signUp(),
    after: async (app, status, isMigrated) => {
      expect(isMigrated && !app.isInTwo ? [200, 503] : [409, 503]).toContain(status);
      expect(app.passwords()).toBe(isMigrated ? 1 : 0);
      await succeedsAgain(() => app.logIn(OLD.password));
    },
  },
  "a deletion": {
    call: (app) => app.remove(),
    after: async (app, status) => {
      if (status === 200) await oldIsRefused(app);
      await succeedsAgain(app.remove);
      await oldIsRefused(app);
      expect(app.passwords()).toBe(0);
    },
  },
};

const FAULTS: readonly Fault[] = ["refused", "done, with its reply lost", "left without an answer"];

interface Setting {
  readonly isMigrated: boolean;
  /** Whether another system has a user with the address and another password. */
  readonly isInTwo: boolean;
}

async function told({ call, after }: Story, setting: Setting, step: number, fault: Fault): Promise<number> {
  const { isMigrated, isInTwo } = setting;
  const app = await appThatFailsAt(step, fault, isInTwo);
  if (isMigrated) await succeedsAgain(() => app.logIn(OLD.password));
  app.begin();
  const status = await call(app);
  const steps = app.end();
  await after(app, status, isMigrated).catch((cause: unknown) => {
    throw new Error(`step ${step} of ${steps}, answer ${status}`, { cause });
  });
  return steps;
}

/** Of another third in each test. */
let turn = 0;

describe.each(Object.entries(STORIES))("%s", (_, story) => {
  const settings = [false, true].flatMap((isInTwo) => [false, true].map((isMigrated) => ({ isMigrated, isInTwo })));
  describe.each(settings)("of a user who is migrated: $isMigrated, and in two systems: $isInTwo", (setting) => {
    it.each(FAULTS)("whichever step of store or service is %s", async (fault) => {
      const steps = await told(story, setting, Number.POSITIVE_INFINITY, fault);
      expect(steps).toBeGreaterThan(0);
      const each = Array.from({ length: steps }, (_, index) => index + 1);
      await Promise.all(thirdByDay(each, turn++).map((step) => told(story, setting, step, fault)));
    });
  });
});
