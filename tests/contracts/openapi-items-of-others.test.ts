import { expect, it } from "vitest";
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

const [id, text] = [{ type: "string" }, { type: "string" }];
const shown = { type: "object", properties: { id, text } };

/** What a run asks such a server to change or delete. */
async function changesOf(
  body: object,
  answer: (asked: Asked) => Reply,
  others = "/seats",
): Promise<string[]> {
  const changed: string[] = [];
  const baseUrl = await startJsonServer((asked) => {
    const { method, path } = asked;
    if (["PUT", "DELETE"].includes(method)) changed.push(`${method} ${path}`);
    return answer(asked);
  });
  const description = describePaths({
    [others]: { get: lists("listOthers", shown) },
    "/entries": { get: lists("listEntries", shown), post: adds("addEntry", body, shown) },
    "/entries/{id}": {
      parameters: [idInPath("string")],
      get: reads("getEntry", {}),
      put: changes("putEntry", body, shown),
      delete: removes("removeEntry"),
    },
  });
  await judgeDescribed(description, baseUrl);
  return changed;
}

it("what a creation adds to an item that was there is not the run's", async () => {
  const lines: unknown[] = ["somebody's"];
  const body = { type: "object", required: ["line"], properties: { line: text } };
  const changed = await changesOf(body, ({ method, path, sent }) => {
    if (method === "GET") return [200, path === "/entries" ? [] : { id: "7", lines }];
    if (method !== "POST" || typeof sent["line"] !== "string") return [400, {}];
    lines.push(sent["line"]);
    return [201, { id: "7" }];
  });

  expect(lines.length).toBeGreaterThan(1);
  expect(changed).toEqual([]);
});

it("an item that has the id of what a creation refers to is not the run's", async () => {
  const notes = new Map<string, unknown>();
  const body = { type: "object", required: ["seatId"], properties: { seatId: id, text } };
  const changed = await changesOf(body, ({ method, path, sent: { seatId, text: note } }) => {
    const [, kind, entry = ""] = path.split("/");
    if (method === "GET" && kind === "seats") return [200, [{ id: "s-1" }]];
    if (method === "GET" && entry === "") return [200, []];
    if (method === "GET") return notes.has(entry) ? [200, { id: entry, text: notes.get(entry) }] : [404, {}];
    if (method !== "POST" || seatId !== "s-1") return [400, {}];
    notes.set(seatId, note);
    return [201, { id: seatId, text: note }];
  });

  expect(notes.size).toBe(1);
  expect(changed).toEqual([]);
});

it.each([
  ["cardId", "/cards"],
  ["userId", "/users"],
  ["ownerId", "/owners"],
])("nothing is created for a %s that a list shows", async (name, others) => {
  const created: unknown[] = [];
  const body = { type: "object", required: [name], properties: { [name]: id, text } };
  await changesOf(
    body,
    ({ method, path, sent }) => {
      if (method === "GET") return [200, path === others ? [{ id: "s-1" }] : []];
      created.push(sent[name]);
      return [400, {}];
    },
    others,
  );

  expect(created).not.toContain("s-1");
});
