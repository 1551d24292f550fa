import { describe, expect, it } from "vitest";
import type { Report } from "../../src/engine/index.js";
import { clock } from "../servers/clock.js";
import { startJsonServer } from "../servers/json-server.js";
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

interface Task {
  readonly id: number;
  readonly title: string;
  readonly [member: string]: unknown;
}

/** A server of tasks: how it makes one of what was sent, and what else it does then. */
interface Server {
  readonly make?: (task: Task) => Task;
  readonly added?: (task: Task, add: (members: Omit<Task, "id">) => Task, count: number) => void;
  readonly changed?: (task: Task, add: (members: Omit<Task, "id">) => Task) => void;
  readonly page?: (tasks: readonly Task[]) => readonly object[];
  /** Is this creation carried out, and turned away nevertheless? */
  readonly isTurnedAway?: (count: number) => boolean;
}

const text = { type: "string", minLength: 1, maxLength: 80 };
const sent = { type: "object", required: ["title"], properties: { title: text, notes: text } };
const shown = { type: "object", properties: { id: { type: "integer" }, title: text, notes: text } };
const description = describePaths({
  "/tasks": { get: lists("listTasks", shown), post: adds("addTask", sent, shown) },
  "/tasks/{id}": {
    parameters: [idInPath()],
    get: reads("getTask", shown),
    put: changes("replaceTask", sent, shown),
    delete: removes("removeTask"),
  },
});

const isText = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && [...value].length <= 80;

async function judge({ make = (task) => task, added, changed, page, isTurnedAway }: Server) {
  const tasks = new Map<number, Task>();
  let [next, count] = [1, 0];
  const add = (members: Omit<Task, "id">): Task => {
    const task = make({ title: "", ...members, id: next++ });
    tasks.set(task.id, task);
    return task;
  };
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], sent: { title, notes } }) => {
    const task = tasks.get(Number(id));
    if (id === "" && method === "GET") return [200, page?.([...tasks.values()]) ?? [...tasks.values()]];
    if (id !== "" && task === undefined) return [404, {}];
    if (method === "GET") return [200, task];
    if (method === "DELETE") return [204, tasks.delete(Number(id))];
    if (!isText(title) || !(notes === undefined || isText(notes))) return [400, {}];
    const members = { title, ...(notes === undefined ? {} : { notes }) };
    if (task !== undefined) {
      const { notes: _, ...rest } = task;
      tasks.set(task.id, { ...rest, ...members });
      changed?.({ ...rest, ...members }, add);
      return [200, tasks.get(task.id)];
    }
    const created = add(members);
    count += 1;
    added?.(created, add, count);
    return isTurnedAway?.(count) ? [503, {}, { "retry-after": "0" }] : [201, created];
  });
  return { report: await judgeDescribed(description, baseUrl), tasks };
}

const law = "every list: added once";
const verdictOf = ({ requirements }: Report) => requirements.find(({ id }) => id === law)?.verdict;
const without = ({ id: _, ...members }: Task): Omit<Task, "id"> => members as Omit<Task, "id">;
const now = (later = 0) => new Date(Date.UTC(2026, 2, 1) + clock.now() + later).toISOString();

describe("one creation adds two tasks", () => {
  it.each<[string, Server]>([
    ["with the same values", { added: (task, add) => add(without(task)) }],
    ["a little later", { added: (task, add) => clock.after(20, () => add(without(task))) }],
    [
      "that have numbers, links, slugs and times of their own",
      {
        make: (task) => ({
          ...task,
          ...{
            number: 70 + task.id * 3,
            self: `/tasks/${task.id}`,
            slug: `task-${task.id * 7}`,
            createdAt: now(),
          },
        }),
        added: (task, add) => add(without(task)),
      },
    ],
    ["where it sends notes", { added: (task, add) => task["notes"] !== undefined && add(without(task)) }],
  ])("%s", async (_, server) => {
    const { report, tasks } = await judge(server);

    expect(failedIn(report)).toEqual([law]);
    // What it has added beside was deleted, too; a title of one letter is nobody's.
    expect([...tasks.values()].filter(({ title }) => /[a-z]{8}/.test(title))).toEqual([]);
  });
});

describe("one creation adds one task", () => {
  it.each<[string, Server]>([
    ["and nothing else", {}],
    [
      "and a draft of it",
      {
        make: (task) => ({ state: "published", ...task }),
        added: (task, add) => add({ ...without(task), state: "draft" }),
      },
    ],
    [
      "and its first version",
      {
        make: (task) => ({ version: 0, ...task }),
        added: (task, add) => add({ ...without(task), version: 1 }),
      },
    ],
    [
      "and an entry of its history",
      {
        make: (task) => ({ of: null, ...task }),
        added: (task, add) => add({ ...without(task), of: task.id }),
      },
    ],
    [
      "and the next of a series",
      {
        make: (task) => ({ due: "2026-03-01", ...task }),
        added: (task, add) => add({ ...without(task), due: "2026-04-01" }),
      },
    ],
    [
      "and a later one of a series",
      {
        make: (task) => ({ at: now(), ...task }),
        added: (task, add) => add({ ...without(task), at: now(3_600_000) }),
      },
    ],
    ["and a former version with each change", { changed: (task, add) => add(without(task)) }],
    [
      "that has a row for each tag",
      { page: (tasks) => tasks.flatMap((task) => ["a", "b"].map((tag) => ({ ...task, tag }))) },
    ],
    [
      "and a greeting with its title",
      { added: ({ title }, add) => add({ title: [...`Welcome to ${title}`].slice(0, 80).join("") }) },
    ],
    ["and a second one once", { added: (task, add, count) => count === 2 && add(without(task)) }],
    ["where a gateway has the second creation sent twice", { isTurnedAway: (count) => count === 2 }],
  ])("%s", async (_, server) => {
    const { report } = await judge(server);

    expect(failedIn(report)).not.toContain(law);
    expect(report.conclusion.exitCode).not.toBe(3);
  });

  it("and the law was kept, where the whole list was seen", async () => {
    expect(verdictOf((await judge({})).report)).toBe("passed");
  });
});

it("a list of ten thousand rows with the words of the run is judged in linear time", async () => {
  const copies = (task: Task | undefined) =>
    Array.from({ length: 10_000 }, (_, index) => ({ ...task, id: 1_000_000 + index }));
  const began = clock.now();

  await judge({ page: (tasks) => [...tasks, ...copies(tasks.at(-1))] });

  expect(clock.now() - began).toBeLessThan(60_000);
}, 90_000);

it("another run with the same seed adds items with the same words", async () => {
  const tasks: Task[] = [];
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], sent: { title, notes } }) => {
    const index = tasks.findIndex((task) => `${task.id}` === id);
    if (id === "" && method === "GET") return [200, tasks];
    if (id !== "" && index < 0) return [404, {}];
    if (method === "GET") return [200, tasks[index]];
    if (method === "DELETE") return [204, tasks.splice(index, 1)];
    if (!isText(title) || !(notes === undefined || isText(notes))) return [400, {}];
    const members = { title, ...(notes === undefined ? {} : { notes }) };
    if (id !== "") return [200, Object.assign(tasks[index] ?? {}, members)];
    tasks.push({ id: tasks.length * 7 + 3 + Math.floor(Math.random() * 1e9), ...members });
    return [201, tasks.at(-1)];
  });

  const reports = await Promise.all([1, 2].map(() => judgeDescribed(description, baseUrl, { whole: true })));

  expect(reports.flatMap(failedIn)).not.toContain(law);
});
