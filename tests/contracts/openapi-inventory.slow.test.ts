import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Report } from "../../src/engine/index.js";
import { sentObject } from "../servers/sent-object.js";
import {
  changes,
  describePaths,
  idInPath,
  judgeDescribed,
  lists,
  reads,
  removes,
  takes,
} from "./described.js";

type Row = Readonly<Record<string, unknown>>;

/** What one server of crates does in its own way. */
interface Ways {
  /** The body of a creation, as the description has it. */
  readonly body?: object;
  /** Is what was sent a valid crate? */
  readonly isFit?: (sent: Row) => boolean;
  /** The address of a new crate below `/crates`. */
  readonly idOf?: (sent: Row, count: number) => string;
  /** What the item shows. */
  readonly show?: (row: Row, id: string) => Row;
  /** What the list shows of it; undefined for nothing. */
  readonly list?: (row: Row, id: string) => Row | undefined;
  readonly answer?: (row: Row, id: string) => readonly [number, Row?];
  /** What becomes of a crate that is deleted. */
  readonly remove?: (crates: Map<string, Row>, id: string) => number;
  /** Does the connection break before the response to this creation, by its number? */
  readonly breaksAt?: (count: number) => boolean;
  readonly without?: readonly ("get" | "delete" | "list")[];
  readonly others?: readonly (readonly [string, Row])[];
  /** What a read of an id shows that no crate has; 404 if absent. */
  readonly showUnknown?: Row;
}

const word = { type: "string" };
const crate = { type: "object", properties: { crate_id: word, name: word, title: word } };

/** A crate that shows its id as a name. */
const named = (row: Row, id: string): Row => ({ name: id, ...row });

