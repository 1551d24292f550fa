import type { Roles } from "../../description/index.js";
import type { StateOptions } from "../../engine/index.js";
import { isJsonObject, type Json, type JsonObject, renderJson } from "../../json/index.js";
import type { Exchange } from "../../transport/index.js";
import type { Status } from "./pet.js";
import { jsonOf } from "./store-requests.js";

/** The animals that a list is of: those of one state, or every animal (undefined). */
export type View = Status | undefined;

/** An animal that was added since the run began, by whomever, as a list shows it, whatever may be wrong with it. */
export interface NewAnimal {
  /** The text that tells it from others: its id as JSON, if it has one. */
  readonly key: string;
  readonly row: JsonObject;
  /** When a list first showed it, in ms. */
  readonly seenAt: number;
}

interface Sighting extends NewAnimal {
  readonly views: Set<View>;
  isNew: boolean;
}

/** Animals that are remembered; beyond them, every list counts as full. */
const mostSightings = 5000;

/**
 * Remembers what the lists have shown so far, and how far they can be relied upon.
 * @param elapsed how long the run has taken, in ms
 */
export function createSightings(roles: Roles, elapsed: StateOptions["clock"]["elapsed"]) {
  const animals = new Map<string, Sighting>();
  const taken = new Set<string>();
  /** When a list was first seen whole: what it shows later and did not show then is new. */
  const whole = new Map<View, number>();
  const closed = new Set<View>();

  return {
    /**
     * Learns from a list, if the exchange is one of as many animals as one may ask for, with a good key. `since`: when,
     * in ms, what is new on it has been added at the earliest, so that what was sent since then and is not new there
     * was not stored; undefined if the list is full, or the first of its kind.
     */
    learn: (exchange: Exchange): { readonly view: View; readonly since: number | undefined } | undefined => {
      const list = readList(exchange, roles);
      if (list === undefined) return undefined;
      const { view, rows } = list;
      const seenAt = elapsed();
      const wasWhole = whole.has(view);
      const since = whole.get(undefined) ?? whole.get(view);
      const isFull = rows.length >= roles.pageSize.maximum || animals.size >= mostSightings;
      // Of a list that never was whole, nothing is ever new: a store of millions must not fill the memory.
      const worthKeeping = isFull && since === undefined ? [] : rows.filter(isJsonObject);
      for (const row of worthKeeping) {
        const key = renderJson(row["id"] ?? row);
        const known = animals.get(key);
        const animal = known ?? {
          key,
          row: outlineOf(row),
          seenAt,
          views: new Set(),
          isNew: since !== undefined,
        };
        animal.isNew ||= wasWhole && !animal.views.has(view);
        animal.views.add(view);
        animals.set(key, animal);
      }
      if (isFull) closed.add(view);
      else closed.delete(view);
      if (!isFull && !wasWhole) whole.set(view, seenAt);
      return { view, since: isFull ? undefined : since };
    },
    /** Animals that some list lacked before, and that nobody has taken. */
    untaken: (): readonly NewAnimal[] =>
      [...animals.values()].filter(({ isNew, key }) => isNew && !taken.has(key)),
    /** When a list first showed an animal that some list lacked before, in ms; undefined for any other. */
    newSince: (key: string): number | undefined => {
      const known = animals.get(key);
      return known?.isNew === true ? known.seenAt : undefined;
    },
    /** The animal with this id is accounted for. */
    take: (key: string) => taken.add(key),
    /** Has this list been looked at? */
    isKnown: (view: View) => whole.has(view) || closed.has(view),
    /** Is this list full, or not to be had? */
    isClosed: (view: View) => closed.has(view),
    close: (view: View) => closed.add(view),
  };
}

/** Returns the members by which an animal is known again. A hostile row may hold anything else. */
function outlineOf(row: JsonObject): JsonObject {
  const members = ["name", "categoryId", "status"].filter((member) => Object.hasOwn(row, member));
  return Object.fromEntries(members.map((member) => [member, row[member] ?? null]));
}

function readList({ case: request, outcome }: Exchange, { list, pageSize, filter }: Roles) {
  if (request.operation !== list || request.credential.kind !== "good") return undefined;
  if (outcome.kind !== "response" || outcome.status !== 200 || outcome.cutShort) return undefined;
  const constraints = new Set(request.path.split("?")[1]?.split("&"));
  if (!constraints.delete(`${pageSize.name}=${pageSize.maximum}`)) return undefined;
  const view: View = filter.values.find((value) => constraints.delete(`${filter.name}=${value}`));
  const rows = jsonOf(outcome);
  return constraints.size === 0 && Array.isArray(rows) ? { view, rows: rows as readonly Json[] } : undefined;
}
