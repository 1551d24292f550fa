import { noKnowledge, type Operation, valuesFor } from "../../description/index.js";
import { isRefusal, Skip, unlessSkipped } from "../../engine/index.js";
import { isFraction, isJsonObject, type Json } from "../../json/index.js";
import {
  addressOf,
  constantMembers,
  kindsNeeded,
  matches,
  optionalIn,
  type Resource,
  slugOf,
  takesInput,
} from "../../model/index.js";
import { bareShape, fullShape, type Shape } from "../../schema/index.js";
import type { ApiState } from "../api-state.js";
import { actAfterOthers } from "./action-fixtures.js";
import { learnNestedMembers, tryAlterations } from "./altered-requests.js";
import { createItem, creationFor } from "./create-item.js";
import { expectOperation } from "./described-operations.js";
import type { Context } from "./item-baseline.js";
import { validRequest } from "./made-request.js";
import { referredTwice } from "./member-references.js";
import { addOpenParent } from "./open-parents.js";
import {
  createSearch,
  describeMembers,
  forgetUnused,
  refineByRefusals,
  type Search,
} from "./refined-requests.js";
import { freeTexts, shapeOf, statedBodiesFor } from "./stated-bodies.js";
import { isAccepted, type ShapeTrial, type Trials, tryShape } from "./trials.js";
import { hasUnique, keepUsual, makeUnique, mayBeInFuture, withdrawUnique } from "./unique-values.js";

/**
 * Finds a valid request that an operation accepts, with which all others are compared: one with everything, or with what is required
 * alone and as much else as is accepted beside it.
 * @param accepted is called once one is accepted: the rest is about others that may be
 * @throws Skip where none is accepted
 */
export async function learnRequest(t: Context, operation: Operation, accepted: () => void): Promise<void> {
  const { learned } = t.state;
  const lacking = lackingFor(t.state, operation);
  learned.setLacking(
    operation,
    lacking.map(({ itemPath }) => itemPath),
  );
  await addReferred(t, operation);
  const made = await tryBoth(t, operation);
  const usual = isAccepted(made) ? made : await tryStated(t, operation, made);
  const { whole, least } = await tryOtherwise(t, operation, usual);
  if (isAccepted({ whole, ...(least && { least }) })) accepted();
  if (least === undefined) {
    learned.setBaseline(operation, whole.valid);
    await learnUnique(t, operation, whole.valid.shape);
  } else if (least.isAccepted) {
    learned.setBaseline(operation, least.valid);
    await learnOptional(t, operation, { whole, least });
    forgetUnused(t.state, operation);
  } else {
    const text = `${whole.refusal}${describeMembers(t.state, operation, whole)}`;
    learned.noteRefusal(operation, { status: whole.status, text });
    await expectOperation(t, operation, whole.parsed);
    // Once there is an item of what is lacking, the operation is tried again.
    const mayComeLater = lacking.some(({ creations }) => creations.some(({ id }) => t.state.effects.has(id)));
    if (!mayComeLater) await expectAcceptance(t, operation, least);
    throw new Skip("untested", `no valid request got a 2xx: ${text}`, lackOf(whole));
  }
}

/** The kinds of item that an operation needs, and of which the run has none of its own. */
function lackingFor({ api, inventory }: ApiState, operation: Operation): readonly Resource[] {
  return kindsNeeded(operation, api).filter(
    (kind) => !inventory.items.some(({ own, resource }) => own && resource === kind),
  );
}

/** Tries each member that may be left out alone, and then those together that are accepted. */
async function learnOptional(t: Context, operation: Operation, { whole, least }: Required<Trials>) {
  const { shape } = least.valid;
  const known = shape.optional === "all" ? [] : shape.optional;
  const accepted: string[] = [];
  for (const name of optionalIn(operation, whole.valid.body).filter((each) => !known.includes(each)))
    if ((await tryShape(t, operation, { ...shape, optional: [...known, name] })).isAccepted)
      accepted.push(name);
  await learnUnique(t, operation, shape);
  if (accepted.length === 0) return learnNestedMembers(createSearch(t, operation), whole);
  const most = await tryShape(t, operation, { ...shape, optional: [...known, ...accepted] });
  if (most.isAccepted) t.state.learned.setBaseline(operation, most.valid);
}

