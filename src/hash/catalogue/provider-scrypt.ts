import { looksLikeClerk, recomposeClerk, recomposeFirescrypt, recomposeSupabaseScrypt } from "./recompose.js";
import { type HashFormat, recompose } from "./row.js";

const CARRIES_EVERY_PART =
  "It carries every part of provider-scrypt; the signer key goes into the service's configuration.";

/** The standard string, and the systems that keep its parts in another order. */
export const PROVIDER_SCRYPT_FORMATS: readonly HashFormat[] = [
  {
    kind: "native",
    name: "provider-scrypt",
    system: "the authentication service",
    scheme: "provider-scrypt",
    markers: ["$f_scrypt$"],
    layout: "$f_scrypt$<hash>$<salt>$m=<mem_cost>$r=<rounds>$s=<separator>",
    reason: "The service verifies it once the signer key is configured.",
    reference: "spec: 2.4",
  },
  recompose({
    name: "supabase-fbscrypt",
    system: "Supabase Auth (users imported from Firebase)",
    scheme: "provider-scrypt",
    markers: ["$fbscrypt$"],
    layout: "$fbscrypt$v=1,n=<log2 N>,r=<r>,p=1,ss=<separator>,sk=<signer key>$<salt>$<hash>",
    recompose: recomposeSupabaseScrypt,
    reason: CARRIES_EVERY_PART,
    reference: "https://github.com/supabase/auth internal/crypto/password.go",
  }),
  recompose({
    name: "kratos-firescrypt",
    system: "Ory Kratos (users imported from Firebase)",
    scheme: "provider-scrypt",
    markers: ["$firescrypt$"],
    layout: "$firescrypt$ln=<log2 N>,r=<r>,p=1$<salt>$<hash>$<separator>$<signer key>",
    recompose: recomposeFirescrypt,
    reason: CARRIES_EVERY_PART,
    reference: "https://github.com/ory/kratos hash/hash_comparator.go",
  }),
  recompose({
    name: "clerk-scrypt-firebase",
    system: "Clerk (users imported from Firebase)",
    scheme: "provider-scrypt",
    markers: [],
    begins: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-",
    layout: "<hash>$<salt>$<signer key>$<separator>$<rounds>$<mem_cost>",
    applies: looksLikeClerk,
    recompose: recomposeClerk,
    reason: CARRIES_EVERY_PART,
    reference: "https://clerk.com/docs/deployments/migrate-overview",
  }),
];
