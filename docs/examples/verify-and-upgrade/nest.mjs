import { HttpException, Logger, UnauthorizedException } from "@nestjs/common";
import { argon2id, createPasswordHasher } from "credport/login";

const hasher = createPasswordHasher({ write: argon2id(), read: { source: "wordpress" } });
const BUSY = ["verify/queue-full", "verify/engine-failed", "verify/aborted"];

/** The error itself may have the values in it. */
const noted = ({ code, name }) => Logger.error(`a new hash is not stored: ${code ?? name}`);

/** A provider for NestJS, which a controller or a guard of Passport calls. */
export class AuthService {
  #users;

  /**
   * @param users `find(email)` gives `{ id, passwordHash }` or null; `replaceHash(id, from, to)` writes `to` where the
   * hash is still `from`.
   */
  constructor(users) {
    this.#users = users;
  }

  async logIn(email, password) {
    const user = await this.#users.find(email);
    const checked = await hasher.verify(String(password), user?.passwordHash);
    if (!checked.ok && BUSY.includes(checked.problems[0].code)) throw new HttpException("busy", 503);
    if (!checked.ok || !checked.value.matches) throw new UnauthorizedException();
    const { newHash } = checked.value;
    // The user is let in whether or not it is stored.
    if (newHash !== undefined) await this.#users.replaceHash(user.id, user.passwordHash, newHash).catch(noted);
    return { id: user.id };
  }
}
