import { isSuccess, Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import type { Json } from "../../../json/index.js";
import type { KnownItem } from "../state/state.js";
import { type Context, eventually, makeRequest } from "./baseline.js";
import { at, validRequest } from "./requests.js";

/** The item at its address, waited for as long as the run allows; undefined if there is none. */
export async function readItem(
  t: Context,
  read: Operation,
  item: Pick<KnownItem, "path">,
): Promise<Json | undefined> {
  const { request } = makeRequest(() => validRequest(t.state, read));
  const accepts = [...request.accepts, { status: 404, schema: "" }];
  const poll = async (): Promise<Json | undefined> => {
    const { response, json } = await t.send({ ...at(request, item), accepts, label: "an item of the run" });
    if (isSuccess(response.status)) return json ?? null;
    if (response.status === 404) return undefined;
    throw new Skip("untested", `it may not be read: ${response.status}`);
  };
  return eventually(t, poll, (found) => found !== undefined);
}

/** What is shown of an item; undefined where it is not found, or nothing is shown. */
export async function shownAt(t: Context, read: Operation, item: KnownItem): Promise<Json | undefined> {
  const { request } = makeRequest(() => validRequest(t.state, read));
  const accepts = [200, 404, 410].map((status) => ({ status, schema: "" }));
  const { response, json } = await t.send({ ...at(request, item), accepts, label: "an item of the run" });
  return isSuccess(response.status) && json !== null ? json : undefined;
}
