import { isJsonObject, parseJsonBytes } from "../../json/index.js";
import { isUnheard, type Response, type TransportError } from "../../transport/index.js";
import type { SentAnimal } from "./sent-animal.js";

/**
 * What became of one transmission of a creation. Until it is known, it counts as an animal.
 * - `open`: it was answered, or its connection closed, and a list can tell whether it was stored
 * - `lost`: it was not answered in time, and may be stored at any time yet
 * - `presumed`: no list can tell, and it counts as stored
 * - `believed`: no list can tell, and the refusal is taken at its word
 */
export type State = "under way" | "open" | "lost" | "presumed" | "stored" | "believed" | "absent";

/** A creation that went out once. Times in ms. */
export interface Transmission {
  readonly sent: SentAnimal;
  readonly beganAt: number;
  endedAt: number;
  /** Of the answer. */
  status: number | undefined;
  state: State;
}

/** After these answers, something behind the gateway that gave them may still be at work. */
const unfinished = [202, 502, 504];

/** Was it refused as a server refuses that keeps its word, without storing anything? */
export function isBelievable({ status }: Transmission): boolean {
  return status === 400 || status === 401 || status === 415;
}

/** What an answer without an id leaves to be known. */
export function stateAfter(outcome: Response | TransportError): State {
  if (outcome.kind === "response") {
    if (outcome.status === 201) return "stored";
    return unfinished.includes(outcome.status) ? "lost" : "open";
  }
  if (isUnheard(outcome.cause)) return "absent";
  return outcome.cause === "timeout" ? "lost" : "open";
}

/** The id of the animal that was added, as the answer has it, whatever else may be wrong with it. */
export function idIn(outcome: Response | TransportError): bigint | undefined {
  if (outcome.kind !== "response" || outcome.status < 200 || outcome.status > 299) return undefined;
  const parsed = parseJsonBytes(outcome.body);
  const id = parsed.status === "valid" && isJsonObject(parsed.value) ? parsed.value["id"] : undefined;
  return typeof id === "bigint" ? id : undefined;
}
