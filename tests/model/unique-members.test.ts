import { expect, it } from "vitest";
import { isFreedByDeletion, isUniqueWithin } from "../../src/model/index.js";
import { adds, describePaths, idInPath, removes } from "../contracts/described.js";

interface Texts {
  /** Of the refusal of a guest. */
  readonly conflict?: string;
  /** Of the member `email`. */
  readonly own?: string;
  /** Of the deletion of a guest. */
  readonly removal?: string;
}

/** What is said of the address of a guest: is it unique within one event, and is it free after a deletion? */
function saidOf({ conflict = "The email is taken.", own = "", removal = "" }: Texts) {
  const properties = { email: { type: "string", description: own } };
  const guest = { type: "object", required: ["email"], properties };
  const { operations } = describePaths({
    "/events/{id}/guests": {
      parameters: [idInPath()],
      post: adds("add", guest, guest, { 409: { description: conflict } }),
    },
    "/guests/{id}": {
      parameters: [idInPath()],
      delete: { ...removes("remove"), description: removal },
    },
  });
  const [add, remove] = [operations.get("add"), operations.get("remove")];
  if (add === undefined || remove === undefined) throw new Error("no such operation");
  return { isWithin: isUniqueWithin(add, "/events"), isFreed: isFreedByDeletion(add, remove) };
}

it.each<[Texts, boolean]>([
  [{ conflict: "The email is taken within this event." }, true],
  [{ conflict: "A guest with this email exists in the event." }, true],
  [{ conflict: "", own: "Unique within the event." }, true],
  [{ conflict: "Another guest has this email. No seats are left in the event." }, false],
  [{ conflict: "Another guest has this email." }, false],
  [{ conflict: "", own: "Unique within the event series." }, false],
  [{ conflict: "", own: "Unique within the event's venue." }, false],
])("a value is unique within one event: %o is %s", (texts, isWithin) => {
  expect(saidOf(texts).isWithin).toBe(isWithin);
});

it.each([
  ["Its email may be used again.", true],
  ["Once deleted, its email is available again.", true],
  ["Its email becomes free after 30 days.", false],
  ["Its email may be used again once the data are purged.", false],
  ["Its email is available to support.", false],
  ["Its email may be used again. That takes a month.", false],
  ["Its email may be used again. Those of staff stay reserved.", false],
  ["Its email can be reused by admins.", false],
])("a value is free after a deletion: %s is %s", (removal, isFreed) => {
  expect(saidOf({ removal }).isFreed).toBe(isFreed);
});
