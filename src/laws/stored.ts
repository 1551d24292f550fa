import { isSuccess } from "../engine/index.js";
import { isDecidedByServer, isState, isVersion } from "../model/index.js";
import { isStillShown } from "../values/index.js";
import { adoptedMembers, changedMembers, isPlainText, otherMembers } from "./changed-members.js";
import type { ItemLaw, Step, View } from "./item-law.js";

/**
 * A text of the run's own making that the creation showed as it was sent is the client's, whatever its name. Words, numbers, times and
 * lists may be set, counted or added to by the server: the properties of changes compare these, each with its control.
 */
export const stored: ItemLaw = {
  id: "stored",
  name: "stored",
  level: "implied",
  sentence: "An item shows what the last accepted creation or change of it sent.",
  source: "RFC 9110, section 9.3.4; RFC 5789, section 2",
  followsChanges: true,
  isCompared: true,
  judge: (step) => {
    const { method, status, isOfItem, text } = step.request;
    if (method === "GET" || method === "HEAD" || step.after === undefined) return "no occasion";
    if (!isOfItem) return judgeUntouched(step, step.after);
    if (!isSuccess(status) || status === 202 || (method !== "PUT" && method !== "PATCH"))
      return "no occasion";
    const { sent } = step.request;
    if (sent === undefined) return "no occasion";
    const lost = step.clients.filter((name) => isLost(step, step.after as View, name));
    if (lost.length === 0) return "kept";
    const expected = { ...step.before.members, ...sent };
    const shown = { expected, after: step.after };
    return otherMembers("an accepted change is not stored", lost, shown, `as ${text} sent it: ${status}`);
  },
};

/** Is a member that was sent not shown so? */
function isLost({ request, explained, isOwnText }: Step, after: View, name: string): boolean {
  const { sent = {}, shown = {} } = request;
  const value = sent[name];
  return (
    value !== undefined &&
    isOwnText(value) &&
    isPlainText(value) &&
    // A name is a guess: a response that shows the value says that it was taken.
    (!isDecidedByServer(name) || isStillShown(value, shown[name])) &&
    !explained.includes(name) &&
    !isState(name) &&
    !isVersion(name) &&
    !isStillShown(value, after.members[name])
  );
}

/**
 * A request elsewhere leaves the texts of an item as they are, and leaves none of its own in another item: one item alone may be the
 * default one, or the first.
 */
function judgeUntouched(step: Step, after: View): ReturnType<ItemLaw["judge"]> {
  const { text, sent = {}, isOfSibling } = step.request;
  const isText = (name: string): boolean => step.isOwnText(step.before.members[name] ?? null);
  const changed = changedMembers(step, after).filter(isText);
  const taken = isOfSibling
    ? adoptedMembers(step, after).filter((name) => step.isOwnText(sent[name] ?? null))
    : [];
  const names = [...new Set([...changed, ...taken])].filter((name) => !isDecidedByServer(name));
  if (names.length === 0) return "kept";
  return otherMembers(
    "a request elsewhere changes the item",
    names,
    { expected: step.before.members, after },
    `as before ${text}, which is not about it`,
  );
}
