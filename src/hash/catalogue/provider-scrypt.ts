import { looksLikeClerk, recomposeClerk, recomposeFirescrypt, recomposeSupabaseScrypt } from "./recompose.js";
import { type FormatRow, native, recompose } from "./row.js";

const CARRIES_EVERY_PART =
  "It carries every part of provider-scrypt; the signer key goes into the service's configuration.";

/** The standard string, and the systems that keep its parts in another order. */
export const PROVIDER_SCRYPT_FORMATS: readonly FormatRow[] = [
  native("provider-scrypt", "provider-scrypt", {
    system: "the authentication service",
    layout: "$f_scrypt$<hash>$<salt>$m=<mem_cost>$r=<rounds>$s=<separator>",
    markers: ["$f_scrypt$"],
    reason: "The service verifies it once the signer key is configured.",
    reference: "spec: 2.4",
  }),
  recompose("supabase-fbscrypt", "provider-scrypt", {
    system: "Supabase Auth (users imported from Firebase)",
    layout: "$fbscrypt$v=1,n=<log2 N>,r=<r>,p=1,ss=<separator>,sk=<signer key>$<salt>$<hash>",
    markers: ["$fbscrypt$"],
    recompose: recomposeSupabaseScrypt,
    reason: CARRIES_EVERY_PART,
    reference: "https://github.com/supabase/auth internal/crypto/password.go",
  }),
  recompose("kratos-firescrypt", "provider-scrypt", {
    system: "Ory Kratos (users imported from Firebase)",
    layout: "$firescrypt$ln=<log2 N>,r=<r>,p=1$<salt>$<hash>$<separator>$<signer key>",
    markers: ["$firescrypt$"],
    recompose: recomposeFirescrypt,
    reason: CARRIES_EVERY_PART,
    reference: "https://github.com/ory/kratos hash/hash_comparator.go",
  }),
  recompose("clerk-scrypt-firebase", "provider-scrypt", {
    system: "Clerk (users imported from Firebase)",
    layout: "<hash>$<salt>$<signer key>$<separator>$<rounds>$<mem_cost>",
    begins: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-",
    applies: looksLikeClerk,
    recompose: recomposeClerk,
    reason: CARRIES_EVERY_PART,
    reference: "https://clerk.com/docs/deployments/migrate-overview",
  }),
];
