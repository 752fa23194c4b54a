import { createHash, randomBytes } from "node:crypto";

/** A token that was made to prove that an address belongs to a user. */
interface VerificationToken {
  readonly userId: string;
  readonly email: string;
  readonly tenantId: string;
  readonly expiresAt: number;
}

const TOKEN_BYTES = 48;

/**
 * Verified addresses that no login method holds, and tokens; only the hashes of those are kept. Like
 * second factors, both attach to any text that an application calls a user.
 */
export class VerificationStore {
  readonly #verified = new Map<string, Set<string>>();
  readonly #tokens = new Map<string, VerificationToken>();

  isVerified(userId: string, email: string): boolean {
    return this.#verified.get(userId)?.has(email) === true;
  }

  setVerified(userId: string, email: string, verified: boolean): void {
    const emails = this.#verified.get(userId) ?? new Set<string>();
    if (verified) this.#verified.set(userId, emails.add(email));
    else if (emails.delete(email) && emails.size === 0) this.#verified.delete(userId);
  }

  addToken(token: VerificationToken): string {
    const text = randomBytes(TOKEN_BYTES).toString("base64url");
    this.#tokens.set(hashOf(text), token);
    return text;
  }

  findToken(text: string): VerificationToken | undefined {
    return this.#tokens.get(hashOf(text));
  }

  revokeTokens({ userId, email, tenantId }: Omit<VerificationToken, "expiresAt">): void {
    for (const [hash, token] of this.#tokens) {
      if (token.userId === userId && token.email === email && token.tenantId === tenantId) this.#tokens.delete(hash);
    }
  }

  /** Everything that is kept under this ID. */
  forget(userId: string): void {
    this.#verified.delete(userId);
    for (const [hash, token] of this.#tokens) if (token.userId === userId) this.#tokens.delete(hash);
  }
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url");
