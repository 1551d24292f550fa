import {
  customResponseCheck,
  customResponseChecks,
  judgeInvariants,
  judgeLaws,
  responseChecksOf,
} from "../../actor/index.js";
import type { DiagnosisOptions, Suite, Symptom } from "../../engine/index.js";
import { placeOf, placesOfSchemes } from "../../model/index.js";
import { invariants } from "../../properties/index.js";
import {
  type ApiState,
  createState,
  describeLast,
  headerNames,
  headersOfPlaces,
  knowledgeUse,
  learnItems,
  markersIn,
  preflight,
  provideReferences,
  renewed,
  renewItems,
  sendSafely,
} from "../../session/index.js";
import { bearer } from "../../transport/index.js";
import { cleanJournalled } from "./clean-journalled.js";
import { cleanUp } from "./clean-up.js";
import { learntOf } from "./learnt.js";
import { drawAccount } from "./left-items.js";
import { describeUnjudgedInput } from "./plan.js";
import { deriveScenarios, preparingScenarios, survey } from "./scenarios.js";

export { unknownNames } from "../../session/index.js";
export { schemaBehind } from "../../values/index.js";
export { deriveContract } from "./derived-contract.js";
export { exampleFaults } from "./example-faults.js";
export { describeUnjudgedInput, type PlannedOperation, planOperations } from "./plan.js";

/** The suite for any description: what follows from it alone. */
export const openApi: Suite<ApiState> = {
  scenarios: deriveScenarios,
  preparing: preparingScenarios,
  requests: (contract) => ({
    methods: ["GET", "HEAD", "QUERY", "POST", "PUT", "PATCH", "DELETE"],
    placeOf: (id) => {
      const operation = contract.operations.get(id);
      return (operation && placeOf(contract, operation)) ?? bearer;
    },
    caseHeaders: [
      ...headerNames(contract.operations.values()),
      ...headersOfPlaces(contract, contract.operations.values()),
    ],
  }),
  responseChecks: (contract) => [
    ...responseChecksOf(contract),
    ...customResponseChecks(contract).map(customResponseCheck),
  ],
  unbounded: ({ operations }) => [...operations.keys()],
  mostUnanswered: 2,
  create: createState,
  preflight,
  survey,
  send: sendSafely,
  remember: () => undefined,
  learn: async (state, parsed) => {
    const { method, credential } = parsed.exchange.case;
    const lawful = judgeLaws(state, parsed);
    // At once: another creation may be under way.
    await provideReferences(state, parsed);
    // Items that are shown to the second user are not the first user's.
    if (method !== "GET" || credential.kind !== "second") await learnItems(state, parsed);
    return [...lawful, ...judgeInvariants(invariants, state, parsed)];
  },
  renewItems,
  knowledgeUse,
  learnt: learntOf,
  cleanUp,
  wordsIn: (state, text) => [...new Set(markersIn(state, text))],
  cleanJournalled,
  account: drawAccount,
  leftChanges: ({ sending: { unrestored } }) => unrestored,
  showsNothing: (state) => {
    const { baselines, refusals } = state.learned;
    if (state.effects.size === 0) return undefined;
    if (baselines.size > 0) return describeUnauthorizedWrites(state);
    const last = [...refusals.keys()].at(-1) ?? "";
    const why = describeLast(state, last);
    return `no baseline: no valid request to any operation got a 2xx${why}, so that next to nothing could be tested`;
  },
  unjudged: describeUnjudgedInput,
  unserved: ({ learned: { refusals, baselines } }) => [...refusals.keys()].filter((id) => !baselines.has(id)),
  renewed,
  controlFor: (state, request) => state.learned.baselines.get(request.operation)?.request,
  diagnose,
};

/**
 * Tells that no write was let in for want of a credential, and what to do: then the operations that matter most are not judged. Nothing
 * where some write was served, or refused for another reason.
 */
function describeUnauthorizedWrites({
  learned: { baselines, refusals },
  contract,
}: ApiState): string | undefined {
  const writes = [...contract.operations.values()].filter(
    ({ method }) => method !== "GET" && method !== "HEAD",
  );
  const refused = writes.flatMap(({ id }) => refusals.get(id) ?? []);
  const isServed = writes.some(({ id }) => baselines.has(id));
  const [first] = refused;
  if (first === undefined || isServed || refused.some(({ status }) => status !== 401 && status !== 403))
    return undefined;
  const schemes = [...placesOfSchemes(contract).keys()];
  const remedy =
    schemes.length > 1
      ? `give a key that may write, and name its security scheme with --scheme (${schemes.join(", ")})`
      : "give a key that may write";
  return `every write was refused for want of a credential (${first.text}): ${remedy}, or judge reads alone with --read-only`;
}

async function* diagnose({ baseUrl }: DiagnosisOptions): AsyncGenerator<Symptom> {
  yield { about: "address", status: "fine", found: `nothing is known of what to look for at ${baseUrl}` };
}
