import { looksLikeClerk, recomposeClerk, recomposeFirescrypt, recomposeSupabaseScrypt } from "./recompose.js";
import { type FormatRow, type Notes, native, recompose, type Writers } from "./row.js";

const CARRIES_EVERY_PART =
  "It carries every part of provider-scrypt; the signer key goes into the service's configuration.";

/** The standard string, and the systems that keep its parts in another order. */
export const PROVIDER_SCRYPT_FORMATS = [
  native({ name: "provider-scrypt", scheme: "provider-scrypt", markers: ["$f_scrypt$"] }),
  recompose({
    name: "supabase-fbscrypt",
    scheme: "provider-scrypt",
    markers: ["$fbscrypt$"],
    recompose: recomposeSupabaseScrypt,
  }),
  recompose({
    name: "kratos-firescrypt",
    scheme: "provider-scrypt",
    markers: ["$firescrypt$"],
    recompose: recomposeFirescrypt,
  }),
  recompose({
    name: "clerk-scrypt-firebase",
    scheme: "provider-scrypt",
    markers: [],
    begins: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-",
    applies: looksLikeClerk,
    recompose: recomposeClerk,
  }),
] satisfies readonly FormatRow[];

/** Who writes each: only who identifies a hash needs it. */
export const PROVIDER_SCRYPT_WRITERS: Writers<typeof PROVIDER_SCRYPT_FORMATS> = {
  "provider-scrypt": "the authentication service",
  "supabase-fbscrypt": "Supabase Auth (users imported from Firebase)",
  "kratos-firescrypt": "Ory Kratos (users imported from Firebase)",
  "clerk-scrypt-firebase": "Clerk (users imported from Firebase)",
};

/** What documentation says of each: a bundle that only reads hashes leaves it out. */
export const PROVIDER_SCRYPT_NOTES: Notes<typeof PROVIDER_SCRYPT_FORMATS> = {
  "provider-scrypt": {
    layout: "$f_scrypt$<hash>$<salt>$m=<mem_cost>$r=<rounds>$s=<separator>",
    reason: "The service verifies it once the signer key is configured.",
    reference: "spec: 2.4",
  },
  "supabase-fbscrypt": {
    layout: "$fbscrypt$v=1,n=<log2 N>,r=<r>,p=1,ss=<separator>,sk=<signer key>$<salt>$<hash>",
    reason: CARRIES_EVERY_PART,
    reference: "https://github.com/supabase/auth internal/crypto/password.go",
  },
  "kratos-firescrypt": {
    layout: "$firescrypt$ln=<log2 N>,r=<r>,p=1$<salt>$<hash>$<separator>$<signer key>",
    reason: CARRIES_EVERY_PART,
    reference: "https://github.com/ory/kratos hash/hash_comparator.go",
  },
  "clerk-scrypt-firebase": {
    layout: "<hash>$<salt>$<signer key>$<separator>$<rounds>$<mem_cost>",
    reason: CARRIES_EVERY_PART,
    reference: "https://clerk.com/docs/deployments/migrate-overview",
  },
};
