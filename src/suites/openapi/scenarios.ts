import { type ScenarioFacts, Skip } from "../../checks/index.js";
import type { Contract, Operation } from "../../description/index.js";
import {
  type Caution,
  callableOf,
  changeableSingleton,
  describeCaution,
  isAllowable,
  parentPathOf,
} from "../../model/index.js";
import { customScenarios } from "./custom/checks.js";
import { type Property, scenarioOf } from "./engine/index.js";
import { repeatedActions, storedActions } from "./properties/actions.js";
import { addedLists } from "./properties/added-lists.js";
import { boundaryValues } from "./properties/boundary-values.js";
import { changed, replaced } from "./properties/changes.js";
import {
  changeWithoutETag,
  changeWithStaleETag,
  deletionWithoutETag,
  deletionWithStaleETag,
  staleVersion,
} from "./properties/conditional-changes.js";
import { notModified } from "./properties/conditional-reads.js";
import { answer, putCreation, readBack, servedLocation } from "./properties/creations.js";
import {
  credential,
  credentialAnywhere,
  credentialAsElsewhere,
  otherSchemes,
} from "./properties/credentials.js";
import { defaults, defaultsOfPut } from "./properties/defaults.js";
import { deletedListed } from "./properties/deleted-listed.js";
import { gone, unreadDeletion } from "./properties/deletions.js";
import { emptied } from "./properties/emptied.js";
import { enumUpdates } from "./properties/enum-updates.js";
import { filteredPages, filters } from "./properties/filters.js";
import { idInBody } from "./properties/id-in-body.js";
import { idempotency } from "./properties/idempotency.js";
import { deletionIsolation, updateIsolation } from "./properties/isolation.js";
import { jsonPatch } from "./properties/json-patch.js";
import { othersKept, otherValues } from "./properties/kept-values.js";
import { linked, unknownEnd, unlinked } from "./properties/links.js";
import { listed } from "./properties/listed.js";
import { otherParent, subLists } from "./properties/nesting.js";
import { furtherPages, nextPage } from "./properties/next-page.js";
import { pageOverlap } from "./properties/page-overlap.js";
import { pageSize } from "./properties/page-size.js";
import { pageWalk } from "./properties/page-walk.js";
import { changedParts, replacedParts } from "./properties/parts.js";
import { privateItems } from "./properties/private-items.js";
import { invalidReads, randomReads } from "./properties/random-reads.js";
import { readOnlyMembers } from "./properties/read-only.js";
import { combinedViolations, mediaType } from "./properties/refusals.js";
import { leftOut, putStatus } from "./properties/replacements.js";
import { changedSingleton, replacedSingleton } from "./properties/singletons.js";
import { sorting } from "./properties/sorting.js";
import { filteredTotal, total } from "./properties/total.js";
import { unexpectedBody } from "./properties/unexpected-body.js";
import { unexpectedId, unexpectedQuery } from "./properties/unexpected-url.js";
import { uniqueId, uniqueness } from "./properties/uniqueness.js";
import { unknownItem, unknownParent } from "./properties/unknown-items.js";
import { readsBefore, validLinks, validRequests } from "./properties/valid-requests.js";
import { violationProperties } from "./properties/violations.js";
import { onNewItems } from "./requests/action-fixtures.js";
import type { ApiScenario } from "./requests/baseline.js";
import { segmentsOf, slugOf } from "./requests/requests.js";
import { validationScenarios } from "./violations/general-leniencies.js";
import { collectsEvidence, isJudgedByEvidence } from "./violations/judged-violations.js";

