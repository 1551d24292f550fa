import type { ComponentChildren, VNode } from "preact";
import { foreign } from "./text.js";

/** A part of the page: its heading, which the contents list too, and what it holds. */
export interface Part {
  readonly id: string;
  readonly title: string;
  /** How many things it shows. */
  readonly count?: number;
  readonly lead?: string;
  readonly isFolded?: boolean;
  readonly content: ComponentChildren;
}

/** A part with its heading, which folds and unfolds it; so does a link to what is inside. */
export function renderPart({ id, title, count, lead, isFolded = false, content }: Part): VNode {
  return (
    <section aria-labelledby={`${id}-title`}>
      <details open={!isFolded}>
        <summary>
          <h2 id={`${id}-title`}>{withCount(title, count)}</h2>
        </summary>
        <div id={id}>
          {lead !== undefined && <p class="soft">{lead}</p>}
          {content}
        </div>
      </details>
    </section>
  );
}

/** A title, and how many things there are. */
export function withCount(title: string, count: number | undefined): VNode {
  return (
    <>
      {title}
      {count !== undefined && <span class="soft"> {count}</span>}
    </>
  );
}

/** Names and what they stand for, side by side. */
export function facts(all: readonly (readonly [name: string, value: string])[]): VNode {
  return (
    <dl class="facts">
      {all.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{foreign(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Rows with a heading of their own, or without one. The first cell of a row names it. */
export type RowGroup = readonly [heading: string, rows: readonly (readonly ComponentChildren[])[]];

/** A table in a box in which it scrolls by itself. */
export function table(caption: string, columns: readonly string[], groups: readonly RowGroup[]): VNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="scroll" aria-label={caption} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(([heading, rows]) => (
          <tbody key={heading}>
            {heading !== "" && (
              <tr>
                <th class="soft" colSpan={columns.length} scope="rowgroup">
                  {foreign(heading, 200)}
                </th>
              </tr>
            )}
            {rows.map(([name, ...cells], row) => (
              <tr key={`${row}`}>
                <th scope="row">{name}</th>
                {cells.map((cell, column) => (
                  <td key={`${column}`}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}
