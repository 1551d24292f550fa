import {
  createRedact,
  createRedactWhole,
  type Redact,
  type Stays,
  shortestHiddenInParts,
} from "../transport/index.js";
import type { RunOptions } from "./run-options.js";
import type { ScenarioFacts } from "./scenario.js";

/** Header values that are shorter than this are no secrets, in characters. */
const shortest = 8;
/** Passwords that are shorter stand in too many innocent texts, in characters. */
const shortestPassword = 4;
/** Characters of texts that are remembered. */
const mostRemembered = 8_000_000;

/** How the key is taken out of what a run tells. */
export type Secrecy = ReturnType<typeof hideSecrets>;

/** Hides the key, and what else goes out that may be a secret: added headers, and the proxy's password. */
export function hideSecrets(options: RunOptions, checks: readonly ScenarioFacts[]) {
  const count = (): number => keysOf(options).length;
  const ofCatalogue = staysInSentence(wordsOfCatalogue(options, checks));
  let words: ReadonlySet<string> | undefined;
  const ofRequests = (): ReadonlySet<string> => {
    words ??= wordsOfRequests(options, checks);
    return words;
  };
  return {
    /** For what came from the target. */
    hide: remember(hideIn(options, createRedact), count),
    /** For sentences of ours that may quote it: words that the requirements and checks use stay. */
    hideQuoted: hideIn(options, (secret) => createRedact(secret, ofCatalogue)),
    /** For what we send: the target has chosen its ids, ETags, links and cursors; words of the description stay. */
    hideSent: remember(
      hideIn(options, (secret) => redactSent(secret, ofRequests)),
      count,
    ),
  };
}

/** Returns plain data with every text hidden, the names of its members too. */
export function hideTexts(value: unknown, hide: Redact): unknown {
  if (typeof value === "string") return hide(value);
  if (Array.isArray(value)) return value.map((each) => hideTexts(each, hide));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [hide(name), hideTexts(each, hide)] as const),
  );
}

/** Hides the key in the message and the stack of an error: it may quote the target. */
export function hideInError(error: unknown, hide: Redact): unknown {
  if (!(error instanceof Error)) return typeof error === "string" ? hide(error) : error;
  error.message = hide(error.message);
  if (error.stack !== undefined) error.stack = hide(error.stack);
  return error;
}

/** A short key stands in too many texts of ours: it is hidden where it is a number, which the target may have chosen. */
function redactSent(secret: string, words: () => ReadonlySet<string>): Redact {
  if (secret.length >= shortestHiddenInParts) return createRedact(secret, staysInRequest(secret, words));
  const hide = createRedact(secret);
  return (text) => text.replaceAll(/\d{5,}/g, hide);
}

/** There is nothing to hide. */
const nothing: Redact = (text) => text;

function hideIn(options: RunOptions, create: (secret: string) => Redact): Redact {
  const { headers = [], connection, tokens } = options;
  const values = headers.map(([, value]) => value).filter(({ length }) => length >= shortest);
  const others = [...values, ...proxySecrets(connection?.proxy)];
  if (others.length === 0 && tokens === undefined && keysOf(options).length === 0) return nothing;
  const known = new Map<string, Redact>();
  const ended = new Map<string, Redact>();
  const redactorOf = (secret: string): Redact => {
    const redact = ended.get(secret) ?? known.get(secret) ?? create(secret);
    if (!ended.has(secret)) known.set(secret, redact);
    return redact;
  };
  return (text) => {
    const keys = keysOf(options);
    // To find every part of a token takes megabytes.
    for (const token of tokens?.ended() ?? [])
      if (!ended.has(token) && token.length >= shortest) {
        ended.set(token, createRedactWhole(token));
        known.delete(token);
      }
    const passwords = keys.flatMap(passwordsIn);
    const redacted = [...keys, ...passwords].reduce((hidden, each) => redactorOf(each)(hidden), text);
    return [...others, ...passwords].reduce(
      (hidden, secret) => hidden.replaceAll(secret, "[a secret]"),
      redacted,
    );
  };
}

/** The credentials so far: tokens come while the run goes on. */
function keysOf({ key, secondKey = "", tokens }: RunOptions): readonly string[] {
  return [key, secondKey, ...(tokens?.secrets() ?? [])].filter((each) => each !== "");
}

/** Of a key such as `user:password`, or `Token password`, the password is one by itself: a short one too. */
function passwordsIn(key: string): readonly string[] {
  return [":", " "].flatMap((separator) => {
    const password = key.slice(key.indexOf(separator) + 1);
    return key.includes(separator) && password.length >= shortestPassword ? [password] : [];
  });
}

