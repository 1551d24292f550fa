import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { parsed } from "../servers/sent-object.js";
import { describePaths, idInPath, json, judgeDescribed, takes } from "./described.js";
import { failedIn } from "./deviations.js";

interface Note {
  readonly title: string;
  readonly text?: string | null;
  readonly pages?: number | null;
  readonly kind?: string;
  readonly tags?: readonly string[];
  readonly words?: readonly string[];
  readonly price?: string;
}

const orNull = (schema: object) => ({ anyOf: [schema, { type: "null" }] });
const properties = {
  title: { type: "string", minLength: 1 },
  text: orNull({ type: "string", maxLength: 900 }),
  pages: orNull({ type: "integer", minimum: 1 }),
  kind: { enum: ["short", "long"], default: "short" },
  tags: { type: "array", items: { type: "string" } },
  words: { type: "array", items: { enum: ["red", "blue"] } },
  price: { type: "string", format: "decimal" },
};
const note = { type: "object", required: ["title"], properties };
const shown = { ...note, properties: { id: { type: "integer" }, ...properties } };
const resource = (needed: readonly string[], attributes: object) => {
  const members = { type: { const: "notes" }, id: { type: "string" }, attributes };
  return { type: "object", required: needed, properties: members };
};
const inside = (name: string, schema: object) => ({
  type: "object",
  required: [name],
  properties: { [name]: schema },
});
/** How a body has the members of a note, and how a response shows them. */
interface Style {
  readonly created: 200 | 201;
  readonly body: object;
  readonly change: object;
  readonly response: object;
  readonly noteIn: (body: never) => Partial<Note>;
  readonly show: (id: number, note: Note) => unknown;
}
const anyNote = { type: "object", properties };
const styles = {
  flat: {
    created: 200,
    body: note,
    change: anyNote,
    response: shown,
    noteIn: (body: Note) => body,
    show: (id: number, each: Note) => ({ id, ...each }),
  },
  wrapped: {
    created: 201,
    body: inside("note", note),
    change: inside("note", anyNote),
    response: shown,
    noteIn: (body: { note: Note }) => body.note,
    show: (id: number, each: Note) => ({ id, ...each }),
  },
  "wrapped in both directions": {
    created: 201,
    body: inside("note", note),
    change: inside("note", anyNote),
    response: inside("note", shown),
    noteIn: (body: { note: Note }) => body.note,
    show: (id: number, each: Note) => ({ note: { id, ...each } }),
  },
  "JSON:API": {
    created: 201,
    body: inside("data", resource(["type", "attributes"], note)),
    change: inside("data", resource(["type", "id"], anyNote)),
    response: inside("data", resource(["type", "id", "attributes"], note)),
    noteIn: (body: { data: { attributes: Note } }) => body.data.attributes,
    show: (id: number, attributes: Note) => ({ data: { type: "notes", id: `${id}`, attributes } }),
  },
} satisfies Record<string, Style>;

function describeNotes({ created, body, change, response }: Style) {
  const ok = (status = 200) => ({
    [status]: { description: "done", ...json(response) },
    400: { description: "no" },
  });
  return describePaths({
    "/notes": { post: { operationId: "add", ...takes(body), responses: ok(created) } },
    "/notes/{id}": {
      parameters: [idInPath()],
      get: { operationId: "get", responses: { ...ok(), 404: { description: "none" } } },
      patch: { operationId: "change", ...takes(change), responses: ok() },
    },
  });
}

/** What a server does with what it has. */
interface Deviation {
  readonly refuses?: (note: Partial<Note>) => boolean;
  readonly store?: (note: Partial<Note>) => Partial<Note>;
  readonly change?: (was: Note, sent: Partial<Note>, all: Note[]) => Note;
}

