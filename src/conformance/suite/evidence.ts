import type { ConformanceCase } from "./conformance-case.js";

/** Who vouches for the answer of a vector. */
type Evidence = "policy" | "checked" | "published" | "recomputed" | "unknown";

/**
 * Who vouches for the answer of a vector: other implementations (`checked`), the publisher of question and
 * answer (`published`), primitives fed in our own reading (`recomputed`), or we alone (`policy`).
 *
 * @param vector What `loadSuite` gives.
 * @returns `unknown` where the vectors do not say it.
 */
export function evidenceOf({ provenance }: ConformanceCase): Evidence {
  const { policy, checkedBy, isPublished, recomputedBy } = provenance;
  if (policy !== undefined) return "policy";
  if (checkedBy.length > 0) return "checked";
  if (isPublished) return "published";
  return recomputedBy.length > 0 ? "recomputed" : "unknown";
}

/**
 * Who vouches for the answer of a vector in words for a report, with the vector's file.
 *
 * @param vector What `loadSuite` gives.
 * @returns One line.
 */
export function describeEvidence(vector: ConformanceCase): string {
  const { operation, topic, provenance } = vector;
  const { source, checkedBy, recomputedBy } = provenance;
  const file = `${operation}/${topic}.json`;
  switch (evidenceOf(vector)) {
    case "policy":
      return `${file}; policy: no other implementation confirms it`;
    case "checked":
      return `${file}; checked by ${checkedBy.join(", ")}`;
    case "published":
      return `${file}; published by ${source}`;
    case "recomputed":
      return `${file}; recomputed by ${recomputedBy.join(", ")}, in our own reading`;
    default:
      return file;
  }
}
