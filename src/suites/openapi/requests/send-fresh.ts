import { type ParsedExchange, Skip } from "../../../checks/index.js";
import type { Case } from "../../../generate/index.js";
import type { Json } from "../../../json/index.js";
import { describeAnswer } from "./said-failure.js";
import { setItemAside } from "./set-aside.js";
import type { Context } from "./twin.js";

/** A request, and the value of its body. */
interface Fresh {
  readonly request: Case;
  readonly body: Json | undefined;
}

/**
 * Is something in the way of a request that has nothing to do with its values: an item of that name, the state of one, or its
 * ETag? Source: RFC 9110, section 15.5.10 and 15.5.13; RFC 6585, section 3.
 */
export function isConflict(status: number): boolean {
  return [409, 412, 428].includes(status);
}

/**
 * Sends a request; where it meets a conflict, another one with fresh values.
 * @throws Skip where that meets a conflict, too: then nothing is known of what is in question
 */
export async function sendFresh(
  t: Context,
  make: () => Fresh,
): Promise<Fresh & { readonly parsed: ParsedExchange }> {
  const send = async () => {
    const { request, body } = make();
    return { parsed: await t.send(request), request, body };
  };
  const first = await send();
  if (!isConflict(first.parsed.response.status)) return first;
  await renewItem(t, first.parsed.exchange.case);
  const second = await send();
  if (isConflict(second.parsed.response.status))
    throw new Skip("untested", describeConflict(describeAnswer(second.parsed)));
  return second;
}

/** Has the next request of an action go to an item on which nothing was done. */
async function renewItem(t: Context, { operation: id }: Case): Promise<void> {
  const operation = t.state.contract.operations.get(id);
  if (operation !== undefined && t.state.setAside.has(id)) await setItemAside(t, operation);
}

/** Why nothing is known where another request met a conflict, too. */
export function describeConflict(answer: string): string {
  return `it was answered twice with ${answer}: that says nothing of what is tried`;
}
