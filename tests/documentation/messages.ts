import { readdirSync, readFileSync } from "node:fs";
import { parseAst } from "rolldown/parseAst";
import { root } from "./pages.js";

interface Node {
  readonly type?: string;
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly cooked?: string; readonly raw: string } }[];
  readonly callee?: { readonly name?: string };
  readonly arguments?: readonly unknown[];
}

/** Calls this for every node of a source file of src. */
export function visitSource(file: string, onNode: (node: Node) => void): void {
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    onNode(node);
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseAst(readFileSync(`${root}src/${file}`, "utf8"), { lang: "ts" }).body);
}

/** Returns the source files below src. */
export function sourceFiles(): readonly string[] {
  return readdirSync(`${root}src`, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
}

/** Returns the text of a literal or a template, with … for each value in it; undefined for any other node. */
export function textOf({ type, value, quasis }: Node): string | undefined {
  if (type === "Literal" && typeof value === "string") return value;
  if (type !== "TemplateLiteral") return undefined;
  return quasis?.map((each) => each.value.cooked ?? each.value.raw).join("…");
}

/** Returns the messages of the errors that end a command with exit code 2 or 3, as far as they are written where they are thrown. */
export function foreseenMessages(): readonly string[] {
  const messages: string[] = [];
  const isMessage = (text: string | undefined): text is string =>
    text !== undefined && text.split(" ").filter((word) => /[a-z]/i.test(word)).length > 2;
  for (const file of sourceFiles())
    visitSource(file, ({ type, callee, arguments: given }) => {
      if (type !== "NewExpression" || !/^(?:Configuration|Target|Token)Error$/.test(callee?.name ?? ""))
        return;
      const [first] = (given ?? []) as readonly (Node & {
        readonly consequent?: Node;
        readonly alternate?: Node;
      })[];
      for (const node of [first, first?.consequent, first?.alternate]) {
        const text = node && textOf(node);
        if (isMessage(text)) messages.push(text.replaceAll(/…+/g, "…"));
      }
    });
  return messages;
}
