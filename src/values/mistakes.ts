import type { Operation } from "../description/index.js";
import { type JsonObject, parseJson, renderJson } from "../json/index.js";
import { plainPath } from "../model/index.js";
import { plainSchema, typeOf } from "../schema/index.js";
import type { Case } from "../transport/index.js";
import { isJsonType, withMediaType } from "./bodies.js";
import { deriveInvalidJson } from "./invalid-json.js";
import {
  deriveNegativeBodies,
  deriveRareViolations,
  flatSchema,
  type Violates,
  withWrongMember,
} from "./negative-bodies.js";
import { isPlainParameter } from "./parameter-values.js";

/** A mistake in a request: its words, and the request with it. */
interface Mistake {
  readonly label: string;
  /** Its place and keyword, for one of each kind. */
  readonly kind: string;
  readonly of: (valid: Case) => Case;
}

/** Numbers at the ends of what an id may be, as far as the description allows them. */
export function extremeIds(op: Operation): readonly string[] {
  const name = /\{([\w.-]+)\}\/?$/.exec(plainPath(op.path))?.[1];
  const schema = plainSchema(
    op.parameters.find((each) => each.in === "path" && each.name === name)?.schema ?? {},
  );
  if (typeOf(schema) !== "integer") return [];
  const { format, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  const all = format === "int64" ? [...ofInt32, ...ofInt64] : ofInt32;
  return all.filter((each) => each >= minimum && each <= maximum).map(String);
}

const ofInt32 = [0n, -1n, 2n ** 31n - 1n, -(2n ** 31n)];
const ofInt64 = [2n ** 31n, 2n ** 32n + 1n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)];

/** Is a body of an operation a JSON object whose members may be violated each? */
export function takesMembers({ method, body }: Operation): boolean {
  const isJson = body !== undefined && isJsonType(body.mediaType);
  return isJson && ["POST", "PUT", "PATCH"].includes(method) && flatSchema(body.schema) !== undefined;
}

/** An object with every member that counts: its mistakes have the same words as those of any valid body. */
export function exampleOf({ body }: Operation): JsonObject {
  const { properties = {} } = flatSchema(body?.schema) ?? {};
  return Object.fromEntries(Object.keys(properties).map((name, index) => [name, index === 0 ? "a" : 1n]));
}

/** Everything that may be wrong with a body. */
export function bodyMistakes({ body }: Operation, valid: JsonObject): readonly Mistake[] {
  const schema = flatSchema(body?.schema);
  if (body === undefined || schema === undefined) return [];
  const malformed = deriveInvalidJson(renderJson(valid)).filter(
    ({ text }) => parseJson(text).status !== "valid",
  );
  return [
    ...deriveNegativeBodies(schema, valid).map(({ label, violates, body: json }) =>
      withBody(label, kindOf(violates), renderJson(json)),
    ),
    ...deriveRareViolations(schema).map((each) =>
      withBody(each.label, kindOf(each.violates), renderJson(withWrongMember(valid, each))),
    ),
    ...malformed.map(({ mistake, text }) => withBody(`the body is no JSON: ${mistake}`, "json", text)),
    ...(body.required ? [withBody("the body is empty", "empty", "")] : []),
    { label: "there is no Content-Type", kind: "type", of: (each) => withMediaType(each, null) },
  ];
}

function kindOf({ pointer, keyword }: Violates): string {
  return `${pointer} ${keyword}`;
}

function withBody(label: string, kind: string, text: string): Mistake {
  return { label, kind, of: (valid) => ({ ...valid, body: { kind: "text", text } }) };
}

/** Mistakes in each part of a request, one of each kind. */
export function mistakesOf(op: Operation, valid: JsonObject): readonly Mistake[] {
  const inBody = takesMembers(op) ? bodyMistakes(op, valid) : [];
  const all = [...inBody, ...queryMistakes(op), ...pathMistakes(op)];
  return [...new Map(all.toReversed().map((each) => [each.kind, each])).values()].toReversed();
}

function queryMistakes({ parameters }: Operation): readonly Mistake[] {
  return parameters
    .filter((each) => each.in === "query" && isPlainParameter(each) && each.isFixed !== true)
    .flatMap(({ name }) =>
      ["abc", "-1", ""].map(
        (value): Mistake => ({
          label: `${name} is ${JSON.stringify(value)}`,
          kind: `${name} ${value}`,
          of: (request) => {
            const joint = request.path.includes("?") ? "&" : "?";
            return { ...request, path: `${request.path}${joint}${encodeURIComponent(name)}=${value}` };
          },
        }),
      ),
    );
}

function pathMistakes({ path }: Operation): readonly Mistake[] {
  if (!/\}\/?$/.test(path)) return [];
  return ["abc", "1.5", "9223372036854775808", "9007199254740993"].map((id) => ({
    label: `the id is ${id}`,
    kind: `id ${id}`,
    of: (request) => ({ ...request, path: request.path.replace(/[^/?]+(\/?)(\?|$)/, `${id}$1$2`) }),
  }));
}
