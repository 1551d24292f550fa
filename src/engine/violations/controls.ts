import { isSuccess, unlessSkipped } from "../../checks/index.js";
import type { Operation } from "../../description/index.js";
import { orRefused } from "../../generate/index.js";
import type { Context } from "../../session/index.js";
import { type Violation, violationId, violationsOf } from "../../values/index.js";
import { isRefusedWith } from "./collect-evidence.js";
import { sendViolation, validBeside } from "./send-violation.js";

/** Refusals that are repeated before none is believed. */
const mostRepeated = 4;

/** Is one of these refusals repeated between two accepted controls? Then it is about the value, and about nothing else. */
export async function isRefusedBetweenControls(t: Context, checks: readonly string[]): Promise<boolean> {
  const { controlled, noteControlled } = t.state.violations;
  if (checks.some((each) => controlled.get(each) === true)) return true;
  const untried = checks.filter((each) => !controlled.has(each)).slice(0, mostRepeated);
  for (const check of untried) {
    const isRepeated = (await unlessSkipped(() => repeat(t, check))) ?? false;
    noteControlled(check, isRepeated);
    if (isRepeated) return true;
  }
  return false;
}

async function repeat(t: Context, check: string): Promise<boolean> {
  const {
    violations: { evidence },
    contract,
  } = t.state;
  const operation = contract.operations.get(evidence.get(check)?.operation ?? "");
  if (operation === undefined) return false;
  const violation = violationsOf(operation).find((each) => violationId(operation, each) === check);
  if (violation === undefined || !(await isControlAccepted(t, operation, violation))) return false;
  const { response } = await sendViolation(t, operation, violation);
  if (!isRefusedWith(t.state, operation, violation, response.status)) return false;
  return isControlAccepted(t, operation, violation);
}

async function isControlAccepted(t: Context, operation: Operation, violation: Violation): Promise<boolean> {
  const { request } = validBeside(t, operation, violation);
  const accepts = orRefused(request);
  const control = await t.sendAnyway({ ...request, accepts, label: "valid, as a control" });
  return isSuccess(control?.response.status ?? 0);
}
