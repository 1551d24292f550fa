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
type Store = Readonly<Record<"berths" | "boats" | "checks", Map<number, Item>>>;

/** What one marina does in its own way, once a request is found to be valid. */
interface Ways {
  /** Does it look whether a berth is there? */
  readonly takesAnyBerth?: (method: string) => boolean;
  /** Before a berth is removed that a boat has: a status ends it. */
  readonly removeUsed?: (store: Store, berth: Item) => number | undefined;
  /** After a boat was changed. */
  readonly changed?: (store: Store, boat: Item, method: string) => void;
  /** What a read shows of an item. */
  readonly show?: (item: Item) => unknown;
  /** What the description says of the removal of a berth, and of a boat. */
  readonly removal?: { readonly berth?: string; readonly boat?: string; readonly check?: string };
  /** Does it change and remove checks below any boat? */
  readonly takesAnyBoat?: (method: string) => boolean;
  /** The kind of items of which it says that it has removed what was not there. */
  readonly isIdempotent?: keyof Store;
  /** When a boat is not removed: what its 409 says, and whether that is so. */
  readonly boatInUse?: { readonly text: string; readonly isKept: boolean };
  /** Is a check served whose boat is not there any more? */
  readonly servesOrphans?: true;
  /** What is shown of `open` after a PUT that leaves it out. */
  readonly openLeftOut?: (before: Item) => unknown;
}

const text = { type: "string", minLength: 1, maxLength: 60 };
const open = { type: "boolean", default: true, description: "True if left out." };
const berth = { type: "object", required: ["name"], properties: { name: text, open } };
const berthId = { type: "integer", minimum: 1, description: "The id of a berth that exists." };
const boat = { type: "object", required: ["name"], properties: { name: text, berthId } };
const check = {
  type: "object",
  required: ["title", "score"],
  properties: {
    title: text,
    score: { type: "integer", minimum: 0, maximum: 100 },
    passed: { type: "boolean" },
    faults: {
      type: "array",
      maxItems: 5,
      items: { type: "object", required: ["what"], properties: { what: text, where: text } },
    },
  },
};
const shownOf = (body: { readonly properties: object }) => ({
  type: "object",
  required: ["id"],
  properties: { id: { type: "integer", readOnly: true }, ...body.properties },
});
const [shownBerth, shownBoat, shownCheck] = [shownOf(berth), shownOf(boat), shownOf(check)];
const patchOf = (body: { readonly properties: object }) => ({ type: "object", properties: body.properties });
const conflictOf = (text: string) => ({ 409: { description: text, ...json({}) } });
const conflict = conflictOf("A boat has it: it cannot be removed.");

const isText = (value: unknown): boolean => typeof value === "string" && value !== "" && value.length <= 60;
const isValid = (
  kind: keyof Store,
  { name, title, score, passed = true, faults = [], open: flag = true, berthId: id = 1 }: Members,
) =>
  kind === "checks"
    ? isText(title) &&
      Number.isInteger(score) &&
      Number(score) >= 0 &&
      Number(score) <= 100 &&
      typeof passed === "boolean" &&
      Array.isArray(faults) &&
      faults.length <= 5 &&
      faults.every((each: Members) => isText(each?.["what"]) && isText(each["where"] ?? "there"))
    : isText(name) && typeof flag === "boolean" && Number.isInteger(id) && Number(id) >= 1;

