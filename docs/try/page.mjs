import { copied, element, link, problemList, section } from "./element.mjs";
import { EXAMPLES } from "./examples.mjs";
import { hashView } from "./hash-view.mjs";
import { columnView, exportView, secretView } from "./other-views.mjs";

const field = (id) => document.getElementById(id);
const [box, text, source, hashConfig] = ["box", "text", "source", "hash-config"].map(field);

/** There from the start, so that nothing is loaded later; passwords have one of their own, so that the box still answers. */
const [looker, verifier] = [1, 2].map(() => new Worker("worker.js", { type: "module" }));

/** Longest text that is put into the field: a longer one is a file. */
const MOST_TYPED = 100_000;

/** What is looked at: the text of the field, or a file. */
let file;
let asked = 0;
const choices = { as: undefined, encoding: "" };

function ask() {
  // What is pasted often lacks its last line end; of a file that would be damage.
  const blob = file ?? new Blob([text.value, text.value.includes("\n") ? "\n" : ""]);
  asked += 1;
  field("parameters").hidden = source.value !== "firebase";
  if (blob.size === 0) return show({ tone: "", verdict: "", content: [] });
  const name = file?.name ?? "users";
  field("answer").ariaBusy = "true";
  looker.postMessage({
    id: asked,
    file: blob,
    name,
    source: source.value,
    hashConfig: hashConfig.value.trim(),
    ...choices,
  });
}

function show({ tone, verdict, content }, isBusy = false) {
  field("answer").ariaBusy = String(isBusy);
  field("verdict").className = tone;
  field("verdict").textContent = verdict;
  field("answer").replaceChildren(...content);
}

/** Says the same and looks again, otherwise. */
function otherwise(label, change) {
  const button = element("button", label, { type: "button" });
  button.addEventListener("click", () => {
    Object.assign(choices, change);
    ask();
  });
  return element("p", button);
}

const ENCODINGS = ["base32", "base64", "base64url", "hex", "utf8"];

function encodingField() {
  const options = ["", ...ENCODINGS].map((name) => element("option", name || "not known: show all", { value: name }));
  const select = element("select", options, { id: "encoding" });
  select.value = choices.encoding;
  select.addEventListener("change", () => {
    choices.encoding = select.value;
    ask();
  });
  return element("p", [element("label", "Encoding of the secret ", { for: "encoding" }), select]);
}

/** What to do with users now, and the pages that say how. */
const NEXT = {
  secret: [
    "Read many at once, on your machine:",
    "npx credport secret --help",
    ["Secrets and their encodings", "secrets.html"],
  ],
  export: ["Move these users, on your machine:", "npx credport migrate FILE"],
  hash: ["Now the whole export. Drop it above, or run this on your machine:", "npx credport migrate FILE"],
};

function next(kind, source) {
  const [said, command, page = ["The fallback at login", "login.html"]] = NEXT[kind];
  const guide =
    GUIDES[source] === undefined
      ? ["A guide for each system", "guides/index.html"]
      : [GUIDES[source], `guides/${source}.html`];
  const links = [["Start in five minutes", "start.html"], guide, page].map(([text, path]) => link(text, path));
  const panel = section("Next", element("p", said), copied(command), element("p", links, { className: "links" }));
  panel.className = "next";
  return panel;
}

/** Whether a password is the hash's. It is computed in its worker, and not kept. */
function passwordForm({ text: hash, scheme }) {
  const password = element("input", [], { id: "password", type: "password", autocomplete: "off" });
  const signerKey = element("input", [], { id: "signer-key", autocomplete: "off", spellcheck: "false" });
  const answer = element("p", [], { id: "match", role: "status" });
  const key = scheme === "provider-scrypt" ? [element("label", "Signer key", { for: "signer-key" }), signerKey] : [];
  const form = element(
    "form",
    [
      element("label", "Password", { for: "password" }),
      password,
      ...key,
      element("button", "Check", { type: "submit" }),
      answer,
    ],
    { className: "check" },
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    answer.className = "";
    answer.textContent = "Computing…";
    const options = {
      ...(source.value && { source: source.value }),
      ...(signerKey.value && { signerKey: signerKey.value.trim() }),
    };
    const started = performance.now();
    verifier.onmessage = ({ data: { matches, problems } }) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      answer.className = matches ? "good" : "bad";
      answer.textContent = `The password ${matches ? "matches" : "does not match"} (${seconds} s).`;
      if (problems !== undefined) answer.replaceChildren(problemList(problems));
    };
    verifier.postMessage({ verify: { password: password.value, hash, options } });
  });
  return section("Does a password match", form);
}

