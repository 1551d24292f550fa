import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { Report } from "../../src/engine/index.js";
import { startOrigin } from "../servers/plain-server.js";
import { sentObject } from "../servers/sent-object.js";
import {
  adds,
  changes,
  describePaths,
  idInPath,
  json,
  judgeDescribed,
  lists,
  reads,
  removes,
} from "./described.js";
import { failedIn } from "./deviations.js";

/** A response, as a server would have had it. */
interface Answer {
  readonly status: number;
  readonly value?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How a server alters a response to such a request. */
type Alter = (answer: Answer, method: string) => Answer;

const key = "key-of-the-notes-77";
const described = { type: "object", properties: { id: { type: "integer" }, title: { type: "string" } } };
const sent = { type: "object", required: ["title"], properties: { title: { type: "string" } } };
const error = { type: "object", required: ["error"], properties: { error: { type: "string" } } };
const more = { default: { description: "Any error", ...json(error) }, 401: { description: "Who?" } };

const description = describePaths(
  {
    "/notes": { get: lists("listNotes", described, more), post: adds("addNote", sent, described, more) },
    "/notes/{id}": {
      parameters: [idInPath()],
      get: reads("getNote", described, more),
      put: changes("replaceNote", sent, described, more),
      delete: removes("removeNote", more),
    },
  },
  { security: [{ key: [] }], components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } } },
);

async function judge(alter: Alter): Promise<Report> {
  const notes = new Map<number, object>();
  let next = 1;
  const answerTo = (method: string, id: string, body: string): Answer => {
    const note = notes.get(Number(id));
    const { title } = sentObject(body);
    if (id !== "" && note === undefined) return { status: 404, value: { error: "none" } };
    if (method === "GET") return { status: 200, value: note ?? [...notes.values()] };
    if (method === "DELETE") {
      notes.delete(Number(id));
      return { status: 204 };
    }
    if (typeof title !== "string") return { status: 400, value: { error: "no title" } };
    const own = note === undefined ? next++ : Number(id);
    notes.set(own, { id: own, title });
    return { status: note === undefined ? 201 : 200, value: notes.get(own) };
  };
  const baseUrl = await startOrigin(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const body = await text(request);
    const isLetIn = headers.authorization === `Bearer ${key}`;
    const usual: Answer = isLetIn
      ? answerTo(method, url.split(/[/?]/)[2] ?? "", body)
      : { status: 401, value: { error: "no key" }, headers: { "www-authenticate": "Bearer" } };
    const { status, value, headers: others } = alter(usual, method);
    const content = typeof value === "string" ? value : JSON.stringify(value);
    response.writeHead(status, {
      ...(value === undefined ? {} : { "content-type": "application/json" }),
      ...others,
    });
    response.end(content);
  });
  return judgeDescribed(description, baseUrl, { key, whole: true });
}

const warnedIn = ({ requirements }: Report): readonly string[] =>
  requirements.filter(({ verdict }) => verdict === "warned").map(({ id }) => id);

describe("advice on every response is not followed by a server", () => {
  it.each<[string, string, Alter]>([
    [
      "that refuses without a challenge",
      "challenge",
      (answer) => (answer.status === 401 ? { ...answer, headers: {} } : answer),
    ],
    [
      "that asks for a key in another scheme",
      "challenge",
      (answer) =>
        answer.status === 401 ? { ...answer, headers: { "www-authenticate": 'Basic realm="x"' } } : answer,
    ],
    [
      "that answers a deletion with a length beside 204",
      "status semantics",
      (answer) => (answer.status === 204 ? { ...answer, headers: { "content-length": "2" } } : answer),
    ],
  ])("%s", async (_, name, alter) => {
    const report = await judge(alter);

    expect(failedIn(report)).toEqual([]);
    expect(warnedIn(report)).toEqual([`every response: ${name}`]);
  });
});

describe("advice on every response is followed by a server", () => {
  it.each<[string, Alter]>([
    ["that does no more than it says", (answer) => answer],
    [
      "that says that 204 has no length",
      (answer) => (answer.status === 204 ? { ...answer, headers: { "content-length": "0" } } : answer),
    ],
    [
      "that asks for one of several schemes",
      (answer) =>
        answer.status === 401
          ? { ...answer, headers: { "www-authenticate": 'Basic realm="x", Bearer error="invalid_token"' } }
          : answer,
    ],
  ])("%s", async (_, alter) => {
    const report = await judge(alter);

    expect([...failedIn(report), ...warnedIn(report)]).toEqual([]);
  });
});