/** Judges a server of a style; returns what failed. */
async function judgeNotes(style: keyof typeof styles, deviation: Deviation = {}): Promise<readonly string[]> {
  const { created, body, change, noteIn, show }: Style = styles[style];
  const {
    refuses,
    store = (each) => each,
    change: changed = (was, sent) => ({ ...was, ...sent }),
  } = deviation;
  const ajv = new Ajv2020({ strict: false, logger: false });
  const [isBody, isChange] = [ajv.compile(body), ajv.compile(change)];
  const notes: Note[] = [];
  const baseUrl = await startJsonServer(({ method, parts, body: text }) => {
    const sent = parsed(text);
    const at = Number(parts[1]) - 1;
    const was = notes[at];
    const isNew = method === "POST";
    if (method === "GET" || (!isNew && was === undefined))
      return was === undefined ? [404, {}] : [200, show(at + 1, was)];
    const given = (isNew ? isBody : isChange)(sent) ? (noteIn(sent as never) ?? {}) : undefined;
    const named = (sent as { data?: { id?: string } } | undefined)?.data?.id;
    if (given === undefined || refuses?.(given) === true) return [400, {}];
    if (!isNew && named !== undefined && named !== `${at + 1}`) return [409, {}];
    if (was === undefined) notes.push({ kind: "short", ...(store(given) as Note) });
    else notes[at] = changed(was, given, notes);
    const stored = isNew ? notes.length - 1 : at;
    return [isNew ? created : 200, show(stored + 1, notes[stored] as Note)];
  });
  const report = await judgeDescribed(describeNotes(styles[style]), baseUrl);
  expect(report.requirements.find(({ id }) => id === "change: changed")?.verdict).not.toBe("untested");
  return failedIn(report);
}

describe("in bodies that are wrapped as the responses are,", () => {
  const style = "wrapped in both directions";

  it("a server that keeps everything is not failed", async () => {
    expect(await judgeNotes(style)).toEqual([]);
  });

  it("a change that takes another member away is found", async () => {
    const change = ({ text: _lost, ...was }: Note, sent: Partial<Note>) => ({ ...was, ...sent });
    expect(await judgeNotes(style, { change })).toEqual(["change: changed"]);
  });
});

describe.each(["flat", "wrapped", "JSON:API"] as const)("in bodies that are %s,", (style) => {
  it.each<[string, Deviation, readonly string[]]>([
    ["a server that keeps everything is not failed", {}, []],
    [
      "a server that writes words of a list in its own way is not failed",
      {
        store: ({ words = [], ...each }) => ({ ...each, words: words.map((word) => word.toLowerCase()) }),
      },
      [],
    ],
    [
      "a server that writes decimals in its own way is not failed",
      { store: (each) => ({ ...each, ...(each.price && { price: Number(each.price).toFixed(2) }) }) },
      [],
    ],
    [
      "a decimal that is rounded is found",
      { store: (each) => ({ ...each, ...(each.price && { price: Number(each.price).toFixed(0) }) }) },
      ["add: read back"],
    ],
    [
      "a change of the oldest other item is found",
      {
        change: (was, sent, all) => {
          const other = all.findIndex((each) => each !== was);
          if (sent.title !== undefined && other >= 0)
            all[other] = { ...(all[other] as Note), title: sent.title };
          return { ...was, ...sent };
        },
      },
      ["change: changed"],
    ],
    [
      "a text that is not stored is found",
      { store: ({ text: _, ...each }) => ({ ...each, text: null }) },
      ["add: read back"],
    ],
    [
      "a word that is replaced is found",
      { store: (each) => ({ ...each, ...(each.kind && { kind: "short" }) }) },
      ["add: read back"],
    ],
    [
      "a list of which only the first item is kept is found",
      { store: (each) => ({ ...each, ...(each.tags && { tags: each.tags.slice(0, 1) }) }) },
      ["add: read back"],
    ],
    [
      "a list of words that is emptied by another change is found",
      { change: (was, sent) => ({ ...was, words: [], ...sent }) },
      ["change: changed"],
    ],
    ["a change that is ignored is found", { change: (was) => was }, ["change: changed"]],
    [
      "a change that takes another member away is found",
      { change: (was, sent) => ({ ...was, ...("text" in sent ? {} : { text: "none" }), ...sent }) },
      ["change: changed"],
    ],
  ])("%s", async (_, deviation, failed) => {
    expect(await judgeNotes(style, deviation)).toEqual(failed);
  });
});

it("a member that may be null is tested as any other", async () => {
  const isNull = ({ pages }: Partial<Note>): boolean => pages === null;
  expect(await judgeNotes("flat", { refuses: isNull })).toEqual([
    "add: stated values",
    "change: stated values",
  ]);
});
