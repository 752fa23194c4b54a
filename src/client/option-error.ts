/**
 * A caller's bug in one option of the client. A program that takes the option's value from its user, under
 * another name, can say what is wrong with it in their words.
 */
export class ClientOptionError extends TypeError {
  /** Name of the option: `baseUrl`. */
  readonly option: string;
  /** What is wrong with it, to be read after a name: `must begin with https:// or http://`. */
  readonly reason: string;

  /** @param advice What a programmer can do about it, where the reason does not say so. */
  constructor(option: string, reason: string, advice?: string) {
    super(`${option} ${reason}${advice === undefined ? "" : `: ${advice}`}`);
    this.name = "ClientOptionError";
    this.option = option;
    this.reason = reason;
  }
}
