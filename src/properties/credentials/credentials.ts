import {
  type Actor,
  expectStatusOf,
  type Facts,
  type OwnProperty,
  type Property,
  type Roles,
  secured,
  served,
  triedPlaces,
} from "../../actor/index.js";
import { isSuccess } from "../../engine/index.js";
import type { CredentialName, CredentialPlace, NearMiss } from "../../transport/index.js";
import { badCredentials } from "../../values/index.js";
import { expectRefusedAt, noteUnauthenticated, sendWith } from "./user-verbs.js";

/** It learns which operations ask for a credential: a success counts in the properties below alone. */
export const credential: OwnProperty = {
  id: "credential",
  requirement: {
    name: "credential",
    level: "must",
    // Of deletions, too: they are tried when they are done anyway.
    isOf: (op, { secured: all }) => all.includes(op),
    proof:
      "a valid request that got a 2xx is sent again without a credential, and with altered ones; any 4xx or redirect refuses it",
  },
  sentence: ({ op }) => `${op.id} serves nobody without a valid credential.`,
  source: "RFC 9110, section 15.5.2",
  phase: "read",
  about: secured,
  inputs: usualCredentials,
  run: async (t: Actor, { op }, input) => {
    // A smaller body may be refused before the credential is looked at.
    const status = await sendWith(t, t.request().request, input as CredentialName);
    t.assume(status !== 409, "conflict before the credential");
    noteUnauthenticated(t, isSuccess(status));
    t.assume(!isSuccess(status), "no credential asked for");
    expectStatusOf(t, op, ["401"], status);
    t.pass();
  },
};

const ofCredential = {
  requirement: () => credential.id,
  source: "RFC 9110, section 15.5.2",
  about: secured,
} satisfies Partial<Property>;

/** An operation that serves anybody counts where the server refuses a bad credential anywhere. */
export const credentialAsElsewhere: Property = {
  id: "unlike-others",
  ...ofCredential,
  sentence: ({ op }) => `${op.id} serves nobody without a valid credential`,
  phase: "credentials",
  inputs: (roles, facts) => {
    const { refused, served: some } = facts.unauthenticated;
    const isOnly = roles.secured?.length === 1;
    return some.has(roles.op.id) && (refused() > 0 || isOnly) ? usualCredentials(roles, facts) : [];
  },
  run: async (t: Actor, _, input) => {
    const given = input as CredentialName;
    const status = await sendWith(t, t.request().request, given);
    t.expect(!isSuccess(status), served(status, given));
  },
};

/** A server of which no operation asks for a credential lacks a gateway, rather than a check in each: it is one finding. */
export const credentialAnywhere: Property = {
  id: "anywhere",
  ...ofCredential,
  sentence: () => "some operation asks for a credential",
  phase: "final",
  inputs: ({ op }, { unauthenticated: { refused, served: all } }) => {
    const [first] = all;
    return refused() === 0 && all.size > 1 && op.id === first ? [missing] : [];
  },
  run: async (t: Actor) => {
    const status = await sendWith(t, t.request().request, missing);
    t.expect(!isSuccess(status), {
      ...served(status, missing),
      problem: "no operation asks for a credential",
      expected: "401 from some operation: is what stands in front of the server missing?",
    });
  },
};

/**
 * An operation that refuses requests without a credential refuses a wrong one, too, in the place of each of its security
 * schemes.
 */
export const otherSchemes: Property = {
  id: "other-schemes",
  ...ofCredential,
  sentence: ({ op }) => `${op.id} serves nobody with a wrong key, whichever security scheme it is for`,
  source: "OpenAPI 3.1, section 4.8.30",
  phase: "credentials",
  about: (op, callable) => {
    const roles = secured(op, callable);
    const places = triedPlaces(callable.described, op);
    return roles && places.length > 0 ? { ...roles, places } : undefined;
  },
  // Where nobody is asked for a credential, that is what is found.
  inputs: ({ op, places = [] }, { unauthenticated: { refused, served: some } }) =>
    refused() > 0 && !some.has(op.id) ? places : [],
  run: (t: Actor, _, place) => expectRefusedAt(t, t.request().request, place as CredentialPlace),
};

/** An operation that refuses requests without a credential refuses the good key in another form, and keys that are nearly the good one. */
export const nearMisses: Property = {
  id: "near-misses",
  ...ofCredential,
  sentence: ({ op }) => `${op.id} serves nobody with a key that is nearly the good one`,
  phase: "credentials",
  inputs: ({ op, secured: all = [] }, facts) => {
    const { refused, served: some } = facts.unauthenticated;
    if (refused() === 0 || some.has(op.id)) return [];
    return nearlyGood(facts, all.indexOf(op), all.length);
  },
  run: async (t: Actor, _, input) => {
    const given = input as CredentialName;
    const status = await sendWith(t, t.request().request, given);
    t.assume(status !== 409, "conflict before the credential");
    t.expect(!isSuccess(status), served(status, given));
  },
};

/** Wrong keys of a run on another machine, at most, beside those above: many in a row may lock an account. */
const mostElsewhere = 20;

/**
 * The frequent mistakes on each operation, and of the others each on one; on another machine, that goes for all. The forms of a bearer
 * token are keys elsewhere.
 */
function nearlyGood(facts: Facts, turn: number, count: number): readonly CredentialName[] {
  const { misses, isBearer, isThorough, isElsewhere } = facts;
  const bad = badCredentials(misses.filter((miss) => !usualMisses.includes(miss))).filter(
    ({ kind }) => kind !== "missing" && (kind !== "form" || isBearer),
  );
  const credentialsOf = (isFrequent: boolean): readonly CredentialName[] =>
    bad.flatMap((each) => (each.isFrequent === isFrequent ? [each.credential] : []));
  const inTurn = (all: readonly CredentialName[]): readonly CredentialName[] =>
    all.filter((_, index) => index % count === turn);
  const [frequent, rare] = [credentialsOf(true), credentialsOf(false)];
  if (isElsewhere) return inTurn([...frequent, ...rare].slice(0, mostElsewhere));
  return [...frequent, ...(isThorough ? rare : inTurn(rare))];
}

const missing: CredentialName = { kind: "missing" };

/** Faults that a server overlooks at all operations alike, as a rule: each of them gets one of these, in turn. */
const usualInTurn: readonly CredentialName[] = [{ kind: "half" }, { kind: "wrong", key: "" }];

/** The last characters of a token may be padding, and its scheme may be written in any letters. */
const usualMisses: readonly NearMiss[] = [
  "first character removed",
  "middle character changed",
  "characters appended",
];

function usualCredentials({ op, secured: all = [] }: Roles, facts: Facts): readonly CredentialName[] {
  const turn = all.indexOf(op) % usualInTurn.length;
  return [
    missing,
    facts.wrongKey(),
    ...usualInTurn.slice(turn, turn + 1),
    ...usualMisses
      .filter((miss) => facts.misses.includes(miss))
      .map((miss): CredentialName => ({ kind: "near-miss", miss })),
  ];
}
