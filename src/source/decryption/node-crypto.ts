/** Node's cryptography, which is loaded where keys are given and not before. */
export type NodeCrypto = typeof import("node:crypto");
