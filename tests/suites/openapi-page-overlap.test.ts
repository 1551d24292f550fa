import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { readDescription } from "../../src/description/index.js";
import { runConformance } from "../../src/run/index.js";
import { deriveContract, openApi } from "../../src/suites/index.js";
import { startOrigin } from "../servers/plain-server.js";
import { sentObject } from "../servers/sent-object.js";
import { failedIn } from "./deviations.js";

interface Item {
  readonly id: number;
  readonly title: string;
}

/** How one server cuts a list into pages. */
interface Ways {
  readonly start: "offset" | "page";
  readonly cut?: (items: readonly Item[], start: number, size: number) => readonly Item[];
  /** How many items there may be at most. */
  readonly most?: number;
}

async function judge({ start: name, cut = usual[name], most = 100 }: Ways) {
  const items: Item[] = [];
  let created = 0;
  const baseUrl = await startOrigin(async (request, response) => {
    const { method = "", url = "" } = request;
    const sent = await text(request);
    const { pathname, searchParams } = new URL(url, "http://here");
    const answer = (status: number, value: unknown): void => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(value));
    };
    const [, , id = ""] = pathname.split("/");
    const known = items.find((item) => `${item.id}` === id);
    if (id !== "") return known === undefined ? answer(404, {}) : answer(200, known);
    if (method === "GET") {
      const size = Number(searchParams.get("limit") ?? 50);
      const start = Number(searchParams.get(name) ?? (name === "page" ? 1 : 0));
      const isValid =
        Number.isInteger(size) && size > 0 && size <= 50 && Number.isInteger(start) && start >= 0;
      return isValid ? answer(200, cut(items, start, size)) : answer(400, {});
    }
    const { title } = sentObject(sent) as { readonly title?: unknown };
    if (typeof title !== "string") return answer(400, {});
    if (items.length >= most) return answer(409, {});
    created += 1;
    items.push({ id: created, title });
    return answer(201, items.at(-1));
  });
  const json = (schema: object) => ({ content: { "application/json": { schema } } });
  const none = { 400: { description: "Not so" }, 404: { description: "None" } };
  const properties = { id: { type: "integer" }, title: { type: "string" } };
  const item = { type: "object", properties };
  const body = { type: "object", required: ["title"], properties: { title: { type: "string" } } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Notes", version: "1" },
    paths: {
      "/notes": {
        get: {
          operationId: "listNotes",
          parameters: [
            { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 50 } },
            { name, in: "query", schema: { type: "integer", minimum: 0 } },
          ],
          responses: { ...none, 200: { description: "Notes", ...json({ type: "array", items: item }) } },
        },
        post: {
          operationId: "addNote",
          requestBody: { required: true, ...json(body) },
          responses: { ...none, 201: { description: "Added", ...json(item) }, 409: { description: "Full" } },
        },
      },
      "/notes/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        get: {
          operationId: "getNote",
          responses: { ...none, 200: { description: "A note", ...json(item) } },
        },
      },
    },
  };
  const contract = deriveContract(readDescription("notes.json", JSON.stringify(document)).description);
  const report = await runConformance(openApi, { contract, baseUrl, key: "" });
  const verdict = report.requirements.find(({ id }) => id === "listNotes: pages")?.verdict;
  return { failed: failedIn(report), verdict };
}

const usual: Readonly<Record<Ways["start"], NonNullable<Ways["cut"]>>> = {
  offset: (items, start, size) => items.slice(start, start + size),
  page: (items, start, size) => items.slice(Math.max(0, start - 1) * size, Math.max(1, start) * size),
};

describe("pages that do not overlap, or may, are", () => {
  it.each<[string, Ways, string]>([
    ["cut by an offset", { start: "offset" }, "passed"],
    ["cut by a number", { start: "page" }, "passed"],
    [
      "counted from zero",
      { start: "page", cut: (items, start, size) => items.slice(start * size, (start + 1) * size) },
      "untested",
    ],
    [
      "cut by an offset of pages",
      { start: "offset", cut: (items, start, size) => items.slice(start * size, (start + 1) * size) },
      "passed",
    ],
    [
      "in another order each time",
      {
        start: "offset",
        cut: (items, start, size) => items.toSorted(() => Math.random() - 0.5).slice(start, start + size),
      },
      "any",
    ],
    [
      "filled up at the end of a short list",
      {
        start: "offset",
        most: 3,
        cut: (items, start, size) => {
          const from = Math.max(0, Math.min(start, items.length - size));
          return items.slice(from, from + size);
        },
      },
      "untested",
    ],
    ["of a list that has one item", { start: "offset", most: 1 }, "untested"],
  ])("%s", async (_, ways, wanted) => {
    const { failed, verdict } = await judge(ways);
    expect(failed).toEqual([]);
    expect(wanted === "any" ? verdict !== "warned" : verdict === wanted).toBe(true);
  });
});

describe("it is advised against, though no failure, where", () => {
  it.each<[string, Ways]>([
    ["the offset is ignored", { start: "offset", cut: (items, _, size) => items.slice(0, size) }],
    ["the number is ignored", { start: "page", cut: (items, _, size) => items.slice(0, size) }],
    [
      "a page begins with the last item of the one before",
      {
        start: "page",
        cut: (items, start, size) => {
          const from = Math.max(0, start - 1) * (size - 1);
          return items.slice(from, from + size);
        },
      },
    ],
  ])("%s", async (_, ways) => {
    expect(await judge(ways)).toEqual({ failed: [], verdict: "warned" });
  });
});
