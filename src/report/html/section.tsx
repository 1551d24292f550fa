import type { ComponentChildren, VNode } from "preact";

/** A part of the report, with its heading. */
export function Section({
  id,
  title,
  count,
  lead,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly count?: number;
  readonly lead?: ComponentChildren;
  readonly children?: ComponentChildren;
}): VNode {
  return (
    <section id={id} class="part" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        {title}
        {count === undefined || count === 0 ? "" : <span class="count"> {count}</span>}
      </h2>
      {lead === undefined ? "" : <p class="lead">{lead}</p>}
      {children}
    </section>
  );
}

/** A box in which wide things scroll by themselves. */
export function ScrollBox({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ComponentChildren;
}): VNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
