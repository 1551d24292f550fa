/** Returns a text in which no form of the key is left. */
export type Redact = (text: string) => string;

/** What stands where the key stood. */
export const redacted = "[the API key]";

/** So many characters of the key in a row give too much of it away: near misses, and what is left by a cut. */
const longestRun = 8;

/**
 * Hides a key in texts: plain, base64 or hexadecimal, in any letters, each character also percent-encoded or
 * escaped as in JSON; and every longer part of it.
 */
export function createRedact(key: string): Redact {
  if (key === "") return (text) => text;
  const base64 = [key, `Bearer ${key}`].map((each) => Buffer.from(each).toString("base64"));
  const forms = [key, ...base64, Buffer.from(key).toString("base64url"), Buffer.from(key).toString("hex")];
  const longestFirst = [...new Set(forms)].sort((left, right) => right.length - left.length);
  const pattern = new RegExp(longestFirst.map(anySpelling).join("|"), "gi");
  const runs = runsOf(key);
  return (text) => hideRuns(text.replaceAll(pattern, redacted), runs);
}

/** Every part of the key of that length, in small letters; none of a key that is no longer. */
function runsOf(key: string): readonly string[] {
  const count = Math.max(0, key.length - longestRun + 1);
  return Array.from({ length: count }, (_, at) => key.slice(at, at + longestRun).toLowerCase());
}

/** Hides whatever is covered by one or more of the runs. */
function hideRuns(text: string, runs: readonly string[]): string {
  const lower = text.toLowerCase();
  // Letters that change their length in small letters would shift what follows.
  if (lower.length !== text.length || !runs.some((run) => lower.includes(run))) return text;
  const covered = new Uint8Array(text.length);
  for (const run of runs) {
    for (let at = lower.indexOf(run); at >= 0; at = lower.indexOf(run, at + 1))
      covered.fill(1, at, at + run.length);
  }
  let hidden = "";
  for (let index = 0; index < text.length; index += 1) {
    if (covered[index] === 0) hidden += text[index];
    else if (covered[index - 1] !== 1) hidden += redacted;
  }
  return hidden;
}

function anySpelling(form: string): string {
  return [...form]
    .map((character) => {
      const code = character.charCodeAt(0).toString(16);
      const percent = [...Buffer.from(character)]
        .map((byte) => `%${byte.toString(16).padStart(2, "0")}`)
        .join("");
      const plain = character.replace(/[\\^$.*+?()[\]{}|/-]/, "\\$&");
      return `(?:\\\\?${plain}|\\\\u${code.padStart(4, "0")}|${percent})`;
    })
    .join("");
}
