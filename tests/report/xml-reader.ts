/*
 * No XML parser is installed, so this is a strict little one: what is not well-formed by XML 1.0 (fifth edition) is
 * refused. It knows what a report may hold (declaration, elements, attributes, text, CDATA, comments, character and
 * predefined entity references) and refuses the rest, doctypes and processing instructions among it.
 */

/** An element with its attributes and what is in it, references resolved. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, without that of its children. */
  readonly text: string;
}

interface Open {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlElement[];
  text: string;
}

const nameStart = ":A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}";
const name = `[${nameStart}][${nameStart}\\-.0-9\\u{B7}]*`;
const attribute = `\\s+(${name})\\s*=\\s*(?:"([^<"]*)"|'([^<']*)')`;
const token = new RegExp(
  `<!--(?<comment>(?:(?!--)[\\s\\S])*)-->|<!\\[CDATA\\[(?<cdata>(?:(?!\\]\\]>)[\\s\\S])*)\\]\\]>|` +
    `<(?<opened>${name})(?<attributes>(?:${attribute})*)\\s*(?<empty>/?)>|</(?<closed>${name})\\s*>|(?<text>[^<]+)`,
  "uy",
);
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Reads a document. @throws Error where it is not well-formed */
export function readXml(document: string): XmlElement {
  if (!document.isWellFormed()) throw new Error("a lone surrogate: it is not Unicode");
  refuseForeign(document);
  const declaration = /^<\?xml version="1\.0"(?: encoding="utf-8")?\s*\?>\s*/i.exec(document)?.[0] ?? "";
  const root: Open = { name: "", attributes: {}, children: [], text: "" };
  const path: Open[] = [root];
  token.lastIndex = declaration.length;
  while (token.lastIndex < document.length) {
    const at = token.lastIndex;
    const { groups } = token.exec(document) ?? {};
    if (groups === undefined) throw new Error(`not well-formed at ${at}: ${document.slice(at, at + 60)}`);
    const here = path.at(-1) ?? root;
    if (groups["opened"] !== undefined) {
      const element: Open = {
        name: groups["opened"],
        attributes: readAttributes(groups["attributes"] ?? ""),
        children: [],
        text: "",
      };
      here.children.push(element);
      if (groups["empty"] === "") path.push(element);
    } else if (groups["closed"] !== undefined) {
      if (here === root || groups["closed"] !== here.name)
        throw new Error(`</${groups["closed"]}> closes ${here.name}`);
      path.pop();
    } else if (groups["text"]?.includes("]]>")) {
      throw new Error("]]> in a text");
    } else {
      here.text += groups["cdata"] ?? resolve(groups["text"] ?? "");
    }
  }
  const [element] = root.children;
  if (path.length > 1) throw new Error(`${path.at(-1)?.name} is not closed`);
  if (element === undefined || root.children.length > 1 || root.text.trim() !== "")
    throw new Error("not one root");
  return element;
}

/** Every element of this name, in the order of the document. */
export function elementsNamed(element: XmlElement, name: string): readonly XmlElement[] {
  const below = element.children.flatMap((child) => elementsNamed(child, name));
  return element.name === name ? [element, ...below] : below;
}

function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = "", double, single] of text.matchAll(new RegExp(attribute, "gu"))) {
    if (Object.hasOwn(attributes, name)) throw new Error(`the attribute ${name} is given twice`);
    attributes[name] = resolve(double ?? single ?? "");
  }
  return attributes;
}

function resolve(text: string): string {
  return text.replaceAll(/&([^;]*;?)/g, (whole, reference: string) => {
    const code = /^#(?:x([0-9a-f]+)|(\d+));$/i.exec(reference);
    if (code !== null) {
      const character = String.fromCodePoint(
        code[1] === undefined ? Number(code[2]) : Number.parseInt(code[1], 16),
      );
      refuseForeign(character);
      return character;
    }
    const known = reference.endsWith(";") ? entities[reference.slice(0, -1)] : undefined;
    if (known === undefined) throw new Error(`${whole} refers to nothing`);
    return known;
  });
}

/** Production 2: Char. */
function refuseForeign(text: string): void {
  const foreign = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.exec(text)?.[0];
  if (foreign !== undefined) throw new Error(`U+${foreign.codePointAt(0)?.toString(16)} is no XML character`);
}
