import { type CredentialName, type NearMiss, type OtherForm, otherForms } from "../transport/index.js";

/** A credential that opens nothing. */
export interface BadCredential {
  readonly credential: CredentialName;
  /** Is it none, one of nobody, the good key with a change, or the good key in a form that is none of a bearer token? */
  readonly kind: "missing" | "wrong" | "altered" | "form";
  /** Is it taken for a good one often, and so perhaps at one operation only? Then it is tried at each, and else at one of them. */
  readonly isFrequent: boolean;
}

/** Keys of clients that have none, one that a database may take for any, and one that is longer than most. */
const wrongKeys = ["undefined", "null", "%", "long".repeat(75)];

const frequentMisses: readonly NearMiss[] = [
  "last character removed",
  "first character removed",
  "characters appended",
  "letters in the other case",
];

const frequentForms: readonly OtherForm[] = ["scheme Basic", "no scheme"];
/** It is no credential at all. */
const bareScheme: OtherForm = "scheme without a key";

/**
 * Returns the credentials that are to be refused, beside a key that is made up for a run. The scheme's own letters may be large or small
 * (RFC 9110, section 11.1).
 * @param misses those that can be made of the good key
 */
export function badCredentials(misses: readonly NearMiss[]): readonly BadCredential[] {
  const wrong = (key: string): CredentialName => ({ kind: "wrong", key });
  const form = (each: OtherForm): CredentialName => ({ kind: "other-form", form: each });
  const others = otherForms.filter((each) => each !== bareScheme && !frequentForms.includes(each));
  return [
    { credential: { kind: "missing" }, kind: "missing", isFrequent: true },
    { credential: form(bareScheme), kind: "missing", isFrequent: true },
    ...wrongKeys.map((key): BadCredential => ({ credential: wrong(key), kind: "wrong", isFrequent: false })),
    ...misses.map(
      (miss): BadCredential => ({
        credential: { kind: "near-miss", miss },
        kind: "altered",
        isFrequent: frequentMisses.includes(miss),
      }),
    ),
    ...[...frequentForms, ...others].map(
      (each): BadCredential => ({
        credential: form(each),
        kind: "form",
        isFrequent: frequentForms.includes(each),
      }),
    ),
  ];
}
