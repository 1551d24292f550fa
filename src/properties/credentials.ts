import { isSuccess } from "../checks/index.js";
import {
  type Actor,
  type Facts,
  type OwnProperty,
  type Property,
  type Roles,
  secured,
  served,
  triedPlaces,
} from "../engine/index.js";
import {
  type CredentialName,
  type CredentialPlace,
  frequentForms,
  missesOf,
  type NearMiss,
  type OtherForm,
  rareForms,
} from "../generate/index.js";
import { expectStatusOf } from "./facts.js";

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
  inputs: badCredentials,
  run: async (t: Actor, { op }, input) => {
    // A smaller body may be refused before the credential is looked at.
    const status = await t.sendWith(t.request().request, input as CredentialName);
    t.assume(status !== 409, "conflict before the credential");
    t.noteUnauthenticated(isSuccess(status));
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
    return some.has(roles.op.id) && (refused() > 0 || isOnly) ? badCredentials(roles, facts) : [];
  },
  run: async (t: Actor, _, input) => {
    const given = input as CredentialName;
    const status = await t.sendWith(t.request().request, given);
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
    const status = await t.sendWith(t.request().request, missing);
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
  run: (t: Actor, _, place) => t.expectRefusedAt(t.request().request, place as CredentialPlace),
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
    const rows = nearlyGood(facts, all.indexOf(op));
    return facts.isElsewhere ? rows.slice(0, Math.floor(mostElsewhere / all.length)) : rows;
  },
  run: async (t: Actor, _, input) => {
    const given = input as CredentialName;
    const status = await t.sendWith(t.request().request, given);
    t.assume(status !== 409, "conflict before the credential");
    t.expect(!isSuccess(status), served(status, given));
  },
};

/** Wrong keys of a run on another machine, at most, beside those above: many in a row may lock an account. */
const mostElsewhere = 20;

/** The frequent mistakes on each operation; of the rare ones, two each in turn. The forms of a bearer token are keys elsewhere. */
function nearlyGood({ misses, isBearer, isThorough }: Facts, turn: number): readonly CredentialName[] {
  const tried = misses.filter((miss) => !usualMisses.includes(miss) && !atTheEnd.includes(miss));
  const formsOf = (forms: readonly OtherForm[]): readonly CredentialName[] =>
    isBearer ? forms.map((form) => ({ kind: "other-form", form })) : [];
  const rare = [...missesOf(tried, false), ...formsOf(rareForms)];
  const from = (2 * turn) % Math.max(1, rare.length);
  return [
    ...formsOf(frequentForms),
    ...missesOf(tried, true),
    ...(isThorough ? rare : [...rare, ...rare].slice(from, from + Math.min(2, rare.length))),
  ];
}

const missing: CredentialName = { kind: "missing" };

/** Faults that a server overlooks at all operations alike, as a rule: each of them gets one of these, in turn. */
const inTurn: readonly CredentialName[] = [{ kind: "half" }, { kind: "wrong", key: "" }];

/** The last characters of a token may be padding, and its scheme may be written in any letters. */
const usualMisses: readonly NearMiss[] = [
  "first character removed",
  "middle character changed",
  "characters appended",
];

/** Where the last characters of a token are padding, these are the same key. */
const atTheEnd: readonly NearMiss[] = ["last character removed", "last character changed"];

function badCredentials({ op, secured: all = [] }: Roles, facts: Facts): readonly CredentialName[] {
  const turn = all.indexOf(op) % inTurn.length;
  return [
    missing,
    facts.wrongKey(),
    ...inTurn.slice(turn, turn + 1),
    ...usualMisses
      .filter((miss) => facts.misses.includes(miss))
      .map((miss): CredentialName => ({ kind: "near-miss", miss })),
  ];
}
