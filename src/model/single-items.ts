import type { Operation } from "../description/index.js";
import { type AnySchema, plainSchema, typeOf } from "../generate/index.js";

/** The operation with one item as the first choice for its body, where it takes one item or a list of them. */
export function takingOneItem(operation: Operation): Operation {
  const { body } = operation;
  const schema: AnySchema = body?.schema ?? {};
  const [keyword, alternatives = []] = schema.oneOf ? ["oneOf", schema.oneOf] : ["anyOf", schema.anyOf];
  const isOf =
    (type: string) =>
    (each: AnySchema): boolean =>
      typeOf(plainSchema(each)) === type;
  const [first = {}, ...rest] = alternatives;
  const item = isOf("array")(first) ? rest.find(isOf("object")) : undefined;
  if (body === undefined || item === undefined) return operation;
  const reordered = [item, ...alternatives.filter((each) => each !== item)];
  return { ...operation, body: { ...body, schema: { ...body.schema, [keyword]: reordered } } };
}
