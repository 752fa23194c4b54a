import { createHash, createHmac, randomBytes, randomInt, randomUUID } from "node:crypto";

/** A passwordless login in progress: the codes that were sent to one address. */
export interface CodeDevice {
  readonly deviceId: string;
  readonly preAuthSessionId: string;
  readonly tenantId: string;
  readonly email?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly salt: Uint8Array;
  failedAttempts: number;
  readonly codes: Map<string, Code>;
}

type Contact = Pick<CodeDevice, "tenantId" | "email" | "phoneNumber">;

interface Code {
  readonly codeId: string;
  readonly linkCodeHash: string;
  readonly createdAt: number;
  readonly device: CodeDevice;
}

type CreatedCode = { readonly code: Code; readonly userInputCode: string; readonly linkCode: string };

/** Codes of one application. A link code is a function of device, salt and typed code; only its hash is kept. */
export class CodeStore {
  readonly #devices = new Map<string, CodeDevice>();
  readonly #byLinkCode = new Map<string, Code>();
  readonly #byContact = new Map<string, Set<CodeDevice>>();

  get codeCount(): number {
    return this.#byLinkCode.size;
  }

  createDevice(contact: Contact): CodeDevice {
    const bytes = randomBytes(32);
    const device: CodeDevice = {
      ...contact,
      deviceId: bytes.toString("base64"),
      preAuthSessionId: hashOf(bytes),
      salt: randomBytes(32),
      failedAttempts: 0,
      codes: new Map(),
    };
    this.#devices.set(device.preAuthSessionId, device);
    const key = contactKey(device);
    this.#byContact.set(key, (this.#byContact.get(key) ?? new Set()).add(device));
    return device;
  }

  addCode(device: CodeDevice, typed: string | undefined, createdAt: number): CreatedCode | undefined {
    const userInputCode = typed ?? String(randomInt(1_000_000)).padStart(6, "0");
    const linkCode = linkCodeOf(device, userInputCode);
    const linkCodeHash = hashOf(linkCode);
    if (this.#byLinkCode.has(linkCodeHash))
      return typed === undefined ? this.addCode(device, typed, createdAt) : undefined;
    const code: Code = { codeId: randomUUID(), linkCodeHash, createdAt, device };
    device.codes.set(code.codeId, code);
    this.#byLinkCode.set(linkCodeHash, code);
    return { code, userInputCode, linkCode: linkCode.toString("base64url") };
  }

  findDevice(deviceIdBytes: Uint8Array): CodeDevice | undefined {
    return this.#devices.get(hashOf(deviceIdBytes));
  }

  findByLinkCode(linkCode: Uint8Array): Code | undefined {
    return this.#byLinkCode.get(hashOf(linkCode));
  }

  findByTypedCode(device: CodeDevice, userInputCode: string): Code | undefined {
    return this.findByLinkCode(linkCodeOf(device, userInputCode));
  }

  deleteDevice(device: CodeDevice): void {
    this.#devices.delete(device.preAuthSessionId);
    for (const { linkCodeHash } of device.codes.values()) this.#byLinkCode.delete(linkCodeHash);
    const key = contactKey(device);
    const found = this.#byContact.get(key);
    found?.delete(device);
    if (found?.size === 0) this.#byContact.delete(key);
  }

  /** A consumed code ends every other login in progress at the same address. */
  deleteDevicesOf(contact: Contact): void {
    for (const device of [...(this.#byContact.get(contactKey(contact)) ?? [])]) this.deleteDevice(device);
  }
}

function contactKey({ tenantId, email, phoneNumber }: Contact): string {
  return JSON.stringify([tenantId, email ?? null, phoneNumber ?? null]);
}

function linkCodeOf({ deviceId, salt }: CodeDevice, userInputCode: string): Buffer {
  const key = Buffer.concat([Buffer.from(deviceId, "base64"), salt]);
  return createHmac("sha256", key).update(userInputCode).digest();
}

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("base64url");
