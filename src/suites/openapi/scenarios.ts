import type { Contract, Operation } from "../../description/index.js";
import { answerScenario, isAnswered } from "./answers.js";
import { uncalledScenario } from "./caution.js";
import { changedScenario, replacedScenario } from "./changes.js";
import { credentialScenarios } from "./credentials.js";
import { goneScenario } from "./deletion.js";
import { filterScenario } from "./filtered-lists.js";
import { findCautions, harmlessOperations } from "./harmless.js";
import { keptOthersScenario } from "./kept-others.js";
import { leftOutScenario } from "./left-out.js";
import { listedScenario } from "./listed-items.js";
import { furtherPagesScenario, nextPageScenario } from "./next-page.js";
import { goneAloneScenario } from "./other-items.js";
import { otherSchemesScenario } from "./other-schemes.js";
import { overlapScenario } from "./page-overlap.js";
import { pageSizeScenario } from "./page-size.js";
import { privateScenario } from "./private-items.js";
import { privateOperations } from "./private-operations.js";
import { randomBodyScenario } from "./random-bodies.js";
import { randomReadScenarios } from "./random-reads.js";
import { readBackScenario, segmentsOf } from "./read-back.js";
import { violationScenarios } from "./refusals.js";
import { slugOf } from "./requests.js";
import { needsKey } from "./security.js";
import { serverMembersScenario } from "./server-members.js";
import { staleScenario } from "./stale-etag.js";
import { statedScenario } from "./stated-values.js";
import type { ApiScenario } from "./twin.js";
import { unexpectedBodyScenario } from "./unexpected-bodies.js";
import { unexpectedIdScenario } from "./unexpected-ids.js";
import { unexpectedQueryScenario } from "./unexpected-queries.js";
import { readsItems, unknownItemScenario } from "./unknown-items.js";
import { validScenario } from "./valid-requests.js";

/** The checks of every operation that may be called. */
export function deriveScenarios(contract: Contract): readonly ApiScenario[] {
  const { operations } = contract;
  const harmless = harmlessOperations(contract);
  const bySegments = harmless.toSorted((left, right) => segmentsOf(left) - segmentsOf(right));
  const of = (wanted: string): readonly Operation[] => harmless.filter(({ method }) => method === wanted);
  const secured = harmless.filter((each) => each.method !== "DELETE" && needsKey(contract, each));
  return [
    ...bySegments.filter(({ method, path }) => method === "GET" && !path.includes("{")).map(lookScenario),
    // A second creation may be what shows that the first was one.
    ...of("POST").map((each) => readBackScenario(each, operations)),
    ...of("POST")
      .filter((each) => isAnswered(each, operations))
      .map(answerScenario),
    ...bySegments.filter(({ method }) => method !== "DELETE").map(validScenario),
    ...of("POST").map((each) => listedScenario(each, operations)),
    ...of("PUT").map((each) => replacedScenario(each, operations)),
    ...of("PATCH").map((each) => changedScenario(each, operations)),
    ...of("PATCH").map((each) => keptOthersScenario(each, contract, of("POST"))),
    ...of("PUT").map((each) => leftOutScenario(each, operations)),
    ...harmless.map((each) => staleScenario(each, operations)),
    ...harmless.filter(({ method }) => method !== "DELETE").map((each) => statedScenario(each, operations)),
    ...harmless.map((each) => serverMembersScenario(each, operations)),
    ...harmless.map(pageSizeScenario),
    ...harmless.map(filterScenario),
    ...harmless.map(nextPageScenario),
    ...harmless.map((each) => furtherPagesScenario(each, operations)),
    ...harmless.map((each) => overlapScenario(each, operations)),
    ...harmless.filter((each) => readsItems(each, operations)).map(unknownItemScenario),
    ...harmless.flatMap(violationScenarios),
    ...harmless.map((each) => unexpectedIdScenario(each, contract, harmless.length)),
    ...harmless.map((each) => unexpectedQueryScenario(each, contract, harmless.length)),
    ...harmless.map((each) => unexpectedBodyScenario(each, harmless.length)),
    ...of("GET").flatMap((each) => randomReadScenarios(each, contract)),
    ...harmless.filter(({ method }) => method !== "DELETE").map(randomBodyScenario),
    ...credentialScenarios(secured),
    ...secured.map((each) => otherSchemesScenario(contract, each)),
    ...of("DELETE").map((each) => goneAloneScenario(each, contract, of("POST"))),
    ...privateOperations(contract).map((each) => privateScenario(each, contract)),
    ...bySegments
      .toReversed()
      .filter(({ method }) => method === "DELETE")
      .map((each) => goneScenario(each, contract, harmless)),
    ...[...findCautions(contract)].map(
      ([operation, caution]) => caution && uncalledScenario(operation, caution),
    ),
  ].filter((each) => each !== undefined);
}

/** What is there before anything is created: items of others, which may be read. */
function lookScenario(operation: Operation): ApiScenario {
  return { ...validScenario(operation), id: `${slugOf(operation)}/valid/before`, phase: "empty" };
}
