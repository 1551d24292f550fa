import type { Operation } from "../../description/index.js";
import { shownText, unlessSkipped } from "../../engine/index.js";
import { isJsonObject, type Json } from "../../json/index.js";
import { bodyPlaces } from "../../model/index.js";
import { bareShape, fullShape, plainSchema, type Shape } from "../../schema/index.js";
import {
  type Complaint,
  complaintsIn,
  guessedRefinements,
  mergeRefinements,
  type Refinement,
  statedRefinements,
} from "../../values/index.js";
import type { ApiState } from "../api-state.js";
import { isGiven } from "../request-values.js";
import type { Context } from "./item-baseline.js";
import { isAccepted, type ShapeTrial, type Trials, tryShape } from "./trials.js";

/** Changes of a member by one sentence, at most. */
const mostBySentence = 3;

/** Requests that are sent to find a valid one of an operation, beside the usual ones. */
const mostRequests = 12;

/** Members that are named with a refusal. */
const mostNamed = 3;

/** Texts of a request that are looked for in a refusal, at most; and the length of the shortest. */
const mostQuotes = 100;
const shortestQuote = 4;

/** Statuses of refusals that may name a member. */
const telling: readonly number[] = [400, 404, 409, 422];

/**
 * Changes the members that refusals name as these say, and sends the request again: first with what is required alone, then with
 * everything. What helped stays known, for all operations with members of that name.
 * @returns the usual trials, where that was of no use
 */
export async function refineByRefusals(search: Search, usual: Trials): Promise<Trials> {
  const { t, operation } = search;
  const { state } = t;
  const before = new Map(state.learned.refinements);
  const { whole, least = whole } = usual;
  const bare = least.isAccepted ? least : await refineShape(search, bareShape, [least, whole]);
  if (bare?.isAccepted !== true) {
    restore(state, before);
    return usual;
  }
  const full = await refineShape(search, fullShape, [
    least.isAccepted ? whole : ((await unlessSkipped(() => tryShape(t, operation, fullShape))) ?? whole),
  ]);
  return full?.isAccepted === true ? { whole: full } : { whole: full ?? whole, least: bare };
}

/** The search for a valid request of an operation, where the usual ones are refused. */
export interface Search {
  readonly t: Context;
  readonly operation: Operation;
  /** By member and sentence: how often the member was changed by it. */
  readonly tries: Map<string, number>;
  /** By member, and by sentence: the change of the member that it was last made by; first what was known before. */
  readonly options: Map<string, ReadonlyMap<string, Refinement>>;
}

/** Begins a search. */
export function createSearch(t: Context, operation: Operation): Search {
  return { t, operation, tries: new Map(), options: new Map() };
}

/** Takes one request from the budget of an operation, which lasts for a whole run. Returns whether there was one. */
export function takeRequest({ t: { state }, operation }: Search): boolean {
  return state.requests.countSearched(operation.id) <= mostRequests;
}

/** Sends a request of a shape, and again as long as its refusals say something new. */
async function refineShape(
  search: Search,
  shape: Shape,
  refused: readonly ShapeTrial[],
): Promise<ShapeTrial | undefined> {
  const { t, operation } = search;
  let trials = refused;
  while (
    !trials.some((each) => isAccepted({ whole: each })) &&
    refine(search, trials) &&
    takeRequest(search)
  ) {
    // Where no value can be made as a refusal says, it means something else.
    const next = await unlessSkipped(() => tryShape(t, operation, shape));
    trials = next === undefined ? trials : [next];
  }
  return trials[0];
}

/** Changes the members that these refusals name. Returns whether there was one to change. */
function refine(search: Search, trials: readonly ShapeTrial[]): boolean {
  const names = namesIn(search.t.state, search.operation);
  const refusals = trials.flatMap((trial) => {
    const named = complaintsOf(trial, names);
    const all = named.length > 0 ? named : conflictOf(search, trial);
    return all.map((complaint) => ({ ...complaint, sent: sentAs(trial, complaint.member) }));
  });
  const members = [...new Set(refusals.map(({ member }) => member))];
  const changed = members.filter((member) => {
    const ofMember = refusals.filter((each) => each.member === member);
    const sentences = new Map(ofMember.toReversed().map((each) => [each.message, each]));
    return refineMember(search, [...sentences.values()], ofMember[0]?.sent);
  });
  return changed.length > 0;
}

/** What a conflict is about that names no member: the only one that has one of several words. */
function conflictOf({ t, operation }: Search, { status, refusal }: ShapeTrial): readonly Complaint[] {
  const chosen = bodyPlaces(operation).filter(
    ({ schema }) => (plainSchema(schema).enum ?? []).filter((word) => typeof word === "string").length > 1,
  );
  const [name] = chosen.map(({ place }) => place.path.at(-1));
  const isOnlyChoice = status === 409 && chosen.length === 1 && name !== undefined && name !== "*";
  return isOnlyChoice && !isGiven(t.state, operation, name)
    ? [{ member: name, message: refusal, listed: [] }]
    : [];
}

