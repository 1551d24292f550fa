import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import MarkdownIt from "markdown-it";

/** The folder of the checkout. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** A fenced block of a page. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** Of its first line. */
  readonly line: number;
}

/** A page for readers: the README, and everything in docs/. */
export interface Page {
  /** Below the checkout. */
  readonly path: string;
  readonly text: string;
}

const markdown = new MarkdownIt({ html: true });
type Token = ReturnType<typeof markdown.parse>[number];

/** All pages, the README first. */
export const pages: readonly Page[] = [
  "README.md",
  "reports/README.md",
  ...readdirSync(`${root}docs`)
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`),
].map((path) => ({ path, text: readFileSync(root + path, "utf8") }));

/** Returns the fenced blocks of a page in one of these languages. */
export function blocksOf({ text }: Page, ...languages: readonly string[]): readonly Block[] {
  return markdown
    .parse(text, {})
    .filter(({ type, info }) => type === "fence" && languages.includes(info.trim()))
    .map(({ info, content, map }) => ({
      language: info.trim(),
      text: content,
      line: (map?.[0] ?? 0) + 2,
    }));
}

/** Returns everything that a page says in words, a paragraph, heading or cell each: no code, and no addresses. */
export function proseOf({ text }: Page): readonly string[] {
  return markdown
    .parse(text, {})
    .filter(({ type }) => type === "inline")
    .map((token) => wordsOf(token.children ?? []));
}

function wordsOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content }) => (type === "code_inline" ? "code" : type === "softbreak" ? " " : content))
    .join("");
}

/** Returns the addresses that a page links to or shows as pictures. */
export function linksOf({ text }: Page): readonly string[] {
  return markdown
    .parse(text, {})
    .flatMap(({ children }) => children ?? [])
    .map((token) => token.attrGet(token.type === "image" ? "src" : "href"))
    .filter((address) => address !== null)
    .map(String);
}

/** Returns the anchors of a page's headings, as GitHub makes them. */
export function anchorsOf({ text }: Page): readonly string[] {
  const tokens = markdown.parse(text, {});
  const anchors: string[] = [];
  for (const [index, { type }] of tokens.entries()) {
    if (type !== "heading_open") continue;
    const title = (tokens[index + 1]?.children ?? []).map(({ content }) => content).join("");
    const anchor = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
      .replaceAll(" ", "-");
    const again = anchors.filter((each) => each.replace(/-\d+$/, "") === anchor).length;
    anchors.push(again === 0 ? anchor : `${anchor}-${again}`);
  }
  return anchors;
}
