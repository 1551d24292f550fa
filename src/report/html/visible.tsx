import type { VNode } from "preact";
import { pictures } from "../safe-text.js";

/** What would not show, or would change how its neighbours show. `\n` and `\t` are looked at apart. */
const hidden = /[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u200b\u2028\u2029\ufeff]/gu;

/** A text that came from a target, with all that does not show written as `\u{…}` or as a picture. */
export function visible(text: string, layout: "line" | "block" = "line"): string {
  return text.replaceAll(hidden, (character) => {
    if (layout === "block" && (character === "\n" || character === "\t")) return character;
    return pictures[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** What a character costs in HTML, where it costs more than itself: as an entity, or as a picture in UTF-8. */
const costs: Readonly<Record<string, number>> = { '"': 6, "&": 5, "<": 4, "␉": 3, "␊": 3, "␍": 3 };

/** As much of the start of a visible text as fits into so many characters of HTML. */
export function clip(text: string, most: number): { readonly text: string; readonly isCut: boolean } {
  let cost = 0;
  let end = 0;
  for (const character of text.slice(0, most)) {
    cost += costs[character] ?? character.length;
    if (cost > most) break;
    end += character.length;
  }
  // The slice may have gone through a pair of surrogates.
  const kept = text.slice(0, end).replace(/[\ud800-\udbff]$/, "");
  return { text: kept, isCut: kept.length < text.length };
}

/** Text of a target in a sentence: it cannot change the direction of what stands around it. */
export function Foreign({ text, most = 600 }: { readonly text: string; readonly most?: number }): VNode {
  const shown = clip(visible(text.slice(0, most)), most);
  const isCut = shown.isCut || text.length > most;
  return (
    <bdi dir="ltr">
      {shown.text}
      {isCut ? `… (${text.length} characters)` : ""}
    </bdi>
  );
}

/** The same, as code. */
export function Code({ text, most = 600 }: { readonly text: string; readonly most?: number }): VNode {
  return (
    <code>
      <Foreign text={text} most={most} />
    </code>
  );
}