/** Where a request is refused, it is changed as refusals of this kind are known to want it, and then as this one says. */
async function tryOtherwise(t: Context, operation: Operation, usual: Trials): Promise<Trials> {
  if (isAccepted(usual))
    return usual.whole.isAccepted ? usual : refineByRefusals(createSearch(t, operation), usual);
  const later = await tryInFuture(t, operation, usual);
  const whole = isAccepted(later) ? later : await tryIntegers(t, operation, later);
  const found = isAccepted(whole) ? whole : await searchRequest(createSearch(t, operation), whole);
  if (!isAccepted(found)) t.state.requests.setInFuture(operation.id, false);
  return found;
}

/** Changes requests as refusals say, and then in ways that no refusal tells. */
async function searchRequest(search: Search, usual: Trials): Promise<Trials> {
  const refined = await refineByRefusals(search, usual);
  return isAccepted(refined) ? refined : tryAlterations(search, refined);
}

async function tryBoth(t: Context, operation: Operation): Promise<Trials> {
  const whole = await tryWhole(t, operation);
  return whole.isAccepted ? { whole } : { whole, least: await tryShape(t, operation, bareShape) };
}

/** Members of a stated body that are tried with another text, at most. */
const mostFreed = 8;

/**
 * Tries the bodies that the description's author has written, where no made one is accepted: they may have the only values that a
 * server knows. The members that take any text have one of the run from then on.
 */
async function tryStated(t: Context, operation: Operation, usual: Trials): Promise<Trials> {
  const { requests } = t.state;
  if (!isRefusal(usual.whole.status) && ![404, 409].includes(usual.whole.status)) return usual;
  for (const value of statedBodiesFor(t.state, operation)) {
    const shape = shapeOf(operation, value);
    const free = new Set<string>();
    requests.setStated(operation.id, { value, free });
    const first = await unlessSkipped(() => tryShape(t, operation, shape));
    if (first?.isAccepted === true) {
      for (const name of freeTexts(operation, value).slice(0, mostFreed)) {
        requests.setStated(operation.id, { value, free: new Set([...free, name]) });
        if ((await tryShape(t, operation, shape)).isAccepted) free.add(name);
      }
      requests.setStated(operation.id, { value, free });
      const whole = await tryShape(t, operation, fullShape);
      return whole.isAccepted ? { whole } : { whole, least: await tryShape(t, operation, shape) };
    }
  }
  requests.setStated(operation.id, undefined);
  return usual;
}

/**
 * Where dates may be what is refused, since they are past, those of all requests to an operation are in the future, if that is
 * of use, or something else is refused then.
 * @returns what says most of why an operation refuses its requests, where it refuses these, too
 */
async function tryInFuture(t: Context, operation: Operation, usual: Trials): Promise<Trials> {
  const { state } = t;
  const { whole } = usual;
  const mayBeOfDates = isRefusal(whole.status) || whole.status === 409;
  if (!mayBeOfDates || !mayBeInFuture(state, operation)) return usual;
  state.requests.setInFuture(operation.id, true);
  const trials = await unlessSkipped(() => tryBoth(t, operation));
  if (trials !== undefined && isAccepted(trials)) return trials;
  const isOfMore =
    trials !== undefined &&
    matches(whole.refusal, "past-times") &&
    !matches(trials.whole.refusal, "past-times");
  state.requests.setInFuture(operation.id, isOfMore);
  return isOfMore ? trials : usual;
}

/** Adds a second item where a body goes from one to another one, and the run has one alone. */
async function addReferred(t: Context, operation: Operation): Promise<void> {
  const { state } = t;
  if (operation.method !== "POST") return;
  for (const resource of referredTwice(state, operation)) {
    const own = state.inventory.items.filter((item) => item.own && item.resource === resource);
    const creation = creationFor(state, { path: resource.collectionPath });
    if (own.length === 1 && creation !== undefined && state.learned.baselines.has(creation.id))
      await unlessSkipped(() => createItem(t, creation));
  }
}

/** A run with the same seed may have left items with the same words, and words may have to differ. */
async function tryWhole(t: Context, operation: Operation): Promise<ShapeTrial> {
  const { state } = t;
  const first = await tryAction(t, operation);
  const mayBeDuplicate = operation.method === "POST" && [400, 409, 422].includes(first.status);
  if (state.requests.needsOwnWords() || !mayBeDuplicate) return first;
  state.requests.setOwnWords(true);
  const second = await tryShape(t, operation, fullShape);
  state.requests.setOwnWords(second.isAccepted);
  if (!second.isAccepted) withdrawUnique(state, operation);
  return second;
}

/**
 * Where a body has texts that every request has, another item is created at once: no two items may have the same. Where the
 * server has nothing against it, they stay as they are, since another text that the pattern allows may mean nothing.
 */
