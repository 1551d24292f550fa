import { createHash } from "node:crypto";

/** A value that may stand in a template: text is escaped; what is absent or false is left out. */
export type Content = Markup | string | number | false | undefined | readonly Content[];

/** A piece of HTML or XML. Only `html` makes one: neither a text nor anything in a file that was read is taken for it. */
export class Markup {
  constructor(readonly source: string) {}
}

const entities: Readonly<Record<string, string>> = { '"': "&quot;", "&": "&amp;", "<": "&lt;" };

/**
 * A template of HTML, or of XML. Values that are put into it are escaped, as text and as attributes between double
 * quotes. Line breaks of the template, and the blanks around them, are left out.
 */
export function html(template: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return new Markup(joined(partsOf(template).map((part, index) => part + sourceOf(contents[index]))));
}

/** The parts of each template, which is one object however often it is filled in. */
const templates = new WeakMap<TemplateStringsArray, readonly string[]>();

function partsOf(template: TemplateStringsArray): readonly string[] {
  const known = templates.get(template);
  if (known !== undefined) return known;
  const parts = template.map((part) => part.replaceAll(/\s*\n\s*/g, ""));
  templates.set(template, parts);
  return parts;
}

/** From this length on, texts are put together without a copy of each, in characters. */
const longText = 4096;

/** Around a large text, one template stands in the other: each would take as much memory again. */
function joined(texts: readonly string[]): string {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  return length < longText ? texts.join("") : texts.reduce((whole, text) => whole + text, "");
}

function sourceOf(content: Content): string {
  if (content instanceof Markup) return content.source;
  if (content === undefined || content === false) return "";
  if (typeof content === "object") return joined(content.map(sourceOf));
  return `${content}`.replaceAll(/["&<]/g, (character) => entities[character] ?? "");
}

/** The parts of an HTML file. */
interface HtmlDocument {
  /** Ours, and plain, as the style sheet and the script. */
  readonly title: string;
  readonly style: string;
  readonly script?: string;
  readonly body: Markup;
}

/** One HTML file that loads nothing and runs no script but the given one, which its security policy names by hash. */
export function htmlDocument({ title, style, script = "", body }: HtmlDocument): string {
  const hash = createHash("sha256").update(script).digest("base64");
  const scripts = script === "" ? "" : `; script-src 'sha256-${hash}'`;
  const head = [
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'${scripts}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${title}</title>`,
    `<style>${style}</style>`,
  ].join("\n");
  const element = script === "" ? "" : `<script>${script}</script>\n`;
  return `<!doctype html>\n<html lang="en">\n<head>\n${head}\n</head>\n<body>\n${body.source}\n${element}</body>\n</html>\n`;
}
