import {
  type Actor,
  below,
  describesUnknown,
  expectStatusOf,
  itemReads,
  listsBelow,
  nestedCreations,
  type OwnProperty,
} from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { isSuccess } from "../../engine/index.js";
import { type Callable, itemNounOf, matches, ownerOf, parentPathOf } from "../../model/index.js";
import { wordsIn } from "../../schema/index.js";
import { at, effectiveStatus, extremeIds, withId } from "../../values/index.js";

/** Any refusal counts, whatever its status. */
export const unknownItem: OwnProperty = {
  id: "unknown",
  requirement: {
    name: "unknown item",
    level: "implied",
    proof: "an item is asked for by an id that no item has, in the form that the description states",
  },
  sentence: ({ op }) => `${op.id} serves nothing for an id that no item has.`,
  phase: "read",
  about: itemReads,
  run: async (t: Actor, { op }) => {
    const request = at(t.baseline().request, t.unknownItem());
    const answer = await t.sendUnknown({ ...request, label: "an id that no item has" });
    const status = effectiveStatus(answer);
    t.expect(!isSuccess(status), {
      problem: "an unknown item is served",
      expected: "404, or another refusal",
      actual: `${status}`,
      at: { in: "status" },
    });
    expectStatusOf(t, op, ["404", "410"], status);
  },
};

/** An id that no item has is answered with 404, whichever number it is. */
export const unusedIds: OwnProperty = {
  id: "unused-ids",
  requirement: {
    name: "unused ids",
    level: "must",
    proof:
      "items are asked for by numbers at the ends of what is described: each is found, or answered with 404",
  },
  sentence: ({ op }) => `${op.id} answers 404 for each id that no item has.`,
  phase: "read",
  about: itemReads,
  when: ({ op }) =>
    op.facts?.statuses === "exhaustive" && op.responses.has("404") && extremeIds(op).length > 0,
  inputs: ({ op }) => extremeIds(op),
  run: async (t: Actor, _, input) => {
    const id = input as string;
    const request = withId(at(t.baseline().request, t.unknownItem()), id);
    const { status } = (await t.sendUnknown({ ...request, label: `the id ${id}` })).response;
    t.expect(isSuccess(status) || status === 404, {
      problem: "an id that no item has",
      expected: "404, as it is described",
      actual: `${status} for the id ${id}`,
      at: { in: "status" },
    });
  },
};

/** Nothing is created below an item that is not there, unless that makes the item. */
export const unknownParent: OwnProperty = {
  id: "unknown-parent",
  requirement: {
    name: "unknown parent",
    level: "implied",
    proof:
      "a valid creation is sent to the list below an id that no item has; a success counts only where no item can be read at that id then",
  },
  sentence: ({ op }) => `${op.id} creates nothing below an item that is not there.`,
  source: "RFC 9110, section 15.5.5",
  phase: "read",
  about: nestedCreations,
  when: ({ op: { responses }, read }) =>
    ["404", "410", "4XX"].some((status) => responses.has(status)) &&
    read !== undefined &&
    describesUnknown(read),
  run: async (t: Actor, { op }) => {
    const label = "below an item that is not there";
    const { parent, body, answer, status } = await sendBelowUnknown(t, op, label);
    const isShown = t.hasWordOf(Buffer.from(answer.response.body).toString("utf8"), body);
    const isCreated = status === 201 || (status === 200 && isShown);
    const isMade =
      isCreated &&
      (await t.until(
        () => t.isThere(parent),
        (found) => found,
      ));
    t.expect(!isCreated || isMade, {
      problem: "something is created below nothing",
      expected: "404, or another refusal, since there is no item at the address above",
      actual: `${status}`,
      at: { in: "status" },
      exchange: answer.exchange,
    });
  },
};

/**
 * A list below an item that is not there is refused where the description of 404 names that item (`The order does not exist`), or where
 * it cannot mean anything else.
 */
export const unknownParentOfList: OwnProperty = {
  id: unknownParent.id,
  requirement: {
    name: "unknown parent",
    level: "implied",
    proof: "the list below an id that no item has is asked for; the item is asked for, too, and is not found",
  },
  sentence: ({ op }) => `${op.id} shows nothing below an item that is not there.`,
  source: "RFC 9110, section 15.5.5",
  phase: "read",
  about: (op, callable) =>
    namesParent(op) || isOfParentAlone(op, callable) ? listsBelow(op, callable) : undefined,
  when: ({ read }) => read !== undefined && describesUnknown(read),
  run: async (t: Actor, { op }) => {
    const { status } = await sendBelowUnknown(t, op, "the list below an item that is not there");
    t.expect(!isSuccess(status), {
      problem: "a list below nothing is shown",
      expected: "404, as it is described, or another refusal",
      actual: `${status}`,
      at: { in: "status" },
    });
  },
};

/** Sends a valid request for what is below an item that is not there. */
async function sendBelowUnknown(t: Actor, op: Operation, label: string) {
  t.assumeAccepted();
  const parent = t.unknownItem();
  t.assume(!(await t.isThere(parent)), "served for any id");
  const { request, body = null } = t.request({ path: below(op, parent.path) });
  const answer = await t.sendUnknown({ ...request, label });
  return { parent, body, answer, status: effectiveStatus(answer) };
}

/** Is 404 described for this list, and not for the one in which its parents are? Some tools describe it for each operation. */
function isOfParentAlone({ path, responses }: Operation, { api }: Callable): boolean {
  const parents = api.listAt(parentPathOf(ownerOf(path) ?? "") ?? "");
  const isOfPage = matches(responses.get("404")?.description ?? "", "paging-words");
  return responses.has("404") && !isOfPage && parents !== undefined && !parents.responses.has("404");
}

function namesParent({ path, responses }: Operation): boolean {
  const collection = parentPathOf(ownerOf(path) ?? "");
  const said = responses.get("404")?.description ?? "";
  return collection !== undefined && wordsIn(said).includes(itemNounOf(collection));
}
