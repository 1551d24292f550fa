import { html, type Markup } from "../markup.js";
import { visible } from "../safe-text.js";

/** The cost of a character in HTML, where it costs more than itself: as an entity, or as a picture in UTF-8. */
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
export function foreign(text: string, most = 600): Markup {
  const { shown, isCut } = clip(text, most);
  return html`<bdi dir="ltr">${shown}${isCut && `… (${text.length} characters)`}</bdi>`;
}

/** The start of a text on lines of its own. */
export function excerpt(text: string, most: number): string {
  const { shown, isCut } = clip(text, most, "block");
  return isCut ? `${shown}…` : shown;
}

/** A number of things, in words. */
export function count(number: number, one: string): string {
  return `${group(number)} ${number === 1 ? one : `${one}s`}`;
}

/** A whole number with commas between thousands. */
export function group(number: number): string {
  return number.toLocaleString("en");
}

/** A time in ms, with three digits. */
export function duration(milliseconds: number): string {
  const isShort = milliseconds < 1000;
  return `${Number((isShort ? milliseconds : milliseconds / 1000).toPrecision(3))} ${isShort ? "ms" : "s"}`;
}
