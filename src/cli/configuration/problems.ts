import { z } from "zod";
import { suggestName } from "../names.js";
import type { Problem } from "./contradictions.js";

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
