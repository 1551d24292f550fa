import type { VNode } from "preact";
import type { BodyReport, FindingReport } from "../../run/index.js";
import { layOutJson } from "./lay-out-json.js";
import { count } from "./quantity.js";
import { clip } from "./text.js";

/** The part of a response that a finding is about. */
export type Place = FindingReport["at"];

/**
 * A body to be read. JSON is laid out, and the place of a finding is marked in it.
 * @param most characters of HTML, roughly
 */
export function body(
  sent: BodyReport | undefined,
  { at, most }: { readonly at?: Place; readonly most: number },
): VNode {
  if (sent === undefined || sent.bytes === 0)
    return <p class="soft">{at?.in === "body" ? <mark>empty body</mark> : "no body"}</p>;
  const text = "text" in sent ? sent.text : sent.base64;
  const isCut = sent.cut === true;
  const json = layOutJson(text, at?.in === "body" ? at.pointer : undefined, isCut);
  const shown = clip(text, most, "block");
  const notes = [
    ...("text" in sent ? [] : [`${count(sent.bytes, "byte")} that are no text, as base64`]),
    ...(isCut ? [`cut: the first part of ${count(sent.bytes, "byte")}`] : []),
    ...(json === undefined && shown.isCut ? [`cut here; ${text.length} characters`] : []),
  ];
  return (
    <>
      {json === undefined ? (
        <pre>{shown.isCut ? `${shown.shown}…` : shown.shown}</pre>
      ) : (
        <pre>
          {json.marked !== "" && excerpt(json.before, 4, 2, most / 3)}
          {json.marked !== "" && <mark>{excerpt(json.marked, 12, 1, most / 3)}</mark>}
          {json.marked === "" ? excerpt(json.after, 12, 2, most) : excerpt(json.after, 2, 2, most / 3)}
        </pre>
      )}
      {at?.in === "connection" && <mark>the connection ended here</mark>}
      {notes.length > 0 && <p class="soft">{notes.join("; ")}</p>}
    </>
  );
}

/** The first and the last lines of a text, and how many there are between them. */
function excerpt(text: string, first: number, last: number, most: number): string {
  const lines = text.split("\n");
  const between = lines.length - first - last;
  const left = `  … ${count(between, "more line")}`;
  const kept = between < 2 ? lines : [...lines.slice(0, first), left, ...lines.slice(-last)];
  const { shown, isCut } = clip(kept.join("\n"), most, "block");
  return isCut ? `${shown}…` : shown;
}
