import { expect, it } from "vitest";
import type { Report } from "../../src/engine/index.js";
import { renderSummary } from "../../src/report/index.js";
import { renderMarkdown } from "../../src/report/summary-markdown.js";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";

const [id, name] = [{ type: "integer" }, { type: "string" }];
const shown = { type: "object", required: ["id", "name"], properties: { id, name } };
const bodyWith = (more: object) => ({
  type: "object",
  required: ["name"],
  properties: { name: { ...name, ...more } },
});

/** What one server does with its jars and their labels in its own way. */
interface Ways {
  /** What it answers where a jar is to be deleted. */
  readonly deletion?: (jar: number) => number;
  /** Does it keep what it says it deletes? */
  readonly keeps?: boolean;
  readonly isDeletable?: boolean;
  /** What it answers to a creation with. */
  readonly answer?: (item: { readonly id: number; readonly name: unknown }) => object;
  readonly pattern?: string;
  /** How short a name may be, in characters. */
  readonly minLength?: number;
  /** With which status it answers a creation. */
  readonly created?: 200 | 201;
}

/** Judges a server of jars; a label is gone with its jar. Returns the addresses that are still there, too. */
async function judge({
  deletion = () => 204,
  keeps = false,
  isDeletable = true,
  answer = (item) => item,
  pattern,
  minLength = 0,
  created: creation = 201,
}: Ways): Promise<[Report, string[]]> {
  const items = new Map<string, object>();
  let created = 0;
  const listOf = (path: string) =>
    [...items].flatMap(([address, item]) => (address.replace(/\/\d+$/, "") === path ? [item] : []));
  const baseUrl = await startJsonServer(({ method, path, parts: [, jar], sent }) => {
    const isBelow = /^\/jars\/\d+\/labels/.test(path);
    if (isBelow && !items.has(`/jars/${jar}`)) return [404, {}];
    if (method === "POST") {
      const { name: given } = sent;
      if (typeof given !== "string" || !new RegExp(pattern ?? "").test(given) || given.length < minLength)
        return [400, {}];
      created += 1;
      items.set(`${path}/${created}`, { id: created, name: given });
      return [creation, answer({ id: created, name: given })];
    }
    if (path.endsWith("s")) return [200, listOf(path)];
    const item = items.get(path);
    if (item === undefined) return [404, {}];
    if (method !== "DELETE") return [200, item];
    const status = deletion(Number(jar));
    if (status >= 400 || keeps) return [status, {}];
    for (const each of [...items.keys()]) if (`${each}/`.startsWith(`${path}/`)) items.delete(each);
    return [status];
  });
  const body = bodyWith({ minLength, ...(pattern === undefined ? {} : { pattern }) });
  const added = { type: "object", required: ["id"], properties: { id, name } };
  const response = { description: "It", content: { "application/json": { schema: added } } };
  const create = (operationId: string) => ({
    ...adds(operationId, body, added),
    responses: { [creation]: response, 400: { description: "No" } },
  });
  const description = describePaths({
    "/jars": { get: lists("listJars", shown), post: create("addJar") },
    "/jars/{id}": {
      parameters: [idInPath()],
      get: reads("getJar", shown),
      ...(isDeletable ? { delete: removes("removeJar", { 409: { description: "Not now" } }) } : {}),
    },
    "/jars/{id}/labels": {
      parameters: [idInPath()],
      get: lists("listLabels", shown),
      post: create("addLabel"),
    },
    "/jars/{id}/labels/{label}": {
      parameters: [idInPath(), { ...idInPath(), name: "label" }],
      get: reads("getLabel", shown),
    },
  });
  return [await judgeDescribed(description, baseUrl), [...items.keys()]];
}

const options = { color: false, verbose: false, reportPath: "report.json" };

it.each<[string, Ways]>([
  ["nothing where all is deleted, or gone with what it was below", {}],
  ["nothing where a creation is answered with the id alone", { answer: ({ id: own }) => ({ id: own }) }],
  ["nothing where names have a pattern", { pattern: "^[a-z]{3,12}\\.example\\.$" }],
  ["all that was created, where a deletion has no effect", { keeps: true }],
  ["all that was created, where deletions are not found", { deletion: () => 404 }],
  ["what shows no word of the run, too", { pattern: "^[a-f]$" }],
  ["what shows none beside others that do", { minLength: 1 }],
  ["the same where creations are answered with 200", { minLength: 1, created: 200 }],
  ["what the server did not delete", { deletion: (jar) => (jar % 3 === 0 ? 409 : 204) }],
  ["all that was created, where nothing can be deleted", { isDeletable: false }],
])("a report names as left %s", async (_, ways) => {
  const [report, there] = await judge(ways);

  expect(report.run.created).toBeGreaterThan(3);
  expect([...(report.run.left ?? [])].toSorted()).toEqual(there.toSorted());
  expect(Object.keys(report.run.leftReasons ?? {}).toSorted()).toEqual(there.toSorted());
  for (const text of [renderSummary(report, options), renderMarkdown(report)]) {
    expect(text.includes("Not deleted: ")).toBe(there.length > 0);
    expect(text.includes(`${there.length} not deleted`)).toBe(there.length > 0);
  }
});
