import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { deriveContract } from "../../src/contracts/index.js";
import { noKnowledge } from "../../src/description/index.js";
import { type Asked, type Reply, startJsonServer } from "../servers/json-server.js";
import { startOrigin } from "../servers/plain-server.js";
import { hasObject, sentObject } from "../servers/sent-object.js";
import { adds, changes, describePaths, idInPath, judgeDescribed, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

const name = { type: "string", minLength: 1, maxLength: 40 };
const bucketBody = { type: "object", required: ["name"], properties: { name } };
const bucket = { type: "object", required: ["id", "name"], properties: { id: { type: "integer" }, name } };
const look = {
  type: "object",
  required: ["title"],
  properties: { title: name, columns: { type: "integer", minimum: 1, maximum: 12 } },
};
const plain = (schema: object) => ({ content: { "text/plain": { schema } } });
const readme = { type: "string", minLength: 1, maxLength: 200 };
const done = { 204: { description: "Done" }, 400: { description: "Not so" }, 404: { description: "None" } };

/** One part of a bucket, as it is kept. */
interface Ways {
  /** What becomes of a text, or of a look. */
  readonly keepText?: (sent: string, before: string) => string;
  readonly keepLook?: (sent: object, before: object) => object;
  readonly mayBeLong?: boolean;
  readonly type?: string;
  /** Beside the paths, or in their place. */
  readonly paths?: object;
}

async function judge({ keepText = (sent) => sent, keepLook = (sent) => sent, ...ways }: Ways) {
  const buckets = new Map<string, { name: string; readme: string; look: object }>([
    ["7", { name: "Somebody's", readme: "Somebody's", look: { title: "Somebody's" } }],
  ]);
  const writes: string[] = [];
  let count = 1000;
  const replyTo = ({ method, parts, body }: Pick<Asked, "method" | "parts" | "body">): Reply => {
    const [, id, part] = parts;
    const sent = sentObject(body);
    const title = sent[part === "look" ? "title" : "name"];
    const isFit = typeof title === "string" && title !== "" && title.length <= 40;
    const found = buckets.get(id ?? "");
    if (method === "PUT") writes.push(`${parts.slice(1).join("/")}`);
    if (method === "POST") {
      if (!isFit) return [400, {}];
      count += 1;
      buckets.set(`${count}`, { name: title, readme: "", look: { title: "Plain" } });
      return [201, { id: count, name: title }];
    }
    if (id === undefined)
      return [200, [...buckets].map(([each, { name: own }]) => ({ id: Number(each), name: own }))];
    if (found === undefined) return [404, {}];
    if (method === "DELETE") return [buckets.delete(id) ? 204 : 404];
    if (part === undefined) return [200, { id: Number(id), name: found.name }];
    if (method === "GET") return part === "look" ? [200, found.look] : [200, found.readme];
    if (part === "look") {
      const { columns = 1 } = sent;
      const isColumns =
        typeof columns === "number" && Number.isInteger(columns) && columns > 0 && columns < 13;
      if (!hasObject(body) || !isFit || !isColumns) return [400, {}];
      found.look = keepLook(sent, found.look);
      return [204];
    }
    if (body === "" || (body.length > 200 && ways.mayBeLong !== true)) return [400, {}];
    found.readme = keepText(body, found.readme);
    return [204];
  };
  const baseUrl = await startOrigin(async (request, response) => {
    const { method = "", url = "" } = request;
    const parts = url.split("/").slice(1);
    const [status, value] = replyTo({ method, parts, body: await text(request) });
    const isText = typeof value === "string";
    const type = isText ? (ways.type ?? "text/plain; charset=utf-8") : "application/json";
    response.writeHead(status, value === undefined ? {} : { "content-type": type });
    response.end(isText ? value : JSON.stringify(value));
  });
  const parameters = [idInPath()];
  const description = describePaths({
    "/buckets": {
      get: reads("listBuckets", { type: "array", items: bucket }),
      post: adds("addBucket", bucketBody, bucket),
    },
    "/buckets/{id}": { parameters, get: reads("getBucket", bucket), delete: removes("removeBucket") },
    "/buckets/{id}/readme": {
      parameters,
      get: {
        operationId: "getReadme",
        responses: { ...done, 200: { description: "Shown", ...plain({ type: "string" }) } },
      },
      put: { operationId: "putReadme", requestBody: { required: true, ...plain(readme) }, responses: done },
    },
    "/buckets/{id}/look": {
      parameters,
      get: reads("getLook", look),
      put: changes("putLook", look, look, done),
    },
    ...ways.paths,
  });
  const report = await judgeDescribed(description, baseUrl, { strict: true, whole: true });
  return {
    failed: failedIn(report),
    writes,
    others: buckets.get("7"),
    verdictOf: (id: string) => report.requirements.find((each) => each.id === id)?.verdict,
  };
}

describe("a part of an own item is changed, where the server", () => {
  it.each<[string, Ways]>([
    ["keeps what is put", {}],
    ["ends every text with a new line", { keepText: (sent) => `${sent}\n` }],
    ["keeps what is not sent", { keepLook: (sent, before) => ({ ...before, ...sent }) }],
    ["adds members of its own", { keepLook: (sent) => ({ columns: 3, theme: "dark", ...sent }) }],
  ])("%s", async (_, ways) => {
    const { failed, writes, others, verdictOf } = await judge(ways);

    expect(failed).toEqual([]);
    expect(writes.some((each) => each.endsWith("/readme"))).toBe(true);
    expect(writes.some((each) => each.startsWith("7/"))).toBe(false);
    expect(others).toEqual({ name: "Somebody's", readme: "Somebody's", look: { title: "Somebody's" } });
    expect(verdictOf("putReadme: replaced")).toBe("passed");
    expect(verdictOf("putLook: replaced")).toBe("passed");
  });
});

describe("a server is found that", () => {
  it.each<[string, Ways, string]>([
    ["stores no text", { keepText: (_, before) => before }, "putReadme: replaced"],
    ["writes texts with capitals", { keepText: (sent) => sent.toUpperCase() }, "putReadme: replaced"],
    ["takes texts that are too long", { mayBeLong: true }, "putReadme: body maxLength"],
    ["stores no look", { keepLook: (_, before) => before }, "putLook: replaced"],
    ["loses columns", { keepLook: (sent) => ({ ...sent, columns: 1 }) }, "putLook: replaced"],
  ])("%s", async (_, ways, expected) => {
    expect((await judge(ways)).failed).toEqual([expected]);
  });
});

describe("a part is left alone", () => {
  const parameters = [idInPath()];
  const part = { parameters, get: reads("getPart", look), put: changes("putPart", look, look, done) };
  it.each<[string, Ways]>([
    ["that may take away the right to delete", { paths: { "/buckets/{id}/policy": part } }],
    ["that starts or stops something", { paths: { "/buckets/{id}/power-state": part } }],
    ["that tells somebody", { paths: { "/buckets/{id}/notifications-email": part } }],
    ["that cannot be read", { paths: { "/buckets/{id}/cover": { parameters, put: part.put } } }],
    [
      "of what cannot be deleted again",
      {
        paths: {
          "/buckets/{id}": { parameters, get: reads("getBucket", bucket) },
          "/buckets/{id}/cover": part,
        },
      },
    ],
  ])("%s", async (_, ways) => {
    const { writes, verdictOf } = await judge(ways);

    expect(writes.filter((each) => !/(readme|look)$/.test(each))).toEqual([]);
    expect(verdictOf("putPart: responses") ?? "untested").toBe("untested");
  });
});

/** Judges people who are changed by POST, and tells what failed and was posted to items. */
async function judgeUpdates({
  update = (sent, before) => ({ ...before, ...sent }),
  operation = {},
  allow = [],
}: {
  readonly update?: (sent: object, before: object) => object;
  readonly operation?: object;
  readonly allow?: readonly string[];
}) {
  const people = new Map<string, object>([["7", { id: 7, name: "Somebody's", points: 1 }]]);
  const posted: string[] = [];
  let count = 1000;
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], body, sent }) => {
    const found = people.get(id);
    if (id === "" && method === "GET") return [200, [...people.values()]];
    if (id !== "" && found === undefined) return [404, {}];
    if (method === "DELETE") return [people.delete(id) ? 204 : 404];
    if (method === "GET") return [200, found];
    if (id !== "") posted.push(id);
    const { name: own = found === undefined ? 0 : "same", points = 0 } = sent;
    const isPoints = typeof points === "number" && Number.isInteger(points) && points >= 0 && points < 91;
    if (!hasObject(body) || typeof own !== "string" || own === "" || own.length > 40 || !isPoints)
      return [400, {}];
    if (found !== undefined) {
      people.set(id, { ...update(sent, found), id: Number(id) });
      return [200, people.get(id)];
    }
    count += 1;
    people.set(`${count}`, { points: 0, ...sent, id: count });
    return [201, people.get(`${count}`)];
  });
  const members = { name, points: { type: "integer", minimum: 0, maximum: 90 } };
  const person = {
    type: "object",
    required: ["id", "name"],
    properties: { id: { type: "integer" }, ...members },
  };
  const description = describePaths({
    "/people": {
      get: reads("listPeople", { type: "array", items: person }),
      post: adds("addPerson", { type: "object", required: ["name"], properties: members }, person),
    },
    "/people/{id}": {
      parameters: [idInPath()],
      get: reads("getPerson", person),
      delete: removes("removePerson"),
      post: { ...changes("postPerson", { type: "object", properties: members }, person), ...operation },
    },
  });
  const contract = deriveContract({ ...description, known: { ...noKnowledge, allow } });
  const report = await judgeDescribed(description, baseUrl, { strict: true, contract, whole: true });
  const verdictOf = (id: string) => report.requirements.find((each) => each.id === id)?.verdict;
  return { failed: failedIn(report), posted, verdictOf };
}

