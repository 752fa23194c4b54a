import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";

/** A published schema. */
export function schemaOf(name: string) {
  return JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), "utf8"));
}

export function expectFits(name: string, document: unknown): void {
  const fits = new Ajv2020({ strict: false, allErrors: true }).compile(schemaOf(name));
  fits(document);
  expect(fits.errors).toBeNull();
}
