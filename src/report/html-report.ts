import { createHash } from "node:crypto";
import { escapeXml } from "../lib/escape-xml.js";
import {
  type CountRow,
  cutNote,
  type RefusedRow,
  type ReportFormat,
  type ReportModel,
  type ReportRow,
  type ReportSection,
  SCHEMES_HEADING,
  type Tone,
} from "./report-model.js";

/** One file that needs nothing else: it can be sent, printed, and opened in ten years. */
export const htmlReport: ReportFormat = {
  begins: /^<!doctype html>[\s\S]{0,200}<meta name="generator" content="credport">/,
  render: page,
};

/** What a reader who sees no colours has in their place. */
const MARKS: Readonly<Record<Tone, string>> = { good: "✓ ", warn: "! ", bad: "✗ ", strong: "", faint: "" };

const STYLE = `
:root{color-scheme:light dark;--ink:light-dark(#1b1f24,#e6edf3);--soft:light-dark(#57606a,#9aa4af);--paper:light-dark(#fff,#0d1117);--line:light-dark(#d0d7de,#30363d)}
:root{--good:light-dark(#116329,#56d364);--warn:light-dark(#7d4e00,#e3b341);--bad:light-dark(#a40e26,#ff7b72)}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);margin:0 auto;padding:1.5rem 1rem 3rem;max-width:60rem;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25}h2{font-size:1.1rem;margin:2rem 0 .5rem;border-bottom:1px solid var(--line)}
ul{list-style:none;margin:0;padding:0}li{display:grid;grid-template-columns:5rem 1fr;gap:.75rem;padding:.15rem 0}
li b{text-align:right;font-variant-numeric:tabular-nums}p{margin:.3rem 0}p.detail{margin:0 0 .4rem 5.75rem;color:var(--soft)}
.good{color:var(--good)}.warn{color:var(--warn)}.bad{color:var(--bad)}.faint{color:var(--soft)}.strong{font-weight:600}
svg{width:100%;height:1.5rem;display:block;margin:.5rem 0}rect.good{fill:var(--good)}rect.warn{fill:var(--warn)}rect.bad{fill:var(--bad)}rect.faint{fill:var(--soft)}
label{display:block;margin:.5rem 0 .25rem}input{font:inherit;color:inherit;background:transparent;border:1px solid var(--soft);border-radius:.3rem;padding:.4rem .6rem;width:100%;box-sizing:border-box}
table{border-collapse:collapse;width:100%;font-size:.9rem}th,td{text-align:left;vertical-align:top;padding:.35rem .5rem .35rem 0;border-bottom:1px solid var(--line)}th,td:first-child{overflow-wrap:break-word}
th button{font:inherit;color:inherit;background:none;border:0;padding:0;cursor:pointer}th[aria-sort=ascending] button::after{content:" ▲"}th[aria-sort=descending] button::after{content:" ▼"}
li a{color:inherit}code{font:.9em ui-monospace,monospace}[hidden]{display:none}
@media (max-width:34rem){p.detail{margin-left:0}li{grid-template-columns:3.5rem 1fr}th,td{display:block;border:0;padding:.1rem 0}tr{display:block;border-bottom:1px solid var(--line);padding:.4rem 0}thead{display:none}}
@media print{body{max-width:none;padding:0}label,input{display:none}li,tr{break-inside:avoid}}
`;

/** Search, a click on a problem's code that searches for it, and order by a column: without it all is there to read. */
const SCRIPT = `
const input=document.getElementById("search"),found=document.getElementById("found"),rows=[...document.querySelectorAll("tbody tr")];
const search=()=>{const words=input.value.toLowerCase().split(/\\s+/).filter(Boolean);let shown=0;for(const row of rows){const text=row.textContent.toLowerCase();row.hidden=!words.every((word)=>text.includes(word));if(!row.hidden)shown++}found.textContent=shown+" of "+rows.length+" shown"};
if(input)input.addEventListener("input",search);
for(const link of document.querySelectorAll("li a"))link.addEventListener("click",()=>{input.value=link.textContent;search();input.focus()});
const heads=[...document.querySelectorAll("th")];
heads.forEach((head,at)=>{const button=document.createElement("button");button.append(...head.childNodes);head.append(button);button.addEventListener("click",()=>{const isUp=head.ariaSort!=="ascending";for(const each of heads)each.ariaSort=null;head.ariaSort=isUp?"ascending":"descending";const text=(row)=>row.children[at].textContent;rows.sort((a,b)=>(isUp?1:-1)*text(a).localeCompare(text(b),undefined,{numeric:true}));rows[0].parentNode.append(...rows)})});
`;

const sha256 = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

function page(model: ReportModel): string {
  const { title, version, sections, refused } = model;
  const codes = new Set(refused.flatMap(({ problems }) => problems.map(({ code }) => code)));
  const policy = `default-src 'none'; style-src ${sha256(STYLE)}; script-src ${sha256(SCRIPT)}; base-uri 'none'; form-action 'none'`;
  const [first, ...others] = sections;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="credport">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeXml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeXml(first?.heading ?? title)}</h1>
