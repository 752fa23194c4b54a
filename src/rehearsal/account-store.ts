import { randomUUID } from "node:crypto";

/** The service's names of the ways to log in. */
export type RecipeId = "emailpassword" | "passwordless" | "thirdparty";

/** One way to log in. */
export interface LoginMethod {
  readonly recipeId: RecipeId;
  readonly recipeUserId: string;
  readonly tenantId: string;
  readonly timeJoined: number;
  email: string | undefined;
  phoneNumber: string | undefined;
  readonly thirdParty: { readonly id: string; readonly userId: string } | undefined;
  verified: boolean;
  /** Of an e-mail and password login only. */
  passwordHash: string | undefined;
  /** The user whom it belongs to; changes when it is linked. */
  user: User;
}

export interface User {
  readonly id: string;
  isPrimary: boolean;
  readonly methods: LoginMethod[];
}

export type NewLoginMethod = Pick<LoginMethod, "recipeId" | "tenantId" | "verified"> &
  Partial<Pick<LoginMethod, "email" | "phoneNumber" | "thirdParty" | "passwordHash">>;

export type AccountInfo = Partial<Pick<LoginMethod, "email" | "phoneNumber" | "thirdParty">>;

/** Users of one application, their login methods, and the external IDs mapped to them. */
export class AccountStore {
  readonly #methods = new Map<string, LoginMethod>();
  readonly #byInfo = new Map<string, Set<LoginMethod>>();
  readonly #internalIds = new Map<string, string>();
  readonly #externalIds = new Map<string, string>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  methods(): Iterable<LoginMethod> {
    return this.#methods.values();
  }

  add(method: NewLoginMethod): LoginMethod {
    const recipeUserId = randomUUID();
    const user: User = { id: recipeUserId, isPrimary: false, methods: [] };
    const added: LoginMethod = {
      email: undefined,
      phoneNumber: undefined,
      thirdParty: undefined,
      passwordHash: undefined,
      ...method,
      recipeUserId,
      timeJoined: this.#now(),
      user,
    };
    user.methods.push(added);
    this.#methods.set(recipeUserId, added);
    this.#index(added);
    return added;
  }

  /** By the service's own ID or by the external one. */
  findMethod(id: string): LoginMethod | undefined {
    return this.#methods.get(this.#internalIds.get(id) ?? id);
  }

  findUser(id: string): User | undefined {
    return this.findMethod(id)?.user;
  }

  /** Login methods with any of this account information. */
  *withInfo({ email, phoneNumber, thirdParty }: AccountInfo): Iterable<LoginMethod> {
    for (const key of infoKeys({ email, phoneNumber, thirdParty })) yield* this.#byInfo.get(key) ?? [];
  }

  /** The login method of this kind in this tenant; there is one at most. */
  findLogin(recipeId: RecipeId, tenantId: string, info: AccountInfo): LoginMethod | undefined {
    for (const method of this.withInfo(info)) {
      if (method.recipeId === recipeId && method.tenantId === tenantId) return method;
    }
    return undefined;
  }

  changeContact(method: LoginMethod, contact: Partial<Pick<LoginMethod, "email" | "phoneNumber">>): void {
    this.#unindex(method);
    Object.assign(method, contact);
    this.#index(method);
  }

  link(method: LoginMethod, primary: User): void {
    method.user = primary;
    primary.methods.push(method);
  }

  shownId(id: string): string {
    return this.#externalIds.get(id) ?? id;
  }

  isExternalIdTaken(externalId: string): boolean {
    return this.#internalIds.has(externalId);
  }

  hasExternalId(id: string): boolean {
    return this.#externalIds.has(id);
  }

  mapId(id: string, externalId: string): void {
    this.#externalIds.set(id, externalId);
    this.#internalIds.set(externalId, id);
  }

  #index(method: LoginMethod): void {
    for (const key of infoKeys(method)) {
      const found = this.#byInfo.get(key);
      if (found === undefined) this.#byInfo.set(key, new Set([method]));
      else found.add(method);
    }
  }

  #unindex(method: LoginMethod): void {
    for (const key of infoKeys(method)) {
      const found = this.#byInfo.get(key);
      found?.delete(method);
      if (found?.size === 0) this.#byInfo.delete(key);
    }
  }
}

function infoKeys({ email, phoneNumber, thirdParty }: AccountInfo): readonly string[] {
  const keys: string[] = [];
  if (email !== undefined) keys.push(`email ${email}`);
  if (phoneNumber !== undefined) keys.push(`phone ${phoneNumber}`);
  if (thirdParty !== undefined) keys.push(`third ${JSON.stringify([thirdParty.id, thirdParty.userId])}`);
  return keys;
}
