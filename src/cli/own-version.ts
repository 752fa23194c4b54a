import { createRequire } from "node:module";

/** credport's own version. */
export function ownVersion(): string {
  const { version } = createRequire(import.meta.url)("../../package.json") as { version: string };
  return version;
}
