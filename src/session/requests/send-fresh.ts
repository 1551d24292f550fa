import { type ParsedExchange, Skip } from "../../checks/index.js";
import type { Case } from "../../generate/index.js";
import type { Json } from "../../json/index.js";
import { describeAnswer, describeConflict, isConflict } from "../../values/index.js";
import type { Context } from "./baseline.js";

/** A request, and the value of its body. */
interface Fresh {
  readonly request: Case;
  readonly body: Json | undefined;
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
  const second = await send();
  if (isConflict(second.parsed.response.status))
    throw new Skip("untested", describeConflict(describeAnswer(second.parsed)));
  return second;
}
