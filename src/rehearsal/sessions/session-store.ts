import { createHash, randomBytes, randomUUID } from "node:crypto";
import { makeSigningKey, type SigningKey } from "./signing-key.js";

export interface Session {
  readonly handle: string;
  readonly userId: string;
  readonly recipeUserId: string;
  readonly tenantId: string;
  readonly userDataInJWT: object;
  readonly userDataInDatabase: object;
  readonly createdAt: number;
  /** SHA-256 of the only refresh token that works. */
  readonly refreshTokenHash: string;
  readonly expiresAt: number;
}

/** Sessions of one application; of refresh tokens only hashes are kept. */
export class SessionStore {
  readonly #sessions = new Map<string, Session>();
  readonly #byRefreshToken = new Map<string, string>();
  #key: Promise<SigningKey> | undefined;

  /** The same key for all sessions, made when the first one is. */
  signingKey(): Promise<SigningKey> {
    this.#key ??= makeSigningKey(`d-${randomUUID()}`);
    return this.#key;
  }

  /** Keeps a session under a new refresh token, which is returned; the one before it no longer works. */
  keep(session: Omit<Session, "refreshTokenHash">): string {
    const before = this.#sessions.get(session.handle);
    if (before !== undefined) this.#byRefreshToken.delete(before.refreshTokenHash);
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    const refreshTokenHash = hashOf(token);
    this.#sessions.set(session.handle, { ...session, refreshTokenHash });
    this.#byRefreshToken.set(refreshTokenHash, session.handle);
    return token;
  }

  /** Changes what is kept of a session; its refresh token stays. */
  change(session: Session): void {
    this.#sessions.set(session.handle, session);
  }

  find(handle: string): Session | undefined {
    return this.#sessions.get(handle);
  }

  findByRefreshToken(token: string): Session | undefined {
    return this.find(this.#byRefreshToken.get(hashOf(token)) ?? "");
  }

  of(userId: string): readonly Session[] {
    return [...this.#sessions.values()].filter(
      (session) => session.userId === userId || session.recipeUserId === userId,
    );
  }

  remove(handle: string): boolean {
    const session = this.#sessions.get(handle);
    if (session === undefined) return false;
    this.#byRefreshToken.delete(session.refreshTokenHash);
    return this.#sessions.delete(handle);
  }
}

const TOKEN_BYTES = 48;

export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
