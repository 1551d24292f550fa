/** The knowledge of an interface that a user states, since its description cannot. */
export interface Knowledge {
  /** By the name of a parameter, or of a member of a body: a value that is valid for it. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Ids of operations that are not called. */
  readonly leaveOut: readonly string[];
  /** Ids of operations that may be called although they look as if they did more than create an item. */
  readonly allow: readonly string[];
  /** Where the id of an item stands in it, as names joined by dots: `data.id`. */
  readonly ids: readonly string[];
  /** Ids of operations that show, change or delete an item to nobody but the user who created it; or all that there are. */
  readonly privateItems: readonly string[] | true;
  /** Names of members that the server computes, or adapts: what was sent is not expected back. */
  readonly computed: readonly string[];
  /** By the id of an operation: statuses that it may answer with, besides those that are described. */
  readonly statuses: Readonly<Record<string, readonly number[]>>;
  /** The word that goes before an API key in a header. */
  readonly prefix?: string;
}

/** Nothing is said. */
export const noKnowledge: Knowledge = {
  values: {},
  leaveOut: [],
  allow: [],
  ids: [],
  privateItems: [],
  computed: [],
  statuses: {},
};
