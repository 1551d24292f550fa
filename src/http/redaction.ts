import { plantForms } from "./redaction-forms.js";
import { readText } from "./redaction-readings.js";
import { findSpans } from "./redaction-search.js";

/** Returns a text in which no form of the key is left. */
export type Redact = (text: string) => string;

/** What stands where the key stood. */
const redacted = "[the API key]";

/**
 * Hides a key in texts, and every run of five or more of its characters: plain, escaped, base64 or hexadecimal, in
 * any letters. Of a shorter key only the whole counts. What is redacted once stays as it is.
 */
export function createRedact(key: string): Redact {
  if (key === "") return (text) => text;
  const forms = plantForms(key);
  const hide = (text: string): string => {
    let hidden = "";
    let copied = 0;
    for (const { start, end } of findSpans(readText(text), forms)) {
      hidden += text.slice(copied, start) + redacted;
      copied = end;
    }
    return hidden + text.slice(copied);
  };
  // What is hidden already must not be touched, also where the key shares words with it.
  return (text) => text.split(redacted).map(hide).join(redacted);
}
