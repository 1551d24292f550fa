import { describe, expect, it } from "vitest";
import { loadContract, type Operation } from "../../src/description/index.js";
import { bodyBytes, buildCase, bytesBody } from "../../src/transport/index.js";

const { operations } = loadContract();
const operation = (id: string): Operation => operations.get(id)!;
const accepts = [{ status: 200, schema: "Pets" }];
const plain = { label: "x", accepts };

describe("a case of an operation", () => {
  it("has its id, method and path, the good key, and no body", () => {
    expect(buildCase(operation("listPets"), plain)).toEqual({
      ...{ operation: "listPets", label: "x", method: "GET", path: "/pets", headers: [], accepts },
      credential: { kind: "good" },
    });
  });

  it("has its query exactly as it is given, in order, names given twice included", () => {
    const query = [
      ["limit", "%2B5"],
      ["limit", ""],
      ["a[]", "1"],
    ] as const;
    expect(buildCase(operation("listPets"), { ...plain, query }).path).toBe("/pets?limit=%2B5&limit=&a[]=1");
  });

  it.each(["%37", "+7", "$&"])("has %s in its path exactly as it is given", (petId) => {
    const request = buildCase(operation("getPet"), { ...plain, pathParameters: { petId } });
    expect(request.path).toBe(`/pets/${petId}`);
  });

  it.each([
    ["that of the operation", "{}", undefined, [["Content-Type", "application/json"]]],
    ["that of the operation, of an empty body, too", "", undefined, [["Content-Type", "application/json"]]],
    ["another", "{}", "text/plain", [["Content-Type", "text/plain"]]],
    ["none", "{}", null, []],
  ])("has a media type: %s", (_, body, contentType, headers) => {
    expect(buildCase(operation("createPet"), { ...plain, body, contentType })).toMatchObject({
      headers,
      body: { kind: "text", text: body },
    });
  });

  it("names the check that it serves and a credential where they are given", () => {
    const given = { credential: { kind: "missing" }, check: "credential/missing" } as const;
    expect(buildCase(operation("listPets"), { ...plain, ...given })).toMatchObject(given);
  });
});

it("a body has the bytes of its text in UTF-8, or any bytes, also when it was stored", () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  expect([...bodyBytes({ kind: "text", text: "é" })]).toEqual([0xc3, 0xa9]);
  expect([...bodyBytes(JSON.parse(JSON.stringify(bytesBody(bytes))))]).toEqual([...bytes]);
});
