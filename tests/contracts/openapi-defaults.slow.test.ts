import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { changes, describePaths, json, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn, type Item } from "./deviations.js";
import { judgeShelf, type Shelf } from "./shelf.js";

const copies = { type: "integer", minimum: 1, maximum: 9, default: 3 };
const starred = { type: "boolean", default: false };
const size = { type: "string", enum: ["small", "large"], default: "small" };

/** What is created has these members, where they are not sent. */
function leftOut(properties: Shelf["properties"], members: (all: readonly Item[]) => Item): Shelf {
  return {
    properties,
    methods: ["GET", "DELETE"],
    create: (sent, all) => ({ ...members(all), ...sent }),
  };
}

const inner = { type: "object", properties: { name: { type: "string" }, copies } };
const listed = { type: "array", items: inner };
const role = { type: "string", enum: ["viewer", "editor"], default: "viewer" };

/** What is sent of an object, with a number of copies where there is none. */
const with1 = (sent: unknown): object => ({ copies: 1, ...(sent as object) });
/** The same of each item of a list. */
const each1 = (sent: unknown): readonly object[] => (Array.isArray(sent) ? sent : []).map(with1);

const drawn = (all: readonly Item[]): Item => ({ copies: (all.length % 7) + 1 });

describe("a member that is left out may be", () => {
  it.each<[string, Shelf]>([
    ["its default", leftOut({ copies, starred, size }, () => ({ copies: 3, starred: false, size: "small" }))],
    ["missing", leftOut({ copies, starred, size }, () => ({}))],
    ["null", leftOut({ copies, starred, size }, () => ({ copies: null }))],
    ["of another type", leftOut({ copies }, () => ({ copies: "3" }))],
    [
      "the default in capitals",
      leftOut({ size: { type: "string", default: "small" } }, () => ({ size: "SMALL" })),
    ],
    ["another number each time", leftOut({ copies }, drawn)],
    [
      "what a server decides",
      leftOut({ level: size, status: size, approved: starred }, () => ({
        level: "large",
        status: "large",
        approved: true,
      })),
    ],
    ["in an object that is left out with it", leftOut({ inner }, () => ({}))],
    [
      "needed in its object",
      {
        ...leftOut({ inner, copies }, () => ({ copies: 3 })),
        refuse: ({ inner: sent }) =>
          sent !== undefined && !Object.hasOwn(sent as object, "copies") ? 400 : 0,
      },
    ],
    [
      "a role that its creator gives",
      leftOut({ role: { ...role, enum: undefined } }, () => ({ role: "editor" })),
    ],
    [
      "anything without a default",
      leftOut({ copies: { type: "integer", maximum: 9 } }, () => ({ copies: 1 })),
    ],
    [
      "another number where that is the server's",
      {
        ...leftOut({ copies: { ...copies, enum: [1, 3] } }, () => ({})),
        create: (sent) => ({ ...sent, copies: 1 }),
      },
    ],
    [
      "another number where the response promises no such default",
      {
        ...leftOut({ copies }, () => ({ copies: 5 })),
        shownAs: { copies: { type: "integer", minimum: 5 } },
        show: (item) => ({ ...item, copies: 5 }),
      },
    ],
  ])("%s", async (_, shelf) => {
    expect(failedIn(await judgeShelf(shelf)).filter((id) => id.endsWith("defaults"))).toEqual([]);
  });
});

describe("a member that is left out is found to be", () => {
  it.each<[string, Shelf]>([
    ["another number", leftOut({ copies }, () => ({ copies: 1 }))],
    ["true", leftOut({ starred }, () => ({ starred: true }))],
    ["insured", leftOut({ insured: starred }, () => ({ insured: true }))],
    ["paid", leftOut({ paid: starred }, () => ({ paid: true }))],
    ["another word", leftOut({ size }, () => ({ size: "large" }))],
    [
      "another number in an object",
      {
        ...leftOut({ inner }, () => ({})),
        create: (sent) => ({
          ...sent,
          ...(sent["inner"] === undefined ? {} : { inner: with1(sent["inner"]) }),
        }),
      },
    ],
    [
      "another number in a list of objects",
      { ...leftOut({ listed }, () => ({})), create: (sent) => ({ ...sent, listed: each1(sent["listed"]) }) },
    ],
    ["another role", leftOut({ role }, () => ({ role: "editor" }))],
    ["another condition", leftOut({ condition: size }, () => ({ condition: "large" }))],
    [
      "another text",
      leftOut({ material: { type: "string", default: "wood" } }, () => ({ material: "stone" })),
    ],
  ])("%s", async (_, shelf) => {
    expect(failedIn(await judgeShelf(shelf))).toEqual(["addThing: defaults"]);
  });
});

describe("it is said that a default is not seen", () => {
  const part = {
    oneOf: [
      { type: "object", properties: { wood: { type: "string", maxLength: 40 }, copies } },
      { type: "object", properties: { steel: { type: "string", maxLength: 40 } } },
    ],
  };
  it.each<[string, Shelf, string]>([
    [
      "in a list of objects that do not show it",
      leftOut({ copies, listed }, () => ({ copies: 3 })),
      "in part only: no response shows these where they are left out: listed/*/copies",
    ],
    [
      "in one of several alternatives",
      leftOut({ copies, part }, () => ({ copies: 3 })),
      "in part only: these defaults are not tried, which one of several alternatives has: part/copies",
    ],
  ])("%s", async (_, shelf, reason) => {
    const report = await judgeShelf(shelf);
    const found = report.requirements.find(({ id }) => id === "addThing: defaults");
    expect(failedIn(report)).toEqual([]);
    expect(found).toMatchObject({ verdict: "passed", reason });
  });
});

describe("what a PUT creates", () => {
  const schema = { type: "object", required: ["title"], properties: { title: { type: "string" }, copies } };
  const judgePut = async (usual: number) => {
    const notes = new Map<string, object>();
    const baseUrl = await startJsonServer(({ method, parts: [, code = ""], sent }) => {
      const note = notes.get(code);
      if (code === "") return [200, [...notes.values()]];
      if (method !== "PUT" && note === undefined) return [404, {}];
      if (method === "GET") return [200, note];
      if (method === "DELETE") return [notes.delete(code) ? 204 : 404];
      const { title, copies: number = usual } = sent;
      const isNumber = typeof number === "number" && Number.isInteger(number) && number > 0 && number < 10;
      if (!/^[a-z]{12}$/.test(code) || typeof title !== "string" || !isNumber) return [400, {}];
      notes.set(code, { title, copies: number });
      return [note === undefined ? 201 : 200, notes.get(code)];
    });
    const id = { type: "string", pattern: "^[a-z]{12}$" };
    const created = { 201: { description: "New", ...json(schema) } };
    const description = describePaths({
      "/notes": { get: lists("listNotes", schema) },
      "/notes/{code}": {
        parameters: [{ name: "code", in: "path", required: true, schema: id }],
        get: reads("getNote", schema),
        put: changes("putNote", schema, schema, created),
        delete: removes("removeNote"),
      },
    });
    return failedIn(await judgeDescribed(description, baseUrl));
  };

  it("may have its default", async () => {
    expect(await judgePut(3)).toEqual([]);
  });

  it("is found to have another one", async () => {
    expect(await judgePut(5)).toEqual(["putNote: defaults"]);
  });
});
