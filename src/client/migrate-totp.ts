import type { Problem } from "../result.js";
import { type FirstFactor, obtainFirstFactor } from "./first-factor.js";
import type { ImportCalls } from "./import-client.js";
import type { ImportTotpDeviceRequest } from "./requests.js";
import { Sequence, type SequenceOptions, type SequenceResult } from "./sequence.js";

export interface TotpMigrationRequest {
  readonly firstFactor: FirstFactor;
  /** The user's external ID, where one is mapped: it names the user in place of the service's own. */
  readonly externalUserId?: string;
  /**
   * A device without a name is called `Imported TOTP device`, and from the second one on
   * `Imported TOTP device 2` and so forth, always in this order, so that a repeated run finds it again.
   */
  readonly devices: readonly Omit<ImportTotpDeviceRequest, "userId">[];
}

/** How far a migration came. */
export interface TotpProgress {
  /** The service's ID of the first-factor user. */
  readonly userId?: string;
  /** Names of the devices that exist. */
  readonly devices: readonly string[];
}

export interface TotpMigration {
  /** The ID that names the user on the service: the external one where it is mapped. */
  readonly userId: string;
  readonly devices: readonly string[];
}

/**
 * Specification 4 rule 3: imports the first factor, takes the resulting user
 * ID (the external one if mapped) and imports the TOTP devices. Can be run
 * again after any end: the first factor's import leaves the same state, and a
 * device that exists under its name is taken as done.
 */
export async function migrateTotp(
  calls: ImportCalls,
  request: TotpMigrationRequest,
  options: SequenceOptions<TotpProgress> = {},
): Promise<SequenceResult<TotpMigration, TotpProgress>> {
  const sequence = new Sequence<TotpProgress>(options, { devices: [] });
  const warnings: Problem[] = [];
  let ownId = sequence.progress.userId;
  if (ownId === undefined) {
    const firstFactor = await obtainFirstFactor(calls, request.firstFactor, options);
    if (!firstFactor.ok) return sequence.stop(firstFactor.problems);
    ownId = firstFactor.value;
    warnings.push(...firstFactor.warnings);
    await sequence.record({ userId: ownId });
  }
  const userId = request.externalUserId ?? ownId;
  for (const device of named(request.devices)) {
    const { devices } = sequence.progress;
    if (devices.includes(device.deviceName)) continue;
    const reply = await calls.importTotpDevice({ ...device, userId }, options);
    if (!reply.ok && reply.problems[0].status !== "DEVICE_ALREADY_EXISTS_ERROR")
      return sequence.stop(reply.problems);
    await sequence.record({ devices: [...devices, device.deviceName] });
  }
  return sequence.finish({ userId, devices: sequence.progress.devices }, warnings);
}

function named(devices: TotpMigrationRequest["devices"]) {
  return devices.map((device, index) => ({
    ...device,
    deviceName:
      device.deviceName ?? (index === 0 ? "Imported TOTP device" : `Imported TOTP device ${index + 1}`),
  }));
}
