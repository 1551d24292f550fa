/**
 * What a request says in its `Authorization` header, by name and never by value: a near miss of the good
 * key gives it away as surely as the key itself.
 */
export type CredentialName =
  | { readonly kind: "good" }
  | { readonly kind: "missing" }
  /** A key made up for this run; it has nothing of the good one, so it may be shown. */
  | { readonly kind: "wrong"; readonly key: string }
  | { readonly kind: "near-miss"; readonly miss: NearMiss }
  | { readonly kind: "other-form"; readonly form: OtherForm };

/** Keys that differ from the good one in a single place. */
export type NearMiss =
  | "last character removed"
  | "first character removed"
  | "characters appended"
  | "one character appended"
  | "letters in the other case"
  | "first character changed"
  | "middle character changed"
  | "last character changed"
  | "two characters swapped"
  | "sent twice in a row"
  | "followed by a blank and a word";

/** The good key, but not as `Bearer <key>`. */
export type OtherForm =
  | "scheme Basic"
  | "user name of scheme Basic"
  | "scheme Token"
  | "scheme Digest"
  | "no scheme"
  | "scheme without a blank"
  | "a letter before the scheme"
  | "scheme without a key"
  | "scheme bearer in small letters"
  | "scheme BEARER in capitals";

/** Every near miss there is. */
export const nearMisses: readonly NearMiss[] = [
  "last character removed",
  "first character removed",
  "characters appended",
  "one character appended",
  "letters in the other case",
  "first character changed",
  "middle character changed",
  "last character changed",
  "two characters swapped",
  "sent twice in a row",
  "followed by a blank and a word",
];

/** The forms in which the good key is no bearer credential. */
export const otherForms: readonly OtherForm[] = [
  "scheme Basic",
  "user name of scheme Basic",
  "scheme Token",
  "scheme Digest",
  "no scheme",
  "scheme without a blank",
  "a letter before the scheme",
  "scheme without a key",
];

/** What to call a credential in a report. */
export function describeCredential(name: CredentialName): string {
  switch (name.kind) {
    case "good":
      return "the good key";
    case "missing":
      return "no Authorization header";
    case "wrong":
      return "a wrong key";
    case "near-miss":
      return `the good key, ${name.miss}`;
    case "other-form":
      return `the good key, ${name.form}`;
  }
}

/**
 * The value of the `Authorization` header, or undefined for none. It must reach the wire and nothing else.
 */
export function renderCredential(name: CredentialName, key: string): string | undefined {
  switch (name.kind) {
    case "good":
      return `Bearer ${key}`;
    case "missing":
      return undefined;
    case "wrong":
      return `Bearer ${name.key}`;
    case "near-miss":
      return `Bearer ${renderNearMiss(name.miss, key)}`;
    case "other-form":
      return renderOtherForm(name.form, key);
  }
}

/** Can this near miss be made of the key, and is it another key to an honest server? */
export function isMiss(miss: NearMiss, key: string): boolean {
  const missed = renderNearMiss(miss, key);
  // A server may keep a UUID as a number, to which its letters' case means nothing (RFC 9562, section 4).
  if (miss === "letters in the other case" && uuid.test(key)) return false;
  if (isSameToBcrypt(missed, key)) return false;
  return missed !== key && missed.trim() === missed && missed !== "";
}

/** bcrypt reads 72 bytes of a key and ignores the others. */
function isSameToBcrypt(left: string, right: string): boolean {
  const read = (key: string): Buffer => Buffer.from(key).subarray(0, 72);
  return Buffer.byteLength(right) >= 72 && read(left).equals(read(right));
}

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function renderNearMiss(miss: NearMiss, key: string): string {
  // A server may decode base64, to which padding and the last character's low bits mean nothing.
  const unpadded = key.replace(/=+$/, "");
  switch (miss) {
    case "last character removed":
      return unpadded.slice(0, -1);
    case "first character removed":
      return key.slice(1);
    case "characters appended":
      return `${unpadded}Pedigree`;
    case "one character appended":
      // No base64 alphabet has it, and a bearer token may (RFC 6750, section 2.1): decoders drop a dangling character.
      return `${key}~`;
    case "letters in the other case":
      return key.replaceAll(/[a-z]/gi, (letter) =>
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
      );
    case "first character changed":
      return changeAt(key, 0);
    case "middle character changed":
      return key.length < 3 ? key : changeAt(key, Math.floor(key.length / 2));
    case "last character changed":
      return key.slice(0, unpadded.length - 1) + changedLast(unpadded.slice(-1)) + key.slice(unpadded.length);
    case "two characters swapped":
      return swapInside(key);
    case "sent twice in a row":
      return key + key;
    case "followed by a blank and a word":
      return `${key} pedigree`;
  }
}

/** Two letters or digits that stand side by side and are not alike, from the middle on; a hyphen may mean nothing. */
function swapInside(key: string): string {
  for (let index = Math.floor(key.length / 2); index > 0; index -= 1) {
    const [left = "", right = ""] = key.slice(index - 1, index + 1);
    if (/^[a-z\d]{2}$/i.test(left + right) && left.toLowerCase() !== right.toLowerCase())
      return key.slice(0, index - 1) + right + left + key.slice(index + 1);
  }
  return key;
}

/** One that differs in the high bits as well, should it be base64, and in more than its case. */
function changedLast(character: string): string {
  return /[A-P]/i.test(character) ? "x" : "A";
}

function changeAt(key: string, index: number): string {
  const other = key[index] === "x" ? "y" : "x";
  return key.slice(0, index) + other + key.slice(index + 1);
}

function renderOtherForm(form: OtherForm, key: string): string {
  switch (form) {
    case "scheme Basic":
      return `Basic ${key}`;
    case "user name of scheme Basic":
      return `Basic ${Buffer.from(`${key}:`).toString("base64")}`;
    case "scheme Token":
      return `Token ${key}`;
    case "scheme Digest":
      return `Digest ${key}`;
    case "no scheme":
      return key;
    case "scheme without a blank":
      return `Bearer${key}`;
    case "a letter before the scheme":
      return `XBearer ${key}`;
    case "scheme without a key":
      return "Bearer";
    case "scheme bearer in small letters":
      return `bearer ${key}`;
    case "scheme BEARER in capitals":
      return `BEARER ${key}`;
  }
}
