import { type Actor, locatedPath } from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { isSuccess } from "../../engine/index.js";
import { type Api, collectionPathOf, mayBeOfProxy, parentPathOf, plainPath } from "../../model/index.js";
import { assume, eventually, validRequest } from "../../session/index.js";
import { orRefused, type Response } from "../../transport/index.js";
import { at } from "../../values/index.js";

/** Statuses that say that nothing is served at an address. */
const refusing: readonly number[] = [400, 404, 410];

/** How long what was only accepted (202) may take to have an address, at least, in ms. */
const untilAccepted = 2000;

/**
 * Reads the address that a response to an operation names in `Location`, as long as it is refused.
 * @returns the address, and the status that it is answered with: the property ends without a verdict where it is none of the same server,
 * or its response does not tell whether it is served
 */
export async function readLocation({ stage: { t, roles } }: Actor, created: Response) {
  const { api, effects, clock, target } = t.state;
  const isAccepted = created.status === 202;
  assume(created.status === 201 || isAccepted, "no address", created.status);
  const path = locatedPath(target.baseUrl, created);
  // Where no operation is described at the address, the one that reads such items asks for it.
  const own = isAccepted ? undefined : api.readOf(roles.op);
  const read = path === undefined ? undefined : (readAtAddress(path, api) ?? own);
  assume(path !== undefined && read !== undefined && effects.has(read.id), "no address", path);
  assume(!isAccepted || parentPathOf(read.path) !== collectionPathOf(roles.op), "only accepted");
  const { request } = validRequest(t.state, read);
  const settle = Math.max(clock.settle, isAccepted ? untilAccepted : 0);
  const { response } = await eventually(
    { state: { clock: { ...clock, settle } } },
    () =>
      t.send({
        ...at(request, { path }),
        accepts: orRefused(request),
        label: "the address in the header Location",
      }),
    (found) => !refusing.includes(found.response.status),
  );
  const isTelling = refusing.includes(response.status) && !mayBeOfProxy(response);
  assume(isSuccess(response.status) || isTelling, "address not judged", response.status);
  return { path, status: response.status };
}

/** The operation that reads an address, and no other: of several, the one with the fewest parameters. */
function readAtAddress(address: string, api: Api): Operation | undefined {
  const parts = plainPath(address).split("/");
  const fits = ({ method, path }: Operation): boolean => {
    const template = plainPath(path).split("/");
    return (
      method === "GET" &&
      template.length === parts.length &&
      template.every((each, index) => (each.startsWith("{") ? parts[index] !== "" : each === parts[index]))
    );
  };
  const places = ({ path }: Operation): number => path.split("{").length;
  return [...api.operations.values()].filter(fits).toSorted((left, right) => places(left) - places(right))[0];
}
