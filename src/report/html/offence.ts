import type { FindingReport } from "../../run/index.js";
import { type JsonTree, readJsonTree } from "./json-tree.js";

/** The way to a place in a JSON body: indices and names. */
export type Path = readonly string[];

/** What is wrong with the answer that shows a finding, as far as that is certain. */
export interface Offence {
  readonly isStatus: boolean;
  /** The name of a header, in small letters; `isThere` is false if it is missing. */
  readonly header?: { readonly name: string; readonly isThere: boolean };
  readonly body?: "empty" | "end";
  /** Members and items that are wrong. */
  readonly paths: readonly Path[];
  /** Members that should be there. */
  readonly missing: readonly Path[];
}

const nothing: Offence = { isStatus: false, paths: [], missing: [] };

/** Finds the offending part of an answer by what a finding says of it. Pure. */
export function findOffence(finding: FindingReport): Offence {
  const response = finding.exchanges[finding.shownBy]?.response;
  if (response === undefined) return nothing;
  const { problem, actual } = finding;
  if (problem === "cut short") return { ...nothing, body: "end" };
  if (/\bempty body$/.test(actual) && !problem.startsWith("status") && response.body.bytes === 0)
    return { ...nothing, body: "empty" };
  if (isAboutStatus(finding, response.status)) return { ...nothing, isStatus: true };
  const header = offendingHeader(finding);
  if (header !== undefined) {
    const isThere = response.headers.some(([name]) => name.toLowerCase() === header);
    return { ...nothing, header: { name: header, isThere } };
  }
  const tree = "text" in response.body ? readJsonTree(response.body.text) : undefined;
  return tree === undefined ? nothing : offenceInBody(finding, tree);
}

function isAboutStatus({ problem, actual }: FindingReport, status: number): boolean {
  const isOf = /^(?:status \d{3}|5xx|401|always |removed early|not as expected$)/.test(problem);
  const [said] = /(?<![\w.])[1-5]\d\d(?![\w.])/.exec(actual) ?? [];
  return isOf && said === `${status}`;
}

function offendingHeader({ problem, expected, actual }: FindingReport): string | undefined {
  if (problem === "media type" || problem === "relative") return "content-type";
  const said = /^([A-Z][A-Za-z]*(?:-[A-Za-z]+)*): /.exec(actual)?.[1];
  const wanted = /^([A-Z][A-Za-z]*(?:-[A-Za-z]+)*)(?:: | header)/.exec(expected)?.[1];
  return (said ?? wanted)?.toLowerCase();
}

function offenceInBody(finding: FindingReport, tree: JsonTree): Offence {
  const { problem, actual, expected } = finding;
  const atPaths = (paths: readonly Path[]): Offence => ({
    ...nothing,
    paths: paths.filter((path) => find(tree, path) !== undefined),
  });

  const violated = /^(\S+) (?:must be|must have) .*?, but is /s.exec(actual)?.[1];
  if (violated !== undefined) return atPaths([violated.split(".")]);
  const lacking = /^(\S+|the body) has no (\S+)$/.exec(actual);
  if (lacking?.[1] !== undefined && lacking[2] !== undefined) {
    const parent = lacking[1] === "the body" ? [] : lacking[1].split(".");
    const isSo = find(tree, parent)?.kind === "object" && find(tree, [...parent, lacking[2]]) === undefined;
    return isSo ? { ...nothing, missing: [[...parent, lacking[2]]] } : nothing;
  }
  if (problem === "too many" && tree.kind === "array") {
    const most = Number(/^at most (\d+) /.exec(expected)?.[1] ?? Number.NaN);
    const isSo = actual.startsWith(`${tree.items.length} `) || !tree.isWhole;
    return isSo
      ? atPaths(tree.items.slice(most || tree.items.length).map((_, at) => [`${most + at}`]))
      : nothing;
  }
  if (problem === "stray") {
    const position = Number(/ at position (\d+) of \d+$/.exec(actual)?.[1] ?? 0);
    return position > 0 ? atPaths([[`${position - 1}`]]) : nothing;
  }
  const member = /^another (\w+)$/.exec(problem)?.[1];
  if (member !== undefined && tree.kind === "object") return atPaths(ownMembers(tree, member, actual));
  const changed = /^(-?\d+) \(/.exec(actual)?.[1];
  if (changed !== undefined) {
    const isTold = (path: Path): boolean => {
      const value = find(tree, path);
      const text = value !== undefined && "raw" in value ? value.raw.replaceAll('"', "") : undefined;
      return text !== undefined && actual.includes(text) && !expected.includes(text);
    };
    return atPaths(membersOf(tree, changed, problem.split(", ")).filter(isTold));
  }
  const id = /\b(?:id|animal|example) (-?\d+)\b/.exec(actual)?.[1];
  return id === undefined ? nothing : atPaths(placesOf(tree, id));
}

/** The member that a problem such as `another status` is about, if its value is the one that is told. */
function ownMembers(tree: JsonTree & { kind: "object" }, member: string, actual: string): readonly Path[] {
  const matches = tree.members.filter(
    ({ name, value }) =>
      "raw" in value &&
      (name.toLowerCase().startsWith(member) || member === "animal") &&
      (actual === value.raw || actual.endsWith(` ${value.raw.replaceAll('"', "")}`)),
  );
  return matches.length === 1 ? matches.map(({ name }) => [name]) : [];
}

/** These members of the entry that has this id. */
function membersOf(tree: JsonTree, id: string, names: readonly string[]): readonly Path[] {
  return placesOf(tree, id).flatMap((place) => {
    const entry = tree.kind === "array" ? place : [];
    return names.map((name) => [...entry, name]);
  });
}

/** Where an id stands: the items of an array that have it, or the member of an object. */
function placesOf(tree: JsonTree, id: string): readonly Path[] {
  const namesIn = (entry: JsonTree): readonly string[] =>
    entry.kind === "object"
      ? entry.members.filter(({ value }) => "raw" in value && value.raw === id).map(({ name }) => name)
      : [];
  if (tree.kind !== "array") return namesIn(tree).length === 1 ? [namesIn(tree)] : [];
  return tree.items.flatMap((item, index) => (namesIn(item).length > 0 ? [[`${index}`]] : []));
}

/** What stands at a path. */
export function find(tree: JsonTree, path: Path): JsonTree | undefined {
  const [first, ...rest] = path;
  if (first === undefined) return tree;
  const next =
    tree.kind === "array"
      ? tree.items[Number(first)]
      : tree.kind === "object"
        ? tree.members.find(({ name }) => name === first)?.value
        : undefined;
  return next === undefined ? undefined : find(next, rest);
}
