import type { Operation, Parameter, Schema } from "../description/index.js";
import {
  isFraction,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  renderJson,
} from "../json/index.js";
import {
  type AnySchema,
  fullShape,
  misfitOf,
  plainSchema,
  statedJson,
  typeOf,
  type ValueOptions,
  valueIfAny,
} from "../schema/index.js";

/** The first example of a parameter that its schema allows: its own, else one of its schema; undefined where there is none. */
export function statedParameter({ schema, style, examples = [] }: Parameter): Json | undefined {
  const plain = plainSchema(schema);
  const ofItems = plainSchema(plain.items ?? {}).examples?.slice(0, 1) ?? [];
  const ofLists = ofItems.length > 0 && typeOf(plain) === "array" ? [ofItems] : [];
  for (const example of [...examples, ...(plain.examples ?? []), ...ofLists]) {
    const value = readAs(plain, statedJson(example), style);
    if (misfitOf(schema, value) === undefined) return value;
  }
  return undefined;
}

const separators: Readonly<Record<string, string>> = { spaceDelimited: " ", pipeDelimited: "|" };

/** Returns the value that an example stands for, where the author has written it as it stands in a request. */
function readAs(schema: AnySchema, example: Json, style = ""): Json {
  const type = typeOf(schema);
  const isScalar = typeof example === "bigint" || typeof example === "boolean" || isFraction(example);
  if (type === "string") return isScalar ? renderJson(example) : example;
  if (type === "array") {
    const items = typeof example === "string" ? example.split(separators[style] ?? ",") : example;
    const list: readonly Json[] = Array.isArray(items) ? items : [items as Json];
    const item = plainSchema(schema.items ?? {});
    return list.map((each) => readAs(item, each));
  }
  if (typeof example !== "string" || !["integer", "number", "boolean", "object"].includes(type ?? ""))
    return example;
  const parsed = parseJson(example.trim());
  return parsed.status === "valid" ? parsed.value : example;
}

/** The examples of a body, as far as its schema allows them: those of its media type, or else of its schema. */
export function statedBodies({ body }: Operation): readonly Json[] {
  if (body === undefined) return [];
  const { schema, examples = [] } = body;
  const all = [...examples, ...(plainSchema(schema).examples ?? [])].map(statedJson);
  return all
    .map((each) => withoutReadOnly(schema, each))
    .filter((each) => misfitOf(schema, each) === undefined);
}

/** An example of a whole item shows what the server adds, too. */
function withoutReadOnly(schema: Schema, example: Json): Json {
  const { properties = {} } = plainSchema(schema);
  if (!isJsonObject(example)) return example;
  const isSent = ([name]: readonly [string, Json]): boolean => {
    const member = properties[name];
    return member === undefined || plainSchema(member).readOnly !== true;
  };
  return Object.fromEntries(Object.entries(example).filter(isSent));
}

/** The members of a body for which the description has examples of their own; undefined where it has none. */
export function statedMembers({ body }: Operation): JsonObject | undefined {
  const [usual, stated] = [false, true].map((isStated) => {
    const options: ValueOptions = { marker: () => "abcdefgh", reference: () => undefined, shape: fullShape };
    return valueIfAny(body?.schema ?? {}, { ...options, isStated });
  });
  if (!isJsonObject(stated) || !isJsonObject(usual)) return undefined;
  const members = Object.entries(stated).filter(
    ([name, value]) => usual[name] === undefined || renderJson(value) !== renderJson(usual[name]),
  );
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** Says which examples of an operation its schemas do not allow: a sentence each. */
export function wrongExamples({ parameters, body }: Operation): readonly string[] {
  const ofParameters = parameters.flatMap(({ name, schema, style, examples = [] }) => {
    const plain = plainSchema(schema);
    return [...examples, ...(plain.examples ?? [])].flatMap((example) => {
      const misfit = misfitOf(schema, readAs(plain, statedJson(example), style));
      return misfit === undefined ? [] : [`an example of ${name} is not what its schema allows: ${misfit}`];
    });
  });
  const ofBody = (body?.examples ?? []).flatMap((example) => {
    const misfit = misfitOf(body?.schema ?? {}, withoutReadOnly(body?.schema ?? {}, statedJson(example)));
    return misfit === undefined ? [] : [`an example of the body is not what its schema allows: ${misfit}`];
  });
  return [...ofParameters, ...ofBody];
}

/** The members of a body that may be left out. */
export function optionalMembers(schema: AnySchema): readonly string[] {
  const { properties = {}, required = [] } = plainSchema(schema);
  return Object.keys(properties).filter((name) => !required.includes(name));
}
