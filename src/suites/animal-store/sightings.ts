import type { Roles } from "../../description/index.js";
import { isJsonObject, type Json, renderJson } from "../../json/index.js";
import type { Exchange } from "../../transport/index.js";
import type { Status } from "./pet.js";
import { jsonOf } from "./requests.js";

/** What a list is of: the animals of one state, or every animal (undefined). */
export type View = Status | undefined;

/** An animal as a list shows it, whatever may be wrong with it. */
export interface ListedAnimal {
  /** What tells it from others: its id as JSON, if it has one. */
  readonly key: string;
  readonly name: Json | undefined;
  readonly categoryId: Json | undefined;
  readonly status: Json | undefined;
}

/** A list of as many animals as one may ask for. */
export interface AnimalList {
  readonly view: View;
  /** Then there may be more that it does not show. */
  readonly isFull: boolean;
  readonly animals: readonly ListedAnimal[];
}

/** Reads a list that was asked for with the highest limit and a good key; undefined if the exchange is none. */
export function readAnimalList(
  { case: request, outcome }: Exchange,
  { list, pageSize, filter }: Roles,
): AnimalList | undefined {
  if (request.operation !== list || request.credential.kind !== "good") return undefined;
  if (outcome.kind !== "response" || outcome.status !== 200 || outcome.cutShort) return undefined;
  const constraints = new Set(request.path.split("?")[1]?.split("&"));
  if (!constraints.delete(`${pageSize.name}=${pageSize.maximum}`)) return undefined;
  const view = filter.values.find((value) => constraints.delete(`${filter.name}=${value}`));
  const rows = jsonOf(outcome);
  if (constraints.size > 0 || !Array.isArray(rows)) return undefined;
  const animals = rows.filter(isJsonObject).map((item) => {
    const { id, name, categoryId, status } = item;
    return { key: renderJson(id ?? item), name, categoryId, status };
  });
  return { view, isFull: rows.length >= pageSize.maximum, animals };
}

/** An animal that was added since the run began, by whomever. */
export interface NewAnimal extends ListedAnimal {
  /** When a list first showed it, in ms. */
  readonly seenAt: number;
}

interface Sighting extends NewAnimal {
  readonly views: Set<View>;
  isNew: boolean;
}

/** What the lists have shown so far, and how far they can be relied upon. */
export function createSightings() {
  const animals = new Map<string, Sighting>();
  const taken = new Set<string>();
  /** When a list was first seen whole: what it shows later and did not show then is new. */
  const whole = new Map<View, number>();
  const closed = new Set<View>();

  return {
    /**
     * Since when, in ms, what is new on this list has been added, so that what was sent since then and is not new there
     * was not stored; undefined if the list is full, or the first of its kind.
     */
    add: ({ view, isFull, animals: listed }: AnimalList): number | undefined => {
      const seenAt = performance.now();
      const wasWhole = whole.has(view);
      const since = whole.get(undefined) ?? whole.get(view);
      for (const shown of listed) {
        const animal = animals.get(shown.key) ?? {
          ...shown,
          seenAt,
          views: new Set(),
          isNew: since !== undefined,
        };
        animal.isNew ||= wasWhole && !animal.views.has(view);
        animal.views.add(view);
        animals.set(shown.key, animal);
      }
      if (isFull) closed.add(view);
      else {
        if (!wasWhole) whole.set(view, seenAt);
        closed.delete(view);
      }
      return isFull ? undefined : since;
    },
    /** Animals that some list lacked before, and that nobody has taken. */
    untaken: (): readonly NewAnimal[] =>
      [...animals.values()].filter(({ isNew, key }) => isNew && !taken.has(key)),
    /** The animal with this id is accounted for. */
    take: (key: string) => taken.add(key),
    /** Has this list been looked at? */
    isKnown: (view: View) => whole.has(view) || closed.has(view),
    /** Is this list full, or not to be had? */
    isClosed: (view: View) => closed.has(view),
    close: (view: View) => closed.add(view),
  };
}
