import type { VNode } from "preact";
import type { BodyReport } from "../../run/index.js";
import { readJsonTree } from "./json-tree.js";
import { JsonView } from "./json-view.js";
import type { Offence } from "./offence.js";
import { clip, visible } from "./visible.js";
import { bytes } from "./wording.js";

/** A body to read; JSON is laid out, and what offends in it is marked. */
export function BodyView({
  body,
  offence,
  most,
}: {
  readonly body: BodyReport | undefined;
  readonly offence?: Offence | undefined;
  /** Characters of HTML, roughly. */
  readonly most: number;
}): VNode {
  if (body === undefined || body.bytes === 0) {
    return <p class="none">{offence?.body === "empty" ? <mark>empty body</mark> : "no body"}</p>;
  }
  if (!("text" in body)) {
    return (
      <RawText text={body.base64} most={most} note={`${bytes(body.bytes)} that are no text, as base64`} />
    );
  }
  // Where nothing is to be found in it, what will be shown is enough.
  const tree = readJsonTree(offence === undefined ? body.text.slice(0, most) : body.text);
  const note = body.cut === true ? `cut: the first part of ${bytes(body.bytes)}` : undefined;
  if (tree === undefined || "raw" in tree) {
    return <RawText text={body.text} most={most} note={note} hasBrokenOff={offence?.body === "end"} />;
  }
  return (
    <>
      <JsonView tree={tree} marks={offence ?? { paths: [], missing: [] }} most={most} />
      {offence?.body === "end" ? <BrokenOff /> : ""}
      {note === undefined ? "" : <p class="none">{note}</p>}
    </>
  );
}

/** A body as it is. */
export function RawText({
  text,
  most,
  note,
  hasBrokenOff = false,
}: {
  readonly text: string;
  readonly most: number;
  readonly note?: string | undefined;
  readonly hasBrokenOff?: boolean;
}): VNode {
  const shown = clip(visible(text.slice(0, most), "block"), most);
  const isCut = shown.isCut || text.length > most;
  return (
    <>
      <pre class="body">
        {shown.text}
        {isCut ? "…" : ""}
      </pre>
      {hasBrokenOff ? <BrokenOff /> : ""}
      {note === undefined && !isCut ? (
        ""
      ) : (
        <p class="none">{note ?? `cut here; ${text.length} characters`}</p>
      )}
    </>
  );
}

function BrokenOff(): VNode {
  return (
    <p class="none">
      <mark>the connection ended here</mark>
    </p>
  );
}
