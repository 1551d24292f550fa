import {
  type Actor,
  type OwnProperty,
  type OwnRequirement,
  type Roles,
  singletonChanges,
} from "../../actor/index.js";
import { renderJson } from "../../json/index.js";
import { changeKindOf, slugOf } from "../../model/index.js";
import { isStillShown, mayFollow } from "../../values/index.js";
import { assumeDisposable, changeAndRestore, readSingleton, sendBack } from "./singleton-verbs.js";

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
      t.expect(isStillShown(before[name], kept[name]), {
        problem: `${name} changes`,
        expected: `${name} is ${renderJson(before[name] ?? null)}, as it was shown and sent back`,
        actual: renderJson(kept[name] ?? null),
        at: { in: "body", pointer: `/${name}` },
      });
    await changeAndRestore(t, singleton, ({ name, value }, found) => {
      t.expect(isStillShown(found[name], value), {
        problem: `another ${name}`,
        expected: `${name} is ${renderJson(value)}, as it was sent`,
        actual: renderJson(found[name] ?? null),
        at: { in: "body", pointer: `/${name}` },
      });
      const others = steady.filter((each) => each !== name && !mayFollow(each, name, { before, value }));
      for (const other of others)
        t.expect(isStillShown(found[other], before[other]), {
          problem: `${other} changes, too`,
          expected: `${other} is ${renderJson(before[other] ?? null)}, as before ${name} alone was changed`,
          actual: renderJson(found[other] ?? null),
          at: { in: "body", pointer: `/${other}` },
        });
    });
  },
} satisfies Omit<OwnProperty, "id" | "requirement">;

const requirement = {
  level: "implied",
  proof:
    "the singleton is sent back as it is shown, which changes nothing; then one member is changed, read and restored, on a store that is --disposable, as the last of the run",
} satisfies Omit<OwnRequirement, "name">;

/**
 * A PATCH or POST of a singleton is sent what the singleton shows, which changes nothing, and then one other value, which is shown
 * while all else stays. The last of a run, one at a time.
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
