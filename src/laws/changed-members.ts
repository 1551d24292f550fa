import { type Json, renderJson } from "../json/index.js";
import { isState, isVersion } from "../model/index.js";
import { isStillShown } from "../values/index.js";
import type { Step, View } from "./item-law.js";
import type { Broken } from "./law.js";

/** The members of the client that an item shows with another value than before, but for what other requests explain. */
export function changedMembers({ before, clients, explained }: Step, after: View): readonly string[] {
  return clients.filter(
    (name) =>
      !explained.includes(name) &&
      !isState(name) &&
      !isVersion(name) &&
      !isStillShown(before.members[name], after.members[name]),
  );
}

/** Are all members of the client as they were before? */
export function untouched(before: View, after: View, clients: readonly string[]): boolean {
  return clients.every((name) => isStillShown(before.members[name], after.members[name]));
}

/** Says that members are other ones than they have to be. */
export function otherMembers(
  problem: string,
  names: readonly string[],
  { expected, after }: { readonly expected: Readonly<Record<string, Json>>; readonly after: View },
  why: string,
): Broken {
  const [name = ""] = names;
  const list = (shown: Readonly<Record<string, Json>>): string =>
    names
      .map((each) => `${each} is ${shown[each] === undefined ? "missing" : renderJson(shown[each])}`)
      .join(", ");
  return {
    problem,
    expected: `${list(expected)}, ${why}`,
    actual: list(after.members),
    pointer: `/${name}`,
  };
}

/** Is a text one that no server writes in another way: without signs but for those between words? */
export function isPlainText(value: Json): value is string {
  return typeof value === "string" && /^[\p{L}\p{N}]+([ .,@:/_+-][\p{L}\p{N}]+)*$/u.test(value);
}

/** The members that an item shows as the body of a request alone had them, and did not show so before. */
export function adoptedMembers(
  { before, request: { sent = {} }, others }: Step,
  after: View,
): readonly string[] {
  return Object.entries(sent).flatMap(([name, value]) => {
    const isOwn = isPlainText(value) && value.length >= shortest;
    const isTaken =
      isOwn && after.members[name] === value && !isStillShown(value, before.members[name] ?? null);
    return isTaken && !others.some((each) => each[name] === value) ? [name] : [];
  });
}

/** A text of fewer characters may be one of few. */
const shortest = 8;
