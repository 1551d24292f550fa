import type { Operation, Requirement } from "../../description/index.js";
import { type Callable, pagingOf, refusesETags, requiresETag, updatesItem } from "../../model/index.js";
import { hasSecrets } from "./comparison/secrets.js";
import { type OwnProperty, type OwnRequirement, rolesOf } from "./engine/index.js";
import { leadsOn } from "./lists/next-cursor.js";
import { totalOf } from "./lists/totals.js";
import { repeatedActions, storedActions } from "./properties/actions.js";
import { boundaryValues } from "./properties/boundary-values.js";
import { changed, replaced } from "./properties/changes.js";
import { changeWithoutETag, changeWithStaleETag, staleVersion } from "./properties/conditional-changes.js";
import { notModified } from "./properties/conditional-reads.js";
import { answer, readBack, servedLocation } from "./properties/creations.js";
import { credential } from "./properties/credentials.js";
import { defaults, defaultsOfPut } from "./properties/defaults.js";
import { gone, unknownChange } from "./properties/deletions.js";
import { filters } from "./properties/filters.js";
import { idempotency } from "./properties/idempotency.js";
import { linked, unknownEnd, unlinked } from "./properties/links.js";
import { otherParent, subLists } from "./properties/nesting.js";
import { furtherPages, nextPage } from "./properties/next-page.js";
import { pageSize } from "./properties/page-size.js";
import { pageWalk } from "./properties/page-walk.js";
import { privateItems } from "./properties/private-items.js";
import { readOnlyMembers } from "./properties/read-only.js";
import { mediaType } from "./properties/refusals.js";
import { leftOut, putStatus } from "./properties/replacements.js";
import { changedSingleton, replacedSingleton } from "./properties/singletons.js";
import { sorting } from "./properties/sorting.js";
import { filteredTotal, total } from "./properties/total.js";
import { uniqueness } from "./properties/uniqueness.js";
import { unknownItem, unknownParent } from "./properties/unknown-items.js";
import { takesInput } from "./requests/refused-requests.js";

/** The facts about an operation that may be called. */
export interface About extends Callable {
  readonly operation: Operation;
  readonly method: Operation["method"];
  /** Is there an operation that reads what it creates or changes? */
  readonly isRead: boolean;
  readonly changes: boolean;
}

/** A kind of requirement: its name and sentence for an operation, and of which operations it is. */
export interface Kind extends Omit<OwnRequirement, "level"> {
  /** The last part of its check's id. */
  readonly check: string;
  readonly level: Requirement["level"] | ((about: About) => Requirement["level"]);
  readonly sentence: (operation: Operation) => string;
  readonly isOf: (about: About) => boolean;
}

/** The requirement that stands before those on single values. Of deletions, too: they are tried when they are done anyway. */
export const credentialKind: Kind = {
  ...kindOf(credential),
  isOf: ({ operation, secured }) => secured.includes(operation),
};

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
  kindOf(servedLocation),
  kindOf(mediaType),
  kindOf(boundaryValues),
  kindOf(pageSize),
  kindOf(filters),
  kindOf(sorting),
  kindOf(nextPage),
  kindOf(furtherPages),
  {
    check: "pages",
    name: "pages",
    // The way to the next page is the server's own there.
    level: ({ operation, api }) => (leadsOn(operation, pagingOf(operation, api)) ? "implied" : "advice"),
    sentence: ({ id }) => `${id} shows each item on one of the pages that follow each other.`,
    isOf: ({ operation, ...callable }) => rolesOf(pageWalk, operation, callable) !== undefined,
    proof:
      "two pages of two items are asked for, by the parameters that say where a page begins, or by what leads to the next page; an item on both, or on none, counts only while the list stays the same",
  },
  kindOf(total),
  kindOf(filteredTotal),
  {
    check: "total-shown",
    name: "least total",
    level: "implied",
    sentence: ({ id }) => `${id} does not say that it has fewer items than it shows.`,
    isOf: ({ operation }) => totalOf(operation) !== undefined,
    proof: "the list is counted; a lower number counts only where one more item is one more in both, twice",
  },
  kindOf(unknownItem),
  kindOf(unknownChange),
  kindOf(unknownParent),
  kindOf(subLists),
  kindOf(otherParent),
  kindOf(linked),
  kindOf(unlinked),
  kindOf(unknownEnd),
  kindOf(readOnlyMembers),
  kindOf(readBack),
  kindOf(defaults),
  kindOf(defaultsOfPut),
  kindOf(uniqueness),
  kindOf(idempotency),
  kindOf(notModified),
  kindOf(answer),
  {
    check: "write-only",
    name: "writeOnly members",
    level: "implied",
    sentence: ({ id }) => `No response shows a member that is writeOnly for ${id}.`,
    isOf: ({ operation, method, isRead }) => method === "POST" && isRead && hasSecrets(operation),
    proof: "an item is created with these members, and looked for in what comes back",
  },
  // Of parts, too.
  { ...kindOf(replaced), isOf: ({ method, changes }) => method === "PUT" && changes },
  kindOf(putStatus),
  kindOf(leftOut),
  // Of parts, too, and of updates that are posted.
  {
    ...kindOf(changed),
    isOf: ({ operation, api, method, changes }) =>
      (method === "PATCH" && changes) || updatesItem(operation, api),
  },
  kindOf(privateItems),
  // Of deletions, also where the run can create no item that it may delete.
  { ...kindOf(changeWithoutETag), isOf: ({ operation }) => requiresETag(operation) },
  { ...kindOf(changeWithStaleETag), isOf: ({ operation, api }) => refusesETags(operation, api) },
  kindOf(staleVersion),
  kindOf(storedActions),
  kindOf(repeatedActions),
  kindOf(gone),
];

/** The possible requirements on an operation that the suite calls only where the store may be thrown away. */
export const singletonKinds: readonly Kind[] = [kindOf(changedSingleton), kindOf(replacedSingleton)];

/** The requirement of a property that has one of its own. */
function kindOf(property: OwnProperty): Kind {
  return {
    ...property.requirement,
    check: property.id,
    sentence: (op) => property.sentence({ op }),
    isOf: ({ operation, ...callable }) => rolesOf(property, operation, callable) !== undefined,
  };
}
