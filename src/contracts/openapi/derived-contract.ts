import { createHash } from "node:crypto";
import {
  acrossRequirements,
  customCheckPart,
  customProperties,
  customResponseChecks,
  everyResponse,
  lawRequirements,
  type OperationRequirement,
  operationsOf,
  requirementOnAll,
  requirementsOf,
  responseCheckId,
  responsesOf,
  validationRequirements,
} from "../../actor/index.js";
import {
  ConfigurationError,
  type Contract,
  type FactName,
  type Knowledge,
  noKnowledge,
  type Operation,
  type Requirement,
  type StatedFacts,
  type UnderivedContract,
} from "../../description/index.js";
import {
  type Callable,
  callableOf,
  linkPluralCollections,
  slugOf,
  withLenientResponseSchemas,
  withSafeParameters,
} from "../../model/index.js";
import { invariants, propertiesOf } from "../../properties/index.js";
import { type AnySchema, plainSchema, typeOf } from "../../schema/index.js";
import { describesRefusal } from "../../values/index.js";

/** A contract with the requirements that follow from its description, and from what the user says beside it. */
export function deriveContract(description: UnderivedContract): Contract {
  const { known = noKnowledge } = description;
  const operations = [...description.operations].map(
    ([id, each]) =>
      [id, refusingInput(withFacts(withSafeParameters(takingOneItem(each), known), known), known)] as const,
  );
  const described = { ...description, operations: linkPluralCollections(new Map(operations)) };
  const callable = callableOf(described);
  const { called } = callable;
  const ofOperations = [...described.operations.values()].flatMap((operation) => [
    ...responsesOf(operation).map((each) => requirementOf(operation, each)),
    ...ownOf(operation, callable),
  ]);
  const derived = [
    ...everyResponse(described),
    ...validationRequirements(called),
    ...acrossRequirements(called),
    ...lawRequirements(callable),
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

/** The operation, with what the user says of its refusals, where it describes none. */
function refusingInput(operation: Operation, { refuses }: Knowledge): Operation {
  const isStated = refuses === true || refuses.length > 0 || operation.facts?.strict === true;
  return isStated && !describesRefusal(operation) ? { ...operation, refusesInput: true } : operation;
}

/** The operation, with the facts that the user states in the configuration. */
function withFacts(operation: Operation, { facts = {} }: Knowledge): Operation {
  const holds = (name: FactName): boolean => {
    const of = facts[name] ?? [];
    return of === true || of.includes(operation.id);
  };
  const stated: StatedFacts = {
    ...(holds("strict") ? { strict: true } : {}),
    ...(holds("credentials") ? { credentials: "first" } : {}),
    ...(holds("statuses") ? { statuses: "exhaustive" } : {}),
  };
  const all = { ...operation.facts, ...stated };
  return Object.keys(all).length === 0 ? operation : { ...operation, facts: all };
}

/** The operation with one item as the first choice for its body, where it takes one item or a list of them. */
function takingOneItem(operation: Operation): Operation {
  const { body } = operation;
  const schema: AnySchema = body?.schema ?? {};
  const [keyword, alternatives = []] = schema.oneOf ? ["oneOf", schema.oneOf] : ["anyOf", schema.anyOf];
  const firstOf = (type: string) => alternatives.find((each) => typeOf(plainSchema(each)) === type);
  const item = firstOf("array") === alternatives[0] ? firstOf("object") : undefined;
  if (body === undefined || item === undefined) return operation;
  const reordered = [item, ...alternatives.filter((each) => each !== item)];
  return { ...operation, body: { ...body, schema: { ...body.schema, [keyword]: reordered } } };
}

/**
 * The requirements of the user's own.
 * @param taken ids of other requirements
 * @throws ConfigurationError for two with the same id, or about an operation that the description lacks
 */
function customRequirements(
  described: UnderivedContract,
  taken: ReadonlySet<string>,
): readonly Requirement[] {
  const { custom = [] } = described;
  const nameOf = ({ id }: { readonly id: string }): string => id.replaceAll("-", " ");
  const all = [
    ...customResponseChecks(described).map((each): Requirement => {
      const { level = "must", sentence } = each;
      const id = `every response: ${nameOf(each)}`;
      return { ...requirementOnAll(id, level, sentence, [responseCheckId(each)]), section: "custom checks" };
    }),
    ...customProperties(described).flatMap((each) =>
      operationsOf(each, described).map((operation) =>
        requirementOf(operation, {
          name: nameOf(each),
          level: each.level ?? "must",
          sentence: each.sentence,
          checks: [customCheckPart(each.id)],
          proof:
            "the code of the check says it: it is in the modules that the configuration names under checks",
        }),
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

/** The requirements that properties of an operation test: each once, although several properties may test it. */
function ownOf(operation: Operation, callable: Callable): readonly Requirement[] {
  const isCalled = callable.mayCall(operation);
  const all = [...propertiesOf(operation, isCalled), ...(isCalled ? invariants : [])].flatMap((each) =>
    requirementsOf(each, operation, callable),
  );
  const own = [...new Map(all.map((each) => [each.id, each])).values()];
  return own.map(({ id, name, level, sentence, proof }) => ({
    ...requirementOf(operation, {
      name,
      level: typeof level === "function" ? level(operation, callable) : level,
      sentence: sentence({ op: operation }),
      checks: [id],
      proof,
    }),
    follows: own
      .filter(({ explains }) => explains?.includes(id))
      .map((cause) => requirementId(operation, cause.name)),
  }));
}

/** Makes a requirement of an operation. */
function requirementOf(
  operation: Operation,
  { name, level, sentence, checks, proof }: OperationRequirement,
): Requirement {
  const { id, method, path } = operation;
  return {
    id: requirementId(operation, name),
    level,
    section: safe(`${method} ${path}`),
    sentence: safe(sentence),
    operations: [id],
    verifiedBy: checks.map((check) => `${slugOf(operation)}/${check}`),
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
