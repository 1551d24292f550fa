import { type Content, html, type Markup } from "../markup.js";
import { visible } from "../safe-text.js";

/** A part of the page: its heading, which the contents list too, and what it holds. */
export interface PagePart {
  readonly id: string;
  readonly title: string;
  /** How many things it shows. */
  readonly count?: number;
  readonly lead?: string;
  readonly isFolded?: boolean;
  readonly content: Content;
}

/** A part with its heading, which folds and unfolds it; so does a link to what is inside. */
export function renderPart({ id, title, count, lead, isFolded = false, content }: PagePart): Markup {
  return html`
    <section aria-labelledby="${id}-title">
      <details${isFolded ? "" : " open"}>
        <summary><h2 id="${id}-title">${withCount(title, count)}</h2></summary>
        <div id="${id}">${lead && html`<p class="soft">${lead}</p>`}${content}</div>
      </details>
    </section>`;
}

/** A title, and how many things there are. */
export function withCount(title: string, count: number | undefined): Markup {
  return html`${title}${count !== undefined && html`<span class="soft"> ${count}</span>`}`;
}

/** Names and what they stand for, side by side; what is undefined is left out. */
export function facts(all: readonly (readonly [name: string, value: string | undefined])[]): Markup {
  const items = all.map(
    ([name, value]) => value !== undefined && html`<div><dt>${name}</dt><dd>${foreign(value)}</dd></div>`,
  );
  return html`<dl class="facts">${items}</dl>`;
}

/** A box in which a wide table scrolls by itself; it can be reached by keyboard. */
export function scrollBox(caption: string, table: Markup): Markup {
  return html`<section class="scroll" aria-label="${caption}" tabindex="0">${table}</section>`;
}

/** A table in a box: rows in groups, with a heading or without one. The first cell of a row names it. */
export function table<Item>(
  caption: string,
  columns: readonly string[],
  groups: Iterable<readonly [heading: string, items: readonly Item[]]>,
  cellsOf: (item: Item) => readonly Content[],
): Markup {
  const headOf = (heading: string): Content =>
    heading !== "" &&
    html`<tr><th class="soft" colspan="${columns.length}" scope="rowgroup">${foreign(heading, 200)}</th></tr>`;
  const rowOf = (item: Item): Markup => {
    const [name, ...cells] = cellsOf(item);
    return html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
  };
  const head = html`<tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr>`;
  const bodies = [...groups].map(
    ([heading, items]) =>
      html`<tbody data-section="${visible(heading)}">${headOf(heading)}${items.map(rowOf)}</tbody>`,
  );
  return scrollBox(caption, html`<table><thead>${head}</thead>${bodies}</table>`);
}

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
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** A time in ms, with three digits. */
export function duration(milliseconds: number): string {
  const isShort = milliseconds < 1000;
  return `${Number((isShort ? milliseconds : milliseconds / 1000).toPrecision(3))} ${isShort ? "ms" : "s"}`;
}
