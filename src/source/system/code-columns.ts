import { type Fields, ownField } from "../fields/field.js";

/** What an application's own columns beside a secret say of its codes. */
interface Codes {
  readonly period?: number;
  readonly digits?: unknown;
  readonly algorithm?: unknown;
}

/** Columns that have a secret's prefix and say how its codes are made: `otp_digits` is of `otp_secret`. */
export function codeColumns(secret: string): readonly string[] {
  const { periods, digits, algorithm } = columnsOf(secret) ?? {};
  return [...(periods ?? []), digits, algorithm].filter((column) => column !== undefined);
}

export function codesBeside(secret: string, row: Fields): Codes {
  const columns = columnsOf(secret);
  if (columns === undefined) return {};
  const said = (column: string) => {
    const value = ownField(row, column);
    return value === null || value === "" ? undefined : value;
  };
  const period = columns.periods.map(said).find((value) => value !== undefined);
  const codes = { digits: said(columns.digits), algorithm: said(columns.algorithm) };
  return period === undefined ? codes : { ...codes, period: Number(period) };
}

function columnsOf(secret: string) {
  const [, prefix, word] = /^(.*?)(secret|Secret|key)$/.exec(secret) ?? [];
  if (prefix === undefined || word === undefined) return undefined;
  const named = (name: string) => prefix + (word === "Secret" ? name.charAt(0).toUpperCase() + name.slice(1) : name);
  // Elsewhere an interval may be the days for which a device is remembered.
  const isOfCodes = /otp_?$/i.test(prefix);
  const periods = ["period", ...(isOfCodes ? ["interval"] : [])].map(named);
  return { periods, digits: named("digits"), algorithm: named("algorithm") };
}
