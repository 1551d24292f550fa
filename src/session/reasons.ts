import { Skip } from "../engine/index.js";

/** Reasons why a property is untested, where another run might test it. */
const untested = {
  "no item": "no item of the run is known",
  "no other item": "the run has no other item that does not refer to this one",
  "not readable": "it may not be read",
  "another kind of text": "the response is no text that can be compared with the one that was sent",
  "not read": "nothing reads the items",
  "values given": "the configuration says which values these have",
  "no such place": "no accepted request has these places",
  "in conflict": "it was answered twice with a conflict, which says nothing of the values",
  "conflict first": "it was answered with 409, which says nothing of what is to be refused",
  "conflict before the credential": "the server answers 409 before it looks at the credential",
  "no credential asked for": "no operation asks for a credential",
  "refused together":
    "values are refused together, although each is served alone, perhaps by a rule of the server",
  "not about the violation": "it was answered with a status that says nothing of what is violated",
  "nothing left by a filter": "it was answered with no item, which a filter may leave",
  "asks for a view": "it is accepted: a server may clamp or ignore what asks for paging or sorting",
  "accepted like its kind":
    "it is accepted, and so is all of its kind, or the server converts it: a failure with --strict only",
  "accepted once": "it was accepted once, and not again: the item of the first request may be in the way",
  "ignored value": "the server has a value of its own there, whichever is sent",
  "refusal not repeated": "no refusal of its kind was repeated between two accepted requests",
  "not judged": "no response could be judged",
  "neither accepted nor refused": "it was answered with a status that says nothing of the values",
  "not shown": "no new item is known that shows what was sent",
  "nothing else shown": "the item shows nothing that was sent except the changed member",
  "no ETag": "no ETag is shown",
  "changes all the time": "the response changes all the time",
  "same ETag": "the ETag does not tell whether the item has changed",
  "weak ETag": "the ETag is weak, and the server does not ask for If-Match",
  "no If-Match": "the server does not ask for If-Match",
  "not for If-Match": "it was answered with a status that says nothing of If-Match",
  "not for If-None-Match": "it was answered with a status that says nothing of If-None-Match",
  "never changed": "nothing may change the item",
  "no second key":
    "there is no second credential: set PEDIGREE_SECOND_API_KEY, or name a file with --second-key-file",
  "second key not served": "nothing shows that the second credential is good: no operation serves it",
  "no key": "no parameter is an idempotency key",
  "not in force": "the item that was created may not be in force yet",
  "not found": "the item that was created is not found",
  "no word shown": "no word that was sent is shown",
  "same as before": "the values that were sent do not differ from those before",
  "item gone": "the item is gone",
  "not changed": "the item was not changed at once",
  moved: "the item is at another address now",
  "not effective": "the change was accepted, and the item does not show it",
  "no address": "no response names an address of this server in Location that the run may read",
  "not in response": "the response does not show what was created",
  "nothing shown": "no response shows what was created or changed",
  "default of an alternative": "these defaults are not tried, which one of several alternatives has",
  "no default shown": "no response shows these where they are left out",
  "not put": "nothing was created under an id of the run's own",
  "only accepted": "an item that is only accepted (202) may be created later",
  "address not judged": "the response does not tell whether the address in Location is served",
  "no other word": "no word is shown that may be another one",
  "no other value":
    "no value is known that is valid on its own and not in the order that the description states",
  "nothing of its own": "no item of the run shows a value of its own that may be left out",
  "not about the state": "it was answered with a status that says nothing of the item",
  "nothing acted on": "the response of the action shows no state that is another one than before",
  "never empty": "no member is known that may be empty",
  "added to": "the list still has what was there before, and nothing says whether a change adds to it",
  "not deleted": "the item was not deleted",
  "not read before": "the item could not be read before it was deleted",
  "shown as deleted": "the item was shown as deleted before",
  "still found": "the item that was deleted is still found by its id",
  "nothing asked for": "no item is known to have the members that may be asked for",
  "not listed": "the list does not show a new item",
  "not listed to its user": "the list does not show its own user what was created",
  "not distinct": "the list does not show items whose values are far enough from each other for this filter",
  "not unsorted":
    "the list does not show three items of the run that its default order has in another order than the one that is asked for",
  "not enough in order": "the list in the order that is asked for does not show three items of the run",
  "one match": "the list does not show two items with a value that is asked for",
  "unknown filter": "no member of the items is known to be meant by these parameters",
  "no page size": "no parameter says how many items a page has",
  "empty list": "the list shows no item",
  "no page of two": "the list shows no page of two items",
  "no page of one": "the first page shows no single item with an id",
  "no next page": "no page links to a next one: it takes a list with more items than one page",
  "long link": "the link to the next page is longer than what most servers take",
  "link elsewhere": "the link to the next page leads to another address than that of the list",
  "rows alike": "rows of the list show the same, so that nothing tells them apart",
  "not about the link": "the next page was answered with a status that says nothing of the link",
  "not the beginning": "the first page is not the beginning of the list",
  "one page only": "the list has one page only",
  "nothing leads on": "nothing leads from the first page to the next one",
  "shorter pages": "the list may show fewer items on a page than it is asked for",
  "size ignored": "the page has more items than it is asked for",
  "pages filled up": "the list has less than 4 items, so that pages may be filled up",
  "first page changes": "the first page changes from one request to the next",
  "served for any id": "an item is served for any id",
  "not created": "nothing is created yet",
  "left out": "the list may leave out what was created",
  "not recognised": "the list does not show what was sent",
  "nothing nested": "nothing is known that the run has created below an item of its own",
  "refers to the other": "a new item refers to the one that has something below it",
  "not linked": "nothing was linked at once",
  "linked already": "the list shows the link before it is put",
  "no unknown id": "no id is known that surely no item has",
  "no total": "the list does not say how many items it has",
  "part of a list": "the list may show a part of its items only",
  "list may be old": "the list does not show an item that was created after the deletion, and may be older",
  "no text": "no member with a text of the run can be changed alone",
  "read-only run": "this run may not write",
  "not disposable": "it changes what is there once, as settings are",
  "not restored before": "a singleton could not be restored before",
  "cannot be read": "it cannot be read",
  "not read once changed": "it cannot be read once it is changed",
  "no object": "it shows no object",
  "not sent as JSON": "its changes are not sent as JSON",
  lossy: "something would be lost if it were sent back as it is shown",
  "nothing to send": "it does not show a member that can be sent",
  "no changeable member": "it has no member that a run changes",
  "other values refused": "every other value is refused",
  "no journal": "the journal cannot be written to, so that the old values would be lost",
  "no version": "the version does not tell whether the item has changed",
  "figures may be old": "no figure has moved, and nothing says that they are up to date",
  "changes untouched": "an item to which nothing is done changes, too",
  "not repeated": "the promise was broken once, and kept when it was tried again",
} as const;

