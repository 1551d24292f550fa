import type { Contract, Operation, Requirement } from "../../description/index.js";
import { isAnswered } from "./comparison/answers.js";
import { defaultsOf } from "./comparison/defaults.js";
import { hasSecrets } from "./comparison/secrets.js";
import { changesPresentItems } from "./items/absent-items.js";
import { leftOutOf } from "./items/left-out.js";
import { serverMembersOf } from "./items/server-members.js";
import { refusesETags } from "./items/stale-etag.js";
import { readsItems } from "./items/unknown-items.js";
import { requiresETag } from "./items/without-etag.js";
import { filtersOf } from "./lists/filters.js";
import { showsPages } from "./lists/next-page.js";
import { pageSizeOf } from "./lists/page-size.js";
import { walkedBy } from "./lists/page-walk.js";
import { subListOf } from "./lists/sub-lists.js";
import { knownParentOf } from "./lists/unknown-parents.js";
import { proofs } from "./proofs.js";
import { slugOf } from "./requests/requests.js";
import { harmlessOperations } from "./resources/harmless.js";
import { readOf } from "./resources/item-links.js";
import { describesNextLink } from "./resources/next-link.js";
import { updatesItem } from "./resources/own-parts.js";
import { plainPath } from "./resources/paths.js";
import { pointerTo } from "./resources/places.js";
import { privateOperations } from "./resources/private-operations.js";
import { withPromisedSchemas } from "./resources/promised-schemas.js";
import { needsKey } from "./resources/security.js";
import { everyResponse } from "./responses/every-response.js";
import { refusesMediaTypes } from "./unexpected/other-media-types.js";
import { isToBeRefused, violationId, violationsOf } from "./violations/judged-violations.js";
import { statedRows } from "./violations/stated.js";
import { isBodiless, type Violation } from "./violations/violation.js";

/** A description, as it is loaded. */
type Described = Omit<Contract, "requirements">;

/** A contract with the requirements that follow from its description, and from what the user says beside it. */
export function deriveContract(described: Described): Contract {
  const harmless = new Set(harmlessOperations(described));
  const ofPrivateItems = new Set(privateOperations(described).map(({ operation }) => operation));
  const deletions = [...harmless].filter(({ method }) => method === "DELETE");
  const deleted = new Set(deletions.map(({ path }) => plainPath(path)));
  const requirements = [...described.operations.values()].flatMap((operation) =>
    harmless.has(operation)
      ? requirementsOf(described, operation, {
          hasPrivateItems: ofPrivateItems.has(operation),
          isDeletable: deleted.has(plainPath(operation.path)),
        })
      : alwaysRequiredOf(operation),
  );
  return {
    ...described,
    document: withPromisedSchemas(described.document),
    requirements: [...everyResponse, ...requirements],
  };
}

/** What is said of a requirement. */
type Words = readonly [name: string, level: Requirement["level"], sentence: string];

/** Makes a requirement of an operation, by a name for it. */
function requirementOf(
  { id, method, path }: Operation,
  [name, level, sentence]: Words,
  verifiedBy: readonly string[],
  proof: keyof typeof proofs,
): Requirement {
  const section = safe(`${method} ${path}`);
  return {
    id: safe(`${id}: ${name}`),
    level,
    section,
    sentence: safe(sentence),
    operations: [id],
    verifiedBy,
    proof: proofs[proof],
    warnsIn: [],
    follows: [],
  };
}

/** Names come from a description, and stand in terminals and logs: what controls these does not. */
function safe(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "\u{fffd}");
}

/** What holds for every response, also where the operation is not called. */
function alwaysRequiredOf(operation: Operation): readonly Requirement[] {
  const { id } = operation;
  const slug = slugOf(operation);
  return [
    requirementOf(
      operation,
      ["responses", "must", `What ${id} answers is what the description says.`],
      [`${slug}/valid`, `${slug}/response`],
      "response",
    ),
    requirementOf(
      operation,
      ["no server error", "must", `No request to ${id} is answered with 5xx.`],
      [`${slug}/server-error`],
      "server-error",
    ),
  ];
}

