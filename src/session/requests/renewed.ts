import type { Case } from "../../generate/index.js";
import { bodyTextOf } from "../../values/index.js";
import { type ApiState, markersIn } from "../state.js";

/**
 * Returns the request to send in place of one whose response got lost: a read as it is, and anything else with other markers, since
 * the first one may have been carried out. Undefined where it has no marker. Source: RFC 9110, section 9.2.2.
 */
export function renewed(state: ApiState, request: Case): Case | undefined {
  if (request.method === "GET") return request;
  const text = bodyTextOf(request);
  const markers = [...new Set(markersIn(state, text))];
  if (markers.length === 0) return undefined;
  return {
    ...request,
    body: {
      kind: "text",
      text: markers.reduce((rest, each) => replaced(rest, each, state.words.marker()), text),
    },
  };
}

/** A text with another word in the place of one; a server may be sent names with capitals. */
function replaced(text: string, word: string, other: string): string {
  const isFirst = (letter: string): boolean => letter !== letter.toLowerCase();
  return text.replaceAll(new RegExp(word, "gi"), (found) =>
    isFirst(found[0] ?? "") ? other.replace(/^./, (letter) => letter.toUpperCase()) : other,
  );
}
