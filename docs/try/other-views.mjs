import { copied, count, definitions, element, problemList, section, words } from "./element.mjs";
import { VERDICTS } from "./words.mjs";

const percent = (part, whole) => `${((100 * part) / whole).toFixed(1)}%`;
const users = (number) => `${count(number)} ${number === 1 ? "hash" : "hashes"}`;

/** Shares of a whole as one bar; a list says the same in words. */
function shareBar(parts, whole) {
  const bars = parts.map(({ tone, number }) => {
    const bar = element("span", [], { className: tone });
    bar.style.flexGrow = number;
    return bar;
  });
  const label = parts.map(({ number, text }) => `${percent(number, whole)} ${text}`).join(", ");
  return element("div", bars, { className: "shares", role: "img", "aria-label": label });
}

const OUTCOMES = {
  importable: "can be imported",
  verifiable: "log in through the fallback",
  unsupported: "cannot be verified as they are",
  malformed: "are not whole hashes",
};

export function columnView({ values, empty, shares, cut, likely }) {
  const whole = values - empty;
  const outcomes = Object.keys(OUTCOMES).map((disposition) => ({
    tone: VERDICTS[disposition][0],
    text: OUTCOMES[disposition],
    number: shares.filter((share) => share.disposition === disposition).reduce((sum, share) => sum + share.values, 0),
  }));
  const [importable] = outcomes;
  const isCut =
    cut === null
      ? []
      : [`${users(cut.values)} end at ${cut.length} characters, where the column ends: it was too narrow.`];
  const found = outcomes.filter(({ number }) => number > 0);
  return {
    tone: importable.number === whole ? "good" : "warn",
    verdict: `${count(importable.number)} of ${users(whole)} can be imported.`,
    content: [
      section(
        "What becomes of them",
        shareBar(found, whole),
        element(
          "ul",
          found.map(({ tone, text, number }) =>
            element("li", [element("b", count(number), { className: tone }), text]),
          ),
          { className: "key" },
        ),
        ...isCut.map((text) => element("p", text, { className: "bad" })),
      ),
      section(
        "What is in it",
        element(
          "ul",
          shares.map((share) => shareRow(share, whole)),
          { className: "kinds" },
        ),
      ),
      ...(likely.length === 0 ? [] : [section("Likely written by", likelyList(likely))]),
    ],
    source: likely[0]?.source,
  };
}

function shareRow({ scheme, format, cost, disposition, values }, whole) {
  const bar = element("span", [], { className: `bar ${VERDICTS[disposition][0]}` });
  bar.style.width = percent(values, whole);
  return element("li", [
    element("b", format ?? scheme),
    element("span", [words(cost), OUTCOMES[disposition]].filter(Boolean).join(" · "), { className: "quiet" }),
    element("span", `${count(values)} · ${percent(values, whole)}`, { className: "number" }),
    element("span", bar, { className: "track" }),
  ]);
}

function likelyList(likely) {
  return definitions(
    likely.map(({ source, reason, values }) => [source ?? "others", `${count(values)}: ${words(reason)}`]),
  );
}

/** Encodings that give the same secret are one way to read it. */
function merged(readings) {
  const ways = new Map();
  for (const reading of readings) {
    const { encoding, secretKey } = reading;
    const same = encoding === undefined || secretKey === undefined ? undefined : ways.get(secretKey);
    ways.set(
      same ? secretKey : (encoding && secretKey) || reading,
      same ? { ...same, encoding: `${same.encoding} or ${encoding}` } : reading,
    );
  }
  return [...ways.values()];
}

export function secretView({ readings: all, isUri, isFromPicture }) {
  const readings = merged(all);
  const sound = readings.filter(({ secretKey }) => secretKey !== undefined);
  const picture = isFromPicture ? "Read from the picture. " : "";
  const [tone, verdict] =
    sound.length === 0
      ? ["bad", "It cannot be a second factor."]
      : isUri
        ? [
            "good",
            `${picture}${sound.length === 1 ? "A second factor" : `${sound.length} second factors`}, as authenticator apps read it.`,
          ]
        : sound.length === 1
          ? ["good", "A secret that reads in one way."]
          : ["warn", `A secret that can be read in ${sound.length} ways: compare the codes with a user's device.`];
  return { tone, verdict, content: [element("div", readings.map(readingCard), { className: "cards" })] };
}

function readingCard({ encoding, secretKey, code, period, digits, algorithm, issuer, account, problems }) {
  const title =
    encoding === undefined ? [issuer, account].filter(Boolean).join(": ") || "otpauth URI" : `read as ${encoding}`;
  const list = problems.length === 0 ? [] : [problemList(problems)];
  if (secretKey === undefined) return element("article", [element("h2", title), ...list]);
  const left = period - (Math.floor(Date.now() / 1000) % period);
  const now =
    code === undefined
      ? []
      : [
          element("p", [
            element("b", code.replace(/(?=\d{3}$)/, " "), { className: "now" }),
            element("span", `${left} s`, { className: "left", "data-period": period }),
          ]),
        ];
  const facts = `${digits} digits, every ${period} s, ${algorithm}`;
  return element("article", [
    element("h2", title),
    ...now,
    copied(secretKey),
    element("p", facts, { className: "quiet" }),
    ...list,
  ]);
}

let saved = "";

export function exportView({ importable, records, loginOnly, html, source }) {
  const frame = element("iframe", [], { title: "Report", srcdoc: html });
  frame.addEventListener("load", () => {
    const { documentElement } = frame.contentDocument;
    documentElement.style.colorScheme = document.documentElement.style.colorScheme;
    const fit = () => {
      frame.style.height = `${documentElement.offsetHeight}px`;
    };
    new ResizeObserver(fit).observe(documentElement);
  });
  // The one before it is not asked for any more.
  URL.revokeObjectURL(saved);
  saved = URL.createObjectURL(new Blob([html], { type: "text/html" }));
  const save = element("a", "Save the report", { className: "button", download: "report.html", href: saved });
  return {
    tone: importable === records ? "good" : importable + loginOnly > 0 ? "warn" : "bad",
    verdict: `${count(importable)} of ${count(records)} records can be imported.`,
    content: [element("p", save, { className: "save" }), frame],
    source,
  };
}
