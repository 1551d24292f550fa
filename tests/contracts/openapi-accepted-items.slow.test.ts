import { describe, expect, it } from "vitest";
import type { RunOptions } from "../../src/engine/index.js";
import { clock } from "../servers/clock.js";
import { type Reply, startJsonServer } from "../servers/json-server.js";
import {
  changes,
  describePaths,
  idInPath,
  judgeDescribed,
  lists,
  reads,
  removes,
  takes,
} from "./described.js";
import { failedIn } from "./deviations.js";

interface Item {
  readonly title: unknown;
  readonly pages: unknown;
  readonly added: number;
}

/** What one server does in its own way. */
interface Ways {
  /** The response to a creation. */
  readonly answer?: (id: string, item: Item) => Reply;
  readonly show?: (item: Item) => object | undefined;
  readonly remove?: (items: Map<string, Item>, id: string) => void;
  readonly idFor?: (created: number) => string;
  readonly options?: Partial<RunOptions>;
}

const title = { type: "string", maxLength: 40 };
const pages = { type: "number", minimum: 1 };
const note = { type: "object", properties: { title, pages } };
const described = describePaths({
  "/notes": {
    get: lists("listNotes", note),
    post: {
      operationId: "addNote",
      ...takes({ type: "object", required: ["title", "pages"], properties: { title, pages } }),
      responses: Object.fromEntries(
        [200, 201, 202, 204, 400].map((status) => [status, { description: "Fine, or not" }]),
      ),
    },
  },
  "/notes/{number}": {
    parameters: [{ ...idInPath("string"), name: "number" }],
    get: reads("getNote", note),
    patch: changes("changeNote", note, note),
    delete: removes("removeNote"),
  },
});

const shown = ({ title, pages }: Item): object => ({ title, pages });
const located = (id: string): object => ({ location: `/notes/${id}` });

async function judge({
  answer = (id) => [202, undefined, located(id)],
  show = shown,
  remove = (items, id) => items.delete(id),
  idFor = (created) => `n${created}`,
  options,
}: Ways) {
  const items = new Map<string, Item>();
  let created = 1000;
  let changed = 0;
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], sent, body }) => {
    const known = items.get(id);
    const found = known && show(known);
    if (id !== "" && (known === undefined || found === undefined)) return [404, {}];
    if (method === "GET") return [200, found ?? [...items.values()].map((each) => ({ title: each.title }))];
    if (method === "DELETE") {
      remove(items, id);
      return [204];
    }
    const isFit =
      (method === "PATCH" && sent["title"] === undefined) ||
      (typeof sent["title"] === "string" && sent["title"].length <= 40);
    const isCounted =
      (method === "PATCH" && sent["pages"] === undefined) ||
      (typeof sent["pages"] === "number" && sent["pages"] >= 1);
    if (!isFit || !isCounted || body === "") return [400, {}];
    if (known !== undefined) {
      changed += 1;
      items.set(id, { ...known, ...sent });
      return [200, shown({ ...known, ...sent })];
    }
    created += 1;
    const own = idFor(created);
    const item = { title: sent["title"], pages: sent["pages"], added: clock.now() };
    items.set(own, item);
    return answer(own, item);
  });
  const report = await judgeDescribed(described, baseUrl, options);
  return { failed: failedIn(report), left: items.size, isChanged: changed > 0 };
}

describe("an item is known, changed and deleted that only a Location names, where it is answered with", () => {
  it.each<[string, Ways]>([
    ["202", {}],
    ["201", { answer: (id) => [201, undefined, located(id)] }],
    ["204", { answer: (id) => [204, undefined, located(id)] }],
    ["200 and what shows nothing of it", { answer: (id) => [200, { ok: true }, located(id)] }],
    ["201 and what shows nothing of it", { answer: (id) => [201, { ok: true }, located(id)] }],
    ["202 and the id of a job", { answer: (id) => [202, { id: "job-7" }, located(id)] }],
    [
      "202, and shown a little later",
      {
        show: (item) => (clock.now() - item.added > 80 ? shown(item) : undefined),
        options: { settle: 400 },
      },
    ],
    [
      "202, and filled a little later",
      { show: (item) => (clock.now() - item.added > 80 ? shown(item) : {}), options: { settle: 400 } },
    ],
  ])("%s", async (_, ways) => {
    expect(await judge(ways)).toEqual({ failed: [], left: 0, isChanged: true });
  });
});

describe("an item is left alone, and nothing is found, where what is sent is accepted, and", () => {
  it.each<[string, Ways]>([
    ["nothing says where it is", { answer: () => [202] }],
    ["a job is named alone", { answer: () => [202, { id: "job-7" }] }],
    ["its progress is shown elsewhere", { answer: () => [202, undefined, { location: "/jobs/7" }] }],
    ["it is shown after longer than the run waits", { show: () => undefined }],
    ["it shows nothing of what was sent", { show: () => ({}) }],
    ["there is one item alone", { idFor: () => "current" }],
  ])("%s", async (_, ways) => {
    const { failed, isChanged } = await judge(ways);
    expect({ failed, isChanged }).toEqual({ failed: [], isChanged: false });
  });
});

describe("of an item that only a Location names, it is found that", () => {
  it.each<[string, Ways, string]>([
    [
      "it is another one than was sent",
      { show: (item) => ({ ...shown(item), pages: 1 }) },
      "addNote: read back",
    ],
    ["it is not deleted", { remove: () => undefined }, "removeNote: gone"],
    [
      "Location names the next one",
      { answer: (id) => [202, undefined, located(`n${Number(id.slice(1)) + 1}`)] },
      "addNote: read back",
    ],
  ])("%s", async (_, ways, requirement) => {
    expect((await judge(ways)).failed).toContain(requirement);
  });
});
