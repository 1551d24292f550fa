import { describe, expect, it } from "vitest";
import { readDescription } from "../../src/description/index.js";
import { ok, read } from "./read.js";

const fine = `  /fine: { get: { operationId: fine, ${ok} } }`;

describe("an operation with a fault is left out of a description, with file, line and reason, and no other is", () => {
  it.each([
    [
      "a reference that leads nowhere",
      `{ get: { responses: { "200": { $ref: "#/components/responses/Lost" } } } }`,
      "api.yaml:5: #/components/responses/Lost leads nowhere (GET /faulty is left out)",
    ],
    [
      "a parameter without a place",
      `{ get: { parameters: [{ name: a, schema: {} }], ${ok} } }`,
      "api.yaml:5: paths › /faulty › get › parameters › 0: must have required property 'in' (GET /faulty is left out)",
    ],
    [
      "parameters of its path that are none",
      `{ parameters: 1, get: { ${ok} } }`,
      "api.yaml:5: paths › /faulty › parameters: must be array (/faulty is left out)",
    ],
    ["a path that is no object", "7", "api.yaml:5: paths › /faulty: must be object (it is left out)"],
  ])("%s", (_, item, ...sentences) => {
    const { description, limitations } = read(`paths:\n${fine}\n  /faulty: ${item}`);
    expect([...description.operations.keys()]).toEqual(["fine"]);
    expect(limitations).toEqual(sentences);
  });

  it("a component that others lack", () => {
    const { description, limitations } = read(`paths:
${fine}
  /faulty: { get: { responses: { "200": { $ref: "#/components/responses/Broken" } } } }
components:
  responses:
    Broken: { headers: 1 }`);
    expect([...description.operations.keys()]).toEqual(["fine"]);
    expect(limitations).toEqual([
      "api.yaml:8: components › responses › Broken › headers: must be object (Broken is left out)",
      "api.yaml:5: #/components/responses/Broken leads nowhere (GET /faulty is left out)",
    ]);
  });
});

describe("a header or link with a fault is left out of a response, and nothing else is", () => {
  const schema = "{ schema: { type: string } }";

  it.each([
    [
      "a header without schema and content",
      "headers: { X-A: { description: When }, X-B: %s }",
      "must have required property 'schema' (the header X-A is left out)",
      [],
    ],
    [
      "a header whose schema is none",
      "headers: { X-A: { schema: 1 }, X-B: %s }",
      "must be object,boolean (the header X-A is left out)",
      [],
    ],
    [
      "a header that leads nowhere",
      'headers: { X-A: { $ref: "#/components/headers/Lost" }, X-B: %s }',
      "#/components/headers/Lost leads nowhere (the header X-A is left out)",
      [],
    ],
    [
      "a link that leads nowhere",
      'headers: { X-B: %s }, links: { a: { $ref: "#/components/links/Lost" } }',
      "#/components/links/Lost leads nowhere (the link a is left out)",
      [],
    ],
    [
      "a keyword in the schema of a header, which is ignored",
      "headers: { X-A: { schema: { type: strng } }, X-B: %s }",
      "(ignored)",
      ["X-A"],
    ],
  ])("%s", (_, members, reason, more) => {
    const response = `{ description: Fine, ${members.replace("%s", schema)} }`;
    const { description, limitations } = read(
      `paths: { /a: { get: { operationId: a, responses: { "200": ${response} } } } }`,
    );
    const spec = description.operations.get("a")?.responses.get("200");
    expect(spec?.headers.map(({ name }) => name)).toEqual([...more, "X-B"]);
    expect(limitations).toEqual([expect.stringContaining(reason)]);
  });

  it("a component that others lack, of a response that is a component itself", () => {
    const { description, limitations } = read(`paths:
  /a: { get: { operationId: a, responses: { "200": { $ref: "#/components/responses/Fine" } } } }
components:
  headers:
    Bare: { description: When }
  responses:
    Fine: { description: Fine, headers: { X-A: { $ref: "#/components/headers/Bare" }, X-B: ${schema} } }`);
    const spec = description.operations.get("a")?.responses.get("200");
    expect(spec?.headers.map(({ name }) => name)).toEqual(["X-B"]);
    expect(limitations).toEqual([
      "api.yaml:7: components › headers › Bare: must have required property 'schema' (Bare is left out)",
      "api.yaml:9: #/components/headers/Bare leads nowhere (the header X-A is left out)",
    ]);
  });
});

