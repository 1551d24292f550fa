import type { VNode } from "preact";
import type { BodyReport, FindingReport } from "../../run/index.js";
import { layOutJson } from "./lay-out-json.js";
import { clip, visible } from "./visible.js";
import { bytes, count } from "./wording.js";

/** The part of an answer that a finding is about. */
export type Place = NonNullable<FindingReport["at"]>;

/** A body to be read. JSON is laid out, and the place of a finding is marked in it. */
export function Body({
  body,
  at,
  most,
}: {
  readonly body: BodyReport | undefined;
  readonly at?: Place | undefined;
  /** Characters of HTML, roughly. */
  readonly most: number;
}): VNode {
  if (body === undefined || body.bytes === 0)
    return <p class="none">{at?.in === "body" ? <mark>empty body</mark> : "no body"}</p>;
  const text = "text" in body ? body.text : body.base64;
  const encoding = "text" in body ? "" : `${bytes(body.bytes)} that are no text, as base64`;
  const note = body.cut === true ? `cut: the first part of ${bytes(body.bytes)}` : encoding;
  const laidOut = layOutJson(text, at?.in === "body" ? at.pointer : undefined);
  return (
    <>
      {laidOut === undefined ? (
        <Cut text={text} most={most} />
      ) : (
        <pre class="body">
          <Lines text={laidOut.before} first={4} last={2} most={most / 3} />
          {laidOut.marked === "" ? (
            ""
          ) : (
            <mark>
              <Lines text={laidOut.marked} first={12} last={1} most={most / 3} />
            </mark>
          )}
          <Lines text={laidOut.after} first={laidOut.marked === "" ? 12 : 2} last={2} most={most / 3} />
        </pre>
      )}
      {at?.in === "connection" ? (
        <p class="none">
          <mark>the connection ended here</mark>
        </p>
      ) : (
        ""
      )}
      {note === "" ? "" : <p class="none">{note}</p>}
    </>
  );
}

/** The beginning of a text as it is. */
export function Cut({ text, most }: { readonly text: string; readonly most: number }): VNode {
  const shown = clip(visible(text.slice(0, most), "block"), most);
  const isCut = shown.isCut || text.length > most;
  return (
    <>
      <pre class="body">
        {shown.text}
        {isCut ? "…" : ""}
      </pre>
      {isCut ? <p class="none">{`cut here; ${text.length} characters`}</p> : ""}
    </>
  );
}

/** The first and the last lines of a text, and a word on those between them. */
function Lines({
  text,
  first,
  last,
  most,
}: {
  readonly text: string;
  readonly first: number;
  readonly last: number;
  readonly most: number;
}): VNode {
  const lines = text.split("\n");
  const between = lines.length - first - last;
  const kept =
    between < 2
      ? lines
      : [...lines.slice(0, first), `  … ${count(between, "line")} more`, ...lines.slice(-last)];
  const shown = clip(visible(kept.join("\n"), "block"), most);
  return (
    <>
      {shown.text}
      {shown.isCut ? "…" : ""}
    </>
  );
}
