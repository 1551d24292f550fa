import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkDescription, type Description, deriveDescription } from "../../src/description/description.js";
import { loadYamlFile, resolveSchema, responseTo } from "../../src/description/index.js";

/** Loads a document of which only the parts that matter are given. */
function load(parts: string, openapi = "3.1.0"): Description {
  const folder = mkdtempSync(join(tmpdir(), "pedigree-description-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "api.yaml");
  writeFileSync(path, `openapi: ${openapi}\ninfo: { title: Books, version: 2.0.0 }\n${parts}`);
  return deriveDescription(checkDescription(loadYamlFile(path)));
}

const ok = `responses: { "200": { description: Fine } }`;
const operation = (parts: string, openapi?: string) => {
  const [found] = load(parts, openapi).operations.values();
  if (found === undefined) throw new Error("no operation");
  return found;
};
const bodySchema = (schema: string, openapi?: string) =>
  operation(
    `paths:\n  /books:\n    post:\n      requestBody: { content: { application/json: { schema: ${schema} } } }\n      ${ok}\n`,
    openapi,
  ).body?.schema;

describe("the operations of any description", () => {
  it("are those of every method; one without an id is named by its method and path", () => {
    const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
    const { operations } = load(
      `paths:\n  /books:\n${methods.map((each) => `    ${each}: { ${ok} }\n`).join("")}`,
    );
    expect([...operations.keys()]).toEqual(methods.map((each) => `${each.toUpperCase()} /books`));
  });

  it("are none where only webhooks are described", () => {
    expect(load("webhooks: {}").operations.size).toBe(0);
  });

  it("have the parameters of their path, unless they replace them", () => {
    const { parameters } = operation(`paths:
  /books/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
      - { name: lang, in: query, schema: { type: string } }
      - $ref: "#/components/parameters/Trace"
    get:
      parameters: [{ name: lang, in: query, required: true, content: { application/json: { schema: { maxLength: 2 } } } }]
      ${ok}
components: { parameters: { Trace: { name: lang, in: header, schema: true } } }`);
    expect(parameters).toEqual([
      { name: "id", in: "path", required: true, schema: { type: "string" } },
      { name: "lang", in: "header", required: false, schema: {} },
      { name: "lang", in: "query", required: true, schema: { maxLength: 2 } },
    ]);
  });

  it("have a body with all its media types, JSON before others", () => {
    const { body } = operation(`paths:
  /books:
    post:
      requestBody: { $ref: "#/components/requestBodies/Book" }
      ${ok}
components:
  requestBodies:
    Book: { required: true, content: { text/plain: {}, application/json: { schema: { type: object } } } }`);
    expect(body).toEqual({
      mediaType: "application/json",
      schema: { type: "object" },
      required: true,
      contents: [
        { mediaType: "text/plain" },
        {
          mediaType: "application/json",
          schema: { type: "object" },
          pointer: "#/components/requestBodies/Book/content/application~1json/schema",
        },
      ],
    });
  });

  it.each([
    [200, "200"],
    [404, "404"],
    [409, "4XX"],
    [503, "default"],
  ])("are answered with %d by %s: exactly, by range, else by default", (code, status) => {
    const answered = operation(`paths:
  /books:
    get:
      responses:
        default: { description: Any }
        4XX: { description: A mistake }
        "404": { description: Nothing }
        "200": { description: Fine }`);
    expect(responseTo(answered, code)?.status).toBe(status);
  });

  it("are not answered with a status that is not described", () => {
    expect(responseTo(operation(`paths: { /books: { get: { ${ok} } } }`), 404)).toBeUndefined();
  });

  it("have responses with headers and links", () => {
    const response = responseTo(
      operation(`paths:
  /books:
    post:
      operationId: add
      responses:
        "201":
          description: Added
          headers: { Location: { required: true, schema: { type: string } } }
          links: { self: { operationId: add, parameters: { id: $response.body#/id } } }`),
      201,
    );
    expect(response?.headers).toEqual([{ name: "Location", required: true, schema: { type: "string" } }]);
    expect(response?.links).toEqual({
      self: { operationId: "add", parameters: { id: "$response.body#/id" } },
    });
  });

  it.each([
    ["of the document", "", [{ key: [] }, { token: ["read"] }]],
    ["of its own", ", security: [{ key: [] }, {}]", [{ key: [] }, {}]],
    ["none", ", security: []", []],
  ])("have alternatives of security: %s", (_, own, security) => {
    expect(
      operation(`security: [{ key: [] }, { token: [read] }]\npaths: { /books: { get: { ${ok}${own} } } }`)
        .security,
    ).toEqual(security);
  });

  it("are deprecated with or without a date", () => {
    const { operations } = load(`paths:
  /books:
    get: { deprecated: true, ${ok} }
    put: { deprecated: true, x-removal-date: 2031-01-31, ${ok} }
    post: { ${ok} }`);
    expect([...operations.values()].map(({ deprecation }) => deprecation)).toEqual([
      {},
      { removalDate: "2031-01-31" },
      undefined,
    ]);
  });
});

describe("the schemas of operations", () => {
  it("hold what their references lead to, with what stands beside a reference", () => {
    const { body } = operation(`paths:
  /books:
    post:
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } }
      ${ok}
components:
  schemas:
    Book: { type: object, properties: { title: { $ref: "#/components/schemas/Title", maxLength: 3 } } }
    Title: { type: string, minLength: 1 }`);
    expect(body?.schema).toEqual({
      type: "object",
      properties: { title: { type: "string", minLength: 1, maxLength: 3 } },
    });
  });

  it("are circles of objects where a schema refers to itself", () => {
    const { body } = operation(`paths:
  /books:
    post:
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } }
      ${ok}
components:
  schemas:
    Book: { properties: { next: { $ref: "#/components/schemas/Book" }, last: { $ref: "#/components/schemas/Book", title: The last } } }`);
    const book = body?.schema;
    expect(book?.properties?.["next"]).toBe(book);
    expect(book?.properties?.["last"]).toEqual({ ...book, title: "The last" });
  });

  it("allow anything where a reference leads only to itself", () => {
    const { body } = operation(`paths:
  /books:
    post:
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Loop" } } } }
      ${ok}
components: { schemas: { Loop: { $ref: "#/components/schemas/Loop" } } }`);
    expect(body?.schema).toEqual({});
  });

  it("allow anything, or nothing, where they are true or false", () => {
    expect(bodySchema("true")).toEqual({});
    expect(bodySchema("false")).toEqual({ not: {} });
  });

  it("take a member called $ref, and examples with one, for data", () => {
    const schema = `{ properties: { $ref: { type: string } }, examples: [{ $ref: nowhere }] }`;
    expect(bodySchema(schema)).toMatchObject({ properties: { $ref: { type: "string" } } });
  });
});

describe("a schema with allOf is folded into one", () => {
  const document = { named: { type: "object", required: ["name"], properties: { name: { maxLength: 3 } } } };
  const object = { type: "object", required: ["name", "id"], properties: { name: { maxLength: 3 }, id: {} } };
  it.each([
    [
      "of objects",
      { allOf: [{ $ref: "#/named" }, { required: ["id", "name"], properties: { id: {} } }] },
      object,
    ],
    [
      "beside members of its own",
      { allOf: [{ $ref: "#/named" }], required: ["id"], properties: { id: {} } },
      object,
    ],
    [
      "of words",
      { allOf: [{ type: "string", enum: ["a"] }], default: "a" },
      { type: "string", enum: ["a"], default: "a" },
    ],
  ])("%s", (_, schema, expected) => {
    expect(resolveSchema(document, schema)).toEqual(expected);
  });
});

describe("a description of OpenAPI 3.0 is read as one of 3.1", () => {
  it.each([
    ["null beside a type", "{ type: string, nullable: true }", { type: ["string", "null"] }],
    [
      "null beside words",
      "{ type: string, enum: [a], nullable: true }",
      { type: ["string", "null"], enum: ["a", null] },
    ],
    [
      "null beside a reference",
      '{ nullable: true, $ref: "#/info" }',
      { anyOf: [{ title: "Books", version: "2.0.0" }, { type: "null" }] },
    ],
    ["an exclusive bound", "{ minimum: 1, exclusiveMinimum: true }", { exclusiveMinimum: 1 }],
    ["a bound that is included", "{ maximum: 1, exclusiveMaximum: false }", { maximum: 1 }],
    ["an example", "{ items: { example: 7 } }", { items: { examples: [7] } }],
    [
      "members called like keywords",
      "{ properties: { example: { type: string }, nullable: {} } }",
      { properties: { example: { type: "string" }, nullable: {} } },
    ],
  ])("%s", (_, schema, expected) => {
    expect(bodySchema(schema, "3.0.3")).toEqual(expected);
  });
});

describe("what of a description is not put to use", () => {
  it("is said in a sentence each, with its line", () => {
    const { limitations } = load(`paths:
  /books:
    delete:
      operationId: empty
      parameters: [{ name: X-Sure, in: header, required: true, schema: {} }]
      responses: { "200": { description: Fine, content: { text/csv: {} } } }
components:
  securitySchemes:
    token: { type: http, scheme: Bearer }
    basic: { type: http, scheme: basic }
    oauth: { type: oauth2, flows: {} }`);
    expect(limitations.map(({ line, sentence }) => `${line}: ${sentence}`)).toEqual([
      "12: basic is of type HTTP basic, but no credential other than a bearer token is sent",
      "13: oauth is of type oauth2, but no credential other than a bearer token is sent",
      "5: empty: the method DELETE is not called",
      "5: empty: X-Sure is required in a header, but only path and query are filled",
      "5: empty: content of type text/csv is neither sent nor judged",
    ]);
  });

  it.each([
    [
      "a response",
      `paths: { /books: { get: { responses: { "200": { $ref: "#/components/responses/A" } } } } }\ncomponents: { responses: { A: { $ref: "#/components/responses/B" }, B: { $ref: "#/components/responses/A" } } }`,
    ],
  ])("%s that leads only to itself is refused with its line", (_, parts) => {
    expect(() => load(parts)).toThrow(/api\.yaml:\d+: the reference leads to itself/);
  });
});
