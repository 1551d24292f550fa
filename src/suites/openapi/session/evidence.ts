/**
 * The groups of a schema's keywords that servers treat alike: assertions (the first three), the body as a
 * whole, and what servers convert rather than refuse.
 */
export type Group = "required" | "choice" | "range" | "body" | "type" | "members" | "format" | "null";

/** The outcome of one request with an invalid value: it decides which leniency its acceptance is. */
export interface Evidence {
  /** Id of the check that sent it. */
  readonly check: string;
  readonly operation: string;
  /** Queries and headers are one location, as are the ids of items, and other values in paths. */
  readonly location: "body" | "query" | "path" | "item id";
  /** The member or parameter, the same for all operations of a resource. */
  readonly place: string;
  readonly keyword: string;
  readonly group: Group;
  /** The JSON type that was sent, and what the schema says of the type: `string date`. */
  readonly sent: string;
  readonly described: string;
  readonly isRequired: boolean;
  /** The schema's other assertions about the value, as a text; empty if there is none. */
  readonly otherAssertions: string;
  /** Is it about paging or sorting, which a server may clamp or ignore? */
  readonly isOfView: boolean;
  /** May a server drop the value or fill in another one, unless a response shows it? */
  readonly onlyIfShown: boolean;
  readonly status: number;
  /** `shown` and `changed`: accepted, and a response shows the value as it was sent, or another one. */
  readonly outcome: "refused" | "accepted" | "shown" | "changed" | "unclear";
  /** Does a response show the value although its schema forbids it? */
  readonly isForbidden: boolean;
}

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
