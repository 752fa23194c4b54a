import type { AccountInfo, AccountStore, LoginMethod } from "../account-store.js";
import type { AppState, RehearsalSettings } from "../call-context.js";
import { findConflict, tenantsOf } from "../linking-rules.js";
import { hashOwnPassword } from "../logins/own-password.js";
import type { BulkEntry } from "./bulk-store.js";
import { type BulkLogin, primaryLogin, type QueuedUser } from "./bulk-user.js";

/**
 * Makes a user with everything that belongs to them, or says why not, in the words of `BulkImport.java`;
 * then nothing of them is left.
 */
export async function importBulkUser(
  user: QueuedUser,
  app: AppState,
  settings: RehearsalSettings,
): Promise<string | undefined> {
  const primary = primaryLogin(user.loginMethods);
  const hashes = new Map<BulkLogin, string | undefined>();
  for (const login of user.loginMethods) {
    const { passwordHash, plainTextPassword: text } = login;
    hashes.set(login, passwordHash ?? (text === undefined ? undefined : await hashOwnPassword(text)));
  }
  const refusal = takenLogin(user, app.accounts) ?? takenId(user, app.accounts);
  if (refusal !== undefined || primary === undefined) return refusal ?? "E001: Unknown recipeId(s) [] for loginMethod.";
  const made = user.loginMethods.map((login) => addLogin(login, hashes.get(login), app.accounts, settings));
  const fault = user.loginMethods.length > 1 ? linkAll(primary, made, app.accounts) : undefined;
  if (fault !== undefined) {
    for (const method of made) app.accounts.remove(method);
    return fault;
  }
  addRest(user, primary, app);
  return undefined;
}

function takenLogin({ loginMethods }: QueuedUser, accounts: AccountStore): string | undefined {
  for (const login of loginMethods) {
    const taken = uniqueInfos(login).find(({ info }) =>
      login.tenantIds.some((id) => accounts.findLogin(login.recipeId, id, info) !== undefined),
    );
    if (taken !== undefined) return taken.message;
  }
  return undefined;
}

/** What no two logins of this kind may share in a tenant, and what is said where another login has it. */
function uniqueInfos(login: BulkLogin): readonly { readonly info: AccountInfo; readonly message: string }[] {
  const { recipeId, email, phoneNumber, thirdPartyId: id = "", thirdPartyUserId: userId = "" } = login;
  if (recipeId === "thirdparty") {
    const message = `E005: A user with thirdPartyId ${id} and thirdPartyUserId ${userId} already exists in thirdparty loginMethod.`;
    return [{ info: { thirdParty: { id, userId } }, message }];
  }
  const code = recipeId === "emailpassword" ? "E003" : "E006";
  const byEmail = `${code}: A user with email ${email} already exists in ${recipeId} loginMethod.`;
  const byPhone = `E007: A user with phoneNumber ${phoneNumber} already exists in passwordless loginMethod.`;
  return [
    ...(email === undefined ? [] : [{ info: { email }, message: byEmail }]),
    ...(phoneNumber === undefined ? [] : [{ info: { phoneNumber }, message: byPhone }]),
  ];
}

function takenId({ externalUserId }: QueuedUser, accounts: AccountStore): string | undefined {
  if (externalUserId === undefined || accounts.internalIdOf(externalUserId) === undefined) return undefined;
  return `E031: A user with externalId ${externalUserId} already exists`;
}

function addLogin(
  login: BulkLogin,
  passwordHash: string | undefined,
  accounts: AccountStore,
  { bulk }: RehearsalSettings,
): LoginMethod {
  const { recipeId, tenantIds, email, phoneNumber, thirdPartyId, thirdPartyUserId } = login;
  const verified = login.isVerified || email === undefined || bulk.faults.includes("bulk-verifies-all");
  const isSocial = thirdPartyId !== undefined && thirdPartyUserId !== undefined;
  return accounts.add({
    ...{ recipeId, tenantIds, email, phoneNumber, passwordHash, verified },
    thirdParty: isSocial ? { id: thirdPartyId, userId: thirdPartyUserId } : undefined,
    recipeUserId: login.superTokensUserId,
    timeJoined: login.timeJoinedInMSSinceEpoch,
  });
}

/** Several logins are one primary user. */
function linkAll(primary: BulkLogin, made: readonly LoginMethod[], accounts: AccountStore): string | undefined {
  const first = made.find(({ recipeUserId }) => recipeUserId === primary.superTokensUserId);
  if (first === undefined) return undefined;
  const tenantIds = tenantsOf(...made.map(({ user }) => user));
  if (made.some((method) => findConflict(accounts, method, tenantIds, method.user) !== undefined)) {
    return `E022: We tried to create the primary user for the userId ${first.recipeUserId} but the account info is already associated with another primary user.`;
  }
  first.user.isPrimary = true;
  for (const method of made) if (method !== first) accounts.link(method, first.user);
  return undefined;
}

function addRest(user: QueuedUser, primary: BulkLogin, { accounts, totp, metadata, roles }: AppState): void {
  const { externalUserId, totpDevices = [], userMetadata, userRoles = [] } = user;
  const id = primary.superTokensUserId;
  if (externalUserId !== undefined) accounts.mapId(id, externalUserId);
  const shownId = accounts.shownId(id);
  if (userMetadata !== undefined) metadata.set(shownId, userMetadata);
  for (const { role, tenantIds } of userRoles) for (const tenantId of tenantIds) roles.give(tenantId, shownId, role);
  for (const { deviceName, ...device } of totpDevices) {
    totp.add(shownId, { ...device, deviceName: deviceName ?? totp.freeName(shownId, 0) });
  }
}

/**
 * What the core's job does every few minutes (`ProcessBulkUsersImportWorker.java`). Here it runs in
 * front of the first call for which users are due, so that a test need not wait for a clock.
 */
export async function runBulkJob(app: AppState, settings: RehearsalSettings): Promise<void> {
  const now = settings.now();
  for (const entry of app.bulk.takeDue(now - settings.bulk.delayMs)) {
    if (isStuck(entry, app, settings)) {
      app.bulk.settle(entry, now, { status: "PROCESSING" });
      continue;
    }
    const errorMessage = await importBulkUser(entry.user, app, settings);
    app.bulk.settle(entry, now, errorMessage === undefined ? undefined : { status: "FAILED", errorMessage });
  }
}

/** Older cores never finish such a user. */
function isStuck({ user }: BulkEntry, { accounts }: AppState, { bulk: { faults } }: RehearsalSettings): boolean {
  if (faults.includes("bulk-stuck")) return true;
  if (faults.includes("bulk-empty-tenants") && user.loginMethods.some(({ tenantIds }) => tenantIds.length === 0)) {
    return true;
  }
  const { externalUserId } = user;
  const isDoubled = externalUserId !== undefined && accounts.internalIdOf(externalUserId) !== undefined;
  return isDoubled && faults.includes("bulk-doubled-ids");
}
