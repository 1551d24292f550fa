import { createHash } from "node:crypto";
import {
  ConfigurationError,
  type Contract,
  noKnowledge,
  type Operation,
  type Requirement,
} from "../../description/index.js";
import {
  type Callable,
  callableOf,
  linkPluralCollections,
  takingOneItem,
  withLenientResponseSchemas,
  withSafeParameters,
} from "../../model/index.js";
import { customCheckId } from "./custom/actor.js";
import { customProperties, customResponseChecks, operationsOf, responseCheckId } from "./custom/checks.js";
import { acrossRequirements } from "./items/rules-across.js";
import { proofs } from "./proofs.js";
import { refusalsOf } from "./properties/violations.js";
import { slugOf } from "./requests/requests.js";
import { type About, credentialKind, type Kind, kinds, singletonKinds } from "./requirement-kinds.js";
import { everyResponse } from "./responses/every-response.js";
import { validationRequirements } from "./violations/general-leniencies.js";

/** A description, as it is loaded. */
type Described = Omit<Contract, "requirements">;

/** A contract with the requirements that follow from its description, and from what the user says beside it. */
export function deriveContract(description: Described): Contract {
  const { known = noKnowledge } = description;
  const operations = [...description.operations].map(
    ([id, each]) => [id, withSafeParameters(takingOneItem(each), known)] as const,
  );
  const described = { ...description, operations: linkPluralCollections(new Map(operations)) };
  const callable = callableOf(described);
  const { called, mayCall } = callable;
  const ofOperations = [...described.operations.values()].flatMap((operation) =>
    mayCall(operation)
      ? requirementsOf(operation, callable)
      : [...alwaysRequiredOf(operation), ...ofKinds(singletonKinds, operation, callable)],
  );
  const derived = [
    ...everyResponse(described),
    ...validationRequirements(called),
    ...acrossRequirements(called),
    ...ofOperations,
  ];
  const custom = customRequirements(described, new Set(derived.map(({ id }) => id)));
  return {
    ...described,
    digest: digestOf(description.digest, custom),
    document: withLenientResponseSchemas(described.document),
    requirements: [...derived, ...custom],
  };
}

/**
 * The requirements of the user's own.
 * @param taken ids of other requirements
 * @throws ConfigurationError for two with the same id, or about an operation that the description lacks
 */
function customRequirements(described: Described, taken: ReadonlySet<string>): readonly Requirement[] {
  const { custom = [] } = described;
  const nameOf = ({ id }: { readonly id: string }): string => id.replaceAll("-", " ");
  const all = [
    ...customResponseChecks(described).map(
      (each): Requirement => ({
        ...{ id: `every response: ${nameOf(each)}`, level: each.level ?? "must", section: "custom checks" },
        ...{ sentence: each.sentence, operations: [], verifiedBy: [responseCheckId(each)] },
        ...{ warnsIn: [], follows: [] },
      }),
    ),
    ...customProperties(described).flatMap((each) =>
      operationsOf(each, described).map((operation) =>
        requirementOf(
          operation,
          [nameOf(each), each.level ?? "must", each.sentence],
          [customCheckId(operation, each.id)],
          proofs.custom,
        ),
      ),
    ),
  ];
  const twice = custom.find(({ id }, index) => custom.findIndex((each) => each.id === id) < index);
  const same = twice ?? all.find(({ id }) => taken.has(id));
  if (same !== undefined)
    throw new ConfigurationError(`checks: ${same.id} is there already: give each check an id of its own`);
  return all;
}

/** Tells what is promised from all else, promises of the user's own included. */
function digestOf(digest: string, custom: readonly Requirement[]): string {
  if (custom.length === 0) return digest;
  const promises = custom.map(({ id, level, sentence }) => [id, level, sentence]);
  return createHash("sha256")
    .update(JSON.stringify([digest, promises]))
    .digest("hex");
}

/** The text of a requirement. */
type Words = readonly [name: string, level: Requirement["level"], sentence: string];

/** Makes a requirement of an operation, by a name for it. */
function requirementOf(
  operation: Operation,
  [name, level, sentence]: Words,
  verifiedBy: readonly string[],
  proof: string,
): Requirement {
  const { id, method, path } = operation;
  const section = safe(`${method} ${path}`);
  return {
    id: requirementId(operation, name),
    level,
    section,
    sentence: safe(sentence),
    operations: [id],
    verifiedBy,
    promise: name,
    proof,
    warnsIn: [],
    follows: [],
  };
}

function requirementId({ id }: Operation, name: string): string {
  return safe(`${id}: ${name}`);
}

/** Names come from a description, and stand in terminals and logs: what controls these does not. */
function safe(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "\u{fffd}");
}

/** The requirements on every response, also where the operation is not called. */
function alwaysRequiredOf(operation: Operation): readonly Requirement[] {
  const { id } = operation;
  const slug = slugOf(operation);
  return [
    requirementOf(
      operation,
      ["responses", "must", `Every response of ${id} matches its description.`],
      [`${slug}/valid`, `${slug}/response`],
      proofs["response"],
    ),
    requirementOf(
      operation,
      ["no server error", "must", `No request to ${id} is answered with 5xx.`],
      [`${slug}/server-error`],
      proofs["server-error"],
    ),
  ];
}

function requirementsOf(operation: Operation, callable: Callable): readonly Requirement[] {
  return [
    ...alwaysRequiredOf(operation),
    ...ofKinds([credentialKind], operation, callable),
    ...refusalsOf(operation).map(({ id: part, requirement: { name, level, proof }, sentence }) =>
      requirementOf(
        operation,
        [name, level, sentence({ op: operation })],
        [`${slugOf(operation)}/${part}`],
        proof,
      ),
    ),
    ...ofKinds(kinds, operation, callable),
  ];
}

/** The requirements of those kinds that apply to an operation. */
function ofKinds(
  possible: readonly Kind[],
  operation: Operation,
  callable: Callable,
): readonly Requirement[] {
  const isRead = callable.api.readOf(operation) !== undefined;
  const changes = isRead && operation.body !== undefined;
  const about: About = { ...callable, operation, method: operation.method, isRead, changes };
  const own = possible.filter(({ isOf }) => isOf(about));
  return own.map(({ check, name, level, sentence, proof }) => ({
    ...requirementOf(
      operation,
      [name, typeof level === "function" ? level(about) : level, sentence(operation)],
      [`${slugOf(operation)}/${check}`],
      proof,
    ),
    follows: own
      .filter(({ explains }) => explains?.includes(check))
      .map((cause) => requirementId(operation, cause.name)),
  }));
}
