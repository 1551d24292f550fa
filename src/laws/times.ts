import type { Json, JsonObject } from "../json/index.js";
import { matches, momentOf } from "../model/index.js";
import type { Law } from "./law.js";

/** An item as a response shows it, and as it was shown before; undefined where it was not. */
export interface Times {
  readonly before: JsonObject | undefined;
  readonly now: JsonObject;
  /** The members that the client sends: their times are its own. */
  readonly clients: readonly string[];
}

/** Clocks of several machines may be a minute apart, in ms. */
const tolerance = 60_000;

/** Times of the server alone count. */
export const timesAgree: Law<Times> = {
  id: "times",
  name: "times agree",
  level: "advice",
  sentence: "No item was changed before it was created, and no change is older than the one before it.",
  judge: ({ before, now, clients }) => {
    const [created, updated] = [timeIn(now, clients, "creation-time"), timeIn(now, clients, "change-time")];
    if (created === undefined || updated === undefined) return "no occasion";
    const former = before && timeIn(before, clients, "change-time");
    if (updated.at < created.at - tolerance)
      return older(updated, `${created.name} ${created.text}`, "changed before it was created");
    if (former !== undefined && updated.at < former.at - tolerance)
      return older(updated, `${former.text}, as it was before`, "changed earlier than before");
    return "kept";
  },
};

interface Time {
  readonly name: string;
  readonly text: string;
  readonly at: number;
}

/** The only time of a kind that an item shows, unless the client sends it. */
function timeIn(
  item: JsonObject,
  clients: readonly string[],
  kind: "creation-time" | "change-time",
): Time | undefined {
  const times = Object.entries(item).flatMap(
    ([name, value]: readonly [string, Json | undefined]): readonly Time[] => {
      const at = momentOf(value);
      const isOf = matches(name, kind) && !clients.includes(name);
      return isOf && at !== undefined && typeof value === "string" && value.length > dayLength
        ? [{ name, text: value, at }]
        : [];
    },
  );
  return times.length === 1 ? times[0] : undefined;
}

/** A day alone says no time. */
const dayLength = 10;

function older({ name, text }: Time, expected: string, problem: string) {
  return { problem, expected: `${name} is not before ${expected}`, actual: text, pointer: `/${name}` };
}
