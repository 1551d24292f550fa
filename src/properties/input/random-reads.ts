import * as fc from "fast-check";
import { type Actor, type Property, type Roles, tooManyItems } from "../../actor/index.js";
import { noKnowledge, type Operation, type Parameter, valuesFor } from "../../description/index.js";
import type { Combination, Dimension, Dimensions } from "../../engine/index.js";
import { isSuccess } from "../../engine/index.js";
import {
  type Callable,
  changesMeaning,
  endsInParameter,
  isOfClient,
  isPageSize,
  matches,
  pageSizeOf,
  pointerTo,
  slugOf,
  soundsHarmful,
} from "../../model/index.js";
import { deriveViolations, isRarelySent, madeFor, valuesOf } from "../../values/index.js";
import {
  describePart,
  judge,
  judgeUnlessRefused,
  keyOf,
  type Read,
  readControlStatus,
  readFrom,
  sendRead,
  sendUnjudged,
  shownCount,
} from "./read-verbs.js";
import { classesOf } from "./violations.js";

/** A valid combination may be refused: rules across parameters are the server's. */
export const randomReads: Property = {
  id: "random",
  requirement: () => "valid",
  sentence: ({ op }) =>
    `however the parameters of ${op.id} are combined, the response is one that is described`,
  phase: "random",
  about: freeReads,
  dimensions: valuesIn,
  run: async (t: Actor, { op }, input) => {
    t.assumeAccepted();
    const read = await readFrom(t, input as Combination);
    const { response, json } = await sendRead(t, read);
    const { status } = response;
    if (isSuccess(status)) return expectPageSize(t, op, read, shownCount(t, json));
    const parts = partsOf(read);
    if (parts.length < 2 || status < 400) return;
    for (const part of parts) if (!isSuccess(await readControlStatus(t, part))) return;
    t.assume(false, "refused together", `${parts.map(describePart).join(" with ")} (${status})`);
  },
};

/** An invalid value that fails alone has no other reason to fail beside others: the smaller requests are judged first. */
export const invalidReads: Property = {
  id: "random",
  requirement: () => "server-error",
  sentence: ({ op }) =>
    `${op.id} does not fail, however the parameters beside one that is invalid are combined`,
  source: "RFC 9110, section 15.6",
  phase: "random",
  about: freeReads,
  dimensions: (roles) => ({ violation: violationsIn(roles), ...valuesIn(roles) }),
  run: async (t: Actor, { op }, input) => {
    t.assumeAccepted();
    const read = await readFrom(t, input as Combination);
    if (read.violation === undefined) return;
    const exchange = await sendUnjudged(t, read);
    const { outcome } = exchange;
    const isFailure = outcome.kind === "response" && outcome.status >= 500;
    for (const smaller of isFailure ? smallerThan(op, read) : []) await sendRead(t, smaller);
    await judge(t, exchange);
  },
};

/**
 * Parameters that may be left out, and that stand in a cookie or are written in a media type: nothing else sends these in a run without
 * random cases.
 */
export const optionalParameters: Property = {
  id: "optional-parameters",
  requirement: () => "valid",
  sentence: ({ op }) =>
    `A request to ${op.id} gets a response that is described, also with a parameter in a cookie or in a media type.`,
  phase: "final",
  about: (op, callable) => {
    const roles = freeReads(op, callable);
    const parameters = roles?.parameters?.filter(isRarelySent) ?? [];
    return roles === undefined || parameters.length === 0 ? undefined : { ...roles, parameters };
  },
  run: async (t: Actor, { parameters = [] }) => {
    t.assumeAccepted();
    for (const each of parameters) {
      const value = madeFor(each);
      if (value !== undefined) await judgeUnlessRefused(t, { chosen: [[each, value]] });
    }
  },
};

/** Parameters of one operation that are combined. */
const mostParameters = 16;

/** GET by parameters of which any value may be sent. */
function freeReads(op: Operation, { described }: Callable): Roles | undefined {
  const given = valuesFor(described.known ?? noKnowledge, op);
  const parameters = op.parameters
    .filter((each) => isFree(each) && !Object.hasOwn(given, each.name))
    .slice(0, mostParameters);
  return op.method === "GET" && parameters.length > 0 ? { op, parameters, needs: [] } : undefined;
}

function isFree({ name, in: where, schema, isFixed = false }: Parameter): boolean {
  if (isFixed || where === "path" || soundsHarmful(name) || changesMeaning(name)) return false;
  return (
    !(where === "header" && isOfClient(name)) && (schema.enum !== undefined || !matches(name, "shaping"))
  );
}

function valuesIn({ op, parameters = [] }: Roles): Dimensions {
  return {
    ...Object.fromEntries(parameters.map((each) => [keyOf(each), valuesOf(each)])),
    ...(endsInParameter(op.path) ? { item: items } : {}),
  };
}

/** Items of one kind that are asked for. */
const mostItems = 10;

/** By their number among those that are known; null: the usual one. */
const items: Dimension = {
  "as usual": fc.constant(null),
  another: fc.nat({ max: mostItems - 1 }),
};

/** By their checks, those of each place together; null where there are none. */
function violationsIn({ op, parameters = [] }: Roles): Dimension {
  const named = new Set(parameters.map(keyOf));
  const violations = deriveViolations(op).filter(({ place }) => named.has(`${place.in} ${place.path[0]}`));
  if (violations.length === 0) return { none: fc.constant(null) };
  return classesOf(violations, op, ({ place }) => `${place.in} ${pointerTo(place)}`);
}

/** A page has no more items than it is asked for, whatever else it is asked for. */
function expectPageSize(t: Actor, op: Operation, { chosen }: Read, count: number): void {
  const [[size, most] = [], ...others] = chosen.filter(([{ name }]) => isPageSize(name));
  const isBound = size !== undefined && size === pageSizeOf(op) && others.length === 0;
  if (!isBound || typeof most !== "bigint" || most < 1n) return;
  t.expect(count <= most, { check: `${slugOf(op)}/page-size`, ...tooManyItems(size, most, count) });
}

/** Splits a read into reads of one value each. */
function partsOf({ chosen, item }: Read): readonly Read[] {
  return [
    ...chosen.map((each) => ({ chosen: [each] })),
    ...(item === undefined ? [] : [{ chosen: [], item }]),
  ];
}

/** The same without the violation, with a valid value in its place, and the violation alone. */
function smallerThan(op: Operation, { chosen, item, violation }: Read): readonly Read[] {
  const { in: where, path } = violation?.place ?? {};
  const violated = op.parameters.find((each) => each.in === where && each.name === path?.[0]);
  const value = violated && madeFor(violated);
  const isChosen = chosen.some(([each]) => each === violated);
  const valid = violated === undefined || value === undefined || isChosen ? [] : [[violated, value] as const];
  return [
    { chosen, item },
    { chosen: [...chosen, ...valid], item },
    { chosen: [], violation },
  ];
}
