import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { loadContract, resolveSchema, type Schema } from "../../src/description/index.js";
import { type Json, type JsonObject, renderJson } from "../../src/json/index.js";

const { document } = loadContract();
const reference = resolveSchema(document, { $ref: "#/components/schemas/NewPet" });

/** The schema of a NewPet with every property resolved. */
export const newPet: Schema = {
  ...reference,
  properties: Object.fromEntries(
    Object.entries(reference.properties ?? {}).map(([name, each]) => [name, resolveSchema(document, each)]),
  ),
};

/** A body that keeps every rule, with every property. */
export const validPet: JsonObject = { name: "Rex", categoryId: 7n, status: "available" };

const ajv = new Ajv2020({ allErrors: true, formats: { int64: { type: "number", validate: () => true } } });
const validate = ajv.compile(newPet);

/**
 * Rules that a body breaks, as `keyword at`, told by plain ajv and, since JavaScript rounds, the range of a
 * 64-bit integer by its digits. Independent of the judge.
 */
export function brokenRules(body: Json): readonly string[] {
  validate(JSON.parse(renderJson(body)));
  const errors = (validate.errors ?? []).map((error) => `${error.keyword} ${placeOf(error)}`);
  const category = typeof body === "object" && body !== null ? (body as JsonObject)["categoryId"] : undefined;
  const tooLarge = typeof category === "bigint" && BigInt.asIntN(64, category) !== category;
  const infinite = category !== undefined && renderJson(category) === "1e400";
  const exact = errors.filter((error) => !(infinite && error === "type /categoryId"));
  return tooLarge || infinite ? [...exact, "format /categoryId"] : exact;
}

function placeOf(error: ErrorObject): string {
  const missing: unknown = error.params["missingProperty"];
  return typeof missing === "string" ? `/${missing}` : error.instancePath;
}
