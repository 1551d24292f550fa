import { ConfigurationError } from "./file.js";

/** An operation of the description. */
export interface PropertyOperation {
  /** Its `operationId`; where there is none, the method and the path. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

/** An item that the run created, as it was sent, and as it was read then. */
export interface PropertyItem {
  readonly id: string;
  /** Its address, relative to the base address. */
  readonly path: string;
  readonly sent: unknown;
  readonly found: unknown;
}

/** A response to a request of a property. */
export interface PropertyResponse {
  readonly status: number;
  /** The value of a header, whose name may be written in any letters; undefined where there is none. */
  readonly header: (name: string) => string | undefined;
  /** The JSON of the body; undefined where it has none. An integer beyond 2^53 is a `bigint`. */
  readonly json: unknown;
}

/** The part of a response that breaks a promise: its status, a header (in small letters), or a place in its JSON (RFC 6901). */
export type ResponsePlace =
  | { readonly in: "status" }
  | { readonly in: "header"; readonly name: string }
  | { readonly in: "body"; readonly pointer: string };

/** How a response breaks a promise. */
export interface Breach {
  readonly expected: string;
  readonly actual: string;
  /** The status, if absent. */
  readonly at?: ResponsePlace;
}

/** Which items a request is about, and what it sends. */
export interface CallOptions {
  /** An item: a request of `/orders/{orderId}/ship` is sent to its address. */
  readonly item?: Pick<PropertyItem, "path">;
  /** Makes another body of the valid one. */
  readonly edit?: (body: unknown) => unknown;
}

/**
 * Acts for a property. It sends what the run may send: within its limits, and no operation that looks as if it did more than create
 * an item, unless the user allows it. Where the server does not let it happen, the property ends without a verdict.
 */
export interface PropertyActor {
  /** Creates an item of the operation's resource from a valid body, and reads it. @param edit makes another body of the valid one */
  readonly create: (edit?: (body: unknown) => unknown) => Promise<PropertyItem>;
  /** Reads an item of that resource; undefined where it is not there. */
  readonly read: (item: Pick<PropertyItem, "path">) => Promise<unknown>;
  /** The items in the list of that resource, on its largest page. */
  readonly list: () => Promise<readonly unknown[]>;
  /** Sends a valid request of an operation, by its id. Its response has to match the description, and may be a refusal. */
  readonly call: (operation: string, options?: CallOptions) => Promise<PropertyResponse>;
  /** Reads again until a condition holds, or the time to settle is over. @returns the last value */
  readonly until: <Value>(poll: () => Promise<Value>, holds: (value: Value) => boolean) => Promise<Value>;
  /** Ends the property without a verdict, unless the condition holds. @param reason why it cannot be tested, as a clause */
  readonly assume: (holds: boolean, reason: string) => void;
  /** The promise: a finding, unless the condition holds. It is about the last response. */
  readonly expect: (holds: boolean, breach: Breach) => void;
}

type Level = "must" | "implied" | "advice";

/** A promise of your own about an operation, and the way to try it. Experimental: a minor version may change it. */
export interface PropertyDefinition {
  readonly kind: "property";
  /** Small letters, digits and hyphens: `cancelled-not-shipped`. */
  readonly id: string;
  /** The promise, for reports. */
  readonly sentence: string;
  /** `must` and `implied` fail a run, `advice` warns; `must` if absent. */
  readonly level?: Level;
  /** The ids of the operations that it is about, or a condition. */
  readonly operations: readonly string[] | ((operation: PropertyOperation) => boolean);
  /** Tries it. It is tried once more before anything that it finds is reported. */
  readonly run: (t: PropertyActor, operation: PropertyOperation) => Promise<void>;
}

/** A promise of your own about every response. Experimental: a minor version may change it. */
export interface ResponseCheckDefinition {
  readonly kind: "response check";
  readonly id: string;
  readonly sentence: string;
  readonly level?: Level;
  /** Returns how a response breaks the promise; undefined where it keeps it. */
  readonly judge: (response: PropertyResponse & { readonly operation: string }) => Breach | undefined;
}

export type CheckDefinition = PropertyDefinition | ResponseCheckDefinition;

/** Defines a promise about operations. @throws ConfigurationError for a definition that lacks something */
export function defineProperty(definition: Omit<PropertyDefinition, "kind">): PropertyDefinition {
  return checked({ kind: "property", ...definition }, ["run"]);
}

/** Defines a promise about every response. @throws ConfigurationError for a definition that lacks something */
export function defineResponseCheck(
  definition: Omit<ResponseCheckDefinition, "kind">,
): ResponseCheckDefinition {
  return checked({ kind: "response check", ...definition }, ["judge"]);
}

/** Marks a definition, also one of another copy of this package. */
const mark = Symbol.for("pedigree: custom check");

/** Is it what one of these functions returned? */
export function isCustomCheck(value: unknown): value is CheckDefinition {
  return typeof value === "object" && value !== null && mark in value;
}

function checked<Check extends CheckDefinition>(check: Check, functions: readonly string[]): Check {
  const { id, sentence, level = "must" } = check;
  const members = new Map<string, unknown>(Object.entries(check));
  const problem = !/^[a-z][a-z0-9-]*$/.test(`${id}`)
    ? `its id is ${JSON.stringify(id)}: take small letters, digits and hyphens`
    : typeof sentence !== "string" || sentence.trim() === ""
      ? "it has no sentence: say what it promises"
      : !["must", "implied", "advice"].includes(level)
        ? `its level is ${JSON.stringify(level)}: take must, implied or advice`
        : functions.find((name) => typeof members.get(name) !== "function");
  if (problem !== undefined)
    throw new ConfigurationError(
      `the ${check.kind} ${id}: ${functions.includes(problem) ? `${problem} has to be a function` : problem}`,
    );
  const { operations } = check.kind === "property" ? check : { operations: [] };
  if (!Array.isArray(operations) && typeof operations !== "function")
    throw new ConfigurationError(`the property ${id}: operations has to be a list of ids, or a function`);
  return Object.freeze(Object.assign(check, { [mark]: true }));
}
