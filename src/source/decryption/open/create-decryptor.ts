import { builtinModule } from "../../../lib/builtin-module.js";
import { secretText } from "../../../lib/redact.js";
import { problem } from "../../../problems/decryption.js";
import { failure, type Result } from "../../../result.js";
import type { DecryptionKey } from "../decryption-keys.js";
import type { EncryptedSecret, EncryptedSecretOf, EncryptingSystem, Opener } from "../encrypted-secret.js";
import type { NodeCrypto, OpenerOf } from "../open-bytes.js";
import { activeRecordOpener } from "../systems/active-record.js";
import { attrEncryptedOpener } from "../systems/attr-encrypted.js";
import { betterAuthOpener } from "../systems/better-auth.js";
import { giteaOpener } from "../systems/gitea.js";
import { laravelOpener } from "../systems/laravel.js";
import { nextcloudOpener } from "../systems/nextcloud.js";
import { passlibOpener } from "../systems/passlib.js";
import { redmineOpener } from "../systems/redmine.js";
import { supabaseOpener } from "../systems/supabase.js";

/** How the encrypted secrets of each system are opened: one row a system. */
const OPENERS: { readonly [System in EncryptingSystem]: OpenerOf<System> } = {
  laravel: laravelOpener,
  "active-record": activeRecordOpener,
  "attr-encrypted": attrEncryptedOpener,
  "better-auth": betterAuthOpener,
  nextcloud: nextcloudOpener,
  passlib: passlibOpener,
  redmine: redmineOpener,
  supabase: supabaseOpener,
  gitea: giteaOpener,
};

/** A second factor's secret is never longer. */
const MOST_CHARACTERS = 1 << 14;

/** Opens encrypted secrets with keys that were made ready once. */
export type Decryptor = (secret: EncryptedSecret) => Result<string>;

/**
 * Makes keys ready to open secrets of these systems, which costs time and memory for some; every key is tried, in order. The
 * secret's text is as it was before encryption (base32 or raw: the system says which), or a `decryption/…` problem.
 */
export async function createDecryptor(
  systems: readonly EncryptingSystem[],
  keys: readonly DecryptionKey[],
): Promise<Decryptor> {
  const crypto = builtinModule("node:crypto") as NodeCrypto | undefined;
  if (crypto === undefined)
    throw new TypeError("encrypted secrets can be decrypted where Node's cryptography is, and not here");
  const openers = new Map<EncryptingSystem, Opener<EncryptingSystem>>();
  for (const system of systems) openers.set(system, (await OPENERS[system](crypto, keys)) as Opener<EncryptingSystem>);
  return (secret) => {
    const open = openers.get(secret.system);
    if (open === undefined) throw new TypeError(`no keys were made ready for ${secret.system}`);
    return secret.text.length > MOST_CHARACTERS
      ? failure(malformed())
      : textIn(open(secret as EncryptedSecretOf<EncryptingSystem>));
  };
}

function textIn(opened: ReturnType<Opener<EncryptingSystem>>): Result<string> {
  if (opened === "malformed") return failure(malformed());
  if (opened === "no-key-fits") {
    return failure(problem("decryption/no-key-fits", "none of the keys decrypts the secret, or it is damaged"));
  }
  try {
    return secretText(new TextDecoder("utf-8", { fatal: true }).decode(opened));
  } catch {
    return failure(problem("decryption/no-key-fits", "what was decrypted is not text"));
  }
}

function malformed() {
  return problem("decryption/malformed", "the text is not a secret as the old system encrypts it");
}
