import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import {
  jsonOf,
  type Operation,
  type UnderivedContract,
  withoutSchemaNames,
} from "../../description/index.js";
import { type Json, renderJson } from "../../json/index.js";
import { placeOf } from "../../model/index.js";
import { type AnySchema, plainSchema } from "../../schema/index.js";
import { placeCredential } from "../../transport/index.js";
import type { Call, RequestPart, Values } from "./call.js";
import { pointerOf } from "./place.js";

/** A fault of a request: a keyword that is violated, and where. */
export interface Objection {
  readonly in: RequestPart;
  /** `/tags/*`: of a list, all items have the same place. Of what is missing, where it would stand. */
  readonly pointer: string;
  readonly keyword: string;
}

/** Says all that is wrong with the values of a request. */
export type JudgeValues = (operation: Operation, values: Values) => readonly Objection[];

/** One for each description, however many servers: compiling takes longer than a run. */
const judges = new WeakMap<object, JudgeValues>();

/** Holds requests against a description, strictly. */
export function createJudge(described: UnderivedContract): JudgeValues {
  const known = judges.get(described.document) ?? compileJudge(described);
  judges.set(described.document, known);
  return known;
}

function compileJudge({ document }: UnderivedContract): JudgeValues {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    logger: false,
    multipleOfPrecision: 6,
  });
  addFormats.default(ajv);
  ajv.addSchema({
    $id: "described",
    components: withoutSchemaNames(document.components),
    paths: withoutSchemaNames(document.paths),
  });
  const compiled = new Map<unknown, ValidateFunction>();
  const validatorOf = (at: unknown, schema: () => object): ValidateFunction => {
    const known = compiled.get(at) ?? compileOrNothing(ajv, schema());
    compiled.set(at, known);
    return known;
  };
  return ({ parameters, body }, values) => {
    const ofParameters = parameters.flatMap(({ in: where, name, schema, required }) => {
      if (where === "body") return [];
      const value = values[where][name];
      const pointer = pointerOf([name]);
      if (value === undefined) return required ? [{ in: where, pointer, keyword: "required" }] : [];
      return objectionsOf(
        validatorOf(schema, () => schema),
        value,
      ).map((each) => ({ ...each, in: where, pointer: `${pointer}${each.pointer}` }));
    });
    if (body === undefined) return ofParameters;
    const whole = { in: "body", pointer: "" } as const;
    if (values.body === undefined)
      return body.required ? [...ofParameters, { ...whole, keyword: "required" }] : ofParameters;
    const { pointer } = jsonOf(body.contents) ?? body.contents[0] ?? {};
    if (pointer === undefined) return ofParameters;
    const validate = validatorOf(pointer, () => ({ $ref: `described${pointer}` }));
    const ofBody = objectionsOf(validate, values.body).map((each) => ({ ...each, in: "body" as const }));
    return [...ofParameters, ...ofBody.filter((each) => !isServers(body, each))];
  };
}

/** A schema that ajv cannot compile holds nobody to anything. */
function compileOrNothing(ajv: Ajv2020, schema: object): ValidateFunction {
  try {
    return ajv.compile(schema);
  } catch {
    return ajv.compile({});
  }
}

function objectionsOf(validate: ValidateFunction, value: Json): readonly Omit<Objection, "in">[] {
  if (validate(JSON.parse(renderJson(value)))) return [];
  return (validate.errors ?? []).filter((each) => !isLenient(each)).map(objectionTo);
}

/** A value may fit several alternatives of a `oneOf`. */
function isLenient({ keyword, params }: ErrorObject): boolean {
  return keyword === "if" || (keyword === "oneOf" && params["passingSchemas"] !== null);
}

function objectionTo({ instancePath, keyword, params }: ErrorObject): Omit<Objection, "in"> {
  const at = instancePath.replaceAll(/\/\d+(?=\/|$)/g, "/*");
  const member: unknown = params["missingProperty"] ?? params["additionalProperty"];
  return { pointer: typeof member === "string" ? `${at}/${member}` : at, keyword };
}

/** Is it missing because only the server writes it? Source: OpenAPI 3.1, section 4.8.24.7. */
function isServers({ schema }: NonNullable<Operation["body"]>, { keyword, pointer }: Objection): boolean {
  if (keyword !== "required") return false;
  let at = schema as AnySchema;
  for (const name of pointer.split("/").slice(1))
    at = (name === "*" ? plainSchema(at).items : plainSchema(at).properties?.[name]) ?? {};
  return plainSchema(at).readOnly === true;
}

/** The text that a request has in the place of a credential. */
export interface Presented {
  /** Undefined where nothing is there. */
  readonly value: string | undefined;
  /** The value that would be right. */
  readonly wanted: string;
}

/** The credential of each alternative that a call may have, in its place. Source: OpenAPI 3.1, section 4.8.30. */
export function presentedIn(described: UnderivedContract, call: Call, key: string): readonly Presented[] {
  return call.operation.security.flatMap((alternative) => {
    const place = placeOf(described, { ...call.operation, security: [alternative] });
    const wanted = place && placeCredential({ kind: "good" }, key, place);
    if (wanted === undefined) return [];
    return [{ value: textAt(call, wanted), wanted: wanted.value }];
  });
}

/** Is an operation open to all, or asks it for what no client of this kind can have? */
export function isOpen(described: UnderivedContract, { operation }: Pick<Call, "operation">): boolean {
  const { security } = operation;
  if (security.length === 0 || security.some((each) => Object.keys(each).length === 0)) return true;
  return placeOf(described, operation) === undefined;
}

/** Is the credential the right one? The scheme's letters mean nothing (RFC 9110, section 11.1). */
export function isRight({ value, wanted }: Presented): boolean {
  const normal = (text: string): string =>
    text.replace(/^(bearer|basic) +/i, (scheme) => scheme.toLowerCase());
  return value !== undefined && normal(value) === normal(wanted);
}

function textAt(
  { headers, query }: Call,
  { in: where, name }: { readonly in: "header" | "query" | "cookie"; readonly name: string },
): string | undefined {
  switch (where) {
    case "header":
      return headers[name.toLowerCase()]?.toString();
    case "query":
      return query.get(name) ?? undefined;
    case "cookie":
      return cookiesOf(headers.cookie).get(name);
  }
}

/** Names and values in a `Cookie` header. Source: RFC 6265, section 4.2.1. */
export function cookiesOf(header = ""): ReadonlyMap<string, string> {
  return new Map(
    header.split(/; */).flatMap((pair) => {
      const [, name = "", value = ""] = /^([^=]+)=(.*)$/.exec(pair) ?? [];
      return name === "" ? [] : [[name, value] as const];
    }),
  );
}
