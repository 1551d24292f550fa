import { describe, expect, it } from "vitest";
import { parseYamlFile, refusal } from "../../src/description/file.js";
import { readDescription } from "../../src/description/index.js";
import { convertSwagger } from "../../src/description/swagger.js";

const head = `swagger: "2.0"\ninfo: { title: Books, version: "1" }\n`;
const convert = (parts: string) => convertSwagger(parseYamlFile("api.yaml", `${head}${parts}`));
const converted = (parts: string) => convert(parts).value as Record<string, unknown>;

/** The only operation of a document. */
function operation(members: string, parts = "") {
  const { paths } = converted(`paths: { /a: { post: { ${members} } } }\n${parts}`);
  return (paths as { readonly "/a": { readonly post: object } })["/a"].post;
}

const json = (schema: unknown) => ({ "application/json": { schema } });

describe("a description of Swagger 2.0 becomes one of OpenAPI 3", () => {
  it.each([
    ["host: h, basePath: /v1, schemes: [http, ws]", ["http://h/v1"]],
    ["host: h", ["https://h/"]],
    ["basePath: /v1", ["/v1"]],
    ["x-a: 1", ["/"]],
  ])("its address: %s", (members, urls) => {
    const { servers } = converted(members.replaceAll(/, (?=\w+:)/g, "\n"));
    expect(servers).toEqual(urls.map((url) => ({ url })));
  });

  it.each([
    ["{ type: basic }", { type: "http", scheme: "basic" }],
    ["{ type: apiKey, name: k, in: header }", { type: "apiKey", name: "k", in: "header" }],
    [
      "{ type: oauth2, flow: accessCode, authorizationUrl: a, tokenUrl: t, scopes: { r: Read } }",
      {
        type: "oauth2",
        flows: { authorizationCode: { authorizationUrl: "a", tokenUrl: "t", scopes: { r: "Read" } } },
      },
    ],
    [
      "{ type: oauth2, flow: application, tokenUrl: t }",
      { type: "oauth2", flows: { clientCredentials: { tokenUrl: "t", scopes: {} } } },
    ],
  ])("a credential: %s", (scheme, expected) => {
    expect(converted(`securityDefinitions: { s: ${scheme} }`)["components"]).toMatchObject({
      securitySchemes: { s: expected },
    });
  });

  it.each([
    ["{ $ref: '#/definitions/A' }", { $ref: "#/components/schemas/A" }],
    ["{ type: string, x-nullable: true }", { type: "string", nullable: true }],
    ["{ type: object, discriminator: kind }", { type: "object", discriminator: { propertyName: "kind" } }],
    [
      "{ properties: { discriminator: { type: file } } }",
      { properties: { discriminator: { type: "string", format: "binary" } } },
    ],
    [
      "{ items: { allOf: [{ $ref: '#/definitions/A' }] } }",
      { items: { allOf: [{ $ref: "#/components/schemas/A" }] } },
    ],
    ["{ example: { $ref: '#/definitions/A' } }", { example: { $ref: "#/definitions/A" } }],
  ])("a schema: %s", (schema, expected) => {
    expect(converted(`definitions: { S: ${schema} }`)["components"]).toMatchObject({
      schemas: { S: expected },
    });
  });

  const list = "type: array, items: { type: string, collectionFormat: csv }";
  const strings = { type: "array", items: { type: "string" } };
  it.each([
    [
      "{ name: a, in: query, type: integer, maximum: 3 }",
      { name: "a", in: "query", schema: { type: "integer", maximum: 3 } },
    ],
    [`{ name: a, in: query, ${list} }`, { style: "form", explode: false, schema: strings }],
    [`{ name: a, in: path, ${list} }`, { style: "simple", explode: false }],
    [`{ name: a, in: query, ${list}, collectionFormat: multi }`, { style: "form", explode: true }],
    [`{ name: a, in: query, ${list}, collectionFormat: ssv }`, { style: "spaceDelimited", explode: false }],
    [`{ name: a, in: query, ${list}, collectionFormat: pipes }`, { style: "pipeDelimited", explode: false }],
    [`{ name: a, in: query, ${list}, collectionFormat: tsv }`, { schema: { type: "string" } }],
    ["{ $ref: '#/parameters/P' }", { $ref: "#/components/parameters/P" }],
  ])("a parameter: %s", (parameter, expected) => {
    expect(operation(`parameters: [${parameter}]`)).toMatchObject({ parameters: [expected] });
  });

  const field = { type: "object", properties: { f: { type: "string" } } };
  it.each([
    [
      "parameters: [{ name: b, in: body, schema: { type: object } }]",
      "",
      { required: false, content: json({ type: "object" }) },
    ],
    [
      "consumes: [a/b], parameters: [{ $ref: '#/parameters/B' }]",
      "parameters: { B: { name: b, in: body, required: true, schema: { $ref: '#/definitions/A' } } }",
      { required: true, content: { "a/b": { schema: { $ref: "#/components/schemas/A" } } } },
    ],
    [
      "parameters: [{ name: f, in: formData, type: string }]",
      "consumes: [application/json]",
      { required: false, content: { "application/x-www-form-urlencoded": { schema: field } } },
    ],
    [
      "parameters: [{ name: f, in: formData, type: file, required: true }]",
      "",
      {
        required: true,
        content: {
          "multipart/form-data": {
            schema: {
              type: "object",
              required: ["f"],
              properties: { f: { type: "string", format: "binary" } },
            },
          },
        },
      },
    ],
  ])("a body: %s", (members, parts, requestBody) => {
    expect(operation(members, parts)).toEqual({ parameters: [], requestBody });
  });

  it("a body that a path has for all its operations", () => {
    const { paths } = converted(`paths:
  /a:
    parameters: [{ name: b, in: body, schema: { type: object } }, { name: q, in: query, type: string }]
    post: {}
    put: { parameters: [{ name: b, in: body, schema: { type: array } }] }`);
    expect(paths).toEqual({
      "/a": {
        parameters: [{ name: "q", in: "query", schema: { type: "string" } }],
        post: { requestBody: { required: false, content: json({ type: "object" }) } },
        put: { parameters: [], requestBody: { required: false, content: json({ type: "array" }) } },
      },
    });
  });

  it.each([
    ["200", "produces: [a/b]", ["a/b"]],
    ["404", "produces: [a/b]", ["a/b", "*/*"]],
    ["default", "produces: [application/json]", ["application/json", "*/*"]],
    ["200", "", ["*/*"]],
  ])("the media types of a response %s: %s", (status, parts, types) => {
    const { responses } = operation(`responses: { "${status}": { schema: {} } }`, parts) as {
      readonly responses: Readonly<Record<string, { readonly content: object }>>;
    };
    expect(Object.keys(responses[status]?.content ?? {})).toEqual(types);
  });

  it("a shared response has the media types of the operation", () => {
    const shared = `responses: { R: { schema: { type: string } } }`;
    expect(operation(`produces: [a/b], responses: { "200": { $ref: "#/responses/R" } }`, shared)).toEqual({
      responses: { 200: { content: { "a/b": { schema: { type: "string" } } } } },
    });
  });

  it.each([
    ["{ description: No }", "", { description: "No" }],
    [
      "{ schema: { type: file } }",
      "produces: [image/png]",
      { content: { "image/png": { schema: { type: "string", format: "binary" } } } },
    ],
    [
      "{ schema: { type: string }, examples: { application/json: a } }",
      "",
      { content: { "*/*": { schema: { type: "string" } } } },
    ],
    [
      "{ headers: { X: { type: integer, description: N } } }",
      "",
      { headers: { X: { description: "N", schema: { type: "integer" } } } },
    ],
    ["{ $ref: '#/responses/R' }", "", { $ref: "#/components/responses/R" }],
  ])("a response: %s", (response, parts, expected) => {
    expect(operation(`responses: { "200": ${response} }`, parts)).toEqual({ responses: { 200: expected } });
  });
});

describe("what is wrong in a description of Swagger 2.0", () => {
  const parts = `paths:
  /a:
    get:
      parameters:
        - { name: b, in: body, schema: {} }
        - { name: q, in: query, type: array, items: { type: text } }
      responses:
        "200":
          description: Fine
          schema: { type: strng }
definitions:
  A: { type: text }`;

  it.each([
    [["components", "schemas", "A", "type"], 14],
    [["paths", "/a", "get", "parameters", 0, "schema", "items", "type"], 8],
    [["paths", "/a", "get", "requestBody", "content"], 6],
    [["paths", "/a", "get", "responses", "200", "content", "*/*", "schema", "type"], 12],
  ])("is found where it was written: %j", (path, line) => {
    expect(refusal(convert(parts), path, "x").message).toBe(`api.yaml:${line}: x`);
  });

  it("is said as of any other description", () => {
    const { description, limitations } = readDescription("api.yaml", head + parts);
    expect([...description.operations.keys()]).toEqual(["GET /a"]);
    expect(limitations.map((each) => each.split(": ")[0])).toEqual([
      "api.yaml:14",
      "api.yaml:8",
      "api.yaml:12",
    ]);
  });
});
