import type { Operation, Requirement } from "../../description/index.js";
import {
  type Callable,
  describesNextLink,
  refusesETags,
  requiresETag,
  updatesItem,
} from "../../model/index.js";
import { isAnswered } from "./comparison/answers.js";
import { defaultsOf } from "./comparison/defaults.js";
import { hasSecrets } from "./comparison/secrets.js";
import { describesLocation } from "./comparison/served-locations.js";
import { type OwnProperty, type OwnRequirement, rolesOf } from "./engine/index.js";
import { changesPresentItems } from "./items/absent-items.js";
import { serverMembersOf } from "./items/server-members.js";
import { endReadOf, putLinksOf, removedLinksOf } from "./lists/links.js";
import { showsPages } from "./lists/next-page.js";
import { leadsOn, walkedBy } from "./lists/page-walk.js";
import { totalOf } from "./lists/totals.js";
import { boundaryValues } from "./properties/boundary-values.js";
import { notModified } from "./properties/conditional-reads.js";
import { filters } from "./properties/filters.js";
import { idempotency } from "./properties/idempotency.js";
import { changeWithoutETag, changeWithStaleETag } from "./properties/if-match.js";
import { leftOut } from "./properties/left-out.js";
import { otherParent } from "./properties/other-parent.js";
import { pageSize } from "./properties/page-size.js";
import { putStatus } from "./properties/put-status.js";
import { sorting } from "./properties/sorting.js";
import { staleVersion } from "./properties/stale-version.js";
import { subLists } from "./properties/sub-lists.js";
import { total } from "./properties/total.js";
import { uniqueness } from "./properties/uniqueness.js";
import { unknownItem } from "./properties/unknown-item.js";
import { unknownParent } from "./properties/unknown-parent.js";
import { takesInput } from "./requests/refused-requests.js";
import { refusesMediaTypes } from "./unexpected/other-media-types.js";

/** The facts about an operation that may be called. */
export interface About extends Callable {
  readonly operation: Operation;
  readonly method: Operation["method"];
  /** Is there an operation that reads what it creates or changes? */
  readonly isRead: boolean;
  readonly changes: boolean;
  readonly hasPrivateItems: boolean;
  readonly isDeletable: boolean;
}

/** A kind of requirement: its name and sentence for an operation, and of which operations it is. */
interface Kind extends Omit<OwnRequirement, "level"> {
  /** The last part of its check's id. */
  readonly check: string;
  readonly level: Requirement["level"] | ((about: About) => Requirement["level"]);
  readonly sentence: (operation: Operation) => string;
  readonly isOf: (about: About) => boolean;
}

