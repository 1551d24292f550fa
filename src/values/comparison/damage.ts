import { isFraction, type Json, renderJson } from "../../json/index.js";
import { type DescribedValue, sentOffset } from "../allowed-values.js";
import { hasMarker } from "./same-value.js";

/**
 * Returns how a value is damaged that was accepted, in words that go on after the kind of value; undefined where it is shown as it was
 * sent, or in a way that another rule of the server explains.
 * @param word the word of the run that a text has; none if empty
 * @param isKept does the description say that texts are stored letter by letter?
 */
export function damageOf(
  kind: DescribedValue["kind"],
  sent: Json,
  shown: Json,
  word = "",
  isKept = false,
): string | undefined {
  if (kind === "decimal") return isAnotherNumber(sent, shown) ? "lose their decimals" : undefined;
  if (kind === "empty text") return shown === null ? "become null" : undefined;
  if (kind === "number")
    return typeof sent === "bigint" ? damageOfInteger(sent, shown) : damageOfFraction(sent, shown);
  if (typeof sent !== "string" || typeof shown !== "string") return undefined;
  if (kind === "time") return damageOfTime(sent, shown);
  if (kind === "blanks") return sent !== shown && sent.trim() === shown.trim() ? "are trimmed" : undefined;
  if (kind === "state") return sent.toLowerCase() === shown.toLowerCase() ? undefined : "come back as others";
  const isOther = isKept ? shown !== sent && hasMarker(shown, word) : isAltered(sent, shown, word);
  return isOther ? "come back altered" : undefined;
}

/** A time with an offset, or in UTC. */
const zoned = /T.*(Z|[+-]\d\d:?\d\d)$/i;

/** Times may be cut or rounded; one that is as far away as its offset has lost that. */
function damageOfTime(sent: string, shown: string): string | undefined {
  if (!zoned.test(shown)) return undefined;
  return Math.abs(Date.parse(shown) - Date.parse(sent)) === sentOffset ? "lose their offset" : undefined;
}

/** The least and the most of small ranges. */
const usualLimits: readonly bigint[] = [1n, 127n, 255n, 32_767n, 65_535n];

function damageOfInteger(sent: bigint, shown: Json): string | undefined {
  // 0 and -1 may stand for what a server has instead of a number that it does not take.
  if (typeof shown !== "bigint" || shown === sent || shown === 0n || shown === -1n) return undefined;
  const wraps = [8, 16, 32, 64].flatMap((bits) => [BigInt.asIntN(bits, sent), BigInt.asUintN(bits, sent)]);
  // A server may limit a level, a port or a colour to what it has.
  if ((wraps.includes(shown) && !usualLimits.includes(shown)) || shown === BigInt(Math.fround(Number(sent))))
    return "are cut to a narrower type";
  if (shown === -sent) return "lose their sign";
  const ends = [31, 32, 53].map((bits) => 2n ** BigInt(bits));
  const isLimited = ends.some((end) => [end - 1n, -end, 1n - end].includes(shown));
  if (isLimited && sent !== 2n ** 53n - 1n) return "are cut to a narrower type";
  const gap = shown > sent ? shown - sent : sent - shown;
  const size = sent < 0n ? -sent : sent;
  return size > 2n ** 52n && gap <= 2n ** 12n ? "lose their last digits" : undefined;
}

function isAnotherNumber(sent: Json, shown: Json): boolean {
  const isNumber = typeof shown === "bigint" || isFraction(shown);
  return isNumber && Number(renderJson(sent)) !== Number(renderJson(shown));
}

function damageOfFraction(sent: Json, shown: Json): string | undefined {
  if (typeof shown !== "bigint" && !isFraction(shown)) return undefined;
  const [left, right] = [sent, shown].map((each) => Number(renderJson(each)));
  if (left === undefined || left === right) return undefined;
  if (right === -left) return "lose their sign";
  return right === Math.fround(left) ? "are cut to a narrower type" : undefined;
}

/** The length up to which texts are compared elsewhere. */
const usualLength = 300;

/**
 * A text may be trimmed, composed otherwise, and written large or small. One that is cut early, and letters that other texts lose, too,
 * are found elsewhere.
 */
function isAltered(sent: string, shown: string, word: string): boolean {
  const [left, right] = [sent, shown].map(plainText);
  if (left === undefined || right === undefined || left === right) return false;
  if (sent.length > usualLength) return shown.length >= usualLength;
  const isJudgedElsewhere = ["\u00e4", "\u{20bb7}"].some(
    (each) => left.includes(each) && !right.includes(each),
  );
  return hasMarker(shown, word) && !isJudgedElsewhere;
}

function plainText(text: string): string {
  return text.normalize("NFKC").trim().toLowerCase();
}
