import type { ComponentChildren, VNode } from "preact";

/** A part of the report, with its heading; folded, the heading unfolds it. */
export function Section({
  id,
  title,
  count,
  lead,
  isFolded = false,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly count?: number;
  readonly lead?: ComponentChildren;
  readonly isFolded?: boolean;
  readonly children?: ComponentChildren;
}): VNode {
  const heading = (
    <h2 id={`${id}-title`}>
      {title}
      {count === undefined || count === 0 ? "" : <span class="count"> {count}</span>}
    </h2>
  );
  const content = (
    <>
      {lead === undefined ? "" : <p class="lead">{lead}</p>}
      {children}
    </>
  );
  if (isFolded)
    return (
      <section class="part folded" aria-labelledby={`${id}-title`}>
        <details>
          <summary>{heading}</summary>
          {/* A link to what is inside unfolds it. */}
          <div id={id}>{content}</div>
        </details>
      </section>
    );
  return (
    <section id={id} class="part" aria-labelledby={`${id}-title`}>
      {heading}
      {content}
    </section>
  );
}

/** A table in a box in which it scrolls by itself. */
export function Table({
  caption,
  columns,
  look,
  children,
}: {
  readonly caption: string;
  readonly columns: readonly ComponentChildren[];
  readonly look?: string;
  /** Its bodies. */
  readonly children: ComponentChildren;
}): VNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="scroll" aria-label={caption} tabIndex={0}>
      <table class={look}>
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th scope="col" key={`${index}`}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </section>
  );
}
