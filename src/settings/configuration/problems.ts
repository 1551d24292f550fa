import { z } from "zod";
import type { Contract, Level, Requirement } from "../../description/index.js";
import { isAddress, troubleWithAddress } from "../../transport/index.js";
import { findRequirement, suggestName } from "../known-names.js";

type Issue = z.core.$ZodIssue;

/** The members of a JSON Schema that a sentence needs. */
export interface SchemaNode {
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly propertyNames?: SchemaNode;
  readonly additionalProperties?: SchemaNode | false;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
}

/** Describes the faults that a schema finds in a value, as sentences. */
export function describeIssues(issues: readonly Issue[], schema: z.ZodType): readonly Problem[] {
  const root = z.toJSONSchema(schema, { io: "input" }) as SchemaNode;
  return issues
    .filter((issue) => !isSaidBetter(issue, issues))
    .flatMap((issue) => {
      const path = issue.path.map((part) => (typeof part === "number" ? part : String(part)));
      if (issue.code !== "unrecognized_keys") return [{ path, reason: reasonOf(issue, root) }];
      const { properties = {}, propertyNames } = nodeAt(root, path);
      const known = propertyNames?.enum ?? Object.keys(properties);
      return issue.keys.map((key) => ({
        path: [...path, key],
        reason: `is not known here${suggestName(key, known)}`,
      }));
    });
}

/** A key that is written wrong is missing, too: the wrong one says more. */
function isSaidBetter({ code, input, path }: Issue, issues: readonly Issue[]): boolean {
  const object = code === "custom" ? path : input === undefined ? path.slice(0, -1) : undefined;
  return issues.some((each) => each.code === "unrecognized_keys" && each.path.join() === object?.join());
}

function reasonOf(issue: Issue, root: SchemaNode): string {
  if (issue.code === "custom") return issue.message;
  const { input, path } = issue;
  const isName = issue.code === "invalid_key";
  const node = isName ? nodeAt(root, path.slice(0, -1)).propertyNames : nodeAt(root, path);
  const what = node?.title ?? "a map of keys and values";
  if (input === undefined) return `is missing: it must be ${what}`;
  if (issue.code === "invalid_value") {
    const known = issue.values.map(String);
    const nearest = typeof input === "string" ? suggestName(input, known) : "";
    return `must be one of ${known.join(", ")}${nearest}`;
  }
  const isUnquoted =
    issue.code === "invalid_type" && issue.expected === "string" && typeof input !== "object";
  return isUnquoted ? `must be ${what}: put it in quotes` : `must be ${what}`;
}

function nodeAt(root: SchemaNode, path: readonly PropertyKey[]): SchemaNode {
  return path.reduce((node: SchemaNode, part): SchemaNode => {
    const { items } = node.anyOf?.find((each) => each.items !== undefined) ?? node;
    return node.properties?.[String(part)] ?? (node.additionalProperties || items || {});
  }, root);
}

/** A problem at one place of the file. */
export interface Problem {
  readonly path: readonly (string | number)[];
  readonly reason: string;
}

/** Is a target production by its name alone? */
export function isProductionName(name: string): boolean {
  return name.toLowerCase() === "production";
}

/**
 * Finds what no schema says: where the parts of the file, or the file and the contract, contradict each other.
 * @param value of the file, in which anything may be wrong besides
 */
export function* findContradictions(value: unknown, { requirements }: Contract): Generator<Problem> {
  const { target, targets, profiles, expect, waivers } = membersOf(value);
  const names = Object.keys(membersOf(targets));
  if (typeof target === "string") yield* at(["target"], ofDefaultTarget(target, names));
  for (const [name, entry] of Object.entries(membersOf(targets)))
    for (const [key, reason] of ofTarget(name, membersOf(entry)))
      yield { path: ["targets", name, key], reason };
  if (membersOf(membersOf(profiles)["certification"])["require-tested"] === false)
    yield {
      path: ["profiles", "certification", "require-tested"],
      reason: "certification always requires everything to be tested: leave it out",
    };
  for (const [name, choices] of Object.entries(membersOf(expect)))
    yield* ofExpectation(name, choices, requirements);
  const waived = Object.values(membersOf(waivers)).map((waiver) => membersOf(waiver)["requirement"]);
  const ids = waived.map((id) =>
    typeof id === "string" ? (findRequirement(requirements, id)?.id ?? id) : undefined,
  );
  for (const [index, id] of ids.entries()) {
    const why = ofWaiver(id, requirements);
    const first = ids.indexOf(id);
    const again = first < index ? `${id} is waived already: see waivers › ${first}` : undefined;
    if (id !== undefined) yield* at(["waivers", index, "requirement"], why ?? again);
  }
}

function* at(path: Problem["path"], reason: string | undefined): Generator<Problem> {
  if (reason !== undefined) yield { path, reason };
}

/** Of an object or a list; none of anything else. */
function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function ofDefaultTarget(target: string, names: readonly string[]): string | undefined {
  if (names.includes(target)) return undefined;
  if (isAddress(target)) return troubleWithAddress(target);
  return `there is no target ${target}${suggestName(target, names)}`;
}

function* ofTarget(
  name: string,
  entry: Readonly<Record<string, unknown>>,
): Generator<readonly [key: string, reason: string]> {
  if (entry["start"] === undefined && entry["wait-for"] !== undefined)
    yield ["wait-for", "needs start with the command that starts the server"];
  if (entry["start"] === undefined && entry["start-env"] !== undefined)
    yield ["start-env", "needs start with the command that starts the server"];
  if (entry["read-only"] === true && entry["writing"] === "allowed")
    yield ["writing", "contradicts read-only: true; leave one of them out"];
  if (isProductionName(name) && entry["production"] === false)
    yield ["production", "a target of this name is a production target: rename it"];
}

function* ofExpectation(
  name: string,
  value: unknown,
  requirements: readonly Requirement[],
): Generator<Problem> {
  const points = requirements.flatMap((each) => each.name ?? []);
  const known = requirements.find((each) => each.name === name)?.choices;
  if (known === undefined)
    yield { path: ["expect", name], reason: `there is no such open point${suggestName(name, points)}` };
  for (const [index, choice] of [value].flat().map(String).entries())
    if (known?.some((each) => fits(choice, each)) === false)
      yield {
        path: Array.isArray(value) ? ["expect", name, index] : ["expect", name],
        reason: `${choice} is none of the choices (${known.join(", ")})${suggestName(choice, known)}`,
      };
}

/** A 401 is never one of the 4xx: it says that the key is wrong, and the key is good. */
function fits(choice: string, known: string): boolean {
  return choice === known || (known === "4xx" && /^4\d\d$/.test(choice) && choice !== "401");
}

const notWaivable: Readonly<Partial<Record<Level, string>>> = {
  open: "is an open point: whatever a server does there is no failure, so that there is nothing to waive",
  informative: "can be tested by no request, so that there is nothing to waive",
};

function ofWaiver(id = "", requirements: readonly Requirement[]): string | undefined {
  const requirement = requirements.find((each) => each.id === id);
  const known = requirements.map((each) => each.id);
  if (requirement === undefined) return `there is no requirement ${id}${suggestName(id, known)}`;
  const why = notWaivable[requirement.level];
  return why === undefined ? undefined : `${id} ${why}; only must, implied and advice can be waived`;
}