/** The possible requirements on an operation beside those on every one, in the order of reports. */
export const kinds: readonly Kind[] = [
  {
    check: "accepts",
    name: "valid requests",
    // The server may have rules that no schema states.
    level: "advice",
    sentence: ({ id }) => `${id} accepts a request that is valid by its description.`,
    isOf: ({ operation }) => takesInput(operation),
    proof:
      "valid requests are sent, with everything and with what is required alone; five that are refused with 400, 415 or 422, and none that is accepted, are a warning",
  },
  {
    check: "location",
    name: "Location",
    level: "implied",
    sentence: ({ id }) => `The address that ${id} names in the header Location is served.`,
    isOf: ({ operation }) => describesLocation(operation),
    proof:
      "a valid request is sent, and the address in the header Location of its 201 or 202 is asked for, twice where it is not found",
  },
  {
    check: "media-type",
    name: "body media type",
    level: "implied",
    sentence: ({ id }) => `${id} refuses a body of a media type that is not described.`,
    isOf: ({ operation }) => refusesMediaTypes(operation),
    proof: "a valid request is sent whose body is said to be of another media type, where 415 is described",
  },
  kindOf(boundaryValues),
  kindOf(pageSize),
  kindOf(filters),
  kindOf(sorting),
  {
    check: "next-page",
    name: "next page",
    level: "implied",
    sentence: ({ id }) => `${id} serves the next page that it links to.`,
    isOf: ({ operation }) => describesNextLink(operation),
    proof: "a page is asked for, and then the page that it links to; a second fresh link has to fail as well",
  },
  {
    check: "further-pages",
    name: "further pages",
    level: "advice",
    sentence: ({ id }) => `${id} does not show its first page again and again.`,
    isOf: ({ operation, api }) => showsPages(operation, api),
    proof: "pages of one item are followed by their links, and the first one is asked for again",
  },
  {
    check: "pages",
    name: "pages",
    // The way to the next page is the server's own there.
    level: ({ operation, api }) => (leadsOn(operation, api) ? "implied" : "advice"),
    sentence: ({ id }) => `${id} shows each item on one of the pages that follow each other.`,
    isOf: ({ operation, api }) => walkedBy(operation, api) !== undefined,
    proof:
      "two pages of two items are asked for, by the parameters that say where a page begins, or by what leads to the next page; an item on both, or on none, counts only while the list stays the same",
  },
  kindOf(total),
  {
    check: "total-shown",
    name: "least total",
    level: "implied",
    sentence: ({ id }) => `${id} does not say that it has fewer items than it shows.`,
    isOf: ({ operation }) => totalOf(operation) !== undefined,
    proof: "the list is counted; a lower number counts only where one more item is one more in both, twice",
  },
  kindOf(unknownItem),
  {
    check: "unknown-change",
    name: "unknown item",
    level: "implied",
    sentence: ({ id }) => `${id} does not say that it has changed an item that is not there.`,
    isOf: ({ operation, api, isDeletable }) => isDeletable && changesPresentItems(operation, api),
    proof:
      "an item that the run has created and deleted is changed; a success counts only where no item can be read then",
  },
  kindOf(unknownParent),
  kindOf(subLists),
  kindOf(otherParent),
  {
    check: "linked",
    name: "linked",
    level: "implied",
    sentence: ({ id }) => `A link that ${id} puts is listed once, as it was put last.`,
    isOf: ({ operation, api }) => putLinksOf(operation, api) !== undefined,
    proof:
      "an item of the run is linked to another one, twice, and then in another way; the list is read before and after",
  },
  {
    check: "unlinked",
    name: "unlinked",
    level: "implied",
    sentence: ({ id }) => `A link that ${id} removes is no longer listed.`,
    isOf: ({ operation, api }) => removedLinksOf(operation, api) !== undefined,
    proof: "a link of the run is removed; its list counts only where it shows a link that was put after that",
  },
  {
    check: "unknown-end",
    name: "unknown end",
    level: "implied",
    sentence: ({ id }) => `${id} links nothing to an item that is not there.`,
    isOf: ({ operation, api }) => endReadOf(operation, api) !== undefined,
    proof:
      "an item of the run is linked to an id that no item has; a success counts only where the list shows the link",
  },
  {
    check: "read-only",
    name: "readOnly members",
    level: "implied",
    sentence: ({ id }) => `${id} takes over no member that is readOnly.`,
    isOf: ({ operation }) => serverMembersOf(operation).length > 0,
    proof:
      "a valid request is sent with these members, also in the items of its lists, and the response and what is read are compared with them; what the server might have made itself counts where it follows a second value",
  },
  {
    check: "read-back",
    explains: ["defaults", "location"],
    name: "read back",
    level: "implied",
    sentence: ({ id }) => `An item that ${id} creates can be read, and has the values that were sent.`,
    isOf: ({ method, isRead }) => method === "POST" && isRead,
    proof:
      "an item is created, read at its address, and compared with what was sent, but for members under api: computed",
  },
  {
    check: "defaults",
    name: "defaults",
    level: "implied",
    sentence: ({ id }) => `${id} gives a member that is left out its default.`,
    isOf: ({ operation, api }) => defaultsOf(operation, api).length > 0,
    proof:
      "an item is created without the members that have a default, and read; another value counts only where a second item has it, too, and an item that is sent the default keeps it",
  },
  kindOf(uniqueness),
  kindOf(idempotency),
  kindOf(notModified),
  {
    check: "answer",
    name: "answer",
    level: "implied",
    sentence: ({ id }) => `${id} answers with the values that were sent.`,
    isOf: ({ operation, api }) => isAnswered(operation, api),
    proof: "an item is created that nothing reads, and the response is compared with what was sent",
  },
  {
    check: "write-only",
    name: "writeOnly members",
    level: "implied",
    sentence: ({ id }) => `No response shows a member that is writeOnly for ${id}.`,
    isOf: ({ operation, method, isRead }) => method === "POST" && isRead && hasSecrets(operation),
    proof: "an item is created with these members, and looked for in what comes back",
  },
  {
    check: "replaced",
    explains: ["left-out"],
    name: "replaced",
    level: "implied",
    sentence: ({ id }) =>
      `An item that ${id} replaces has the values that were sent, and no other item is changed.`,
    isOf: ({ method, changes }) => method === "PUT" && changes,
    proof:
      "an item of the run is replaced, also by what is empty, read, and compared with what was sent; another item of the run is read before and after, also where its id is in the body",
  },
  kindOf(putStatus),
  kindOf(leftOut),
  {
    check: "changed",
    name: "changed",
    level: "implied",
    sentence: ({ id }) => `${id} changes the members that it is sent, and nothing else.`,
    isOf: ({ operation, api, method, changes }) =>
      (method === "PATCH" && changes) || updatesItem(operation, api),
    proof:
      "one member of an item of the run is changed at a time, also to what is empty, and the whole is read and compared, also with what was sent when it was created; other items are read before and after, also where their id is in the body; where a JSON patch is described, one is sent, too",
  },
  {
    check: "private",
    name: "private items",
    level: "implied",
    sentence: ({ id }) => `${id} serves an item to nobody but the user who created it.`,
    isOf: ({ hasPrivateItems }) => hasPrivateItems,
    proof:
      "an item of the run is asked for, replaced, changed or deleted with the key of another user; the first user sees what came of it",
  },
  // Of deletions, also where the run can create no item that it may delete.
  { ...kindOf(changeWithoutETag), isOf: ({ operation }) => requiresETag(operation) },
  { ...kindOf(changeWithStaleETag), isOf: ({ operation, api }) => refusesETags(operation, api) },
  kindOf(staleVersion),
  {
    check: "gone",
    name: "gone",
    level: "implied",
    sentence: ({ id }) => `An item that ${id} deletes is gone, and no other item is.`,
    isOf: ({ method, isRead }) => method === "DELETE" && isRead,
    proof:
      "an item of the run is deleted, and asked for again; the ones that were created before and after it are still there",
  },
];

/** The requirement of a property that has one of its own. */
function kindOf(property: OwnProperty): Kind {
  return {
    ...property.requirement,
    check: property.id,
    sentence: (op) => property.sentence({ op }),
    isOf: ({ operation, ...callable }) => rolesOf(property, operation, callable) !== undefined,
  };
}
