import { describe, expect, it } from "vitest";
import { loadContract, type Operation } from "../../src/description/index.js";
import { bodyBytes, buildCase, bytesBody } from "../../src/generate/index.js";

const contract = loadContract();
const operation = (id: string): Operation => contract.operations.get(id)!;
const accepts = [{ status: 200, schema: "Pets" }];
const plain = { label: "x", accepts };

describe("a case of an operation", () => {
  it("has its id, method and path, the good key, and no body", () => {
    expect(buildCase(operation("listPets"), plain)).toEqual({
      operation: "listPets",
      label: "x",
      method: "GET",
      path: "/pets",
      headers: [],
      credential: { kind: "good" },
      accepts,
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

  it.each(["9223372036854775807", "%37", "+7", "$&", "-0"])(
    "has %s in its path exactly as it is given",
    (petId) => {
      const request = buildCase(operation("getPet"), { ...plain, pathParameters: { petId } });
      expect(request.path).toBe(`/pets/${petId}`);
    },
  );

  it("has the media type of the operation where there is a body, an empty one, too", () => {
    expect(buildCase(operation("createPet"), { ...plain, body: "{}" }).headers).toEqual([
      ["Content-Type", "application/json"],
    ]);
    expect(buildCase(operation("createPet"), { ...plain, body: "" })).toMatchObject({
      headers: [["Content-Type", "application/json"]],
      body: { kind: "text", text: "" },
    });
  });

  it("has another media type, or none, where that is the point", () => {
    const withType = (contentType: string | null) =>
      buildCase(operation("createPet"), { ...plain, body: "{}", contentType }).headers;
    expect(withType("text/plain")).toEqual([["Content-Type", "text/plain"]]);
    expect(withType(null)).toEqual([]);
  });

  it("names the check that it serves and a credential where they are given", () => {
    const credential = { kind: "missing" } as const;
    expect(
      buildCase(operation("listPets"), { ...plain, credential, check: "credential/missing" }),
    ).toMatchObject({
      credential,
      check: "credential/missing",
    });
  });

  it("is plain data that can be stored and read back", () => {
    const request = buildCase(operation("createPet"), { ...plain, body: bytesBody(Buffer.from([0xff, 0])) });
    expect(JSON.parse(JSON.stringify(request))).toEqual(request);
  });
});

describe("the bytes of a body", () => {
  it("of text are its UTF-8", () => {
    expect([...bodyBytes({ kind: "text", text: "é" })]).toEqual([0xc3, 0xa9]);
  });

  it("of bytes are those bytes, whatever they are", () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    expect([...bodyBytes(bytesBody(bytes))]).toEqual([...bytes]);
  });
});
