import type { Contract, Operation, Requirement } from "../../description/index.js";
import { draftOf } from "./draft.js";
import { pointerTo } from "./places.js";
import { withPromisedSchemas } from "./promised-schemas.js";
import { hasSecrets, readOf } from "./read-back.js";
import { slugOf } from "./requests.js";
import { needsKey } from "./security.js";
import { serverMembersOf } from "./server-members.js";
import { harmlessOperations } from "./state.js";
import { statedRows } from "./stated-values.js";
import { deriveViolations, optional, type Violation } from "./violations.js";

/** A description, as it is loaded. */
type Described = Omit<Contract, "requirements">;

/** A contract with the requirements that follow from its description alone. */
export function deriveContract(described: Described): Contract {
  const operations = [...described.operations.values()];
  const all: Everything = {
    described,
    harmless: new Set(harmlessOperations(operations)),
  };
  return {
    ...described,
    document: withPromisedSchemas(described.document),
    requirements: [everyResponse, ...operations.flatMap((each) => requirementsOf(each, all))],
  };
}

/** What there is to know beside an operation. */
interface Everything {
  readonly described: Described;
  readonly harmless: ReadonlySet<Operation>;
}

/** What is found of no operation in particular. */
const everyResponse: Requirement = {
  id: "every response",
  level: "must",
  section: "HTTP",
  sentence: "Every response arrives whole.",
  operations: [],
  verifiedBy: ["response", "request"],
  warnsIn: [],
  follows: [],
};

function requirementsOf(operation: Operation, { described, harmless }: Everything): readonly Requirement[] {
  const { id, method, path } = operation;
  const slug = slugOf(operation);
  const make = (
    name: string,
    level: Requirement["level"],
    sentence: string,
    verifiedBy: readonly string[],
  ): Requirement => ({
    id: `${id}: ${name}`,
    level,
    section: `${method} ${path}`,
    sentence,
    operations: [id],
    verifiedBy,
    warnsIn: [],
    follows: [],
  });
  const responses = make("responses", "must", `What ${id} answers is what the description says.`, [
    `${slug}/valid`,
    `${slug}/response`,
  ]);
  const errors = make("no server error", "must", `No request to ${id} is answered with 5xx.`, [
    `${slug}/server-error`,
  ]);
  if (!harmless.has(operation)) return [responses, errors];
  const isRead = readOf(operation, described.operations) !== undefined;
  const isGiven = needsKey(described, operation) && method !== "DELETE";
  const sends = method !== "DELETE";
  const implied = (
    isThere: boolean,
    name: string,
    sentence: string,
    check: string,
  ): readonly Requirement[] => (isThere ? [make(name, "implied", sentence, [`${slug}/${check}`])] : []);
  return [
    responses,
    errors,
    ...(isGiven
      ? [
          make("credential", "must", `${id} serves nobody without a valid credential.`, [
            `${slug}/credential`,
          ]),
        ]
      : []),
    ...violationsOf(operation)
      .filter((each) => isToBeRefused(operation, each))
      .map((violation) => {
        const { name, sentence } = wordsFor(operation, violation);
        return make(name, "implied", sentence, [violationId(operation, violation)]);
      }),
    ...implied(
      sends && statedRows(operation).length > 0,
      "stated values",
      `${id} accepts what is just within its description: bounds, lengths, words.`,
      "stated",
    ),
    ...implied(
      serverMembersOf(operation).length > 0,
      "readOnly members",
      `${id} takes over no member that is readOnly.`,
      "read-only",
    ),
    ...(method === "POST"
      ? [
          ...implied(
            isRead,
            "read back",
            `What ${id} creates can be read, and is what was sent.`,
            "read-back",
          ),
          ...implied(
            isRead && hasSecrets(operation),
            "writeOnly members",
            `What is writeOnly for ${id} is in no response.`,
            "write-only",
          ),
        ]
      : []),
    ...implied(
      method === "PUT" && isRead && operation.body !== undefined,
      "replaced",
      `What ${id} replaces is what was sent.`,
      "replaced",
    ),
    ...implied(
      method === "PATCH" && isRead && operation.body !== undefined,
      "changed",
      `What ${id} changes is what was sent, and nothing else.`,
      "changed",
    ),
    ...implied(method === "DELETE" && isRead, "gone", `What ${id} deletes is gone.`, "gone"),
  ];
}

/** What to call a violation. */
function wordsFor({ id }: Operation, { place, keyword }: Violation) {
  if (place.path.length === 0)
    return { name: `${place.in} ${keyword}`, sentence: `${id} refuses a request without its body.` };
  const pointer = pointerTo(place);
  return {
    name: `${place.in} ${pointer} ${keyword}`,
    sentence: `${id} refuses what violates ${keyword} of ${pointer} in the ${place.in}.`,
  };
}

/** The check of a violation. Where no refusal is described, all that counts is that the server does not fail. */
export function violationId(operation: Operation, violation: Violation): string {
  const { place, keyword } = violation;
  const where = place.path.length === 0 ? "whole" : `at/${encodeURIComponent(pointerTo(place))}`;
  const kind = isToBeRefused(operation, violation) ? "violation" : "server-error";
  return `${slugOf(operation)}/${kind}/${place.in}/${where}/${keyword}`;
}

/** Is something violated, and a refusal described, so that it may be expected? */
export function isToBeRefused({ responses }: Operation, { keyword }: Violation): boolean {
  return keyword !== optional && ["400", "422", "4XX", "default"].some((status) => responses.has(status));
}

/** The violations of an operation's requests: a server has to refuse them, if it refuses their like elsewhere. */
export function violationsOf(operation: Operation) {
  if (operation.method === "DELETE") return [];
  return deriveViolations(operation, draftOf(operation));
}
