import type { ScenarioFacts } from "../checks/index.js";
import { createRedact, type Redact } from "../transport/index.js";
import type { RunOptions } from "./options.js";

/** Header values that are shorter than this are no secrets, in characters. */
const shortest = 8;

/** How the key is taken out of what a run tells. */
export interface Secrecy {
  /** For what came from the target. */
  readonly hide: Redact;
  /** For sentences of ours that may quote it: words that the requirements and checks use stay. */
  readonly hideQuoted: Redact;
}

/** Hides the key, and what else goes out that may be a secret: added headers, and the proxy's password. */
export function hideSecrets(options: RunOptions, checks: readonly ScenarioFacts[]): Secrecy {
  return { hide: hideIn(options, new Set()), hideQuoted: hideIn(options, wordsOfOurs(options, checks)) };
}

function wordsOfOurs({ contract }: RunOptions, checks: readonly ScenarioFacts[]): ReadonlySet<string> {
  const sentences = contract.requirements.flatMap(({ sentence, section }) => [sentence, section]);
  const titles = checks.map(({ title }) => title);
  return new Set([...sentences, ...titles].flatMap((each) => each.toLowerCase().match(/[a-z]+/g) ?? []));
}

function hideIn({ key, headers = [], connection }: RunOptions, ours: ReadonlySet<string>): Redact {
  const redactKey = createRedact(key, ours);
  const values = headers.map(([, value]) => value).filter(({ length }) => length >= shortest);
  const whole = [...values, ...proxySecrets(connection?.proxy)];
  return (text) => whole.reduce((hidden, secret) => hidden.replaceAll(secret, "[a secret]"), redactKey(text));
}

function proxySecrets(proxy: string | undefined): readonly string[] {
  if (proxy === undefined) return [];
  const { username, password } = new URL(proxy);
  if (password === "") return [];
  const plain = decodeURIComponent(password);
  return [plain, Buffer.from(`${decodeURIComponent(username)}:${plain}`).toString("base64")];
}
