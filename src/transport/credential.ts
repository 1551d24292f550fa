/**
 * The content of a request's `Authorization` header, by name and never by value: a near miss of the good
 * key gives it away as surely as the key itself.
 */
export type CredentialName =
  | { readonly kind: "good" }
  /** The key of another user. */
  | { readonly kind: "second" }
  | { readonly kind: "missing" }
  /** A key made up for this run, or an empty one; it has nothing of the good one, so it may be shown. */
  | { readonly kind: "wrong"; readonly key: string }
  | { readonly kind: "near-miss"; readonly miss: NearMiss }
  /** The first characters of the good key alone. */
  | { readonly kind: "half" }
  | { readonly kind: "other-form"; readonly form: OtherForm };

/** A key that differs from the good one in a single place; each name with how it is made. */
export type NearMiss = keyof typeof alterations;
/** The good key, but not as `Bearer <key>`. */
export type OtherForm = keyof typeof forms;

const alterations = {
  "last character removed": (key: string) => unpad(key).slice(0, -1),
  "first character removed": (key: string) => key.slice(1),
  "characters appended": (key: string) => `${unpad(key)}Pedigree`,
  // No base64 alphabet has it, and a bearer token may (RFC 6750, section 2.1): decoders drop a dangling character.
  "one character appended": (key: string) => `${key}~`,
  "letters in the other case": (key: string) =>
    key.replaceAll(/[a-z]/gi, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    ),
  "first character changed": (key: string) => changeAt(key, 0),
  "middle character changed": (key: string) =>
    key.length < 3 ? key : changeAt(key, Math.floor(key.length / 2)),
  "last character changed": (key: string) => {
    const { length } = unpad(key);
    return key.slice(0, length - 1) + changedLast(key.charAt(length - 1)) + key.slice(length);
  },
  "two characters swapped": (key: string) => swapInside(key),
  "sent twice in a row": (key: string) => key + key,
  "followed by a blank and a word": (key: string) => `${key} pedigree`,
  "followed by a comma and a word": (key: string) => `${key}, pedigree`,
  "followed by a colon and a word": (key: string) => `${key}:pedigree`,
  "in quotation marks": (key: string) => `"${key}"`,
  "preceded by a word and a blank": (key: string) => `pedigree ${key}`,
};

const forms = {
  "scheme Basic": (key: string) => `Basic ${key}`,
  "user name of scheme Basic": (key: string) => `Basic ${Buffer.from(`${key}:`).toString("base64")}`,
  "scheme Token": (key: string) => `Token ${key}`,
  "scheme Digest": (key: string) => `Digest ${key}`,
  "scheme ApiKey": (key: string) => `ApiKey ${key}`,
  "no scheme": (key: string) => key,
  "scheme without a blank": (key: string) => `Bearer${key}`,
  "a letter before the scheme": (key: string) => `XBearer ${key}`,
  "scheme without a key": () => "Bearer",
  "scheme bearer in small letters": (key: string) => `bearer ${key}`,
  "scheme BEARER in capitals": (key: string) => `BEARER ${key}`,
};

/** Every near miss there is. */
export const nearMisses = Object.keys(alterations) as readonly NearMiss[];

/** The forms in which the good key is no bearer credential: the scheme's case means nothing (RFC 9110, section 11.1). */
export const otherForms = (Object.keys(forms) as readonly OtherForm[]).filter(
  (form) => !/^bearer /i.test(forms[form]("key")),
);

const names = {
  good: "the good key",
  second: "the second key",
  missing: "no credential",
  wrong: "a wrong key",
  half: "the first characters of the good key",
};

/** Returns the name of a credential in a report. */
export function describeCredential(name: CredentialName): string {
  if (name.kind === "near-miss") return `the good key, ${name.miss}`;
  if (name.kind === "wrong" && name.key === "") return "an empty key";
  return name.kind === "other-form" ? `the good key, ${name.form}` : names[name.kind];
}

/** The value of the `Authorization` header, or undefined for none. It is sent, and stands nowhere else. */
export function renderCredential(name: CredentialName, key: string): string | undefined {
  if (name.kind === "other-form") return forms[name.form](key);
  const altered = alterKey(name, key);
  return altered === undefined ? undefined : `Bearer ${altered}`.trimEnd();
}

/** Can a header, or a cookie, carry a credential? */
export function isHeaderText(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}

