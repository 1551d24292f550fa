import { describe, expect, it } from "vitest";
import { checkDescription, type Description, deriveDescription } from "../../src/description/description.js";
import { parseYamlFile } from "../../src/description/file.js";
import { resolveSchema, responseTo } from "../../src/description/index.js";

/** Loads a document of which only the parts that matter are given. */
function load(parts: string, openapi = "3.1.0"): Description {
  const text = `openapi: ${openapi}\ninfo: { title: Books, version: 2.0.0 }\n${parts}`;
  return deriveDescription(checkDescription(parseYamlFile("api.yaml", text)));
}

const ok = `responses: { "200": { description: Fine } }`;

/** The first operation of a document. */
const operation = (parts: string, openapi?: string) => [...load(parts, openapi).operations.values()][0]!;

/** The schema of a body, as it is when it is resolved. */
function bodySchema(schema: string, { schemas = "{}", openapi = "3.1.0" } = {}) {
  const body = `requestBody: { content: { application/json: { schema: ${schema} } } }`;
  const parts = `paths: { /books: { post: { ${body}, ${ok} } } }\ncomponents: { schemas: ${schemas} }`;
  return operation(parts, openapi).body?.schema;
}

describe("the operations of any description", () => {
  it("are those of every method; one without an id is named by its method and path", () => {
    const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
    const { operations } = load(`paths: { /books: { ${methods.map((each) => `${each}: { ${ok} }`)} } }`);
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
      { name: "lang", in: "query", isJson: true, required: true, schema: { maxLength: 2 } },
    ]);
  });

  it("have a body with all its media types, JSON before others", () => {
    const { body } =
      operation(`paths: { /books: { post: { requestBody: { $ref: "#/components/requestBodies/Book" }, ${ok} } } }
components:
  requestBodies:
    Book: { required: true, content: { text/plain: {}, application/json: { schema: { type: object } } } }`);
    const pointer = "#/components/requestBodies/Book/content/application~1json/schema";
    const json = { mediaType: "application/json", schema: { type: "object" } };
    expect(body).toEqual({
      ...json,
      required: true,
      contents: [{ mediaType: "text/plain" }, { ...json, pointer }],
    });
  });

  it.each([
    ["application/json", ["application/json"]],
    ["*/*", ["application/json", "*/*"]],
    ["application/*", ["application/json", "application/*"]],
    ["text/*", ["text/*"]],
  ])("have JSON where %s is described, if that may be any type", (mediaType, types) => {
    const content = `content: { "${mediaType}": { schema: { type: object } } }`;
    const { body } = operation(`paths: { /books: { post: { requestBody: { ${content} }, ${ok} } } }`);
    expect(body?.contents.map((each) => each.mediaType)).toEqual(types);
  });

  it.each([
    [200, "200"],
    [404, "404"],
    [409, "4XX"],
    [503, "default"],
  ])("are answered with %d by %s: exactly, by range, else by default", (code, status) => {
    const statuses = ["default", "4XX", '"404"', '"200"'].map((each) => `${each}: { description: Any }`);
    const answered = operation(`paths: { /books: { get: { responses: { ${statuses} } } } }`);
    expect(responseTo(answered, code)?.status).toBe(status);
  });

  it("are not answered with a status that is not described", () => {
    expect(responseTo(operation(`paths: { /books: { get: { ${ok} } } }`), 404)).toBeUndefined();
  });

  it("have responses with headers and links", () => {
    const added = operation(`paths:
  /books:
    post:
      operationId: add
      responses:
        "201":
          description: Added
          headers: { Location: { required: true, schema: { type: string } } }
          links: { self: { operationId: add, parameters: { id: $response.body#/id } } }`);
    expect(responseTo(added, 201)).toMatchObject({
      headers: [{ name: "Location", required: true, schema: { type: "string" } }],
      links: { self: { operationId: "add", parameters: { id: "$response.body#/id" } } },
    });
  });

  it.each([
    ["of the document", "", [{ key: [] }, { token: ["read"] }]],
    ["of its own", ", security: [{ key: [] }, {}]", [{ key: [] }, {}]],
    ["none", ", security: []", []],
  ])("have alternatives of security: %s", (_, own, security) => {
    const common = "security: [{ key: [] }, { token: [read] }]";
    const { security: found } = operation(`${common}\npaths: { /books: { get: { ${ok}${own} } } }`);
    expect(found).toEqual(security);
  });

  it("are deprecated with or without a date", () => {
    const { operations } = load(`paths:
  /books:
    get: { deprecated: true, ${ok} }
    put: { deprecated: true, x-removal-date: 2031-01-31, ${ok} }
    post: { ${ok} }`);
    const deprecations = [...operations.values()].map(({ deprecation }) => deprecation);
    expect(deprecations).toEqual([{}, { removalDate: "2031-01-31" }, undefined]);
  });
});

