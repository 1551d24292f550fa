import type { Exchange } from "../transport/index.js";

/**
 * The other possible causes of a finding, and so the evidence that it takes to believe it:
 * - `none`: seen twice it is confirmed.
 * - `other clients`: they may have changed or deleted the item; it must repeat on fresh ones.
 * - `verified`: the same request was sent again and again, alone, and came to the same end; seen once it is confirmed.
 * - `network`: a connection that broke, an answer that may come from a gateway, or a failure that is another requirement's; it must happen every time.
 */
export type Interference = "none" | "other clients" | "network" | "verified";

/** The part of an answer that a finding is about. */
export type FindingPlace =
  | { readonly in: "status" }
  /** Its name in small letters. The answer may lack it. */
  | { readonly in: "header"; readonly name: string }
  /** A JSON Pointer. The body may lack the last member that it names. */
  | { readonly in: "body"; readonly pointer: string }
  /** No answer came, or not all of it. */
  | { readonly in: "connection" };

/** The statement of a check whose expectation does not hold. */
export interface Failure {
  /** Id of the check that is broken, if it is another one, or a part. */
  readonly check?: string | undefined;
  /** A word or two that tell this from other failures of the same requirement; `broken` if there is one only. */
  readonly problem?: string;
  /** The common trait of failures of the same response that have one cause; absent if there is none. */
  readonly cause?: string;
  /** Problems that requirements which follow from this one show, too, because of this failure. */
  readonly explains?: readonly string[];
  /** Is nothing of the promise kept? Then requirements that follow from this one fail because of it. */
  readonly isTotal?: boolean;
  /** Why the server may fail so, as far as the run can tell: a clause. Failures with the same one are one finding. */
  readonly likelyCause?: string | undefined;
  readonly expected: string;
  readonly actual: string;
  /** Absent where no part of the answer shows it. */
  readonly at?: FindingPlace | undefined;
  /** The places of a failure that has several, in words. */
  readonly places?: readonly string[];
  /** `none` if absent. */
  readonly interference?: Interference;
  /** How often the request was sent again to verify it. */
  readonly resent?: number;
  /** Which of the attempt's exchanges shows it, if not the last: an index. */
  readonly exchange?: number;
  /** The exchanges that contradict each other, in their order, where some may belong to other attempts. */
  readonly shownBy?: readonly Exchange[];
}

/** One way in which an exchange, or several, contradict a requirement: the one that the broken check verifies. */
export interface Finding extends Failure {
  readonly check: string;
  readonly requirement: string;
  /** Two findings with the same requirement and problem are occurrences of the same one. */
  readonly problem: string;
  readonly interference: Interference;
  readonly exchange: number;
}

/** Are they occurrences of the same finding? */
export function isSameFinding(
  left: Pick<Finding, "requirement" | "problem">,
  right: Pick<Finding, "requirement" | "problem">,
): boolean {
  return left.requirement === right.requirement && left.problem === right.problem;
}
