import { describe, expect, it } from "vitest";
import { withLenientResponseSchemas } from "../../src/model/index.js";

const secret = { type: "string", writeOnly: true };
const word = { type: "string" };

/** The schemas of a document, as far as they bind responses. */
const promisedOf = (schemas: object): object =>
  (withLenientResponseSchemas({ components: { schemas } } as never) as { components: { schemas: object } })
    .components.schemas;

describe("a response need not have", () => {
  it.each<[string, object, object]>([
    [
      "a member that is only written",
      { User: { required: ["name", "password"], properties: { name: word, password: secret } } },
      { User: { required: ["name"], properties: { name: word, password: secret } } },
    ],
    [
      "one that a neighbour in an allOf describes",
      { User: { allOf: [{ required: ["password"] }, { properties: { password: secret } }] } },
      { User: { allOf: [{ required: [] }, { properties: { password: secret } }] } },
    ],
    [
      "one that refers to a schema of what is only written",
      {
        Secret: secret,
        User: { required: ["pin"], properties: { pin: { $ref: "#/components/schemas/Secret" } } },
      },
      {
        Secret: secret,
        User: { required: [], properties: { pin: { $ref: "#/components/schemas/Secret" } } },
      },
    ],
  ])("%s", (_, schemas, promised) => {
    expect(promisedOf(schemas)).toEqual(promised);
  });
});

describe("what stays promised, since the slip is in another schema:", () => {
  it.each<[string, object]>([
    [
      "a member of the same name that is read",
      {
        Login: { properties: { token: secret } },
        Session: { required: ["token"], properties: { token: word } },
      },
    ],
    [
      "that there are no other members",
      {
        Closed: { properties: { name: word }, additionalProperties: false },
        Whole: { allOf: [{ properties: { name: word } }, { required: ["name"] }] },
      },
    ],
  ])("%s", (_, schemas) => {
    expect(promisedOf(schemas)).toEqual(schemas);
  });
});

it("parts of an allOf do not forbid each other's members, and forbid all others together", () => {
  const reference = { $ref: "#/components/schemas/Name" };
  const name = { properties: { name: word } };
  expect(
    promisedOf({
      Name: { ...name, additionalProperties: false },
      Named: { allOf: [reference], properties: { size: word }, additionalProperties: false },
    }),
  ).toEqual({
    Name: name,
    Named: { allOf: [reference], properties: { size: word }, unevaluatedProperties: false },
  });
});
