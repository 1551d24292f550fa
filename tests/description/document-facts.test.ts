import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { compileShippedFiles } from "../../src/description/contract.js";
import { loadContract } from "../../src/description/index.js";

const { operations, document, version, versionSegment, removalDate } = loadContract();

/** The content of a body that is one of the records. */
const record = (name: string) => [
  expect.objectContaining({ mediaType: "application/json", pointer: `#/components/schemas/${name}` }),
];

it("what was checked at build time is what is found when it is checked anew", () => {
  const lexicon = fileURLToPath(new URL("../../src/model/lexicon.yaml", import.meta.url));
  const stored = readFileSync(new URL("../../dist/compiled.json", import.meta.url), "utf8");
  expect(JSON.parse(stored)).toEqual(compileShippedFiles([lexicon]));
});

describe("the operations", () => {
  const status = { type: "string", enum: ["available", "pending", "sold"] };
  const limit = { type: "integer", minimum: 1, maximum: 100, default: 20 };
  const expected = [
    {
      id: "listPets",
      address: "GET /pets",
      parameters: [
        {
          name: "limit",
          in: "query",
          required: false,
          schema: limit,
          description: expect.any(String) as unknown,
        },
        {
          name: "status",
          in: "query",
          required: false,
          schema: status,
          description: expect.any(String) as unknown,
        },
      ],
      answers: { 200: record("Pets"), 401: record("Error") },
    },
    {
      id: "createPet",
      address: "POST /pets",
      parameters: [],
      body: expect.objectContaining({ required: true, contents: record("NewPet") }),
      answers: { 201: record("Pet"), 400: record("Error"), 401: record("Error") },
    },
    {
      id: "getPet",
      address: "GET /pets/{petId}",
      parameters: [
        {
          name: "petId",
          in: "path",
          required: true,
          schema: { type: "integer", format: "int64" },
          description: expect.any(String) as unknown,
        },
      ],
      deprecation: { removalDate: "2030-12-05", replacement: "listPets" },
      answers: { 200: record("Pet"), 401: record("Error"), 404: record("Error") },
    },
  ];

  it("have these parameters, bodies and answers, and there are no others", () => {
    const found = [...operations.values()].map(
      ({ id, method, path, parameters, body, deprecation, responses }) => ({
        id,
        address: `${method} ${path}`,
        parameters,
        body,
        deprecation,
        answers: Object.fromEntries([...responses].map(([code, { contents }]) => [code, contents])),
      }),
    );
    expect(found).toEqual(expected);
  });

  it("require the API key as a bearer credential", () => {
    expect([...operations.values()].map(({ security }) => security)).toEqual(
      expected.map(() => [{ apiKey: [] }]),
    );
    expect(document).toMatchObject({
      components: { securitySchemes: { apiKey: { type: "http", scheme: "bearer" } } },
    });
  });
});

it("the version, the deployments and what replaces the deprecated operation are those of the document", () => {
  expect({ version, versionSegment, removalDate }).toEqual({
    version: "1.0.0",
    versionSegment: "/v1",
    removalDate: "2030-12-05",
  });
  expect(document).toMatchObject({
    servers: [{ url: "{base_url}" }, { url: "{staging_base_url}" }],
    paths: {
      "/pets/{petId}": { get: { "x-replacement": { operationId: "listPets", parameter: "status" } } },
    },
  });
});
