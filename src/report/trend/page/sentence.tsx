import type { VNode } from "preact";

/** A sentence of ours; neither a date nor an id is broken at its hyphens. */
export function Sentence({ text }: { readonly text: string }): VNode {
  const parts = text.split(/(\d{4}-\d\d-\d\d|[A-Z]+-\d+)/);
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <span key={`${index} ${part}`} class="nowrap">
            {part}
          </span>
        ),
      )}
    </>
  );
}
