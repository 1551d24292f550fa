import { expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, reads } from "./described.js";
import { failedIn } from "./deviations.js";

/** What leads to the next page, by where that begins and the number of items. */
type NextOf = (begin: number, count: number) => string | null;

const honest: NextOf = (begin, count) => (begin < count ? `at${begin}` : null);
const stated = "Cursor of the next page; `null` on the last one.";

/**
 * @param place the member of the page in which it stands
 * @param isKnown is a cursor known that leads to this item, where there are so many?
 */
async function judge(
  nextOf: NextOf,
  said = stated,
  place = "meta",
  isKnown: (begin: number, count: number) => boolean = () => true,
) {
  const items: object[] = [];
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], query, sent: { title } }) => {
    if (id !== "") return items[Number(id) - 1] === undefined ? [404, {}] : [200, items[Number(id) - 1]];
    if (method !== "GET") {
      if (typeof title !== "string" || title.length > 40) return [400, {}];
      items.push({ id: items.length + 1, title });
      return [201, items.at(-1)];
    }
    const [size, begin] = [query.get("limit") ?? "20", query.get("cursor") ?? "at0"];
    if (!/^([1-9]|[1-4]\d|50)$/.test(size) || !/^at\d{1,6}$/.test(begin)) return [400, {}];
    const from = Number(begin.slice(2));
    if (!isKnown(from, items.length)) return [400, {}];
    const to = from + Number(size);
    return [200, { data: items.slice(from, to), [place]: { next_cursor: nextOf(to, items.length) } }];
  });
  const title = { type: "string", maxLength: 40 };
  const note = { type: "object", required: ["title"], properties: { title } };
  const shown = { type: "object", properties: { id: { type: "integer" }, title } };
  const next = { type: ["string", "null"], description: said };
  const page = {
    type: "object",
    properties: {
      data: { type: "array", items: shown },
      [place]: { type: "object", properties: { next_cursor: next } },
    },
  };
  const limit = { type: "integer", minimum: 1, maximum: 50, default: 20 };
  const description = describePaths({
    "/notes": {
      get: {
        ...reads("listNotes", page),
        parameters: [
          { name: "limit", in: "query", schema: limit },
          { name: "cursor", in: "query", schema: { type: "string" } },
        ],
      },
      post: adds("addNote", note, shown),
    },
    "/notes/{id}": { parameters: [idInPath()], get: reads("getNote", shown) },
  });
  const report = await judgeDescribed(description, baseUrl);
  const verdict = report.requirements.find(({ id }) => id === "listNotes: last page")?.verdict;
  return { failed: failedIn(report).includes("listNotes: last page"), verdict };
}

it.each<[string, NextOf]>([
  ["is never null", (begin) => `at${begin}`],
  ["is always null", () => null],
  [
    "is null from the first page on where a page is small",
    (begin, count) => (begin < 3 ? null : honest(begin, count)),
  ],
])("a cursor that is null on the last page is found where it %s", async (_, nextOf) => {
  expect(await judge(nextOf)).toEqual({ failed: true, verdict: "failed" });
});

it("a cursor that the server refuses is found on the last page, and left alone where each one is refused", async () => {
  const never: NextOf = (begin) => `at${begin}`;
  const refused = await judge(never, stated, "meta", (begin, count) => begin <= count);
  expect(refused).toEqual({ failed: true, verdict: "failed" });
  const unused = await judge(never, stated, "meta", (begin) => begin === 0);
  expect(unused.failed).toBe(false);
});

it("a cursor among links is judged, too", async () => {
  expect(await judge(() => null, stated, "links")).toEqual({ failed: true, verdict: "failed" });
  expect(await judge(honest, stated, "links")).toEqual({ failed: false, verdict: "passed" });
});

it("a cursor that is null on the last page alone is left alone", async () => {
  expect(await judge(honest)).toEqual({ failed: false, verdict: "passed" });
});

it("a cursor may lead to an empty page where its text says nothing of the last one", async () => {
  const nextOf: NextOf = (begin, count) => (begin <= count ? `at${begin}` : null);
  expect(await judge(nextOf, "Cursor of the next page.")).toEqual({ failed: false, verdict: undefined });
});

it("an empty page may be the last one", async () => {
  const nextOf: NextOf = (begin, count) => (begin <= count + 50 ? `at${begin}` : null);
  expect(await judge(nextOf)).toEqual({ failed: false, verdict: "passed" });
});
