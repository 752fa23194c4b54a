// docs/peers.html: implementation by group of vectors, as one page that asks no network. The same results give the same bytes.
const GOOD = ["pass", "accepted-variant", "refused"];
const FAILING = ["fail", "errored", "timeout"];
const DIFFERING = ["policy", "unconfirmed"];

/**
 * The text of docs/peers.html.
 *
 * @param day Of the run, as 2026-01-31: the vectors change after it.
 * @param manifest First digits of the SHA-256 of the manifest that was run.
 */
export function peersTable(peers, day, manifest) {
  const { length } = peers[0].report.results;
  const groups = groupsOf(peers);
  const rows = peers.map((peer) => rowOf(peer, groups));
  const languages = [...new Set(peers.map(({ report }) => report.implementation.language))].sort();
  return `${page({ groups, rows, languages, about: `${peers.length} implementations, run on ${day} over the ${length} vectors of the manifest whose SHA-256 begins with ${manifest}.` })}\n`;
}

const groupOf = ({ id }) => id.slice(0, id.lastIndexOf("-"));
const isAsked = ({ status }) => [...GOOD, ...FAILING, ...DIFFERING].includes(status);

/** Groups that somebody was held to, in the order of the suite. */
function groupsOf(peers) {
  const asked = new Set();
  for (const { report } of peers) {
    for (const result of report.results) if (isAsked(result)) asked.add(groupOf(result.vector));
  }
  return [...new Set(peers[0].report.results.map(({ vector }) => groupOf(vector)))].filter((one) => asked.has(one));
}

function rowOf({ report, from }, groups) {
  const cells = new Map(groups.map((group) => [group, { right: 0, policy: 0, faults: [] }]));
  for (const { status, vector } of report.results) {
    const cell = cells.get(groupOf(vector));
    if (GOOD.includes(status)) cell.right++;
    if (DIFFERING.includes(status)) cell.policy++;
    if (FAILING.includes(status)) cell.faults.push(vector.id);
  }
  return { ...report.implementation, from, cells: [...cells.values()] };
}

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text) => String(text).replace(/[&<>"]/g, (character) => ESCAPES[character]);
const sum = (cells, countOf) => cells.reduce((total, cell) => total + countOf(cell), 0);

function cellText({ right, policy, faults }) {
  if (right + policy + faults.length === 0) return "<td class=none>–</td>";
  const kind = faults.length > 0 ? "bad" : policy > 0 ? "other" : "good";
  const ids = faults.map((id) => id.slice(id.lastIndexOf("-") + 1)).join(" ");
  const failed = faults.length === 0 ? "" : ` title="${escaped(ids)}"`;
  return `<td class=${kind}${failed}>${right}${policy > 0 ? ` <i>${policy}</i>` : ""}${faults.length > 0 ? ` <b>${faults.length}</b>` : ""}</td>`;
}

function rowText({ name, version, language, from, cells }) {
  const faults = sum(cells, (cell) => cell.faults.length);
  const head = `<th scope=row>${escaped(name)}</th><td>${escaped(version)}</td><td>${escaped(language)}</td><td>${escaped(from)}</td>`;
  const sums = `<td>${sum(cells, ({ right }) => right)}</td><td class=${faults > 0 ? "bad" : "good"}>${faults}</td><td>${sum(cells, ({ policy }) => policy)}</td>`;
  return `<tr data-language="${escaped(language)}" data-faults=${faults}>${head}${sums}${cells.map(cellText).join("")}</tr>`;
}

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:1.5rem;color:#222;background:#fff}
table{border-collapse:collapse}th,td{border:1px solid #ccc;padding:.15rem .4rem;text-align:left;white-space:nowrap}
thead th{position:sticky;top:0;background:#f3f3f3;vertical-align:bottom}tbody th{position:sticky;left:0;background:#f8f8f8}
.good{background:#e3f4e3}.other{background:#fff3d0}.bad{background:#fbdcdc}.none{color:#666}
.wrap{overflow:auto;max-height:75vh}label{margin-right:1rem}[hidden]{display:none}`;

/** Rows by name, language and faults; columns by the name of the group, empty ones left out. */
const SCRIPT = `const $ = (id) => document.getElementById(id);
const rows = [...document.querySelectorAll("tbody tr")];
const heads = [...document.querySelectorAll("thead th")];
function apply() {
  const name = $("name").value.toLowerCase(), group = $("group").value.toLowerCase();
  for (const row of rows) {
    row.hidden = !row.cells[0].textContent.toLowerCase().includes(name) ||
      ($("language").value !== "" && row.dataset.language !== $("language").value) ||
      ($("faulty").checked && row.dataset.faults === "0");
  }
  const seen = rows.filter((row) => !row.hidden);
  heads.forEach((head, at) => {
    if (at < 7) return;
    head.hidden = !head.textContent.includes(group) || seen.every((row) => row.cells[at].className === "none");
    for (const row of rows) row.cells[at].hidden = head.hidden;
  });
  $("count").textContent = seen.length + " of " + rows.length;
}
for (const id of ["name", "group", "language", "faulty"]) $(id).addEventListener("input", apply);
apply();`;

function page({ groups, rows, languages, about }) {
  const heads = ["Implementation", "Version", "Language", "From", "Right", "True faults", "Policy", ...groups];
  return `<!doctype html>
<html lang=en>
<head>
<meta charset=utf-8>
<meta name=viewport content="width=device-width">
<meta http-equiv=Content-Security-Policy content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>Implementations held to the vectors</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Implementations held to the vectors</h1>
<p>${about} Each cell: right, <i>policy differences</i>, <b>true faults</b>; the numbers of the failing vectors are its title. A dash: the implementation was not asked. <a href=peers.md>What fails, and what a user would suffer</a>.</p>
<p><label>Implementation <input id=name></label><label>Group of vectors <input id=group></label><label>Language <select id=language><option value="">all</option>${languages.map((one) => `<option>${escaped(one)}</option>`).join("")}</select></label><label><input id=faulty type=checkbox> with true faults only</label><span id=count role=status></span></p>
<div class=wrap tabindex=0><table>
<thead><tr>${heads.map((one) => `<th scope=col>${escaped(one)}</th>`).join("")}</tr></thead>
<tbody>
${rows.map(rowText).join("\n")}
</tbody>
</table></div>
<script>${SCRIPT}</script>
</body>
</html>`;
}