${rowsOf(first?.rows ?? [])}
${others.map((section, at) => sectionOf(section, at, codes)).join("\n")}
${refusedTable(model)}
</main>
<footer><p class="faint">Written by credport ${escapeXml(version)}. It holds no password, hash or key.</p></footer>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

function sectionOf({ heading, tone, rows }: ReportSection, at: number, codes: ReadonlySet<string>): string {
  if (heading === undefined && rows.length === 0) return "";
  const head = heading === undefined ? "" : `<h2 class="${tone ?? "strong"}">${escapeXml(heading)}</h2>\n`;
  // The first section counts the users: its shares are drawn.
  const bar = at === 0 ? barOf(rows) : heading === SCHEMES_HEADING ? shareBar(rows.filter(isCount)) : "";
  return `<section>\n${head}${bar}${rowsOf(rows, codes)}\n</section>`;
}

const isCount = (row: ReportRow): row is CountRow => "number" in row;

/** The shares of all users; the list below it says the same in words. */
function barOf(rows: readonly ReportRow[]): string {
  const [whole, ...others] = rows.filter(isCount);
  const all = whole?.number ?? 0;
  let counted = 0;
  // Counts that come after the whole is reached are of users who were counted already.
  const parts = others.filter(({ tone, number }) => {
    const isShare = tone !== undefined && tone !== "faint" && number > 0 && counted + number <= all;
    counted += isShare ? number : 0;
    return isShare;
  });
  return shareBar(parts, all);
}

/** Parts side by side, with a gap between them; of parts without a meaning each has the colour of plain text. */
function shareBar(parts: readonly CountRow[], all = parts.reduce((sum, { number }) => sum + number, 0)): string {
  if (parts.length === 0) return "";
  let from = 0;
  const bars = parts.map(({ number, tone = "faint" }) => {
    const width = (100 * number) / all;
    from += width;
    return `<rect class="${tone}" x="${(from - width).toFixed(3)}" y="0" width="${Math.max(0.1, width - 0.3).toFixed(3)}" height="10"/>`;
  });
  const label = parts.map(({ number, text }) => `${number} ${text}`).join(", ");
  return `<svg viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="${escapeXml(label)}">${bars.join("")}</svg>\n`;
}

/** Counts in a list, words between the lists. */
function rowsOf(rows: readonly ReportRow[], codes?: ReadonlySet<string>): string {
  let isInList = false;
  const lines = rows.map((row) => {
    if (!isCount(row)) {
      const end = isInList ? "</ul>\n" : "";
      isInList = false;
      return `${end}<p class="${row.isDetail === true ? "detail" : (row.tone ?? "plain")}">${painted(row.text, row.tone)}</p>`;
    }
    const begin = isInList ? "" : "<ul>\n";
    isInList = true;
    const rest = row.rest === undefined ? "" : `<span class="${row.restTone ?? "faint"}">${escapeXml(row.rest)}</span>`;
    return `${begin}<li><b>${row.number}</b><span><span class="${row.tone ?? "plain"}">${painted(row.text, row.tone, codes)}</span>${rest}</span></li>`;
  });
  return `${lines.join("\n")}${isInList ? "\n</ul>" : ""}`;
}

/** A code of refused users leads to them. */
function painted(text: string, tone: Tone | undefined, codes: ReadonlySet<string> = new Set()): string {
  const mark = tone === undefined || /^[✓✗·]/.test(text) ? "" : MARKS[tone];
  return `${mark}${codes.has(text) ? `<a href="#search">${escapeXml(text)}</a>` : escapeXml(text)}`;
}

function refusedTable(model: ReportModel): string {
  const { refused } = model;
  if (refused.length === 0) return "";
  const note = cutNote(model);
  const hasAddresses = refused.some(({ address }) => address !== undefined);
  return `<section>
<h2 class="strong">Users not imported, one by one</h2>
${note === undefined ? "" : `<p>${escapeXml(note)}</p>`}
<label for="search">Search in them</label>
<input id="search" type="search" autocomplete="off">
<p id="found" class="faint" role="status">${refused.length} of ${refused.length} shown</p>
<table>
<thead><tr><th scope="col">Line</th><th scope="col">User</th>${hasAddresses ? '<th scope="col">Address</th>' : ""}<th scope="col">Why, and what to do</th></tr></thead>
<tbody>
${refused.map((row) => refusedRow(row, hasAddresses)).join("\n")}
</tbody>
</table>
</section>`;
}

function refusedRow({ file, line, userId, address = "", problems }: RefusedRow, hasAddresses: boolean): string {
  const why = problems.map(
    ({ code, message = "", remedy = "" }) =>
      `<code>${escapeXml(code)}</code> ${escapeXml(message)}<br><span class="faint">${escapeXml(remedy)}</span>`,
  );
  const place = file === undefined ? `${line}` : `${escapeXml(file)}, ${line}`;
  const cell = hasAddresses ? `<td>${escapeXml(address)}</td>` : "";
  return `<tr><td>${place}</td><td>${escapeXml(userId ?? "–")}</td>${cell}<td>${why.join("<br>")}</td></tr>`;
}
