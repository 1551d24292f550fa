/** A POST that a journal has. */
export interface JournalledCreation {
  readonly operation: string;
  /** Below the base address, as all addresses here. */
  readonly path: string;
  /** As it was sent. */
  readonly body: string;
  /** Undefined where the run was cut off, or the connection broke, before the response. */
  readonly status: number | undefined;
  /** The addresses of the items that it led to, without those that are gone. */
  readonly items: readonly string[];
}

/** A change of a singleton that was not restored. */
export interface JournalledChange {
  readonly method: string;
  readonly path: string;
  /** The body that restores it. */
  readonly body: string;
}

/** The items at one target that are in a journal and not known to be gone. */
export interface Journalled {
  /** By the trace of the request. */
  readonly creations: ReadonlyMap<string, JournalledCreation>;
  /** By the address of an own item: the bodies that were sent for it. */
  readonly items: ReadonlyMap<string, readonly string[]>;
  /** Addresses to which a PUT with a word of the run was sent: an item may have been created there. */
  readonly put: readonly string[];
  /** Addresses of items that were there before, as the run saw too late. */
  readonly disowned: ReadonlySet<string>;
  /** Operations that are known to create items. */
  readonly proven: ReadonlySet<string>;
  /** Words that no other request has. */
  readonly words: ReadonlySet<string>;
  readonly changes: readonly JournalledChange[];
}

/** Anybody may have written the line. */
type Line = Readonly<Record<string, unknown>>;

/** Gathers the lines of a journal about one target, in their order: runs of another day may have gone on where one was cut off. */
export function gatherJournal() {
  const creations = new Map<string, JournalledCreation>();
  const items = new Map<string, readonly string[]>();
  const sentTo = new Map<string, string>();
  const traces = new Map<string, string>();
  const changes = new Map<string, JournalledChange>();
  const [disowned, proven, words] = [new Set<string>(), new Set<string>(), new Set<string>()];

  const send = (line: Line): void => {
    const [method, path, body] = [textIn(line, "method"), textIn(line, "path"), textIn(line, "body")];
    const [trace, operation] = [textIn(line, "trace"), textIn(line, "operation")];
    const drawn = listIn(line["words"]);
    for (const word of drawn) words.add(word);
    if (method === "POST")
      creations.set(trace, { status: undefined, items: [], ...creations.get(trace), operation, path, body });
    if (method !== "PUT" && method !== "PATCH") return;
    const known = items.get(path);
    if (known !== undefined) items.set(path, [...known, body]);
    else if (method === "PUT" && drawn.length > 0) sentTo.set(path, body);
  };
  const answer = (line: Line): void => {
    const trace = textIn(line, "trace");
    const creation = creations.get(trace);
    if (creation === undefined) return;
    const { status } = line;
    const led = listIn(line["items"]);
    for (const each of led) traces.set(each, trace);
    creations.set(trace, {
      ...creation,
      status: typeof status === "number" ? status : undefined,
      items: led,
    });
  };
  const own = (path: string): void => {
    const creation = creations.get(traces.get(path) ?? "");
    const put = sentTo.get(path);
    items.set(
      path,
      [creation?.body, put].filter((body) => body !== undefined),
    );
    sentTo.delete(path);
    disowned.delete(path);
    if (creation !== undefined) proven.add(creation.operation);
  };
  const disown = (path: string): void => {
    items.delete(path);
    disowned.add(path);
  };
  const drop = (path: string): void => {
    for (const each of [items, sentTo, disowned]) each.delete(path);
    const trace = traces.get(path) ?? "";
    const creation = creations.get(trace);
    traces.delete(path);
    if (creation === undefined) return;
    const rest = creation.items.filter((each) => each !== path);
    if (rest.length === 0) creations.delete(trace);
    else creations.set(trace, { ...creation, items: rest });
  };
  const move = (from: string, to: string): void => {
    items.set(to, items.get(from) ?? []);
    items.delete(from);
    const trace = traces.get(from);
    const creation = creations.get(trace ?? "");
    if (trace === undefined || creation === undefined) return;
    traces.delete(from);
    traces.set(to, trace);
    creations.set(trace, { ...creation, items: creation.items.map((each) => (each === from ? to : each)) });
  };

  const noteChange = (line: Line): void => {
    const change = { method: textIn(line, "method"), path: textIn(line, "path"), body: textIn(line, "body") };
    const key = `${change.method} ${change.path}`;
    // Of two that were not restored, the first one has what was there before both.
    if (!changes.has(key)) changes.set(key, change);
  };
  const readers: ReadonlyMap<unknown, (line: Line) => void> = new Map([
    ["sending", send],
    ["answered", answer],
    ["unsent", (line) => creations.delete(textIn(line, "trace"))],
    ["owned", (line) => own(textIn(line, "path"))],
    ["disowned", (line) => disown(textIn(line, "path"))],
    ["gone", (line) => drop(textIn(line, "path"))],
    ["moved", (line) => move(textIn(line, "path"), textIn(line, "to"))],
    ["changing", noteChange],
    ["restored", (line) => changes.delete(`${textIn(line, "method")} ${textIn(line, "path")}`)],
  ]);

  return {
    add: (line: Line): void => readers.get(line["event"])?.(line),
    gathered: (): Journalled => ({
      ...{ creations, items, disowned, proven, words },
      put: [...sentTo.keys()],
      changes: [...changes.values()],
    }),
  };
}

/** The text of a member; an empty one where a line lacks it. */
function textIn(line: Line, name: string): string {
  const value = line[name];
  return typeof value === "string" ? value : "";
}

function listIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
