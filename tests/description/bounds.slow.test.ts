import { writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { start, temporaryFolder } from "../cli/pedigree.js";
import { startOrigin } from "../servers/plain-server.js";

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function describeNotes(schema: object, schemas: object = {}, operationId = "addNote"): object {
  const content = { "application/json": { schema } };
  const post = {
    operationId,
    requestBody: { content },
    responses: { 201: { description: "done", content }, 400: { description: "no" } },
  };
  const paths = { "/notes": { post } };
  return { openapi: "3.1.0", info: { title: "Notes", version: "1" }, paths, components: { schemas } };
}

/** Schemas of which each refers to the next one. */
function chain(length: number, make: (next: object) => object): object {
  const links = Array.from({ length }, (_, index) => [`S${index}`, make(reference(`S${index + 1}`))]);
  return describeNotes(reference("S0"), {
    ...Object.fromEntries(links),
    [`S${length}`]: { type: "string" },
  });
}

/** In YAML: a description without paths is refused as such. */
const onePath = 'paths: {/notes: {get: {responses: {"200": {description: all}}}}}';
const list = { get: { responses: { 200: { description: "all" } } } };
const pathsOf = (count: number): object => ({
  openapi: "3.1.0",
  info: { title: "Many", version: "1" },
  paths: Object.fromEntries(Array.from({ length: count }, (_, index) => [`/things${index}`, list])),
});
const anchors = (count: number): string =>
  `openapi: 3.1.0\ninfo: {title: x, version: "1"}\n${onePath}\nx-a:\n${Array.from({ length: count }, (_, index) => `- &a${index} v`).join("\n")}\n`;
const large = (megabytes: number): object =>
  describeNotes(
    { type: "string" },
    Object.fromEntries(
      Array.from({ length: megabytes * 1024 }, (_, index) => [
        `S${index}`,
        { description: "d".repeat(1000) },
      ]),
    ),
  );
const described = { description: "done", content: { "application/json": { schema: reference("Thing") } } };
const thing = {
  type: "object",
  required: ["name"],
  properties: {
    id: { type: "string", readOnly: true },
    name: { type: "string" },
    ownerId: { type: "string" },
  },
};
const document = (paths: object, more: object = {}): object => ({
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  paths,
  components: { schemas: { Thing: thing } },
  ...more,
});
const inPath = (name: string) => [{ name, in: "path", required: true, schema: { type: "string" } }];
const requestBody = { required: true, content: described.content };
const repeated = (count: number, make: (index: number) => readonly [string, object][]): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)).flat());
const read = { responses: { 200: described, 404: { description: "none" } } };
const removal = { responses: { 204: { description: "gone" }, 404: { description: "none" } } };

/** Descriptions with 2,500 operations each, in the forms that the suite looks for. */
const many: readonly (readonly [string, object])[] = [
  [
    "500 collections with items",
    repeated(500, (index) => [
      [`/things${index}`, { get: read, post: { requestBody, responses: { 201: described } } }],
      [
        `/things${index}/{id}`,
        {
          parameters: inPath("id"),
          get: read,
          put: { requestBody, responses: { 200: described } },
          delete: removal,
        },
      ],
    ]),
  ],
  [
    "833 items under ids of the client's",
    repeated(833, (index) => [
      [
        `/things${index}/{thing${index}Id}`,
        {
          parameters: inPath(`thing${index}Id`),
          get: read,
          put: { requestBody, responses: { 201: described, 200: described } },
          delete: removal,
        },
      ],
    ]),
  ],
  [
    "1,250 settings",
    repeated(1250, (index) => [
      [`/setup${index}`, { get: read, put: { requestBody, responses: { 200: described } } }],
    ]),
  ],
  [
    "2,495 actions on one kind of item",
    {
      "/things": { get: read, post: { requestBody, responses: { 201: described } } },
      "/things/{id}": { parameters: inPath("id"), get: read, delete: removal },
      ...repeated(2495, (index) => [
        [
          `/things/{id}/act${index}`,
          { parameters: inPath("id"), post: { requestBody, responses: { 200: described } } },
        ],
      ]),
    },
  ],
];

const half = JSON.parse('"\\ud800"') as string;

