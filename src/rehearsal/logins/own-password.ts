import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/**
 * Passwords that are set here, not imported. They are kept in a form of this service's own, which no
 * import call accepts: nothing that an export holds can pass for one.
 */
const MARK = "$rehearsal$";
const SALT_BYTES = 16;
const DIGEST_BYTES = 32;
/** Cheap on purpose: it guards invented users in memory for as long as a rehearsal takes. */
const COST = { N: 1024, r: 8, p: 1 };

export async function hashOwnPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const digest = await derive(password, salt);
  return `${MARK}${salt.toString("base64")}$${digest.toString("base64")}`;
}

export const isOwnPassword = (stored: string): boolean => stored.startsWith(MARK);

export async function matchesOwnPassword(password: string, stored: string): Promise<boolean> {
  const [salt = "", digest = ""] = stored.slice(MARK.length).split("$");
  const known = Buffer.from(digest, "base64");
  return timingSafeEqual(known, await derive(password, Buffer.from(salt, "base64")));
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, DIGEST_BYTES, COST, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}
