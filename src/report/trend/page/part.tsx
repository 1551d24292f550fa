import type { ComponentChildren, VNode } from "preact";
import { safeText } from "../../safe-text.js";
import type { Series } from "../trend-schema.js";

/** Text of a report in a sentence: it cannot change the direction of what stands around it. */
export function Text({ text, most = 600 }: { readonly text: string; readonly most?: number }): VNode {
  return <bdi dir="ltr">{safeText(text, most)}</bdi>;
}

/** A series, and its number on the page, from 1. */
export interface SeriesProps {
  readonly series: Series;
  readonly number: number;
}

/** The id of a thing on the page: several series may have one of its kind. */
export function idOf(number: number, name: string): string {
  return number === 1 ? name : `target-${number}-${name}`;
}

/** A part of the page with its heading; a table in it scrolls by itself, and can be reached by keyboard. */
export function Part(props: {
  readonly number?: number;
  readonly name: string;
  readonly heading: string;
  readonly lead?: string;
  readonly table?: ComponentChildren;
  readonly children?: ComponentChildren;
}): VNode {
  const { number = 1, name, heading, lead = "", table, children } = props;
  const id = idOf(number, name);
  const title = number === 1 ? heading : `${heading} (target ${number})`;
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <p class="soft">{lead}</p>
      {children}
      {table === undefined ? (
        ""
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section class="scroll" aria-label={`${title}, as a table`} tabIndex={0}>
          {table}
        </section>
      )}
    </section>
  );
}
