import { describe, expect, it } from "vitest";
import type { Report } from "../../src/engine/index.js";
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
import { failedIn } from "./deviations.js";

const members = {
  title: { type: "string", minLength: 1, maxLength: 80 },
  notes: { type: "string", maxLength: 200 },
  effort: { type: "integer", minimum: 1, maximum: 99 },
  done: { type: "boolean" },
};
const required = ["title", "effort"];
const sent = { type: "object", required, properties: members };
const shown = {
  type: "object",
  required: ["id", ...required],
  properties: { id: { type: "integer" }, ...members },
};
const change = { type: "object", minProperties: 1, properties: members };

const description = describePaths({
  "/tasks": {
    get: {
      ...lists("listTasks", shown),
      parameters: [
        { name: "done", in: "query", schema: { type: "boolean" } },
        { name: "sort", in: "query", schema: { type: "string", enum: ["title", "effort"] } },
        { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 200, default: 200 } },
      ],
    },
    post: adds("addTask", sent, shown),
  },
  "/tasks/{id}": {
    parameters: [idInPath()],
    get: reads("getTask", shown),
    put: changes("replaceTask", sent, shown),
    patch: changes("changeTask", change, shown),
    delete: removes("removeTask"),
  },
});

interface Task {
  readonly id: number;
  [member: string]: unknown;
}

/** The moments at which a server may do something more than its answer says. */
interface Server {
  readonly shown?: (task: Task, asked: Asked) => object;
  /** After a body was refused: of an item that is there, or of a new one. */
  readonly refused?: (
    task: Task | undefined,
    body: Partial<Task>,
    tasks: Map<number, Task>,
    asked: Asked,
  ) => void;
  /** After a task was replaced or changed. */
  readonly changed?: (task: Task, before: Task, asked: Asked, tasks: Map<number, Task>) => void;
  readonly added?: (task: Task, tasks: Map<number, Task>) => void;
  /** The rows of a list, in their order. */
  readonly page?: (rows: readonly Task[], asked: Asked) => readonly Task[];
  readonly listed?: (tasks: Map<number, Task>, asked: Asked) => void;
}

function isValid(body: Readonly<Record<string, unknown>>, isPart: boolean): boolean {
  const { title, notes, effort, done } = body;
  const isText = (value: unknown, most: number, least = 0): boolean =>
    typeof value === "string" && [...value].length <= most && [...value].length >= least;
  return (
    (isPart ? Object.keys(body).length > 0 : required.every((name) => name in body)) &&
    (!("title" in body) || isText(title, 80, 1)) &&
    (!("notes" in body) || isText(notes, 200)) &&
    (!("done" in body) || typeof done === "boolean") &&
    (!("effort" in body) || (Number.isInteger(effort) && Number(effort) > 0 && Number(effort) < 100))
  );
}

