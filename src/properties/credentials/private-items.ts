import type { Actor, OwnProperty } from "../../actor/index.js";
import { isSuccess } from "../../engine/index.js";
import { addressOf, collectionPathOf, privateItemsOf } from "../../model/index.js";
import type { Response } from "../../transport/index.js";
import { at, hasMarker } from "../../values/index.js";
import { addAsFirst, changesTo, type OwnItem, sendAsSecond } from "./user-verbs.js";

/** An item that one user created is neither shown to another, nor changed or deleted by that one. */
export const privateItems: OwnProperty = {
  id: "private",
  requirement: {
    name: "private items",
    level: "implied",
    proof:
      "an item of the run is asked for, replaced, changed or deleted with the key of another user; the first user sees what came of it",
  },
  sentence: ({ op }) => `${op.id} serves an item to nobody but the user who created it.`,
  phase: "credentials",
  about: (op, callable) => {
    const related = privateItemsOf(op, callable);
    return related && { op, ...related, needs: [] };
  },
  run: async (t: Actor, { op, create = op }) => {
    const own = await addAsFirst(t);
    if (["PUT", "PATCH"].includes(op.method)) return expectUnchanged(t, own);
    if (op.method === "DELETE") return expectKept(t, own);
    const isList = collectionPathOf(op) === collectionPathOf(create);
    return isList ? expectUnlisted(t, own) : expectUnseen(t, own);
  },
};

const refused = "401, 403 or 404, since the configuration says that its items are private";

function showsOneOf({ body }: Response, words: readonly string[]): boolean {
  const text = Buffer.from(body).toString("utf8");
  return words.some((word) => hasMarker(text, word));
}

/** A response that does not show the item is a refusal, whatever its status. */
async function expectUnseen(t: Actor, { item, words }: OwnItem): Promise<void> {
  const request = t.requestAt(item);
  const { response } = await sendAsSecond(t, request);
  const own = words.filter((word) => !request.path.includes(word));
  t.assume(!isSuccess(response.status) || own.length > 0, "no word shown");
  t.expect(!(isSuccess(response.status) && showsOneOf(response, own)), {
    problem: "served to another user",
    expected: refused,
    actual: `${response.status} with the item`,
    at: { in: "status" },
  });
}

/** The list shows the item to the first user, and not to the other. */
async function expectUnlisted(t: Actor, { words }: OwnItem): Promise<void> {
  const { request } = t.request({ isMinimal: true });
  const isShown = (list: Response): boolean => showsOneOf(list, words);
  const listed = await t.until(
    () => t.send({ ...request, label: "a list with an item of the run" }),
    isShown,
  );
  t.assume(isShown(listed), "not listed to its user");
  const { response } = await sendAsSecond(t, request);
  t.expect(!(isSuccess(response.status) && isShown(response)), {
    problem: "shown to another user",
    expected: "a list without the items of another user, since the configuration says that they are private",
    actual: `${response.status} with such an item`,
    at: { in: "body", pointer: "" },
  });
}

/** The first user's next read shows it, rather than the status. */
async function expectUnchanged(t: Actor, { item: latest }: OwnItem): Promise<void> {
  // Only if the first user may do it, a refusal shows anything.
  const { request, body: sent = null } = t.request();
  // The body may have the id of the item, too.
  const item = t.items().find(({ path }) => path === addressOf(request.path)) ?? latest;
  const before = await t.read(item);
  t.assume(before !== undefined, "not found");
  const { response, exchange } = await sendAsSecond(t, at(request, item));
  const after = await t.read(item);
  const changed = after === undefined ? ["all of it"] : changesTo(t, item, { before, sent, after });
  t.expect(changed.length === 0, {
    problem: "changed by another user",
    expected: refused,
    actual: `${response.status}, and the item has changed then: ${changed.join(", ")}`,
    at: { in: "status" },
    exchange,
  });
}

async function expectKept(t: Actor, { item }: OwnItem): Promise<void> {
  const request = t.requestAt(item);
  const { response, exchange } = await sendAsSecond(t, request);
  const isKept = (await t.read(item)) !== undefined;
  t.expect(isKept, {
    problem: "deleted by another user",
    expected: refused,
    actual: `${response.status}, and the item is gone then`,
    at: { in: "status" },
    exchange,
  });
  if (isKept) {
    const { status } = await t.send(request);
    t.assume(isSuccess(status), "not deleted", status);
  }
  t.forget(item);
}