async function judge(ways: Ways) {
  const store: Store = { berths: new Map(), boats: new Map(), checks: new Map() };
  let count = 0;
  const baseUrl = await startJsonServer(({ method, parts, body, sent }): Reply => {
    const [first = "", firstId, part, partId] = parts;
    const kind = (part ?? first) as keyof Store;
    const items = store[kind];
    const id = part === undefined ? firstId : partId;
    const above = part === undefined ? undefined : store.boats.get(Number(firstId));
    const known = items.get(Number(id ?? 0));
    const isElsewhere = part !== undefined && known?.["boat"] !== above?.id;
    const item = isElsewhere && ways.takesAnyBoat?.(method) !== true ? undefined : known;
    if (ways.isIdempotent === kind && method === "DELETE" && item === undefined) return [204];
    const isOrphan = ways.servesOrphans && known !== undefined && !store.boats.has(Number(known["boat"]));
    if (isOrphan && method === "GET") return [200, known];
    if ((part !== undefined && above === undefined) || (id !== undefined && item === undefined))
      return [404, {}];
    if (method === "GET")
      return [
        200,
        (item && (ways.show?.(item) ?? item)) ??
          [...items.values()].filter((each) => part === undefined || each["boat"] === above?.id),
      ];
    if (method === "DELETE") {
      const hasChecks = [...store.checks.values()].some((each) => each["boat"] === item?.id);
      if (kind === "boats" && ways.boatInUse?.isKept && hasChecks) return [409, {}];
      const isUsed =
        kind === "berths" && [...store.boats.values()].some((each) => each["berthId"] === item?.id);
      const status = isUsed && item ? (ways.removeUsed ?? (() => 409))(store, item) : undefined;
      if (status !== undefined) return [status, {}];
      return items.delete(Number(id)) ? [204] : [404, {}];
    }
    const whole = method === "PATCH" ? { ...item, ...sent } : sent;
    if (!body.startsWith("{") || !isValid(kind, whole)) return [400, {}];
    const isThere = sent["berthId"] === undefined || store.berths.has(Number(sent["berthId"]));
    if (kind === "boats" && !isThere && ways.takesAnyBerth?.(method) !== true) return [400, {}];
    if (item === undefined) count += 1;
    const usual = kind === "berths" && !("open" in whole) ? { open: true } : {};
    const left =
      kind === "berths" && item !== undefined && method === "PUT" && !("open" in sent) && ways.openLeftOut
        ? { open: ways.openLeftOut(item) }
        : usual;
    const below = above === undefined ? {} : { boat: item?.["boat"] ?? above.id };
    const kept = { ...left, ...whole, ...below, id: item?.id ?? count };
    items.set(kept.id, kept);
    if (kind === "boats" && item !== undefined) ways.changed?.(store, kept, method);
    return [item === undefined ? 201 : 200, kept];
  });
  const description = describePaths({
    "/berths": { get: lists("listBerths", shownBerth), post: adds("addBerth", berth, shownBerth) },
    "/berths/{id}": {
      parameters: [idInPath()],
      get: reads("getBerth", shownBerth),
      put: changes("putBerth", berth, shownBerth),
      delete: { ...removes("removeBerth", conflict), description: ways.removal?.berth ?? "" },
    },
    "/boats": { get: lists("listBoats", shownBoat), post: adds("addBoat", boat, shownBoat) },
    "/boats/{id}": {
      parameters: [idInPath()],
      get: reads("getBoat", shownBoat),
      patch: changes("patchBoat", patchOf(boat), shownBoat),
      delete: {
        ...removes("removeBoat", ways.boatInUse && conflictOf(ways.boatInUse.text)),
        description: ways.removal?.boat ?? "",
      },
    },
    "/boats/{id}/checks": {
      parameters: [idInPath()],
      get: lists("listChecks", shownCheck),
      post: adds("addCheck", check, shownCheck),
    },
    "/boats/{id}/checks/{checkId}": {
      parameters: [idInPath(), { ...idInPath(), name: "checkId" }],
      get: reads("getCheck", shownCheck, { 404: { description: "No such boat or check" } }),
      put: changes("putCheck", check, shownCheck),
      delete: { ...removes("removeCheck"), description: ways.removal?.check ?? "" },
    },
  });
  const report = await judgeDescribed(description, baseUrl, { whole: true, disposable: true });
  return {
    failed: failedIn(report),
    verdictOf: (id: string) => report.requirements.find((each) => each.id === id)?.verdict,
  };
}

const [references, use] = [
  ["addBoat: unknown reference", "patchBoat: unknown reference"],
  "removeBerth: in use",
];
const below = "removeBoat: gone with its parent";
const elsewhere = ["putCheck: below another item", "removeCheck: below another item"] as const;
const promises = [...references, use, "patchBoat: parts kept", "putBerth: defaults", below, ...elsewhere];

/** Changes all items of a kind. */
function changeAll(items: Map<number, Item>, change: (item: Item) => Item | undefined): void {
  for (const [id, item] of [...items]) {
    const other = change(item);
    if (other === undefined) items.delete(id);
    else items.set(id, other);
  }
}

/** Takes a berth away from its boats, and shows each of them once more as it was. */
function lateByOneLook(): Ways {
  const stale = new Map<number, Item>();
  return {
    removeUsed: ({ boats }, { id }) => {
      changeAll(boats, ({ berthId: own, ...rest }) => {
        if (own !== id) return { ...rest, berthId: own };
        stale.set(rest.id, { ...rest, berthId: own });
        return rest;
      });
      return undefined;
    },
    show: (item) => {
      const shown = stale.get(item.id) ?? item;
      stale.delete(item.id);
      return shown;
    },
  };
}

