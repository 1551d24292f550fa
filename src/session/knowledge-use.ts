import { type Contract, type Knowledge, noKnowledge } from "../description/index.js";
import { findCautions, isAllowable } from "../model/index.js";
import type { KnowledgeUse } from "../run/index.js";
import type { ApiState } from "./state.js";

/** The use of each thing that the user says of an interface: was a run any different because of it? */
export function knowledgeUse({
  contract,
  requests: { used },
  settings: { deletableOnly },
}: ApiState): readonly KnowledgeUse[] {
  const { known = noKnowledge } = contract;
  const usual = cautionsWithout(contract, known);
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
    ...of("values", Object.keys(known.values), (name) => used.values.has(name)),
    ...of("leave-out", known.leaveOut, isCalled),
    ...of("allow", known.allow, isHeldBack),
    ...of("ids", known.ids, (path) => used.ids.has(path)),
    ...of("computed", known.computed, (name) => used.computed.has(name)),
    ...of("statuses", statusNames(known), (name) => used.statuses.has(name)),
  ];
}

function statusNames({ statuses }: Knowledge): readonly string[] {
  return Object.entries(statuses).flatMap(([id, each]) => each.map((status) => `${id}: ${status}`));
}

/** By the ids of operations: why they would not be called if the user said nothing of them. */
function cautionsWithout({ operations }: Contract, known: Knowledge) {
  if (known.leaveOut.length + known.allow.length === 0) return new Map<string, undefined>();
  const cautions = findCautions({ operations });
  return new Map([...cautions].map(([{ id }, caution]) => [id, caution] as const));
}