async function learnUnique(t: Context, operation: Operation, shape: Shape): Promise<void> {
  const { state } = t;
  const members = constantMembers(operation).filter(({ isText }) => isText);
  if (operation.method !== "POST" || members.length === 0 || hasUnique(state, operation)) return;
  makeUnique(
    state,
    operation,
    members.filter(({ isStated }) => isStated),
  );
  const isStated = hasUnique(state, operation);
  const second = await tryShape(t, operation, shape);
  const isInTheWay =
    hasUnique(state, operation) && (second.status === 409 || !isStated) && !second.isAccepted;
  const last = isInTheWay ? await tryShape(t, operation, shape) : second;
  if (!last.isAccepted) withdrawUnique(state, operation);
  else if (!hasUnique(state, operation)) keepUsual(state, operation);
}

/** Where an action meets a conflict, another one may have to come before it. */
async function tryAction(t: Context, operation: Operation): Promise<ShapeTrial> {
  let trial = await tryListed(t, operation);
  if (trial.status === 409 && t.state.fixtures.next.has(operation.id))
    await actAfterOthers(t, operation, async () => {
      trial = await tryListed(t, operation);
      return trial.status;
    });
  const isBelow = trial.status === 409 && t.state.effects.get(operation.id) === "creates";
  return isBelow && (await addOpenParent(t, operation)) ? tryListed(t, operation) : trial;
}

/** Where the ids that the user gives lead to nothing, those that a list has shown are asked for. */
async function tryListed(t: Context, operation: Operation): Promise<ShapeTrial> {
  const { contract, requests } = t.state;
  const given = await tryShape(t, operation, fullShape);
  const names = Object.keys(valuesFor(contract.known ?? noKnowledge, operation));
  const isGiven = operation.method === "GET" && names.some((name) => operation.path.includes(`{${name}}`));
  if (!isGiven || ![404, 410].includes(given.status)) return given;
  requests.setWithoutGiven(operation.id, true);
  const other = validRequest(t.state, operation);
  const isSame = addressOf(other.request.path) === addressOf(given.valid.request.path);
  const listed = isSame ? given : await tryShape(t, operation, fullShape);
  if (!listed.isAccepted) requests.setWithoutGiven(operation.id, false);
  return listed;
}

/** Statuses that refuse a request for what it is. */
const refusing: readonly number[] = [400, 415, 422];
/** Valid requests that are refused before an operation is said to refuse every one. */
const mostRefused = 5;

/** Warns of an operation that refuses one valid request after the other. @param last the one that was refused before */
async function expectAcceptance(t: Context, operation: Operation, last: ShapeTrial): Promise<void> {
  if (!takesInput(operation)) return;
  let refused = last;
  for (let count = 0; count < mostRefused; count += 1) {
    if (!refusing.includes(refused.status)) return;
    refused = await tryShape(t, operation, count % 2 === 0 ? fullShape : bareShape);
  }
  if (!refusing.includes(refused.status)) return;
  t.expect(false, {
    check: `${slugOf(operation)}/accepts`,
    problem: "every valid request is refused",
    expected: "2xx to a request that the description calls valid",
    actual: `${mostRefused} of ${mostRefused} are refused, the last with ${refused.refusal}; if it takes values that the description does not state, give them (api: values)`,
    at: { in: "status" },
  });
}

/** A refusal of what the description allows may be for a value that the server does not know. */
function lackOf({ status }: ShapeTrial): "value" | undefined {
  return isRefusal(status) || status === 404 ? "value" : undefined;
}

/**
 * Where numbers may be what is refused, since they are no integers, integers are sent for them: many a server has integers,
 * and describes numbers.
 */
async function tryIntegers(t: Context, operation: Operation, usual: Trials): Promise<Trials> {
  const { whole } = usual;
  if (!isRefusal(whole.status) || !hasFraction(whole.valid.body)) return usual;
  const hasWholeNumbers = true;
  const first = await tryShape(t, operation, { ...fullShape, hasWholeNumbers });
  if (first.isAccepted) return { whole: first };
  const least = await tryShape(t, operation, { ...bareShape, hasWholeNumbers });
  return least.isAccepted ? { whole: first, least } : usual;
}

function hasFraction(value: Json | undefined): boolean {
  if (value === undefined || isFraction(value)) return value !== undefined;
  if (Array.isArray(value)) return (value as readonly Json[]).some(hasFraction);
  return isJsonObject(value) && Object.values(value).some(hasFraction);
}