const VIEWS = {
  hash: (found) => {
    const { content, ...view } = hashView(found);
    const isComputed = found.plan !== undefined;
    const other = found.mayBeSecret ? [otherwise("Read it as a secret instead", { as: "secret" })] : [];
    const [why, ...rest] = content;
    why.append(...other);
    return {
      ...view,
      content: [why, ...rest, ...(isComputed ? [passwordForm(found)] : []), next("hash", found.likely?.source)],
    };
  },
  column: (found) => {
    const view = columnView(found);
    return { ...view, content: [...view.content, next("hash", view.source)] };
  },
  secret: (found) => {
    const view = secretView(found);
    const other = element("div", [encodingField(), otherwise("Read it as a hash instead", { as: "hash" })], {
      className: "choices",
    });
    return { ...view, content: [...(found.isUri ? [] : [other]), ...view.content, next("secret")] };
  },
  export: (found) => {
    const view = exportView(found);
    const [save, report] = view.content;
    return { ...view, content: [save, next("export", view.source), report] };
  },
  problems: ({ problems, of }) => ({
    tone: "bad",
    verdict: of === "export" ? "The export can't be checked." : "It can't be read.",
    content: [section("Why, and what to do", problemList(problems))],
  }),
  "no-code": () => ({ tone: "bad", verdict: "No QR code was found in the picture.", content: [] }),
  elsewhere: ({ reason }) => ({ tone: "bad", verdict: reason, content: [next("export")] }),
  progress: ({ bytes }) => ({ tone: "", verdict: `Reading: ${Math.round(bytes / 1_048_576)} MiB…`, content: [] }),
};

looker.onmessage = ({ data }) => {
  if (data.id !== asked) return;
  // Its hash parameters are asked for where they are needed.
  if (data.source === "firebase") field("parameters").hidden = false;
  show(VIEWS[data.kind](data), data.kind === "progress");
};

function take(given) {
  file = given;
  field("file-name").textContent = `${given.name}, ${Math.ceil(given.size / 1024).toLocaleString("en")} KiB`;
  field("file-name").hidden = false;
  text.hidden = true;
  text.value = "";
  Object.assign(choices, { as: undefined, encoding: "" });
  ask();
}

function put(value) {
  file = undefined;
  field("file").value = "";
  field("file-name").hidden = true;
  text.hidden = false;
  text.value = value;
  Object.assign(choices, { as: undefined, encoding: "" });
}

for (const button of document.querySelectorAll("[data-example]")) {
  button.addEventListener("click", () => {
    const example = EXAMPLES[button.dataset.example];
    source.value = example.source ?? "";
    hashConfig.value = example.hashConfig ?? "";
    put("");
    if (example.name !== undefined) return take(new File([example.text], example.name));
    put(example.text);
    ask();
  });
}

text.addEventListener("input", () => {
  Object.assign(choices, { as: undefined, encoding: "" });
  ask();
});
addEventListener("paste", (event) => {
  const [pasted] = event.clipboardData.files;
  const long = event.clipboardData.getData("text/plain");
  if (pasted === undefined && long.length <= MOST_TYPED) return;
  event.preventDefault();
  take(pasted ?? new File([long, "\n"], "pasted text"));
});
for (const name of ["dragover", "drop"]) {
  addEventListener(name, (event) => {
    event.preventDefault();
    const [dropped] = event.dataTransfer?.files ?? [];
    if (name === "drop" && dropped !== undefined) take(dropped);
  });
}
field("file").addEventListener("change", ({ target }) => {
  if (target.files.length > 0) take(target.files[0]);
});
field("clear").addEventListener("click", () => {
  source.value = "";
  hashConfig.value = "";
  put("");
  ask();
  text.focus();
});
for (const one of [source, hashConfig]) one.addEventListener("input", ask);
box.addEventListener("submit", (event) => event.preventDefault());

/** Codes change while one looks. */
setInterval(() => {
  const counters = [...document.querySelectorAll("[data-period]")];
  const lefts = counters.map(({ dataset: { period } }) => period - (Math.floor(Date.now() / 1000) % period));
  if (counters.some((counter, at) => lefts[at] > Number.parseInt(counter.textContent, 10))) return ask();
  counters.forEach((counter, at) => {
    counter.textContent = `${lefts[at]} s`;
  });
}, 500);

/** Light or dark, as on the site's other pages. */
field("scheme").addEventListener("click", () => {
  const { style } = document.documentElement;
  const isDark = style.colorScheme ? style.colorScheme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  style.colorScheme = isDark ? "light" : "dark";
  localStorage.setItem("vitepress-theme-appearance", style.colorScheme);
  const report = document.querySelector("iframe")?.contentDocument;
  if (report) report.documentElement.style.colorScheme = style.colorScheme;
});

text.value = EXAMPLES.hash.text;
ask();
