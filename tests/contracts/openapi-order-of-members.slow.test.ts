import { describe, expect, it } from "vitest";
import { freeId } from "../servers/free-id.js";
import { startJsonServer } from "../servers/json-server.js";
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

interface Offer {
  readonly from: string;
  readonly until: string;
  readonly least: number;
  readonly most: number;
}

/** What one server does with its offers in its own way. */
interface Ways {
  /** Methods that don't look at the order of two members. */
  readonly blind?: readonly string[];
  /** Does a change look at what it sends alone? */
  readonly looksAtSent?: boolean;
  /** Are the same days accepted? */
  readonly takesSameDays?: boolean;
  readonly refusesSameNumbers?: boolean;
  /** Are two values in the wrong order exchanged? */
  readonly exchanges?: boolean;
  /** Is the rule stated where nothing else is said of it? */
  readonly isStated?: boolean;
}

async function judge({
  blind = [],
  looksAtSent = false,
  takesSameDays = false,
  refusesSameNumbers = false,
  exchanges = false,
  isStated = true,
}: Ways) {
  const items = new Map<string, Record<string, unknown>>();
  const isWrong = ({ from, until, least, most }: Offer): boolean =>
    until < from ||
    (until === from && !takesSameDays) ||
    most < least ||
    (refusesSameNumbers && most === least);
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], sent }) => {
    const known = items.get(id);
    if (id !== "" && known === undefined) return [404, {}];
    if (method === "GET") return [200, known ?? [...items.values()]];
    if (method === "DELETE") return [items.delete(id) ? 204 : 404];
    const whole = { ...(method === "PATCH" ? known : {}), ...sent };
    const { name, from, until, least, most } = whole;
    const isValid =
      typeof name === "string" &&
      [from, until].every((each) => typeof each === "string" && /^\d{4}-\d\d-\d\d$/.test(each)) &&
      [least, most].every((each) => Number.isInteger(each) && Number(each) >= 0 && Number(each) <= 50) &&
      Number(most) >= 5;
    if (!isValid) return [400, {}];
    if (exchanges && `${until}` < `${from}`) Object.assign(whole, { from: until, until: from });
    const isJudged = method !== "PATCH" || !looksAtSent || ("from" in sent && "until" in sent);
    if (!blind.includes(method) && isJudged && isWrong(whole as unknown as Offer)) return [422, {}];
    const own = { ...whole, id: known?.["id"] ?? freeId(items) };
    items.set(`${own.id}`, own);
    return [method === "POST" ? 201 : 200, own];
  });
  const day = { type: "string", format: "date" };
  const amount = { type: "integer", minimum: 0, maximum: 50 };
  const higher = { ...amount, minimum: 5 };
  const rule = isStated ? "Has to be at least `least`." : "Usually more than `least`.";
  const properties = {
    name: { type: "string" },
    from: day,
    until: day,
    least: amount,
    most: { ...higher, description: rule },
  };
  const body = { type: "object", required: Object.keys(properties), properties };
  const offer = { ...body, properties: { id: { type: "integer" }, ...properties } };
  const { required: _, ...part } = body;
  const text = {
    description: isStated ? "`until` must be after `from`." : "`until` should be after `from`.",
  };
  const more = { 422: { description: "The body breaks a rule." } };
  const description = describePaths({
    "/offers": {
      get: lists("listOffers", offer),
      post: { ...adds("addOffer", body, offer, more), ...text },
    },
    "/offers/{id}": {
      parameters: [idInPath()],
      get: reads("getOffer", offer),
      put: { ...changes("putOffer", body, offer, more), ...text },
      patch: { ...changes("patchOffer", part, offer, more), ...text },
      delete: removes("removeOffer"),
    },
  });
  return judgeDescribed(description, baseUrl, { whole: true });
}

describe("two members of which a text states the order", () => {
  it("are in this order on a server that keeps it", async () => {
    const report = await judge({});
    expect(failedIn(report)).toEqual([]);
    const verdicts = report.requirements.filter(({ id }) => id.endsWith("order of members"));
    expect(verdicts.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
      "addOffer: order of members passed",
      "putOffer: order of members passed",
      "patchOffer: order of members passed",
    ]);
  });

  it.each([
    ["addOffer", { blind: ["POST"] }],
    ["putOffer", { blind: ["PUT"] }],
    ["patchOffer", { blind: ["PATCH"] }],
    ["patchOffer", { looksAtSent: true }],
    ["addOffer", { takesSameDays: true }],
    ["addOffer", { refusesSameNumbers: true }],
  ] satisfies [string, Ways][])("%s is found on a server that does not keep it: %o", async (id, ways) => {
    expect(failedIn(await judge(ways))).toContain(`${id}: order of members`);
  });

  it("may be exchanged by the server", async () => {
    expect(failedIn(await judge({ exchanges: true }))).not.toContain("addOffer: order of members");
  });

  it("are not judged where nothing is demanded", async () => {
    expect(failedIn(await judge({ blind: ["POST", "PUT", "PATCH"], isStated: false }))).toEqual([]);
  });
});
