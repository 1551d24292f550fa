import type { Operation, Requirement } from "../../description/index.js";
import { isSuccess, type Scenario, Skip } from "../../engine/index.js";
import { type Api, pointerTo } from "../../model/index.js";
import type { ApiState } from "../../session/index.js";
import {
  type Group,
  isToBeRefused,
  unvalidatedPlaces,
  type Violation,
  type ViolationOutcome,
  violationId,
  violationsOf,
} from "../../values/index.js";
import { allEvidence, isRefusedWith, locationOf } from "./evidence.js";
import { sendViolation } from "./send-violation.js";

/** Keywords that servers validate or not, with all of their group. */
const groups: readonly (readonly [group: Group, keywords: string])[] = [
  ["required", "required"],
  ["choice", "enum and const"],
  ["range", "bounds, lengths and patterns"],
];
const locations = [
  ["body", "bodies"],
  ["query", "queries and headers"],
] as const;

/** Returns the requirements that an API validates each group of keywords that it describes. */
export function validationRequirements(operations: readonly Operation[]): readonly Requirement[] {
  return kindsIn(operations).map(({ check, keywords, where }) => ({
    id: `every request: ${keywords} in ${where}`,
    level: "advice",
    section: "HTTP",
    sentence: `The server validates ${keywords} in ${where}.`,
    operations: [],
    verifiedBy: [check],
    proof:
      "each keyword is violated at each place; where at least three places are tried and none is refused, or nothing at all, that is one finding",
    warnsIn: [],
    follows: [],
  }));
}

/** Returns a scenario for each of them: one finding with all places. */
export function validationScenarios(
  operations: readonly Operation[],
  api: Api,
): readonly Scenario<ApiState>[] {
  return kindsIn(operations).map(({ check, group, keywords, location, where }) => ({
    id: check,
    title: `the server validates ${keywords} in ${where}`,
    phase: "credentials",
    inputs: () => [null],
    run: async (t) => {
      const evidence = allEvidence(t.state);
      const places = unvalidatedPlaces(group, location, evidence)
        .map((each) => violationOf(api, each))
        .filter((each) => each !== undefined);
      const [first] = places;
      if (first === undefined) {
        const isTried = evidence.some(
          (each) => each.group === group && each.location === location && each.outcome !== "unclear",
        );
        if (isTried) return t.expectNone([]);
        throw new Skip("untested", `no response shows whether it validates ${keywords} in ${where}`);
      }
      const { response } = await sendViolation(t, ...first);
      const { status } = response;
      if (!isSuccess(status) && !isRefusedWith(t.state, ...first, status))
        throw new Skip("untested", `it was answered with ${status}, which says nothing of what is violated`);
      const names = places.map(
        ([{ id }, { place, keyword }]) => `${id} ${place.in} ${pointerTo(place)} ${keyword}`,
      );
      t.expect(!isSuccess(status), {
        problem: "not validated",
        expected: `a refusal with 4xx of what violates ${keywords}`,
        actual: `${status} at ${places.length} places: ${names.join(", ")}`,
        at: { in: "status" },
        places: names,
      });
    },
  }));
}

/** The groups of keywords, each at a location, in which an API has some. */
function kindsIn(operations: readonly Operation[]) {
  const violations = operations.flatMap((each) =>
    violationsOf(each).filter((violation) => isToBeRefused(each, violation)),
  );
  return groups.flatMap(([group, keywords]) =>
    locations.flatMap(([location, where]) =>
      violations.some(({ place, about }) => about.group === group && locationOf(place) === location)
        ? [{ check: `validation/${location}/${group}`, group, keywords, location, where }]
        : [],
    ),
  );
}

function violationOf(
  { operations }: Api,
  { operation: id, check }: ViolationOutcome,
): readonly [Operation, Violation] | undefined {
  const operation = operations.get(id);
  const violation =
    operation && violationsOf(operation).find((each) => violationId(operation, each) === check);
  return operation === undefined || violation === undefined ? undefined : [operation, violation];
}
