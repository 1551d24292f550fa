import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { specDirectory } from "../../src/description/index.js";

/** Objects of OpenAPI 3.1.0: what each must have and may have (section 4.8), besides `x-` extensions. */
function object(required: Record<string, unknown>, optional: Record<string, unknown> = {}): unknown {
  return {
    type: "object",
    required: Object.keys(required),
    properties: { ...required, ...optional },
    patternProperties: { "^x-": true },
    additionalProperties: false,
  };
}
const text = { type: "string" };
const ref = (name: string) => ({ $ref: `#/$defs/${name}` });
const mapOf = (items: unknown) => ({ type: "object", additionalProperties: items });
const listOf = (items: unknown) => ({ type: "array", items });
const orReference = (name: string) => ({
  if: { required: ["$ref"] },
  then: { properties: { $ref: { type: "string", pattern: "^#/" } } },
  else: ref(name),
});

/** Written from the text of OpenAPI 3.1.0, independently of `openapiShape`. */
const openapi31 = {
  ...(object(
    { openapi: { type: "string", pattern: "^3\\.1\\.\\d+$" }, info: ref("info"), paths: ref("paths") },
    {
      servers: listOf(ref("server")),
      security: listOf(mapOf(listOf(text))),
      components: object(
        {},
        {
          schemas: mapOf({ type: ["object", "boolean"] }),
          responses: mapOf(orReference("response")),
          securitySchemes: mapOf(
            object({ type: { const: "http" }, scheme: text }, { description: text, bearerFormat: text }),
          ),
        },
      ),
    },
  ) as object),
  $defs: {
    info: object({ title: text, version: text }, { summary: text, description: text }),
    server: object(
      { url: text },
      {
        description: text,
        variables: mapOf(object({ default: text }, { description: text, enum: listOf(text) })),
      },
    ),
    paths: {
      type: "object",
      additionalProperties: false,
      patternProperties: { "^/": object({}, { get: ref("operation"), post: ref("operation") }), "^x-": true },
    },
    operation: object(
      {},
      {
        operationId: text,
        summary: text,
        description: text,
        deprecated: { type: "boolean" },
        parameters: listOf(ref("parameter")),
        requestBody: object(
          { content: ref("content") },
          { required: { type: "boolean" }, description: text },
        ),
        responses: {
          type: "object",
          minProperties: 1,
          patternProperties: { "^[1-5][0-9][0-9]$": orReference("response"), "^x-": true },
          additionalProperties: false,
        },
      },
    ),
    parameter: {
      ...(object(
        { name: text, in: { enum: ["query", "path"] }, schema: { type: "object" } },
        { required: { type: "boolean" }, description: text },
      ) as object),
      if: { properties: { in: { const: "path" } } },
      then: { required: ["required"], properties: { required: { const: true } } },
    },
    response: object({ description: text }, { content: ref("content") }),
    content: mapOf(object({ schema: { type: "object" } })),
  },
};

type Item = Record<string, { operationId: string; parameters?: { name: string; in: string }[] }>;
const document = parse(readFileSync(join(specDirectory, "openapi.yaml"), "utf8"), { schema: "core" }) as {
  openapi: string;
  info: Record<string, unknown>;
  paths: Record<string, Item>;
  security: Record<string, unknown>[];
  components: { schemas: Record<string, object>; securitySchemes: Record<string, unknown> };
};
const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
const isOpenApi = ajv.compile(openapi31);

describe("openapi.yaml is a valid OpenAPI 3.1 document", () => {
  it("of version 3.1", () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
  });

  it("with the objects that the specification names, and no others", () => {
    isOpenApi(document);
    expect(isOpenApi.errors).toBeNull();
  });

  it("as this test can tell: a document without a version is noticed", () => {
    const broken = structuredClone(document);
    delete (broken.info as { version?: unknown })["version"];
    expect(isOpenApi(broken)).toBe(false);
  });

  it("with schemas that are JSON Schema 2020-12 in strict mode", () => {
    const strict = new Ajv2020({ strict: true, strictRequired: false, formats: { int64: true } });
    const names = Object.keys(document.components.schemas);
    expect(names.map((name) => strict.validateSchema(document.components.schemas[name]!))).toEqual(
      names.map(() => true),
    );
    expect(names).toHaveLength(5);
  });

  it("with references that all lead somewhere", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      (match) => match[1]!,
    );
    const dangling = references.filter(
      (reference) =>
        reference.split("/").reduce<unknown>((at, part) => (at as Item | undefined)?.[part], document) ===
        undefined,
    );
    expect(dangling).toEqual([]);
    expect(references.length).toBeGreaterThan(8);
  });

  it("with security requirements that name a scheme", () => {
    expect(document.security.flatMap((each) => Object.keys(each))).toEqual(
      Object.keys(document.components.securitySchemes),
    );
  });

  it("with path parameters that stand in the path, and no other braces in it", () => {
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.values(item).map((operation) => ({ path, operation })),
    );
    const inTemplates = operations.map(({ path }) =>
      [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]),
    );
    const declared = operations.map(({ operation }) =>
      (operation.parameters ?? []).filter((each) => each.in === "path").map(({ name }) => name),
    );
    expect(declared).toEqual(inTemplates);
    expect(declared).toEqual([[], [], ["petId"]]);
  });

  it("with operation ids that occur once", () => {
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map((each) => each.operationId),
    );
    expect(ids).toHaveLength(new Set(ids).size);
    expect(ids).toHaveLength(3);
  });
});
