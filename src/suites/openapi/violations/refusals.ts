import { isSuccess, Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import type { ApiScenario, Context } from "../requests/baseline.js";
import { effectiveStatus, isErrorEnvelope } from "../requests/error-in-success-body.js";
import type { ApiState } from "../session/state.js";
import { allEvidence, evidenceOf } from "./collect-evidence.js";
import { isRefusedBetweenControls } from "./controls.js";
import { isToBeRefused, violationId, violationsOf } from "./judged-violations.js";
import { decideLeniency, type Leniency } from "./leniency.js";
import { sendViolation } from "./send-violation.js";
import { isIgnoredByServer } from "./stored-values.js";
import { isBodiless, type Violation } from "./violation.js";

/**
 * Two scenarios for each place and keyword. The first one collects evidence: what is refused, and what is accepted. The
 * second fails what is accepted, where all evidence together says that it is neither a general leniency nor a conversion.
 */
export function violationScenarios(operation: Operation): readonly ApiScenario[] {
  return violationsOf(operation).flatMap((violation) => {
    const { place, label } = violation;
    const title = isBodiless(violation)
      ? `${operation.id} is asked without its body`
      : `${operation.id} is asked with a ${place.path.length === 0 ? "request" : place.in} in which ${label}`;
    const collect = collectScenario(operation, violation, title);
    if (!isToBeRefused(operation, violation)) {
      const run = async (t: Context): Promise<void> => {
        effectiveStatus(await sendViolation(t, operation, violation));
        t.expectNone([]);
      };
      return [{ ...collect, run }];
    }
    return [collect, judgeScenario(operation, violation, title)];
  });
}

function collectScenario(operation: Operation, violation: Violation, title: string): ApiScenario {
  const id = violationId(operation, violation);
  return {
    id,
    title,
    phase: "read",
    inputs: () => [null],
    run: async (t) => {
      const parsed = await sendViolation(t, operation, violation);
      const { status } = parsed.response;
      const evidence = await evidenceOf(t, operation, violation, parsed);
      t.state.violations.noteEvidence(id, evidence);
      if (evidence.outcome === "refused" || isErrorEnvelope(parsed)) return t.expectNone([]);
      if (!isSuccess(status))
        throw new Skip("untested", `it was answered with ${status}, which says nothing of what is violated`);
      if (evidence.outcome === "unclear")
        throw new Skip("untested", `it was answered with ${status} and no item, which a filter may leave`);
      if (t.state.settings.strict) {
        expectRefused(t, violation, status);
        return;
      }
      if (evidence.isOfView)
        throw new Skip(
          "untested",
          "it is accepted: a server may clamp or ignore what asks for paging or sorting",
        );
      throw new Skip(
        "untested",
        "it is accepted, and so is all of its kind, or the server converts it: a failure with --strict only",
      );
    },
  };
}

function judgeScenario(operation: Operation, violation: Violation, title: string): ApiScenario {
  const id = violationId(operation, violation);
  return {
    id: `${id}/unlike-others`,
    title: `${title}, and enforces others of its kind`,
    phase: "credentials",
    inputs: (state) => (!state.settings.strict && leniencyOf(state, id).kind === "failure" ? [null] : []),
    run: async (t) => {
      const parsed = await sendViolation(t, operation, violation);
      const status = effectiveStatus(parsed);
      if (!isSuccess(status))
        throw new Skip(
          "untested",
          `it is accepted once, and then answered with ${status}: the item of the first request may be in the way`,
        );
      const exchange = t.exchanges.length - 1;
      const acceptanceByKind = leniencyOf(t.state, id);
      const because = acceptanceByKind.kind === "failure" ? acceptanceByKind.because : [];
      if (await isIgnoredByServer(t, operation, { violation, parsed }))
        throw new Skip("untested", "the server has a value of its own there, whichever is sent");
      if (because.length > 0 && !(await isRefusedBetweenControls(t, because)))
        throw new Skip("untested", "no refusal of its kind was repeated between two accepted requests");
      expectRefused(t, violation, status, { check: id, exchange });
    },
  };
}

/** Is it the id of a check that takes the evidence of others? */
export function isJudgedByEvidence(check: string): boolean {
  return check.endsWith("/unlike-others") || check.startsWith("validation/");
}

function leniencyOf(state: ApiState, check: string): Leniency {
  return decideLeniency(check, allEvidence(state));
}

function expectRefused(
  t: Context,
  { label }: Violation,
  status: number,
  shown: { readonly check?: string; readonly exchange?: number } = {},
): void {
  t.expect(!isSuccess(status), {
    ...shown,
    problem: "accepted",
    expected: "a refusal with 4xx",
    actual: `${status}, although ${label}`,
    at: { in: "status" },
  });
}
