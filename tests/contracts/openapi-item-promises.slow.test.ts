import { describe, expect, it } from "vitest";
import { type Reply, startJsonServer } from "../servers/json-server.js";
import {
  adds,
  changes,
  describePaths,
  idInPath,
  json,
  judgeDescribed,
  lists,
  reads,
  removes,
} from "./described.js";
import { failedIn } from "./deviations.js";

type Members = Readonly<Record<string, unknown>>;
type Item = Members & { readonly id: number };

/** One request to a marina, and its state. */
interface Call {
  readonly method: string;
  readonly sent: Members;
  readonly boat: Item | undefined;
  readonly boats: Map<number, Item>;
}

/** What one marina does in its own way. */
interface Ways {
  /** In place of the usual answer; undefined for that one. */
  readonly answer?: (call: Call) => Reply | undefined;
  /** The members of the request that are stored beside those that are described. */
  readonly adopts?: readonly string[];
  /** What is shown to another method than GET. */
  readonly headStatus?: (isThere: boolean) => number;
}

const code = { type: "string", pattern: "^[A-Z]{2}-[0-9]{6}$", description: "Unique among all boats." };
const name = { type: "string", minLength: 1, maxLength: 60 };
const note = { type: "string", maxLength: 60 };
const tags = { type: "array", uniqueItems: true, maxItems: 4, items: { type: "string", maxLength: 30 } };
const body = { type: "object", required: ["code", "name"], properties: { code, name, note, tags } };
const shown = {
  type: "object",
  required: ["id"],
  properties: {
    id: { type: "integer", readOnly: true },
    ...body.properties,
    addedBy: { type: "string", readOnly: true, maxLength: 60 },
  },
};

function isText(value: unknown, longest: number): boolean {
  return typeof value === "string" && value.length <= longest;
}

function isValid({ code: own, name: called, note: said = "", tags: all = [] }: Members): boolean {
  const isList = Array.isArray(all) && all.length <= 4 && new Set(all).size === all.length;
  return (
    isText(own, 9) &&
    /^[A-Z]{2}-[0-9]{6}$/.test(`${own}`) &&
    isText(called, 60) &&
    called !== "" &&
    isText(said, 60) &&
    isList &&
    (all as readonly unknown[]).every((each) => isText(each, 30))
  );
}

async function judge({ answer, adopts = [], headStatus = (isThere) => (isThere ? 200 : 404) }: Ways) {
  const boats = new Map<number, Item>();
  let count = 0;
  const baseUrl = await startJsonServer(({ method, parts: [, part], body: text, sent }) => {
    const id = part === undefined ? undefined : Number(part);
    const boat = boats.get(id ?? 0);
    if (method === "HEAD") return [headStatus(boat !== undefined), {}];
    const own = answer?.({ method, sent, boat, boats });
    if (own !== undefined) return own;
    if (id !== undefined && boat === undefined) return [404, {}];
    if (method === "GET") return [200, boat ?? [...boats.values()]];
    if (method === "DELETE") return boats.delete(id ?? 0) ? [204] : [404, {}];
    const whole = method === "PATCH" ? { ...boat, ...sent } : sent;
    if (!text.startsWith("{") || !isValid(whole)) return [400, {}];
    const isTaken = [...boats.values()].some((each) => each["code"] === whole["code"] && each.id !== id);
    if (isTaken) return [409, {}];
    if (id === undefined) count += 1;
    const names = [...Object.keys(body.properties), ...adopts];
    const kept = Object.fromEntries(names.flatMap((each) => (each in whole ? [[each, whole[each]]] : [])));
    const item = { addedBy: "office", ...kept, id: id ?? count };
    boats.set(item.id, item);
    return [id === undefined ? 201 : 200, item];
  });
  const conflict = { 409: { description: "In the way", ...json({}) } };
  const changed = { type: "object", properties: body.properties };
  const description = describePaths({
    "/boats": { get: lists("listBoats", shown), post: adds("addBoat", body, shown, conflict) },
    "/boats/{id}": {
      parameters: [idInPath()],
      get: reads("getBoat", shown),
      head: {
        operationId: "headBoat",
        responses: { 200: { description: "There" }, 404: { description: "None" } },
      },
      put: changes("putBoat", body, shown, conflict),
      patch: changes("patchBoat", changed, shown, conflict),
      delete: removes("removeBoat"),
    },
  });
  const report = await judgeDescribed(description, baseUrl, { whole: true });
  return {
    failed: failedIn(report),
    verdictOf: (id: string) => report.requirements.find((each) => each.id === id)?.verdict,
  };
}

