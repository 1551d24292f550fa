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

/** Judges a server that lends each tool once. */
async function judgeLoans(days: (sent: number) => number) {
  const [tools, loans] = [new Map<string, object>(), new Map<string, { readonly tool_id: string }>()];
  const baseUrl = await startJsonServer(({ method, parts: [collection = "", id = ""], sent }) => {
    const items: Map<string, object> = collection === "tools" ? tools : loans;
    if (method === "GET" && id === "") return [200, [...items.values()]];
    if (method === "GET") return items.has(id) ? [200, items.get(id)] : [404, {}];
    if (method !== "POST") return [405, {}];
    const own = `${items.size + 1}`;
    if (collection === "tools") {
      if (typeof sent["name"] !== "string" || !/^.{1,40}$/.test(sent["name"])) return [400, {}];
      return [201, tools.set(own, { id: own, name: sent["name"] }).get(own)];
    }
    const { tool_id, days: asked } = sent;
    if (!Number.isInteger(asked) || Number(asked) < 1 || Number(asked) > 30) return [400, {}];
    if (typeof tool_id !== "string" || !tools.has(tool_id)) return [422, {}];
    if ([...loans.values()].some((each) => each.tool_id === tool_id)) return [409, {}];
    return [201, loans.set(own, { id: own, tool_id, days: days(Number(asked)) } as never).get(own)];
  });
  const tool = { type: "object", required: ["name"], properties: { name } };
  const loan = {
    type: "object",
    required: ["tool_id", "days"],
    properties: { tool_id: { type: "string" }, days: { type: "integer", minimum: 1, maximum: 30 } },
  };
  const shown = (schema: { readonly properties: object }) => ({
    ...schema,
    properties: { id: { type: "string" }, ...schema.properties },
  });
  const path = (parameter: string) => [
    { name: parameter, in: "path", required: true, schema: { type: "string" } },
  ];
  const description = describePaths({
    "/tools": { get: lists("listTools", shown(tool)), post: adds("addTool", tool, shown(tool)) },
    "/tools/{toolId}": { parameters: path("toolId"), get: reads("getTool", shown(tool)) },
    "/loans": { get: lists("listLoans", shown(loan)), post: adds("addLoan", loan, shown(loan)) },
    "/loans/{loanId}": { parameters: path("loanId"), get: reads("getLoan", shown(loan)) },
  });
  const report = await judgeDescribed(description, baseUrl, { whole: true });
  const untested = report.requirements.filter(
    ({ id, verdict }) => id.startsWith("addLoan") && verdict === "untested",
  );
  return { failed: failedIn(report), untested: untested.map(({ id }) => id) };
}

it("each of several creations refers to another item, where a reference can be had once only", async () => {
  expect(await judgeLoans((sent) => sent)).toEqual({ failed: [], untested: [] });
});

it.each<[string, (sent: number) => number]>([
  ["30 days become 29", (sent) => Math.min(sent, 29)],
  ["one day becomes two", (sent) => Math.max(sent, 2)],
])("where a reference can be had once only, it is found that %s", async (_, days) => {
  expect((await judgeLoans(days)).failed).toEqual(["addLoan: read back"]);
});
