import type { VNode } from "preact";
import { pictures } from "../safe-text.js";

/** What would not show, or would change how the text around it shows. `\n` and `\t` are looked at apart. */
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

/** As much of the start of a text as fits into a number of characters of HTML, made visible. */
export function clip(
  text: string,
  most: number,
  layout?: "line" | "block",
): { readonly shown: string; readonly isCut: boolean } {
  let cost = 0;
  let shown = "";
  const whole = visible(text.slice(0, most), layout);
  for (const character of whole) {
    cost += costs[character] ?? character.length;
    if (cost > most) break;
    shown += character;
  }
  return { shown, isCut: shown.length < whole.length || text.length > most };
}

/** Text of a target in a sentence: it cannot change the direction of what stands around it. */
export function foreign(text: string, most = 600): VNode {
  const { shown, isCut } = clip(text, most);
  return (
    <bdi dir="ltr">
      {shown}
      {isCut && `… (${text.length} characters)`}
    </bdi>
  );
}
