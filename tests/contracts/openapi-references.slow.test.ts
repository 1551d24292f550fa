import { expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, judgeDescribed, lists, reads } from "./described.js";
import { failedIn } from "./deviations.js";

const accountId = { type: "string", pattern: "^ac_[0-9a-f]{12}$" };
const moveId = { type: "string", pattern: "^mv_[0-9a-f]{12}$" };
const name = { type: "string", minLength: 1, maxLength: 40 };

/** Judges a server whose moves go from one of its accounts to another one, under these names. */
async function judge(from: string, to: string, schema: object, isSwapped = false) {
  const items = new Map<string, object>();
  const add = (kind: string, item: object) => {
    const id = `${kind}_${(items.size + 1).toString(16).padStart(12, "0")}`;
    items.set(id, { ...item, id });
    return [201, items.get(id)] as const;
  };
  const baseUrl = await startJsonServer(({ method, parts: [collection = "", id = ""], sent }) => {
    if (method === "GET") return items.has(id) ? [200, items.get(id)] : [404, {}];
    if (method !== "POST") return [405, {}];
    if (collection === "accounts") {
      const isName = typeof sent["name"] === "string" && /^.{1,40}$/.test(sent["name"]);
      return isName ? add("ac", { name: sent["name"] }) : [400, {}];
    }
    const [left, right] = [`${sent[from]}`, `${sent[to]}`];
    const isMove = left !== right && [left, right].every((each) => each.startsWith("ac_") && items.has(each));
    const [source, target] = isSwapped ? [right, left] : [left, right];
    return isMove ? add("mv", { [from]: source, [to]: target }) : [400, {}];
  });
  const path = (parameter: string, id: object) => [
    { name: parameter, in: "path", required: true, schema: id },
  ];
  const account = { type: "object", required: ["name"], properties: { name } };
  const move = { type: "object", required: [from, to], properties: { [from]: schema, [to]: schema } };
  const description = describePaths({
    "/accounts": { post: adds("addAccount", account, account) },
    "/accounts/{accountId}": { parameters: path("accountId", accountId), get: reads("getAccount", account) },
    "/moves": { post: adds("addMove", move, move) },
    "/moves/{moveId}": { parameters: path("moveId", moveId), get: reads("getMove", move) },
  });
  const report = await judgeDescribed(description, baseUrl);
  const verdict = report.requirements.find(({ id }) => id === "addMove: read back")?.verdict;
  return { failed: failedIn(report), verdict };
}

it.each<[string, string, string, object]>([
  ["names that end in that of the collection", "from_account_id", "to_account_id", { type: "string" }],
  ["their pattern alone", "from", "to", accountId],
])("members refer to items that are there, and to two of them, by %s", async (_, from, to, schema) => {
  expect(await judge(from, to, schema)).toEqual({ failed: [], verdict: "passed" });
});

it("a reference to another item than the one that was sent is found", async () => {
  const { failed } = await judge("from_account_id", "to_account_id", { type: "string" }, true);
  expect(failed).toContain("addMove: read back");
});

it("a list whose path ends in a parameter is judged like any other", async () => {
  const item = { type: "object", required: ["key"], properties: { key: { type: "string" } } };
  const sizes = { name: "max", in: "query", schema: { type: "integer", minimum: 1, maximum: 100 } };
  const bucket = { name: "bucket", in: "path", required: true, schema: { enum: ["photos"] } };
  const description = describePaths({
    "/{bucket}": { get: { ...lists("listObjects", item), parameters: [bucket, sizes] } },
  });
  const baseUrl = await startJsonServer(({ query }) =>
    /^([1-9]\d?|100)$/.test(query.get("max") ?? "1") ? [200, [{ key: "a" }]] : [400, {}],
  );
  const report = await judgeDescribed(description, baseUrl);
  expect(failedIn(report)).toEqual([]);
  expect(report.conclusion.exitCode).toBe(0);
});
