import { describe, expect, it } from "vitest";
import { buildProgram } from "../../src/cli/program.js";
import { sourceFiles, textOf, visitSource } from "./messages.js";
import { pages, proseOf } from "./pages.js";

/** A subordinate clause as the subject of a sentence. */
const clauses = /\b(?:What|Whoever|Who)\b|^[-*|\s]*(?:what|whoever|who)\b/;
const phrases = /\b(?:stands there|is told|all the same|by itself|the other way round)\b/i;

/** Names, and the end of a label: none of them begins a sentence. */
const names: readonly string[] = [
  "what was deleted is shown with a mark",
  "what was deleted is 410",
  "what is required",
];

const isBad = (text: string): boolean => clauses.test(text) || phrases.test(text);

/** The texts of a source file that hold more than one word. */
function textsIn(file: string): readonly string[] {
  const texts: string[] = [];
  visitSource(file, (node) => {
    const text = textOf(node);
    if (text?.includes(" ") && !names.includes(text)) texts.push(text);
  });
  return texts;
}

describe("sentences name their subject, in plain English:", () => {
  it("those of requirements, findings, reports and messages", () => {
    const texts = sourceFiles().flatMap((file) => textsIn(file).map((text) => `${file}: ${text}`));
    expect(texts.length).toBeGreaterThan(2000);
    expect(texts.filter((text) => isBad(text.slice(text.indexOf(": ") + 2)))).toEqual([]);
  });

  it("those of --help", () => {
    const program = buildProgram();
    const help = [program, ...program.commands].map((command) => command.helpInformation());
    expect(help.length).toBeGreaterThan(10);
    expect(help.flatMap((text) => text.split(/\n(?=\S)| {2,}/)).filter(isBad)).toEqual([]);
  });

  it.each(pages.map((page) => [page.path, page] as const))("those of %s", (_path, page) => {
    const prose = proseOf(page);
    expect(prose.length).toBeGreaterThan(2);
    expect(prose.filter(isBad)).toEqual([]);
  });

  it.each([
    "What an operation is answered with is described.",
    "Every answer is right. Whoever asks for it sees that.",
    "- what is left out is kept",
    "A parameter stands there twice.",
    "The server does it by itself.",
  ])("not: %s", (sentence) => {
    expect(isBad(sentence)).toBe(true);
  });
});
