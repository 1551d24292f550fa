import type { Evidence } from "../values/index.js";

/** The knowledge about violations: what a server refuses, and what it lets pass. */
export interface Violations {
  /** By check: what came of the violation that it sends. */
  readonly evidence: ReadonlyMap<string, Evidence>;
  /** By check: is its violation refused also between two accepted controls? */
  readonly controlled: ReadonlyMap<string, boolean>;
  /** By check, or by operation and what is particular: the status that a request got which differs there alone. */
  readonly controlStatuses: ReadonlyMap<string, number>;
  /** By name of a member: invalid values that were accepted. */
  readonly acceptedValues: ReadonlySet<string>;
  /** Checks of violations that were accepted beside others. */
  readonly masked: ReadonlySet<string>;
  readonly noteEvidence: (check: string, evidence: Evidence) => void;
  readonly noteControlled: (check: string, isRefused: boolean) => void;
  readonly noteControlStatus: (key: string, status: number) => void;
  readonly noteAcceptedValue: (key: string) => void;
  readonly noteMasked: (check: string) => void;
}

export function createViolations(): Violations {
  const evidence = new Map<string, Evidence>();
  const controlled = new Map<string, boolean>();
  const controlStatuses = new Map<string, number>();
  const acceptedValues = new Set<string>();
  const masked = new Set<string>();
  return {
    ...{ evidence, controlled, controlStatuses, acceptedValues, masked },
    noteEvidence: (check, each) => evidence.set(check, each),
    noteControlled: (check, isRefused) => controlled.set(check, isRefused),
    noteControlStatus: (key, status) => controlStatuses.set(key, status),
    noteAcceptedValue: (key) => acceptedValues.add(key),
    noteMasked: (check) => masked.add(check),
  };
}
