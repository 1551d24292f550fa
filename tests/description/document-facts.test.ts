import { describe, expect, it } from "vitest";
import { loadContract, type Operation } from "../../src/description/index.js";

const contract = loadContract();
const schemas = contract.document.components?.schemas ?? {};

function operation(id: string): Operation {
  const found = contract.operations.get(id);
  if (found === undefined) throw new Error(`no operation ${id}`);
  return found;
}

/** Status → JSON Pointer to the schema of its body. */
const answersOf = (id: string) =>
  [...operation(id).responses].map(([status, { contents }]) => [
    status,
    ...contents.map(({ mediaType, pointer }) => `${mediaType} ${pointer}`),
  ]);
const json = (name: string): string => `application/json #/components/schemas/${name}`;

describe("the operations", () => {
  it("are listPets, createPet and getPet, and no others", () => {
    expect([...contract.operations.keys()].sort()).toEqual(["createPet", "getPet", "listPets"]);
  });

  it.each([
    ["listPets", "GET", "/pets"],
    ["createPet", "POST", "/pets"],
    ["getPet", "GET", "/pets/{petId}"],
  ])("%s is %s %s", (id, method, path) => {
    expect(operation(id)).toMatchObject({ method, path });
  });

  it.each([
    [
      "listPets",
      [
        ["200", json("Pets")],
        ["401", json("Error")],
      ],
    ],
    [
      "createPet",
      [
        ["201", json("Pet")],
        ["400", json("Error")],
        ["401", json("Error")],
      ],
    ],
    [
      "getPet",
      [
        ["200", json("Pet")],
        ["401", json("Error")],
        ["404", json("Error")],
      ],
    ],
  ])("%s is answered with these statuses and records, and no others", (id, responses) => {
    expect(answersOf(id).sort()).toEqual(responses);
  });

  it.each(["listPets", "createPet", "getPet"])("%s has a parameter for each part of its path", (id) => {
    const { path, parameters } = operation(id);
    const inPath = parameters.filter((each) => each.in === "path").map(({ name }) => `{${name}}`);
    expect(path.match(/\{[^}]*\}/g) ?? []).toEqual(inPath);
  });

  it.each(["listPets", "createPet", "getPet"])("%s requires the API key as a bearer credential", (id) => {
    expect(operation(id).security).toEqual([{ apiKey: [] }]);
    expect(contract.document).toMatchObject({
      components: { securitySchemes: { apiKey: { type: "http", scheme: "bearer" } } },
    });
  });
});

describe("List all animals", () => {
  it("takes limit and status in the query, both of which may be left out, and nothing else", () => {
    expect(operation("listPets").parameters).toEqual([
      {
        name: "limit",
        in: "query",
        required: false,
        schema: { type: "integer", minimum: 1, maximum: 100, default: 20 },
      },
      {
        name: "status",
        in: "query",
        required: false,
        schema: { type: "string", enum: ["available", "pending", "sold"] },
      },
    ]);
  });

  it("has no request body", () => {
    expect(operation("listPets").body).toBeUndefined();
  });

  it("is not deprecated", () => {
    expect(operation("listPets").deprecation).toBeUndefined();
  });
});

describe("Add an animal", () => {
  it("takes no parameter", () => {
    expect(operation("createPet").parameters).toEqual([]);
  });

  it("takes a NewPet as application/json, and requires it", () => {
    expect(operation("createPet").body).toMatchObject({
      mediaType: "application/json",
      required: true,
      contents: [{ mediaType: "application/json", pointer: "#/components/schemas/NewPet" }],
    });
  });

  it("is not deprecated", () => {
    expect(operation("createPet").deprecation).toBeUndefined();
  });
});

describe("Get an animal", () => {
  it("takes one parameter, petId, a required 64-bit integer in the path", () => {
    expect(operation("getPet").parameters).toEqual([
      { name: "petId", in: "path", required: true, schema: { type: "integer", format: "int64" } },
    ]);
  });

  it("has no request body", () => {
    expect(operation("getPet").body).toBeUndefined();
  });

  it("is deprecated, and goes on 5 December 2030", () => {
    expect(operation("getPet").deprecation).toEqual({ removalDate: "2030-12-05", replacement: "listPets" });
    expect(contract.removalDate).toBe("2030-12-05");
  });

  it("is replaced by listPets with its status filter", () => {
    expect(contract.document.paths?.["/pets/{petId}"]).toMatchObject({
      get: { "x-replacement": { operationId: "listPets", parameter: "status" } },
    });
  });
});

const text = { type: "string", description: expect.any(String) as string };
const int64 = { type: "integer", format: "int64", description: expect.any(String) as string };
const records: Readonly<Record<string, object>> = {
  PetStatus: { type: "string", enum: ["available", "pending", "sold"] },
  NewPet: {
    type: "object",
    required: ["name", "categoryId"],
    properties: { name: text, categoryId: int64, status: { $ref: "#/components/schemas/PetStatus" } },
  },
  Pet: {
    allOf: [
      { $ref: "#/components/schemas/NewPet" },
      { type: "object", required: ["id"], properties: { id: int64 } },
    ],
  },
  Pets: { type: "array", items: { $ref: "#/components/schemas/Pet" } },
  Error: {
    type: "object",
    required: ["code", "message", "status"],
    properties: { code: text, message: text, status: { type: "integer", description: text.description } },
  },
};

describe("the records", () => {
  it("are PetStatus, NewPet, Pet, Pets and Error", () => {
    expect(Object.keys(schemas).sort()).toEqual(Object.keys(records).sort());
  });

  it.each(Object.entries(records))("%s has these fields and constraints, and no others", (name, record) => {
    expect(schemas[name]).toEqual(record);
  });
});

describe("versioning", () => {
  it("the base address ends in /v1", () => {
    expect(contract.versionSegment).toBe("/v1");
  });

  it("there are two deployments", () => {
    expect(contract.document).toMatchObject({
      servers: [{ url: "{base_url}" }, { url: "{staging_base_url}" }],
    });
  });

  it("the description has version 1.0.0", () => {
    expect(contract.version).toBe("1.0.0");
  });
});
