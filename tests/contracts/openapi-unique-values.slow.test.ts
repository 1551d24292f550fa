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

type Sent = Readonly<Record<string, unknown>>;
type Room = Sent & { readonly id: number };

/** What one hotel does in its own way. */
interface Ways {
  /** Of the code of a room. */
  readonly code?: object;
  /** Of a room, besides. */
  readonly properties?: Readonly<Record<string, object>>;
  /** Of what is said of a creation that is refused; nothing if absent. */
  readonly conflict?: string;
  /** What is in the way of a creation or a replacement. */
  readonly refuse?: (sent: Sent, all: readonly Room[], id?: number) => Reply | undefined;
  readonly keep?: (sent: Sent, before?: Sent) => Sent;
  /** Is a title taken that is longer than what is described? */
  readonly takesLongTitles?: boolean;
  readonly removed?: number;
  /** How many runs with the same seed there are; what is removed stays in the way. */
  readonly runs?: number;
}

const usualCode = { type: "string", pattern: "^[A-Z]{3}-[0-9]{4}$", example: "ABC-1234" };

async function judge({ keep = (sent) => sent, refuse, runs = 1, ...ways }: Ways) {
  const code: object = ways.code ?? usualCode;
  const title = { type: "string", minLength: 1, maxLength: 50 };
  const body = {
    type: "object",
    required: ["code", "title"],
    properties: { code, title, ...ways.properties },
  };
  const shown = {
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer" }, ...body.properties },
  };
  const conflict = { 409: { description: ways.conflict ?? "Not now", ...json({}) } };
  const rooms = new Map<number, Room>();
  const all: Room[] = [];
  const codes: unknown[] = [];
  const baseUrl = await startJsonServer(({ method, parts: [, part], body: text, sent }) => {
    const id = part === undefined ? undefined : Number(part);
    const room = rooms.get(id ?? 0);
    if (id !== undefined && room === undefined) return [404, {}];
    if (method === "GET") return [200, room ?? [...rooms.values()]];
    if (method === "DELETE")
      return rooms.delete(id ?? 0) && ways.removed !== undefined ? [ways.removed, {}] : [204];
    const { code: own, title: called } = sent;
    const isTitle =
      typeof called === "string" && called !== "" && (called.length <= 50 || ways.takesLongTitles === true);
    const { pattern = "", type } = code as { readonly pattern?: string; readonly type: string };
    const isCode =
      type === "integer"
        ? Number.isInteger(own) && Number(own) >= 1
        : typeof own === "string" && new RegExp(pattern).test(own);
    if (!isTitle || !isCode || !isWeight(sent["weight"]) || !text.startsWith("{"))
      return [400, { message: "not so" }];
    const refused = refuse?.(sent, all, id);
    if (refused !== undefined) return refused;
    codes.push(own);
    const kept = { ...keep(sent, room), id: id ?? all.length + 1 };
    rooms.set(kept.id, kept);
    if (id === undefined) all.push(kept);
    else all.splice(id - 1, 1, kept);
    return [id === undefined ? 201 : 200, kept];
  });
  const description = describePaths({
    "/rooms": { get: lists("listRooms", shown), post: adds("addRoom", body, shown, conflict) },
    "/rooms/{id}": {
      parameters: [idInPath()],
      get: reads("getRoom", shown),
      put: changes("putRoom", body, shown, conflict),
      delete: removes("removeRoom"),
    },
  });
  let report = await judgeDescribed(description, baseUrl);
  for (let run = 1; run < runs; run += 1) report = await judgeDescribed(description, baseUrl);
  const reasons = report.requirements.flatMap((each) => ("reason" in each ? [`${each.reason}`] : []));
  return {
    failed: failedIn(report),
    verdictOf: (id: string) => report.requirements.find((each) => each.id === id)?.verdict,
    conflicts: reasons.filter((each) => /^it was answered twice|2xx|shows the id/.test(each)),
    codes: new Set(codes).size,
  };
}

const answer: Reply = [409, { message: "code is taken" }];

/** Refuses the code of another room. */
const duplicateRefusal =
  (reply: Reply): NonNullable<Ways["refuse"]> =>
  ({ code }, all, id) =>
    all.some((each) => each["code"] === code && each.id !== id) ? reply : undefined;

const counted = { version: { type: "integer", minimum: 1 } };
const stale: Reply = [409, [{ field: "version", text: "is not the present one" }]];

/** Takes a replacement for its version alone, which every change raises. */
const versioned: Ways = {
  properties: counted,
  refuse: ({ version }, all, id) => {
    const room = all.find((each) => each.id === id);
    return room !== undefined && room["version"] !== version ? stale : undefined;
  },
  keep: (sent, before) => ({ ...sent, version: Number(before?.["version"] ?? 6) + 1 }),
};

const weight = {
  type: "object",
  required: ["value", "unit"],
  properties: { value: { type: "number", minimum: 0 }, unit: { type: "string", enum: ["g", "kg", "t"] } },
};
const grams: Readonly<Record<string, number>> = { g: 1, kg: 1000, t: 1_000_000 };

