import { describe, expect, it } from "vitest";
import { loadContract, type Operation, type Schema } from "../../src/description/index.js";

const contract = loadContract();

function operation(id: string): Operation {
  const found = contract.operations.get(id);
  if (found === undefined) throw new Error(`no operation ${id}`);
  return found;
}

function schema(name: string): Schema {
  const found = contract.document.components.schemas[name];
  if (found === undefined) throw new Error(`no schema ${name}`);
  return found;
}

const statusesOf = (id: string): number[] => [...operation(id).responses.keys()].sort((a, b) => a - b);
const parameterOf = (id: string, name: string) =>
  operation(id).parameters.find((parameter) => parameter.name === name);

describe("the operations", () => {
  it("are listPets, createPet and getPet, and no others", () => {
    expect([...contract.operations.keys()].sort()).toEqual(["createPet", "getPet", "listPets"]);
  });

  it.each([
    ["listPets", "GET", "/pets"],
    ["createPet", "POST", "/pets"],
    ["getPet", "GET", "/pets/{petId}"],
  ])("%s is %s %s", (id, method, path) => {
    expect(operation(id)).toMatchObject({ id, method, path });
  });
});

describe("List all animals", () => {
  it("takes limit and status, and nothing else", () => {
    expect(operation("listPets").parameters.map(({ name }) => name)).toEqual(["limit", "status"]);
  });

  it("takes a limit in the query that may be left out", () => {
    expect(parameterOf("listPets", "limit")).toMatchObject({ in: "query", required: false });
  });

  it("takes an integer for a limit, from 1 to 100, 20 by default", () => {
    expect(parameterOf("listPets", "limit")?.schema).toEqual({
      type: "integer",
      minimum: 1,
      maximum: 100,
      default: 20,
    });
  });

  it("takes a PetStatus in the query that may be left out and has no default", () => {
    expect(parameterOf("listPets", "status")).toMatchObject({ in: "query", required: false });
    expect(parameterOf("listPets", "status")?.schema).toEqual({ $ref: "#/components/schemas/PetStatus" });
  });

  it("has no request body", () => {
    expect(operation("listPets").body).toBeUndefined();
  });

  it("answers 200 with Pets and 401 with an Error, and no other status", () => {
    expect(statusesOf("listPets")).toEqual([200, 401]);
    expect(operation("listPets").responses.get(200)).toBe("#/components/schemas/Pets");
    expect(operation("listPets").responses.get(401)).toBe("#/components/schemas/Error");
  });

  it("is not deprecated", () => {
    expect(operation("listPets").deprecated).toBe(false);
  });
});

describe("Add an animal", () => {
  it("takes no parameter", () => {
    expect(operation("createPet").parameters).toEqual([]);
  });

  it("takes a NewPet as application/json", () => {
    expect(operation("createPet").body).toEqual({
      mediaType: "application/json",
      schema: { $ref: "#/components/schemas/NewPet" },
    });
  });

  it("requires its body", () => {
    expect(contract.document.paths["/pets"]?.post?.requestBody).toMatchObject({ required: true });
  });

  it("answers 201 with a Pet, 400 and 401 with an Error, and no other status", () => {
    expect(statusesOf("createPet")).toEqual([201, 400, 401]);
    expect(operation("createPet").responses.get(201)).toBe("#/components/schemas/Pet");
    expect(operation("createPet").responses.get(400)).toBe("#/components/schemas/Error");
    expect(operation("createPet").responses.get(401)).toBe("#/components/schemas/Error");
  });

  it("is not deprecated", () => {
    expect(operation("createPet").deprecated).toBe(false);
  });
});

