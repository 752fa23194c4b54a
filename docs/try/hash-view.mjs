import { copied, definitions, element, link, problemList, section, sentence, words } from "./element.mjs";
import { VERDICTS, wordsOfPart, wordsOfStep } from "./words.mjs";

export function hashView(found) {
  const { disposition, plan, problems } = found;
  const brokenAt = disposition === "malformed" ? problems[0].offset : undefined;
  const isUnknown = disposition === "malformed" && found.format === null;
  const [tone, verdict] = VERDICTS[isUnknown ? "unknown" : disposition];
  const said = problems.length > 0 ? problemList(problems) : fineText(found);
  return {
    tone,
    verdict,
    content: [
      section("Why, and what to do", said),
      ...drawnParts(found, brokenAt),
      ...(plan === undefined ? [] : [section("From the password to the hash", chain(plan))]),
      ...canonicalForm(found),
      section("What it is", factsOf(found)),
    ],
  };
}

/** Why a hash can be imported. */
function fineText({ reason, changes }) {
  const why = changes.length === 0 ? [reason] : changes.map(({ message }) => sentence(message));
  return element("div", [
    ...why.map((text) => element("p", text)),
    element("p", [element("b", "What to do: "), "Nothing. The import takes it so."]),
  ]);
}

/** The text taken apart: each part in a colour, with its name and its place. */
function drawnParts({ text: given, anatomy: { drawn, parts } }, brokenAt) {
  const places =
    brokenAt === undefined ? parts : [{ name: "broken", from: brokenAt, to: drawn.length, tint: "broken" }];
  if (places.length === 0) return [];
  const pieces = [];
  let at = 0;
  for (const [index, { name, from, to, tint = `tint${index % 6}` }] of places.entries()) {
    if (from > at) pieces.push(element("span", element("code", drawn.slice(at, from)), { className: "between" }));
    const text = drawn.slice(from, to);
    const { title } = wordsOfPart({ name }, text);
    const label = element("span", [element("b", title), ` ${placeOf({ from, to })}`], { className: "label" });
    pieces.push(element("span", [element("code", text || "…"), label], { className: `part ${tint}` }));
    at = to;
  }
  if (at < drawn.length) pieces.push(element("span", element("code", drawn.slice(at)), { className: "between" }));
  const meanings = parts.map((part, index) => {
    const { title, meaning } = wordsOfPart(part, drawn.slice(part.from, part.to));
    return [[element("span", [], { className: `swatch tint${index % 6}` }), title], meaning];
  });
  const title = drawn === given ? "Its parts" : "The parts of what is inside";
  const named = parts.length === 0 ? [] : [definitions(meanings)];
  return [section(title, element("div", pieces, { className: "anatomy" }), ...named)];
}

function placeOf({ from, to }) {
  return to - from > 1 ? `${from}–${to - 1}` : String(from);
}

/** What is computed of the password, one step after the other. */
function chain({ steps }) {
  const named = [["password", ""], ...steps.map(wordsOfStep), ["digest", "compared"]];
  const items = named.map(([title, detail], at) => {
    const isEnd = at === 0 || at === named.length - 1;
    return element("li", [element("b", title), element("span", detail)], isEnd ? { className: "end" } : {});
  });
  return element("ol", items, { className: "chain" });
}

function canonicalForm({ text, passwordHash }) {
  if (passwordHash === undefined || passwordHash === text) return [];
  return [section("What is sent to the service", copied(passwordHash))];
}

function factsOf({ scheme, format, wrapping, system, reference, likely, plan }) {
  const costs = Object.entries(plan?.parameters ?? {}).map(([name, value]) => words(`${name} ${value}`));
  const defined = /^https:/.test(reference ?? "")
    ? link(reference.replace(/^https:\/\//, ""), reference.split(" ")[0])
    : reference;
  return definitions(
    [
      ["Scheme", scheme],
      ["Form", format ?? "unknown"],
      ["Around it", wrapping === null || wrapping.name === format ? undefined : `${wrapping.name}: ${wrapping.system}`],
      ["Written by", system],
      ["Likely by", likely?.reason.startsWith("the form") ? undefined : likely?.reason],
      [
        "Cost",
        costs.length === 0 ? undefined : `${costs.join(", ")}${plan.needsRehash ? ": below today's minimum" : ""}`,
      ],
      ["Defined in", defined],
    ].filter(([, content]) => content !== undefined),
  );
}
