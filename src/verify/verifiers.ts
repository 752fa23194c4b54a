import type { Planner } from "./plan.js";
import { DIGESTS } from "./schemes/digests.js";
import { ITERATED_DIGESTS } from "./schemes/iterated-digests.js";
import { MAGENTO } from "./schemes/magento.js";
import { MD5_CRYPT } from "./schemes/md5-crypt.js";
import { PBKDF2 } from "./schemes/pbkdf2.js";
import { PHPASS } from "./schemes/phpass.js";
import { PREHASHED_BCRYPT } from "./schemes/prehashed-bcrypt.js";
import { SCRYPT } from "./schemes/scrypt.js";
import { SHA_CRYPT } from "./schemes/sha-crypt.js";
import { SHA1_CRYPT } from "./schemes/sha1-crypt.js";

/** A planner for each row of the catalogue that says `verifiable`, by its name. */
export const VERIFIERS: ReadonlyMap<string, Planner> = new Map(
  Object.entries({
    ...PREHASHED_BCRYPT,
    ...PBKDF2,
    ...SCRYPT,
    ...PHPASS,
    ...MD5_CRYPT,
    ...SHA1_CRYPT,
    ...SHA_CRYPT,
    ...ITERATED_DIGESTS,
    ...MAGENTO,
    ...DIGESTS,
  }),
);