/** Judges such a server; returns its report, what is there, and what was changed or deleted. */
async function judge(ways: Ways) {
  const {
    body = { type: "object", required: ["title"], properties: { title: { ...word, maxLength: 40 } } },
    isFit = ({ title }) => typeof title === "string" && title.length <= 40,
    idOf = (_, count) => `s-${count}`,
    show = (row, id) => ({ crate_id: id, ...row }),
    list = show,
    answer = (row, id) => [201, show(row, id)],
    remove = (all, id) => (all.delete(id) ? 204 : 404),
    breaksAt = () => false,
    without = [],
    others = [["s-0", { title: "somebody's" }]],
    showUnknown,
  } = ways;
  const crates = new Map<string, Row>(others);
  const changed: string[] = [];
  const bodies: string[] = [];
  let count = 0;
  const server = createServer(async (request, response) => {
    const { method = "", url = "" } = request;
    const [, , id = ""] = (url.split("?")[0] ?? "").split("/");
    const sentText = await text(request);
    const reply = (status: number, value?: unknown): void => {
      response.writeHead(status, value === undefined ? {} : { "content-type": "application/json" });
      response.end(value === undefined ? undefined : JSON.stringify(value));
    };
    const known = crates.get(id);
    if (method === "POST") {
      const sent = sentObject(sentText);
      if (!isFit(sent)) return reply(400, {});
      bodies.push(sentText);
      count += 1;
      const own = idOf(sent, count);
      crates.set(own, sent);
      if (breaksAt(count)) return void request.socket.destroy();
      const [status, shown] = answer(sent, own);
      return reply(status, shown);
    }
    if (id === "")
      return reply(
        200,
        [...crates].flatMap(([each, row]) => list(row, each) ?? []),
      );
    if (known === undefined && method === "GET" && showUnknown !== undefined) return reply(200, showUnknown);
    if (known === undefined) return reply(404, {});
    if (method === "GET") return reply(200, show(known, id));
    changed.push(`${method} ${id}`);
    if (method === "DELETE") return reply(remove(crates, id));
    crates.set(id, { ...known, ...sentObject(sentText) });
    return reply(200, show(crates.get(id) ?? {}, id));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const creation = {
    operationId: "openCrate",
    ...takes(body),
    responses: { 200: { description: "It" }, 201: { description: "It" }, 400: { description: "No" } },
  };
  const description = describePaths({
    "/crates": {
      ...(without.includes("list") ? {} : { get: lists("listCrates", crate) }),
      post: creation,
    },
    "/crates/{crate_id}": {
      parameters: [{ ...idInPath("string"), name: "crate_id" }],
      ...(without.includes("get") ? {} : { get: reads("getCrate", crate) }),
      patch: changes("changeCrate", crate, crate),
      ...(without.includes("delete") ? {} : { delete: removes("closeCrate") }),
    },
  });
  const report = await judgeDescribed(description, `http://127.0.0.1:${port}`, { seed: 1, whole: true });
  const there = [...crates.keys()].filter((id) => others.every(([other]) => other !== id));
  return { report, there, crates, changed, bodies, created: count };
}

/** What a report names as left, with the reasons. */
function leftIn({ run: { left = [], leftReasons = {} } }: Report): readonly string[] {
  return left.map((item) => (leftReasons[item] === undefined ? item : `${item}: ${leftReasons[item]}`));
}

describe("items whose creation shows no id are found by what is new in the list, and deleted, where", () => {
  it.each<[string, Ways]>([
    ["the list shows their names", { answer: ({ title }) => [201, { title }], show: named }],
    ["nothing but the status is answered", { answer: () => [201], show: named }],
    ["they cannot be read one by one", { answer: () => [201], show: named, without: ["get"] }],
    ["the list shows their ids", { answer: () => [201] }],
    [
      "nothing shows what was sent",
      { answer: () => [201], show: (_, id) => ({ name: id }), list: (_, id) => ({ name: id }) },
    ],
  ])("%s", async (_, ways) => {
    const { report, there, created, crates } = await judge(ways);

    expect(created).toBeGreaterThan(3);
    expect(there).toEqual([]);
    expect(crates.get("s-0")).toEqual({ title: "somebody's" });
    expect(leftIn(report)).toEqual([]);
  });
});

describe("items whose creation shows no id are named, where", () => {
  it("there is no list", async () => {
    const { report, there } = await judge({ answer: () => [201], without: ["list"] });

    expect(there.length).toBeGreaterThan(1);
    expect(leftIn(report)).toEqual([`${there.length} items of POST /crates, no id was shown`]);
  });

  it("nothing deletes them", async () => {
    const { report, there } = await judge({ answer: () => [201], without: ["delete"] });

    expect(there.length).toBeGreaterThan(1);
    expect(leftIn(report).toSorted()).toEqual(
      there.map((id) => `/crates/${id}: no operation that the run may call deletes it`).toSorted(),
    );
  });
});

describe("what is deleted counts as deleted", () => {
  it("not where it is still served", async () => {
    const { report, there } = await judge({ remove: () => 200, list: () => undefined });

    expect(there.length).toBeGreaterThan(4);
    expect(leftIn(report).toSorted()).toEqual(
      there.map((id) => `/crates/${id}: it is still there after DELETE was answered with 200`).toSorted(),
    );
  });

  it.each<[string, Row]>([
    ["deletedAt", { deletedAt: "2026-01-01T00:00:00Z" }],
    ["deleted", { deleted: true }],
    ["a state", { status: "archived" }],
  ])("where it is shown as deleted, by %s", async (_, mark) => {
    const { report, there } = await judge({
      show: (row, id) => ({ crate_id: id, status: "open", ...row }),
      remove: (all, id) => {
        all.set(id, { ...all.get(id), ...mark });
        return 204;
      },
    });

    expect(there.length).toBeGreaterThan(4);
    expect(leftIn(report)).toEqual([]);
  });

  it("where nothing can be read", async () => {
    const { report, there } = await judge({ without: ["get", "list"] });

    expect(there).toEqual([]);
    expect(leftIn(report)).toEqual([]);
  });
});

it("items without room for a marker are deleted, too", async () => {
  const { report, there, created, crates } = await judge({
    body: {
      type: "object",
      required: ["title"],
      properties: { title: { ...word, pattern: "^[a-z]{1,3}$" } },
    },
    isFit: ({ title }) => /^[a-z]{1,3}$/.test(`${title}`),
  });

  expect(created).toBeGreaterThan(3);
  expect(there).toEqual([]);
  expect(leftIn(report)).toEqual([]);
  expect(crates.get("s-0")).toEqual({ title: "somebody's" });
});

it.each<[string, Ways]>([
  ["nothing is found there", {}],
  ["nothing is found there, and nothing deletes", { without: ["delete"] }],
  ["every id is answered alike", { without: ["delete"], showUnknown: { segments: [] } }],
])("an address at which there never was an item is not left, where %s", async (_, ways) => {
  // What is posted only says which crate it is about.
  const { report, created } = await judge({
    body: { type: "object", required: ["crate_id"], properties: { crate_id: word } },
    isFit: (sent) => typeof sent["crate_id"] === "string",
    idOf: (_row, count) => `hidden-${count}`,
    answer: ({ crate_id }) => [201, { crate_id }],
    list: () => undefined,
    ...ways,
  });

  expect(created).toBeGreaterThan(1);
  expect(leftIn(report)).toEqual([]);
});

it("an item that is created once, however often it is sent, is the run's own", async () => {
  const ids = new Map<unknown, string>();
  const { report, there, changed } = await judge({
    body: { type: "object", required: ["title"], properties: { title: { ...word, maxLength: 40 } } },
    idOf: ({ title }, count) => {
      ids.set(title, ids.get(title) ?? `s-${count}`);
      return ids.get(title) ?? "";
    },
  });

  expect(changed.filter((each) => each.startsWith("DELETE")).length).toBeGreaterThan(3);
  expect(there).toEqual([]);
  expect(leftIn(report)).toEqual([]);
});

describe("a creation whose response got lost", () => {
  it("is not sent again; its item is found by its marker and deleted", async () => {
    const { report, there, bodies } = await judge({ breaksAt: (count) => count % 3 === 2 });

    expect(new Set(bodies.filter((each) => each.includes("Pedigree"))).size).toBeGreaterThan(4);
    expect(bodies.filter((each, index) => /[a-z]{8}/.test(each) && bodies.indexOf(each) !== index)).toEqual(
      [],
    );
    expect(there).toEqual([]);
    expect(leftIn(report)).toEqual([]);
  });

  it("is named where no list shows what came of it", async () => {
    const { report, there } = await judge({ breaksAt: (count) => count === 2, without: ["list"] });

    expect(there).toEqual(["s-2"]);
    expect(leftIn(report)).toEqual([
      "perhaps 1 item of POST /crates: the connection broke before the response",
    ]);
  });
});

it.each<[string, Ways]>([
  ["responses", {}],
  ["responses with 200", { answer: (row, id) => [200, { crate_id: id, ...row }] }],
  ["a list", { answer: () => [201], show: named }],
])("an item that two creations show in %s is left as it is from then on, and named", async (_, ways) => {
  const { report, changed, there } = await judge({ ...ways, idOf: () => "same", others: [] });

  expect(changed).toEqual([]);
  expect(there).toEqual(["same"]);
  expect(leftIn(report)).toEqual([
    "/crates/same: more than one creation showed it, so that it may have been there before",
  ]);
});

it("items are the run's own, although ids of deleted ones are given again", async () => {
  const free = new Set<string>();
  const { report, there } = await judge({
    idOf: (_, count) => {
      const [first = `s-${count}`] = free;
      free.delete(first);
      return first;
    },
    remove: (all, id) => {
      free.add(id);
      return all.delete(id) ? 204 : 404;
    },
  });

  expect(there).toEqual([]);
  expect(leftIn(report)).toEqual([]);
});

describe("a creation whose body chooses the id changes no item that is there, where the server", () => {
  const words = ["chf", "cny", "eur", "gbp"];
  const body = {
    type: "object",
    required: ["crate_id", "title"],
    properties: { crate_id: { ...word, enum: words }, title: { ...word, maxLength: 40 } },
  };
  const others = words.slice(0, 3).map((each) => [each, { title: "somebody's" }] as const);
  it.each<[string, number]>([
    ["says that it was there", 200],
    ["says that it is new", 201],
  ])("%s", async (_, status) => {
    const { crates, changed } = await judge({
      body,
      others,
      isFit: (sent) => words.includes(`${sent["crate_id"]}`) && typeof sent["title"] === "string",
      idOf: (sent) => `${sent["crate_id"]}`,
      answer: (row, id) => [status, { crate_id: id, ...row }],
    });

    expect(others.map(([id]) => crates.get(id))).toEqual(others.map(([, row]) => row));
    expect(changed.filter((each) => others.some(([id]) => each.endsWith(id)))).toEqual([]);
  });
});
