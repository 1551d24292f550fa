import { isSuccess, Skip } from "../../../checks/index.js";
import type { Contract, Operation } from "../../../description/index.js";
import { plainSchema, typeOf } from "../../../generate/index.js";
import { isJsonObject, type Json, renderJson } from "../../../json/index.js";
import { pairOf } from "../comparison/representations.js";
import { type ApiScenario, type Context, freshBaseline, orRefused } from "../requests/baseline.js";
import { encodeFor } from "../requests/bodies.js";
import { readItem } from "../requests/read-item.js";
import { at } from "../requests/requests.js";
import { settle } from "../requests/settling.js";
import { valueAt, withValueAt } from "../resources/places.js";
import { idNames, idOf, type Resource, resourceAt, unwrapped } from "../resources/resource.js";
import { forgetItem, hasMarker, markersIn } from "../state/state.js";
import { changeOfItems, newItem, onNewItem } from "./new-items.js";

/**
 * A change is of the item in its path, whatever id its body has: one of another item changes nothing of that. A server may
 * refuse it, take no notice of it, or keep it as it was sent. Sources: RFC 9110, section 9.3.4; RFC 5789, section 2.
 * @param creations that the run may send
 */
export function idInBodyScenario(
  operation: Operation,
  { operations }: Pick<Contract, "operations">,
  creations: readonly Operation[],
): ApiScenario | undefined {
  const changed = changeOfItems(operation, operations, creations);
  if (changed === undefined || idMembersOf(operation).length === 0) return undefined;
  const { related, check } = changed;
  const { read } = related;
  return onNewItem(changed, {
    part: "id-in-body",
    title: `${operation.id} changes the item in its path, whatever id is in its body`,
    run: async (t) => {
      const [own, other] = [await newItem(t, related), await newItem(t, related)];
      const name = idMemberOf(t, operation, own.item.resource);
      const ids = [own, other].map(({ item, found }) => idShown(item.resource, found, name));
      if (name === undefined || ids.some((id, index) => id !== [own, other][index]?.item.id))
        throw new Skip("not-applicable", "no id in the body is that of the item");
      const { request, body = null } = freshBaseline(t, operation);
      const id = other.item.id;
      const isNumber = typeOf(plainSchema(memberOf(operation, name))) === "integer";
      const sent = withValueAt(body, [name], isNumber ? BigInt(id) : id);
      const { response } = await t.send({
        ...at(request, own.item),
        accepts: orRefused(request),
        label: `valid, with the ${name} of another item in its body`,
        body: encodeFor(operation, sent),
      });
      if (!isSuccess(response.status)) return t.expectNone([], check);
      const exchange = t.exchanges.length - 1;
      await settle(t, 0);
      const shows = (found: Json | undefined): boolean => showsSent(t, { operation, read, sent, found });
      t.expect(!shows(await readItem(t, read, other.item)), {
        check,
        problem: "another item is changed",
        expected: `${other.item.path} stays what it is: the change is of ${own.item.path}`,
        actual: `it shows what was sent to ${own.item.path} with its ${name}`,
        at: { in: "body", pointer: `/${name}` },
        exchange,
      });
      // A server may let it move to a free id.
      if ((await readItem(t, read, own.item)) === undefined) forgetItem(t.state, own.item);
    },
  });
}

interface Sent {
  readonly operation: Operation;
  readonly read: Operation;
  readonly sent: Json;
  readonly found: Json | undefined;
}

/** Does an item show a word that was sent, in the very member in which it was sent? What is around it may be of other items. */
function showsSent({ state }: Context, { operation, read, sent, found }: Sent): boolean {
  const pair = found === undefined ? undefined : pairOf(state, { operation, read, sent, found });
  return Object.entries(pair?.sent ?? {}).some(([name, value]) => {
    const shown = renderJson(pair?.found[name] ?? null);
    return markersIn(state, renderJson(value)).some((marker) => hasMarker(shown, marker));
  });
}

/** Names of ids that a server gives. Others may be the client's, and may be changed. */
const idNamed = /^_?(id|uuid)$|(_id|[a-z]Id|ID)$/;

/** The names of plain members of a body that may be the id of its item. */
function idMembersOf({ body }: Operation): readonly string[] {
  const { properties = {} } = plainSchema(body?.schema ?? {});
  return Object.entries(properties).flatMap(([name, schema]) => {
    const { readOnly, enum: words, const: only, ...plain } = plainSchema(schema);
    const isFree = readOnly !== true && words === undefined && only === undefined;
    return idNamed.test(name) && isFree && ["integer", "string"].includes(typeOf(plain) ?? "") ? [name] : [];
  });
}

function memberOf({ body }: Operation, name: string): object {
  return plainSchema(body?.schema ?? {}).properties?.[name] ?? {};
}

/** The member with the id of the item, where the client is not to choose it. */
function idMemberOf({ state }: Context, operation: Operation, resource: Resource): string | undefined {
  const given = state.contract.known?.values ?? {};
  const itself = resourceAt(state.resources, operation.path) ?? resource;
  return idNames(itself).find((name) => idMembersOf(operation).includes(name) && !Object.hasOwn(given, name));
}

/** The id that an item shows under a name, as it stands in a path. */
function idShown(resource: Resource, found: Json | undefined, name: string | undefined): string | undefined {
  if (!isJsonObject(found) || name === undefined) return undefined;
  const shown = [found, unwrapped(resource, found)].find((each) => valueAt(each, [name]) !== undefined);
  const value = valueAt(shown, [name]);
  return shown === undefined || value === undefined ? undefined : idOf(resource, { [name]: value });
}
