import { requireArgument } from "../../lib/require-argument.js";
import { problem } from "../../problems/client.js";
import type { Problem } from "../../result.js";
import type { CallOptions } from "../attempts/call-options.js";
import { mayHaveHappened } from "../attempts/may-have-happened.js";
import type { ImportTotpDeviceRequest } from "../calls/import-totp-device.js";
import { checkNames } from "../fields/field-checks.js";
import type { ImportCalls } from "../import-client.js";
import { checkDevices, checkExternalId, checkFirstFactor, failureOf } from "./check-migration.js";
import { deviceNames } from "./device-names.js";
import { type FirstFactor, obtainFirstFactor, subjectOf } from "./first-factor.js";
import { type BoundProgress, Sequence, type SequenceOptions, type SequenceResult } from "./sequence.js";

/** A user with a first factor and TOTP devices. */
export interface TotpMigrationRequest {
  readonly firstFactor: FirstFactor;
  /**
   * The user's external ID, where the service has it mapped to its own: it names the user in place of that. It maps nothing:
   * without a mapping the service takes devices for an ID that no user has.
   */
  readonly externalUserId?: string | undefined;
  /**
   * A device without a name is called `Imported TOTP device`, and a name that is taken gets a number after it
   * (`Imported TOTP device 2`, `phone 2`), always in this order, so that a repeated run finds it again.
   */
  readonly devices: readonly Omit<ImportTotpDeviceRequest, "userId">[];
}

/** How far a migration came. */
export interface TotpProgress extends BoundProgress {
  /** The service's ID of the first-factor user. */
  readonly userId?: string | undefined;
  /** Names of the devices that exist. */
  readonly devices: readonly string[];
}

/** What `migrateTotp` did: the user and their devices on the service. */
export interface TotpMigration {
  /** The ID that names the user on the service: the external one where it is mapped. */
  readonly userId: string;
  readonly devices: readonly string[];
}

/**
 * Specification 4 rule 3: imports the first factor, takes the resulting user ID (the external one if mapped) and
 * imports the TOTP devices. Can be run again after any end: the first factor's import leaves the same state, and a
 * device that exists under its name is taken as done, with a warning unless an earlier try may have made it.
 */
export async function migrateTotp(
  calls: ImportCalls,
  request: TotpMigrationRequest,
  options: SequenceOptions<TotpProgress> = {},
): Promise<SequenceResult<TotpMigration, TotpProgress>> {
  const { service } = calls;
  requireArgument("the request of migrateTotp", request, "object");
  const { firstFactor } = request;
  const externalUserId = request.externalUserId ?? undefined;
  const devices = named(request.devices);
  const sequence = new Sequence<TotpProgress>(options, { devices: [] });
  const refused =
    failureOf([
      ...checkNames("migrateTotp", request, ["firstFactor", "externalUserId", "devices"]),
      ...checkFirstFactor(firstFactor, service),
      ...checkExternalId(externalUserId, "externalUserId", service),
      ...checkDevices(devices, service),
    ]) ?? (await sequence.bind(["totp", subjectOf(firstFactor), externalUserId ?? null]));
  if (refused !== undefined) return sequence.stop(refused.problems);

  const warnings: Problem[] = [];
  let ownId = sequence.progress.userId;
  // What an earlier run had on its way when it ended: the first device that it had not written down.
  let isUncertain = ownId !== undefined;
  if (ownId === undefined) {
    const imported = await obtainFirstFactor(calls, firstFactor, options);
    if (!imported.ok) return sequence.stop(imported.problems);
    ownId = imported.value;
    warnings.push(...imported.warnings);
    if (externalUserId !== undefined && externalUserId !== ownId) warnings.push(maybeUnmapped());
    await sequence.record({ userId: ownId });
  }
  const userId = externalUserId ?? ownId;
  for (const device of devices) {
    const done = sequence.progress.devices;
    if (done.includes(device.deviceName)) continue;
    const ended = await importDevice(calls, { ...device, userId }, isUncertain, options);
    if (!ended.ok) return sequence.stop(ended.problems);
    warnings.push(...ended.warnings);
    isUncertain = false;
    await sequence.record({ devices: [...done, device.deviceName] });
  }
  return sequence.finish({ userId, devices: sequence.progress.devices }, warnings);
}

/** A service names a user by the mapped ID in its replies as well. */
function maybeUnmapped(): Problem {
  return problem("client/id-not-mapped", "the service names the user by another ID", { field: "externalUserId" });
}

/** A device that is there already counts as done: its secret can't be asked for. */
async function importDevice(
  calls: ImportCalls,
  device: ImportTotpDeviceRequest,
  isUncertain: boolean,
  options: CallOptions,
) {
  const reply = await calls.importTotpDevice(device, options);
  if (reply.ok || reply.problems[0].status !== "DEVICE_ALREADY_EXISTS_ERROR") return reply;
  const isOurs = isUncertain || mayHaveHappened(reply.problems);
  const message = `the user has a device named ${JSON.stringify(device.deviceName)}; whether it has the same secret can't be asked`;
  const warning = problem("client/device-exists", message, { field: "deviceName" });
  return { ok: true, warnings: isOurs ? [] : [warning] } as const;
}

function named(devices: TotpMigrationRequest["devices"]) {
  if (!Array.isArray(devices)) throw new TypeError("devices must be an array");
  const names = deviceNames(devices.map(({ deviceName }) => deviceName));
  return (devices as TotpMigrationRequest["devices"]).map((device, index) => ({
    ...device,
    deviceName: names[index] as string,
  }));
}
