import * as fc from "fast-check";
import {
  type Actor,
  anyOperation,
  type BrokenPromise,
  expectStatusOf,
  levelBy,
  type OwnProperty,
  type Property,
  type Selector,
} from "../../actor/index.js";
import { groupBy, type Operation } from "../../description/index.js";
import type { Dimension } from "../../engine/index.js";
import { isRefusal, isSuccess } from "../../engine/index.js";
import { pointerTo } from "../../model/index.js";
import {
  effectiveStatus,
  isBodiless,
  isErrorEnvelope,
  isToBeRefused,
  optional,
  type Violation,
  violationId,
  violationPart,
  violationsOf,
} from "../../values/index.js";
import { ignoresValue, noteEvidence } from "./evidence-verbs.js";
import {
  isStrict,
  maskingCheck,
  refusalsLike,
  repeatsRefusal,
  requestWith,
  sendControl,
  sendViolation,
} from "./violation-verbs.js";

/** The properties of an operation's violations: one place and one keyword each. */
export function violationProperties(op: Operation): readonly Property[] {
  return violationsOf(op).flatMap((violation) =>
    isToBeRefused(op, violation)
      ? [refused(op, violation), unlikeOthers(op, violation)]
      : [survived(op, violation)],
  );
}

/**
 * A request with a violation is refused. One that is accepted is recorded as evidence: all of it together decides, in
 * `unlikeOthers`, whether it is a failure. With --strict, each is.
 */
function refused(op: Operation, violation: Violation): OwnProperty {
  return {
    id: violationPart(op, violation),
    requirement: {
      name: nameOf(violation),
      level: levelBy("strict"),
      proof:
        "by difference: the same request without this violation got a 2xx; an accepted violation is a failure where the API enforces other assertions, one of them repeated between two accepted requests; a conversion only where the very same is refused; what the API validates at none of three places or more is advice, and a failure with --strict",
    },
    sentence: () => sentenceFor(op, violation),
    phase: "read",
    about: only(op),
    run: async (t: Actor) => {
      const parsed = await sendViolation(t, violation);
      const { status } = parsed.response;
      const { outcome, isOfView } = await noteEvidence(t, violation, parsed);
      // An id of another kind may be that of no item.
      if (outcome === "refused" && violation.place.in !== "path")
        expectStatusOf(t, op, ["400", "422"], status);
      if (outcome === "refused" || isErrorEnvelope(parsed)) return t.pass();
      t.assume(isSuccess(status), "not about the violation", status);
      t.assume(outcome !== "unclear", "nothing left by a filter", status);
      t.assume(isStrict(t) || !isOfView, "asks for a view");
      t.assume(isStrict(t), "accepted like its kind");
      t.expect(false, acceptance(violation, status));
    },
  };
}

/** An accepted violation fails where the server refuses others of its kind, and where the refusal of one is repeated now. */
function unlikeOthers(op: Operation, violation: Violation): Property {
  return {
    id: "unlike-others",
    requirement: () => violationPart(op, violation),
    sentence: () => sentenceFor(op, violation, ", as it refuses others of its kind"),
    phase: "credentials",
    about: only(op),
    inputs: (_, { isFailure }) => (isFailure(violation) ? [null] : []),
    run: async (t: Actor) => {
      const parsed = await sendViolation(t, violation);
      const exchange = t.lastExchange();
      const status = effectiveStatus(parsed);
      t.assume(isSuccess(status), "accepted once", status);
      const refusals = refusalsLike(t, violation);
      t.assume(!(await ignoresValue(t, violation, parsed)), "ignored value");
      t.assume(refusals.length === 0 || (await repeatsRefusal(t, refusals)), "refusal not repeated");
      t.expect(false, { ...acceptance(violation, status), exchange });
    },
  };
}

/** Where no refusal is described, the server survives the violation: that is all. */
function survived(op: Operation, violation: Violation): Property {
  return {
    id: violationPart(op, violation),
    requirement: () => violationPart(op, violation),
    sentence: () => `${op.id} does not fail, although ${violation.label}.`,
    phase: "read",
    about: only(op),
    run: async (t: Actor) => {
      effectiveStatus(await sendViolation(t, violation));
      t.pass();
    },
  };
}

function only(op: Operation): Selector {
  return (each) => (each === op ? { op, needs: [] } : undefined);
}

