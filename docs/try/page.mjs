import { buildProviderScrypt, identifyHash, normalizeHash, readSecretText } from "credport";
import { estimateVerification, tryTotpCode } from "credport/verify";
import jsQR from "jsqr";

/** Longest list that is looked at: a page is no place for an export. */
const MOST_LINES = 200;

const field = (id) => document.getElementById(id);

/** An element with text or other elements in it. Nothing here is ever read as HTML. */
function element(name, content, className) {
  const made = document.createElement(name);
  if (className !== undefined) made.className = className;
  made.append(...[content].flat());
  return made;
}

function definitions(pairs) {
  return element(
    "dl",
    pairs.flatMap(([term, content]) => [element("dt", term), element("dd", content)]),
  );
}

/** The text with a colour for each part between its separators. */
function parts(text) {
  let at = 0;
  const pieces = text.split(/([$:|{}])/).map((piece) => {
    if (/^[$:|{}]?$/.test(piece)) return piece;
    const part = element("span", piece, `part${at % 4}`);
    at += 1;
    part.title = `part ${at}`;
    return part;
  });
  return element("code", pieces);
}

/** A message is a clause; the reason of a format is a sentence already. */
function sentence(message) {
  return message.endsWith(".") ? message : `${message}.`;
}

function problemsOf(problems) {
  return element(
    "ul",
    problems.map(({ code, message, remedy }) =>
      element("li", [element("code", code), `: ${sentence(message)} ${remedy ?? ""}`]),
    ),
  );
}

function hashArticle(text) {
  const identity = identifyHash(text);
  const normal = normalizeHash(text);
  const { scheme, wrapping, disposition } = identity;
  const pairs = [
    ["Scheme", scheme],
    ["Wrapping", wrapping === null ? "none" : `${wrapping.name}: ${wrapping.system}, ${wrapping.treatment}`],
    ["What can be done", element("span", disposition, disposition === "importable" ? "good" : "bad")],
  ];
  if (normal.ok) {
    const { passwordHash, changes } = normal.value;
    pairs.push(["Canonical form", parts(passwordHash)]);
    if (changes.length > 0) pairs.push(["Changes", changes.map(({ message }) => message).join("; ")]);
  }
  const said = normal.ok ? normal.warnings : identity.problems;
  if (said.length > 0) pairs.push(["Why, and what to do", problemsOf(said)]);
  return element("article", [element("p", parts(text)), definitions(pairs)]);
}

function showHashes() {
  const lines = field("hashes")
    .value.split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(0, MOST_LINES);
  field("hash-answers").replaceChildren(...lines.map(hashArticle));
}

function showCost() {
  const hash = field("check-hash").value.trim();
  if (hash === "") return field("check-cost").replaceChildren();
  const estimate = estimateVerification(hash, {
    signerKey: field("check-signer-key").value.trim() || undefined,
  });
  if (!estimate.ok) return field("check-cost").replaceChildren(problemsOfText(estimate.problems));
  const { scheme, parameters, memoryBytes } = estimate.value;
  const costs = Object.entries(parameters).map(([name, value]) => `${name} ${value}`);
  const memory = memoryBytes === 0 ? "" : `, ${Math.ceil(memoryBytes / 1_048_576)} MiB of memory`;
  field("check-cost").textContent = `This will compute ${scheme}, ${costs.join(", ")}${memory}.`;
}

function problemsOfText(problems) {
  const [{ message, remedy }] = problems;
  return `${sentence(message)} ${remedy ?? ""}`;
}

/** Of its own, so that the page answers while a hash is computed; there from the start, so that nothing is loaded later. */
const worker = new Worker("worker.js", { type: "module" });

function checkPassword(event) {
  event.preventDefault();
  const answer = field("check-answer");
  answer.className = "";
  answer.textContent = "Computing…";
  const started = performance.now();
  worker.onmessage = ({ data }) => {
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    if (!data.ok) answer.textContent = problemsOfText(data.problems);
    else {
      answer.className = data.matches ? "good" : "bad";
      answer.textContent = `${data.matches ? "The password matches" : "The password does not match"} (${seconds} s).`;
    }
  };
  const signerKey = field("check-signer-key").value.trim();
  worker.postMessage({
    password: field("check-password").value,
    hash: field("check-hash").value.trim(),
    options: signerKey === "" ? {} : { signerKey },
  });
}

function readingArticle({ encoding, device }) {
  const name = encoding === undefined ? "otpauth URI" : `read as ${encoding}`;
  if (!device.ok) return element("article", [element("p", name), problemsOf(device.problems)]);
  const { secretKey, period, digits, algorithm } = device.value;
  const unixSeconds = Math.floor(Date.now() / 1000);
  const code = tryTotpCode(secretKey, { unixSeconds, period, digits, algorithm });
  const pairs = [
    ["Base32", element("code", secretKey)],
    ["Code now", element("code", code.ok ? code.value : "none")],
    ["Changes in", `${period - (unixSeconds % period)} s`],
  ];
  const warnings = device.warnings.length === 0 ? [] : [problemsOf(device.warnings)];
  return element("article", [element("p", name), definitions(pairs), ...warnings]);
}

