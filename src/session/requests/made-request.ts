import { jsonOf, type Operation, type Parameter } from "../../description/index.js";
import { isSuccess, Skip } from "../../engine/index.js";
import type { Json } from "../../json/index.js";
import {
  type Alternative,
  changesMeaning,
  firstPlaceOf,
  idNames,
  isIgnored,
  isOfETag,
  isOfRequest,
  usualCredential,
  valueAt,
  versionMemberOf,
  withValueAt,
} from "../../model/index.js";
import {
  type AnySchema,
  bareShape,
  fullShape,
  isEnd,
  NoValue,
  plainSchema,
  refinedValueOf,
  type Shape,
  type ValueOptions,
  validValueOf,
} from "../../schema/index.js";
import { type Acceptable, accepting, buildCase, type Case } from "../../transport/index.js";
import {
  contentTypeOf,
  encodeBody,
  renderField,
  renderQuery,
  statedParameter,
  type ValidRequest,
  writableIn,
} from "../../values/index.js";
import type { ApiState } from "../api-state.js";
import { createdKind } from "../created-items.js";
import { givenParameter, givenValues, isGiven } from "../request-values.js";
import { referenceOf, withoutGuesses } from "./member-references.js";
import { refinementFor } from "./member-refinement.js";
import { pathParametersOf } from "./path-parameters.js";
import { shownText, shownValue } from "./shown-values.js";
import { withStated } from "./stated-bodies.js";
import { dayOf, firstDayOf, isUnique } from "./unique-values.js";

/** The successes that an operation documents; any, where it names none. */
export function successes({ responses }: Operation): readonly Acceptable[] {
  const stated = [...responses.keys()].map(Number).filter(isSuccess);
  return accepting(...(stated.length > 0 ? stated : [200, 201, 202, 204]));
}

/** Values of parameters of the query, of headers and of cookies that are not the usual ones. */
export type ChosenValues = ReadonlyMap<Parameter, Json>;

/**
 * Makes a valid request of an operation, with values that no request had before. A property sends it, or what it makes of it, by a
 * verb of its context, which judges the response; the run itself sends it as a probe, which nothing judges. Either way it goes
 * through `sendSafely`, or reads.
 * @param chosen all other parameters are as usual: absent where they may be
 * @param within the alternative that its body has, where that is not the first one
 * @throws Skip where something of it cannot be made
 */
export function validRequest(...request: Parameters<typeof buildRequest>): ValidRequest {
  return makeRequest(() => buildRequest(...request));
}

/** The same, for the run itself; undefined where something of it cannot be made. */
export function requestIfAny(...request: Parameters<typeof buildRequest>): ValidRequest | undefined {
  try {
    return buildRequest(...request);
  } catch (error) {
    if (error instanceof NoValue) return undefined;
    throw error;
  }
}

/** @throws Skip where no value can be made */
export function makeRequest<Request>(make: () => Request): Request {
  try {
    return make();
  } catch (error) {
    if (error instanceof NoValue)
      throw new Skip("untested", `no valid request can be made: ${error.message}`, "value");
    throw error;
  }
}

