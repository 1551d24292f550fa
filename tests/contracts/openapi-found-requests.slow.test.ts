import { describe, expect, it } from "vitest";
import { type Asked, type Reply, startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

type Item = Readonly<Record<string, unknown>>;

const text = { type: "string", minLength: 1, maxLength: 60 };
const integer = { type: "integer" };
const object = (properties: object, required = Object.keys(properties)) => ({
  type: "object",
  required,
  properties,
});
const isText = (value: unknown): boolean =>
  typeof value === "string" && value.length > 0 && value.length <= 60;
const isNumber = (value: unknown): value is number => Number.isInteger(value);

/** A collection at an address: what is in it, and the requests of one item. */
function collection() {
  const items = new Map<number, Item>();
  let count = 0;
  return {
    items,
    add: (item: Item): Reply => {
      count += 1;
      items.set(count, { id: count, ...item });
      return [201, items.get(count)];
    },
    answer: ({ method }: Asked, id: number): Reply => {
      if (!items.has(id)) return [404, {}];
      if (method !== "DELETE") return [200, items.get(id)];
      items.delete(id);
      return [204];
    },
  };
}

/** The operations of a collection whose items are created as `sent` says, and shown as `shown`. */
const resource = (path: string, noun: string, sent: object, shown: object, more: object = {}) => ({
  [path]: { get: lists(`list${noun}s`, shown), post: adds(`add${noun}`, sent, shown, more) },
  [`${path}/{id}`]: {
    parameters: [idInPath()],
    get: reads(`get${noun}`, shown),
    delete: removes(`drop${noun}`),
  },
});

async function judge(description: Parameters<typeof judgeDescribed>[0], replyTo: (asked: Asked) => Reply) {
  const report = await judgeDescribed(description, await startJsonServer(replyTo), { whole: true });
  const verdictOf = (id: string) => report.requirements.find((each) => each.id === id)?.verdict;
  return { failed: failedIn(report), verdictOf };
}

describe("members inside of what wraps them", () => {
  const attributes = object({ title: text, stars: { type: "integer", maximum: 5 } }, ["title"]);
  const folder = object({ data: object({ key: text }) });
  const data = object({ attributes, relations: object({ folder }) }, ["attributes"]);
  const shown = object({ id: integer, title: text, stars: integer }, ["id", "title"]);
  const description = describePaths(resource("/notes", "Note", object({ data }), shown));

  const judgeNotes = (isRefused: (attributes: Item) => boolean) => {
    const { items, add, answer } = collection();
    return judge(description, (asked) => {
      const { method, parts, sent } = asked;
      if (parts[1] !== undefined) return answer(asked, Number(parts[1]));
      if (method === "GET") return [200, [...items.values()]];
      const own = sent["data"] as Item | null | undefined;
      const written = own?.["attributes"] as Item | null | undefined;
      const { title, stars } = written ?? {};
      if (!isText(title) || (stars !== undefined && !isNumber(stars))) return [400, {}];
      if (own?.["relations"] !== undefined) return [404, { error: "None" }];
      return isRefused(written ?? {}) ? [400, {}] : add({ title, stars });
    });
  };

  it("are sent, although a reference beside them leads nowhere", async () => {
    const { failed, verdictOf } = await judgeNotes(({ stars = 0 }) => Number(stars) > 5);
    expect(failed).toEqual([]);
    expect(verdictOf("addNote: body /data/attributes/stars maximum")).toBe("passed");
  });

  it("are judged", async () => {
    const { failed } = await judgeNotes(() => false);
    expect(failed).toContain("addNote: body /data/attributes/stars maximum");
  });
});

describe("an item above that takes nothing any more", () => {
  const sent = object({ name: text, finished: { type: "boolean", default: false } }, ["name"]);
  const shown = object({ id: integer, name: text, finished: { type: "boolean" } });
  const task = object({ title: text });
  const shownTask = object({ taskId: integer, title: text });
  const description = describePaths({
    ...resource("/projects", "Project", sent, shown),
    "/projects/{id}/tasks": {
      parameters: [idInPath()],
      get: lists("listTasks", shownTask),
      post: adds("addTask", task, shownTask, { 409: { description: "The project is finished" } }),
    },
    "/projects/{id}/tasks/{taskId}": {
      parameters: [idInPath(), { ...idInPath(), name: "taskId" }],
      get: reads("getTask", shownTask),
      delete: removes("dropTask"),
    },
  });

  it.each<[string, (title: unknown) => unknown, readonly string[]]>([
    ["is replaced by one that is open", (title) => title, []],
    ["is no reason to judge nothing below it", () => "a task", ["addTask: read back"]],
  ])("%s", async (_, stored, expected) => {
    const { items, add, answer } = collection();
    const tasks = new Map<number, ReturnType<typeof collection>>();
    const { failed, verdictOf } = await judge(description, (asked) => {
      const { method, parts, sent: body } = asked;
      const [, id, , taskId] = parts;
      const project = items.get(Number(id));
      if (id === undefined && method === "GET") return [200, [...items.values()]];
      if (id === undefined) {
        const { name, finished = false } = body;
        return isText(name) && typeof finished === "boolean" ? add({ name, finished }) : [400, {}];
      }
      if (parts.length === 2) return answer(asked, Number(id));
      if (project === undefined) return [404, {}];
      const own = tasks.get(Number(id)) ?? collection();
      tasks.set(Number(id), own);
      const withId = ({ id: number, ...more }: Item): Item => ({ taskId: number, ...more });
      if (taskId !== undefined) {
        const [status, found] = own.answer(asked, Number(taskId));
        return status === 200 ? [200, withId(found as Item)] : [status, found];
      }
      if (method === "GET") return [200, [...own.items.values()].map(withId)];
      if (!isText(body["title"])) return [400, {}];
      if (project["finished"] === true) return [409, { reason: "The project is finished" }];
      const [, made] = own.add({ title: stored(body["title"]) });
      return [201, withId(made as Item)];
    });
    expect(expected.every((each) => failed.includes(each))).toBe(true);
    if (expected.length === 0) {
      expect(failed).toEqual([]);
      expect(verdictOf("addTask: read back")).toBe("passed");
    }
  });
});

describe("references by their texts", () => {
  const white = { ...integer, description: "The id of the player that begins. It has to exist." };
  const black = { ...integer, description: "The id of another player. It has to exist." };
  const made = { white, black, note: text };
  const description = describePaths({
    ...resource("/games", "Game", object(made), object({ id: integer, ...made })),
    ...resource("/players", "Player", object({ name: text }), object({ id: integer, name: text })),
  });

  it.each<[string, (item: Item) => Item, readonly string[]]>([
    ["lead to two items", (item) => item, []],
    ["are judged", (item) => ({ ...item, black: item["white"] }), ["addGame: read back"]],
  ])("%s", async (_, stored, expected) => {
    const [players, games] = [collection(), collection()];
    const { failed, verdictOf } = await judge(description, (asked) => {
      const { method, parts, sent } = asked;
      const all = parts[0] === "players" ? players : games;
      if (parts[1] !== undefined) return all.answer(asked, Number(parts[1]));
      if (method === "GET") return [200, [...all.items.values()]];
      if (all === players) return isText(sent["name"]) ? all.add({ name: sent["name"] }) : [400, {}];
      const { white: from, black: to, note } = sent;
      const isThere = [from, to].every((id) => isNumber(id) && players.items.has(id));
      if (!isText(note) || !isThere || from === to) return [400, { error: "Not so" }];
      return all.add(stored({ white: from, black: to, note }));
    });
    expect(failed.filter((each) => expected.includes(each))).toEqual(expected);
    if (expected.length === 0) {
      expect(failed).toEqual([]);
      expect(verdictOf("addGame: read back")).toBe("passed");
    }
  });
});

describe("a state that is not reached from the first one", () => {
  const state = { type: "string", enum: ["new", "open", "closed"] };
  const shown = object({ id: integer, title: text, state });
  const move = adds("moveIssue", object({ to: state }), shown, { 409: { description: "Not from here" } });
  const { 201: _, ...refusals } = move.responses;
  const responses = { ...refusals, 200: { ...move.responses[201] } };
  const description = describePaths({
    ...resource("/issues", "Issue", object({ title: text }), shown),
    "/issues/{id}/moves": { parameters: [idInPath()], post: { ...move, responses } },
  });

  it.each<[string, (to: string) => string, string | undefined]>([
    ["gives way to another one", (to) => to, undefined],
    ["is shown as it was not described", () => "moved", "moveIssue: responses"],
  ])("%s", async (_name, moved, expected) => {
    const { items, add, answer } = collection();
    const { failed, verdictOf } = await judge(description, (asked) => {
      const { method, parts, sent } = asked;
      const issue = items.get(Number(parts[1]));
      if (parts.length === 2) return answer(asked, Number(parts[1]));
      if (parts.length === 1 && method === "GET") return [200, [...items.values()]];
      if (parts.length === 1)
        return isText(sent["title"]) ? add({ title: sent["title"], state: "new" }) : [400, {}];
      const to = sent["to"];
      if (issue === undefined) return [404, {}];
      if (typeof to !== "string" || !state.enum.includes(to)) return [400, {}];
      if (to === "new" || to === issue["state"]) return [409, { error: "Not from there" }];
      items.set(Number(parts[1]), { ...issue, state: moved(to) });
      return [200, items.get(Number(parts[1]))];
    });
    if (expected === undefined) {
      expect(failed).toEqual([]);
      expect(verdictOf("moveIssue: responses")).toBe("passed");
    } else expect(failed).toContain(expected);
  });
});
