// What Stryker (`npm run mutants`) leaves as it is: texts for people. The interface gives no wording for the
// `message` of an Error, so that no request can tell one from another.

/** Members that hold such a text, and the functions whose last argument is one. */
const members = new Set(["message", "reason"]);
const functions = new Set(["unless", "invalid"]);

function isFreeText({ node, parent }) {
  if (node.type !== "StringLiteral" && node.type !== "TemplateLiteral") return false;
  if (parent?.type === "ObjectProperty") return parent.value === node && members.has(parent.key.name);
  if (parent?.type === "CallExpression")
    return (
      functions.has(parent.callee.name) && parent.arguments.at(-1) === node && parent.arguments.length > 1
    );
  return false;
}

export const strykerPlugins = [
  {
    kind: "Ignore",
    name: "free-text",
    value: {
      shouldIgnore: (path) =>
        isFreeText(path) ? "A text for people: the interface gives no wording." : undefined,
    },
  },
];
