import { isSuccess } from "../checks/index.js";
import type { Operation } from "../description/index.js";
import type { Actor, BrokenPromise, OwnProperty, Property, Selector } from "../engine/index.js";
import { pointerTo } from "../model/index.js";
import {
  effectiveStatus,
  isBodiless,
  isErrorEnvelope,
  isToBeRefused,
  type Violation,
  violationPart,
  violationsOf,
} from "../values/index.js";

/** The properties of an operation's violations: one place and one keyword each. */
export function violationProperties(op: Operation): readonly Property[] {
  return violationsOf(op).flatMap((violation) =>
    isToBeRefused(op, violation)
      ? [refused(op, violation), unlikeOthers(op, violation)]
      : [survived(op, violation)],
  );
}

/**
 * A request with a violation is refused. One that is accepted is taken down as evidence: all of it together decides, in the next
 * property, whether it is a failure. With --strict, each is.
 */
function refused(op: Operation, violation: Violation): OwnProperty {
  return {
    id: violationPart(op, violation),
    requirement: {
      name: nameOf(violation),
      level: "implied",
      proof:
        "by difference: the same request without this violation got a 2xx; an accepted violation is a failure where the API enforces other assertions, one of them repeated between two accepted requests; a conversion only where the very same is refused; what the API validates at none of three places or more is advice, and a failure with --strict",
    },
    sentence: () => sentenceFor(op, violation),
    phase: "read",
    about: only(op),
    run: async (t: Actor) => {
      const parsed = await t.sendViolation(violation);
      const { status } = parsed.response;
      const { outcome, isOfView } = await t.noteEvidence(violation, parsed);
      if (outcome === "refused" || isErrorEnvelope(parsed)) return t.expectNone([]);
      t.assume(isSuccess(status), "not about the violation", status);
      t.assume(outcome !== "unclear", "nothing left by a filter", status);
      t.assume(t.isStrict || !isOfView, "asks for a view");
      t.assume(t.isStrict, "accepted like its kind");
      t.expect(false, acceptance(violation, status));
    },
  };
}

/** An accepted violation fails where the server refuses others of its kind, and where the refusal of one is repeated now. */
function unlikeOthers(op: Operation, violation: Violation): Property {
  return {
    id: "unlike-others",
    requirement: () => violationPart(op, violation),
    sentence: () => sentenceFor(op, violation),
    phase: "credentials",
    about: only(op),
    inputs: (_, { isFailure }) => (isFailure(violation) ? [null] : []),
    run: async (t: Actor) => {
      const parsed = await t.sendViolation(violation);
      const exchange = t.lastExchange();
      const status = effectiveStatus(parsed);
      t.assume(isSuccess(status), "accepted once", status);
      const refusals = t.refusalsLike(violation);
      t.assume(!(await t.ignoresValue(violation, parsed)), "ignored value");
      t.assume(refusals.length === 0 || (await t.repeatsRefusal(refusals)), "refusal not repeated");
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
      effectiveStatus(await t.sendViolation(violation));
      t.expectNone([]);
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

function sentenceFor({ id }: Operation, violation: Violation): string {
  const { place, label } = violation;
  if (isBodiless(violation)) return `${id} refuses a request without its body.`;
  return `${id} refuses a ${place.path.length === 0 ? "request" : place.in} in which ${label}.`;
}

function acceptance({ label }: Violation, status: number): BrokenPromise {
  return {
    problem: "accepted",
    expected: "a refusal with 4xx",
    actual: `${status}, although ${label}`,
    at: { in: "status" },
  };
}
