import { randomUUID } from "node:crypto";

export type RecipeId = "emailpassword" | "passwordless" | "thirdparty";

export interface LoginMethod {
  readonly recipeId: RecipeId;
  readonly recipeUserId: string;
  readonly tenantIds: readonly string[];
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

type NewLoginMethod = Pick<LoginMethod, "recipeId" | "verified" | "tenantIds"> &
  Partial<Pick<LoginMethod, "email" | "phoneNumber" | "thirdParty" | "passwordHash" | "recipeUserId" | "timeJoined">>;

export type AccountInfo = Partial<Pick<LoginMethod, "email" | "phoneNumber" | "thirdParty">>;

/** Users of one application, their login methods, and the external IDs mapped to them. */
export class AccountStore {
  readonly #methods = new Map<string, LoginMethod>();
  /** Nearly every address has one login method: a set for each would be most of a user's memory. */
  readonly #byInfo = new Map<string, LoginMethod | Set<LoginMethod>>();
  readonly #internalIds = new Map<string, string>();
  readonly #externalIds = new Map<string, string>();
  /** Users whose own login method was removed, while others stay linked to them. */
  readonly #bereft = new Map<string, User>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  methods(): Iterable<LoginMethod> {
    return this.#methods.values();
  }

  add(method: NewLoginMethod): LoginMethod {
    const { recipeUserId = randomUUID(), timeJoined = this.#now() } = method;
    const user: User = { id: recipeUserId, isPrimary: false, methods: [] };
    const none = { email: undefined, phoneNumber: undefined, thirdParty: undefined, passwordHash: undefined };
    const added: LoginMethod = { ...none, ...method, recipeUserId, timeJoined, user };
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
    return this.findMethod(id)?.user ?? this.#bereft.get(this.#internalIds.get(id) ?? id);
  }

  /** Login methods with any of this account information. */
  *withInfo(info: AccountInfo): Iterable<LoginMethod> {
    for (const key of infoKeys(info)) {
      const found = this.#byInfo.get(key);
      if (found instanceof Set) yield* found;
      else if (found !== undefined) yield found;
    }
  }

  /** The login method of this kind in this tenant; there is one at most. */
  findLogin(recipeId: RecipeId, tenantId: string, info: AccountInfo): LoginMethod | undefined {
    for (const method of this.withInfo(info)) {
      if (method.recipeId === recipeId && method.tenantIds.includes(tenantId)) return method;
    }
    return undefined;
  }

  /** Marks of verification belong to an address: another one has none yet, and a login without one needs none. */
  changeContact(method: LoginMethod, contact: Partial<Pick<LoginMethod, "email" | "phoneNumber">>): void {
    this.#unindex(method);
    const { email = method.email } = contact;
    const isRemoved = "email" in contact && contact.email === undefined;
    if (isRemoved) method.verified = true;
    else if (email !== method.email) method.verified = false;
    Object.assign(method, contact);
    this.#index(method);
  }

  /** Takes a login method away; its user stays for as long as others are linked to them. */
  remove(method: LoginMethod): void {
    const { recipeUserId, user } = method;
    this.#unindex(method);
    this.#methods.delete(recipeUserId);
    user.methods.splice(user.methods.indexOf(method), 1);
    if (user.id === recipeUserId && user.methods.length > 0) this.#bereft.set(user.id, user);
    else this.unmapId(recipeUserId);
    if (user.methods.length > 0) return;
    this.#bereft.delete(user.id);
    this.unmapId(user.id);
  }

  link(method: LoginMethod, primary: User): void {
    method.user = primary;
    primary.methods.push(method);
  }

  shownId(id: string): string {
    return this.#externalIds.get(id) ?? id;
  }

  /** The service's own ID of an external one. */
  internalIdOf(externalId: string): string | undefined {
    return this.#internalIds.get(externalId);
  }

  externalIdOf(id: string): string | undefined {
    return this.#externalIds.get(id);
  }

  unmapId(id: string): void {
    const externalId = this.#externalIds.get(id);
    if (externalId === undefined) return;
    this.#externalIds.delete(id);
    this.#internalIds.delete(externalId);
  }

  mapId(id: string, externalId: string): void {
    this.#externalIds.set(id, externalId);
    this.#internalIds.set(externalId, id);
  }

  #index(method: LoginMethod): void {
    for (const key of infoKeys(method)) {
      const found = this.#byInfo.get(key);
      if (found === undefined) this.#byInfo.set(key, method);
      else if (found instanceof Set) found.add(method);
      else this.#byInfo.set(key, new Set([found, method]));
    }
  }

  #unindex(method: LoginMethod): void {
    for (const key of infoKeys(method)) {
      const found = this.#byInfo.get(key);
      if (found instanceof Set) found.delete(method);
      if (found === method || (found instanceof Set && found.size === 0)) this.#byInfo.delete(key);
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
