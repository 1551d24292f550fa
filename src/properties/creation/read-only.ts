import type { Actor, OwnProperty } from "../../actor/index.js";
import { isRefusal, isSuccess } from "../../engine/index.js";
import { isJsonObject, type Json } from "../../json/index.js";
import { valueAt } from "../../model/index.js";
import { isSame, type ServerValue, serverMembersOf, type Turn, withMember } from "../../values/index.js";
import { valuesAt } from "./creation-verbs.js";

/** Members that are tried alone, where several at once are refused. */
const mostSingles = 3;

/**
 * A member that is `readOnly` is the server's, whatever a client sends. A value that the server might have made itself counts where
 * it follows another value, too.
 */
export const readOnlyMembers: OwnProperty = {
  id: "read-only",
  requirement: {
    name: "readOnly members",
    level: "implied",
    proof:
      "a valid request is sent with these members, also in the items of its lists, and the response and what is read are compared with them; what the server might have made itself counts where it follows a second value",
  },
  sentence: ({ op }) => `${op.id} takes over no member that is readOnly.`,
  source: "OpenAPI 3.1, section 4.8.24.7",
  phase: "populate",
  about: (op, { api }) => {
    const read = api.readOf(op);
    return { op, ...(read && { read }), needs: [] };
  },
  when: ({ op, read }) => serverMembersOf(op, read).length > 0,
  run: async (t: Actor, { op, read }) => {
    const { body } = t.baseline();
    const values = serverMembersOf(op, read).filter(({ container }) =>
      isJsonObject(valueAt(body, container)),
    );
    t.assume(values.length > 0, "no such place");
    const { status } = await expectNoneAdopted(t, values);
    // One of them may be refused, and the others not be looked at.
    const names = namesOf(values);
    const single = isRefusal(status) && names.length > 1 ? names.slice(0, mostSingles) : [];
    for (const name of single) {
      const ofName = values.filter((each) => nameOf(each) === name);
      await t.unlessSkipped(() => expectNoneAdopted(t, ofName));
    }
    t.pass();
  },
};

/** The outcome of a request with such values. */
interface Adopted {
  readonly status: number;
  /** The values that are shown as they were sent. */
  readonly adopted: readonly ServerValue[];
}

/** Sends these values, and other ones in place of those that the server might have made itself. */
async function expectNoneAdopted(t: Actor, values: readonly ServerValue[]): Promise<Adopted> {
  const first = await send(t, values, "first");
  const doubtful = first.adopted.filter(({ isUnlikely }) => !isUnlikely);
  const others = first.adopted.filter(({ isUnlikely }) => isUnlikely);
  takeDown(t, others);
  if (doubtful.length > 0) takeDown(t, (await send(t, doubtful, "second")).adopted);
  return first;
}

async function send(t: Actor, values: readonly ServerValue[], turn: Turn): Promise<Adopted> {
  const word = t.word();
  const made = values.map((value) => ({ value, sent: value.make(word, turn) }));
  const label = `with ${namesOf(values).join(", ")}, which the server writes`;
  const { sent, response, json, item } = await t.sendEdited(label, (body) =>
    made.reduce<Json>((changed, each) => withMember(changed, each.value.path, each.sent), body),
  );
  const { status } = response;
  // A server that forbids it has refused it.
  if (isRefusal(status) || status === 403) return { status, adopted: [] };
  t.assume(isSuccess(status), "neither accepted nor refused", status);
  const found = item && (await t.unlessSkipped(() => t.read(item)));
  const shown = [json, found].filter(isJsonObject);
  t.assume(shown.length > 0, "nothing shown");
  const isShown = ({ value, sent: own }: (typeof made)[number]): boolean =>
    shown.some((each) => valuesAt(t, each, value.path, sent).some((other) => isEqual(own, other)));
  return { status, adopted: made.filter(isShown).map(({ value }) => value) };
}

function isEqual(sent: Json, shown: Json): boolean {
  const isBoolean = typeof sent === "boolean" || typeof shown === "boolean";
  return isBoolean ? sent === shown : isSame(sent, shown, false);
}

function takeDown(t: Actor, adopted: readonly ServerValue[]): void {
  for (const name of namesOf(adopted))
    t.expect(false, {
      problem: `${name} is taken over`,
      expected: `${name}, which is readOnly, is the server's own`,
      actual: "it is shown as it was sent",
      at: { in: "body", pointer: `/${name}` },
    });
}

function namesOf(values: readonly ServerValue[]): readonly string[] {
  return [...new Set(values.map(nameOf))];
}

function nameOf({ container, path }: ServerValue): string {
  return path.slice(0, container.length + 1).join("/");
}