function showSecret() {
  const text = field("secret").value.trim();
  const encoding = field("secret-encoding").value;
  if (text === "") return field("secret-answers").replaceChildren();
  const read = readSecretText(text, encoding === "" ? {} : { encoding });
  const answers = read.ok ? read.value.readings.map(readingArticle) : [problemsOf(read.problems)];
  field("secret-answers").replaceChildren(...answers);
}

function showScrypt() {
  const [passwordHash, salt, memCost, rounds, saltSeparator] = ["hash", "salt", "memory", "rounds", "separator"].map(
    (name) => field(`scrypt-${name}`).value.trim(),
  );
  if (passwordHash === "") return field("scrypt-answer").replaceChildren();
  const built = buildProviderScrypt({
    passwordHash,
    salt,
    memCost: Number(memCost),
    rounds: Number(rounds),
    saltSeparator,
  });
  field("scrypt-answer").replaceChildren(built.ok ? parts(built.value) : problemsOfText(built.problems));
}

/** Reads exports, away from the page; there from the start, as the other one. */
const checker = new Worker("check-worker.js", { type: "module" });

function tallyTable({ title, rows }) {
  const head = element(
    "tr",
    [title, "Records", "First lines", "What to do"].map((text) => {
      const cell = element("th", text);
      cell.scope = "col";
      return cell;
    }),
  );
  const lines = rows.map(({ name, records, firstLines, remedy }) =>
    element("tr", [
      element("td", element("code", name)),
      ...[String(records), firstLines.join(", "), remedy].map((text) => element("td", text)),
    ]),
  );
  return element("table", [element("thead", head), element("tbody", lines)]);
}

function reportOf({ records, importable, refused, loginOnly, skipped, contents, lists }) {
  const pairs = [
    ["Records", String(records)],
    ["Importable", element("span", String(importable), importable + skipped === records ? "good" : "bad")],
    ["Refused", String(refused)],
    ["Verified at login only", String(loginOnly)],
    ["Skipped", String(skipped)],
    ...contents
      .filter(({ found }) => found > 0)
      .map(({ noun, found, carried }) => [`With ${noun}`, `${found}, ${carried} carried`]),
  ];
  return [definitions(pairs), ...lists.map(tallyTable)];
}

const EXPORT_ANSWERS = {
  sources: ({ names }) => {
    const more = [...names].sort().map((name) => element("option", name));
    field("export-from").append(...more);
  },
  progress: ({ bytes }) => {
    field("export-answer").textContent = `Reading: ${Math.round(bytes / 1_048_576)} MiB…`;
  },
  report: (report) => {
    const { records, importable } = report;
    field("export-answer").textContent = `${importable} of ${records} records can be imported.`;
    field("export-report").replaceChildren(...reportOf(report));
  },
  problems: ({ problems }) => {
    field("export-answer").textContent = "The export can't be checked.";
    field("export-report").replaceChildren(problemsOf(problems));
  },
  elsewhere: ({ reason }) => {
    const command = "npx credport check FILE --from SYSTEM";
    field("export-answer").replaceChildren(`${reason} Check it on the command line: `, element("code", command));
  },
};

checker.onmessage = ({ data }) => EXPORT_ANSWERS[data.kind](data);

function checkExport(file) {
  field("export-report").replaceChildren();
  field("export-answer").textContent = "Reading…";
  checker.postMessage({
    file,
    from: field("export-from").value,
    hashConfig: field("export-hash-config").value.trim(),
  });
}

/** Longest side of a picture that is searched for a code: a photo has more pixels than a code needs. */
const MOST_PIXELS = 1600;

/** The text of the QR code in a picture, or null. */
async function qrText(file) {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, MOST_PIXELS / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas.drawImage(picture, 0, 0, width, height);
  picture.close();
  return jsQR(canvas.getImageData(0, 0, width, height).data, width, height)?.data ?? null;
}

async function readPicture(file) {
  const text = await qrText(file).catch(() => null);
  field("qr-answer").textContent = text === null ? "No QR code was found in the picture." : "Read from the picture.";
  if (text === null) return;
  field("secret").value = text;
  showSecret();
}

/** A file that is chosen by its field or dropped on its section. */
function takesFile(section, input, take) {
  field(input).addEventListener("change", ({ target }) => {
    if (target.files.length > 0) take(target.files[0]);
  });
  field(section).addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files.length > 0) take(event.dataTransfer.files[0]);
  });
}

// A file that is dropped beside a section would be opened in place of the page.
for (const name of ["dragover", "drop"]) addEventListener(name, (event) => event.preventDefault());
takesFile("export", "export-file", checkExport);
takesFile("qr", "qr-file", readPicture);
field("hashes").addEventListener("input", showHashes);
field("check").addEventListener("input", showCost);
field("check").addEventListener("submit", checkPassword);
field("secret").addEventListener("input", showSecret);
field("secret-encoding").addEventListener("input", showSecret);
field("scrypt").addEventListener("input", showScrypt);
field("scrypt").addEventListener("submit", (event) => event.preventDefault());
setInterval(showSecret, 1000);
