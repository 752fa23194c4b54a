/** `csv.ts` for browsers and workers. */
export { parse as parseCsv } from "csv-parse/browser/esm/sync";