function requirementsOf(
  described: Described,
  operation: Operation,
  { hasPrivateItems, isDeletable }: { readonly hasPrivateItems: boolean; readonly isDeletable: boolean },
): readonly Requirement[] {
  const { id, method } = operation;
  const { operations } = described;
  const slug = slugOf(operation);
  const isRead = readOf(operation, operations) !== undefined;
  const changes = isRead && operation.body !== undefined;
  const where = (isThere: boolean, words: Words, check: keyof typeof proofs): readonly Requirement[] =>
    isThere ? [requirementOf(operation, words, [`${slug}/${check}`], check)] : [];
  return [
    ...alwaysRequiredOf(operation),
    ...where(
      needsKey(described, operation),
      ["credential", "must", `${id} serves nobody without a valid credential.`],
      "credential",
    ),
    ...violationsOf(operation)
      .filter((each) => isToBeRefused(operation, each))
      .map((each) =>
        requirementOf(operation, wordsFor(operation, each), [violationId(operation, each)], "violation"),
      ),
    ...where(
      refusesMediaTypes(operation),
      ["body media type", "implied", `${id} refuses a body of a media type that is not described.`],
      "media-type",
    ),
    ...where(
      method !== "DELETE" && statedRows(operation).length > 0,
      [
        "stated values",
        "implied",
        `${id} accepts what is just within its description: bounds, lengths, words.`,
      ],
      "stated",
    ),
    ...where(
      pageSizeOf(operation) !== undefined,
      ["page size", "advice", `${id} shows no more items than it is asked for.`],
      "page-size",
    ),
    ...where(
      filtersOf(operation).length > 0,
      ["filters", "implied", `${id} shows the items that its filters ask for, and no others.`],
      "filter",
    ),
    ...where(
      describesNextLink(operation),
      ["next page", "implied", `${id} serves the next page that it links to.`],
      "next-page",
    ),
    ...where(
      showsPages(operation, operations),
      ["further pages", "advice", `${id} does not show its first page again and again.`],
      "further-pages",
    ),
    ...where(
      walkedBy(operation, operations) !== undefined,
      ["pages", "advice", `${id} shows each item on one of the pages that follow each other.`],
      "pages",
    ),
    ...where(
      readsItems(operation, operations),
      ["unknown item", "implied", `${id} serves nothing for an id that no item has.`],
      "unknown",
    ),
    ...where(
      isDeletable && changesPresentItems(operation, operations),
      ["unknown item", "implied", `${id} does not say that it has changed an item that is not there.`],
      "unknown-change",
    ),
    ...where(
      knownParentOf(operation, operations) !== undefined,
      ["unknown parent", "implied", `${id} creates nothing below an item that is not there.`],
      "unknown-parent",
    ),
    ...where(
      subListOf(operation, operations) !== undefined,
      [
        "in its list",
        "implied",
        `What ${id} creates is listed below the item that it was created for, and below no other.`,
      ],
      "below",
    ),
    ...where(
      serverMembersOf(operation).length > 0,
      ["readOnly members", "implied", `${id} takes over no member that is readOnly.`],
      "read-only",
    ),
    ...where(
      method === "POST" && isRead,
      ["read back", "implied", `What ${id} creates can be read, and is what was sent.`],
      "read-back",
    ),
    ...where(
      defaultsOf(operation, operations).length > 0,
      ["defaults", "implied", `${id} gives a member that is left out its default.`],
      "defaults",
    ),
    ...where(
      isAnswered(operation, operations),
      ["answer", "implied", `What ${id} answers with is what was sent.`],
      "answer",
    ),
    ...where(
      method === "POST" && isRead && hasSecrets(operation),
      ["writeOnly members", "implied", `What is writeOnly for ${id} is in no response.`],
      "write-only",
    ),
    ...where(
      method === "PUT" && changes,
      ["replaced", "implied", `What ${id} replaces is what was sent, and no other item is changed.`],
      "replaced",
    ),
    ...where(
      leftOutOf(operation, operations).length > 0,
      ["left out", "advice", `What ${id} leaves out is not there any more.`],
      "left-out",
    ),
    ...where(
      (method === "PATCH" && changes) || updatesItem(operation, operations),
      ["changed", "implied", `What ${id} changes is what was sent, and nothing else.`],
      "changed",
    ),
    ...where(
      hasPrivateItems,
      ["private items", "implied", `${id} serves an item to nobody but the user who created it.`],
      "private",
    ),
    ...where(
      requiresETag(operation),
      ["header /If-Match required", "implied", `${id} refuses a request without If-Match.`],
      "unconditional",
    ),
    ...where(
      refusesETags(operation, operations),
      ["stale ETag", "implied", `${id} changes nothing for an ETag that the item no longer has (If-Match).`],
      "stale",
    ),
    ...where(
      method === "DELETE" && isRead,
      ["gone", "implied", `What ${id} deletes is gone, and nothing else is.`],
      "gone",
    ),
  ];
}

/** What to call a violation. */
function wordsFor({ id }: Operation, violation: Violation): Words {
  const { place, keyword, label } = violation;
  if (isBodiless(violation))
    return [`${place.in} ${keyword}`, "implied", `${id} refuses a request without its body.`];
  const pointer = pointerTo(place);
  const what = place.path.length === 0 ? "request" : place.in;
  const sentence = `${id} refuses a ${what} in which ${label}.`;
  return [`${place.in} ${pointer === "" ? "" : `${pointer} `}${keyword}`, "implied", sentence];
}