/** Reasons why no run on this server can test it. */
const notApplicable = {
  "not deletable": "an item that the server might create of it could not be deleted again",
  "not refused alone": "the server does not refuse the violation alone",
  "place left out": "the body lacks a place",
  "no conditions": "the server does not ask for If-Match",
  "the server's own value": "the server has values of its own for the member",
  "id by the server": "the unique member is not the id of the item",
  "no id in body": "no member of the body is the id of the item",
} as const;

/** Everything that may keep a property from being tested: they are worded here alone. */
const reasons = { ...untested, ...notApplicable };

type ReasonName = keyof typeof reasons;

const longer = "--settle 2s, if it takes a while";

/** The user's remedies; none where nothing helps. */
const remedies: Readonly<Partial<Record<ReasonName, string>>> = {
  "no item": "the id that a creation gave has to be in its response, or in Location",
  "not shown": longer,
  "still found": longer,
  "not listed": longer,
  "list may be old": longer,
  "not disposable": "--disposable has a run change and restore it, on a store that may be thrown away",
};

/**
 * Ends a property without a verdict, unless a condition holds.
 * @param detail goes on after the sentence: a status, or what the server says
 * @throws Skip
 */
export function assume(holds: boolean, name: ReasonName, detail?: string | number): asserts holds {
  if (holds) return;
  const details = detail === undefined ? "" : `: ${detail}`;
  const remedy = remedies[name] === undefined ? "" : ` (${remedies[name]})`;
  throw new Skip(
    name in notApplicable ? "not-applicable" : "untested",
    `${reasons[name]}${details}${remedy}`,
  );
}
