import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads } from "./described.js";
import { failedIn } from "./deviations.js";

interface Boat {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly owner_id: number;
}

/** A harbour, by what its description says and what its server does. */
interface Harbour {
  readonly includeSays?: string;
  readonly fieldsSay?: string;
  /** The fields are any text, and no words of an enumeration. */
  readonly isFree?: boolean;
  /** Shows a boat that is read. */
  readonly shown?: (boat: Boat, include: readonly string[], stays: readonly object[]) => object;
  /** Shows a boat in the list. */
  readonly row?: (boat: Boat, fields: readonly string[]) => object;
}

interface Stay {
  readonly id: number;
  readonly boat: number;
  readonly title: string;
}

const includeSays =
  "With `stays`, the boat has the member `stays` with all its stays. Without it, the boat has no member `stays`.";
const fieldsSay = "Comma separated members that are shown of each boat: all other members are left out.";

const honestBoat: NonNullable<Harbour["shown"]> = (boat, include, stays) =>
  include.includes("stays") ? { ...boat, stays } : boat;
const honestRow: NonNullable<Harbour["row"]> = (boat, fields) =>
  fields.length === 0
    ? boat
    : Object.fromEntries(Object.entries(boat).filter(([name]) => name === "id" || fields.includes(name)));

const text = { type: "string", minLength: 1, maxLength: 40 };
const members = { name: text, kind: text };
const stayShown = { type: "object", properties: { id: { type: "integer" }, title: text } };

/** @returns the requirements that failed, and the verdict on the members of a boat that is read */
async function judge(harbour: Harbour) {
  const { shown = honestBoat, row = honestRow, isFree = false } = harbour;
  const boats: Boat[] = [];
  const stays: Stay[] = [];
  const isText = (value: unknown): boolean => typeof value === "string" && /^.{1,40}$/su.test(value);
  const wordsIn = (query: URLSearchParams, name: string): readonly string[] =>
    query.get(name)?.split(",") ?? [];
  const plain = ({ id, title }: Stay) => ({ id, title });
  const baseUrl = await startJsonServer(({ method, parts: [, id = "", below = ""], query, sent }) => {
    const boat = boats[Number(id) - 1];
    if (id !== "" && boat === undefined) return [404, {}];
    if (boat !== undefined && below !== "") {
      if (method === "GET") return [200, stays.filter((each) => each.boat === boat.id).map(plain)];
      if (!isText(sent["title"])) return [400, {}];
      stays.push({ id: stays.length + 1, boat: boat.id, title: `${sent["title"]}` });
      return [201, plain(stays.at(-1) as Stay)];
    }
    if (boat !== undefined) {
      const include = wordsIn(query, "include");
      if (include.some((each) => each !== "stays")) return [400, {}];
      const own = stays.filter((each) => each.boat === boat.id).map(plain);
      return [200, shown(boat, include, shown === allStays ? stays.map(plain) : own)];
    }
    if (method === "GET") {
      const fields = wordsIn(query, "fields");
      const isKnown = fields.every((each) => ["name", "kind", "owner_id"].includes(each));
      return isKnown || isFree ? [200, boats.map((each) => row(each, fields))] : [400, {}];
    }
    if (!isText(sent["name"]) || !isText(sent["kind"])) return [400, {}];
    boats.push({ ...sent, id: boats.length + 1, owner_id: 7 } as unknown as Boat);
    return [201, boats.at(-1) as Boat];
  });
  const item = {
    type: "object",
    required: ["id"],
    properties: {
      ...{ id: { type: "integer", readOnly: true }, owner_id: { type: "integer", readOnly: true } },
      ...members,
      stays: { type: "array", items: stayShown },
    },
  };
  const words = { type: "array", minItems: 1, items: { type: "string", enum: ["name", "kind", "owner_id"] } };
  const fields = {
    ...{ name: "fields", in: "query", description: harbour.fieldsSay ?? fieldsSay },
    ...(isFree ? { schema: { type: "string" } } : { style: "form", explode: false, schema: words }),
  };
  const include = {
    ...{ name: "include", in: "query", description: harbour.includeSays ?? includeSays },
    schema: { type: "string", enum: ["stays"] },
  };
  const { stays: _, ...shownAlways } = item.properties;
  const description = describePaths({
    "/boats": {
      get: { ...lists("listBoats", { ...item, properties: shownAlways }), parameters: [fields] },
      post: adds("addBoat", { type: "object", required: ["name", "kind"], properties: members }, item),
    },
    "/boats/{id}": {
      parameters: [idInPath()],
      get: { ...reads("getBoat", item), parameters: [include] },
    },
    "/boats/{id}/stays": {
      parameters: [idInPath()],
      get: lists("listStays", stayShown),
      post: adds("addStay", { type: "object", required: ["title"], properties: { title: text } }, stayShown),
    },
  });
  const report = await judgeDescribed(description, baseUrl);
  const verdict = report.requirements.find(({ id }) => id === "getBoat: members asked for")?.verdict;
  return { failed: failedIn(report), verdict };
}

const allStays: NonNullable<Harbour["shown"]> = (boat, include, stays) => honestBoat(boat, include, stays);

describe("members that are asked for are left alone", () => {
  it.each<[string, Harbour]>([
    ["as they are described", {}],
    [
      "in another form without being asked for, where the text says nothing else",
      {
        includeSays: "With `stays`, the stays are shown in full, otherwise only their ids.",
        shown: (boat, include, stays) => ({ ...boat, stays: include.length > 0 ? stays : [] }),
      },
    ],
    [
      "beside others, where the text says nothing of these",
      { fieldsSay: "Comma separated members that are shown first.", row: (boat) => boat },
    ],
  ])("%s", async (_, harbour) => {
    expect((await judge(harbour)).failed).toEqual([]);
  });

  it("and are judged", async () => {
    expect((await judge({})).verdict).toBe("passed");
  });
});

describe("members that are asked for are found where", () => {
  const [one, list] = ["getBoat: members asked for", "listBoats: members asked for"];
  it.each<[string, Harbour, string]>([
    ["they are never there", { shown: (boat) => boat }, one],
    ["they are always there", { shown: (boat, _, stays) => ({ ...boat, stays }) }, one],
    ["they are those of all items", { shown: allStays }, one],
    ["others are there", { row: (boat) => boat }, list],
    ["others are there, of any text", { isFree: true, row: (boat) => boat }, list],
    ["the last one is lost", { row: (boat, fields) => honestRow(boat, fields.slice(0, 1)) }, list],
  ])("%s", async (_, harbour, requirement) => {
    expect((await judge(harbour)).failed).toContain(requirement);
  });
});
