import type { ScenarioFacts } from "../../checks/index.js";
import type { Contract, Operation } from "../../description/index.js";
import { callableOf, changeableSingleton, linksOf, needsKey, parentPathOf } from "../../model/index.js";
import { credentialScenarios } from "./access/credentials.js";
import { otherSchemesScenario } from "./access/other-schemes.js";
import { customScenarios } from "./custom/checks.js";
import { type Property, scenarioOf } from "./engine/index.js";
import { changedScenario, replacedScenario } from "./items/changes.js";
import { partScenario } from "./items/part-changes.js";
import { serverMembersScenario } from "./items/server-members.js";
import { repeatedActions, storedActions } from "./properties/actions.js";
import { addedLists } from "./properties/added-lists.js";
import { boundaryValues } from "./properties/boundary-values.js";
import {
  changeWithoutETag,
  changeWithStaleETag,
  deletionWithoutETag,
  deletionWithStaleETag,
  staleVersion,
} from "./properties/conditional-changes.js";
import { notModified } from "./properties/conditional-reads.js";
import { answer, putCreation, readBack, servedLocation } from "./properties/creations.js";
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
import { privateItems } from "./properties/private-items.js";
import { combinedViolations, mediaType } from "./properties/refusals.js";
import { leftOut, putStatus } from "./properties/replacements.js";
import { changedSingleton, replacedSingleton } from "./properties/singletons.js";
import { sorting } from "./properties/sorting.js";
import { filteredTotal, total } from "./properties/total.js";
import { unexpectedBody } from "./properties/unexpected-body.js";
import { unexpectedId, unexpectedQuery } from "./properties/unexpected-url.js";
import { uniqueId, uniqueness } from "./properties/uniqueness.js";
import { unknownItem, unknownParent } from "./properties/unknown-items.js";
import { randomReadScenarios } from "./random/random-reads.js";
import { onNewItems } from "./requests/action-fixtures.js";
import type { ApiScenario } from "./requests/baseline.js";
import { uncalledScenario } from "./requests/caution.js";
import { segmentsOf, slugOf } from "./requests/requests.js";
import { validScenario } from "./requests/valid-requests.js";
import { validationScenarios } from "./violations/general-leniencies.js";
import { collectsEvidence } from "./violations/judged-violations.js";
import { isJudgedByEvidence, violationScenarios } from "./violations/refusals.js";

/** The checks of every operation that may be called. */
export function deriveScenarios(contract: Contract): readonly ApiScenario[] {
  const callable = callableOf(contract);
  const { api, called, cautions } = callable;
  const bySegments = called.toSorted((left, right) => segmentsOf(left) - segmentsOf(right));
  const byMethod = new Map(
    [...new Set(called.map(({ method }) => method))].map((method) => [
      method as string,
      called.filter((each) => each.method === method),
    ]),
  );
  const of = (wanted: string): readonly Operation[] => byMethod.get(wanted) ?? [];
  const secured = called.filter((each) => each.method !== "DELETE" && needsKey(contract, each));
  const isLink = (each: Operation): boolean => isPut(each) && linksOf(each, api) !== undefined;
  const testingOf = (
    operations: Iterable<Operation>,
    ...properties: readonly Property[]
  ): readonly (ApiScenario | undefined)[] =>
    [...operations].flatMap((each) => properties.map((property) => scenarioOf(property, each, callable)));
  const testing = (...properties: readonly Property[]): readonly (ApiScenario | undefined)[] =>
    testingOf(called, ...properties);
  const scenarios = [
    ...bySegments
      .filter(({ method, path }) => method === "GET" && !path.includes("{"))
      .map(readBeforeScenario),
    // A second creation may be what shows that the first was one.
    ...testing(readBack),
    ...testing(defaults),
    ...testing(answer),
    ...bySegments
      .filter((each) => isPut(each) && !isBelow(each))
      .map((each) => scenarioOf(putCreation, each, callable)),
    ...bySegments
      .filter((each) => each.method !== "DELETE" && !isLink(each))
      .toSorted((left, right) => Number(isPut(right)) - Number(isPut(left)))
      .map(validScenario),
    // Creations by POST come first, since the items of the run below which these are put may be of that.
    ...bySegments
      .filter((each) => isPut(each) && isBelow(each))
      .map((each) => scenarioOf(putCreation, each, callable)),
    ...bySegments.filter(isLink).flatMap((each) => [scenarioOf(linked, each, callable), validScenario(each)]),
    ...testing(defaultsOfPut),
    ...testing(listed),
    ...testing(idempotency),
    ...testing(notModified),
    ...testing(servedLocation),
    ...of("PUT").map((each) => replacedScenario(each, api)),
    ...testing(putStatus),
    ...of("PATCH").map((each) => changedScenario(each, api)),
    ...called.map((each) => partScenario(each, api)),
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
    ...called.map((each) => serverMembersScenario(each, api)),
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
    ...called.flatMap(violationScenarios),
    ...validationScenarios(called, api),
    ...testing(unexpectedId),
    ...testing(unexpectedQuery),
    ...testing(unexpectedBody),
    ...testing(mediaType),
    ...of("GET").flatMap((each) => randomReadScenarios(each, contract)),
    ...testing(combinedViolations),
    ...credentialScenarios(secured),
    ...secured.map((each) => otherSchemesScenario(contract, each)),
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
    ...customScenarios(contract),
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

/** The items that are there before anything is created: those of others, which may be read. */
function readBeforeScenario(operation: Operation): ApiScenario {
  return { ...validScenario(operation), id: `${slugOf(operation)}/valid/before`, phase: "empty" };
}
