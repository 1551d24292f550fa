const schema = { type: "object" };

const content = {
  type: "object",
  required: ["application/json"],
  additionalProperties: false,
  properties: {
    "application/json": { type: "object", required: ["schema"], properties: { schema } },
  },
};

const response = {
  type: "object",
  anyOf: [{ required: ["$ref"] }, { required: ["content"] }],
  properties: { $ref: { type: "string" }, description: { type: "string" }, content },
  additionalProperties: false,
};

const operation = {
  type: "object",
  required: ["operationId", "responses"],
  properties: {
    operationId: { type: "string" },
    deprecated: { type: "boolean" },
    "x-removal-date": { type: "string", format: "date" },
    parameters: {
      type: "array",
      items: {
        type: "object",
        required: ["name", "in", "schema"],
        properties: {
          name: { type: "string" },
          in: { enum: ["query", "path"] },
          required: { type: "boolean" },
          description: { type: "string" },
          schema,
        },
        additionalProperties: false,
      },
    },
    requestBody: {
      type: "object",
      required: ["content"],
      properties: { required: { const: true }, content },
      additionalProperties: false,
    },
    responses: {
      type: "object",
      minProperties: 1,
      propertyNames: { pattern: "^[1-5][0-9][0-9]$" },
      additionalProperties: response,
    },
  },
  if: { properties: { deprecated: { const: true } }, required: ["deprecated"] },
  then: { required: ["x-removal-date"] },
};

/** What the harness needs of openapi.yaml: the part of OpenAPI 3.1 that it reads, as JSON Schema. */
export const openapiShape = {
  type: "object",
  required: ["openapi", "info", "x-version-segment", "security", "paths", "components"],
  properties: {
    openapi: { type: "string", pattern: "^3\\.1\\.[0-9]+$" },
    info: {
      type: "object",
      required: ["title", "version"],
      properties: { title: { type: "string" }, version: { type: "string" } },
    },
    "x-version-segment": { type: "string", pattern: "^/[^/]+$" },
    security: { type: "array", minItems: 1 },
    paths: {
      type: "object",
      minProperties: 1,
      propertyNames: { pattern: "^/" },
      additionalProperties: {
        type: "object",
        properties: { get: operation, post: operation },
        additionalProperties: false,
      },
    },
    components: {
      type: "object",
      required: ["schemas"],
      properties: {
        schemas: { type: "object", minProperties: 1, additionalProperties: schema },
        responses: { type: "object", additionalProperties: response },
        securitySchemes: {
          type: "object",
          additionalProperties: {
            type: "object",
            required: ["type", "scheme"],
            properties: { type: { const: "http" }, scheme: { const: "bearer" } },
          },
        },
      },
    },
  },
};
