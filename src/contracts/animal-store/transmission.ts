import { isSuccess } from "../../engine/index.js";
import { isJsonObject } from "../../json/index.js";
import {
  bodyBytes,
  type Case,
  type Exchange,
  isUnheard,
  type Response,
  type TransportError,
} from "../../transport/index.js";
import { matchesPlain, type Status } from "./pet.js";
import type { NewAnimal } from "./sightings.js";
import { jsonOf, objectIn } from "./store-requests.js";

/** The values that a creation carried, as far as they can be read. Its animal is known again by them on a list. */
export interface SentAnimal {
  readonly text: string;
  readonly name: string | undefined;
  readonly categoryId: bigint | undefined;
  readonly status: Status | undefined;
}

/** Reads what a creation carries. */
export function readSentAnimal({ body }: Case): SentAnimal {
  const text = body === undefined ? "" : bodyBytes(body).toString("utf8");
  // The server's reading of an array, or of too large a number, cannot be foreseen.
  const { name, categoryId, status } = objectIn(text) ?? {};
  const isInt64 = typeof categoryId === "bigint" && BigInt.asIntN(64, categoryId) === categoryId;
  return {
    text: text.slice(0, 10_000),
    name: typeof name === "string" ? name : undefined,
    categoryId: isInt64 ? categoryId : undefined,
    status: typeof status === "string" ? status : undefined,
  };
}

/** Does it carry a name that every server must keep? No other client gives the same. */
export function hasPlainName({ name }: SentAnimal): boolean {
  return name !== undefined && matchesPlain(name);
}

/**
 * May this be the animal that was sent? A server that breaks its promises may have altered the name; without a plain
 * one it is known by its category, and without either it may be any.
 */
export function mayBeSent(sent: SentAnimal, { row: { name, categoryId } }: NewAnimal): boolean {
  if (typeof name !== "string" || name.trim() === "") return true;
  if (hasPlainName(sent)) return areAlike(lettersOf(sent.name ?? ""), lettersOf(name));
  if (sent.text.includes(name)) return true;
  return sent.categoryId === undefined || sent.categoryId === categoryId;
}

/** Is one of them the other, but for a part that was lost or added? */
function areAlike(sent: string, listed: string): boolean {
  return sent === listed || (listed.length > 2 && (sent.includes(listed) || listed.includes(sent)));
}

/** Without case, and without what is no letter. */
function lettersOf(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/**
 * The fate of one transmission of a creation. Until it is known, the transmission counts as an animal.
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
  /** The exchange, with a long body cut; absent until it is over, and where it was sent again. */
  shownBy?: Exchange;
  state: State;
}

/** After these answers, something behind the gateway that gave them may still be at work. */
const unfinished = [202, 502, 504];

/** Was it refused as a server refuses that keeps its word, without storing anything? */
export function isBelievable({ status }: Transmission): boolean {
  return status === 400 || status === 401 || status === 415;
}

/** Returns the state in which an outcome without an id leaves a transmission. */
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
  if (outcome.kind !== "response" || !isSuccess(outcome.status)) return undefined;
  const json = jsonOf(outcome);
  const id = isJsonObject(json) ? json["id"] : undefined;
  return typeof id === "bigint" ? id : undefined;
}
