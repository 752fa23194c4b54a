import type { LegacyUser } from "../../src/login/index.js";
import { createVerifyHandler, type VerifyHandlerOptions, type VerifyReport } from "../../src/serve/index.js";

export const SECRET = "a secret that both sides know";
// Known answers: crypt_blowfish's test suite, hashcat's examples, one made by PHP.
export const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
export const PHPASS = "$P$984478476IagS59wHZvyQMArzfx58u.";
export const CHEAP = "$2b$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

export interface TestUser extends LegacyUser {
  readonly email: string;
  readonly emailVerified?: boolean;
}

export const USERS: readonly TestUser[] = [
  { id: "1", email: "ann@example.com", emailVerified: true, passwordHash: BCRYPT },
  { id: "2", email: "bob@example.com", emailVerified: false, passwordHash: PHPASS },
  { id: "3", email: "eve@example.com", passwordHash: "$2a$05$cut.off" },
  { id: "4", email: "disabled@example.com", passwordHash: BCRYPT, disabled: true },
  { id: "5", email: "gone@example.com", passwordHash: BCRYPT, migrated: true },
  { id: "6", email: "none@example.com", passwordHash: null },
  { id: "7", email: "factor@example.com", passwordHash: null, noReset: true },
];

/** A handler over the users above, with its reports. */
export function handlerFor(given: Partial<VerifyHandlerOptions<TestUser>> = {}, users = USERS) {
  const reports: VerifyReport[] = [];
  const handler = createVerifyHandler<TestUser>({
    shape: "ory",
    caller: { bearer: SECRET },
    findLegacyUser: async (identifier) => users.find(({ email }) => email === identifier) ?? null,
    onReply: (report) => reports.push(report),
    ...given,
    hashes: { commonHash: CHEAP, ...given.hashes },
  });
  const send = (body: unknown, init: RequestInit = {}, path = "/") =>
    handler(
      new Request(`http://127.0.0.1${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${SECRET}`, "content-type": "application/json" },
        body: typeof body === "string" ? body : JSON.stringify(body),
        ...init,
      }),
    );
  const get = (path: string) =>
    handler(new Request(`http://127.0.0.1${path}`, { headers: { authorization: `Bearer ${SECRET}` } }));
  return { handler, send, get, reports };
}

/** A reply as it comes: status and JSON. */
export async function seen(reply: Response | Promise<Response>): Promise<readonly [number, unknown]> {
  const response = await reply;
  return [response.status, await response.json()];
}