/** How `pedigree` ends with a description, in a process that may not have more memory than this. */
async function end(description: object | string, args: (file: string) => readonly string[]) {
  const isText = typeof description === "string";
  const file = join(temporaryFolder(), isText ? "x.yaml" : "x.json");
  writeFileSync(file, isText ? description : JSON.stringify(description));
  const environment = { NODE_OPTIONS: "--max-old-space-size=600" };
  return start(args(file), { environment }).ended;
}

const listed = (file: string) => ["list", "--spec", file];

describe("a description is refused in a sentence that names the bound:", () => {
  it.each<[string, object | string, string]>([
    ["50,000 references in a row", chain(50_000, (next) => next), "more than 1000 references in one chain"],
    ["50,000 lists", chain(50_000, (items) => ({ type: "array", minItems: 1, items })), "1000 references"],
    ["50,000 parts", chain(50_000, (next) => ({ allOf: [next] })), "1000 references"],
    ["50,000 negations", chain(50_000, (not) => ({ not })), "1000 references"],
    ["10,001 operations", pathsOf(10_001), "may have 10000"],
    ["100,000 anchors", anchors(100_000), "more than 10000 anchors"],
    ["70 MB", large(70), "larger than 64 MB"],
  ])("%s", async (_, description, bound) => {
    const { exitCode, stderr } = await end(description, listed);
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(bound) });
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });
});

describe("a description below the bounds is read:", () => {
  it.each<[string, object | string]>([
    ["900 references in a row", chain(900, (next) => next)],
    ["900 objects", chain(900, (a) => ({ type: "object", required: ["a"], properties: { a } }))],
    ["900 lists", chain(900, (items) => ({ type: "array", minItems: 1, items }))],
    ["10,000 operations", pathsOf(10_000)],
    ["9,000 anchors", anchors(9000)],
    ["30 MB", large(28)],
  ])("%s", async (_, description) => {
    expect(await end(description, listed)).toMatchObject({ exitCode: 0, stderr: "" });
  });
});

describe("a run on a description ends, with no target, without a bug:", () => {
  const circle = (schema: object) => describeNotes(reference("A"), { A: schema });
  const self = reference("A");
  it.each<[string, object | string]>([
    ["lists in lists for ever", circle({ type: "array", minItems: 1, items: self })],
    ["three lists in each list", circle({ type: "array", minItems: 3, items: self })],
    ["a thousand lists in each list", circle({ type: "array", minItems: 1000, items: self })],
    ["a list that contains itself", circle({ type: "array", prefixItems: [self], contains: self })],
    ["the negation of itself", circle({ not: self })],
    ["conditions that are itself", circle({ if: self, then: self, else: self })],
    ["an entry for each name", circle({ type: "object", minProperties: 1, patternProperties: { a: self } })],
    ["alternatives that are itself", circle({ oneOf: [self, { type: "string" }] })],
    ["half a surrogate pair in an id", describeNotes({ type: "string" }, {}, `add${half}`)],
    ["half a surrogate pair in a member", describeNotes({ type: "object", properties: { [half]: {} } })],
    ["half a surrogate pair in a schema's name", describeNotes(reference(half), { [half]: {} })],
    [
      "a number beyond all doubles",
      JSON.stringify(describeNotes({ type: "number", minimum: 1e308 })).replace("1e+308", "1e400"),
    ],
    ["a million repetitions", describeNotes({ type: "string", pattern: "^(a{1000}){1000}$" })],
    [
      "an enumeration of 100,000",
      describeNotes({ enum: Array.from({ length: 100_000 }, (_, n) => `w${n}`) }),
    ],
    ["names of every object", describeNotes({ type: "object", required: ["constructor", "toString"] })],
    ["500 operations on items", pathsOf(500)],
  ])("%s", async (_, description) => {
    const reports = temporaryFolder();
    const { exitCode, stderr } = await end(description, (file) => [
      ...["run", "--spec", file, "--target", "http://127.0.0.1:9/"],
      ...["--reports", reports],
    ]);
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 3,
      stderr: expect.not.stringContaining("bug in pedigree"),
    });
  });
});

