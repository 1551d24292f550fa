import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, changes, describePaths, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

/** A project of an office. */
interface Project {
  readonly id: number;
  title: string;
  closed: boolean;
}

/** What an office does with its projects in its own way. */
interface Ways {
  /** May a closed project be changed, deleted, and have further tasks? */
  readonly changes?: boolean;
  readonly deletes?: boolean;
  readonly adds?: boolean;
  /** May a project be closed by its creation? */
  readonly isMadeClosed?: boolean;
  readonly texts?: Partial<typeof usualTexts>;
}

const usualTexts = {
  change: "Changes a project. A closed project cannot be changed (409) until it is opened again.",
  changeConflict: "The project is closed.",
  removal: "Only projects that are not closed can be deleted.",
  addition: "Adds a task. Closed projects take no tasks.",
};

async function judge({ changes: mayChange, deletes, adds: mayAdd, isMadeClosed = true, texts = {} }: Ways) {
  const projects = new Map<string, Project>();
  const tasks = new Map<string, { readonly id: number; readonly project: string; text: string }>();
  let count = 300;
  const baseUrl = await startJsonServer(({ method, parts: [, id = "", part, taskId], sent }) => {
    const project = projects.get(id);
    if (id !== "" && project === undefined) return [404, {}];
    if (project === undefined || part === undefined) {
      if (method === "GET") return [200, project ?? [...projects.values()]];
      const { title = project?.title, closed = project?.closed ?? false, ...others } = sent;
      if (method === "DELETE")
        return deletes || !project?.closed ? [projects.delete(id) ? 204 : 404] : [409, {}];
      const isValid =
        typeof title === "string" && title !== "" && title.length < 41 && typeof closed === "boolean";
      if (!isValid || Object.keys(others).length > 0) return [400, {}];
      if (project?.closed && closed && !mayChange) return [409, {}];
      count += 1;
      const made: Project = project ?? { id: count, title, closed: false };
      Object.assign(made, { title, closed: project === undefined && !isMadeClosed ? false : closed });
      projects.set(`${made.id}`, made);
      return [project === undefined ? 201 : 200, made];
    }
    const below = [...tasks.values()].filter((each) => each.project === id);
    if (taskId !== undefined) {
      const task = below.find((each) => `${each.id}` === taskId);
      return task === undefined ? [404, {}] : [200, task];
    }
    if (method === "GET") return [200, below];
    const { text } = sent;
    if (typeof text !== "string" || text === "" || text.length > 40) return [400, {}];
    if (project.closed && !mayAdd) return [409, {}];
    count += 1;
    tasks.set(`${count}`, { id: count, project: id, text });
    return [201, tasks.get(`${count}`)];
  });
  const said = { ...usualTexts, ...texts };
  const [title, text] = [1, 2].map(() => ({ type: "string", minLength: 1, maxLength: 40 }));
  const id = { type: "integer", readOnly: true };
  const closed = { type: "boolean", default: false };
  const project = { type: "object", required: ["id", "title", "closed"], properties: { id, title, closed } };
  const body = { type: "object", required: ["title"], properties: { title, closed } };
  const task = { type: "object", required: ["id", "text"], properties: { id, text } };
  const conflict = (description: string) => ({ 409: { description } });
  const parameter = (name: string) => ({ name, in: "path", required: true, schema: { type: "integer" } });
  const description = describePaths({
    "/projects": { get: lists("listProjects", project), post: adds("addProject", body, project) },
    "/projects/{projectId}": {
      parameters: [parameter("projectId")],
      get: reads("getProject", project),
      patch: {
        ...changes("changeProject", { ...body, required: [] }, project, conflict(said.changeConflict)),
        description: said.change,
      },
      delete: { ...removes("removeProject", conflict("Not now.")), description: said.removal },
    },
    "/projects/{projectId}/tasks": {
      parameters: [parameter("projectId")],
      get: lists("listTasks", task),
      post: {
        ...adds(
          "addTask",
          { type: "object", required: ["text"], properties: { text } },
          task,
          conflict("No."),
        ),
        description: said.addition,
      },
    },
    "/projects/{projectId}/tasks/{taskId}": {
      parameters: [parameter("projectId"), parameter("taskId")],
      get: reads("getTask", task),
    },
  });
  return failedIn(await judgeDescribed(description, baseUrl, { whole: true }));
}

describe("a project is refused for its state, as texts say, where the office", () => {
  it.each<[string, Ways]>([
    ["keeps its word, and opens a project by a change", {}],
    ["closes no project by a creation", { isMadeClosed: true }],
    [
      "says it of some projects alone",
      {
        changes: true,
        deletes: true,
        adds: true,
        texts: {
          change: "A closed project cannot be changed (409), unless it is empty.",
          changeConflict: "The project of a closed office.",
          removal: "Deletes a project, closed or not.",
          addition: "Closed projects take no tasks of others.",
        },
      },
    ],
  ])("%s", async (_, ways) => {
    expect(await judge(ways)).toEqual([]);
  });
});

describe("an office is found that", () => {
  it.each<[string, Ways, string]>([
    ["changes closed projects", { changes: true }, "changeProject: ruled-out state"],
    [
      "changes closed projects, against the text of its 409 alone",
      {
        changes: true,
        texts: { change: "Changes it.", changeConflict: "Returned if the project is closed." },
      },
      "changeProject: ruled-out state",
    ],
    ["deletes closed projects", { deletes: true }, "removeProject: ruled-out state"],
    ["adds tasks to closed projects", { adds: true }, "addTask: ruled-out state"],
  ])("%s", async (_, ways, expected) => {
    expect(await judge(ways)).toEqual([expected]);
  });
});
