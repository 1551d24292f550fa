import type { Roles } from "../../description/index.js";
import { isJsonObject, parseJsonBytes, renderJson } from "../../json/index.js";
import type { Exchange } from "../../transport/index.js";
import type { Status } from "./pet.js";
import type { ListedAnimal } from "./sent-animal.js";

/** What a list is of: the animals of one state, or every animal (null). */
export type View = Status | null;

/** A list of as many animals as one may ask for. */
export interface AnimalList {
  readonly view: View;
  /** Then there may be more that it does not show. */
  readonly isFull: boolean;
  /** By what tells one animal from another. */
  readonly animals: ReadonlyMap<string, ListedAnimal>;
}

/** Reads a list that was asked for with the highest limit and a good key; undefined if the exchange is none. */
export function readAnimalList({ case: request, outcome }: Exchange, roles: Roles): AnimalList | undefined {
  if (request.operation !== roles.list || request.credential.kind !== "good") return undefined;
  const view = viewOf(request.path, roles);
  if (view === undefined || outcome.kind !== "response" || outcome.status !== 200 || outcome.cutShort)
    return undefined;
  const parsed = parseJsonBytes(outcome.body);
  if (parsed.status === "invalid" || !Array.isArray(parsed.value)) return undefined;
  const items = parsed.value.filter(isJsonObject);
  return {
    view,
    isFull: parsed.value.length >= roles.pageSize.maximum,
    animals: new Map(
      items.map((item) => {
        const { id, name, categoryId, status } = item;
        return [renderJson(id ?? item), { name, categoryId, status }];
      }),
    ),
  };
}

function viewOf(path: string, { pageSize, filter }: Roles): View | undefined {
  const query = new URLSearchParams(path.split("?")[1]);
  const [limits, filters] = [query.getAll(pageSize.name), query.getAll(filter.name)];
  const isKnown = query.size === limits.length + filters.length && filters.length <= 1;
  if (!isKnown || limits.length !== 1 || limits[0] !== `${pageSize.maximum}`) return undefined;
  return filters.length === 0 ? null : filter.values.find((status) => status === filters[0]);
}