describe("the schemas of operations", () => {
  const toBook = '{ $ref: "#/components/schemas/Book" }';

  it("hold what their references lead to, with what stands beside a reference", () => {
    const title = '{ $ref: "#/components/schemas/Title", maxLength: 3 }';
    const schemas = `{ Book: { properties: { title: ${title} } }, Title: { type: string, minLength: 1 } }`;
    expect(bodySchema(toBook, { schemas })).toEqual({
      properties: { title: { type: "string", minLength: 1, maxLength: 3 } },
    });
  });

  it("are circles of objects where a schema refers to itself", () => {
    const last = '{ $ref: "#/components/schemas/Book", title: The last }';
    const book = bodySchema(toBook, {
      schemas: `{ Book: { properties: { next: ${toBook}, last: ${last} } } }`,
    });
    expect(book?.properties?.["next"]).toBe(book);
    expect(book?.properties?.["last"]).toEqual({ ...book, title: "The last" });
  });

  it.each([
    ["anything where a reference leads only to itself", toBook, {}],
    ["anything where they are true", "true", {}],
    ["nothing where they are false", "false", { not: {} }],
  ])("allow %s", (_, schema, expected) => {
    expect(bodySchema(schema, { schemas: `{ Book: ${toBook} }` })).toEqual(expected);
  });

  it("take a member called $ref, and examples with one, for data", () => {
    const schema = `{ properties: { $ref: { type: string } }, examples: [{ $ref: nowhere }] }`;
    expect(bodySchema(schema)).toMatchObject({ properties: { $ref: { type: "string" } } });
  });
});

describe("a schema with allOf is folded into one", () => {
  const document = { named: { type: "object", required: ["name"], properties: { name: { maxLength: 3 } } } };
  const named = { $ref: "#/named" };
  const identified = { required: ["id"], properties: { id: {} } };
  const both = { type: "object", required: ["name", "id"], properties: { name: { maxLength: 3 }, id: {} } };
  const words = { type: "string", enum: ["a"] };

  it.each([
    ["of objects", { allOf: [named, { ...identified, required: ["id", "name"] }] }, both],
    ["beside members of its own", { allOf: [named], ...identified }, both],
    ["of words", { allOf: [words], default: "a" }, { ...words, default: "a" }],
  ])("%s", (_, schema, expected) => {
    expect(resolveSchema(document, schema)).toEqual(expected);
  });
});

const info = { title: "Books", version: "2.0.0" };

describe("a description of OpenAPI 3.0 is read as one of 3.1", () => {
  it.each([
    ["{ type: string, nullable: true }", { type: ["string", "null"] }],
    ["{ type: string, enum: [a], nullable: true }", { type: ["string", "null"], enum: ["a", null] }],
    ['{ nullable: true, $ref: "#/info" }', { anyOf: [info, { type: "null" }] }],
    ["{ minimum: 1, exclusiveMinimum: true }", { exclusiveMinimum: 1 }],
    ["{ maximum: 1, exclusiveMaximum: false }", { maximum: 1 }],
    ["{ items: { example: 7 } }", { items: { examples: [7] } }],
    ["{ properties: { example: {}, nullable: {} } }", { properties: { example: {}, nullable: {} } }],
  ])("%s", (schema, expected) => {
    expect(bodySchema(schema, { openapi: "3.0.3" })).toEqual(expected);
  });
});

describe("a description of OpenAPI 3.1 that has keywords of 3.0 means the same", () => {
  it.each([
    ["{ minimum: 1, exclusiveMinimum: true }", { exclusiveMinimum: 1 }],
    ["{ minimum: 1, exclusiveMinimum: 0 }", { minimum: 1, exclusiveMinimum: 0 }],
    ["{ prefixItems: [{ type: string, nullable: true }] }", { prefixItems: [{ type: ["string", "null"] }] }],
    ['{ $ref: "#/info", minLength: 3 }', { ...info, minLength: 3 }],
  ])("%s", (schema, expected) => {
    expect(bodySchema(schema, { openapi: "3.1.0" })).toEqual(expected);
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
    expect(limitations.map(({ message }) => message)).toEqual([
      "api.yaml:12: basic is of type http basic: no such credential is sent",
      "api.yaml:13: oauth is of type oauth2: no such credential is sent",
      "api.yaml:5: empty: the method DELETE is not called",
      "api.yaml:5: empty: X-Sure is required in a header, which is not filled",
      "api.yaml:5: empty: content of type text/csv is neither sent nor judged",
    ]);
  });

  it("is refused where a response leads only to itself, with its line", () => {
    const responses = `{ A: { $ref: "#/components/responses/B" }, B: { $ref: "#/components/responses/A" } }`;
    const parts = `paths: { /books: { get: { responses: { "200": { $ref: "#/components/responses/A" } } } } }`;
    expect(() => load(`${parts}\ncomponents: { responses: ${responses} }`)).toThrow(
      /api\.yaml:\d+: the reference leads to itself/,
    );
  });
});