describe("what is wrong and changes little is ignored, and said", () => {
  it.each([
    ["a member that is not known", "sumary: Fine", "sumary: is not known here; did you mean summary?"],
    ["what is for readers only", "tags: fine", "tags: must be array"],
    ["a callback", "callbacks: 1", "callbacks: must be object"],
  ])("%s", (_, member, reason) => {
    const { description, limitations } = read(`paths: { /a: { get: { operationId: a, ${member}, ${ok} } } }`);
    expect(description.operations.has("a")).toBe(true);
    expect(limitations).toEqual([`api.yaml:3: paths › /a › get › ${reason} (ignored)`]);
  });

  it.each([
    ["a keyword", "{ type: strng, maxLength: 2 }", { maxLength: 2 }],
    [
      "a keyword in a member",
      "{ properties: { b: { required: true, minLength: 1 } } }",
      { properties: { b: { minLength: 1 } } },
    ],
    [
      "a member's schema",
      "{ properties: { b: text }, maxProperties: 1 }",
      { properties: { b: {} }, maxProperties: 1 },
    ],
  ])("%s of a schema", (_, schema, expected) => {
    const content = `{ "200": { description: Fine, content: { application/json: { schema: ${schema} } } } }`;
    const { description, limitations } = read(
      `paths: { /a: { get: { operationId: a, responses: ${content} } } }`,
    );
    const [response] = description.operations.get("a")?.responses.values() ?? [];
    expect(response?.contents[0]?.schema).toEqual(expected);
    expect(limitations).toEqual([expect.stringMatching(/^api\.yaml:3: .*\(ignored\)$/)]);
  });

  it.each([
    ["of a list", "{ type: array, items: { $ref: other.yaml } }", { type: "array", items: {} }, "items"],
    [
      "in an allOf",
      "{ required: [id], allOf: [{ $ref: '#/lost' }] }",
      { required: ["id"], allOf: [{}] },
      "allOf › 0",
    ],
  ])(
    "a schema %s that refers to nowhere allows anything, and nothing else does",
    (_, schema, expected, at) => {
      const { description, limitations } = read(
        `paths:\n${fine}\ncomponents:\n  schemas:\n    Book: ${schema}`,
      );
      expect(description.document.components?.schemas).toEqual({ Book: expected });
      expect(limitations.at(-1)).toMatch(`leads nowhere (${at} allows anything)`);
    },
  );

  it("an allOf that nothing satisfies is told, with its parts closed together", () => {
    const closed = (name: string) =>
      `{ additionalProperties: false, required: [${name}], properties: { ${name}: {} } }`;
    const { limitations } = read(
      `paths: {}\ncomponents:\n  schemas:\n    Note: { allOf: [${closed("a")}, ${closed("b")}] }`,
    );
    expect(limitations).toEqual([expect.stringMatching(/^api\.yaml:6: allOf requires a, .*closed together/)]);
  });

  it("a schema that refers to nowhere allows anything", () => {
    const { description, limitations } = read(`paths:
${fine}
components:
  schemas:
    Book: { properties: { author: { $ref: "#/components/schemas/Author" } } }`);
    expect(description.document.components?.schemas).toEqual({ Book: { properties: { author: {} } } });
    expect(limitations).toEqual([
      "api.yaml:7: #/components/schemas/Author leads nowhere (properties › author allows anything)",
    ]);
  });

  it("a version that is a number, or is missing", () => {
    const info = "openapi: 3.0.3\ninfo: { version: 1.5 }\npaths: {}";
    const { description, limitations } = readDescription("api.yaml", info);
    expect(description.document.info).toEqual({ title: "unknown", version: "1.5" });
    expect(limitations).toEqual([
      "api.yaml:2: info: must have a title that is a text (taken to be unknown)",
      'api.yaml:2: info: must have a version that is a text (taken for "1.5")',
    ]);
  });

  it("an alternative of security that is none", () => {
    const { description, limitations } = read(
      `security: [{ key: [] }, 1]\npaths: { /a: { get: { ${ok} } } }`,
    );
    expect(description.operations.get("GET /a")?.security).toEqual([{ key: [] }]);
    expect(limitations).toEqual(["api.yaml:3: security › 1: must be object (ignored)"]);
  });

  it("names of components that have other letters than OpenAPI allows", () => {
    const { limitations } = read(`paths: {}\ncomponents: { schemas: { "Page«Book»": { type: object } } }`);
    expect(limitations).toEqual([]);
  });
});

describe("an API key whose name is none is said, and what to do", () => {
  const faultsOf = (name: string, where: string) =>
    read(`paths: {}
components:
  securitySchemes:
    key:
      { type: apiKey, in: ${where},
        name: ${JSON.stringify(name)} }`).limitations;

  it.each([
    [
      "Authorization: Bearer",
      "header",
      "; name it Authorization with --overlay, and set prefix: Bearer under api: in the configuration",
    ],
    ["Länge", "header", "; give it another name with --overlay"],
    ["my key", "cookie", "; give it another name with --overlay"],
  ])("%s in a %s", (name, where, advice) => {
    expect(faultsOf(name, where)).toEqual([
      `api.yaml:8: key: "${name}" is no name of a ${where}: no such credential is sent${advice}`,
    ]);
  });

  it("but not in a query, where any text is a name", () => {
    expect(faultsOf("my key", "query")).toEqual([]);
  });
});

describe("an operationId that cannot be used gives way to method and path", () => {
  it.each([
    ["given twice", "fine", "the operationId fine is given twice"],
    ["empty", '""', "the operationId is no name"],
    ["a list", "[a]", "the operationId is no name"],
    ["half a letter", '"\\uD800"', "the operationId is no name"],
  ])("%s", (_, id, reason) => {
    const { description, limitations } = read(
      `paths:\n${fine}\n  /a: { get: { operationId: ${id}, ${ok} } }`,
    );
    expect([...description.operations.keys()]).toEqual(["fine", "GET /a"]);
    expect(limitations).toEqual([`api.yaml:5: ${reason} (this operation is called GET /a)`]);
  });

  it("unless another operation has that name, too", () => {
    const { description, limitations } = read(`paths:
  /b: { get: { operationId: GET /a, ${ok} } }
  /a: { get: { ${ok} } }`);
    expect([...description.operations].map(([id, { path }]) => [id, path])).toEqual([["GET /a", "/b"]]);
    expect(limitations).toEqual([expect.stringContaining("GET /a is left out")]);
  });
});

it.each(["hello", "<html></html>", ""])("a file that is no description is refused in words: %j", (text) => {
  expect(() => readDescription("api.yaml", text)).toThrow(
    "no OpenAPI description, which is an object with openapi, info and paths",
  );
});
