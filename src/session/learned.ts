import type { Operation } from "../description/index.js";
import type { Json } from "../json/index.js";
import type { Refinement, ValidRequest, ViolationOutcome } from "../values/index.js";

/** What a refusal said of a member, and the sentence that said it. */
export interface LearnedRefinement extends Refinement {
  readonly operation: string;
  readonly message: string;
}

/** A valid request that was refused: with which status, and that with what the server says. */
export interface RefusedRequest {
  readonly status: number;
  readonly text: string;
}

/** The knowledge about operations that responses gave. */
export interface Learned {
  /** By operation: the valid request that got a 2xx, with which every other one is compared. */
  readonly baselines: ReadonlyMap<string, ValidRequest>;
  /** By operation: the last refusal of a valid request, where none got a 2xx. */
  readonly refusals: ReadonlyMap<string, RefusedRequest>;
  /** By operation: the kinds of item, by their paths, that it needs, and of which the run had none when it was tried. */
  readonly lacking: ReadonlyMap<string, readonly string[]>;
  /** By name of a member or parameter: what refusals said of it beyond its description. */
  readonly refinements: ReadonlyMap<string, LearnedRefinement>;
  /** By name: texts and integers that responses have shown for members or parameters of that name. */
  readonly shown: ReadonlyMap<string, readonly Json[]>;
  /** Operations that were refused since they had no If-Match. */
  readonly conditional: ReadonlySet<string>;
  /** Operations that were refused since their body had not the version of the item. */
  readonly versioned: ReadonlySet<string>;
  /** By address: the version that an item showed when it was read, as long as no change was accepted since. */
  readonly versions: ReadonlyMap<string, Json>;
  /** How many requests without a valid credential were refused, and which operations served one. */
  readonly unauthenticated: { readonly refused: () => number; readonly served: ReadonlySet<string> };
  /** The lists to which items with values of all kinds were added, or are being added. */
  readonly varied: ReadonlyMap<string, Promise<void>>;
  /** Does some operation serve the second key? Undefined before it was tried. */
  readonly isSecondKeyGood: () => boolean | undefined;
  readonly setBaseline: (operation: Pick<Operation, "id">, request: ValidRequest) => void;
  readonly noteRefusal: (operation: Pick<Operation, "id">, refusal: RefusedRequest) => void;
  readonly setLacking: (operation: Pick<Operation, "id">, kinds: readonly string[]) => void;
  /** Records what is known of a member; undefined once it was of no use. */
  readonly setRefinement: (member: string, refinement: LearnedRefinement | undefined) => void;
  readonly noteShownValue: (name: string, value: Json) => void;
  readonly noteConditional: (operation: Pick<Operation, "id">) => void;
  readonly noteVersioned: (operation: Pick<Operation, "id">) => void;
  /** Records the version of an item; undefined once it was changed. */
  readonly setVersion: (address: string, version: Json | undefined) => void;
  /** A request without a valid credential was served, or refused. */
  readonly noteUnauthenticated: (operation: Pick<Operation, "id">, isServed: boolean) => void;
  readonly noteVaried: (list: Pick<Operation, "id">, adding: Promise<void>) => void;
  readonly setSecondKeyGood: (isGood: boolean) => void;
}

/** Values that are remembered of one name. */
const mostShown = 3;

export function createLearned(): Learned {
  const baselines = new Map<string, ValidRequest>();
  const refusals = new Map<string, RefusedRequest>();
  const lacking = new Map<string, readonly string[]>();
  const refinements = new Map<string, LearnedRefinement>();
  const shown = new Map<string, readonly Json[]>();
  const conditional = new Set<string>();
  const versioned = new Set<string>();
  const versions = new Map<string, Json>();
  const served = new Set<string>();
  const varied = new Map<string, Promise<void>>();
  let refused = 0;
  let isSecondKeyGood: boolean | undefined;
  return {
    ...{ baselines, refusals, lacking, refinements, shown, conditional, versioned, versions, varied },
    unauthenticated: { refused: () => refused, served },
    isSecondKeyGood: () => isSecondKeyGood,
    setBaseline: ({ id }, request) => baselines.set(id, request),
    noteRefusal: ({ id }, refusal) => refusals.set(id, refusal),
    setLacking: ({ id }, kinds) => lacking.set(id, kinds),
    setRefinement: (member, refinement) =>
      refinement === undefined ? refinements.delete(member) : refinements.set(member, refinement),
    noteShownValue: (name, value) => {
      const known = shown.get(name) ?? [];
      if (known.length < mostShown && !known.includes(value)) shown.set(name, [...known, value]);
    },
    noteConditional: ({ id }) => conditional.add(id),
    noteVersioned: ({ id }) => versioned.add(id),
    setVersion: (address, version) =>
      version === undefined ? versions.delete(address) : versions.set(address, version),
    noteUnauthenticated: ({ id }, isServed) => {
      if (isServed) served.add(id);
      else refused += 1;
    },
    noteVaried: ({ id }, adding) => void varied.set(id, adding),
    setSecondKeyGood: (isGood) => {
      isSecondKeyGood = isGood;
    },
  };
}

/** The knowledge about violations: what a server refuses, and what it lets pass. */
export interface Violations {
  /** By check: what came of the violation that it sends. */
  readonly evidence: ReadonlyMap<string, ViolationOutcome>;
  /** By check: is its violation refused also between two accepted controls? */
  readonly controlled: ReadonlyMap<string, boolean>;
  /** By check, or by operation and what is particular: the status that a request got which differs there alone. */
  readonly controlStatuses: ReadonlyMap<string, number>;
  /** By name of a member: invalid values that were accepted. */
  readonly acceptedValues: ReadonlySet<string>;
  /** Checks of violations that were accepted beside others. */
  readonly masked: ReadonlySet<string>;
  readonly noteEvidence: (check: string, evidence: ViolationOutcome) => void;
  readonly noteControlled: (check: string, isRefused: boolean) => void;
  readonly noteControlStatus: (key: string, status: number) => void;
  readonly noteAcceptedValue: (key: string) => void;
  readonly noteMasked: (check: string) => void;
}

export function createViolations(): Violations {
  const evidence = new Map<string, ViolationOutcome>();
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
