import { bodyBytes, type Case } from "../../generate/index.js";
import { isJsonObject, type Json, parseJson } from "../../json/index.js";
import type { Status } from "./pet.js";
import { matchesPlain } from "./plain-name.js";

/** What a creation carried, as far as it can be read: by this its animal is known again on a list. */
export interface SentAnimal {
  readonly text: string;
  readonly name: string | undefined;
  readonly categoryId: bigint | undefined;
  readonly status: Status | undefined;
}

/** An animal as a list shows it, whatever may be wrong with it. */
export interface ListedAnimal {
  readonly name: Json | undefined;
  readonly categoryId: Json | undefined;
  readonly status: Json | undefined;
}

/** Reads what a creation carries; of an array, its first item. */
export function readSentAnimal({ body }: Case): SentAnimal {
  const text = body === undefined ? "" : bodyBytes(body).toString("utf8");
  const parsed = parseJson(text);
  const value = parsed.status === "valid" ? parsed.value : undefined;
  const item = Array.isArray(value) ? value[0] : value;
  const { name, categoryId, status } = isJsonObject(item) ? item : {};
  const isObject = item === value;
  return {
    text: text.slice(0, 10_000),
    // What a server makes of an array, or of too large a number, cannot be foreseen.
    name: isObject && typeof name === "string" ? name : undefined,
    categoryId: isObject && isInt64(categoryId) ? categoryId : undefined,
    status: isObject && typeof status === "string" ? status : undefined,
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
export function mayBeSent(sent: SentAnimal, listed: ListedAnimal): boolean {
  if (typeof listed.name !== "string" || listed.name.trim() === "") return true;
  if (hasPlainName(sent)) return areAlike(sent.name ?? "", listed.name);
  if (sent.text.includes(listed.name)) return true;
  return sent.categoryId === undefined || sent.categoryId === listed.categoryId;
}

/** Is one of them the other, but for a part that was lost or added, for case and for what is no letter? */
function areAlike(sent: string, listed: string): boolean {
  const [one, other] = [sent, listed].map(lettersOf) as [string, string];
  return one === other || (other.length > 2 && (one.includes(other) || other.includes(one)));
}

function lettersOf(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function isInt64(value: Json | undefined): value is bigint {
  return typeof value === "bigint" && BigInt.asIntN(64, value) === value;
}
