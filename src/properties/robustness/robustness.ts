import { type Actor, anyOperation, type Property } from "../../actor/index.js";
import type { Operation, Parameter } from "../../description/index.js";
import { addressOf, matches, pagingName, plainPath, soundsHarmful } from "../../model/index.js";
import { plainSchema, typeOf } from "../../schema/index.js";
import { at, inText, isPlainParameter, madeFor } from "../../values/index.js";

export const ofServerErrors = {
  requirement: () => "server-error",
  source: "RFC 9110, section 15.6",
  about: anyOperation,
} satisfies Partial<Property>;

/** The server does not fail, whatever stands in the path of a read in the place of an id. */
export const unexpectedId: Property = {
  id: "unexpected-id",
  ...ofServerErrors,
  sentence: ({ op }) => `${op.id} does not fail, whatever stands in its path as ${idIn(op)}.`,
  phase: "read",
  when: ({ op }) => {
    const name = idIn(op);
    const isFixed = op.parameters.some((each) => each.name === name && each.isFixed === true);
    return op.method === "GET" && name !== undefined && !isFixed && !soundsHarmful(name);
  },
  chooses: ({ op }) => [idIn(op) ?? ""],
  run: async (t: Actor, { op }) => {
    // Also where no item is known: what is not found is refused.
    const request = t.usualRequest();
    for (const { label, text } of t.asManyAsFit(idsOf(op, t.word()))) {
      const path = withId(op, addressOf(request.path), text);
      await t.sendUnexpected({ ...at(request, { path }), label: `${idIn(op)} ${label}` });
    }
  },
};

/** However the parameters of a read are written, the server does not fail. */
export const unexpectedQuery: Property = {
  id: "unexpected-query",
  ...ofServerErrors,
  sentence: ({ op }) => `${op.id} does not fail, however its parameters are written.`,
  phase: "read",
  when: ({ op }) => op.method === "GET" && plainParameters(op).length > 0,
  inputs: ({ op }, { isGiven }) => {
    const parameters = plainParameters(op)
      .filter(({ name }) => !isGiven(name))
      .slice(0, mostParameters);
    const all = Object.values(parameterKinds).map((kind) => parameters.flatMap(kind));
    return all.filter(({ length }) => length > 0);
  },
  run: async (t: Actor, _roles, input) => {
    const { request } = t.baseline();
    for (const { label, name, values } of t.asManyAsFit(input as readonly UnexpectedParameter[]))
      await t.sendUnexpected({ ...request, path: withParameter(request.path, name, values), label });
  },
};

/** The last parameter in a path that has a segment for itself. */
function idIn({ path }: Operation): string | undefined {
  return plainPath(path)
    .split("/")
    .flatMap((segment) => /^\{([\w.-]+)\}$/.exec(segment)?.[1] ?? [])
    .at(-1);
}

/** Ids of another kind, and such as are read in another way than others. The likeliest to be overlooked come first. */
function idsOf(op: Operation, word: string): readonly { readonly label: string; readonly text: string }[] {
  const described = op.parameters.find((each) => each.in === "path" && each.name === idIn(op));
  const type = typeOf(plainSchema(described?.schema ?? {}));
  const numbers = [
    { label: "is 1.5", text: "1.5" },
    { label: "is -1", text: "-1" },
    { label: "is beyond 32 bits", text: "2147483648" },
    { label: "is 0", text: "0" },
  ];
  return [
    { label: "is a word", text: word },
    { label: "is beyond 64 bits", text: "9223372036854775808" },
    { label: "has a quote in it, and a letter outside ASCII", text: "o'h\u00e9" },
    { label: "has 300 letters", text: "x".repeat(300) },
    ...(type === "integer" || type === "number" ? numbers : []),
  ];
}

/** The same address, with another id. */
function withId(op: Operation, address: string, text: string): string {
  const template = op.path.split("/");
  const segments = address.split("/");
  return segments
    .map((each, index) => (template[index] === `{${idIn(op)}}` ? encoded(text) : each))
    .join("/");
}

/** A parameter, with its values in the query. Plain data. */
interface UnexpectedParameter {
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
}

/** Parameters of one operation that are tried in each way. */
const mostParameters = 4;

/** By kind: one parameter in another form than a server may expect. */
const parameterKinds = {
  value: ({ name, schema }: Parameter): UnexpectedParameter | readonly [] => {
    const plain = plainSchema(schema);
    const type = typeOf(plain);
    if (type === "integer" || type === "number")
      return { name, label: `${name} is beyond 64 bits`, values: ["9223372036854775808"] };
    if (type !== "string" || plain.enum !== undefined) return [];
    return { name, label: `${name} has quotes in it, and a letter outside ASCII`, values: ["o'h\u00e9\""] };
  },
  /** Numbers of pages and offsets are multiplied and added to before they reach a database. */
  largest: ({ name, schema }: Parameter): UnexpectedParameter | readonly [] => {
    const plain = plainSchema(schema);
    const isOpen = typeOf(plain) === "integer" && plain.maximum === undefined && plain.enum === undefined;
    const isStart = ["offsets", "page-numbers"] as const;
    return isOpen && isStart.some((group) => matches(pagingName(name), group))
      ? { name, label: `${name} is the largest of 32 bits`, values: ["2147483647"] }
      : [];
  },
  twice: (parameter: Parameter): UnexpectedParameter | readonly [] => {
    const { name, schema } = parameter;
    const made = madeFor(parameter);
    // A list may be written so.
    if (typeOf(plainSchema(schema)) === "array" || made === undefined) return [];
    return { name, label: `${name} is given twice`, values: [inText(made), inText(made)] };
  },
  empty: ({ name }: Parameter): UnexpectedParameter => ({ name, label: `${name} is empty`, values: [""] }),
} as const;

/** Parameters that are written as a name and a text. */
function plainParameters({ parameters }: Operation): readonly Parameter[] {
  return parameters.filter(
    (each) => each.in === "query" && isPlainParameter(each) && !soundsHarmful(each.name),
  );
}

/** The same path, with these values of a parameter in its query and no others of it. */
function withParameter(path: string, name: string, values: readonly string[]): string {
  const key = encodeURIComponent(name);
  const kept = (path.split("?")[1] ?? "")
    .split("&")
    .filter((each) => each !== "" && !each.startsWith(`${key}=`));
  const own = values.map((each) => `${key}=${encoded(each)}`);
  return `${addressOf(path)}?${[...kept, ...own].join("&")}`;
}

/** A quote may stand in a path as it is (RFC 3986, section 3.3), but not in every shell. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll("'", "%27");
}