/** @throws NoValue if something of the request cannot be made */
export function buildRequest(
  state: ApiState,
  operation: Operation,
  shape: Shape = bareShape,
  chosen: ChosenValues = new Map(),
  within?: Alternative,
): ValidRequest {
  const version = versionMemberOf(operation);
  const firstDay = firstDayOf(state, operation);
  const given = givenValues(state, operation);
  const { hasOffsets = false } = state.requests.altered.get(operation.id) ?? {};
  const values = {
    marker: state.words.marker,
    shape,
    reference: (name: string, schema: AnySchema) =>
      referenceOf(state, operation, { name, schema }) ?? shownText(state, operation, { name, schema }),
    given: (name: string, schema?: AnySchema) =>
      given(name, schema) ?? (name === version?.name ? version.usual : undefined),
    isUnique: (name: string) => isUnique(state, operation, name),
    refine: (name: string) => refinementFor(state, name),
    ...(state.requests.needsOwnDays() ? { days: dayOf(state.words.marker(), firstDay) } : {}),
    firstDay,
    ...(hasOffsets && { hasOffsets }),
  };
  const valuesIn = (where: "query" | "header" | "cookie"): readonly (readonly [Parameter, Json])[] =>
    operation.parameters
      .filter(
        (each) =>
          each.in === where &&
          !isOfETag(operation, each) &&
          (each.required || chosen.has(each) || isWanted(state, operation, each.name)),
      )
      .map((each) => [
        each,
        chosen.get(each) ?? parameterValue(state, operation, each, { ...values, shape: fullShape }),
      ]);
  const query = valuesIn("query").flatMap(([parameter, value]) => renderQuery(parameter, value));
  const described = operation.method === "GET" ? undefined : operation.body;
  const usual = described === undefined ? undefined : bodyOf(state, operation, described, values, within);
  // The conditions of a search stand in its body.
  const body = [...chosen].reduce<Json | undefined>(
    (made, [{ name, in: where }, value]) =>
      where === "body" ? withValueAt(made ?? null, [name], value) : made,
    usual,
  );
  const request = buildCase(operation, {
    label: describeShape(shape),
    accepts: successes(operation),
    credential: usualCredential(state.contract, operation),
    pathParameters: pathParametersOf(state, operation),
    query,
    ...(described === undefined || body === undefined
      ? {}
      : {
          body: encodeBody(described.mediaType, body, described),
          contentType: contentTypeOf(described.mediaType),
        }),
  });
  const lines = headerLines(valuesIn("header"), valuesIn("cookie"));
  const headers = [...request.headers, ...acceptLines(operation), ...lines];
  return {
    request: { ...request, headers },
    body,
    schema: described?.schema,
    ...(described?.encoding && { encoding: described.encoding }),
    shape,
  };
}

/**
 * The value of a parameter in every request of a run: it may say which part of the data a request is about. Only the id of a
 * request, or a key that makes it idempotent, is another one each time.
 */
function parameterValue(
  state: ApiState,
  operation: Operation,
  parameter: Parameter,
  values: ValueOptions,
): Json {
  const { name, in: where, schema } = parameter;
  const refinement = refinementFor(state, name);
  const key = [
    where,
    name,
    values.firstDay,
    values.hasOffsets === true,
    refinement && JSON.stringify(refinement),
  ].join(" ");
  const known = givenParameter(state, operation, parameter) ?? state.requests.parameters.get(key);
  if (known !== undefined) return known;
  const first = firstPlaceOf(operation, parameter);
  if (first !== undefined) return first;
  const shown = shownValue(state, operation, parameter);
  if (shown !== undefined) return shown;
  const stated = values.firstDay === undefined && !isOfRequest(name) ? statedParameter(parameter) : undefined;
  if (stated !== undefined) return stated;
  // An empty list cannot be written in most places.
  const options = { ...values, isEnd: values.firstDay !== undefined && isEnd(name) };
  const made = refinedValueOf(schema, refinement, options);
  if (!isOfRequest(name)) state.requests.setParameter(key, made);
  return made;
}

/** Is a parameter sent that may be left out, since the user gives it a value, a refusal asks for it, or nothing else was accepted? */
function isWanted(state: ApiState, operation: Operation, name: string): boolean {
  const { sends = [] } = state.requests.altered.get(operation.id) ?? {};
  return (
    isGiven(state, operation, name) || sends.includes(name) || refinementFor(state, name)?.presence === "sent"
  );
}

function describeShape({ optional, textLength = 0, without = [] }: Shape): string {
  const only = optional === "all" ? "" : `, with ${["what is required", ...optional].join(", ")} only`;
  const left = without.map((path) => path.join("/"));
  const members = left.length === 0 ? only : `${only}, without ${left.join(", ")}`;
  return `valid${members}${textLength > 0 ? `, texts of ${textLength} characters` : ""}`;
}

