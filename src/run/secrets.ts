import type { ScenarioFacts } from "../checks/index.js";
import { createRedact, type Redact } from "../transport/index.js";
import type { RunOptions } from "./options.js";

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
  const hide = remember(hideIn(options, new Set()));
  return {
    /** For what came from the target. */
    hide,
    /** For sentences of ours that may quote it: words that the requirements and checks use stay. */
    hideQuoted: hideIn(options, wordsOfOurs(options, checks)),
    /** For what we send, which is our own but for ids and categories: the target has chosen them. */
    hideNumbers: (text: string): string => text.replaceAll(/\d{5,}/g, hide),
  };
}

/** There is nothing to hide. */
const nothing: Redact = (text) => text;

function wordsOfOurs({ contract }: RunOptions, checks: readonly ScenarioFacts[]): ReadonlySet<string> {
  const sentences = contract.requirements.flatMap(({ sentence, section }) => [sentence, section]);
  const titles = checks.map(({ title }) => title);
  return new Set([...sentences, ...titles].flatMap((each) => each.toLowerCase().match(/[a-z]+/g) ?? []));
}

function hideIn({ key, headers = [], connection }: RunOptions, ours: ReadonlySet<string>): Redact {
  const passwords = passwordsIn(key);
  const redactKeys = [key, ...passwords].map((each) => createRedact(each, ours));
  const values = headers.map(([, value]) => value).filter(({ length }) => length >= shortest);
  const whole = [...values, ...passwords, ...proxySecrets(connection?.proxy)];
  if (key === "" && whole.length === 0) return nothing;
  return (text) => {
    const redacted = redactKeys.reduce((hidden, redact) => redact(hidden), text);
    return whole.reduce((hidden, secret) => hidden.replaceAll(secret, "[a secret]"), redacted);
  };
}

/** Of a key such as `user:password`, the password is one by itself: a short one too. */
function passwordsIn(key: string): readonly string[] {
  const password = key.slice(key.indexOf(":") + 1);
  return key.includes(":") && password.length >= shortestPassword ? [password] : [];
}

function proxySecrets(proxy: string | undefined): readonly string[] {
  if (proxy === undefined) return [];
  const { username, password } = new URL(proxy);
  if (password === "") return [];
  const plain = decodeURIComponent(password);
  return [plain, Buffer.from(`${decodeURIComponent(username)}:${plain}`).toString("base64")];
}

/** The same redaction, which remembers texts: headers are the same in most answers, bodies stand in several findings. */
function remember(redact: Redact): Redact {
  if (redact === nothing) return redact;
  const known = new Map<string, string>();
  let room = mostRemembered;
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const after = redact(text);
    room -= text.length;
    if (room >= 0) known.set(text, after);
    return after;
  };
}
