import { describe, expect, it } from "vitest";
import type { Report } from "../../src/engine/index.js";
import { freeId } from "../servers/free-id.js";
import { type Asked, type Reply, startJsonServer } from "../servers/json-server.js";
import {
  adds,
  describePaths,
  idInPath,
  json,
  judgeDescribed,
  lists,
  reads,
  removes,
  takes,
} from "./described.js";

const note = {
  type: "object",
  required: ["title"],
  properties: { title: { type: "string", maxLength: 40 } },
};
const shown = {
  ...note,
  required: ["id", "title"],
  properties: { id: { type: "integer" }, ...note.properties },
};
const job = { type: "object", required: ["state"], properties: { state: { type: "string" } } };
const location = { headers: { Location: { schema: { type: "string" } } } };

/** Notes, and reports on them that take a while. */
const notes = describePaths({
  "/notes": {
    get: lists("listNotes", shown),
    post: adds("addNote", note, shown, { 201: { description: "Added", ...json(shown), ...location } }),
  },
  "/notes/{id}": {
    parameters: [idInPath()],
    get: reads("getNote", shown),
    put: { ...reads("putNote", shown), ...takes(note) },
    delete: removes("removeNote"),
  },
  "/reports": {
    get: lists("listReports", shown),
    post: {
      operationId: "addReport",
      ...takes(note),
      responses: { 202: { description: "Accepted", ...location }, 400: { description: "Not so" } },
    },
  },
  "/jobs": { get: lists("listJobs", { ...job, properties: { id: { type: "string" }, ...job.properties } }) },
  "/jobs/{id}": { parameters: [idInPath("string")], get: reads("getJob", job) },
});

/** How a server answers in its own way; undefined where it does so as usual. */
type Own = (asked: Asked, usual: Reply) => Reply | undefined;

const isNote = ({ title }: Asked["sent"]): boolean => typeof title === "string" && title.length <= 40;

async function judge(own: Own = () => undefined): Promise<Report> {
  const items = new Map<string, object>();
  const jobs = new Set<string>();
  const usual = ({ method, parts, sent }: Asked): Reply => {
    const [collection, id] = parts;
    if (collection === "jobs" && id === undefined)
      return [200, [...jobs].map((each) => ({ id: each, state: "done" }))];
    if (collection === "jobs") return jobs.has(id ?? "") ? [200, { state: "done" }] : [404];
    if (collection === "reports" && method === "GET") return [200, []];
    if (collection === "reports") {
      const key = `job-${jobs.size + 1}`;
      jobs.add(key);
      return isNote(sent) ? [202, undefined, { location: `/jobs/${key}` }] : [400];
    }
    if (method === "POST") {
      if (!isNote(sent)) return [400];
      const key = `${freeId(items)}`;
      items.set(key, { title: sent["title"], id: Number(key) });
      return [201, items.get(key), { location: `/notes/${key}` }];
    }
    if (id === undefined) return [200, [...items.values()].filter((each) => "title" in each)];
    const item = items.get(id);
    if (item === undefined || !("title" in item)) return [404];
    if (method === "PUT" && !isNote(sent)) return [400];
    if (method === "PUT") items.set(id, { ...item, title: sent["title"] });
    if (method === "DELETE") items.set(id, {});
    return method === "DELETE" ? [204] : [200, items.get(id)];
  };
  const baseUrl = await startJsonServer((asked) => {
    const before = new Map(items);
    const reply = usual(asked);
    const other = own(asked, reply);
    // What is refused is not done.
    if (other !== undefined && other[0] >= 400) for (const [key, item] of before) items.set(key, item);
    return other ?? reply;
  });
  return judgeDescribed(notes, baseUrl, { whole: true });
}

const found = ({ findings }: Report): readonly string[] =>
  findings.map(({ requirement, problem }) => `${requirement}: ${problem}`);
const isItem = ({ parts }: Asked): boolean => parts[0] === "notes" && parts.length === 2;
const located = (reply: Reply, where: string): Reply => [reply[0], reply[1], { location: where }];

