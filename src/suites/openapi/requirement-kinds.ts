import type { Contract, Operation, Requirement } from "../../description/index.js";
import { isAnswered } from "./comparison/answers.js";
import { defaultsOf } from "./comparison/defaults.js";
import { hasSecrets } from "./comparison/secrets.js";
import { describesLocation } from "./comparison/served-locations.js";
import { changesPresentItems } from "./items/absent-items.js";
import { takesKeys } from "./items/idempotency-keys.js";
import { leftOutOf } from "./items/left-out.js";
import { saysNotModified } from "./items/not-modified.js";
import { tellsNewItems } from "./items/put-status.js";
import { serverMembersOf } from "./items/server-members.js";
import { refusesETags } from "./items/stale-etag.js";
import { refusesVersions } from "./items/stale-version.js";
import { refusesDuplicates } from "./items/unique-constraint.js";
import { readsItems } from "./items/unknown-items.js";
import { requiresETag } from "./items/without-etag.js";
import { hasFilters } from "./lists/filtered-lists.js";
import { endReadOf, putLinksOf, removedLinksOf } from "./lists/links.js";
import { showsPages } from "./lists/next-page.js";
import { otherParentOf } from "./lists/other-parents.js";
import { pageSizeOf } from "./lists/page-size.js";
import { leadsOn, walkedBy } from "./lists/page-walk.js";
import { sortingsOf } from "./lists/sortings.js";
import { subListOf } from "./lists/sub-lists.js";
import { totalOf } from "./lists/totals.js";
import { knownParentOf } from "./lists/unknown-parents.js";
import type { proofs } from "./proofs.js";
import { takesInput } from "./requests/refused-requests.js";
import { describesNextLink } from "./resources/next-link.js";
import { updatesItem } from "./resources/own-parts.js";
import { refusesMediaTypes } from "./unexpected/other-media-types.js";
import { boundaryRows } from "./violations/stated.js";

/** What is known of an operation that may be called. */
export interface About {
  readonly operation: Operation;
  readonly method: Operation["method"];
  readonly operations: Contract["operations"];
  /** Is there an operation that reads what it creates or changes? */
  readonly isRead: boolean;
  readonly changes: boolean;
  readonly hasPrivateItems: boolean;
  readonly isDeletable: boolean;
}

/** A kind of requirement: its name and sentence for an operation, and of which operations it is. */
interface Kind {
  /** The last part of its check's id, and the name of its proof. */
  readonly check: keyof typeof proofs;
  readonly name: string;
  readonly level: Requirement["level"] | ((about: About) => Requirement["level"]);
  readonly sentence: (id: string) => string;
  readonly isOf: (about: About) => boolean;
}

