import { isRefusal, isSuccess, type ParsedExchange } from "../../checks/index.js";
import type { Operation } from "../../description/index.js";
import { bareShape, fullShape, type Shape } from "../../generate/index.js";
import { isFraction, isJsonObject, type Json } from "../../json/index.js";
import { describeAnswer, type ValidRequest } from "../../values/index.js";
import { type Context, eventually, makeRequest } from "./baseline.js";
import { validRequest } from "./requests.js";

/** The outcome of a valid request of some shape. */
export interface Trial {
  readonly valid: ValidRequest;
  readonly isAccepted: boolean;
  readonly status: number;
  /** The status, and what the server says. */
  readonly refusal: string;
  /** Absent where there was no response to judge. */
  readonly parsed: ParsedExchange | undefined;
}

/** A refusal of what the description allows may be for a value that the server does not know. */
export function lackOf({ status }: Trial): "value" | undefined {
  return isRefusal(status) || status === 404 ? "value" : undefined;
}

/** Sends a valid request; where it asks for what this run created, as often as it may take until that is seen. */
export async function tryShape(t: Context, operation: Operation, shape: Shape): Promise<Trial> {
  const valid = makeRequest(() => validRequest(t.state, operation, shape));
  const isOwn = t.state.inventory.items.some(({ own, path }) => own && valid.request.path.startsWith(path));
  const parsed = await eventually(
    t,
    () => t.sendAnyway(valid.request),
    (each) => !isOwn || each?.response.status !== 404,
  );
  const status = parsed?.response.status ?? 0;
  return { valid, isAccepted: isSuccess(status), status, refusal: describeAnswer(parsed), parsed };
}

/** The outcome of a request with everything; where it is refused, that of one with required members alone, too. */
export interface Trials {
  readonly whole: Trial;
  readonly least?: Trial;
}

/** Was one of them accepted? */
export function isAccepted({ whole, least = whole }: Trials): boolean {
  return least.isAccepted;
}

/**
 * Where numbers may be what is refused, since they are no integers, integers are sent for them: many a server has integers,
 * and describes numbers.
 */
export async function tryIntegers(t: Context, operation: Operation, usual: Trials): Promise<Trials> {
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
