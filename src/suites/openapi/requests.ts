import { isSuccess } from "../../checks/index.js";
import type { Operation, Schema } from "../../description/index.js";
import { type Acceptable, buildCase, type Case } from "../../generate/index.js";
import { type Json, renderJson } from "../../json/index.js";
import { contentTypeOf, encodeBody } from "./bodies.js";
import { givenValue } from "./given-values.js";
import { changesMeaning, isIgnored } from "./header-names.js";
import { withValueAt } from "./places.js";
import { collectedAt, idNames, referredTo } from "./resource.js";
import { usualCredential } from "./security.js";
import type { ApiState, KnownItem, ValidRequest } from "./state.js";
import { validValueOf, valueIfAny } from "./valid-values.js";
import { bare, NoValue, type Shape, type ValueOptions } from "./value-options.js";
import type { Violation } from "./violations.js";

/** What stands in a check's id for an operation. */
export function slugOf({ id }: Pick<Operation, "id">): string {
  return encodeURIComponent(id);
}

/** The successes that an operation documents; any, where it names none. */
export function successes({ responses }: Operation): readonly Acceptable[] {
  const stated = [...responses.keys()].map(Number).filter(isSuccess);
  return (stated.length > 0 ? stated : [200, 201, 202, 204]).map((status) => ({ status, schema: "" }));
}

/**
 * A valid request of an operation.
 * @throws NoValue if something of it cannot be made
 */
export function validRequest(state: ApiState, operation: Operation, shape: Shape = bare): ValidRequest {
  const values = {
    token: state.token,
    shape,
    reference: (name: string) => referenceOf(state, name),
    given: (name: string) => givenValue(state.contract, name),
  };
  const valuesIn = (where: "query" | "header" | "cookie"): readonly (readonly [string, Json])[] =>
    operation.parameters
      .filter(
        (each) => each.in === where && (each.required || givenValue(state.contract, each.name) !== undefined),
      )
      .map(({ name, schema }) => [name, givenValue(state.contract, name) ?? validValueOf(schema, values)]);
  const query = valuesIn("query").map(([name, value]) => [name, inQuery(value)] as const);
  const described = operation.method === "GET" ? undefined : operation.body;
  const body = described === undefined ? undefined : bodyOf(state, operation, described.schema, values);
  const request = buildCase(operation, {
    label: describeShape(shape),
    accepts: successes(operation),
    credential: usualCredential(state.contract, operation),
    pathParameters: parametersOf(state, operation),
    query,
    ...(described === undefined || body === undefined
      ? {}
      : { body: encodeBody(described.mediaType, body), contentType: contentTypeOf(described.mediaType) }),
  });
  const lines = headerLines(valuesIn("header"), valuesIn("cookie"));
  return { request: { ...request, headers: [...request.headers, ...lines] }, body, shape };
}

function describeShape({ optional, textLength = 0 }: Shape): string {
  const members = optional === "all" ? "" : `, with ${["what is required", ...optional].join(", ")} only`;
  return `valid${members}${textLength > 0 ? `, texts of ${textLength} characters` : ""}`;
}

/** @throws NoValue for a header that the suite does not send */
function headerLines(
  headers: readonly (readonly [string, Json])[],
  cookies: readonly (readonly [string, Json])[],
): Case["headers"] {
  const unfit = headers.find(([name]) => changesMeaning(name));
  if (unfit !== undefined) throw new NoValue(`the header ${unfit[0]} changes what a request means`);
  const all = cookies.map(([name, value]) => `${name}=${inQuery(value)}`).join("; ");
  return [
    ...headers.filter(([name]) => !isIgnored(name)).map(([name, value]) => [name, inText(value)] as const),
    ...(all === "" ? [] : [["Cookie", all] as const]),
  ];
}

/** The names of headers that requests may have, in small letters. */
export function headerNames(operations: Iterable<Operation>): readonly string[] {
  const named = [...operations].flatMap(({ parameters }) =>
    parameters.filter((each) => each.in === "header" && !changesMeaning(each.name)),
  );
  return ["cookie", ...new Set(named.map(({ name }) => name.toLowerCase()))];
}

