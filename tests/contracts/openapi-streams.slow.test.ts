import { describe, expect, it } from "vitest";
import { startOrigin } from "../servers/plain-server.js";
import { describePaths, judgeDescribed } from "./described.js";

const row = { type: "object", required: ["at"], properties: { at: { type: "integer" } } };
const event = { type: "object", required: ["data"], properties: { data: { type: "string", minLength: 2 } } };

/** An operation whose response is of a media type, and has this schema. */
const streams = (operationId: string, mediaType: string, schema: object) => ({
  get: { operationId, responses: { 200: { description: "Shown", content: { [mediaType]: { schema } } } } },
});

const description = describePaths({
  "/log": streams("getLog", "application/x-ndjson", row),
  "/rows": streams("getRows", "application/jsonl", { type: "array", items: row }),
  "/records": streams("getRecords", "application/json-seq", row),
  "/events": streams("watchEvents", "text/event-stream", row),
  "/named": streams("watchNamed", "text/event-stream", { type: "array", items: event }),
});

type Bodies = Readonly<Record<string, string>>;

const good: Bodies = {
  "/log": '{"at":1}\n{"at":2}\n',
  "/rows": '{"at":1}\r\n\r\n{"at":2}',
  "/records": '\u001e{"at":1}\n\u001e{\n"at":2}\n',
  "/events": ': hello\n\nevent: tick\ndata: {"at":\ndata: 1}\n\n',
  "/named": "id: 7\nretry: 100\ndata: so\n\n",
};

/** Judges a server of such streams, of which some do not end. */
async function judge(bodies: Bodies, endless: readonly string[] = []) {
  const baseUrl = await startOrigin((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://localhost");
    const [spec] = [...description.operations.values()].filter(({ path }) => path === pathname);
    const type = spec?.responses.get("200")?.contents[0]?.mediaType ?? "text/plain";
    response.writeHead(spec === undefined ? 404 : 200, { "content-type": type });
    response.write(bodies[pathname] ?? "");
    if (!endless.includes(pathname)) response.end();
  });
  const report = await judgeDescribed(description, baseUrl, { whole: true });
  return report.requirements.filter(({ id }) => id.endsWith(": responses"));
}

const isPassed = ({ verdict }: { readonly verdict: string }): boolean => verdict === "passed";

describe("a stream", () => {
  it("is judged item by item", async () => {
    const judged = await judge(good);
    expect(judged.filter(isPassed)).toHaveLength(5);
  });

  it("that does not end is left after a while, and what it showed is judged", async () => {
    const judged = await judge({ ...good, "/log": `${good["/log"]}{"at":` }, ["/log", "/events", "/named"]);
    expect(judged.filter(isPassed)).toHaveLength(5);
  });

  it("is left after three items: the fourth is not judged", async () => {
    const judged = await judge({ ...good, "/log": '{"at":1}\n{"at":2}\n{"at":3}\n{"at":"four"}\n' }, [
      "/log",
    ]);
    expect(judged.filter(isPassed)).toHaveLength(5);
  });

  it.each([
    ["getLog", "/log", '{"at":1}\n{"at":"two"}\n'],
    ["getLog", "/log", '{"at":1}\nso it goes\n'],
    ["getRows", "/rows", '{"at":1}\n{"on":2}\n'],
    ["getRecords", "/records", "\u001e{}\n"],
    ["watchEvents", "/events", 'data: {"on":1}\n\n'],
    ["watchNamed", "/named", "data: x\n\n"],
  ])("with an item that breaks its description is found: %s", async (id, path, body) => {
    const judged = await judge({ ...good, [path]: body });
    expect(judged.filter(({ verdict }) => verdict === "failed").map((each) => each.id)).toEqual([
      `${id}: responses`,
    ]);
  });
});
