import { describe, expect, it } from "vitest";
import { freeId } from "../servers/free-id.js";
import { type Asked, type Reply, startJsonServer } from "../servers/json-server.js";
import { describePaths, idInPath, judgeDescribed } from "./described.js";
import { failedIn } from "./deviations.js";

const type = "application/vnd.notes+json";
const problem = "application/problem+json";

/** Of one media type alone, in requests and in responses. */
const of = (schema: object, mediaType = type) => ({ content: { [mediaType]: { schema } } });

/** Judges a server that answers no request that does not understand its media type. */
async function judge(withoutBody: Reply): Promise<readonly string[]> {
  const items = new Map<string, object>();
  const replyTo = ({ method, parts: [, id = ""], headers, body, sent }: Asked): Reply => {
    const reply = (status: number, value: object, mediaType = type): Reply => [
      status,
      value,
      { "content-type": mediaType },
    ];
    if (!`${headers.accept}`.includes(type)) return reply(406, {}, problem);
    const known = items.get(id);
    if (method === "GET") return known === undefined ? reply(404, {}, problem) : reply(200, known);
    if (headers["content-type"] !== type) return reply(415, {}, problem);
    if (body === "") return withoutBody;
    if (!/^.{1,40}$/.test(typeof sent["title"] === "string" ? sent["title"] : ""))
      return reply(400, {}, problem);
    const own = `${freeId(items)}`;
    items.set(own, { ...sent, id: freeId(items) });
    return reply(201, items.get(own) ?? {});
  };
  const baseUrl = await startJsonServer(replyTo);
  const title = { type: "string", minLength: 1, maxLength: 40 };
  const note = { type: "object", required: ["title"], properties: { id: { type: "integer" }, title } };
  const sent = { type: "object", required: ["title"], properties: { title } };
  const failure = (description: string) => ({ description, ...of({ type: "object" }, problem) });
  const refusals = { 400: failure("Not so"), 404: failure("None"), 406: failure("No"), 415: failure("No") };
  const paths = {
    "/notes": {
      post: {
        operationId: "addNote",
        requestBody: { required: true, ...of(sent) },
        responses: { ...refusals, 201: { description: "Added", ...of(note) } },
      },
    },
    "/notes/{id}": {
      parameters: [idInPath()],
      get: { operationId: "getNote", responses: { ...refusals, 200: { description: "Shown", ...of(note) } } },
    },
  };
  const report = await judgeDescribed(describePaths(paths), baseUrl);
  const untested = report.requirements.filter(
    ({ id, verdict }) => verdict === "untested" && /body required|read back|responses/.test(id),
  );
  return [...failedIn(report), ...untested.map(({ id }) => `${id} is untested`)];
}

describe("where a server has one media type alone,", () => {
  it("requests ask for it, and a missing body is of that type", async () => {
    expect(await judge([400, {}, { "content-type": problem }])).toEqual([]);
  });

  it("a server that fails without a body is found", async () => {
    expect(await judge([500, {}, { "content-type": problem }])).toEqual([
      "addNote: no server error",
      "addNote: body required is untested",
    ]);
  });
});

it("a server that serves nothing at all is not said to conform", async () => {
  const baseUrl = await startJsonServer(() => [406, {}]);
  const responses = { 200: { description: "Notes", ...of({ type: "array" }) }, 406: { description: "No" } };
  const paths = { "/notes": { get: { operationId: "listNotes", responses } } };
  const { conclusion } = await judgeDescribed(describePaths(paths), baseUrl);
  expect(conclusion).toMatchObject({
    exitCode: 3,
    sentence: expect.stringContaining("no valid request to any operation got a 2xx"),
  });
});
