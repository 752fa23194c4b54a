/** An element with text or other elements in it. Nothing here is ever read as HTML. */
export function element(name, content = [], properties = {}) {
  const { className, ...attributes } = properties;
  const made = document.createElement(name);
  if (className !== undefined) made.className = className;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...[content].flat());
  return made;
}

/** A message is a clause; the reason of a format is a sentence already. */
export function sentence(text) {
  return /[.!?]$/.test(text) ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Names of parameters as words. */
export function words(text) {
  return text.replace(/\b([a-z]+)([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`);
}

export function definitions(pairs) {
  return element(
    "dl",
    pairs.flatMap(([term, content]) => [element("dt", term), element("dd", content)]),
  );
}

/** A number as it is read. */
export function count(number) {
  return number.toLocaleString("en");
}

export function link(text, path) {
  return element("a", text, { href: path.startsWith("https:") ? path : DOCS + path });
}

export function section(title, ...content) {
  return element("section", [element("h2", title), ...content]);
}

/** What is wrong, what to do, and where more is said of it. */
export function problemList(problems) {
  const items = problems.map(({ code, message, remedy = "" }) =>
    element("li", [
      element("p", sentence(message)),
      element("p", [element("b", "What to do: "), remedy]),
      element("p", link(code, `problems/${code}/`), { className: "code" }),
    ]),
  );
  return element("ul", items, { className: "problems" });
}

/** A button that puts a text where it can be pasted from. */
export function copied(text) {
  const button = element("button", "Copy", { type: "button", className: "small" });
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  });
  return element("p", [element("code", text), button], { className: "copied" });
}