describe("the server's own word is a finding where it is broken:", () => {
  it.each<[what: string, own: Own, finding: string]>([
    [
      "an item that has just been created and is refused with 400",
      ({ method, ...asked }) => (method === "GET" && isItem({ method, ...asked }) ? [400, {}] : undefined),
      "addNote: read back: not found",
    ],
    [
      "a Location of a 201 that leads to nothing",
      ({ method, parts }, reply) =>
        method === "POST" && parts[0] === "notes" && reply[0] === 201
          ? located(reply, "/jobs/none")
          : undefined,
      "addNote: Location: Location leads to nothing",
    ],
    [
      "a Location of a 201 that is at no described address, and leads to nothing",
      ({ method, parts }, reply) =>
        method === "POST" && parts[0] === "notes" && reply[0] === 201
          ? located(reply, "/note/none")
          : undefined,
      "addNote: Location: Location leads to nothing",
    ],
    [
      "a Location of a 202 that leads to nothing",
      ({ parts }, reply) =>
        parts[0] === "reports" && reply[0] === 202 ? located(reply, "/jobs/none") : undefined,
      "addReport: Location: Location leads to nothing",
    ],
    [
      "DELETE that is not allowed, of an item that is shown",
      ({ method }) => (method === "DELETE" ? [405] : undefined),
      "removeNote: gone: not there",
    ],
    [
      "DELETE that finds nothing, of an item that is shown",
      ({ method }) => (method === "DELETE" ? [404] : undefined),
      "removeNote: gone: not there",
    ],
    [
      "PUT that is not allowed, of an item that is shown",
      ({ method }) => (method === "PUT" ? [405] : undefined),
      "putNote: responses: not there",
    ],
    [
      "a collection that allows no POST",
      ({ method, parts }) => (method === "POST" && parts[0] === "reports" ? [405] : undefined),
      "addReport: responses: not there",
    ],
    [
      "a collection that no router knows",
      ({ parts }) =>
        parts[0] === "reports" ? [404, "no such page", { "content-type": "text/plain" }] : undefined,
      "addReport: responses: not there",
    ],
  ])("%s", async (_, own, finding) => {
    expect(found(await judge(own))).toContain(finding);
  });
});

describe("nothing is found of the own word of", () => {
  it.each<[what: string, own?: Own]>([
    ["a server that keeps it"],
    ["one that forbids to delete", ({ method }) => (method === "DELETE" ? [403] : undefined)],
    [
      "one behind a proxy that allows no DELETE",
      ({ method }) => (method === "DELETE" ? [405, undefined, { via: "1.1 front" }] : undefined),
    ],
    [
      "one behind nginx that allows no PUT",
      ({ method }) => (method === "PUT" ? [405, undefined, { server: "nginx/1.25" }] : undefined),
    ],
    [
      "one whose Location names another host",
      ({ parts }, reply) =>
        parts[0] === "reports" && reply[0] === 202 ? located(reply, "http://inside:8080/jobs/7") : undefined,
    ],
    [
      "one whose Location is at no described address",
      ({ parts }, reply) =>
        parts[0] === "reports" && reply[0] === 202 ? located(reply, "/status/7") : undefined,
    ],
    [
      "one whose Location is that of a page",
      ({ method, parts }, reply) => {
        if (parts[0] === "pages") return [200, {}];
        return method === "POST" && parts[0] === "notes" && reply[0] === 201
          ? located(reply, "/pages/none")
          : undefined;
      },
    ],
    [
      "one that shows what was accepted to nobody yet",
      ({ parts }) => (parts[0] === "jobs" ? [403] : undefined),
    ],
  ])("%s", async (_, own) => {
    expect(found(await judge(own)).filter((each) => /Location|not there|not found/.test(each))).toEqual([]);
  });
});

describe("an operation that refuses every valid request", () => {
  const refusing =
    (status: number): Own =>
    ({ method, parts }) =>
      method === "POST" && parts[0] === "reports" ? [status, { message: "no such tenant" }] : undefined;

  it.each([400, 415, 422])("is warned of, and named before the count: %d", async (status) => {
    const report = await judge(refusing(status));
    const { verdict } = report.requirements.find(({ id }) => id === "addReport: valid requests") ?? {};
    expect(verdict).toBe("warned");
    expect(report.conclusion).toMatchObject({ status: "conforms", exitCode: 0 });
    expect(report.conclusion.sentence).toMatch(
      /^conforms, no valid request to addReport, getJob got a 2xx, \d+ of \d+ binding requirements tested(, \d+ in part)?(; \d+ observations? (and|or) advice)?$/,
    );
  });

  it.each([403, 409])("is named, and no more, where the status has another reason: %d", async (status) => {
    const report = await judge(refusing(status));
    expect(found(report)).toEqual([]);
    expect(report.conclusion.sentence).toContain("no valid request to addReport, getJob got a 2xx");
  });

  it("is quoted where all that is about it is untested", async () => {
    const report = await judge(refusing(403));
    const location = report.requirements.find(({ id }) => id === "addReport: Location");
    expect(location?.reason).toBe('no baseline: no valid request got a 2xx (last: 403 "no such tenant")');
  });
});