/** What may be required of an operation besides what is required of every one, in the order of reports. */
export const kinds: readonly Kind[] = [
  {
    check: "accepts",
    name: "valid requests",
    // The server may have rules that no schema states.
    level: "advice",
    sentence: (id) => `${id} accepts a request that is valid by its description.`,
    isOf: ({ operation }) => takesInput(operation),
  },
  {
    check: "location",
    name: "Location",
    level: "implied",
    sentence: (id) => `The address that ${id} names in the header Location is served.`,
    isOf: ({ operation }) => describesLocation(operation),
  },
  {
    check: "media-type",
    name: "body media type",
    level: "implied",
    sentence: (id) => `${id} refuses a body of a media type that is not described.`,
    isOf: ({ operation }) => refusesMediaTypes(operation),
  },
  {
    check: "stated",
    name: "stated values",
    level: "implied",
    sentence: (id) => `${id} accepts what is just within its description: bounds, lengths, words.`,
    isOf: ({ operation, method }) => method !== "DELETE" && boundaryRows(operation).length > 0,
  },
  {
    check: "page-size",
    name: "page size",
    level: "advice",
    sentence: (id) => `${id} shows no more items than it is asked for.`,
    isOf: ({ operation }) => pageSizeOf(operation) !== undefined,
  },
  {
    check: "filter",
    name: "filters",
    level: "implied",
    sentence: (id) => `${id} shows the items that its filters ask for, and no others.`,
    isOf: ({ operation }) => hasFilters(operation),
  },
  {
    check: "sort",
    name: "sorting",
    level: "implied",
    sentence: (id) => `${id} shows items in the order that it is asked for.`,
    isOf: ({ operation }) => sortingsOf(operation).length > 0,
  },
  {
    check: "next-page",
    name: "next page",
    level: "implied",
    sentence: (id) => `${id} serves the next page that it links to.`,
    isOf: ({ operation }) => describesNextLink(operation),
  },
  {
    check: "further-pages",
    name: "further pages",
    level: "advice",
    sentence: (id) => `${id} does not show its first page again and again.`,
    isOf: ({ operation, operations }) => showsPages(operation, operations),
  },
  {
    check: "pages",
    name: "pages",
    // What leads to the next page is the server's own there.
    level: ({ operation, operations }) => (leadsOn(operation, operations) ? "implied" : "advice"),
    sentence: (id) => `${id} shows each item on one of the pages that follow each other.`,
    isOf: ({ operation, operations }) => walkedBy(operation, operations) !== undefined,
  },
  {
    check: "total",
    name: "total",
    // What a list hides may count, too.
    level: "advice",
    sentence: (id) => `${id} says how many items it has.`,
    isOf: ({ operation }) => totalOf(operation) !== undefined,
  },
  {
    check: "total-shown",
    name: "least total",
    level: "implied",
    sentence: (id) => `${id} does not say that it has fewer items than it shows.`,
    isOf: ({ operation }) => totalOf(operation) !== undefined,
  },
  {
    check: "unknown",
    name: "unknown item",
    level: "implied",
    sentence: (id) => `${id} serves nothing for an id that no item has.`,
    isOf: ({ operation, operations }) => readsItems(operation, operations),
  },
  {
    check: "unknown-change",
    name: "unknown item",
    level: "implied",
    sentence: (id) => `${id} does not say that it has changed an item that is not there.`,
    isOf: ({ operation, operations, isDeletable }) =>
      isDeletable && changesPresentItems(operation, operations),
  },
  {
    check: "unknown-parent",
    name: "unknown parent",
    level: "implied",
    sentence: (id) => `${id} creates nothing below an item that is not there.`,
    isOf: ({ operation, operations }) => knownParentOf(operation, operations) !== undefined,
  },
  {
    check: "below",
    name: "in its list",
    level: "implied",
    sentence: (id) => `An item that ${id} creates is listed below its own parent, and below no other.`,
    isOf: ({ operation, operations }) => subListOf(operation, operations) !== undefined,
  },
  {
    check: "other-parent",
    name: "below another item",
    level: "implied",
    sentence: (id) => `${id} shows nothing that was created below another item.`,
    isOf: ({ operation, operations }) => otherParentOf(operation, operations) !== undefined,
  },
  {
    check: "linked",
    name: "linked",
    level: "implied",
    sentence: (id) => `A link that ${id} puts is listed once, as it was put last.`,
    isOf: ({ operation, operations }) => putLinksOf(operation, operations) !== undefined,
  },
  {
    check: "unlinked",
    name: "unlinked",
    level: "implied",
    sentence: (id) => `A link that ${id} removes is no longer listed.`,
    isOf: ({ operation, operations }) => removedLinksOf(operation, operations) !== undefined,
  },
  {
    check: "unknown-end",
    name: "unknown end",
    level: "implied",
    sentence: (id) => `${id} links nothing to an item that is not there.`,
    isOf: ({ operation, operations }) => endReadOf(operation, operations) !== undefined,
  },
  {
    check: "read-only",
    name: "readOnly members",
    level: "implied",
    sentence: (id) => `${id} takes over no member that is readOnly.`,
    isOf: ({ operation }) => serverMembersOf(operation).length > 0,
  },
  {
    check: "read-back",
    name: "read back",
    level: "implied",
    sentence: (id) => `An item that ${id} creates can be read, and has the values that were sent.`,
    isOf: ({ method, isRead }) => method === "POST" && isRead,
  },
  {
    check: "defaults",
    name: "defaults",
    level: "implied",
    sentence: (id) => `${id} gives a member that is left out its default.`,
    isOf: ({ operation, operations }) => defaultsOf(operation, operations).length > 0,
  },
  {
    check: "taken",
    name: "taken value",
    level: "implied",
    sentence: (id) => `${id} creates no second item with a value that the description says is taken (409).`,
    isOf: ({ operation, operations }) => refusesDuplicates(operation, operations),
  },
  {
    check: "idempotent",
    name: "idempotency key",
    level: "implied",
    sentence: (id) => `${id} creates nothing more for a request that is sent again with its key.`,
    isOf: ({ operation, operations }) => takesKeys(operation, operations),
  },
  {
    check: "not-modified",
    name: "304",
    level: "implied",
    sentence: (id) => `${id} answers with 304 to the ETag of what it shows (If-None-Match), and to no other.`,
    isOf: ({ operation }) => saysNotModified(operation),
  },
  {
    check: "answer",
    name: "answer",
    level: "implied",
    sentence: (id) => `${id} answers with the values that were sent.`,
    isOf: ({ operation, operations }) => isAnswered(operation, operations),
  },
  {
    check: "write-only",
    name: "writeOnly members",
    level: "implied",
    sentence: (id) => `No response shows a member that is writeOnly for ${id}.`,
    isOf: ({ operation, method, isRead }) => method === "POST" && isRead && hasSecrets(operation),
  },
  {
    check: "replaced",
    name: "replaced",
    level: "implied",
    sentence: (id) =>
      `An item that ${id} replaces has the values that were sent, and no other item is changed.`,
    isOf: ({ method, changes }) => method === "PUT" && changes,
  },
  {
    check: "put-status",
    name: "new or replaced",
    level: "advice",
    sentence: (id) => `${id} does not say that it has created (201) what was there before.`,
    isOf: ({ operation, changes }) => changes && tellsNewItems(operation),
  },
  {
    check: "left-out",
    name: "left out",
    level: "advice",
    sentence: (id) => `${id} removes the members that its body leaves out.`,
    isOf: ({ operation, operations }) => leftOutOf(operation, operations).length > 0,
  },
  {
    check: "changed",
    name: "changed",
    level: "implied",
    sentence: (id) => `${id} changes the members that it is sent, and nothing else.`,
    isOf: ({ operation, operations, method, changes }) =>
      (method === "PATCH" && changes) || updatesItem(operation, operations),
  },
  {
    check: "private",
    name: "private items",
    level: "implied",
    sentence: (id) => `${id} serves an item to nobody but the user who created it.`,
    isOf: ({ hasPrivateItems }) => hasPrivateItems,
  },
  {
    check: "unconditional",
    name: "header /If-Match required",
    level: "implied",
    sentence: (id) => `${id} refuses a request without If-Match.`,
    isOf: ({ operation }) => requiresETag(operation),
  },
  {
    check: "stale",
    name: "stale ETag",
    level: "implied",
    sentence: (id) => `${id} changes nothing for an ETag that the item no longer has (If-Match).`,
    isOf: ({ operation, operations }) => refusesETags(operation, operations),
  },
  {
    check: "stale-version",
    name: "stale version",
    level: "implied",
    sentence: (id) => `${id} changes nothing for a version that the item no longer has.`,
    isOf: ({ operation, operations }) => refusesVersions(operation, operations),
  },
  {
    check: "gone",
    name: "gone",
    level: "implied",
    sentence: (id) => `An item that ${id} deletes is gone, and no other item is.`,
    isOf: ({ method, isRead }) => method === "DELETE" && isRead,
  },
];
