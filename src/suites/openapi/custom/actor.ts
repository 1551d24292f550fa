import { isSuccess, Skip } from "../../../checks/index.js";
import type {
  Breach,
  CallOptions,
  Operation,
  PropertyActor,
  PropertyItem,
  PropertyResponse,
} from "../../../description/index.js";
import { actedOn, addressOf, type Callable } from "../../../model/index.js";
import { headerValues, type Response } from "../../../transport/index.js";
import { createActor, type Roles } from "../engine/index.js";
import { type Context, makeRequest, orRefused } from "../requests/baseline.js";
import { encodeFor } from "../requests/bodies.js";
import { onItem, slugOf, validRequest } from "../requests/requests.js";
import { type KnownItem, ownItemAt } from "../session/state.js";
import { jsonOf, plainOf } from "./values.js";

/** The operation that a property of the user's is about, and those on its items: an action acts on the items of its path. */
export function rolesAround(op: Operation, { api, mayCall }: Callable): Roles {
  const resource = api.resourceAt(actedOn(op, api) ?? op.path) ?? api.resourceIn(op);
  const create = resource?.creations.find(mayCall);
  const { read, list } = resource ?? {};
  return { op, ...(create && { create }), ...(read && { read }), ...(list && { list }), needs: [] };
}

/** The id of the check of a user's property on an operation. */
export function customCheckId(op: Pick<Operation, "id">, id: string): string {
  return `${slugOf(op)}/custom/${id}`;
}

/** A response, as a property of the user's sees it. */
export function propertyResponse(response: Response, json: Parameters<typeof plainOf>[0]): PropertyResponse {
  return {
    status: response.status,
    header: (name) => headerValues(response, name.toLowerCase())[0],
    json: plainOf(json),
  };
}

/** How a response breaks a promise, as findings say it. */
export function failureOf({ expected, actual, at: place = { in: "status" } }: Breach) {
  return { expected: `${expected}`, actual: `${actual}`, at: place };
}

/**
 * Creates the actor of a custom property.
 * @param check the check that a broken promise counts for
 * @returns it, and what is called once the property has ended: until then, it may act on items that it has deleted. That returns
 * whether the property expected anything.
 */
export function createPropertyActor(
  t: Context,
  roles: Roles,
  check: string,
): { readonly actor: PropertyActor; readonly end: () => boolean } {
  const inner = createActor(t, roles, check);
  const deleted: KnownItem[] = [];
  let hasExpected = false;
  const { api, inventory, effects } = t.state;
  const assume: PropertyActor["assume"] = (holds, reason) => {
    if (!holds) throw new Skip("untested", `${reason}`);
  };

  async function call(id: string, { item, edit }: CallOptions = {}): Promise<PropertyResponse> {
    const operation = api.operations.get(id);
    if (operation === undefined) throw new TypeError(`the description has no operation ${id}`);
    assume(effects.has(id), `the run may not call ${id}: --allow ${id} lets it`);
    const { request, body } = makeRequest(() => validRequest(t.state, operation));
    const sent = edit === undefined ? request.body : encodeFor(operation, jsonOf(edit(plainOf(body))));
    const valid = item === undefined ? request : onItem(request, item);
    const { response, json } = await t.send({
      ...valid,
      ...(sent === undefined ? {} : { body: sent }),
      accepts: orRefused(request),
      label: `${id}`,
    });
    const own = ownItemAt(inventory, addressOf(valid.path));
    if (operation.method === "DELETE" && isSuccess(response.status) && own) deleted.push(own);
    return propertyResponse(response, json);
  }

  const actor: PropertyActor = {
    create: async (edit): Promise<PropertyItem> => {
      const item = await inner.create(edit && ((body) => jsonOf(edit(plainOf(body)))));
      return { id: item.id, path: item.path, sent: plainOf(item.sent), found: plainOf(item.found) };
    },
    read: async (item) => plainOf(await inner.read(item)),
    list: async () => (await inner.list()).items.map(plainOf),
    call,
    until: inner.until,
    assume,
    expect: (holds, breach) => {
      hasExpected = true;
      inner.expect(holds, { problem: "broken", ...failureOf(breach) });
    },
  };
  const end = (): boolean => {
    for (const each of deleted) inventory.forget(each);
    return hasExpected;
  };
  return { actor, end };
}
