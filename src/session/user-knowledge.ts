import {
  type Contract,
  type Knowledge,
  type NamedMember,
  noKnowledge,
  type Operation,
} from "../description/index.js";
import type { KnowledgeUse } from "../engine/index.js";
import { bodyPlaces, findCautions, isAllowable } from "../model/index.js";
import type { ApiState } from "./api-state.js";

/** The use of each thing that the user says of an interface: was a run any different because of it? */
export function knowledgeUse({
  contract,
  requests: { used },
  settings: { deletableOnly },
}: ApiState): readonly KnowledgeUse[] {
  const { known = noKnowledge } = contract;
  const isAdjusted = known.leaveOut.length + known.allow.length > 0;
  const usual = isAdjusted ? cautionsWithout(contract) : new Map<string, undefined>();
  const isSilent = [...contract.operations.values()].some(({ refusesInput }) => refusesInput);
  const isCalled = (id: string): boolean => usual.get(id) === undefined;
  const isHeldBack = (id: string): boolean => {
    const caution = usual.get(id);
    // Elsewhere, also what cannot be deleted again is called only if it is allowed.
    return (caution !== undefined && isAllowable(caution)) || deletableOnly;
  };
  const of = (
    section: KnowledgeUse["section"],
    names: readonly string[],
    isUsed: (name: string) => boolean,
  ): readonly KnowledgeUse[] =>
    [...new Set(names)].map((name) => ({ section, name, status: isUsed(name) ? "used" : "stale" }));
  return [
    ...of("values", valueNames(known), (name) => used.values.has(name)),
    ...of("leave-out", known.leaveOut, isCalled),
    ...of("allow", known.allow, (id) => used.allow.has(id) || isHeldBack(id)),
    ...of("ids", known.ids, (path) => used.ids.has(path)),
    ...of("computed", known.computed.map(describeMember), (name) => used.computed.has(name)),
    ...of("ignored", known.ignored.map(describeMember), (name) => used.ignored.has(name)),
    ...of("statuses", statusNames(known), (name) => used.statuses.has(name)),
    ...of("refuses", known.refuses === true ? [] : known.refuses.map(String), () => isSilent),
  ];
}

/** Names a member as reports do: by its name, after the operation that it is limited to. */
export function describeMember({ name, operation }: NamedMember): string {
  return operation === undefined ? name : `${operation}: ${name}`;
}

/** The names that values are given for, as `member` or `operation.member`. */
function valueNames({ values, valuesOf = {} }: Knowledge): readonly string[] {
  const own = Object.entries(valuesOf).flatMap(([id, each]) =>
    Object.keys(each).map((name) => `${id}.${name}`),
  );
  return [...Object.keys(values), ...own];
}

function statusNames({ statuses }: Knowledge): readonly string[] {
  return Object.entries(statuses).flatMap(([id, each]) => each.map((status) => `${id}: ${status}`));
}

/** By the ids of operations: why they would not be called if the user said nothing of them. */
function cautionsWithout({ operations }: Contract) {
  return new Map([...findCautions({ operations })].map(([{ id }, caution]) => [id, caution] as const));
}

/** Does the user say that operations which describe no refusal refuse invalid input with this status? */
export function isStatedRefusal(
  { known: { refuses } = noKnowledge }: Pick<Contract, "known">,
  { refusesInput = false }: Operation,
  status: number,
): boolean {
  return refusesInput && refuses !== true && refuses.includes(status);
}

/** Returns whether the user allows an operation by name, and notes that the run needed it: for where nothing else lets a request be sent. */
export function useAllowance(
  { contract, requests }: Pick<ApiState, "contract" | "requests">,
  { id }: Pick<Operation, "id">,
): boolean {
  const isAllowed = contract.known?.allow.includes(id) === true;
  if (isAllowed) requests.noteUse("allow", id);
  return isAllowed;
}

/** Names that the user gives a value for, or says something of, and that no request has. */
export function unknownNames(
  { operations }: Pick<Contract, "operations">,
  known: Knowledge,
): readonly { readonly section: "values" | "computed" | "ignored"; readonly name: string }[] {
  const { computed, ignored } = known;
  const namesOf = (operation: Operation): readonly string[] => [
    ...operation.parameters.map(({ name }) => name),
    ...bodyPlaces(operation).map(({ place }) => place.path.at(-1) ?? ""),
  ];
  const names = new Set(
    [...operations.values()].flatMap((operation) => {
      const own = namesOf(operation);
      return [...own, ...own.map((name) => `${operation.id}.${name}`)];
    }),
  );
  const said = {
    values: valueNames(known),
    computed: computed.map(({ name }) => name),
    ignored: ignored.map(({ name }) => name),
  };
  return (["values", "computed", "ignored"] as const).flatMap((section) =>
    said[section].filter((name) => !names.has(name)).map((name) => ({ section, name })),
  );
}