describe("a description with 2,500 operations is listed, planned and run:", () => {
  it.each(many)("%s", async (_, paths) => {
    const target = ["--target", "http://127.0.0.1:9/"];
    for (const [exitCode, command] of [
      [0, (file: string) => ["list", "--spec", file]],
      [0, (file: string) => ["run", "--plan", "--spec", file, ...target]],
      [3, (file: string) => ["run", "--spec", file, ...target, "--reports", temporaryFolder()]],
    ] as const)
      expect(await end(document(paths), command)).toMatchObject({ exitCode });
  });
});

const yamlOf = (lines: string): string =>
  `openapi: 3.1.0\ninfo: {title: x, version: "1"}\n${onePath}\n${lines}`;
const lines = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join("\n");

describe("a YAML text below the bounds is read:", () => {
  it.each<[string, string]>([
    ["220,000 names", `x-a:\n${lines(220_000, (index) => `  k${index}: v`)}`],
    ["440,000 items", `x-a:\n${lines(440_000, () => "- v")}`],
    ["140,000 maps", `x-a: [${lines(140_000, () => " {a: 1},")}]`],
    ["a million comments", `x-a: 1\n${lines(1_000_000, () => "# c")}`],
    ["40 MB of texts", `x-a:\n${lines(440_000, () => `- ${"d".repeat(90)}`)}`],
  ])("%s", async (_, text) => {
    expect(await end(yamlOf(text), listed)).toMatchObject({ exitCode: 0, stderr: "" });
  });
});

const inSchema = (schema: object): object => describeNotes(schema);
const alternatives = (depth: number): object =>
  depth === 0 ? { type: "string" } : { oneOf: [alternatives(depth - 1), { type: "integer" }] };
const wide = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, { type: "string" }]));
/** Each schema leads to all others: the longest way is far longer than the shortest. */
const everyToEvery = (count: number): object =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `S${index}`,
      { type: "object", properties: repeated(count, (to) => [[`p${to}`, reference(`S${to}`)]]) },
    ]),
  );
/** Two references in each of many levels. */
const doubling = (levels: number): object => ({
  ...Object.fromEntries(
    Array.from({ length: levels }, (_, index) => [
      `S${index}`,
      { allOf: [reference(`S${index + 1}`), reference(`S${index + 1}`)] },
    ]),
  ),
  [`S${levels}`]: { type: "string" },
});
const parameters = (count: number): object =>
  document({
    "/things": {
      get: {
        ...read,
        parameters: Array.from({ length: count }, (_, index) => ({
          name: `p${index}`,
          in: "query",
          schema: { type: "integer", minimum: 1, maximum: 9 },
        })),
      },
    },
  });
const get = (path: string): object => ({ [path]: { get: read } });

/** Answers with what it is sent, or with what may be a page. */
const echo = (request: IncomingMessage, response: ServerResponse): void => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    response.writeHead(request.method === "POST" ? 201 : 200, { "content-type": "application/json" });
    response.end(chunks.length > 0 ? Buffer.concat(chunks) : '[{"id":"1","name":"b"}]');
  });
};

