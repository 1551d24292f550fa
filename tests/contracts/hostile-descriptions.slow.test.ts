import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { deriveContract, openApi } from "../../src/contracts/index.js";
import { loadDescription, readDescription } from "../../src/description/index.js";
import { apiOf } from "../../src/model/index.js";
import { renderCurl } from "../../src/transport/index.js";
import { temporaryFolder } from "../cli/pedigree.js";
import { judgeInProcess } from "../servers/clock.js";
import { startOrigin } from "../servers/plain-server.js";

/** A description in which a note has one more member, which is required. */
function describeNotes(
  member: object,
  components: Readonly<Record<string, object>> = {},
  operationId = "addNote",
) {
  const note = {
    type: "object",
    required: ["note", "more"],
    properties: { note: { type: "string" }, more: member },
  };
  const content = { "application/json": { schema: note } };
  const responses = { 201: { description: "done", content }, 400: { description: "no" } };
  return {
    openapi: "3.1.0",
    info: { title: "Notes", version: "1" },
    paths: {
      "/notes": {
        get: { operationId: "listNotes", responses: { 200: { description: "all", content } } },
        post: { operationId, requestBody: { required: true, content }, responses },
      },
    },
    components: { schemas: { ...components } },
  };
}

async function judge(document: object, response = "{}"): Promise<string> {
  const baseUrl = await startOrigin((request, answer) => {
    request.resume();
    answer.writeHead(request.method === "POST" ? 201 : 200, { "content-type": "application/json" });
    answer.end(response);
  });
  const contract = deriveContract(readDescription("notes.json", JSON.stringify(document)).description);
  const bugs: unknown[] = [];
  const onEvent = (event: { readonly kind: string }): void => {
    if (event.kind === "bug") bugs.push(event);
  };
  const { conclusion } = await judgeInProcess(openApi, {
    contract,
    baseUrl,
    key: "a-key-of-some-length",
    onEvent,
  });
  expect(bugs).toEqual([]);
  return conclusion.sentence;
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
/** Schemas of which each is made of the next one, twice. */
const doubled = (length: number, make: (next: object) => object): Readonly<Record<string, object>> => ({
  ...Object.fromEntries(
    Array.from({ length }, (_, index) => [`S${index}`, make(reference(`S${index + 1}`))]),
  ),
  [`S${length}`]: { type: "string" },
});

describe("a run ends with a verdict, whatever a description asks for:", () => {
  it.each<[string, object, Readonly<Record<string, object>>?]>([
    ["a list of a thousand million items", { type: "array", items: { type: "string" }, minItems: 1e9 }],
    ["a text of a thousand million characters", { type: "string", minLength: 1e9 }],
    ["numbers that no double holds", { type: "integer", minimum: 1e308, multipleOf: 1e-308 }],
    ["a schema that is a part of itself", reference("A"), { A: { type: "object", allOf: [reference("A")] } }],
    ["schemas that double", reference("S0"), doubled(12, (next) => ({ allOf: [next, next] }))],
    ["parts that double 30 times", reference("S0"), doubled(30, (next) => ({ allOf: [next, next] }))],
    [
      "an object of 20,000 members",
      reference("A"),
      {
        A: {
          type: "object",
          required: Array.from({ length: 20_000 }, (_, index) => `m${index}`),
          properties: Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`m${index}`, {}])),
        },
      },
    ],
    ["20,000 parts", reference("A"), { A: { allOf: Array.from({ length: 20_000 }, () => ({})) } }],
    ["alternatives that double 30 times", reference("S0"), doubled(30, (next) => ({ oneOf: [next, next] }))],
    [
      "lists of lists of lists",
      reference("S0"),
      doubled(30, (next) => ({ type: "array", minItems: 2, items: next })),
    ],
    [
      "a member of every object",
      { type: "object", properties: JSON.parse('{"__proto__":{"type":"string"}}') as object },
    ],
    ["a pattern that is tried for ever", { type: "string", pattern: "^(a+)+$" }],
  ])("%s", async (_, member, components) => {
    const endless = `{"note":"x","more":"${"a".repeat(40)}!"}`;
    expect(await judge(describeNotes(member, components), endless)).toMatch(/conform|inconclusive/);
  });
});

it("a server's ids end no run, whatever is in them", async () => {
  expect(
    await judge(describeNotes({ type: "string" }), '[{"id":"\\ud800"},{"id":".."},{"id":"a/b?c"}]'),
  ).toMatch(/requirements/);
});

it("what a name does to terminals and logs is taken out of requirements", () => {
  const document = describeNotes({ type: "string" }, {}, "add\u001b]0;pwn\u0007\n::error::x");
  const { requirements } = deriveContract(readDescription("x.json", JSON.stringify(document)).description);
  expect(requirements.filter(({ id, section }) => /\p{Cc}/u.test(id + section))).toEqual([]);
});

it("a shell runs nothing of a name that stands in a command", () => {
  const request = {
    operation: "list",
    label: "",
    method: "GET" as const,
    path: "/",
    headers: [],
    credential: { kind: "good" } as const,
    accepts: [],
  };
  for (const place of ["query", "header", "cookie"] as const) {
    const line = renderCurl("http://x", request, { kind: "api key", in: place, name: "k$(touch x)`id`" });
    expect(line.replaceAll(/'[^']*'/g, "")).not.toMatch(/touch|`/);
    expect(line).toContain('"$PEDIGREE_API_KEY"');
  }
});

it("a reference reads no secret of this machine", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, ".docker"));
  writeFileSync(join(folder, ".docker", "config.json"), '{"auth":{"x":"SECRET"}}');
  writeFileSync(join(folder, "token"), "SECRET");
  writeFileSync(join(folder, "token.yaml"), "SECRET");
  const parameter = (file: string) => ({ name: { $ref: file }, in: "query", schema: { type: "string" } });
  const document = describeNotes({ $ref: "./.docker/config.json#/auth" });
  Object.assign(document.paths["/notes"].get, {
    parameters: ["./token", "./token.yaml", "./.docker/config.json#/auth/x"].map(parameter),
  });
  const file = join(folder, "openapi.json");
  writeFileSync(file, JSON.stringify(document));
  expect(JSON.stringify(loadDescription(file))).not.toContain("SECRET");
});

it("a path of very many segments holds nothing up", () => {
  const document = describeNotes({ type: "string" });
  const paths = { ...document.paths, [`/${"/".repeat(200_000)}x`]: document.paths["/notes"] };
  const { description } = readDescription("x.json", JSON.stringify({ ...document, paths }));
  expect(() => openApi.scenarios(deriveContract(description))).not.toThrow();
  expect(apiOf(description).resources.size).toBe(0);
});
