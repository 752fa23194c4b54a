const LONGEST_EXCERPT = 200;
const SHORTEST_SECRET = 6;
const RUN = /[A-Za-z0-9+/=_$-]{16,}/g;

/**
 * What may be shown of a text that the service sent. A service that fails can
 * quote the request, so whatever we sent, whatever looks like a key or a hash,
 * and whatever is not plain text is taken out.
 */
export function excerptOf(text: string, sent: string): string {
  const trimmed = text.trim();
  if (trimmed === "") return "an empty body";
  if (trimmed.startsWith("<")) return `a web page of ${counted(text.length, "character")}`;
  let shown = firstWords(trimmed).replace(/[^\u0020-\u007e]+/g, " ");
  for (const secret of textsOf(sent))
    shown = shown.replaceAll(secret, `<${counted(secret.length, "character")}>`);
  shown = shown.replace(RUN, hideIfKeyLike);
  return shown.length > LONGEST_EXCERPT ? `${shown.slice(0, LONGEST_EXCERPT)}…` : shown;
}

/** No more than is needed, and no piece of a word at its end: half a secret would not be recognised. */
function firstWords(text: string): string {
  const most = 4 * LONGEST_EXCERPT;
  if (text.length <= most) return text;
  const end = text.lastIndexOf(" ", most);
  return end < 0 ? "" : text.slice(0, end);
}

/** Names of settings and of classes are long too, but have no digits in them. */
function hideIfKeyLike(run: string): string {
  return /[0-9]/.test(run) ? `<${counted(run.length, "character")}>` : run;
}

/** Every text value of a JSON body, and the parts of those that have parts, the longest first. */
function textsOf(sent: string): readonly string[] {
  const texts = new Set<string>();
  JSON.parse(sent, (name, value) => {
    if (typeof value !== "string" || name === "hashingAlgorithm") return value;
    for (const part of [value, ...value.split("$")]) if (part.length >= SHORTEST_SECRET) texts.add(part);
    return value;
  });
  return [...texts].sort((a, b) => b.length - a.length);
}

import { counted } from "../lib/plural.js";
