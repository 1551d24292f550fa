import { ConfigurationError } from "../description/index.js";

/** Name and value of a header line. */
export type HeaderLine = readonly [name: string, value: string];

const connection = "it belongs to the connection";
const notForOthers: ReadonlyMap<string, string> = new Map([
  ["authorization", "Pedigree puts good and bad keys there; the key comes from PEDIGREE_API_KEY"],
  ["content-type", "the cases decide what is sent there"],
  ["host", "it follows from the target's address"],
  ["content-length", "it follows from what is sent"],
  ["transfer-encoding", "it follows from what is sent"],
  ...["connection", "keep-alive", "upgrade", "expect"].map((name) => [name, connection] as const),
]);

/**
 * A header line as `--header` takes it: `Name: value`. No message repeats the value, which may be a secret.
 * @throws ConfigurationError if it is none, or one that is not for others to set
 */
function readHeaderLine(text: string): HeaderLine {
  const colon = text.indexOf(":");
  if (colon < 1)
    throw new ConfigurationError('--header takes a name and a value: give one such as "X-Tenant: blue"');
  const line = [text.slice(0, colon).trim(), text.slice(colon + 1).trim()] as const;
  const trouble = troubleWithHeader(line);
  if (trouble !== undefined) throw new ConfigurationError(`--header: ${trouble}`);
  return line;
}

/** Why a header line cannot be added to every request; undefined if it can. */
export function troubleWithHeader([name, value]: HeaderLine): string | undefined {
  // RFC 9110, sections 5.1 and 5.5.
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) return `"${name}" is no name of a header`;
  const why = notForOthers.get(name.toLowerCase());
  if (why !== undefined) return `${name} cannot be set: ${why}`;
  if (!/^[\t\x20-\x7e]*$/.test(value))
    return `the value of ${name} has characters that a header cannot carry`;
  return undefined;
}

/**
 * The header lines to send: those of the flags, and those of the configuration with other names.
 * @throws ConfigurationError as `readHeaderLine` does
 */
export function readHeaders(flags: readonly string[], configured: readonly string[]): readonly HeaderLine[] {
  const first = flags.map(readHeaderLine);
  const taken = new Set(first.map(([name]) => name.toLowerCase()));
  const second = configured.map(readHeaderLine).filter(([name]) => !taken.has(name.toLowerCase()));
  return [...second, ...first];
}
