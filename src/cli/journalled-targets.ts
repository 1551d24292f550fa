import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { ConfigurationError } from "../description/index.js";
import { gatherJournal, type Journalled } from "../engine/index.js";
import { journalFile, parseLine } from "./journal.js";

/** The entries of a journal about one target. */
export interface JournalledTarget {
  readonly baseUrl: string;
  /** The description of the last run there, as it was named. */
  readonly spec: string | undefined;
  readonly overlays: readonly string[] | undefined;
  readonly journalled: Journalled;
  /** How many items the server said it had added, where nothing deletes them. */
  readonly created: number;
}

/**
 * Reads everything that the runs of the journal at this path have left, by target; that of the last run comes last.
 * @param isOlder has it lines of a run of an older version, which wrote down no addresses?
 * @throws ConfigurationError if it cannot be read, or is no journal
 */
export async function readJournalled(
  path: string,
): Promise<{ readonly targets: readonly JournalledTarget[]; readonly isOlder: boolean }> {
  const targets = new Map<string, ReturnType<typeof openTargetEntries>>();
  const runs = new Map<unknown, string>();
  let isOlder = false;
  for await (const line of linesOf(path)) {
    const entry = parseLine(line);
    if (typeof entry !== "object" || entry === null) continue;
    const { event, run, target } = entry as Readonly<Record<string, unknown>>;
    if (event === "run" && typeof target === "string") runs.set(run, target);
    const isKnown = runs.has(run);
    isOlder ||= !isKnown && (event === "sending" || event === "created");
    // A line on what is there once has always had all that it takes.
    const baseUrl = runs.get(run) ?? (event === "changing" || event === "restored" ? target : undefined);
    if (typeof baseUrl !== "string") continue;
    const entries = targets.get(baseUrl) ?? openTargetEntries();
    // The last one that is named is the last one of the map.
    if (event === "run") targets.delete(baseUrl);
    targets.set(baseUrl, entries);
    entries.add(entry as Readonly<Record<string, unknown>>);
  }
  if (targets.size === 0 && !isOlder)
    throw new ConfigurationError(`${path} is no journal of a run, or an empty one: name a ${journalFile}`);
  return { targets: [...targets].map(([baseUrl, { read }]) => ({ baseUrl, ...read() })), isOlder };
}

function openTargetEntries() {
  const { add, gathered } = gatherJournal();
  let described: Pick<JournalledTarget, "spec" | "overlays"> = { spec: undefined, overlays: undefined };
  let created = 0;
  return {
    add: (entry: Readonly<Record<string, unknown>>): void => {
      const { event, spec, overlays } = entry;
      if (event === "created") created += 1;
      if (event === "run")
        described = {
          spec: typeof spec === "string" ? spec : undefined,
          overlays: Array.isArray(overlays) ? overlays.map(String) : undefined,
        };
      add(entry);
    },
    read: () => ({ ...described, journalled: gathered(), created }),
  };
}

/** @throws ConfigurationError if the file cannot be read */
async function* linesOf(path: string): AsyncGenerator<string> {
  try {
    const { O_RDONLY, O_NONBLOCK } = constants;
    const file = await open(path, O_RDONLY | O_NONBLOCK);
    if (!(await file.stat()).isFile()) throw Object.assign(new Error(), { code: "no file" });
    yield* file.readLines();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(`the journal ${path} cannot be read (${code ?? message})`);
  }
}