/** The key that a credential stands for, by itself; undefined for none. */
export function alterKey(name: CredentialName, key: string): string | undefined {
  if (name.kind === "missing") return undefined;
  if (name.kind === "near-miss") return alterations[name.miss](key);
  if (name.kind === "half") return halfOf(key);
  return name.kind === "wrong" ? name.key : key;
}

/** In characters: what reads no more than 72 bytes of a key reads more than this. */
const longestHalf = 36;
/** In characters: a report shows no part of a key that is as long. */
const shortestHalf = 8;

/** The first half, or a little more; of a short key, nothing. */
function halfOf(key: string): string {
  const half = Math.min(longestHalf, Math.max(shortestHalf, Math.floor(key.length / 2)));
  return key.length < half + 4 ? "" : key.slice(0, half);
}

/** Can this near miss be made of the key, and is it another key to an honest server? */
export function isMiss(miss: NearMiss, key: string): boolean {
  const missed = alterations[miss](key);
  if (miss === "letters in the other case" && !tellsCases(key)) return false;
  if (/^last /.test(miss) && hasDanglingEnd(key)) return false;
  // bcrypt reads 72 bytes of a key and ignores the others.
  const read = (whole: string): Buffer => Buffer.from(whole).subarray(0, 72);
  if (read(key).length === 72 && read(missed).equals(read(key))) return false;
  return missed !== key && missed.trim() === missed && missed !== "";
}

/**
 * Does the case of its letters tell a key from others? A server may keep a UUID, hexadecimal digits, base32 or an ULID as a number
 * (RFC 9562, section 4; RFC 4648, section 6), and know users by their names in any letters (RFC 7617).
 */
function tellsCases(key: string): boolean {
  const secret = key.slice(key.indexOf(":") + 1);
  return /[a-z]/i.test(secret) && !caseless.test(secret);
}

const caseless =
  /^([0-9A-Fa-f]{8}-?([0-9A-Fa-f]{4}-?){3}[0-9A-Fa-f]{12}|[0-9a-f]+|[0-9A-F]+|[A-Z2-7]{16,}=*|[0-9A-HJKMNP-TV-Z]{26}|[0-9a-hjkmnp-tv-z]{26})$/;

/** Is there a character at the end that decoders of base64 drop, since it is less than a byte? */
function hasDanglingEnd(key: string): boolean {
  const read = unpad(key);
  return /^[\w+/-]+$/.test(read) && read.length % 4 === 1;
}

/** A server may decode base64, to which padding and the last character's low bits mean nothing. */
function unpad(key: string): string {
  return key.replace(/=+$/, "");
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

/**
 * Where a request carries its credential; a bearer token in `Authorization` if nothing else is said. Of `basic`, the key is
 * `user:password`. Sources: OpenAPI 3.1, section 4.8.27; RFC 6750; RFC 7617.
 */
export type CredentialPlace =
  | { readonly kind: "bearer" }
  | { readonly kind: "basic" }
  | {
      readonly kind: "api key";
      readonly in: "header" | "query" | "cookie";
      readonly name: string;
      /** The word before it, with a blank between: `Token`. */
      readonly prefix?: string;
    };

/** A credential as it goes out. */
export interface PlacedCredential {
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  readonly value: string;
}

/** The usual place. */
export const bearer: CredentialPlace = { kind: "bearer" };

/** A credential in its place; undefined for none. It is sent, and stands nowhere else. */
export function placeCredential(
  name: CredentialName,
  key: string,
  place: CredentialPlace,
): PlacedCredential | undefined {
  const authorization = { in: "header", name: "Authorization" } as const;
  if (place.kind === "bearer") {
    const value = renderCredential(name, key);
    return value === undefined ? undefined : { ...authorization, value };
  }
  const altered = alterKey(name, key);
  if (altered === undefined) return undefined;
  if (place.kind === "api key") return { in: place.in, name: place.name, value: withPrefix(place, altered) };
  const user = altered.includes(":") ? altered : `${altered}:${altered}`;
  return { ...authorization, value: `Basic ${Buffer.from(user).toString("base64")}` };
}

/** A credential behind the word that goes before it. */
export function withPrefix({ prefix }: { readonly prefix?: string }, value: string): string {
  return prefix === undefined ? value : `${prefix} ${value}`;
}

/** A path with the credential that belongs into its query. */
export function withQueryCredential(path: string, { name, value }: PlacedCredential): string {
  const separator = path.includes("?") ? "&" : "?";
  return `${path}${separator}${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
}
