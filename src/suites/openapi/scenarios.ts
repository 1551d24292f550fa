import type { ScenarioFacts } from "../../checks/index.js";
import type { Contract, Operation } from "../../description/index.js";
import {
  callableOf,
  changeableSingleton,
  findCautions,
  needsKey,
  parentPathOf,
  privateOperations,
} from "../../model/index.js";
import { credentialScenarios } from "./access/credentials.js";
import { otherSchemesScenario } from "./access/other-schemes.js";
import { privateScenario } from "./access/private-items.js";
import { answerScenario, isAnswered } from "./comparison/answers.js";
import { defaultsScenario } from "./comparison/defaults.js";
import { readBackScenario, segmentsOf } from "./comparison/read-back.js";
import { locationScenario } from "./comparison/served-locations.js";
import { type Property, scenarioOf } from "./engine/index.js";
import { changedScenario, replacedScenario } from "./items/changes.js";
import { deletionScenario } from "./items/deletion.js";
import { partScenario } from "./items/part-changes.js";
import { putCreationScenario } from "./items/put-creation.js";
import { serverMembersScenario } from "./items/server-members.js";
import { singletonScenario } from "./items/singletons.js";
import { linkedScenario, putLinksOf, unknownEndScenario, unlinkedScenario } from "./lists/links.js";
import { listedScenario } from "./lists/listed-items.js";
import { furtherPagesScenario, nextPageScenario } from "./lists/next-page.js";
import { walkScenario } from "./lists/page-walk.js";
import { addedLists } from "./properties/added-lists.js";
import { boundaryValues } from "./properties/boundary-values.js";
import { notModified } from "./properties/conditional-reads.js";
import { deletedListed } from "./properties/deleted-listed.js";
import { deletionIsolation } from "./properties/deletion-isolation.js";
import { emptied } from "./properties/emptied.js";
import { enumUpdates } from "./properties/enum-updates.js";
import { filters } from "./properties/filters.js";
import { idInBody } from "./properties/id-in-body.js";
import { idempotency } from "./properties/idempotency.js";
import {
  changeWithoutETag,
  changeWithStaleETag,
  deletionWithoutETag,
  deletionWithStaleETag,
} from "./properties/if-match.js";
import { jsonPatch } from "./properties/json-patch.js";
import { leftOut } from "./properties/left-out.js";
import { otherParent } from "./properties/other-parent.js";
import { otherValues } from "./properties/other-values.js";
import { othersKept } from "./properties/others-kept.js";
import { pageOverlap } from "./properties/page-overlap.js";
import { pageSize } from "./properties/page-size.js";
import { putStatus } from "./properties/put-status.js";
import { sorting } from "./properties/sorting.js";
import { staleVersion } from "./properties/stale-version.js";
import { subLists } from "./properties/sub-lists.js";
import { total } from "./properties/total.js";
import { uniqueId, uniqueness } from "./properties/uniqueness.js";
import { unknownItem } from "./properties/unknown-item.js";
import { unknownParent } from "./properties/unknown-parent.js";
import { updateIsolation } from "./properties/update-isolation.js";
import { randomBodyScenario } from "./random/random-bodies.js";
import { randomReadScenarios } from "./random/random-reads.js";
import { onNewItems } from "./requests/action-fixtures.js";
import type { ApiScenario } from "./requests/baseline.js";
import { uncalledScenario } from "./requests/caution.js";
import { slugOf } from "./requests/requests.js";
import { validScenario } from "./requests/valid-requests.js";
import { mediaTypeScenario } from "./unexpected/other-media-types.js";
import { unexpectedBodyScenario } from "./unexpected/unexpected-bodies.js";
import { unexpectedIdScenario } from "./unexpected/unexpected-ids.js";
import { unexpectedQueryScenario } from "./unexpected/unexpected-queries.js";
import { validationScenarios } from "./violations/general-leniencies.js";
import { collectsEvidence } from "./violations/judged-violations.js";
import { isJudgedByEvidence, violationScenarios } from "./violations/refusals.js";

