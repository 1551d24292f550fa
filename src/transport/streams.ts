import type { StreamKind } from "../description/index.js";

/** Items of a stream that are read, at most; and how long is waited for them, in ms. */
export const mostStreamItems = 3;
export const streamTime = 1000;

const ends: Readonly<Record<StreamKind, RegExp>> = {
  events: /\r\n\r\n|\n\n|\r\r/,
  lines: /\r?\n/,
  records: /\n(?=\u001e|$)/,
};

/**
 * Returns the items of a stream as they are written, without those that say nothing.
 * @param isWhole has the stream ended? Of one that has not, the last item may be a part of one
 */
export function streamItemsIn(kind: StreamKind, text: string, isWhole: boolean): readonly string[] {
  const parts = text.split(ends[kind]);
  const isItem = (part: string): boolean =>
    kind === "events" ? /^data(?::|$)/m.test(part) : part.replace(/^\u001e/, "").trim() !== "";
  return (isWhole ? parts : parts.slice(0, -1))
    .filter(isItem)
    .map((part) => (kind === "records" ? part.replace(/^\u001e+/, "") : part));
}

/** The same stream without what follows its first items, and without the beginning of another one. */
export function headOfStream(kind: StreamKind, body: Uint8Array): Uint8Array {
  const text = Buffer.from(body).toString("utf8");
  const items = streamItemsIn(kind, text, false).slice(0, mostStreamItems);
  const separator = kind === "events" ? "\n\n" : "\n";
  const start = kind === "records" ? "\u001e" : "";
  return Buffer.from(items.map((each) => `${start}${each}${separator}`).join(""));
}
