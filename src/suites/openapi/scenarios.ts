import { isSuccess, Skip } from "../../checks/index.js";
import type { Contract, Operation } from "../../description/index.js";
import { isJsonObject, type Json } from "../../json/index.js";
import { changedScenario, replacedScenario } from "./changes.js";
import { credentialScenarios } from "./credentials.js";
import { goneScenario } from "./deletion.js";
import { harmlessOperations } from "./harmless.js";
import { readBackScenario, segmentsOf } from "./read-back.js";
import { violationScenarios } from "./refusals.js";
import { slugOf, validRequest } from "./requests.js";
import { needsKey } from "./security.js";
import { serverMembersScenario } from "./server-members.js";
import { statedScenario } from "./stated-values.js";
import { type ApiScenario, makeRequest } from "./twin.js";
import { readsItems, unknownItemScenario } from "./unknown-items.js";

/** The checks of every operation that may be called. */
export function deriveScenarios(contract: Contract): readonly ApiScenario[] {
  const { operations } = contract;
  const harmless = harmlessOperations(contract);
  const bySegments = harmless.toSorted((left, right) => segmentsOf(left) - segmentsOf(right));
  const of = (wanted: string): readonly Operation[] => harmless.filter(({ method }) => method === wanted);
  return [
    ...bySegments.filter(({ method, path }) => method === "GET" && !path.includes("{")).map(lookScenario),
    ...bySegments.filter(({ method }) => method !== "DELETE").map(validScenario),
    ...of("POST").map((each) => readBackScenario(each, operations)),
    ...of("PUT").map((each) => replacedScenario(each, operations)),
    ...of("PATCH").map((each) => changedScenario(each, operations)),
    ...harmless.filter(({ method }) => method !== "DELETE").map((each) => statedScenario(each, operations)),
    ...harmless.map(serverMembersScenario),
    ...harmless.filter((each) => readsItems(each, operations)).map(unknownItemScenario),
    ...harmless.flatMap(violationScenarios),
    ...credentialScenarios(harmless.filter((each) => each.method !== "DELETE" && needsKey(contract, each))),
    ...bySegments
      .toReversed()
      .filter(({ method }) => method === "DELETE")
      .map((each) => goneScenario(each, operations)),
  ].filter((each) => each !== undefined);
}

/** What is created is there for what reads it; lists come before single items. */
function phaseOf({ method, path }: Operation): ApiScenario["phase"] {
  if (method === "POST") return "first-creation";
  return path.endsWith("}") ? "create" : "populate";
}

/** What is there before anything is created: items of others, which may be read. */
function lookScenario(operation: Operation): ApiScenario {
  return { ...validScenario(operation), id: `${slugOf(operation)}/valid/before`, phase: "empty" };
}

/** A valid request gets a success that is described; one with as little as possible, where the first was refused. */
function validScenario(operation: Operation): ApiScenario {
  const slug = slugOf(operation);
  return {
    id: `${slug}/valid`,
    title: `a valid request to ${operation.id} gets a response that is described`,
    expects: [`${slug}/server-error`],
    phase: phaseOf(operation),
    inputs: () => [null],
    run: async (t) => {
      let refusal = "";
      for (const isBare of [false, true]) {
        const valid = makeRequest(() => validRequest(t.state, operation, isBare));
        const parsed = await t.sendAnyway(valid.request);
        const status = parsed?.response.status ?? 0;
        if (isSuccess(status)) {
          t.state.twins.set(operation.id, valid);
          return;
        }
        refusal = `${status}${messageIn(parsed?.json)}`;
      }
      throw new Skip("untested", `no valid request got a 2xx: ${refusal}`);
    },
  };
}

function messageIn(json: Json | undefined): string {
  if (!isJsonObject(json)) return "";
  const text = [json["message"], json["detail"], json["error"], json["title"]].find(
    (each) => typeof each === "string",
  );
  return text === undefined ? "" : ` ${JSON.stringify(text)}`;
}