const summary = "Update a person; what is not sent stays as it is";

describe("an item is updated by POST", () => {
  it.each<[string, Parameters<typeof judgeUpdates>[0]]>([
    ["if its summary says so", { operation: { summary } }],
    ["if its name says so", { operation: { operationId: "updatePerson" } }],
    ["if the user allows it", { allow: ["postPerson"] }],
  ])("%s", async (_, ways) => {
    const { failed, posted, verdictOf } = await judgeUpdates(ways);
    const id =
      ways.operation !== undefined && "operationId" in ways.operation ? "updatePerson" : "postPerson";

    expect(failed).toEqual([]);
    expect(posted.length).toBeGreaterThan(0);
    expect(posted).not.toContain("7");
    expect(verdictOf(`${id}: responses`)).toBe("passed");
    expect(verdictOf(`${id}: body /points maximum`)).toBe("passed");
    expect(verdictOf(`${id}: stated values`)).toBe("passed");
  });

  it.each([
    ["nothing says so", {}],
    ["it says something else", { summary: "Sends an update to a person" }],
    ["it says what cannot be taken back", { operationId: "updateAndPublish" }],
    ["it says who is thrown out", { operationId: "updatePersonAndRevoke" }],
  ])("not if %s", async (_, operation) => {
    expect((await judgeUpdates({ operation })).posted).toEqual([]);
  });

  it("and stored", async () => {
    const { failed } = await judgeUpdates({ operation: { summary }, update: (_, before) => before });

    expect(failed).toEqual(["postPerson: changed"]);
  });
});
