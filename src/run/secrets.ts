import { createRedact, type Redact } from "../http/index.js";
import type { RunOptions } from "./options.js";

/** Header values that are shorter than this are no secrets, in characters. */
const shortest = 8;

/** Hides the key, and what else goes out that may be a secret: added headers, and the proxy's password. */
export function hideSecrets({ key, headers = [], connection }: RunOptions): Redact {
  const redactKey = createRedact(key);
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