function bodyOf(state: ApiState, operation: Operation, schema: Schema, values: ValueOptions): Json {
  const collection = collectedAt(state.resources, operation.path);
  if (collection !== undefined)
    return validValueOf(schema, { ...values, ids: { names: idNames(collection) } });
  const replaced = state.resources.get(operation.path);
  const own = state.items.find((item) => item.own && item.resource === replaced);
  const ids = replaced === undefined || own === undefined ? [] : idNames(replaced);
  return validValueOf(schema, { ...values, ids: { names: ids, value: own?.id } });
}

/** The same request, of this item. */
export function at(request: Case, { path }: Pick<KnownItem, "path">): Case {
  const query = request.path.indexOf("?");
  return { ...request, path: query < 0 ? path : `${path}${request.path.slice(query)}` };
}

/** The ids of items that are known, the run's own first, as they stand in a path. @throws NoValue where none is */
function parametersOf(
  state: ApiState,
  { method, path, parameters }: Operation,
): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  let concrete = path;
  for (const [placeholder, name = ""] of path.matchAll(/\{([^{}/]+)\}/g)) {
    const start = concrete.slice(0, concrete.indexOf(placeholder));
    const known = state.items.filter(
      (item) => item.resource.parameter === name && item.path.startsWith(start),
    );
    const own = known.find((item) => item.own);
    // A read may ask for what is anyone's, or is not there; what changes something may not.
    const readable =
      method === "GET"
        ? (known.at(0)?.id ?? statedValue(parameters, name) ?? guessedValue(state, parameters, name))
        : undefined;
    // What stands in the middle of a path is not changed itself.
    const isParent = !path.endsWith(placeholder);
    const given = isParent || method === "GET" ? givenValue(state.contract, name) : undefined;
    const id = own?.id ?? (given === undefined ? readable : inText(given));
    if (id === undefined) throw new NoValue(`no value of ${name} is known`);
    found[name] = encodeURIComponent(id);
    concrete = concrete.replace(placeholder, found[name]);
  }
  return found;
}

/** A value of a parameter that its description states: an enumeration or an example. */
function statedValue(parameters: Operation["parameters"], name: string): string | undefined {
  const schema = parameters.find((each) => each.name === name && each.in === "path")?.schema;
  const { enum: words, examples } = (schema ?? {}) as {
    enum?: readonly unknown[];
    examples?: readonly unknown[];
  };
  const [value] = [...(words ?? []), ...(examples ?? [])];
  return value === undefined ? undefined : `${value}`;
}

function guessedValue(
  { token }: ApiState,
  parameters: Operation["parameters"],
  name: string,
): string | undefined {
  const schema = parameters.find((each) => each.name === name && each.in === "path")?.schema ?? {};
  const value = valueIfAny(schema, { token, reference: () => undefined, shape: bare });
  return typeof value === "string" || typeof value === "bigint" ? `${value}` : undefined;
}

function referenceOf({ items, resources }: ApiState, member: string): string | undefined {
  const resource = referredTo(member, resources.values());
  if (resource === undefined) return undefined;
  const known = items.filter((item) => item.resource === resource);
  return (known.find(({ own }) => own) ?? known[0])?.id;
}

function inText(value: Json): string {
  return typeof value === "string" ? value : renderJson(value);
}

function inQuery(value: Json): string {
  return encodeURIComponent(inText(value));
}

/** The request of a twin with a violation: it differs in that place alone. */
export function violate({ request, body }: ValidRequest, { place, value, label }: Violation): Case {
  const accepts: readonly Acceptable[] = [{ status: "4xx", schema: "" }];
  const changed = { ...request, label, accepts };
  const [name = ""] = place.path;
  switch (place.in) {
    case "query": {
      const [path = "", query = ""] = request.path.split("?");
      const others = query.split("&").filter((each) => each !== "" && !each.startsWith(`${name}=`));
      const all = value === undefined ? others : [...others, `${name}=${inQuery(value)}`];
      return { ...changed, path: all.length === 0 ? path : `${path}?${all.join("&")}` };
    }
    case "header": {
      const others = request.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
      return { ...changed, headers: value === undefined ? others : [...others, [name, inText(value)]] };
    }
    case "body": {
      if (place.path.length > 0 && body !== undefined)
        return { ...changed, body: encodeBody(typeOfBody(request), withValueAt(body, place.path, value)) };
      const { body: _, headers, ...bodiless } = changed;
      return { ...bodiless, headers: headers.filter(([other]) => other.toLowerCase() !== "content-type") };
    }
  }
}

/** The media type of a request's body. */
function typeOfBody({ headers }: Case): string {
  return headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
}
