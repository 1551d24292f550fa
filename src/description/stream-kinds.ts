/** The separator of a stream's items: blank lines, lines, or a character before each. */
export type StreamKind = "events" | "lines" | "records";

const kinds: Readonly<Record<string, StreamKind>> = {
  "text/event-stream": "events",
  "application/jsonl": "lines",
  "application/x-jsonlines": "lines",
  "application/x-ndjson": "lines",
  "application/ndjson": "lines",
  "application/json-lines": "lines",
  "application/json-seq": "records",
};

/**
 * Returns how a media type tells its items apart; undefined where it has one value alone.
 * Sources: WHATWG HTML, section 9.2; RFC 7464; OpenAPI 3.2, section 4.14.4.
 */
export function streamKindOf(mediaType: string): StreamKind | undefined {
  const [essence = ""] = mediaType.split(";");
  return kinds[essence.trim().toLowerCase()];
}
