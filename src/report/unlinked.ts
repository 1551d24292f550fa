import { safeText } from "./safe-text.js";

/**
 * A text for readers that may take it for Markdown or HTML without saying so, as those of CTRF do. It looks the same,
 * but a word joiner, which nobody sees, keeps tags, links, mentions, references and fences from being ones.
 */
export function unlinked(text: string, length = 600): string {
  return safeText(text, length).replaceAll(/[<&@#`|[\]!*_~$]|:(?=\/\/)|www(?=\.)/gi, "$&\u2060");
}