/** Shows the members of an item, and of what is in its lists, in one order and then in the other one. */
function shuffled(): NonNullable<Ways["show"]> {
  let turn = 0;
  const inTurn = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inTurn);
    if (typeof value !== "object" || value === null) return value;
    const all = Object.entries(value).map(([name, each]) => [name, inTurn(each)] as const);
    return Object.fromEntries(turn % 2 === 0 ? all : all.toReversed());
  };
  return (item) => {
    turn += 1;
    return inTurn(item);
  };
}

describe("nothing fails, and each promise is tested, where a marina", () => {
  it.each<[string, Ways]>([
    ["keeps the contract", {}],
    [
      "takes a berth away from its boats",
      {
        removeUsed: ({ boats }, { id }) => {
          changeAll(boats, ({ berthId: own, ...rest }) => (own === id ? rest : { ...rest, berthId: own }));
          return undefined;
        },
      },
    ],
    ["shows a boat once more at the berth that is taken away from it", lateByOneLook()],
    ["shows members in another order each time", { show: shuffled() }],
    ["keeps what a PUT of a berth leaves out", { openLeftOut: (before) => before["open"] }],
  ])("%s", async (_, ways) => {
    const { failed, verdictOf } = await judge(ways);

    expect(failed).toEqual([]);
    for (const each of promises) expect([each, verdictOf(each)]).toEqual([each, "passed"]);
  });
});

describe("nothing fails where a marina", () => {
  it.each<[string, Ways]>([
    [
      "removes what is not there",
      { isIdempotent: "boats", removal: { boat: "Succeeds even if there is no such boat." } },
    ],
    ["removes no check, where 404 may be about its boat", { isIdempotent: "checks" }],
    [
      "keeps a boat with checks, as it says",
      { boatInUse: { text: "The boat still has checks.", isKept: true } },
    ],
    [
      "keeps the checks of a boat, as it says",
      { servesOrphans: true, removal: { boat: "Removes a boat. Its checks are kept." } },
    ],
    [
      "removes the boats of a berth, too",
      {
        removal: { berth: "Removes a berth and all its boats." },
        removeUsed: ({ boats }, { id }) => {
          changeAll(boats, (each) => (each["berthId"] === id ? undefined : each));
          return undefined;
        },
      },
    ],
  ])("%s", async (_, ways) => {
    expect((await judge(ways)).failed).toEqual([]);
  });
});

describe("it is found that a marina", () => {
  it.each<[string, Ways, string]>([
    [
      "adds boats at any berth",
      { takesAnyBerth: (method) => method === "POST" },
      "addBoat: unknown reference",
    ],
    [
      "moves boats to any berth",
      { takesAnyBerth: (method) => method === "PATCH" },
      "patchBoat: unknown reference",
    ],
    ["removes a berth that a boat has", { removeUsed: () => undefined }, use],
    [
      "removes a berth that a boat has, and says that it does not",
      {
        removeUsed: ({ berths }, { id }) => {
          berths.delete(id);
          return 409;
        },
      },
      use,
    ],
    ["serves the checks of a boat that is removed", { servesOrphans: true }, below],
    [
      "removes a boat that still has checks",
      { boatInUse: { text: "The boat still has checks.", isKept: false } },
      "removeBoat: in use",
    ],
    [
      "removes a boat below which checks are",
      { boatInUse: { text: "A boat with checks is not removed.", isKept: false } },
      "removeBoat: in use",
    ],
    ["changes the checks of another boat", { takesAnyBoat: (method) => method === "PUT" }, elsewhere[0]],
    ["removes the checks of another boat", { takesAnyBoat: (method) => method === "DELETE" }, elsewhere[1]],
    [
      "keeps the boats of a berth that it removes with them",
      { removal: { berth: "Removes a berth and all its boats." }, removeUsed: () => undefined },
      "removeBerth: gone with its parent",
    ],
    [
      "takes the score from the checks of a boat that is changed",
      {
        changed: ({ checks }, { id }) =>
          changeAll(checks, (each) => (each["boat"] === id ? { ...each, score: 0 } : each)),
      },
      "patchBoat: parts kept",
    ],
    [
      "removes the checks of a boat that is changed",
      {
        changed: ({ checks }, { id }) =>
          changeAll(checks, (each) => (each["boat"] === id ? undefined : each)),
      },
      "patchBoat: parts kept",
    ],
    [
      "changes the checks of other boats",
      {
        changed: ({ checks }, { id }) =>
          changeAll(checks, (each) => (each["boat"] === id ? each : { ...each, passed: false })),
      },
      "patchBoat: parts kept",
    ],
    ["closes a berth whose PUT says nothing of it", { openLeftOut: () => false }, "putBerth: defaults"],
  ])("%s", async (_, ways, expected) => {
    expect((await judge(ways)).failed).toContain(expected);
  });
});
