import { readFileSync } from "node:fs";

/** Of one run: the verdicts of the requirements that a net names, by their ids. Those that passed are not among them. */
type Recorded = ReadonlyMap<string, string>;

/** What vitest has written of one run. */
const record = /^exports\[`(.*)`\] = `\n"([\s\S]*?)"\n`;$/gm;
const verdict = /^(\w[\w ]*): \d+\n((?: {2}.+\n?)+)/gm;

/** Returns what a file records of each run, by the name of its test and the number of the run in it; nothing if there is no file. */
export function readNet(path: string): ReadonlyMap<string, Recorded> {
  const runs = [...textIn(path).matchAll(record)];
  return new Map(runs.map(([, name = "", run = ""]) => [plain(name), verdictsIn(plain(run))]));
}

function textIn(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** As it was before it was written as the text of a template. */
function plain(text: string): string {
  return text.replaceAll(/\\([`\\$])/g, "$1");
}

function verdictsIn(run: string): Recorded {
  const named = [...run.matchAll(verdict)].flatMap(([, name = "", ids = ""]) =>
    [...ids.matchAll(/^ {2}(.+)$/gm)].map(([, id = ""]) => [id, name] as const),
  );
  return new Map(named);
}

/** Verdicts of a server that breaks a promise, or may break it. */
const broken: readonly (string | undefined)[] = ["failed", "warned", "inconclusive"];

/**
 * Returns the requirements that a test is about: those that are recorded as broken there; for an honest server, those that other
 * tests of the file find broken, of the same operations or else of any; and those that the source of the tests names. None if the
 * file has no broken server.
 */
export function subjectOf(
  ids: readonly string[],
  recorded: Recorded,
  { net, source }: { readonly net: ReadonlyMap<string, Recorded>; readonly source: string },
): readonly string[] {
  const ofFile = new Set(
    [...net.values()].flatMap((each) => [...each.keys()].filter((id) => isBroken(each, id))),
  );
  const names = new Set([...ofFile].map(promiseOf));
  const choices = [
    (id: string) => isBroken(recorded, id),
    (id: string) => ofFile.has(id),
    (id: string) => names.has(promiseOf(id)),
  ];
  const isBasis = choices.find((isMeant) => ids.some(isMeant));
  if (isBasis === undefined) return [];
  return ids.filter((id) => isBasis(id) || source.includes(`"${id}"`) || source.includes(`\`${id}\``));
}

function isBroken(recorded: Recorded, id: string): boolean {
  return broken.includes(recorded.get(id));
}

/** What a requirement promises, without the operation that it is about. */
function promiseOf(id: string): string {
  return id.slice(id.indexOf(": ") + 1);
}
