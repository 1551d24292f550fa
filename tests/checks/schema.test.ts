import { describe, expect, it } from "vitest";
import { createSchemaValidator, shorten, type Violation } from "../../src/checks/index.js";
import { loadContract } from "../../src/description/index.js";
import { type Json, parseJson } from "../../src/json/index.js";
import { editSpec } from "../description/edited-spec.js";

const validate = createSchemaValidator(loadContract());

/** How a JSON text differs from a schema. */
function judge(schema: string, text: string): readonly Violation[] {
  const result = parseJson(text);
  if (result.status === "invalid") throw new Error(result.reason);
  return validate(schema, result.value);
}
const pet = (members: string): string => `{"id":1,"name":"Rex","categoryId":2${members}}`;
const petWithId = (id: string): string => `{"id":${id},"name":"Rex","categoryId":2}`;
const error = '{"code":"bad","message":"Bad","status":400}';

describe("what is as it should be", () => {
  it.each([
    ["Pet", pet("")],
    ["Pet", pet(',"status":"available"')],
    ["Pet", pet(',"status":"pending"')],
    ["Pet", pet(',"status":"sold"')],
    ["Pet", pet(',"owner":null,"tags":[1.5]')],
    ["Pet", '{"id":1,"name":"","categoryId":0}'],
    ["Pets", "[]"],
    ["Pets", `[${pet("")},${pet("")}]`],
    ["NewPet", '{"name":"Rex","categoryId":2}'],
    ["Error", error],
    ["Error", '{"code":"","message":"","status":400.0,"details":{}}'],
  ])("a %s: %s", (schema, text) => {
    expect(judge(schema, text)).toEqual([]);
  });
});

describe("types of other descriptions are judged exactly, too", () => {
  it.each([
    ["{ type: number }", "1", undefined],
    ["{ type: number, format: double }", "1.5e-3", undefined],
    ["{ type: number }", '"1"', "must be number"],
    ['{ type: [integer, "null"], format: int64 }', "null", undefined],
    ['{ type: [integer, "null"], format: int64 }', "9007199254740993", undefined],
    ['{ type: [integer, "null"], format: int64 }', "9223372036854775808", "must be a 64-bit integer or null"],
    ["{ type: [object, string], required: [a] }", '"a"', undefined],
    ["{ type: [object, string], required: [a] }", "1.5", "must be object or string"],
    ["{ type: [object, array], required: [a] }", "[]", undefined],
    ["{ type: [object, array], required: [a] }", "{}", "has no a"],
    ["{ type: integer, format: int32 }", "2147483647", undefined],
    ["{ type: integer, format: int32 }", "2147483648", "must be a 32-bit integer"],
  ])("%s: %s", (schema, text, reason) => {
    const spec = editSpec();
    spec.replace("openapi.yaml", "    PetStatus:", `    Other: ${schema}\n    PetStatus:`);
    const value = parseJson(text);
    if (value.status === "invalid") throw new Error(value.reason);
    const [violation] = createSchemaValidator(loadContract(spec.directory))("Other", value.value);
    if (reason === undefined) expect(violation).toBeUndefined();
    else expect(violation?.reason).toContain(reason);
  });
});

describe("a 64-bit integer is judged exactly", () => {
  it.each([
    "0",
    "-0",
    "1.0",
    "1e3",
    "70e-1",
    "9007199254740993",
    "-9007199254740993",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775807.0",
  ])("%s is one", (id) => {
    expect(judge("Pet", petWithId(id))).toEqual([]);
  });

  it.each([
    "9223372036854775808",
    "-9223372036854775809",
    "18446744073709551616",
    "1e19",
    "1e400",
    "9".repeat(10_000),
    "1.5",
    "0.1",
    "9007199254740993.5",
    "1e-400",
    '"1"',
    "null",
    "true",
    "[1]",
    '{"$int":"1"}',
  ])("%s is none", (id) => {
    expect(judge("Pet", petWithId(id))).toMatchObject([{ schema: "Pet", at: "/id", property: "id" }]);
    expect(judge("Pet", petWithId(id))[0]?.reason).toMatch(/^id must be a 64-bit integer, but is /);
  });

  it("the category is judged like the id", () => {
    expect(judge("Pet", '{"id":1,"name":"Rex","categoryId":9223372036854775808}')).toMatchObject([
      { at: "/categoryId", property: "categoryId" },
    ]);
  });

  it("an integer without a format may be of any size, but no fraction and no string", () => {
    const withStatus = (status: string) => judge("Error", `{"code":"c","message":"m","status":${status}}`);
    expect(withStatus("99999999999999999999")).toEqual([]);
    expect(withStatus("400.0")).toEqual([]);
    expect(withStatus("400.5")).toMatchObject([{ property: "status" }]);
    expect(withStatus('"400"')[0]?.reason).toBe('status must be an integer, but is "400"');
  });
});

