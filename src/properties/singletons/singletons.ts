import {
  type Actor,
  type OwnProperty,
  type OwnRequirement,
  type Roles,
  singletonChanges,
} from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { isRefusal, isSuccess } from "../../engine/index.js";
import { type Json, renderJson } from "../../json/index.js";
import { changeKindOf, sentSingleton, slugOf, soundsHarmful } from "../../model/index.js";
import { isStillShown, isToBeRefused, mayFollow, type Violation, violationsOf } from "../../values/index.js";
import {
  assumeDisposable,
  changeAndRestore,
  pointerIn,
  readSingleton,
  sendBack,
  sendInvalid,
} from "./singleton-verbs.js";

const common = {
  sentence: ({ op }) => `${op.id} changes the members that it is sent, and nothing else.`,
  phase: "final",
  about: singletonChanges,
  isOfDisposable: true,
  alsoTests: ({ op }) => ["valid", "server-error"].map((check) => `${slugOf(op)}/${check}`),
  run: async (t: Actor) => {
    assumeDisposable(t);
    const singleton = await readSingleton(t);
    const { before, steady } = singleton;
    const kept = await sendBack(t, singleton);
    for (const name of steady)
      expectShown(t, name, {
        found: kept[name],
        value: before[name],
        problem: `${name} changes`,
        reason: "as it was shown and sent back",
      });
    await changeAndRestore(t, singleton, ({ name, value, isWord }, now, found) => {
      const problem = `another ${name}`;
      expectShown(t, name, { found: found[name], value, problem, reason: "as it was sent" });
      const isBound = (each: string): boolean => isWord || mayFollow(each, name, { before: now, value });
      for (const other of steady.filter((each) => each !== name && !isBound(each)))
        expectShown(t, other, {
          found: found[other],
          value: now[other],
          problem: `${other} changes, too`,
          reason: `as before ${name} alone was changed`,
        });
    });
  },
} satisfies Omit<OwnProperty, "id" | "requirement">;

/** Expects that a singleton shows a value of a member. */
function expectShown(
  t: Actor,
  name: string,
  each: {
    readonly found: Json | undefined;
    readonly value: Json | undefined;
    readonly problem: string;
    readonly reason: string;
  },
): void {
  const { found, value, problem, reason } = each;
  t.expect(isStillShown(value, found), {
    problem,
    expected: `${name} is ${renderJson(value ?? null)}, ${reason}`,
    actual: renderJson(found ?? null),
    at: { in: "body", pointer: pointerIn(t, name) },
  });
}

const requirement = {
  level: "implied",
  proof:
    "the singleton is sent back as it is shown, which changes nothing; then up to four members are changed one after the other, each is read, and all are restored, on a store that is --disposable, as the last of the run",
} satisfies Omit<OwnRequirement, "name">;

/**
 * A PATCH or POST of a singleton is sent what the singleton shows, which changes nothing, and then another value of one member after the
 * other, which is shown while all else stays as it is by then. The last of a run, one at a time.
 */
export const changedSingleton: OwnProperty = {
  id: "changed",
  requirement: { name: "changed", ...requirement },
  source: "RFC 5789, section 2",
  when: ({ op }: Roles) => changeKindOf(op) === "changed",
  ...common,
};

/** The same for a PUT, which is sent all other members as they are shown. */
export const replacedSingleton: OwnProperty = {
  id: "replaced",
  requirement: { name: "replaced", ...requirement },
  source: "RFC 9110, section 9.3.4",
  when: ({ op }: Roles) => changeKindOf(op) === "replaced",
  ...common,
};

/**
 * A singleton refuses an invalid member, and is as before then. One that accepts what is invalid and shows it breaks the promise where it
 * refuses others of the same kind.
 */
export const enforcedSingleton: OwnProperty = {
  id: "enforced",
  requirement: {
    name: "invalid values",
    level: "implied",
    proof:
      "the singleton is sent with one invalid member at a time, on a store that is --disposable: what is refused changes nothing; what is accepted and shown counts where another value of its kind is refused",
  },
  sentence: ({ op }) => `${op.id} refuses members that break their description, and stores none of them.`,
  phase: "final",
  about: singletonChanges,
  isOfDisposable: true,
  when: ({ op }) => invalidMembers(op).length > 0,
  alsoTests: common.alsoTests,
  run: async (t: Actor, { op }) => {
    assumeDisposable(t);
    const singleton = await readSingleton(t);
    const { before } = singleton;
    const kept = await sendBack(t, singleton);
    const steady = singleton.steady.filter((name) => isStillShown(before[name], kept[name]));
    const isTried = ({ place: { path } }: Violation): boolean => steady.includes(path.at(-1) ?? "");
    const tried = await sendInvalid(t, singleton, invalidMembers(op).filter(isTried));
    const refused = tried.filter(({ status }) => isRefusal(status));
    for (const { violation, status, before: was, found } of refused) {
      const { place, value } = violation;
      const name = place.path.at(-1) ?? "";
      const isStored =
        value !== undefined && isStillShown(value, found[name]) && !isStillShown(value, was[name]);
      t.expect(!isStored, {
        problem: "a refusal has an effect",
        expected: `${name} is ${renderJson(was[name] ?? null)}, since the request was refused with ${status}`,
        actual: renderJson(found[name] ?? null),
        at: { in: "body", pointer: pointerIn(t, name) },
      });
    }
    t.assume(refused.length > 0, "accepted like its kind");
    for (const { violation, status, found } of tried) {
      const { place, value, about, keyword, label } = violation;
      const name = place.path.at(-1) ?? "";
      const isStored = isSuccess(status) && value !== undefined && isStillShown(value, found[name]);
      const isAlone = !refused.some((each) => each.violation.about.group === about.group);
      t.expect(!isStored || isAlone, {
        problem: `${name} ${keyword} is not enforced`,
        expected: `a refusal, since ${label}, as of others of its kind`,
        actual: `${status}, and it is shown: ${renderJson(found[name] ?? null)}`,
        at: { in: "body", pointer: pointerIn(t, name) },
      });
    }
  },
};

/** Violations of single members that no server converts or fills in. */
function invalidMembers(op: Operation): readonly Violation[] {
  const { wrapper } = sentSingleton(op);
  const above = wrapper === undefined ? [] : [wrapper];
  const isMember = (path: readonly string[]): boolean =>
    path.length === above.length + 1 && above.every((name, index) => path[index] === name);
  return violationsOf(op).filter(
    (each) =>
      each.place.in === "body" &&
      isMember(each.place.path) &&
      isToBeRefused(op, each) &&
      ["required", "choice", "range"].includes(each.about.group) &&
      !soundsHarmful(each.place.path.at(-1) ?? ""),
  );
}
