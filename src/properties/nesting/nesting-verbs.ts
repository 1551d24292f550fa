import type { Actor } from "../../actor/index.js";
import { plainPath } from "../../model/index.js";
import { assume, type KnownItem, stateWith, validRequest } from "../../session/index.js";
import { orRefused } from "../../transport/index.js";
import { at } from "../../values/index.js";

/** Sends a change or a deletion to an address below another item, where nothing is. @returns its status; 0 where no response could be judged */
export async function sendToVacant({ stage: { t, roles } }: Actor, path: string): Promise<number> {
  const resource = t.state.api.resourceAt(roles.op.path);
  assume(resource !== undefined, "no unknown id");
  const id = decodeURIComponent(plainPath(path).split("/").at(-1) ?? "");
  const item: KnownItem = { resource, id, path, own: false };
  const { request } = validRequest(stateWith(t.state, item), roles.op);
  const vacant = { ...at(request, item), accepts: orRefused(request), label: "below another item" };
  const parsed = await t.state.sending.putting(item, () => t.sendAnyway(vacant));
  return parsed?.response.status ?? 0;
}