describe("what is not as it should be is told with its place and reason", () => {
  it.each([
    ["Pet", '{"name":"Rex","categoryId":2}', "", "id", "the body has no id"],
    ["Pet", '{"id":1,"categoryId":2}', "", "name", "the body has no name"],
    ["Pet", '{"id":1,"name":"Rex"}', "", "categoryId", "the body has no categoryId"],
    ["Pet", '{"id":1,"name":7,"categoryId":2}', "/name", "name", "name must be string, but is 7"],
    ["Pet", '{"id":1,"name":1.50,"categoryId":2}', "/name", "name", "name must be string, but is 1.50"],
    ["Pet", '{"id":1,"name":null,"categoryId":2}', "/name", "name", "name must be string, but is null"],
    [
      "Pet",
      pet(',"status":"Sold"'),
      "/status",
      "status",
      'status must be one of available, pending, sold, but is "Sold"',
    ],
    [
      "Pet",
      pet(',"status":"lost"'),
      "/status",
      "status",
      'status must be one of available, pending, sold, but is "lost"',
    ],
    ["Pets", "{}", "", undefined, "the body must be array, but is {}"],
    ["Pets", "null", "", undefined, "the body must be array, but is null"],
    ["Error", '{"message":"m","status":400}', "", "code", "the body has no code"],
    ["Error", '{"code":7,"message":"m","status":400}', "/code", "code", "code must be string, but is 7"],
    ["Error", "[]", "", undefined, "the body must be object, but is []"],
    ["Error", '"Bad Request"', "", undefined, 'the body must be object, but is "Bad Request"'],
    ["Error", "1.5", "", undefined, "the body must be object, but is 1.5"],
  ])("%s %s", (schema, text, at, property, reason) => {
    expect(judge(schema, text)).toMatchObject([{ schema, at, property, reason }]);
  });

  it("a status of null is refused for its type and for its value", () => {
    const violations = judge("Pet", pet(',"status":null'));
    expect(violations.map(({ property }) => property)).toEqual(["status", "status"]);
    expect(violations.map(({ reason }) => reason)).toContain("status must be string, but is null");
  });

  it("every mistake is told, not only the first", () => {
    const places = judge("Pet", '{"id":"1","name":2,"categoryId":1.5}').map(({ at }) => at);
    expect([...places].sort()).toEqual(["/categoryId", "/id", "/name"]);
    expect(judge("Error", "{}").map(({ property }) => property)).toEqual(["code", "message", "status"]);
  });
});

describe("a list with one bad animal deep inside", () => {
  const good = pet(',"status":"sold"');
  const listWith = (bad: string): string =>
    `[${Array.from({ length: 100 }, (_, index) => (index === 73 ? bad : good)).join(",")}]`;

  it("is refused for that animal alone, with its index", () => {
    expect(judge("Pets", listWith(petWithId("9223372036854775808")))).toMatchObject([
      { schema: "Pets", at: "/73/id", property: "id" },
    ]);
  });

  it("names the member that it lacks", () => {
    expect(judge("Pets", listWith('{"id":1,"categoryId":2}'))).toMatchObject([
      { schema: "Pets", at: "/73", property: "name", reason: "73 has no name" },
    ]);
  });

  it("is refused where it is no object", () => {
    const violations = judge("Pets", listWith("null"));
    expect([...new Set(violations.map(({ at }) => at))]).toEqual(["/73"]);
    expect(violations[0]?.property).toBeUndefined();
  });

  it("is accepted where all are good", () => {
    expect(judge("Pets", listWith(good))).toEqual([]);
  });

  it("has no more than 20 violations told, however many there are", () => {
    expect(judge("Pets", `[${Array.from({ length: 5000 }, () => "{}").join(",")}]`)).toHaveLength(20);
  });
});

describe("hostile values", () => {
  it("nested as deep as can be read are judged without an overflow", () => {
    const depths = Array.from({ length: 60 }, (_, index) => 400 + index * 100);
    const judged = depths.map((depth) => {
      const name = parseJson(`{"id":1,"categoryId":2,"name":${"[".repeat(depth)}${"]".repeat(depth)}}`);
      if (name.status === "invalid") return "refused";
      try {
        return validate("Pet", name.value).length === 1 ? "fine" : "wrong";
      } catch (thrown) {
        return `${depth} levels: ${(thrown as Error).message}`;
      }
    });
    expect(judged.filter((each) => each !== "fine" && each !== "refused")).toEqual([]);
    expect(judged[0]).toBe("fine");
  });

  it("with members that every object has do not stand in for required ones", () => {
    expect(judge("Pet", '{"__proto__":{"id":1,"name":"Rex","categoryId":2}}')).toHaveLength(3);
  });
});

describe("a value in a sentence", () => {
  it("is JSON, cut to length", () => {
    expect(shorten({ id: 2n ** 63n })).toBe('{"id":9223372036854775808}');
    expect(shorten("x".repeat(200))).toHaveLength(80);
    expect(shorten("x".repeat(200))).toMatch(/^"x{78}…$/);
    expect(shorten("abc", 3)).toBe('"a…');
  });

  it("says that it is absent", () => {
    expect(shorten(undefined)).toBe("absent");
    expect(shorten(null as Json)).toBe("null");
  });
});
