import { isRefusal, isSuccess } from "../checks/index.js";
import { essenceOf, type Operation, type Parameter } from "../description/index.js";
import { type Actor, anyOperation, type Property, type UnexpectedBody } from "../engine/index.js";
import { leavesChoice, plainSchema, typeOf } from "../generate/index.js";
import { type JsonObject, renderJson } from "../json/index.js";
import { addressOf, matches, pagingName, plainPath, soundsHarmful } from "../model/index.js";
import {
  at,
  inText,
  isBodiless,
  isFormType,
  isJsonType,
  isPlainParameter,
  isToBeRefused,
  madeFor,
  type Violation,
  violationId,
  violationsOf,
} from "../values/index.js";

const ofServerErrors = {
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

/** The server does not fail, whatever stands in the place of a body. */
export const unexpectedBody: Property = {
  id: "unexpected-body",
  ...ofServerErrors,
  sentence: ({ op }) => `${op.id} does not fail, whatever is sent as its body.`,
  // By now it is known what is refused: what has no word of the run in it is not to be stored.
  phase: "credentials",
  when: ({ op }) => takesObject(op) && ["POST", "PUT", "PATCH"].includes(op.method),
  inputs: ({ op }) =>
    (Object.keys(bodyKinds) as Kind[]).filter((kind) => (kind === "form") === takesForm(op)),
  run: async (t: Actor, { op }, input) => {
    const kind = input as Kind;
    t.assumeAccepted();
    t.assume(await leavesNothing(t, op, kind), "not deletable");
    await t.sendBodies(bodyKinds[kind], (served, status) => {
      if (served.isBare === true) expectRefused(t, op, served, status);
    });
  },
};

function takesForm({ body }: Operation): boolean {
  const type = essenceOf(body?.mediaType ?? "");
  return type === "multipart/form-data" || isFormType(type);
}

/** Is its body an object, with one form alone? */
function takesObject(op: Operation): boolean {
  const { mediaType = "", schema = {} } = op.body ?? {};
  const isObject = typeOf(plainSchema(schema)) === "object" && !leavesChoice(schema);
  return op.body !== undefined && isObject && (takesForm(op) || isJsonType(mediaType));
}

/** Members within members of a body that is nested deeply. */
const levels = 100;

/** By kind: bodies that are made of a valid one. The bodies that one place of a server reads are of one kind. */
const bodyKinds = {
  malformed: (valid: JsonObject, word: string): readonly UnexpectedBody[] => {
    const text = renderJson(valid);
    return [
      { label: "the body is cut off", text: text.slice(0, Math.ceil(text.length / 2)) },
      { label: "the body is a bare word", text: word },
      { label: "the body has a comma too many", text: `${text.slice(0, -1)},}` },
    ];
  },
  "no object": (valid: JsonObject): readonly UnexpectedBody[] => [
    // First what has a word of the run in it: if that is stored, nothing of the others is sent.
    { label: "the body is a list", text: renderJson([valid]) },
    { label: "the body is null", text: "null", isBare: true },
    { label: "the body is an empty object", text: "{}", isBare: true },
    { label: "the body is empty", text: "", isBare: true },
    { label: "the body is a number", text: "12", isBare: true },
  ],
  "media type": (valid: JsonObject): readonly UnexpectedBody[] => {
    const text = renderJson(valid);
    return [
      { label: "the body is said to be plain text", text, mediaType: "text/plain" },
      { label: "the type of the body is not said", text, mediaType: null },
      { label: "the body is said to be XML", text, mediaType: "application/xml" },
    ];
  },
  form: (valid: JsonObject): readonly UnexpectedBody[] => [
    { label: "the body is JSON, not a form", text: renderJson(valid), mediaType: "application/json" },
    { label: "the body is plain text, not a form", text: renderJson(valid), mediaType: "text/plain" },
  ],
  members: (valid: JsonObject): readonly UnexpectedBody[] => {
    const [[name, value] = ["", null]] = Object.entries(valid);
    const twice = `${renderJson(valid).slice(0, -1)},${renderJson({ [name]: value }).slice(1)}`;
    const nested = `{"pedigreeUnknown":${"[".repeat(levels)}${"]".repeat(levels)},${twice.slice(1)}`;
    return [
      { label: `the body is nested ${levels} levels deep, and has a member twice`, text: nested },
      { label: "the body has a member twice", text: twice },
    ];
  },
} as const;

type Kind = keyof typeof bodyKinds;

/** A body with none of its required members is no body at all, where the server refuses one that lacks some. */
function expectRefused(t: Actor, op: Operation, { label }: UnexpectedBody, status: number): void {
  const violations = violationsOf(op);
  const bodiless = violations.find(isBodiless);
  if (bodiless?.keyword !== "required" || !isToBeRefused(op, bodiless)) return;
  const asks = violations.some(
    (each) => isOfMember(each) && each.keyword === "required" && t.wasRefused(each),
  );
  if (!asks) return;
  t.expect(false, {
    check: violationId(op, bodiless),
    problem: "accepted",
    expected: "a refusal with 4xx, since the body has to have members",
    actual: `${status}, although ${label}`,
    at: { in: "status" },
  });
}

/**
 * Is nothing left behind, whatever the server makes of it? An item that shows a word of the run is deleted in the end, where that is
 * possible. A body without such words has to be refused for its missing members.
 */
async function leavesNothing(t: Actor, op: Operation, kind: Kind): Promise<boolean> {
  const violations = violationsOf(op);
  const isNew = op.method === "POST";
  const isStored = kind === "members" || kind === "media type" || kind === "form";
  if (isStored && isNew && !t.areDeletable()) return false;
  if (kind === "members") return true;
  const bodiless = violations.find(isBodiless);
  if (isNew && (bodiless === undefined || isSuccess(await t.controlStatus(bodiless)))) return false;
  if (kind !== "no object") return true;
  const telling = violations.find((each) => isOfMember(each) && (each.keyword === "required" || !isNew));
  return telling !== undefined && isRefusal(await t.controlStatus(telling));
}

function isOfMember({ place }: Violation): boolean {
  return place.in === "body" && place.path.length === 1;
}
