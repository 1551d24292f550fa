import { isAbsolute, join } from "node:path";
import { readBaseUrl } from "../address.js";
import type { CertificateFiles } from "../connection.js";
import { type Given, given } from "../given.js";
import { type HeaderLine, troubleWithHeader } from "../headers.js";
import { readProxy } from "../proxy.js";
import { duration, int64s } from "../values.js";
import type { YamlFile } from "./file.js";
import { placeOf, readAt, refuse } from "./place.js";

/** A target as it stands in the file. */
export interface RawTarget {
  readonly url: string;
  readonly key?: { readonly env?: string; readonly file?: string; readonly value?: string };
  readonly categories?: readonly (string | number)[];
  readonly rate?: number;
  readonly concurrency?: number;
  readonly timeout?: string | number;
  readonly settle?: string | number;
  readonly patience?: string | number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly tls?: CertificateFiles & { readonly insecure?: boolean };
  readonly proxy?: string;
  readonly "read-only"?: boolean;
  readonly production?: boolean;
  readonly writing?: "allowed";
  readonly "max-created"?: number;
  readonly cleanup?: string;
  readonly start?: string;
  readonly "wait-for"?: string;
}

/** Where a key is, and where the file says so. */
export type KeySource =
  | { readonly kind: "env"; readonly name: string; readonly place: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "value"; readonly value: string; readonly place: string };

/** A target of the configuration. Durations in ms, paths as the process can open them. */
export interface ConfiguredTarget extends TargetSettings {
  readonly name: string;
  readonly baseUrl: string;
  readonly headers: readonly HeaderLine[];
  readonly tls: CertificateFiles & { readonly insecure?: boolean };
  readonly isProduction: boolean;
  readonly isWritingAllowed: boolean;
}

type TargetSettings = Given<{
  readonly key: KeySource | undefined;
  readonly categories: readonly bigint[] | undefined;
  readonly rate: number | undefined;
  readonly concurrency: number | undefined;
  readonly timeout: number | undefined;
  readonly settle: number | undefined;
  readonly patience: number | undefined;
  readonly proxy: string | undefined;
  readonly readOnly: boolean | undefined;
  readonly maxCreated: number | undefined;
  readonly cleanup: string | undefined;
  readonly start: string | undefined;
  readonly waitFor: string | undefined;
}>;

/**
 * Every target, also those that this run does not meet: a mistake is found before it is needed.
 * @param folder of the file, which paths in it are relative to
 * @throws ConfigurationError with file and line
 */
export function readTargets(
  file: YamlFile,
  raw: Readonly<Record<string, RawTarget>>,
  folder: string,
): ReadonlyMap<string, ConfiguredTarget> {
  return new Map(
    Object.entries(raw).map(([name, target]) => [name, readTarget({ file, name, target, folder })]),
  );
}

interface Entry {
  readonly file: YamlFile;
  readonly name: string;
  readonly target: RawTarget;
  readonly folder: string;
}

function readTarget(entry: Entry): ConfiguredTarget {
  const { file, name, target, folder } = entry;
  const path = ["targets", name];
  checkWriting(entry);
  const { tls = {}, headers = {}, proxy, "wait-for": waitFor } = target;
  const lines = Object.entries(headers);
  for (const line of lines) {
    const trouble = troubleWithHeader(line);
    if (trouble !== undefined) refuse(file, [...path, "headers", line[0]], trouble);
  }
  if (proxy !== undefined) readAt(file, [...path, "proxy"], () => readProxy(proxy));
  if (waitFor !== undefined)
    readAt(file, [...path, "wait-for"], () => readBaseUrl(waitFor.split("?")[0] ?? waitFor));
  const inFolder = (file: string | undefined): string | undefined =>
    file === undefined ? undefined : pathIn(folder, file);
  const time = (text: string | number | undefined): number | undefined =>
    text === undefined ? undefined : duration(String(text));
  return {
    name,
    baseUrl: readAt(file, [...path, "url"], () => readBaseUrl(target.url)),
    headers: lines,
    tls: {
      ...given({ ca: inFolder(tls.ca), cert: inFolder(tls.cert), key: inFolder(tls.key) }),
      ...given({ insecure: tls.insecure }),
    },
    isProduction: isProduction(entry),
    isWritingAllowed: target.writing === "allowed",
    ...given({
      key: readKeySource(entry),
      categories: target.categories?.map((id, index) => readCategory(entry, id, index)),
      rate: target.rate,
      concurrency: target.concurrency,
      timeout: time(target.timeout),
      settle: time(target.settle),
      patience: time(target.patience),
      proxy,
      readOnly: target["read-only"],
      maxCreated: target["max-created"],
      cleanup: target.cleanup,
      start: target.start,
      waitFor,
    }),
  };
}

function isProduction({ name, target }: Entry): boolean {
  return name.toLowerCase() === "production" || target.production === true;
}

/** Whoever looks at the entry must see at once whether a run may write. */
function checkWriting(entry: Entry): void {
  const { file, name, target } = entry;
  if (name.toLowerCase() === "production" && target.production === false)
    refuse(file, ["targets", name, "production"], "a target of this name is a production target: rename it");
  if (target["read-only"] === true && target.writing === "allowed")
    refuse(file, ["targets", name, "writing"], "contradicts read-only: true; leave one of them out");
}

function readCategory({ file, name }: Entry, id: string | number, index: number): bigint {
  const path = ["targets", name, "categories", index];
  if (typeof id === "number" && !Number.isSafeInteger(id))
    refuse(file, path, "YAML readers round integers beyond 2^53: put it in quotes");
  const [category] = readAt(file, path, () => int64s(String(id)));
  return category ?? 0n;
}

function readKeySource({ file, name, target: { key }, folder }: Entry): KeySource | undefined {
  const place = placeOf(file, ["targets", name, "key"]);
  if (key?.env !== undefined) return { kind: "env", name: key.env, place };
  if (key?.file !== undefined) return { kind: "file", path: pathIn(folder, key.file) };
  if (key?.value !== undefined) return { kind: "value", value: key.value, place };
  return undefined;
}

/** Short where the file is in the working directory. */
export function pathIn(folder: string, path: string): string {
  return isAbsolute(path) ? path : join(folder, path);
}
