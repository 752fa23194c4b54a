import type { Tally } from "../../lib/tally.js";
import { operatorRemedyOf } from "../../problems/index.js";
import { OWN_HOMEPAGE } from "../own-homepage.js";

/** Names that belong to no one (RFC 2606): nothing is published there. */
const RESERVED = /^https?:\/\/(?:[^/]+\.)?example(?:\.(?:org|com|net))?(?:[:/]|$)/;

/** The address of the page about a problem; undefined of what is not one, and as long as the pages are published nowhere. */
export function problemPage(code: string, homepage = OWN_HOMEPAGE): string | undefined {
  if (RESERVED.test(homepage) || operatorRemedyOf(code) === undefined) return undefined;
  return `${homepage.replace(/\/$/, "")}/problems/${code}/`;
}

/** The tallies with the pages of those that are problems. */
export function withPages(
  tallies: readonly Tally[],
  homepage?: string,
): readonly (Tally & { readonly page?: string })[] {
  return tallies.map((tally) => {
    const page = problemPage(tally.name, homepage);
    return page === undefined ? tally : { ...tally, page };
  });
}
