import type { Operation } from "../../description/index.js";
import { shownText } from "../../engine/index.js";
import { isJsonObject, type Json } from "../../json/index.js";
import { membersOf, type Place, withValueAt } from "../../model/index.js";
import { type AnySchema, plainSchema, typeOf } from "../../schema/index.js";
import { isNamed } from "../../session/index.js";
import type { Exchange } from "../../transport/index.js";
import { shownSchema, type ValidRequest, withOtherBody } from "../../values/index.js";

/** Objects in a described error, at most. */
const deepest = 3;

/** Members that a refusal of a value names, outside of the values that it echoes. */
interface NamedMembers {
  readonly namesOwn: boolean;
  readonly others: readonly string[];
}

/** Returns which members of a body, or which parameters of a query, the message of a refusal names. */
export function membersNamedBy(
  operation: Operation,
  place: Place,
  { case: { body, path }, outcome }: Exchange,
): NamedMembers {
  if (outcome.kind !== "response") return { namesOwn: false, others: [] };
  const sent = place.in === "body" && body?.kind === "text" ? body.text : decodeURIComponent(path);
  const texts = [...sent.matchAll(/[:=]\s*"?([^"&,{}[\]]{3,})/g)].map(([, text = ""]) => text);
  const plain = [...texts, ...errorMembers(operation, outcome.status)].reduce(
    (left, text) => left.replaceAll(text, " "),
    shownText(outcome),
  );
  const names =
    place.in === "body"
      ? membersOf(operation.body?.schema).map(({ name }) => name)
      : operation.parameters.filter((each) => each.in === place.in).map(({ name }) => name);
  return {
    namesOwn: place.path.some((name) => isNamed(plain, name)),
    others: names.filter((name) => name !== place.path[0] && isNamed(plain, name)),
  };
}

/** Returns the names that a described error has in its own right, as they stand in JSON: `"name":`. */
function errorMembers(operation: Operation, status: number): readonly string[] {
  const namesIn = (schema: AnySchema | undefined, depth: number): readonly string[] =>
    membersOf(schema).flatMap(({ name, described }) => [
      `${JSON.stringify(name)}:`,
      ...(depth === 0 ? [] : namesIn(described, depth - 1)),
    ]);
  return namesIn(shownSchema(operation, status), deepest);
}

/** Makes valid requests in which a member is left out, or has another value of few. */
export function withOther(operation: Operation, valid: ValidRequest, name: string): readonly ValidRequest[] {
  const { body } = valid;
  if (!isJsonObject(body) || body[name] === undefined) return [];
  const { properties = {}, required = [] } = plainSchema(operation.body?.schema ?? {});
  const schema = plainSchema(properties[name] ?? {});
  const words = (schema.enum ?? []).filter((each) => typeof each === "string");
  const values: readonly (Json | undefined)[] = [
    ...(required.includes(name) ? [] : [undefined]),
    ...(typeOf(schema) === "boolean" ? [body[name] !== true] : []),
    ...words.filter((each) => each !== body[name]),
  ];
  return values.map((value) => withOtherBody(operation, valid, withValueAt(body, [name], value)));
}
