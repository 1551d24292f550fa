import { type Content, html, type Markup } from "../markup.js";
import { visible } from "../safe-text.js";
import { foreign } from "./text.js";

/** A part of the page: its heading, which the contents list too, and what it holds. */
export interface Part {
  readonly id: string;
  readonly title: string;
  /** How many things it shows. */
  readonly count?: number;
  readonly lead?: string;
  readonly isFolded?: boolean;
  readonly content: Content;
}

/** A part with its heading, which folds and unfolds it; so does a link to what is inside. */
export function renderPart({ id, title, count, lead, isFolded = false, content }: Part): Markup {
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
