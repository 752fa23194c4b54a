/** In a built package, the part of csv-parse itself (.ci/bring-packages.mjs): installed whole it is larger than credport's readers. */
export { parse as parseCsv } from "csv-parse/sync";