/** The checks of every operation that may be called. */
export function deriveScenarios(contract: Contract): readonly ApiScenario[] {
  const callable = callableOf(contract);
  const { api, called } = callable;
  const bySegments = called.toSorted((left, right) => segmentsOf(left) - segmentsOf(right));
  const byMethod = new Map(
    [...new Set(called.map(({ method }) => method))].map((method) => [
      method as string,
      called.filter((each) => each.method === method),
    ]),
  );
  const of = (wanted: string): readonly Operation[] => byMethod.get(wanted) ?? [];
  const secured = called.filter((each) => each.method !== "DELETE" && needsKey(contract, each));
  const isLink = (each: Operation): boolean => putLinksOf(each, api) !== undefined;
  const testing = (...properties: readonly Property[]): readonly (ApiScenario | undefined)[] =>
    called.flatMap((each) => properties.map((property) => scenarioOf(property, each, callable)));
  const scenarios = [
    ...bySegments
      .filter(({ method, path }) => method === "GET" && !path.includes("{"))
      .map(readBeforeScenario),
    // A second creation may be what shows that the first was one.
    ...of("POST").map((each) => readBackScenario(each, api)),
    ...of("POST").map((each) => defaultsScenario(each, api)),
    ...of("POST")
      .filter((each) => isAnswered(each, api))
      .map(answerScenario),
    ...bySegments
      .filter((each) => isPut(each) && !isBelow(each))
      .map((each) => putCreationScenario(each, callable)),
    ...bySegments
      .filter((each) => each.method !== "DELETE" && !isLink(each))
      .toSorted((left, right) => Number(isPut(right)) - Number(isPut(left)))
      .map(validScenario),
    // Creations by POST come first, since the items of the run below which these are put may be of that.
    ...bySegments
      .filter((each) => isPut(each) && isBelow(each))
      .map((each) => putCreationScenario(each, callable)),
    ...bySegments.filter(isLink).flatMap((each) => [linkedScenario(each, api), validScenario(each)]),
    ...of("PUT").map((each) => defaultsScenario(each, api)),
    ...of("POST").map((each) => listedScenario(each, api)),
    ...testing(idempotency),
    ...testing(notModified),
    ...called.map((each) => locationScenario(each, api)),
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
    ...testing(changeWithoutETag),
    ...testing(changeWithStaleETag),
    ...testing(staleVersion),
    ...testing(boundaryValues),
    ...called.map((each) => serverMembersScenario(each, api)),
    ...testing(pageSize),
    ...testing(filters),
    ...testing(sorting),
    ...called.map(nextPageScenario),
    ...called.map((each) => furtherPagesScenario(each, api)),
    ...testing(pageOverlap),
    ...called.map((each) => walkScenario(each, api)),
    ...testing(total),
    ...testing(unknownItem),
    ...testing(unknownParent),
    ...called.flatMap(violationScenarios),
    ...validationScenarios(called, api),
    ...called.map((each) => unexpectedIdScenario(each, contract, called.length)),
    ...called.map((each) => unexpectedQueryScenario(each, contract, called.length)),
    ...called.map((each) => unexpectedBodyScenario(each, called.length)),
    ...called.map(mediaTypeScenario),
    ...of("GET").flatMap((each) => randomReadScenarios(each, contract)),
    ...called.filter(({ method }) => method !== "DELETE").map(randomBodyScenario),
    ...credentialScenarios(secured),
    ...secured.map((each) => otherSchemesScenario(contract, each)),
    ...testing(subLists),
    ...testing(otherParent),
    ...testing(uniqueness),
    ...testing(uniqueId),
    ...testing(deletionIsolation),
    ...testing(deletedListed),
    ...of("PUT").map((each) => unknownEndScenario(each, api)),
    ...of("DELETE").map((each) => unlinkedScenario(each, api)),
    ...privateOperations(contract).map((each) => privateScenario(each, contract)),
    ...testing(deletionWithoutETag, deletionWithStaleETag),
    ...bySegments
      .toReversed()
      .filter(({ method }) => method === "DELETE")
      .map((each) => deletionScenario(each, contract, callable)),
    ...[...findCautions(contract)].map(([operation, caution]) => {
      const singleton = changeableSingleton(caution);
      if (singleton !== undefined) return singletonScenario(operation, singleton);
      return caution && uncalledScenario(operation, caution);
    }),
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
