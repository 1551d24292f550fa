import type { Actor, KnownItem, Roles } from "../../actor/index.js";
import type { Parameter } from "../../description/index.js";
import { isSuccess } from "../../engine/index.js";
import { isJsonObject, type Json, type JsonObject } from "../../json/index.js";
import {
  asList,
  type Callable,
  endsInParameter,
  identitiesOf,
  itemSchemaIn,
  rowSchemasOf,
  type Shaping,
  shapingsOf,
} from "../../model/index.js";
import { plainSchema } from "../../schema/index.js";
import { assume, validRequest } from "../../session/index.js";
import { orRefused } from "../../transport/index.js";
import { at, shownSchema } from "../../values/index.js";

/** GET of items, or of one, with what says how they are shown, and the list of what is below one and may be shown in it. */
export function shapedReads(op: Roles["op"], { api }: Callable): Roles | undefined {
  const resource = api.resourceAt(op.path);
  if (op.method !== "GET") return undefined;
  if (endsInParameter(op.path)) {
    const shown = itemSchemaIn(resource, shownSchema(op));
    const added = shapingsOf(op, shown).flatMap(({ kind, members }) => (kind === "adds" ? members : []));
    const [nested] = added.flatMap((name) => api.listAt(`${op.path}/${name}`) ?? []);
    return { op, read: op, shown, ...(nested && { nested }), needs: [] };
  }
  const [row, ...others] = rowSchemasOf(op);
  const list = others.length > 0 ? undefined : asList(op, api);
  return list && row && { op: list, list, shown: plainSchema(row), needs: [] };
}

/** The items that a request is about: those of a list, or one of the run. */
export interface ShapedItems {
  /** The item that is read; undefined where a list is. */
  readonly item: KnownItem | undefined;
  /** Asks for them with some members; as they are, with none. */
  readonly ask: (members: readonly string[]) => Promise<readonly JsonObject[]>;
}

/**
 * Asks for the same items with other members each time.
 * @param isParent which one is read, if there is one: an item that has something below it, or one that has nothing
 */
export function shapedItems(actor: Actor, { parameter, valueFor }: Shaping, isParent: boolean): ShapedItems {
  const { stage } = actor;
  const { op, list } = stage.roles;
  const all = list === undefined ? actor.items() : [];
  const { items: known } = stage.t.state.inventory;
  const hasMore = ({ path }: KnownItem): boolean => known.some((each) => each.path.startsWith(`${path}/`));
  const chosen = isParent ? all.find(hasMore) : all.findLast((each) => !hasMore(each));
  const item = list === undefined ? (chosen ?? actor.borrow()) : undefined;
  return {
    item,
    ask: async (members) => {
      const wanted: readonly (readonly [Parameter, Json])[] =
        members.length === 0 ? [] : [[parameter, valueFor(members)]];
      const label = members.length === 0 ? "shown as usual" : `${parameter.name} is ${members.join(", ")}`;
      if (item === undefined) return (await actor.list({ label, chosen: wanted })).items;
      const request = at(validRequest(stage.t.state, op, undefined, new Map(wanted)).request, item);
      const { response, json } = await stage.t.send({ ...request, accepts: orRefused(request), label });
      assume(isSuccess(response.status), "not readable", response.status);
      return [actor.membersOf(json)];
    },
  };
}

/** The ids of what an item shows in a member: undefined where these are not known. */
export function idsWithin(item: JsonObject | undefined, name: string): readonly string[] | undefined {
  const value = item?.[name];
  if (!Array.isArray(value)) return undefined;
  const rows = (value as readonly Json[]).filter(isJsonObject);
  return rows.length === value.length && rows.every((row) => Object.hasOwn(row, "id"))
    ? identitiesOf(rows)
    : undefined;
}