/** Changes a member by all that is said of it; where nothing of it is understood, by a guess. */
function refineMember(search: Search, complaints: readonly Complaint[], sent: Json | undefined): boolean {
  const said = complaints.map((each) => ({ complaint: each, options: statedRefinements(each, sent) }));
  const isUnderstood = said.some(({ complaint, options }) => triedBy(search, complaint) < options.length);
  const guesses = complaints.slice(0, 1).map((each) => ({
    complaint: each,
    options: [
      ...statedRefinements(each, sent),
      ...guessedRefinements(sent, wordsFor(search.operation, each.member)),
    ],
  }));
  const changed = (isUnderstood ? said : guesses).filter(({ complaint, options }) => {
    const option = options[triedBy(search, complaint)];
    return option !== undefined && apply(search, complaint, option);
  });
  return changed.length > 0;
}

/** The texts that the description lists for a member of the body. */
function wordsFor(operation: Operation, member: string): readonly string[] {
  const place = bodyPlaces(operation).find((each) => each.place.path.at(-1) === member);
  const { enum: words = [] } = plainSchema(place?.schema ?? {});
  return words.filter((each) => typeof each === "string");
}

function triedBy({ tries }: Search, { member, message }: Complaint): number {
  return tries.get(`${member} ${message}`) ?? 0;
}

function apply(
  { t: { state }, operation, tries, options }: Search,
  { member, message }: Complaint,
  option: Refinement,
): boolean {
  const { refinements, setRefinement } = state.learned;
  const key = `${member} ${message}`;
  const tried = tries.get(key) ?? 0;
  if (tried >= mostBySentence) return false;
  tries.set(key, tried + 1);
  // Another option takes the place of one that was of no use.
  const ofMember = options.get(member) ?? new Map([["", refinements.get(member) ?? { schema: {} }]]);
  options.set(member, new Map([...ofMember].filter(([other]) => other !== message)).set(message, option));
  const refinement = [...(options.get(member) ?? ofMember).values()].reduce(mergeRefinements);
  setRefinement(member, { ...refinement, operation: operation.id, message });
  return true;
}

/** Names the members that a refusal is about, to be added to its message; empty where it names none. */
export function describeMembers(state: ApiState, operation: Operation, trial: ShapeTrial): string {
  const members = complaintsOf(trial, namesIn(state, operation)).map(({ member }) => member);
  const named = [...new Set(members)].slice(0, mostNamed);
  return named.length === 0 ? "" : `, about ${named.join(", ")}`;
}

function complaintsOf({ parsed, status, valid }: ShapeTrial, names: readonly string[]): readonly Complaint[] {
  if (parsed === undefined || !telling.includes(status)) return [];
  const texts = textsIn(valid.body, [...new URLSearchParams(valid.request.path.split("?")[1]).values()]);
  return complaintsIn(parsed.json, shownText(parsed.response), names).map((each) => ({
    ...each,
    message: texts.reduce((rest, text) => rest.replaceAll(text, ""), each.message),
    listed: each.listed.filter((text) => !texts.includes(text)),
  }));
}

/** Texts of a request that a refusal may quote: those that are no common words. */
function textsIn(body: Json | undefined, asked: readonly string[]): readonly string[] {
  const found: string[] = [];
  const collect = (value: Json | undefined): void => {
    if (typeof value === "string") found.push(value);
    else if (Array.isArray(value)) (value as readonly Json[]).forEach(collect);
    else if (isJsonObject(value)) Object.values(value).forEach(collect);
  };
  collect(body);
  return [...found, ...asked].filter(({ length }) => length >= shortestQuote).slice(0, mostQuotes);
}

/** The names of the members and parameters of an operation that the user gives no value for. */
function namesIn(state: ApiState, operation: Operation): readonly string[] {
  const ofBody = bodyPlaces(operation).flatMap(({ place: { path } }) => path.at(-1) ?? []);
  const asked = operation.parameters.filter((each) => each.in !== "path").map(({ name }) => name);
  return [...new Set([...ofBody, ...asked])].filter(
    (name) => name !== "*" && !isGiven(state, operation, name),
  );
}

/** The value that a request had for a member or parameter; undefined where it had none. */
export function sentAs(
  { valid: { body, request } }: Pick<ShapeTrial, "valid">,
  name: string,
): Json | undefined {
  return memberIn(body, name) ?? new URLSearchParams(request.path.split("?")[1]).get(name) ?? undefined;
}

function memberIn(value: Json | undefined, name: string): Json | undefined {
  if (Array.isArray(value)) return memberIn((value as readonly Json[])[0], name);
  if (!isJsonObject(value)) return undefined;
  if (Object.hasOwn(value, name)) return value[name];
  return Object.values(value)
    .map((each) => memberIn(each, name))
    .find((each) => each !== undefined);
}

/** Forgets what refusals said of members that the accepted requests of an operation do not have: that was of no use. */
export function forgetUnused({ learned }: ApiState, operation: Operation): void {
  const valid = learned.baselines.get(operation.id);
  for (const [member, { operation: by, rule }] of learned.refinements)
    if (valid && by === operation.id && rule !== "leftOut" && sentAs({ valid }, member) === undefined)
      learned.setRefinement(member, undefined);
}

function restore({ learned }: ApiState, before: ApiState["learned"]["refinements"]): void {
  for (const member of [...learned.refinements.keys()]) learned.setRefinement(member, before.get(member));
}
