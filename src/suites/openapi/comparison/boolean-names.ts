import { isChosenByServer } from "./comparison.js";

/** The server's decisions: who somebody is, what has become of an item, what may be done with it, and where it stands. */
const decided =
  /^(in)?(active|valid)$|^(admin\w*|staff|superuser|root|owner|moderator|member|guest|anonymous|system|internal|external|global|self|mine|leaf|adult|minor|exempt|mfa|tfa|kyc|builtin|bot|vip|premium|pro|trial|beta|test|demo|sandbox|official|eligible)$|^(public|private|visible|hidden|(un)?available|(in)?stock|sale|online|offline|live|open|free|busy|full|empty|new|old|recent|popular|trending|hot|top)$|^(default|primary|main|current|latest|first|last|final)$|^(draft|ready|done|complete|paid|unpaid|sold|sent|seen|read|unread|spam|due|overdue|late|stale|frozen|safe|ok|success\w*|error|exists)$|^(edit|delet|remov|cancel|cancell|pay|book|sell|order|purchas|refund|writ|read)able$/;
/** The same in one word: `approved`, `verified`, `locked`. */
const participle = /ed$/;
/** Words that look like these, and say how the client wants it. */
const wanted = /^(starred|pinned|bookmarked|favou?rited|muted|furnished|wrapped|boxed)$/;
/** `hasErrors`, `canEdit`. */
const observed = /^(has|have|can|may|was|were|did)$/;

/** Flags that people tick: these may follow other states, but no text. */
const ticked =
  /^(done|completed?|finished|closed|open|archived|active|enabled|disabled|deleted|featured|blocked|banned|paid|unpaid|sold|available|public|private|default|primary|main|premium|vip|beta)$/;

/** May the server decide on a boolean of this name, whatever it is sent? */
export function isDecidedByServer(name: string): boolean {
  if (isChosenByServer(name)) return true;
  const words = wordsOf(name);
  return (
    observed.test(words[0] ?? "") ||
    words.some((word) => decided.test(word) || (participle.test(word) && !wanted.test(word)))
  );
}

/** May a boolean of this name become another one when a text of its item changes: is it edited, not approved, or not read? */
export function mayFollowText(name: string): boolean {
  return isDecidedByServer(name) && !(wordsOf(name).length === 1 && ticked.test(wordsOf(name)[0] ?? ""));
}

/** The words of a name, in small letters; `is` in front of it says nothing. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => word.replace(/^is(?=$|[a-z]{4})/, ""))
    .filter((word) => word !== "");
}
