import type { Operation } from "../../description/index.js";
import { isRefusal, unlessSkipped } from "../../engine/index.js";
import { type Json, renderJson } from "../../json/index.js";
import { bodyPlaces, optionalIn, optionalInside, valueAt } from "../../model/index.js";
import { type AnySchema, bareShape, fullShape, plainSchema, type Shape } from "../../schema/index.js";
import type { ApiState } from "../api-state.js";
import type { Alteration } from "../request-knowledge.js";
import { isGiven } from "../request-values.js";
import { refineByRefusals, type Search, takeRequest } from "./refined-requests.js";
import { isAccepted, type ShapeTrial, type Trials, tryShape } from "./trials.js";

/**
 * Sends requests that are made otherwise, where no refusal tells what is wrong: with values that other operations have shown, with
 * times that have an offset, with optional parameters, and with a half of the optional members. What is of use stays.
 * @returns the usual trials, where nothing was
 */
export async function tryAlterations(search: Search, usual: Trials): Promise<Trials> {
  if (!isRefusal(usual.whole.status) && usual.whole.status !== 404) return usual;
  for (const alteration of alterationsOf(search)) {
    const trials = await tryAltered(search, alteration, usual);
    if (trials !== undefined) return trials;
  }
  return tryHalves(search, usual);
}

/** The ways in which the requests of an operation can be made otherwise, the likeliest first. */
function alterationsOf({ t: { state }, operation }: Search): readonly Alteration[] {
  const places = operation.method === "GET" ? [] : bodyPlaces(operation);
  const inputs = [
    ...operation.parameters.map(({ name, schema }) => ({ name, schema: plainSchema(schema) })),
    ...places.map(({ place, schema }) => ({ name: place.path.at(-1) ?? "", schema: plainSchema(schema) })),
  ].filter(({ name }) => !isGiven(state, operation, name));
  const isShown = inputs.some(({ name }) => state.learned.shown.has(name));
  const optional = optionalParameters(state, operation);
  const halves = halvesOf(optional).filter(({ length }) => length < optional.length);
  return [
    ...(isShown ? [{ usesShown: true }] : []),
    ...(inputs.some(({ schema }) => isTime(schema)) ? [{ hasOffsets: true }] : []),
    ...(optional.length > 0 ? [optional, ...halves].map((sends) => ({ sends })) : []),
  ];
}

/** Parameters of the query and of headers that may be left out. */
function optionalParameters(state: ApiState, operation: Operation): readonly string[] {
  return operation.parameters.flatMap(({ name, in: where, required }) =>
    required || where === "path" || where === "cookie" || isGiven(state, operation, name) ? [] : [name],
  );
}

function isTime({ format, items }: AnySchema): boolean {
  return format === "date-time" || (items !== undefined && isTime(plainSchema(items)));
}

/** Sends requests of an alteration, and refines them where they are refused for another reason. Undefined where it is of no use. */
async function tryAltered(
  search: Search,
  alteration: Alteration,
  { whole, least = whole }: Trials,
): Promise<Trials | undefined> {
  const { t, operation } = search;
  const { requests } = t.state;
  requests.setAltered(operation.id, { ...requests.altered.get(operation.id), ...alteration });
  const full = await tryWithin(search, fullShape);
  const bare = full?.isAccepted === false ? await tryWithin(search, bareShape) : undefined;
  if (full?.isAccepted === true) return { whole: full };
  if (bare?.isAccepted === true && full !== undefined) return { whole: full, least: bare };
  const isOfMore = full !== undefined && bare !== undefined && bare.refusal !== least.refusal;
  const refined = isOfMore ? await refineByRefusals(search, { whole: full, least: bare }) : undefined;
  if (refined !== undefined && isAccepted(refined)) return refined;
  requests.setAltered(operation.id, undefined);
  return undefined;
}

/** Sends what is required with a half of what may be left out, and then with a quarter. */
async function tryHalves(search: Search, usual: Trials): Promise<Trials> {
  const optional = optionalIn(search.operation, usual.whole.valid.body);
  for (const names of halvesOf(optional)) {
    const half = await tryWithin(search, { ...bareShape, optional: names });
    if (half?.isAccepted === true) return { whole: usual.whole, least: half };
  }
  return usual;
}

/**
 * Where nothing that may be left out is accepted, members further inside may be what is refused: each is left out of everything, and, where
 * that is of no use, each is sent alone, and then those that are accepted.
 */
export async function learnNestedMembers(search: Search, { valid: { body } }: ShapeTrial): Promise<void> {
  const { t, operation } = search;
  const inside = optionalInside(operation, body);
  if (!inside.some((path) => path.length > 1)) return;
  const tryWithout = async (without: Paths): Promise<boolean> => {
    const trial = await tryWithin(search, { ...fullShape, without });
    if (trial?.isAccepted === true) t.state.learned.setBaseline(operation, trial.valid);
    return trial?.isAccepted === true;
  };
  // The largest is the likeliest: it wraps others, and a reference in it leads nowhere.
  const bySize = inside.toSorted((left, right) => sizeAt(body, right) - sizeAt(body, left));
  for (const path of bySize) if (await tryWithout([path])) return;
  const refused: (readonly string[])[] = [];
  for (const path of inside)
    if (!(await tryWithout(inside.filter((each) => each !== path)))) refused.push(path);
  if (refused.length < inside.length - 1) await tryWithout(refused);
}

type Paths = readonly (readonly string[])[];

/** The size of the value at a path, in characters. */
function sizeAt(body: Json | undefined, path: readonly string[]): number {
  return renderJson(valueAt(body, path) ?? null).length;
}

/** The halves of names, and the halves of these. */
function halvesOf(names: readonly string[]): readonly (readonly string[])[] {
  const split = (all: readonly string[]): readonly (readonly string[])[] => {
    const middle = Math.ceil(all.length / 2);
    return [all.slice(0, middle), all.slice(middle)].filter(({ length }) => length > 0);
  };
  const halves = names.length < 2 ? [] : split(names);
  return [...halves, ...halves.flatMap((half) => (half.length < 2 ? [] : split(half)))];
}

/** Sends a request, as long as the budget of the search lasts; undefined where none is sent. */
async function tryWithin(search: Search, shape: Shape): Promise<ShapeTrial | undefined> {
  if (!takeRequest(search)) return undefined;
  return unlessSkipped(() => tryShape(search.t, search.operation, shape));
}