/** @throws NoValue for a header that the suite does not send */
function headerLines(
  headers: readonly (readonly [Parameter, Json])[],
  cookies: readonly (readonly [Parameter, Json])[],
): Case["headers"] {
  const [unfit] = headers.find(([{ name }]) => changesMeaning(name)) ?? [];
  if (unfit !== undefined) throw new NoValue(`the header ${unfit.name} changes what a request means`);
  const all = cookies
    .map(([cookie, value]) => `${cookie.name}=${encodeURIComponent(renderField(cookie, value))}`)
    .join("; ");
  return [
    ...headers
      .filter(([{ name }]) => !isIgnored(name))
      .map(([header, value]) => [header.name, renderField(header, value)] as const),
    ...(all === "" ? [] : [["Cookie", all] as const]),
  ];
}

/**
 * The media types that a request accepts, where that is not plain JSON: a server need not answer with another type. Source:
 * RFC 9110, section 12.5.1.
 */
function acceptLines({ responses }: Operation): Case["headers"] {
  const contents = [...responses.values()].flatMap((each) =>
    isSuccess(Number(each.status)) || each.status === "2XX" ? each.contents : [],
  );
  const json = jsonOf(contents);
  const types = (json === undefined ? contents : [json]).map(({ mediaType }) => mediaType);
  if (types.length === 0 || types.some((type) => /^application\/json\b/i.test(type))) return [];
  return [["Accept", [...new Set(types), "*/*;q=0.1"].join(", ")]];
}

/** The names of headers that requests may have, in small letters. */
export function headerNames(operations: Iterable<Operation>): readonly string[] {
  const named = [...operations].flatMap(({ parameters }) =>
    parameters.filter((each) => each.in === "header" && !changesMeaning(each.name)),
  );
  return ["cookie", "if-match", "if-none-match", ...new Set(named.map(({ name }) => name.toLowerCase()))];
}

function bodyOf(
  state: ApiState,
  operation: Operation,
  { mediaType, schema, encoding }: NonNullable<Operation["body"]>,
  options: ValueOptions,
  within: Alternative | undefined,
): Json {
  const values = { ...options, ids: idsFor(state, operation) };
  const usual = validValueOf(schema, values);
  const made =
    within === undefined
      ? withAuthorsValues(state, operation, usual, values)
      : withValueAt(usual, within.path, validValueOf(within.schema, values));
  const { without = [] } = options.shape;
  const left = without.reduce<Json>(
    (rest, path) => (valueAt(rest, path) === undefined ? rest : withValueAt(rest, path, undefined)),
    made,
  );
  return writableIn(mediaType, withoutGuesses(state, operation, left), {
    schema,
    ...(encoding && { encoding }),
  });
}

/** A made body with what the description's author has written for it, where nothing else was accepted. */
function withAuthorsValues(
  { requests: { stated } }: ApiState,
  { id, body }: Operation,
  made: Json,
  { given, reference }: ValueOptions,
): Json {
  const known = stated.get(id);
  if (known === undefined) return made;
  const { properties = {} } = plainSchema(body?.schema ?? {});
  return withStated(
    made,
    known,
    (name) =>
      given?.(name) !== undefined || reference(name, plainSchema(properties[name] ?? {})) !== undefined,
  );
}

/** The id of its item that a body has: of a creation, none. */
function idsFor(state: ApiState, operation: Operation): NonNullable<ValueOptions["ids"]> {
  const created = createdKind(state, operation);
  if (created !== undefined) return { names: idNames(created) };
  const replaced = state.api.resourceAt(operation.path);
  const own = state.inventory.items.find((item) => item.own && item.resource === replaced);
  const ids = replaced === undefined || own === undefined ? [] : idNames(replaced);
  return { names: ids, value: own?.id };
}