function judge({ shown: show, refused, changed, added, listed, page }: Server = {}): Promise<Report> {
  const tasks = new Map<number, Task>();
  let next = 1;
  const reply = (asked: Asked): Reply => {
    const { method, parts, query, sent: body } = asked;
    const view = (task: Task): object => show?.(task, asked) ?? task;
    if (parts[0] !== "tasks" || parts.length > 2) return [404, {}];
    const pick: Partial<Task> = Object.fromEntries(Object.entries(body).filter(([name]) => name in members));
    const isBody = /^\s*\{/.test(asked.body) && /json/.test(`${asked.headers["content-type"]}`);
    if (parts[1] === undefined) {
      if (method === "GET") {
        const done = query.get("done");
        if (done !== null && !["true", "false"].includes(done)) return [400, {}];
        const rows = [...tasks.values()].filter(
          (task) => done === null || `${task["done"] ?? false}` === done,
        );
        listed?.(tasks, asked);
        const [order, limit = "200"] = [query.get("sort"), query.get("limit") ?? undefined];
        const isOrder = order === null || ["title", "effort"].includes(order);
        if (!isOrder || !/^\d+$/.test(limit) || Number(limit) < 1 || Number(limit) > 200) return [400, {}];
        const compare = ({ [order ?? ""]: left }: Task, { [order ?? ""]: right }: Task): number =>
          typeof left === "number" ? left - Number(right) : `${left}` < `${right}` ? -1 : 1;
        const sorted = order === null ? rows : rows.toSorted(compare);
        return [200, (page?.(sorted, asked) ?? sorted).slice(0, Number(limit)).map(view)];
      }
      if (!isBody || !isValid(body, false)) {
        refused?.(undefined, pick, tasks, asked);
        return [400, {}];
      }
      const task: Task = { id: next++, ...pick };
      tasks.set(task.id, task);
      added?.(task, tasks);
      return [201, view(task)];
    }
    const task = tasks.get(Number(parts[1]));
    if (task === undefined) return [404, {}];
    if (method === "GET") return [200, view(task)];
    if (method === "DELETE") return tasks.delete(task.id) ? [204] : [404, {}];
    if (!isBody || !isValid(body, method === "PATCH")) {
      refused?.(task, pick, tasks, asked);
      return [400, {}];
    }
    const before = { ...task };
    if (method === "PUT") for (const name of Object.keys(members)) delete task[name];
    Object.assign(task, pick);
    changed?.(task, before, asked, tasks);
    return [200, view(task)];
  };
  // Where a read deletes, the order of the requests decides what is left to judge.
  const oneByOne = listed === undefined ? {} : { concurrency: 1 };
  return startJsonServer(reply).then((baseUrl) =>
    judgeDescribed(description, baseUrl, { whole: true, ...oneByOne }),
  );
}

const verdictOf = ({ requirements }: Report, id: string): string | undefined =>
  requirements.find((each) => each.id === id)?.verdict;

const lawsIn = ({ requirements }: Report): readonly string[] =>
  requirements.filter(({ section }) => section === "laws").map(({ id }) => id);

describe("a law is broken by a server", () => {
  const last = new WeakMap<Task, string>();
  const isSame = (task: Task, { body }: Asked): boolean => {
    const was = last.get(task);
    last.set(task, body);
    return was === body;
  };
  let next = 1_000_000;
  const isPlain = (title: unknown): boolean =>
    typeof title === "string" && title !== "" && title.length <= 80;
  const isOther = (task: Task, done: string | null): boolean =>
    done !== null && `${task["done"] ?? false}` !== done;

  it.each<[string, string, Server]>([
    [
      "that applies a PUT which it refuses",
      "refused, no effect",
      {
        refused: (task, { title }, _, { method }) =>
          method === "PUT" && isPlain(title) && task && Object.assign(task, { title }),
      },
    ],
    [
      "that clears a member by a refused PATCH",
      "refused, no effect",
      { refused: (task, _body, _tasks, { method }) => method === "PATCH" && delete task?.["notes"] },
    ],
    [
      "that stores a creation with another effort although it refuses it",
      "refused, no effect",
      {
        refused: (task, { title }, tasks) =>
          task === undefined && isPlain(title) && tasks.set(next--, { id: next + 1, title, effort: 1 }),
      },
    ],
    [
      "that shows another id after a PUT",
      "identity",
      {
        shown: (task) => (task["put"] === true ? { ...task, id: task.id + 1000 } : task),
        changed: (task, _, { method }) => Object.assign(task, method === "PUT" ? { put: true } : {}),
      },
    ],
    [
      "whose filter removes what it does not match",
      "safe",
      {
        listed: (tasks, { query }) =>
          [...tasks.values()]
            .filter((task) => isOther(task, query.get("done")))
            .map(({ id }) => tasks.delete(id)),
      },
    ],
    [
      "that toggles a flag by a repeated PUT",
      "idempotent",
      {
        changed: (task, _, asked) =>
          asked.method === "PUT" &&
          isSame(task, asked) &&
          Object.assign(task, { done: task["done"] !== true }),
      },
    ],
    [
      "that deletes a task by a repeated PUT",
      "idempotent",
      {
        changed: (task, _, asked, tasks) =>
          asked.method === "PUT" && isSame(task, asked) && tasks.delete(task.id),
      },
    ],
  ])("%s", async (_, name, server) => {
    expect(failedIn(await judge(server))).toEqual([`every item: ${name}`]);
  });

  it.each<[string, string, Server]>([
    [
      "that drops a task when it sorts",
      "sorted, same items",
      { page: (rows, { query }) => (query.has("sort") ? rows.slice(1) : rows) },
    ],
    [
      "that shows a task twice when it sorts",
      "sorted, same items",
      { page: (rows, { query }) => (query.has("sort") ? [...rows.slice(0, -1), ...rows.slice(0, 1)] : rows) },
    ],
    [
      "whose small page shows other tasks",
      "a small page is a part",
      {
        page: (rows, { query }) =>
          query.has("limit") ? rows.map((task) => ({ ...task, id: task.id + 9000 })) : rows,
      },
    ],
  ])("%s", async (_, name, server) => {
    expect(failedIn(await judge(server))).toEqual([`every list: ${name}`]);
  });
});

describe("the laws are kept by a server", () => {
  it.each<[string, Server]>([
    ["that does no more than it says", {}],
    [
      "that counts the attempts which it refuses",
      { refused: (task) => task && Object.assign(task, { attempts: Number(task["attempts"] ?? 0) + 1 }) },
    ],
    [
      "that counts reads, and changes",
      {
        shown: (task) => Object.assign(task, { views: Number(task["views"] ?? 0) + 1 }),
        changed: (task) => Object.assign(task, { version: Number(task["version"] ?? 0) + 1 }),
      },
    ],
    [
      "that shows the latest change behind the id",
      {
        shown: (task) => ({ ...task, key: `${task.id}/_history/${task["version"] ?? 0}` }),
        changed: (task) => Object.assign(task, { version: Number(task["version"] ?? 0) + 1 }),
      },
    ],
    [
      "that hides what is done, unless it is asked for",
      {
        page: (rows, { query }) => (query.has("done") ? rows : rows.filter((task) => task["done"] !== true)),
      },
    ],
    ["that shows the latest first, in every order", { page: (rows) => rows.toReversed() }],
    [
      "that keeps what it refuses with a state",
      {
        refused: (task, { title }, tasks) =>
          task === undefined &&
          typeof title === "string" &&
          title !== "" &&
          title.length <= 80 &&
          tasks.set(2_000_000 - tasks.size, {
            id: 2_000_000 - tasks.size,
            title,
            effort: 1,
            status: "rejected",
          }),
      },
    ],
    ["that keeps the 60 latest tasks", { added: (task, tasks) => tasks.delete(task.id - 60) }],
  ])("%s", async (_, server) => {
    const report = await judge(server);
    expect(failedIn(report)).toEqual([]);
    for (const id of lawsIn(report)) expect(`${id} ${verdictOf(report, id)}`).toBe(`${id} passed`);
  });
});
