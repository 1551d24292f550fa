import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bodySchema } from "../../src/contracts/animal-store/input-scenarios.js";
import { loadContract, type Schema } from "../../src/description/index.js";
import { type Json, type JsonObject, renderJson } from "../../src/json/index.js";
import {
  deriveNegativeBodies,
  deriveWorseBodies,
  type NegativeBody,
  validValue,
} from "../../src/values/index.js";
import { judgeOf } from "../engine/judge-of.js";
import { valueIn } from "../json/arbitrary-json.js";

/** What the judge calls keywords; what it has for `type` depends on the type. */
const judged: Readonly<Record<string, string>> = {
  type: "exactType",
  format: "exactType",
  enum: "exactValues",
  minimum: "exactBounds",
  maximum: "exactBounds",
};
const ruleOf = ({ violates: { pointer, keyword } }: NegativeBody): string => `${pointer} ${keyword}`;

/** The rules of a schema that the text of a body breaks, by place and keyword, as `/name type` in the judge's words. */
function judgeBy(schema: Schema): (body: Json) => readonly string[] {
  const validate = judgeOf({ Body: schema });
  return (body) =>
    validate("Body", valueIn(renderJson(body))).map(({ at, keyword, property = "" }) =>
      keyword === "required" ? `/${property} required` : `${at} ${judged[keyword] ?? keyword}`,
    );
}

const names = ["one", "two", "three", "four", "five"];
const int64 = fc.constant<Schema>({ type: "integer", format: "int64" });
const number = fc.record<Schema>(
  {
    type: fc.constantFrom("integer", "number"),
    minimum: fc.integer({ min: -9, max: 0 }),
    maximum: fc.constantFrom(1, 9, 2 ** 53),
  },
  { requiredKeys: ["type"] },
);
const text = fc.record<Schema>(
  {
    type: fc.constant("string"),
    minLength: fc.integer({ min: 1, max: 3 }),
    maxLength: fc.integer({ min: 4, max: 9 }),
  },
  { requiredKeys: ["type"] },
);
const words = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 });
const choice = fc.record<Schema>({ type: fc.constant("string"), enum: words });
const other = fc.constantFrom<Schema>({ type: "boolean" }, { type: "array" }, { type: "object" });
const property = fc.oneof(int64, number, text, choice, other);
const anySchema = fc.record<Schema>({
  type: fc.constant("object"),
  required: fc.subarray(names),
  properties: fc.record(Object.fromEntries(names.map((name) => [name, property]))),
});

describe("bodies that violate one keyword", () => {
  it("violate it and nothing else, and every keyword of a schema is violated", () => {
    fc.assert(
      fc.property(anySchema, (schema) => {
        const { required = [], properties = {} } = schema;
        const judge = judgeBy(schema);
        const valid = validValue({ ...schema, required: names }) as JsonObject;
        const bodies = deriveNegativeBodies(schema, valid);
        const rules = Object.entries(properties).flatMap(([name, each]) =>
          Object.keys(each).map((keyword) => `/${name} ${keyword}`),
        );
        // A value of another type is in no list either: that is the same mistake seen twice.
        const isListed = (pointer: string) => properties[pointer.slice(1)]?.enum !== undefined;
        const expected = bodies.map(({ violates: { pointer, keyword }, label }) => [
          label,
          `${pointer} ${judged[keyword] ?? keyword}`,
          ...(keyword === "type" && isListed(pointer) ? [`${pointer} exactValues`] : []),
        ]);

        expect(judge(valid)).toEqual([]);
        expect(new Set(bodies.map(ruleOf))).toEqual(
          new Set([" type", ...required.map((name) => `/${name} required`), ...rules]),
        );
        expect(bodies.map(({ label, body }) => [label, ...judge(body)])).toEqual(expected);
      }),
      { numRuns: 12 },
    );
  });
});

describe("bodies that violate one keyword of a NewPet", () => {
  const newPet = bodySchema(loadContract());
  const valid: JsonObject = { name: "Rex", categoryId: 7n, status: "available" };
  const bodies = deriveNegativeBodies(newPet, valid);
  const worse = deriveWorseBodies(newPet, valid);
  /** The JSON texts of a property in the bodies that violate one of its keywords. */
  const textsOf = (name: string, keyword: string): readonly string[] =>
    bodies
      .filter((each) => ruleOf(each) === `/${name} ${keyword}`)
      .map(({ body }) => renderJson((body as JsonObject)[name] ?? null));

  it("are the valid body in all but the property that they name", () => {
    const named = bodies.filter(({ violates }) => violates.pointer !== "");
    const repaired = named.map(({ violates, body }) => {
      const name = violates.pointer.slice(1);
      return { ...(body as JsonObject), [name]: valid[name] ?? null };
    });
    expect(repaired).toEqual(named.map(() => ({ name: "Rex", categoryId: 7n, status: "available" })));
  });

  it.each([
    ["name", "type", ["1", "0", "1.5", "null", "false", "[]", '["Rex"]', '{"id":"Rex","value":"Rex"}', "{}"]],
    ["categoryId", "type", ['"1"', '""', "1.5", "null", "false", "[]", "[1]", "{}"]],
    ["categoryId", "format", ["9223372036854775808", "-9223372036854775809", "1e400"]],
    ["status", "type", ["1", "0", "null", "false", "[]", '["available"]', "{}"]],
    ["status", "enum", ['"lost"', '""', '"AVAILABLE"', '"available "', '"availabl"', '"available,pending"']],
  ])("have these values among others: %s, %s", (name, keyword, texts) => {
    expect(textsOf(name, keyword)).toEqual(expect.arrayContaining(texts));
  });

  it("have labels and texts of their own, also next to the worse ones", () => {
    const labels = [...bodies, ...worse].map(({ label }) => label);
    const texts = bodies.map(({ body }) => renderJson(body));
    expect(labels).toEqual([...new Set(labels)]);
    expect(texts).toEqual([...new Set(texts)]);
  });

  it("are worse where they violate more, the first that is named among it", () => {
    const judge = judgeBy(newPet);
    const missingName = "/name required";
    expect(worse.map(({ label, body }) => [label, ...judge(body)])).toEqual([
      ["the object is empty", missingName, "/categoryId required"],
      ["the object is inside another", missingName, "/categoryId required"],
      ["name is missing and status is wrong", missingName, "/status exactValues"],
      ["every required member is an array", "/name exactType", "/categoryId exactType"],
    ]);
    const keywords = worse.map(({ violates }) => violates.keyword);
    expect(keywords).toEqual(["required", "required", "required", "type"]);
    expect(deriveWorseBodies({ type: "object" }, {})).toEqual([]);
  });
});