function nameOf(violation: Violation): string {
  const { place, keyword } = violation;
  const pointer = pointerTo(place);
  return `${place.in} ${pointer === "" || isBodiless(violation) ? "" : `${pointer} `}${keyword}`;
}

function sentenceFor({ id }: Operation, violation: Violation, end = ""): string {
  const { place, label } = violation;
  if (isBodiless(violation)) return `${id} refuses a request without its body${end}.`;
  return `${id} refuses a ${place.path.length === 0 ? "request" : place.in} in which ${label}${end}.`;
}

function acceptance({ label }: Violation, status: number): BrokenPromise {
  return {
    problem: "accepted",
    expected: "a refusal with 4xx",
    actual: `${status}, although ${label}`,
    at: { in: "status" },
  };
}

/**
 * A body that is refused for one violation is refused for two, and in a smaller body. Only violations are combined that the
 * server refuses alone, too: nothing is to be stored.
 */
export const combinedViolations: Property = {
  id: "random",
  requirement: () => "server-error",
  sentence: ({ op }) => `${op.id} refuses a violation in combination, too.`,
  phase: "random",
  needsWalk: true,
  about: anyOperation,
  when: ({ op }) =>
    !["GET", "DELETE"].includes(op.method) && op.body !== undefined && violationsIn(op).length > 0,
  dimensions: ({ op }) => ({
    first: kindsOf(op),
    second: { none: fc.constant(null), ...kindsOf(op) },
    isBare: { no: fc.constant(false), yes: fc.constant(true) },
  }),
  run: async (t: Actor, { op }, input) => {
    const { isBare } = input as WrongBody;
    const combined = chosenBy(op, input as WrongBody);
    if (combined.length === 0) return;
    for (const each of combined)
      t.assume(isRefusal(await t.controlStatus(each)), "not refused alone", each.label);
    if (combined.length === 1 && !isBare) return;
    const { status } = await t.send(requestWith(t, combined, isBare));
    if (!isSuccess(status) || !combined.every((each) => isToBeRefused(op, each))) return;
    const exchange = t.lastExchange();
    // It counts only if each violation is refused alone also now.
    for (const each of combined) if (!isRefusal(await sendControl(t, each))) return;
    t.expect(false, {
      check: maskingCheck(
        t,
        combined.map((each) => violationId(op, each)),
      ),
      problem: combined.length > 1 ? "accepted beside another" : "accepted in a smaller body",
      expected: "a refusal with 4xx, as each violation gets alone",
      actual: `${status}, although ${combined.map(({ label }) => label).join(", and ")}`,
      at: { in: "status" },
      exchange,
    });
  },
};

/** The violations of a body, and its other members. Plain data. */
interface WrongBody {
  /** Ids of the checks of violations. */
  readonly first: string;
  readonly second: string | null;
  /** Does it have what is required alone, besides? */
  readonly isBare: boolean;
}

function violationsIn(op: Operation): readonly Violation[] {
  return violationsOf(op).filter(({ keyword }) => keyword !== optional);
}

/** The chosen violations: the second one only where it is not at the place of the first. */
function chosenBy(op: Operation, { first, second }: WrongBody): readonly Violation[] {
  const chosen = [first, second].flatMap(
    (id) => violationsIn(op).find((each) => violationId(op, each) === id) ?? [],
  );
  return chosen.filter((each, index) => index === 0 || !overlap(each, chosen[0]));
}

function kindsOf(op: Operation): Dimension {
  return classesOf(violationsIn(op), op, ({ place, keyword }) => `${place.in} ${keyword}`);
}

/** Violations by the ids of their checks, in classes. */
export function classesOf(
  violations: readonly Violation[],
  op: Operation,
  nameOf: (violation: Violation) => string,
): Dimension {
  return Object.fromEntries(
    [...groupBy(violations, nameOf)].map(([name, same]) => [
      name,
      fc.constantFrom(...same.map((each) => violationId(op, each))),
    ]),
  );
}

/** Is one at the place of the other, or inside it? */
function overlap(left: Violation, right: Violation | undefined): boolean {
  if (right === undefined || left.place.in !== right.place.in) return false;
  const [short, long] = [left.place.path, right.place.path].toSorted((a, b) => a.length - b.length);
  return short?.every((name, index) => name === long?.[index]) ?? false;
}
