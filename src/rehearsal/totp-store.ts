export interface StoredTotpDevice {
  readonly deviceName: string;
  readonly secretKey: string;
  readonly skew: number;
  readonly period: number;
}

/** TOTP devices of one application. They attach to any text: the service does not ask whether the user exists. */
export class TotpStore {
  readonly #devices = new Map<string, Map<string, StoredTotpDevice>>();

  of(userId: string): readonly StoredTotpDevice[] {
    return [...(this.#devices.get(userId)?.values() ?? [])];
  }

  has(userId: string, deviceName: string): boolean {
    return this.#devices.get(userId)?.has(deviceName) === true;
  }

  add(userId: string, device: StoredTotpDevice): void {
    const devices = this.#devices.get(userId) ?? new Map<string, StoredTotpDevice>();
    devices.set(device.deviceName, device);
    this.#devices.set(userId, devices);
  }

  *all(): Iterable<readonly [userId: string, device: StoredTotpDevice]> {
    for (const [userId, devices] of this.#devices)
      for (const device of devices.values()) yield [userId, device];
  }
}
