// @ts-expect-error It comes without types.
import untypedSuite from "json-schema-test-suite";
import { describe, expect, it } from "vitest";
import { loadContract } from "../../src/description/index.js";
import { createSchemaValidator, type SchemaViolation, shorten } from "../../src/schema/index.js";
import { judgeOf } from "../engine/judge-of.js";
import { valueIn } from "../json/arbitrary-json.js";

/** A schema of the official test suite, and its tests. */
interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

const officialSuite = untypedSuite as {
  loadRequiredSync(draft: string): readonly { readonly name: string; readonly schemas: readonly Group[] }[];
};

describe("the official test suite of JSON Schema agrees", () => {
  // Draft 4 is what npm has of it, and what OpenAPI 3.0 builds on. What later drafts changed is left out.
  const isLeftOut = /"(\$ref|additionalItems|dependencies)"|"items":\[/;
  const groups = officialSuite
    .loadRequiredSync("draft4")
    .flatMap(({ name, schemas }) =>
      schemas.map((each) => ({ ...each, title: `${name}: ${each.description}` })),
    )
    .filter(({ schema }) => !isLeftOut.test(JSON.stringify(schema)));
  const validate = judgeOf({ ...groups.map(({ schema }) => schema) }, "3.0.3");

  it.each(groups.map((each, index) => [each.title, each.tests, `${index}`] as const))(
    "%s",
    (_, tests, schema) => {
      const isValid = (data: unknown) => validate(schema, valueIn(JSON.stringify(data))).length === 0;
      expect(tests.map((each) => ({ ...each, valid: isValid(each.data) }))).toEqual(tests);
    },
  );

  it("in more than 40 groups", () => {
    expect(groups.length).toBeGreaterThan(40);
  });
});

describe("numbers are judged exactly", () => {
  const nullableInt64 = { type: ["integer", "null"], format: "int64" };

  it.each([
    [{ type: "number", format: "double" }, "1.5e-3", undefined],
    [{ type: "number", minimum: 1.1 }, "1.1", undefined],
    [{ type: "number", minimum: 1.1 }, "1.0999", 'must be within {"minimum":1.1}'],
    [{ type: "integer", maximum: 2 ** 53 }, "9007199254740992", undefined],
    [
      { type: "integer", maximum: 2 ** 53 },
      "9007199254740993",
      'must be within {"maximum":9007199254740992}',
    ],
    [{ minimum: 2 }, "1", 'must be within {"minimum":2}'],
    [{ exclusiveMaximum: 2 }, "1.9", undefined],
    [{ exclusiveMaximum: 2 }, "2", 'must be within {"exclusiveMaximum":2}'],
    [
      { exclusiveMinimum: 2 ** 53 },
      "9007199254740992",
      'must be within {"exclusiveMinimum":9007199254740992}',
    ],
    [{ exclusiveMinimum: 2 ** 53 }, "9007199254740993", undefined],
    [{ multipleOf: 0.01 }, "0.07", undefined],
    [{ multipleOf: 1e-7 }, "0.00000035", 'must be within {"multipleOf":1e-7}'],
    [{ exclusiveMaximum: 1 }, "0.99999999999999999999", undefined],
    [{ exclusiveMinimum: 0 }, "1e-400", undefined],
    [{ exclusiveMinimum: 0 }, "-1e-400", 'must be within {"exclusiveMinimum":0}'],
    [{ maximum: 100 }, "100.00000000000000001", 'must be within {"maximum":100}'],
    [{ minimum: -1e-7 }, "-0.00000011", 'must be within {"minimum":-1e-7}'],
    [{ const: 2 }, "2.0", undefined],
    [{ const: 2 }, "3", "must be 2"],
    [{ enum: [2 ** 53] }, "9007199254740993", "must be one of 9007199254740992"],
    [{ multipleOf: 7 }, "9223372036854775807", undefined],
    [{ multipleOf: 7 }, "9223372036854775808", 'must be within {"multipleOf":7}'],
    [{ enum: [1.5] }, "1.50", undefined],
    [{ type: "integer", format: "int32" }, "2147483647", undefined],
    [{ type: "integer", format: "int32" }, "2147483648", "must be a 32-bit integer"],
    [{ type: "integer" }, "99999999999999999999", undefined],
    [{ type: "integer" }, "400.0", undefined],
    [{ type: "integer" }, "400.5", "must be an integer"],
    [{ type: "integer" }, '"400"', "must be an integer"],
    [nullableInt64, "null", undefined],
    [nullableInt64, "9007199254740993", undefined],
    [nullableInt64, "9223372036854775808", "must be a 64-bit integer or null"],
  ])("by %j: %s", (schema, text, reason) => {
    const reasons = judgeOf({ Judged: schema })("Judged", valueIn(text)).map((each) => each.reason);
    expect(reasons).toEqual(reason === undefined ? [] : [`the body ${reason}, but is ${text}`]);
  });

  it.each([...["-0", "1.0", "70e-1", "9007199254740993", "-9223372036854775808", "9223372036854775807.0"]])(
    "%s is a 64-bit integer",
    (id) => {
      expect(judge("Pet", petWithId(id))).toEqual([]);
    },
  );

  it.each([
    ...["9223372036854775808", "-9223372036854775809", "1e19", "1e400", "9".repeat(10_000)],
    ...["1.5", "9007199254740993.5", "1e-400", '"1"', "null", "true", "[1]", '{"$int":"1"}'],
  ])("%s is no 64-bit integer", (id) => {
    const reason = expect.stringMatching(/^id must be a 64-bit integer, but is /) as string;
    expect(judge("Pet", petWithId(id))).toMatchObject([{ schema: "Pet", at: "/id", property: "id", reason }]);
  });
});

const validateContract = createSchemaValidator(loadContract());

/** How a JSON text differs from a schema of the Animal Store. */
const judge = (schema: string, text: string): readonly SchemaViolation[] =>
  validateContract(schema, valueIn(text));
const pet = (members: string): string => `{"id":1,"name":"Rex","categoryId":2${members}}`;
const petWithId = (id: string): string => `{"id":${id},"name":"Rex","categoryId":2}`;

describe("what is as it should be", () => {
  it.each([
    ["Pet", pet(',"status":"sold","owner":null,"tags":[1.5]')],
    ["Pet", '{"id":1,"name":"","categoryId":0}'],
    ["Pets", `[${pet("")},${pet("")}]`],
    ["NewPet", '{"name":"Rex","categoryId":2}'],
    ["Error", '{"code":"","message":"","status":400.0,"details":{}}'],
  ])("is a %s: %s", (schema, text) => {
    expect(judge(schema, text)).toEqual([]);
  });
});

describe("what is not as it should be is told with its place and reason", () => {
  const states = "status must be one of available, pending, sold, but is";

  it.each([
    ["Pet", '{"name":"Rex","categoryId":2}', "", "id", "the body has no id"],
    ["Pet", '{"id":1,"name":1.50,"categoryId":2}', "/name", "name", "name must be string, but is 1.50"],
    ["Pet", pet(',"status":"Sold"'), "/status", "status", `${states} "Sold"`],
    ["Pets", "{}", "", undefined, "the body must be array, but is {}"],
    ["Pets", `[${pet("")},{"id":1,"categoryId":2}]`, "/1", "name", "[1] has no name"],
    ["Error", "[]", "", undefined, "the body must be object, but is []"],
    ["Error", "1.5", "", undefined, "the body must be object, but is 1.5"],
  ])("%s %s", (schema, text, at, property, reason) => {
    expect(judge(schema, text)).toMatchObject([{ schema, at, property, reason }]);
  });

  it("an item is no member", () => {
    const validate = judgeOf({ Names: { type: "array", items: { type: "string" } } });
    expect(validate("Names", ["Rex", 7n])).toMatchObject([{ at: "/1", property: undefined }]);
  });

  it("every mistake, not only the first", () => {
    const places = judge("Pet", '{"id":"1","name":2,"categoryId":1.5,"status":null}').map(({ at }) => at);
    expect(new Set(places)).toEqual(new Set(["/categoryId", "/id", "/name", "/status"]));
    expect(judge("Error", "{}").map(({ property }) => property)).toEqual(["code", "message", "status"]);
  });

  it("no more than 20, however many there are", () => {
    expect(judge("Pets", `[${Array.from({ length: 5000 }, () => "{}").join(",")}]`)).toHaveLength(20);
  });
});

describe("hostile values", () => {
  it("nested as deep as can be read are judged without an overflow", () => {
    const deep = `${"[".repeat(499)}${"]".repeat(499)}`;
    expect(judge("Pet", `{"id":1,"categoryId":2,"name":${deep}}`)).toMatchObject([{ at: "/name" }]);
  });

  it("with members that every object has do not stand in for required ones", () => {
    expect(judge("Pet", '{"__proto__":{"id":1,"name":"Rex","categoryId":2}}')).toHaveLength(3);
  });
});

it("a value in a sentence is JSON, cut to length, or absent", () => {
  expect(shorten({ id: 2n ** 63n })).toBe('{"id":9223372036854775808}');
  expect(shorten("x".repeat(200))).toMatch(/^"x{78}…$/);
  expect(shorten("abc", 3)).toBe('"a…');
  expect(shorten(undefined)).toBe("absent");
});
