/**
 * Tells the mutation tester which literals are sentences for people: those with a space
 * between words. What they say is not behaviour; every other literal is mutated.
 */
function isSentence(text) {
  return /[A-Za-z,] [A-Za-z0-9]/.test(text);
}

function textOf({ node }) {
  if (node.type === "StringLiteral") return node.value;
  if (node.type === "TemplateLiteral") return node.quasis.map((quasi) => quasi.value.cooked).join("x");
  return "";
}

export const strykerPlugins = [
  {
    kind: "Ignore",
    name: "messages",
    value: { shouldIgnore: (path) => (isSentence(textOf(path)) ? "a sentence for people" : undefined) },
  },
];
