export interface StoredTotpDevice {
  readonly deviceName: string;
  readonly secretKey: string;
  readonly skew: number;
  readonly period: number;
}

/** A code that was sent to be verified; times in milliseconds since the epoch. */
export interface TriedCode {
  readonly code: string;
  readonly isValid: boolean;
  readonly triedAt: number;
  /** Until when the code could be shown again. */
  readonly expiresAt: number;
}

/** More than these decide nothing: five failures, and the valid codes that still can be replayed. */
const MOST_TRIED = 64;

/** TOTP devices of one application. They attach to any text: the service does not ask whether the user exists. */
export class TotpStore {
  readonly #devices = new Map<string, readonly StoredTotpDevice[]>();
  readonly #tried = new Map<string, Map<string, readonly TriedCode[]>>();

  of(userId: string): readonly StoredTotpDevice[] {
    return this.#devices.get(userId) ?? [];
  }

  has(userId: string, deviceName: string): boolean {
    return this.of(userId).some((device) => device.deviceName === deviceName);
  }

  add(userId: string, device: StoredTotpDevice): void {
    this.#devices.set(userId, [...this.of(userId), device]);
  }

  /** The name that a device gets without one: counted from the number of devices on. */
  freeName(userId: string, first: number): string {
    let number = this.of(userId).length + first;
    while (this.has(userId, `TOTP Device ${number}`)) number++;
    return `TOTP Device ${number}`;
  }

  remove(userId: string, deviceName: string): boolean {
    const devices = this.of(userId);
    const left = devices.filter((device) => device.deviceName !== deviceName);
    if (left.length === devices.length) return false;
    if (left.length === 0) this.forget(userId);
    else this.#devices.set(userId, left);
    return true;
  }

  /** Everything that is kept under this ID. */
  forget(userId: string): void {
    this.#devices.delete(userId);
    this.#tried.delete(userId);
  }

  /** Oldest first. */
  triedCodes(tenantId: string, userId: string): readonly TriedCode[] {
    return this.#tried.get(userId)?.get(tenantId) ?? [];
  }

  addTriedCode(tenantId: string, userId: string, tried: TriedCode): void {
    const codes = [...this.triedCodes(tenantId, userId), tried].slice(-MOST_TRIED);
    const byTenant = this.#tried.get(userId) ?? new Map<string, readonly TriedCode[]>();
    this.#tried.set(userId, byTenant.set(tenantId, codes));
  }

  *all(): Iterable<readonly [userId: string, device: StoredTotpDevice]> {
    for (const [userId, devices] of this.#devices) for (const device of devices) yield [userId, device];
  }
}