describe("Get an animal", () => {
  it("takes one parameter, petId, a required 64-bit integer in the path", () => {
    expect(operation("getPet").parameters).toMatchObject([
      { name: "petId", in: "path", required: true, schema: { type: "integer", format: "int64" } },
    ]);
  });

  it("has no request body", () => {
    expect(operation("getPet").body).toBeUndefined();
  });

  it("answers 200 with a Pet, 401 and 404 with an Error, and no other status", () => {
    expect(statusesOf("getPet")).toEqual([200, 401, 404]);
    expect(operation("getPet").responses.get(200)).toBe("#/components/schemas/Pet");
    expect(operation("getPet").responses.get(401)).toBe("#/components/schemas/Error");
    expect(operation("getPet").responses.get(404)).toBe("#/components/schemas/Error");
  });

  it("is deprecated", () => {
    expect(operation("getPet").deprecated).toBe(true);
  });

  it("goes on 5 December 2030", () => {
    expect(contract.removalDate).toBe("2030-12-05");
  });

  it("is replaced by listPets with its status filter", () => {
    expect(contract.document.paths["/pets/{petId}"]?.get).toMatchObject({
      "x-replacement": { operationId: "listPets", parameter: "status" },
    });
  });
});

describe("the records", () => {
  it("are PetStatus, NewPet, Pet, Pets and Error", () => {
    expect(Object.keys(contract.document.components.schemas).sort()).toEqual([
      "Error",
      "NewPet",
      "Pet",
      "PetStatus",
      "Pets",
    ]);
  });

  it("PetStatus is the string available, pending or sold", () => {
    expect(schema("PetStatus")).toMatchObject({ type: "string", enum: ["available", "pending", "sold"] });
  });

  it("NewPet is an object with name, categoryId and status", () => {
    expect(schema("NewPet").type).toBe("object");
    expect(Object.keys(schema("NewPet").properties ?? {})).toEqual(["name", "categoryId", "status"]);
  });

  it("NewPet requires name and categoryId, and not status", () => {
    expect(schema("NewPet").required).toEqual(["name", "categoryId"]);
  });

  it("a name is a string without further constraints", () => {
    expect(schema("NewPet").properties?.["name"]).toEqual({
      type: "string",
      description: expect.any(String),
    });
  });

  it("a categoryId is a 64-bit integer without further constraints", () => {
    expect(schema("NewPet").properties?.["categoryId"]).toEqual({
      type: "integer",
      format: "int64",
      description: expect.any(String),
    });
  });

  it("the status of a NewPet is a PetStatus, without a default", () => {
    expect(schema("NewPet").properties?.["status"]).toEqual({ $ref: "#/components/schemas/PetStatus" });
    expect(schema("PetStatus").default).toBeUndefined();
  });

  it("Pet is every field of NewPet plus id", () => {
    const [base, own, ...others] = schema("Pet").allOf ?? [];
    expect(base).toEqual({ $ref: "#/components/schemas/NewPet" });
    expect(own).toMatchObject({ type: "object", required: ["id"] });
    expect(Object.keys(own?.properties ?? {})).toEqual(["id"]);
    expect(others).toEqual([]);
  });

  it("an id is a 64-bit integer", () => {
    expect(schema("Pet").allOf?.[1]?.properties?.["id"]).toMatchObject({ type: "integer", format: "int64" });
  });

  it("Pets is an array of Pet without an object around it", () => {
    expect(schema("Pets")).toEqual({ type: "array", items: { $ref: "#/components/schemas/Pet" } });
  });

  it("an Error is an object that requires code, message and status", () => {
    expect(schema("Error").type).toBe("object");
    expect(schema("Error").required).toEqual(["code", "message", "status"]);
    expect(Object.keys(schema("Error").properties ?? {})).toEqual(["code", "message", "status"]);
  });

  it("the code and message of an Error are strings, of any value", () => {
    expect(schema("Error").properties?.["code"]).toEqual({ type: "string", description: expect.any(String) });
    expect(schema("Error").properties?.["message"]).toEqual({
      type: "string",
      description: expect.any(String),
    });
  });

  it("the status of an Error is an integer", () => {
    expect(schema("Error").properties?.["status"]).toMatchObject({ type: "integer" });
  });

  it("no record forbids fields that the document does not name", () => {
    expect(JSON.stringify(contract.document.components.schemas)).not.toMatch(
      /additionalProperties|unevaluatedProperties/,
    );
  });
});

describe("authentication and versioning", () => {
  it("every operation requires the API key as a bearer credential", () => {
    expect(contract.document).toMatchObject({
      security: [{ apiKey: [] }],
      components: { securitySchemes: { apiKey: { type: "http", scheme: "bearer" } } },
    });
    expect(JSON.stringify(contract.document.paths)).not.toContain('"security"');
  });

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
