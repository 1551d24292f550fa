import type { Operation } from "../../description/index.js";
import { isSuccess, type ParsedExchange } from "../../engine/index.js";
import type { Shape } from "../../schema/index.js";
import { describeAnswer, type ValidRequest } from "../../values/index.js";
import { type Context, eventually } from "./item-baseline.js";
import { validRequest } from "./made-request.js";

/** The outcome of a valid request of some shape. */
export interface ShapeTrial {
  readonly valid: ValidRequest;
  readonly isAccepted: boolean;
  readonly status: number;
  /** The status, and what the server says. */
  readonly refusal: string;
  /** Absent where there was no response to judge. */
  readonly parsed: ParsedExchange | undefined;
}

/** Sends a valid request; where it asks for what this run created, as often as it may take until that is seen. */
export async function tryShape(t: Context, operation: Operation, shape: Shape): Promise<ShapeTrial> {
  const valid = validRequest(t.state, operation, shape);
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
  readonly whole: ShapeTrial;
  readonly least?: ShapeTrial;
}

/** Was one of them accepted? */
export function isAccepted({ whole, least = whole }: Trials): boolean {
  return least.isAccepted;
}