/** The checks of every operation that may be called. */
export function deriveScenarios(contract: Contract): readonly ApiScenario[] {
  const callable = callableOf(contract);
  const { api, called, cautions } = callable;
  const bySegments = called.toSorted((left, right) => segmentsOf(left) - segmentsOf(right));
  const testingOf = (
    operations: Iterable<Operation>,
    ...properties: readonly Property[]
  ): readonly (ApiScenario | undefined)[] =>
    [...operations].flatMap((each) => properties.map((property) => scenarioOf(property, each, callable)));
  const testing = (...properties: readonly Property[]): readonly (ApiScenario | undefined)[] =>
    testingOf(called, ...properties);
  const scenarios = [
    ...bySegments.map((each) => scenarioOf(readsBefore, each, callable)),
    // A second creation may be what shows that the first was one.
    ...testing(readBack),
    ...testing(defaults),
    ...testing(answer),
    ...bySegments
      .filter((each) => isPut(each) && !isBelow(each))
      .map((each) => scenarioOf(putCreation, each, callable)),
    ...bySegments
      .toSorted((left, right) => Number(isPut(right)) - Number(isPut(left)))
      .map((each) => scenarioOf(validRequests, each, callable)),
    // Creations by POST come first, since the items of the run below which these are put may be of that.
    ...bySegments
      .filter((each) => isPut(each) && isBelow(each))
      .map((each) => scenarioOf(putCreation, each, callable)),
    ...bySegments.flatMap((each) => [linked, validLinks].map((link) => scenarioOf(link, each, callable))),
    ...testing(defaultsOfPut),
    ...testing(listed),
    ...testing(idempotency),
    ...testing(notModified),
    ...testing(servedLocation),
    ...testing(replaced),
    ...testing(putStatus),
    ...testing(changed),
    ...testing(replacedParts, changedParts),
    ...testing(othersKept),
    ...testing(emptied),
    ...testing(otherValues),
    ...testing(updateIsolation),
    ...testing(idInBody),
    ...testing(jsonPatch),
    ...testing(addedLists),
    ...testing(enumUpdates),
    ...testing(leftOut),
    ...testing(storedActions),
    ...testing(repeatedActions),
    ...testing(changeWithoutETag),
    ...testing(changeWithStaleETag),
    ...testing(staleVersion),
    ...testing(boundaryValues),
    ...testing(readOnlyMembers),
    ...testing(pageSize),
    ...testing(filters),
    ...testing(filteredPages),
    ...testing(sorting),
    ...testing(nextPage),
    ...testing(furtherPages),
    ...testing(pageOverlap),
    ...testing(pageWalk),
    ...testing(total),
    ...testing(filteredTotal),
    ...testing(unknownItem),
    ...testing(unknownParent),
    ...called.flatMap((each) =>
      violationProperties(each).map((property) => scenarioOf(property, each, callable)),
    ),
    ...validationScenarios(called, api),
    ...testing(unexpectedId),
    ...testing(unexpectedQuery),
    ...testing(unexpectedBody),
    ...testing(mediaType),
    ...testing(randomReads, invalidReads),
    ...testing(combinedViolations),
    ...testing(credential, credentialAsElsewhere),
    ...testing(credentialAnywhere),
    ...testing(otherSchemes),
    ...testing(subLists),
    ...testing(otherParent),
    ...testing(uniqueness),
    ...testing(uniqueId),
    ...testing(deletionIsolation),
    ...testing(deletedListed),
    ...testing(unknownEnd),
    ...testing(unlinked),
    ...testing(privateItems),
    ...testing(deletionWithoutETag, deletionWithStaleETag),
    ...testingOf(bySegments.toReversed(), gone, unreadDeletion),
    ...testingOf(cautions.keys(), changedSingleton, replacedSingleton),
    ...[...cautions].map(([operation, caution]) =>
      caution && changeableSingleton(caution) === undefined
        ? uncalledScenario(operation, caution)
        : undefined,
    ),
    ...customScenarios(contract, callable),
  ].filter((each) => each !== undefined);
  return onNewItems(scenarios, api);
}

/**
 * Tells the scenarios that learn what these take: a valid request, which every other is compared with, and the evidence of
 * all violations, which decides whether a server validates what it accepted.
 */
export function preparingScenarios(wanted: readonly ScenarioFacts[]): (scenario: ScenarioFacts) => boolean {
  const takesEvidence = wanted.some(({ id }) => isJudgedByEvidence(id));
  return ({ id }) => id.endsWith("/valid") || (takesEvidence && collectsEvidence(id));
}

/** A part of an item may be there only once it is put. */
function isPut({ method }: Operation): boolean {
  return method === "PUT";
}

/** Is it about what is below an item? */
function isBelow({ path }: Operation): boolean {
  return parentPathOf(path)?.includes("{") === true;
}

/** Says why nothing is tested of an operation that is not called. */
function uncalledScenario(operation: Operation, caution: Caution): ApiScenario {
  const slug = slugOf(operation);
  return {
    id: `${slug}/valid`,
    title: `${operation.id} is not called`,
    expects: [`${slug}/server-error`],
    phase: "read",
    inputs: () => [null],
    run: async () => {
      const remedy = isAllowable(caution) ? ` ("--allow ${operation.id}" lets the run call it)` : "";
      throw new Skip("untested", `it is not called: ${describeCaution(caution)}${remedy}`);
    },
  };
}