function proxySecrets(proxy: string | undefined): readonly string[] {
  if (proxy === undefined) return [];
  const { username, password } = new URL(proxy);
  if (password === "") return [];
  const plain = decodeURIComponent(password);
  return [plain, Buffer.from(`${decodeURIComponent(username)}:${plain}`).toString("base64")];
}

/**
 * The same redaction, which remembers texts: headers are the same in most answers, bodies stand in several findings.
 * @param count how many secrets there are: with another one, what is remembered may be wrong
 */
function remember(redact: Redact, count: () => number): Redact {
  if (redact === nothing) return redact;
  const known = new Map<string, string>();
  let room = mostRemembered;
  let counted = count();
  return (text) => {
    if (counted !== count()) {
      known.clear();
      [counted, room] = [count(), mostRemembered];
    }
    const before = known.get(text);
    if (before !== undefined) return before;
    const after = redact(text);
    room -= text.length;
    if (room >= 0) known.set(text, after);
    return after;
  };
}

/** Words of generated names and members, which no description has. */
const generated = ["pedigree", "refused", "unknown"];

/** Returns the words of the requirements and of the checks' titles, in small letters. */
function wordsOfCatalogue(
  { contract }: Pick<RunOptions, "contract">,
  checks: readonly ScenarioFacts[],
): ReadonlySet<string> {
  const sentences = contract.requirements.flatMap(({ sentence, section }) => [sentence, section]);
  const titles = checks.map(({ title }) => title);
  return new Set([...sentences, ...titles].flatMap((each) => each.toLowerCase().match(/[a-z]+/g) ?? []));
}

/** Returns the words that a run can send although no response has shown them: the description's, its user's and its own. */
function wordsOfRequests(
  { contract, baseUrl }: Pick<RunOptions, "contract" | "baseUrl">,
  checks: readonly ScenarioFacts[],
): ReadonlySet<string> {
  const described = textsIn([contract.document, contract.known?.values, contract.known?.valuesOf]);
  const texts = [...wordsOfCatalogue({ contract }, checks), ...generated, baseUrl, ...described];
  return new Set(texts.flatMap(wordsIn));
}

/** Returns every text of plain data, and every name of a member. A value in several places is read once. */
export function* textsIn(data: unknown): Generator<string> {
  const seen = new Set<object>();
  const pending = [data];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === "string") yield value;
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    if (!Array.isArray(value)) yield* Object.keys(value);
    for (const each of Object.values(value)) pending.push(each);
  }
}

/** Lets a part of a sentence stay that is a word of these, or several, with nothing else beside them. */
export function staysInSentence(words: ReadonlySet<string>): Stays {
  return (text, start, end) => {
    if (words.size === 0 || end - start > longestPhrase) return false;
    const before = /[^\s()]*$/.exec(text.slice(Math.max(0, start - nearby), start))?.[0] ?? "";
    const after = /^[^\s()]*/.exec(text.slice(end, end + nearby))?.[0] ?? "";
    const phrase = `${before}${text.slice(start, end)}${after}`.replace(/[,.;:]$/, "");
    return phrase
      .toLowerCase()
      .split(" ")
      .every((word) => words.has(word));
  };
}

/** Lets a part of a URL, a header or a body stay that these words make up, unless it is the whole key. */
function staysInRequest(key: string, words: () => ReadonlySet<string>): Stays {
  const hideWhole = createRedactWhole(key);
  return (text, start, end) => {
    const found = text.slice(start, end);
    if (end - start > longestPhrase || hideWhole(found) !== found) return false;
    const before = /[\p{L}\d]*$/u.exec(text.slice(Math.max(0, start - nearby), start))?.[0] ?? "";
    const after = /^[\p{L}\d]*/u.exec(text.slice(end, end + nearby))?.[0] ?? "";
    return wordsIn(`${before}${found}${after}`).every((word) => words().has(word));
  };
}

/** In characters: a phrase of ours is not longer, nor what is looked at beside it. */
const longestPhrase = 100;
const nearby = 50;

/** The words and numbers of a text, in small letters: `deleteAllUsers2` has four. */
function wordsIn(text: string): readonly string[] {
  return (
    text
      .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
      .replaceAll(/(\p{L})(\d)/gu, "$1 $2")
      .toLowerCase()
      .match(/[\p{L}\d]+/gu) ?? []
  );
}