describe("a description that is made to hang, crash or fill a run ends in a sentence or a verdict:", () => {
  it.each<[string, object | string]>([
    ["300 schemas that lead to each other", describeNotes(reference("S0"), everyToEvery(300))],
    ["a schema that doubles 60 times", describeNotes(reference("S0"), doubling(60))],
    ["alternatives of alternatives", inSchema(alternatives(40))],
    [
      "20,000 members that are required",
      inSchema({ type: "object", properties: wide(20_000), required: Object.keys(wide(20_000)) }),
    ],
    ["2,000 parameters", parameters(2000)],
    ["a path of 100,000 slashes", document(get("/".repeat(100_000)))],
    [
      "a path of 20,000 parameters",
      document(get(lines(20_000, (index) => `/{p${index}}`).replaceAll("\n", ""))),
    ],
    [
      "a name of a million words that ends in id",
      inSchema({ type: "object", properties: { [`${"a_".repeat(500_000)}id`]: { type: "string" } } }),
    ],
    ["minLength of 2^53", inSchema({ type: "string", minLength: 2 ** 53 })],
    [
      "an integer beyond all doubles",
      JSON.stringify(inSchema({ type: "integer", minimum: 7, maximum: 8 })).replace(/:[78]/g, ":1e400"),
    ],
    [
      "a multiple of more than all doubles",
      JSON.stringify(inSchema({ type: "integer", multipleOf: 7 })).replace(":7", ":1e400"),
    ],
    [
      "values beyond all doubles",
      JSON.stringify(
        inSchema({
          type: "object",
          required: ["a"],
          properties: {
            a: { enum: [7, 8] },
            b: { type: "number", default: 7, exclusiveMinimum: 7 },
            c: { const: 7 },
          },
        }),
      ).replace(/:\[?[78]/g, (text) => text.replace(/[78]/, "-1e400")),
    ],
    ["minItems of 2^53", inSchema({ type: "array", minItems: 2 ** 53, items: { type: "string" } })],
    ["minProperties of 2^53", inSchema({ type: "object", minProperties: 2 ** 53 })],
    ["multipleOf of 1e-300", inSchema({ type: "number", multipleOf: 1e-300, minimum: 1 })],
    [
      "numbers with 100,000 digits",
      JSON.stringify(inSchema({ type: "integer", minimum: 7, maximum: 8 })).replace(
        ":7",
        `:${"9".repeat(100_000)}`,
      ),
    ],
    [
      "unique items of two values",
      inSchema({ type: "array", uniqueItems: true, minItems: 1000, items: { enum: ["a", "b"] } }),
    ],
    [
      "patterns in patterns",
      inSchema({ type: "string", pattern: `${"(".repeat(5000)}a${")*".repeat(5000)}` }),
    ],
    ["a pattern of 1 MB", inSchema({ type: "string", pattern: "[a-z]?".repeat(170_000) })],
    [
      "a pattern that refers to itself",
      inSchema({ type: "string", pattern: "^(?=(a+))\\1+$|(?:(a|aa)+)+$" }),
    ],
    ["an example of 20 MB", inSchema({ type: "string", example: "e".repeat(20_000_000) })],
    [
      "5,000 servers",
      document(get("/things"), {
        servers: Array.from({ length: 5000 }, (_, index) => ({ url: `/v${index}` })),
      }),
    ],
    [
      "names of the prototype as paths, ids and statuses",
      JSON.stringify(
        document({
          "/__proto__": { get: { ...read, operationId: "__proto__" } },
          "/constructor": {
            get: {
              operationId: "constructor",
              responses: { 200: described, 4294967294: described, default: described },
            },
          },
        }),
      ).replace('"Thing"', '"__proto__"'),
    ],
    [
      "a response for each number",
      document({
        "/things": {
          get: {
            responses: Object.fromEntries(
              Array.from({ length: 900 }, (_, index) => [`${index + 100}`, described]),
            ),
          },
        },
      }),
    ],
    [
      "1,000 links in a circle",
      document(
        repeated(1000, (index) => [
          [
            `/make${index}`,
            {
              post: {
                operationId: `make${index}`,
                requestBody,
                responses: {
                  201: { ...described, links: { next: { operationId: `make${(index + 1) % 1000}` } } },
                },
              },
            },
          ],
        ]),
      ),
    ],
    [
      "dynamic references",
      inSchema({
        $dynamicRef: "#node",
        $defs: { a: { $dynamicAnchor: "node", items: { $dynamicRef: "#node" } } },
      }),
    ],
    [
      "aliases that multiply",
      yamlOf(
        `x-a: &a0 [v, v]\n${lines(25, (index) => `x-b${index}: &a${index + 1} [*a${index}, *a${index}]`)}`,
      ),
    ],
  ])("%s", async (_, description) => {
    const target = await startOrigin(echo);
    const { exitCode, stderr, stdout } = await end(description, (file) => [
      ...["run", "--spec", file, "--target", target, "--duration", "20s", "--reports", temporaryFolder()],
    ]);
    expect({ exitCode, stderr, stdout }).toMatchObject({
      exitCode: expect.toBeOneOf([0, 1, 2, 3]),
      stderr: expect.not.stringMatching(/bug in pedigree|heap|at .*\.js:\d/),
    });
  });
});
