import type { Contract, Operation, Requirement } from "../../description/index.js";
import type { Json } from "../../json/index.js";
import { withPromisedSchemas } from "./promised-schemas.js";
import { needsBearer, slugOf } from "./requests.js";
import { collectedAt, deriveResources, type Resource } from "./resource.js";
import { harmlessOperations } from "./state.js";
import { valueIfAny } from "./valid-values.js";
import { deriveViolations, optional, type Violation } from "./violations.js";

/** A description, as it is loaded. */
type Described = Omit<Contract, "requirements">;

/** A contract with the requirements that follow from its description alone. */
export function deriveContract(described: Described): Contract {
  const operations = [...described.operations.values()];
  const all: Everything = {
    described,
    operations,
    harmless: new Set(harmlessOperations(operations)),
    resources: deriveResources(operations),
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
  readonly operations: readonly Operation[];
  readonly harmless: ReadonlySet<Operation>;
  readonly resources: ReadonlyMap<string, Resource>;
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

function requirementsOf(
  operation: Operation,
  { described, operations, harmless, resources }: Everything,
): readonly Requirement[] {
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
  const reads = (wanted: string | undefined): boolean =>
    operations.some((each) => each.method === "GET" && each.path === wanted);
  return [
    responses,
    errors,
    ...(needsBearer(described, operation) && method !== "DELETE"
      ? [
          make("credential", "must", `${id} serves nobody without a valid credential.`, [
            `${slug}/credential`,
          ]),
        ]
      : []),
    ...violationsOf(operation)
      .filter((each) => isToBeRefused(operation, each))
      .map((violation) => {
        const { place, keyword } = violation;
        return make(
          place.name === "" ? `${place.in} ${keyword}` : `${place.in} /${place.name} ${keyword}`,
          "implied",
          place.name === ""
            ? `${id} refuses a request without its body.`
            : `${id} refuses what violates ${keyword} of ${place.name} in the ${place.in}.`,
          [violationId(operation, violation)],
        );
      }),
    ...(method === "POST" && reads(collectedAt(resources, path)?.itemPath)
      ? [
          make("read back", "implied", `What ${id} creates can be read, and is what was sent.`, [
            `${slug}/read-back`,
          ]),
        ]
      : []),
    ...(method === "DELETE" && reads(path)
      ? [make("gone", "implied", `What ${id} deletes is gone.`, [`${slug}/gone`])]
      : []),
  ];
}

/** The check of a violation. Where no refusal is described, all that counts is that the server does not fail. */
export function violationId(operation: Operation, violation: Violation): string {
  const { place, keyword } = violation;
  const where = place.name === "" ? "whole" : `member/${encodeURIComponent(place.name)}`;
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

/** Any valid body, only to see which members it has. */
function draftOf({ body }: Operation): Json | undefined {
  return (
    body && valueIfAny(body.schema, { token: () => "abcdefgh", reference: () => undefined, bare: false })
  );
}
