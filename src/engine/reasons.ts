import { Skip } from "../checks/index.js";

interface Reason {
  readonly why: "untested" | "not-applicable";
  /** Why the property is not tested. */
  readonly sentence: string;
  /** The user's remedy; absent where nothing helps. */
  readonly remedy?: string;
}

const longer = "--settle 2s, if it takes a while";

/** Everything that may keep a property from being tested: they are worded here alone. */
const reasons = {
  "no item": {
    why: "untested",
    sentence: "no item of the run is known",
    remedy: "the id that a creation gave has to be in its response, or in Location",
  },
  "no other item": { why: "untested", sentence: "the run has no other item that does not refer to this one" },
  "not readable": { why: "untested", sentence: "it may not be read" },
  "another kind of text": {
    why: "untested",
    sentence: "the response is no text that can be compared with the one that was sent",
  },
  "not read": { why: "untested", sentence: "nothing reads the items" },
  "values given": { why: "untested", sentence: "the configuration says which values these have" },
  "no such place": { why: "untested", sentence: "no accepted request has these places" },
  "in conflict": {
    why: "untested",
    sentence: "it was answered twice with a conflict, which says nothing of the values",
  },
  "conflict first": {
    why: "untested",
    sentence: "it was answered with 409, which says nothing of what is to be refused",
  },
  "conflict before the credential": {
    why: "untested",
    sentence: "the server answers 409 before it looks at the credential",
  },
  "no credential asked for": { why: "untested", sentence: "no operation asks for a credential" },
  "refused together": {
    why: "untested",
    sentence: "values are refused together, although each is served alone, perhaps by a rule of the server",
  },
  "not deletable": {
    why: "not-applicable",
    sentence: "an item that the server might create of it could not be deleted again",
  },
  "not refused alone": { why: "not-applicable", sentence: "the server does not refuse the violation alone" },
  "place left out": { why: "not-applicable", sentence: "the body lacks a place" },
  "not about the violation": {
    why: "untested",
    sentence: "it was answered with a status that says nothing of what is violated",
  },
  "nothing left by a filter": {
    why: "untested",
    sentence: "it was answered with no item, which a filter may leave",
  },
  "asks for a view": {
    why: "untested",
    sentence: "it is accepted: a server may clamp or ignore what asks for paging or sorting",
  },
  "accepted like its kind": {
    why: "untested",
    sentence:
      "it is accepted, and so is all of its kind, or the server converts it: a failure with --strict only",
  },
  "accepted once": {
    why: "untested",
    sentence: "it was accepted once, and not again: the item of the first request may be in the way",
  },
  "ignored value": {
    why: "untested",
    sentence: "the server has a value of its own there, whichever is sent",
  },
  "refusal not repeated": {
    why: "untested",
    sentence: "no refusal of its kind was repeated between two accepted requests",
  },
  "not judged": { why: "untested", sentence: "no response could be judged" },
  "neither accepted nor refused": {
    why: "untested",
    sentence: "it was answered with a status that says nothing of the values",
  },
  "not shown": { why: "untested", sentence: "no new item is known that shows what was sent", remedy: longer },
  "nothing else shown": {
    why: "untested",
    sentence: "the item shows nothing that was sent except the changed member",
  },
  "no ETag": { why: "untested", sentence: "no ETag is shown" },
  "changes all the time": { why: "untested", sentence: "the response changes all the time" },
  "same ETag": { why: "untested", sentence: "the ETag does not tell whether the item has changed" },
  "weak ETag": {
    why: "untested",
    sentence: "the ETag is weak, and the server does not ask for If-Match",
  },
  "no If-Match": { why: "untested", sentence: "the server does not ask for If-Match" },
  "no conditions": { why: "not-applicable", sentence: "the server does not ask for If-Match" },
  "not for If-Match": {
    why: "untested",
    sentence: "it was answered with a status that says nothing of If-Match",
  },
  "not for If-None-Match": {
    why: "untested",
    sentence: "it was answered with a status that says nothing of If-None-Match",
  },
  "never changed": { why: "untested", sentence: "nothing may change the item" },
  "no second key": {
    why: "untested",
    sentence:
      "there is no second credential: set PEDIGREE_SECOND_API_KEY, or name a file with --second-key-file",
  },
  "second key not served": {
    why: "untested",
    sentence: "nothing shows that the second credential is good: no operation serves it",
  },
  "no key": { why: "untested", sentence: "no parameter is an idempotency key" },
  "the server's own value": {
    why: "not-applicable",
    sentence: "the server has values of its own for the member",
  },
  "id by the server": { why: "not-applicable", sentence: "the unique member is not the id of the item" },
  "not in force": { why: "untested", sentence: "the item that was created may not be in force yet" },
  "not found": { why: "untested", sentence: "the item that was created is not found" },
  "no word shown": { why: "untested", sentence: "no word that was sent is shown" },
  "same as before": {
    why: "untested",
    sentence: "the values that were sent do not differ from those before",
  },
  "item gone": { why: "untested", sentence: "the item is gone" },
  "not changed": { why: "untested", sentence: "the item was not changed at once" },
  moved: { why: "untested", sentence: "the item is at another address now" },
  "not effective": { why: "untested", sentence: "the change was accepted, and the item does not show it" },
  "no address": {
    why: "untested",
    sentence: "no response names an address of this server in Location that the run may read",
  },
  "not in response": { why: "untested", sentence: "the response does not show what was created" },
  "nothing shown": { why: "untested", sentence: "no response shows what was created or changed" },
  "default of an alternative": {
    why: "untested",
    sentence: "these defaults are not tried, which one of several alternatives has",
  },
  "no default shown": { why: "untested", sentence: "no response shows these where they are left out" },
  "not put": { why: "untested", sentence: "nothing was created under an id of the run's own" },
  "only accepted": { why: "untested", sentence: "an item that is only accepted (202) may be created later" },
  "address not judged": {
    why: "untested",
    sentence: "the response does not tell whether the address in Location is served",
  },
  "no other word": { why: "untested", sentence: "no word is shown that may be another one" },
  "nothing of its own": {
    why: "untested",
    sentence: "no item of the run shows a value of its own that may be left out",
  },
  "not about the state": {
    why: "untested",
    sentence: "it was answered with a status that says nothing of the item",
  },
  "nothing acted on": {
    why: "untested",
    sentence: "the response of the action shows no state that is another one than before",
  },
  "never empty": { why: "untested", sentence: "no member is known that may be empty" },
  "added to": {
    why: "untested",
    sentence: "the list still has what was there before, and nothing says whether a change adds to it",
  },
  "not deleted": { why: "untested", sentence: "the item was not deleted" },
  "not read before": { why: "untested", sentence: "the item could not be read before it was deleted" },
  "shown as deleted": { why: "untested", sentence: "the item was shown as deleted before" },
  "still found": {
    why: "untested",
    sentence: "the item that was deleted is still found by its id",
    remedy: longer,
  },
  "not listed": { why: "untested", sentence: "the list does not show a new item", remedy: longer },
  "not listed to its user": {
    why: "untested",
    sentence: "the list does not show its own user what was created",
  },
  "not distinct": {
    why: "untested",
    sentence: "the list does not show items whose values are far enough from each other for this filter",
  },
  "not unsorted": {
    why: "untested",
    sentence:
      "the list does not show three items of the run that its default order has in another order than the one that is asked for",
  },
  "not enough in order": {
    why: "untested",
    sentence: "the list in the order that is asked for does not show three items of the run",
  },
  "one match": {
    why: "untested",
    sentence: "the list does not show two items with a value that is asked for",
  },
  "unknown filter": {
    why: "untested",
    sentence: "no member of the items is known to be meant by these parameters",
  },
  "no page size": { why: "untested", sentence: "no parameter says how many items a page has" },
  "empty list": { why: "untested", sentence: "the list shows no item" },
  "no page of two": { why: "untested", sentence: "the list shows no page of two items" },
  "no page of one": { why: "untested", sentence: "the first page shows no single item with an id" },
  "no next page": {
    why: "untested",
    sentence: "no page links to a next one: it takes a list with more items than one page",
  },
  "long link": {
    why: "untested",
    sentence: "the link to the next page is longer than what most servers take",
  },
  "link elsewhere": {
    why: "untested",
    sentence: "the link to the next page leads to another address than that of the list",
  },
  "not about the link": {
    why: "untested",
    sentence: "the next page was answered with a status that says nothing of the link",
  },
  "not the beginning": { why: "untested", sentence: "the first page is not the beginning of the list" },
  "one page only": { why: "untested", sentence: "the list has one page only" },
  "pages filled up": {
    why: "untested",
    sentence: "the list has less than 4 items, so that pages may be filled up",
  },
  "first page changes": {
    why: "untested",
    sentence: "the first page changes from one request to the next",
  },
  "served for any id": { why: "untested", sentence: "an item is served for any id" },
  "not created": { why: "untested", sentence: "nothing is created yet" },
  "left out": { why: "untested", sentence: "the list may leave out what was created" },
  "not recognised": { why: "untested", sentence: "the list does not show what was sent" },
  "nothing nested": {
    why: "untested",
    sentence: "nothing is known that the run has created below an item of its own",
  },
  "refers to the other": {
    why: "untested",
    sentence: "a new item refers to the one that has something below it",
  },
  "not linked": { why: "untested", sentence: "nothing was linked at once" },
  "linked already": { why: "untested", sentence: "the list shows the link before it is put" },
  "no unknown id": { why: "untested", sentence: "no id is known that surely no item has" },
  "no total": { why: "untested", sentence: "the list does not say how many items it has" },
  "part of a list": { why: "untested", sentence: "the list may show a part of its items only" },
  "list may be old": {
    why: "untested",
    sentence: "the list does not show an item that was created after the deletion, and may be older",
    remedy: longer,
  },
  "no text": { why: "untested", sentence: "no member with a text of the run can be changed alone" },
  "read-only run": { why: "untested", sentence: "this run may not write" },
  "not disposable": {
    why: "untested",
    sentence: "it changes what is there once, as settings are",
    remedy: "--disposable has a run change and restore it, on a store that may be thrown away",
  },
  "not restored before": { why: "untested", sentence: "a singleton could not be restored before" },
  "cannot be read": { why: "untested", sentence: "it cannot be read" },
  "not read once changed": { why: "untested", sentence: "it cannot be read once it is changed" },
  "no object": { why: "untested", sentence: "it shows no object" },
  "not sent as JSON": { why: "untested", sentence: "its changes are not sent as JSON" },
  lossy: { why: "untested", sentence: "something would be lost if it were sent back as it is shown" },
  "nothing to send": { why: "untested", sentence: "it does not show a member that can be sent" },
  "no changeable member": { why: "untested", sentence: "it has no member that a run changes" },
  "other values refused": { why: "untested", sentence: "every other value is refused" },
  "no journal": {
    why: "untested",
    sentence: "the journal cannot be written to, so that the old values would be lost",
  },
  "no id in body": { why: "not-applicable", sentence: "no member of the body is the id of the item" },
  "no version": { why: "untested", sentence: "the version does not tell whether the item has changed" },
  "not repeated": {
    why: "untested",
    sentence: "the promise was broken once, and kept when it was tried again",
  },
} as const satisfies Readonly<Record<string, Reason>>;

export type ReasonName = keyof typeof reasons;

/**
 * Ends a property without a verdict, unless a condition holds.
 * @param detail goes on after the sentence: a status, or what the server says
 * @throws Skip
 */
export function assume(holds: boolean, name: ReasonName, detail?: string | number): asserts holds {
  if (holds) return;
  const { why, sentence, remedy }: Reason = reasons[name];
  const details = detail === undefined ? "" : `: ${detail}`;
  throw new Skip(why, `${sentence}${details}${remedy === undefined ? "" : ` (${remedy})`}`);
}