interface Weight {
  readonly value: number;
  readonly unit: string;
}

function isWeight(sent: unknown): boolean {
  const { value, unit } = (sent ?? { value: 1, unit: "g" }) as Partial<Weight>;
  return (
    typeof value === "number" &&
    value >= 0 &&
    typeof unit === "string" &&
    Object.hasOwn(grams, unit) &&
    sent !== null
  );
}

describe("everything is tested, and nothing fails, where the server", () => {
  it.each<[string, Ways, number]>([
    ["has nothing against a code that another one has", {}, 1],
    ["refuses a code that is taken, and says so", { refuse: duplicateRefusal(answer) }, 10],
    ["refuses a code that is taken, and says nothing", { refuse: duplicateRefusal([409, {}]) }, 10],
    [
      "refuses it with 422",
      { refuse: duplicateRefusal([422, { errors: ["code has already been taken"] }]) },
      10,
    ],
    ["describes it", { conflict: "The code is taken", refuse: duplicateRefusal([409, {}]) }, 10],
    [
      "has codes without an example",
      { code: { ...usualCode, example: undefined }, refuse: duplicateRefusal(answer) },
      10,
    ],
    [
      "has numbers that are taken",
      {
        code: { type: "integer", minimum: 1 },
        refuse: duplicateRefusal([409, { message: "code 7 is taken" }]),
      },
      10,
    ],
    [
      "has codes for good that a run with the same seed had",
      { refuse: duplicateRefusal(answer), runs: 3 },
      10,
    ],
    [
      "knows few codes, and says that they are unique",
      {
        code: { ...usualCode, description: "Of a unique hotel" },
        refuse: ({ code }) => (code === "ABC-1234" ? undefined : [422, { message: "no such code" }]),
      },
      1,
    ],
    [
      "keeps the code that a room has",
      {
        refuse: (sent, all, id) =>
          id === undefined
            ? duplicateRefusal(answer)(sent, all)
            : all[id - 1]?.["code"] === sent["code"]
              ? undefined
              : [422, { message: "another room" }],
      },
      10,
    ],
    ["asks for the version that was read", versioned, 1],
    [
      "asks for it with 412",
      { ...versioned, refuse: (...all) => versioned.refuse?.(...all) && [412, {}] },
      1,
    ],
    [
      "asks for the version, and has codes for one room each",
      {
        ...versioned,
        refuse: (...all) => versioned.refuse?.(...all) ?? duplicateRefusal(answer)(...all),
      },
      10,
    ],
    [
      "has versions that are texts",
      {
        ...versioned,
        properties: { revision: { type: "string" } },
        refuse: ({ revision }, all, id) => {
          const room = all.find((each) => each.id === id);
          return room !== undefined && room["revision"] !== revision ? stale : undefined;
        },
        keep: (sent, before) => ({
          ...sent,
          revision: `r${Number(`${before?.["revision"] ?? "r1"}`.slice(1)) + 1}`,
        }),
      },
      1,
    ],
    [
      "shows all weights in grams",
      {
        properties: { weight },
        refuse: duplicateRefusal(answer),
        keep: (sent) => {
          const { value, unit } = (sent["weight"] ?? { value: 1, unit: "g" }) as Weight;
          return "weight" in sent
            ? { ...sent, weight: { value: value * (grams[unit] ?? 1), unit: "g" } }
            : sent;
        },
      },
      10,
    ],
  ])("%s", async (_, ways, fewest) => {
    const { failed, verdictOf, conflicts, codes } = await judge(ways);

    expect(failed).toEqual([]);
    expect(conflicts).toEqual([]);
    expect(codes).toBeGreaterThanOrEqual(fewest);
    for (const each of [
      "addRoom: read back",
      "addRoom: body /title maxLength",
      "putRoom: replaced",
      "removeRoom: gone",
    ])
      expect([each, verdictOf(each)]).toEqual([each, "passed"]);
  });
});

const ofLongTitles = [
  "listRooms: responses",
  ...["addRoom", "putRoom"].flatMap((id) => [`${id}: responses`, `${id}: body /title maxLength`]),
];

describe("it is found that a server", () => {
  it.each<[string, Ways, readonly string[]]>([
    [
      "takes titles that are too long, and no code twice",
      { takesLongTitles: true, refuse: duplicateRefusal(answer) },
      ofLongTitles,
    ],
    [
      "takes them in a replacement with the version that was read",
      { ...versioned, takesLongTitles: true },
      ofLongTitles,
    ],
    [
      "answers with 200 to what it removes",
      { removed: 200, refuse: duplicateRefusal(answer) },
      ["removeRoom: responses"],
    ],
    [
      "loses the unit of a weight",
      {
        properties: { weight },
        refuse: duplicateRefusal(answer),
        keep: (sent) =>
          "weight" in sent ? { ...sent, weight: { ...(sent["weight"] as Weight), unit: "g" } } : sent,
      },
      ["addRoom: read back", "putRoom: replaced"],
    ],
  ])("%s", async (_, ways, expected) => {
    expect((await judge(ways)).failed).toEqual(expected);
  });
});
