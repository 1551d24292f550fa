import { describe, expect, it } from "vitest";
import { type Reply, startJsonServer } from "../servers/json-server.js";
import { parsed } from "../servers/sent-object.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

interface Rule {
  readonly _id: string;
  readonly when: unknown;
  readonly then: unknown;
}

/** What one server does in its own way. */
interface Ways {
  readonly answer?: (made: readonly Rule[], all: readonly Rule[]) => Reply;
  readonly store?: (rule: Rule, index: number) => Rule | undefined;
  readonly remove?: (rules: Map<string, Rule>, id: string) => void;
  /** Is one object sent, and the response a list? */
  readonly takesOne?: boolean;
}

const properties = {
  when: { type: "string", minLength: 1, maxLength: 40 },
  then: { type: "string", enum: ["alert", "ignore"] },
};
const input = { type: "object", required: ["when", "then"], properties };
const rule = { type: "object", required: ["_id"], properties: { _id: { type: "string" }, ...properties } };

async function judge({
  answer = (made) => [201, made],
  store = (each) => each,
  remove = (rules, id) => rules.delete(id),
  takesOne = false,
}: Ways) {
  const rules = new Map<string, Rule>([["r1", { _id: "r1", when: "always", then: "ignore" }]]);
  let last = 10;
  const isRule = (each: unknown): each is Rule => {
    const { when, then } = (each ?? {}) as Partial<Rule>;
    return (
      typeof when === "string" &&
      when !== "" &&
      when.length <= 40 &&
      typeof then === "string" &&
      properties.then.enum.includes(then)
    );
  };
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], body }) => {
    const known = rules.get(id);
    if (id !== "" && known === undefined) return [404, {}];
    if (method === "GET") return [200, known ?? [...rules.values()]];
    if (method === "DELETE") {
      remove(rules, id);
      return [204];
    }
    const value = parsed(body);
    const sent: readonly unknown[] = takesOne ? [value] : Array.isArray(value) ? value : [];
    if (sent.length === 0 || sent.length > 5 || !sent.every(isRule)) return [400, {}];
    const made = sent.map(({ when, then }, index) => ({ _id: `r${last + 1 + index}`, when, then }));
    last += made.length;
    for (const [index, each] of made.entries()) {
      const stored = store(each, index);
      if (stored !== undefined) rules.set(each._id, stored);
    }
    return answer(made, [...rules.values()]);
  });
  const list = { type: "array", minItems: 1, maxItems: 5, items: input };
  const shown = { oneOf: [{ type: "array", items: rule }, { type: "object" }] };
  const description = describePaths({
    "/rules": { get: lists("listRules", rule), post: adds("addRules", takesOne ? input : list, shown) },
    "/rules/{ruleId}": {
      parameters: [{ ...idInPath("string"), name: "ruleId" }],
      get: reads("getRule", rule),
      delete: removes("removeRule"),
    },
  });
  const report = await judgeDescribed(description, baseUrl);
  const gone = report.requirements.find(({ id }) => id === "removeRule: gone");
  return { failed: failedIn(report), gone: gone?.verdict, isOthersLeft: rules.has("r1") };
}

describe("items that one request creates are known and deleted, where the response is", () => {
  it.each<[string, Ways]>([
    ["the list of them", {}],
    ["the list of them in another order", { answer: (made) => [201, made.toReversed()] }],
    ["an object with the list", { answer: (made) => [201, { data: made }] }],
    ["a list of the one that was sent", { takesOne: true }],
  ])("%s", async (_, ways) => {
    expect(await judge(ways)).toEqual({ failed: [], gone: "passed", isOthersLeft: true });
  });
});

describe("items are found in their list and deleted, where the response is", () => {
  it.each<[string, Ways]>([
    ["the list of all", { answer: (_, all) => [201, all] }],
    ["a number of them", { answer: (made) => [201, { created: made.length }] }],
  ])("%s", async (_, ways) => {
    expect(await judge(ways)).toEqual({ failed: [], gone: "passed", isOthersLeft: true });
  });
});

it("items are left alone, where the response is a list of others", async () => {
  const ways: Ways = { answer: (made) => [201, made.map(() => ({ _id: "r1" }))] };
  expect(await judge(ways)).toEqual({ failed: [], gone: "untested", isOthersLeft: true });
});

describe("of items that one request creates, it is found that", () => {
  const both = ["addRules: read back", "addRules: items of one request"];
  it.each<[string, Ways, readonly string[]]>([
    ["a word is another one", { store: (each) => ({ ...each, then: "ignore" }) }, both],
    [
      "the second has the text of another one",
      { store: (each, index) => (index === 0 ? each : { ...each, when: "always" }) },
      both,
    ],
    ["the second is not stored", { store: (each, index) => (index === 0 ? each : undefined) }, both],
    ["one is not deleted", { remove: () => undefined }, ["removeRule: gone"]],
  ])("%s", async (_, ways, expected) => {
    expect((await judge(ways)).failed).toEqual([...expected]);
  });
});
