import * as fc from "fast-check";
import { isSuccess, Skip } from "../../../checks/index.js";
import type { Contract, Operation, Parameter } from "../../../description/index.js";
import { groupBy } from "../../../description/index.js";
import type { Combination, Dimension, Dimensions } from "../../../generate/index.js";
import {
  changesMeaning,
  endsInParameter,
  isPageSize,
  matches,
  pageSizeOf,
  pointerTo,
  soundsHarmful,
} from "../../../model/index.js";
import { countItems, tooManyItems } from "../lists/page-size.js";
import { type ApiScenario, baselineOf, type Context } from "../requests/baseline.js";
import { madeFor, valuesOf } from "../requests/parameter-values.js";
import { slugOf } from "../requests/requests.js";
import { sendSafely } from "../requests/sending.js";
import { violationId } from "../violations/judged-violations.js";
import { deriveViolations } from "../violations/violations.js";
import { describePart, keyOf, partsOf, type Read, readControlStatus, readFrom, requestOf } from "./reads.js";

/** Parameters of one operation that are combined. */
const mostParameters = 16;
/** Items of one kind that are asked for. */
const mostItems = 10;

/** Headers of the client itself. */
const ofClient =
  /^(accept|content|transfer|connection|cookie|user-agent|cache|referer|date|via|trailer|keep-alive|proxy|sec|access-control|authorization|te)(-|$)/i;

/** However the parameters of a read are combined, one of them invalid or none, the response is one that is described. */
export function randomReadScenarios(
  operation: Operation,
  { known }: Pick<Contract, "known">,
): readonly ApiScenario[] {
  const parameters = operation.parameters
    .filter((each) => isFree(each) && !Object.hasOwn(known?.values ?? {}, each.name))
    .slice(0, mostParameters);
  if (parameters.length === 0) return [];
  const slug = slugOf(operation);
  const valid = (): Dimensions => ({
    ...Object.fromEntries(parameters.map((each) => [keyOf(each), valuesOf(each)])),
    ...(endsInParameter(operation.path) ? { item: items } : {}),
  });
  return [
    {
      id: `${slug}/valid/random`,
      title: `however the parameters of ${operation.id} are combined, the response is one that is described`,
      phase: "random",
      inputs: () => [],
      dimensions: valid,
      run: async (t, input) => {
        baselineOf(t, operation);
        await judgeValid(t, operation, await readFrom(t, operation, input as Combination));
      },
    },
    {
      id: `${slug}/server-error/random`,
      title: `${operation.id} does not fail, however the parameters beside one that is invalid are combined`,
      phase: "random",
      inputs: () => [],
      dimensions: () => ({ violation: violationsAmong(operation, parameters), ...valid() }),
      run: async (t, input) => {
        baselineOf(t, operation);
        await judgeInvalid(t, operation, await readFrom(t, operation, input as Combination));
      },
    },
  ];
}

/** May any value be sent? */
function isFree({ name, in: where, schema, isFixed = false }: Parameter): boolean {
  if (isFixed || where === "path" || soundsHarmful(name) || changesMeaning(name)) return false;
  return (
    !(where === "header" && ofClient.test(name)) && (schema.enum !== undefined || !matches(name, "shaping"))
  );
}

/** By their number among those that are known; null: the usual one. */
const items: Dimension = {
  "as usual": fc.constant(null),
  another: fc.nat({ max: mostItems - 1 }),
};

/** By their checks, those of each place together; null where there are none. */
function violationsAmong(operation: Operation, parameters: readonly Parameter[]): Dimension {
  const named = new Set(parameters.map(keyOf));
  const violations = deriveViolations(operation).filter(({ place }) =>
    named.has(`${place.in} ${place.path[0]}`),
  );
  if (violations.length === 0) return { none: fc.constant(null) };
  const ofPlaces = groupBy(violations, ({ place }) => `${place.in} ${pointerTo(place)}`);
  return Object.fromEntries(
    [...ofPlaces].map(([name, same]) => [
      name,
      fc.constantFrom(...same.map((each) => violationId(operation, each))),
    ]),
  );
}

/** A valid combination may be refused: rules across parameters are the server's. */
async function judgeValid(t: Context, operation: Operation, read: Read): Promise<void> {
  const { response, json } = await t.send(requestOf(t, operation, read));
  if (isSuccess(response.status)) {
    const [[size, most] = [], ...others] = read.chosen.filter(([{ name }]) => isPageSize(name));
    const isBound = size !== undefined && size === pageSizeOf(operation) && others.length === 0;
    if (!isBound || typeof most !== "bigint" || most < 1n) return;
    const count = countItems(t.state, operation, json);
    return t.expect(count <= most, {
      check: `${slugOf(operation)}/page-size`,
      ...tooManyItems(size, most, count),
    });
  }
  const parts = partsOf(read);
  if (parts.length < 2 || response.status < 400) return;
  for (const part of parts) if (!isSuccess(await readControlStatus(t, operation, part))) return;
  const names = parts.map(describePart).join(" with ");
  throw new Skip(
    "untested",
    `${names} is refused with ${response.status}, although each is served alone: perhaps a rule of the server`,
  );
}

/** An invalid value that fails by itself has no other reason to fail here. */
async function judgeInvalid(t: Context, operation: Operation, read: Read): Promise<void> {
  if (read.violation === undefined) return;
  const exchange = await sendSafely(t.state, requestOf(t, operation, read));
  const { outcome } = exchange;
  if (outcome.kind === "response" && outcome.status >= 500) {
    const parts = [
      { ...read, violation: undefined },
      mended(operation, read),
      { ...read, chosen: [], item: undefined },
    ];
    for (const part of parts) await t.send(requestOf(t, operation, part));
  }
  await t.judge(exchange);
}

/** The same with a valid value in the place of the violation. */
function mended({ parameters }: Operation, { chosen, item, violation }: Read): Read {
  const { in: where, path } = violation?.place ?? {};
  const violated = parameters.find((each) => each.in === where && each.name === path?.[0]);
  const value = violated && madeFor(violated);
  const isChosen = chosen.some(([each]) => each === violated);
  const more = violated === undefined || value === undefined || isChosen ? [] : [[violated, value] as const];
  return { chosen: [...chosen, ...more], item, violation: undefined };
}
