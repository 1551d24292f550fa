import { describe, expect, it } from "vitest";
import { type Reply, startJsonServer } from "../servers/json-server.js";
import {
  adds,
  changes,
  describePaths,
  idInPath,
  judgeDescribed,
  lists,
  reads,
  removes,
} from "./described.js";
import { failedIn, type Item } from "./deviations.js";

type Notes = Map<string, Item>;

/** What one server does in its own way; undefined where it does what all do. */
interface Ways {
  /** Stores what is sent to a note; the status, if it is another one than 200. */
  readonly store?: (notes: Notes, id: string, sent: Item) => number;
  readonly method?: "put" | "patch";
  /** Of the id in a body, and the name of it. */
  readonly idSchema?: object;
  readonly name?: string;
  readonly required?: readonly string[];
  /** What creations take besides. */
  readonly created?: object;
  readonly show?: (note: Item, notes: Notes) => Item;
}

const title = { type: "string", minLength: 1, maxLength: 60 };

async function judge({
  store = (notes, id, { title: text }) => {
    notes.set(id, { ...notes.get(id), title: text });
    return 200;
  },
  method = "put",
  idSchema = { type: "integer" },
  name = "id",
  required = ["title"],
  created = {},
  show = (note) => note,
}: Ways) {
  const notes: Notes = new Map();
  const asked: string[] = [];
  let count = 0;
  const isFit = (value: unknown): boolean => typeof value === "string" && value !== "" && value.length <= 60;
  const baseUrl = await startJsonServer(({ method: verb, parts, sent }): Reply => {
    const [, id = ""] = parts;
    if (["POST", "PUT", "PATCH"].includes(verb) && !isFit(sent["title"])) return [400, {}];
    if (verb === "POST") {
      count += 1;
      notes.set(`${count}`, { title: sent["title"], [name]: count });
      return [201, show(notes.get(`${count}`) ?? {}, notes)];
    }
    const note = notes.get(id);
    if (id === "") return [200, [...notes.values()].map((each) => show(each, notes))];
    if (note === undefined) return [404, {}];
    if (verb === "DELETE") notes.delete(id);
    if (verb === "DELETE") return [204];
    if (verb === "GET") return [200, show(note, notes)];
    asked.push(`${id} ${JSON.stringify(sent[name])}`);
    const own = sent[name] ?? note[name];
    if (!Number.isInteger(own)) return [400, {}];
    const status = store(notes, id, { title: sent["title"], [name]: own });
    return [status, status === 200 ? show(notes.get(id) ?? { ...sent, [name]: own }, notes) : {}];
  });
  const shown = {
    type: "object",
    required: [name, "title"],
    properties: { [name]: { type: "integer" }, title },
  };
  const change = { type: "object", required, properties: { [name]: idSchema, title } };
  const isTaken = { 409: { description: "Not this one" } };
  const description = describePaths({
    "/notes": {
      get: lists("listNotes", shown),
      post: adds(
        "addNote",
        { type: "object", required: ["title"], properties: { title, ...created } },
        shown,
      ),
    },
    "/notes/{id}": {
      parameters: [idInPath()],
      get: reads("getNote", shown),
      [method]: changes("changeNote", change, shown, isTaken),
      delete: removes("removeNote"),
    },
  });
  const failed = failedIn(await judgeDescribed(description, baseUrl));
  const isTried = asked.some((each) => /^(\d+) (?!\1$)\d+$/.test(each));
  // What shows no word of the run is not deleted.
  return { failed, isTried, left: [...notes.values()].filter(({ title: text }) => `${text}`.length > 1) };
}

/** Stores what is sent under the id in it, in place of the note that had that. */
const moved = (notes: Notes, id: string, sent: Item): number => {
  notes.delete(id);
  notes.set(`${sent["id"]}`, sent);
  return 200;
};
/** Stores what is sent under the id in it, and leaves the note in the path. */
const misled = (notes: Notes, _: string, sent: Item): number => {
  notes.set(`${sent["id"]}`, sent);
  return 200;
};
/** Stores what is sent at its address, with the id in it. */
const renamed = (notes: Notes, id: string, sent: Item): number => {
  notes.set(id, sent);
  return 200;
};

describe("nothing fails where the server", () => {
  it.each<[string, Ways, boolean]>([
    ["takes no notice of the id in the body", {}, true],
    ["takes no notice of it in a change of one member", { method: "patch" }, true],
    ["needs it, and takes no notice", { required: ["title", "id"] }, true],
    [
      "refuses the id of another one",
      {
        store: (notes, id, sent) => {
          if (`${sent["id"]}` !== id) return 400;
          return renamed(notes, id, sent);
        },
      },
      true,
    ],
    [
      "is in conflict with it",
      { store: (notes, id, sent) => (`${sent["id"]}` === id ? renamed(notes, id, sent) : 409) },
      true,
    ],
    [
      "moves the note, unless there is another one",
      {
        store: (notes, id, sent) =>
          id !== `${sent["id"]}` && notes.has(`${sent["id"]}`) ? 409 : moved(notes, id, sent),
      },
      true,
    ],
    [
      "shows the title of the last note beside others",
      { show: (note, notes) => ({ ...note, last: [...notes.values()].map((each) => each["title"]) }) },
      true,
    ],
    ["says that the id is its own", { idSchema: { type: "integer", readOnly: true } }, false],
    ["has numbers that are not those of the path", { name: "partId", idSchema: { type: "integer" } }, false],
  ])("%s", async (_, ways, expected) => {
    const { failed, isTried } = await judge(ways);

    expect(failed).toEqual([]);
    if (expected) expect(isTried).toBe(true);
  });
});

it.each<Ways>([{ store: renamed }, { store: renamed, method: "patch" }])(
  "an item that shows another id than that of its address, since a change sent it, is found: %j",
  async (ways) => {
    expect((await judge(ways)).failed).toEqual(["every item: identity"]);
  },
);

describe("a server is found that", () => {
  it.each<[string, Ways]>([
    ["writes what it is sent to another note", { store: misled }],
    ["puts the note in place of another one", { store: moved }],
  ])("%s", async (_, ways) => {
    const { failed, left } = await judge(ways);

    expect(failed).toContain(`changeNote: ${ways.method === "patch" ? "changed" : "replaced"}`);
    expect(left).toEqual([]);
  });
});
