import { isSuccess } from "../../checks/index.js";
import type { Operation } from "../../description/index.js";
import { NoValue } from "../../generate/index.js";
import type { Response } from "../../transport/index.js";
import { at } from "../../values/index.js";
import type { ApiState, KnownItem } from "../state.js";
import { validRequest } from "./requests.js";

/** The response of an operation at the address of an item, for the run itself: nothing is judged. Undefined where it does not answer. */
export async function responseAt(
  state: ApiState,
  read: Operation,
  item: Pick<KnownItem, "path">,
): Promise<Response | undefined> {
  if (!state.effects.has(read.id)) return undefined;
  try {
    const { request } = validRequest(state, read);
    const { outcome } = await state.target.sendProbe(at(request, item));
    return outcome.kind === "response" ? outcome : undefined;
  } catch (error) {
    if (error instanceof NoValue) return undefined;
    throw error;
  }
}

/** The value that an operation shows at the address of an item, for the run itself: nothing is judged. Undefined where it shows nothing. */
export async function probe(
  state: ApiState,
  read: Operation,
  item: Pick<KnownItem, "path">,
): Promise<Response | undefined> {
  const response = await responseAt(state, read, item);
  return response !== undefined && isSuccess(response.status) ? response : undefined;
}
