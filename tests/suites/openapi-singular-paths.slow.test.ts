import { describe, expect, it } from "vitest";
import { deriveContract } from "../../src/suites/index.js";
import { type Asked, type Reply, startJsonServer } from "../servers/json-server.js";
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
import { failedIn } from "./deviations.js";

interface Silence {
  readonly id: number;
  readonly comment: string;
  readonly minutes: number;
  readonly isExpired?: boolean;
}

type Silences = Map<string, Silence>;

/** Where one server has its silences, and what it does in its own way. */
interface Ways {
  readonly list?: string;
  readonly creation?: string;
  readonly items?: string;
  readonly id?: string;
  /** Described and served beside the others. */
  readonly others?: (shown: object, body: object) => object;
  /** Answers in the place of the server; undefined where that does. */
  readonly first?: (asked: Asked, silences: Silences) => Reply | undefined;
  /** Keeps what is posted or put as something else. */
  readonly keep?: (silence: Silence) => Silence;
  readonly listed?: (silences: readonly Silence[], query: URLSearchParams) => readonly Silence[];
  readonly remove?: (id: string, silences: Silences) => void;
  /** What the response to a creation has for its body and headers. */
  readonly answer?: (silence: Silence, address: string) => readonly [body: unknown, headers?: object];
  /** A parameter of the list. */
  readonly filters?: boolean;
}

const members = {
  comment: { type: "string", minLength: 8, maxLength: 60 },
  minutes: { type: "integer", minimum: 1, maximum: 900 },
};
const body = { type: "object", required: ["comment", "minutes"], properties: members };
const shown = {
  type: "object",
  required: ["id", "comment", "minutes"],
  properties: { id: { type: "integer" }, ...members },
};

function describeSilences({ list = "/silences", creation = list, items = "/silence", id = "id", others, filters }: Ways) {
  const minutes = { name: "minutes", in: "query", schema: members.minutes };
  const get = { ...lists("listSilences", shown), ...(filters === true ? { parameters: [minutes] } : {}) };
  const post = adds("addSilence", body, shown);
  return describePaths({
    ...(list === creation ? { [list]: { get, post } } : { [list]: { get }, [creation]: { post } }),
    [`${items}/{${id}}`]: {
      parameters: [{ ...idInPath(), name: id }],
      get: reads("getSilence", shown),
      put: changes("putSilence", body, shown),
      delete: removes("removeSilence"),
    },
    ...others?.(shown, body),
  });
}

/** Judges a server, and tells what failed, what was written where, and what is left of the run. */
async function judge(ways: Ways) {
  const { list = "/silences", creation = list, items = "/silence", keep = (same) => same } = ways;
  const silences: Silences = new Map([["7", { id: 7, comment: "Somebody's", minutes: 60 }]]);
  const writes: string[] = [];
  let count = 1000;
  const baseUrl = await startJsonServer((asked) => {
    const { method, path, query, sent } = asked;
    if (method !== "GET") writes.push(`${method} ${path}`);
    const own = ways.first?.(asked, silences);
    if (own !== undefined) return own;
    const { comment, minutes } = sent;
    const isText = typeof comment === "string" && comment.length > 7 && comment.length < 61;
    const isTime = Number.isInteger(minutes) && Number(minutes) > 0 && Number(minutes) < 901;
    const isBad = ["POST", "PUT"].includes(method) && !(isText && isTime);
    if (path === list && method === "GET") {
      const wanted = query.get("minutes");
      if (ways.filters === true && wanted !== null && !(Number(wanted) > 0 && Number(wanted) < 901)) return [400, {}];
      const found = [...silences.values()].filter((each) => wanted === null || `${each.minutes}` === wanted);
      return [200, ways.listed?.(found, query) ?? found];
    }
    const kept = (id: number) => keep({ id, comment: `${comment}`, minutes: Number(minutes) });
    if (path === creation && method === "POST") {
      if (isBad) return [400, {}];
      count += 1;
      const made = kept(count);
      silences.set(`${count}`, made);
      const [value, headers = {}] = ways.answer?.(made, `${items}/${count}`) ?? [made];
      return [201, value, headers];
    }
    const id = path.startsWith(`${items}/`) ? path.slice(items.length + 1) : "";
    const silence = silences.get(id);
    if (silence === undefined) return [404, {}];
    if (method === "GET") return [200, silence];
    if (isBad) return [400, {}];
    if (method === "PUT") silences.set(id, kept(silence.id));
    else if (method !== "DELETE") return [405, {}];
    else if (ways.remove === undefined) silences.delete(id);
    else ways.remove(id, silences);
    return method === "PUT" ? [200, silences.get(id)] : [204];
  });
  const report = await judgeDescribed(describeSilences(ways), baseUrl);
  return {
    failed: failedIn(report),
    writes,
    left: [...silences.keys()].filter((each) => each !== "7"),
    isKept: silences.get("7")?.comment === "Somebody's",
    verdictOf: (id: string) => report.requirements.find((each) => each.id === id)?.verdict,
  };
}

const expiring = (): object => ({
  "/silence/{id}/expire": {
    parameters: [idInPath()],
    post: { operationId: "expireSilence", responses: removes("x").responses },
  },
});

describe("items whose addresses have another word than their list are read back, changed and deleted:", () => {
  it.each<[string, Ways]>([
    ["with the same word", { items: "/silences" }],
    ["of a list in the plural", {}],
    ["of a creation in the singular", { creation: "/silence" }],
    ["of a creation alone in the singular", { creation: "/silence", items: "/silences" }],
    ["of words that change their end", { list: "/entries", items: "/entry" }],
    ["of words that are written in other ways", { list: "/alert-Silences", items: "/alertSilence" }],
    ["below a path", { list: "/api/v2/silences", items: "/api/v2/silence", id: "silenceId" }],
    [
      "with an address in the header alone",
      { answer: ({ comment, minutes }, at) => [{ id: 1, comment, minutes }, { location: at }] },
    ],
    ["which a filter finds", { filters: true }],
    [
      "which can be ended before",
      {
        others: expiring,
        first: ({ method, parts: [, id = "", verb] }, silences) => {
          const silence = silences.get(id);
          if (method !== "POST" || verb !== "expire" || silence === undefined) return undefined;
          return [204];
        },
      },
    ],
  ])("%s", async (_, ways) => {
    const { failed, writes, left, isKept, verdictOf } = await judge(ways);

    expect(failed).toEqual([]);
    expect({ left, isKept }).toEqual({ left: [], isKept: true });
    for (const each of ["addSilence: read back", "putSilence: replaced", "removeSilence: gone", "getSilence: unknown item"])
      expect([each, verdictOf(each)]).toEqual([each, "passed"]);
    expect(writes.some((each) => each.startsWith(`DELETE ${ways.items ?? "/silence"}/`))).toBe(true);
    if (ways.others !== undefined) expect(writes.some((each) => each.endsWith("/expire"))).toBe(true);
    if (ways.filters === true) expect(verdictOf("listSilences: filters")).toBe("passed");
  });
});