/** Finds the boat that has the code of a request already. */
function otherWith({ sent, boat, boats }: Call): Item | undefined {
  return [...boats.values()].find((each) => each["code"] === sent["code"] && each.id !== boat?.id);
}

/** Stores a valid change as it was sent. */
function store({ sent, boat, boats }: Call, members: Members = sent): Reply | undefined {
  if (boat === undefined || !isValid({ ...boat, ...sent })) return undefined;
  boats.set(boat.id, { ...boat, ...members, id: boat.id });
  return [200, boats.get(boat.id)];
}

const promises = [
  "putBoat: taken value",
  "patchBoat: taken value",
  "addBoat: taken value",
  "headBoat: HEAD as GET",
  "putBoat: readOnly members",
  "addBoat: body /tags maxItems",
];

describe("nothing fails, and each promise is tested, where a marina", () => {
  it.each<[string, Ways]>([
    ["keeps the contract", {}],
    ["answers to HEAD with 204", { headStatus: (isThere) => (isThere ? 204 : 404) }],
  ])("%s", async (_, ways) => {
    const { failed, verdictOf } = await judge(ways);

    expect(failed.filter((each) => each !== "headBoat: responses")).toEqual([]);
    for (const each of promises) expect([each, verdictOf(each)]).toEqual([each, "passed"]);
  });

  it("lets each boat keep its code for good", async () => {
    const { failed } = await judge({
      answer: ({ sent, boat }) =>
        boat !== undefined && sent["code"] !== undefined && sent["code"] !== boat["code"]
          ? [409, {}]
          : undefined,
    });

    expect(failed).toEqual([]);
  });
});

describe("it is found that a marina", () => {
  it.each<[string, Ways, readonly string[]]>([
    [
      "has two boats with one code after a PUT",
      { answer: (call) => (call.method === "PUT" && otherWith(call) ? store(call) : undefined) },
      ["putBoat: taken value"],
    ],
    [
      "has two boats with one code after a PATCH",
      { answer: (call) => (call.method === "PATCH" && otherWith(call) ? store(call) : undefined) },
      ["patchBoat: taken value"],
    ],
    [
      "refuses a PUT with the code that the boat has",
      {
        answer: ({ method, sent, boat }) =>
          method === "PUT" && boat !== undefined && sent["code"] === boat["code"] ? [409, {}] : undefined,
      },
      ["putBoat: taken value"],
    ],
    [
      "stores the rest of a PUT that it refuses for its code",
      {
        answer: (call) => {
          if (call.method !== "PUT" || otherWith(call) === undefined || call.boat === undefined)
            return undefined;
          return store(call, { ...call.sent, code: call.boat["code"] }) && [409, {}];
        },
      },
      ["putBoat: taken value"],
    ],
    [
      "stores a boat that it refuses for its code, with another code",
      {
        answer: (call) => {
          if (call.method !== "POST" || !isValid(call.sent) || otherWith(call) === undefined)
            return undefined;
          const id = 2000 + call.boats.size;
          call.boats.set(id, { ...call.sent, code: `ZZ-${100_000 + id}`, id });
          return [409, {}];
        },
      },
      ["addBoat: taken value"],
    ],
    ["takes over who has added a boat", { adopts: ["addedBy"] }, ["addBoat: readOnly members"]],
    ["says of each boat that it is there", { headStatus: () => 200 }, ["headBoat: HEAD as GET"]],
    ["says of no boat that it is there", { headStatus: () => 404 }, ["headBoat: HEAD as GET"]],
    [
      "takes lists that are too long",
      {
        answer: ({ method, sent, boats }) => {
          const all = sent["tags"];
          if (method !== "POST" || !Array.isArray(all) || all.length < 5 || !isValid({ ...sent, tags: [] }))
            return undefined;
          const item = { addedBy: "office", ...sent, id: 1000 + boats.size };
          boats.set(item.id, item);
          return [201, item];
        },
      },
      ["addBoat: body /tags maxItems"],
    ],
  ])("%s", async (_, ways, expected) => {
    expect((await judge(ways)).failed).toEqual(expect.arrayContaining([...expected]));
  });
});
