import { type Actor, anyOperation, itemReads, type OwnProperty, secured } from "../actor/index.js";
import type { Operation } from "../description/index.js";
import { isSuccess } from "../engine/index.js";
import { isJsonObject, type JsonObject } from "../json/index.js";
import { type CredentialName, describeCredential } from "../transport/index.js";
import { bodyMistakes, exampleOf, extremeIds, mistakesOf, takesMembers, withId } from "../values/index.js";

/** A body that is refused where an operation is strict, in each way that is worth trying. */
export const invalidBodies: OwnProperty = {
  id: "invalid-bodies",
  requirement: {
    name: "invalid bodies",
    level: "must",
    proof:
      "a valid request that got a 2xx is sent again with values of other types, other words and numbers beyond their format, as a text that is no JSON, empty, and without its media type",
  },
  sentence: ({ op }) => `${op.id} refuses each body that is not as described.`,
  phase: "read",
  about: anyOperation,
  when: ({ op }) => op.facts?.strict === true && takesMembers(op),
  inputs: ({ op }) => bodyMistakes(op, exampleOf(op)).map(({ label }) => label),
  run: async (t: Actor, { op }, input) => {
    t.assumeAccepted();
    const { request, body } = t.request();
    t.assume(isJsonObject(body ?? null), "no object");
    const mistake = bodyMistakes(op, body as JsonObject).find(({ label }) => label === input);
    t.assume(mistake !== undefined, "place left out");
    const status = await t.sendRefused({ ...mistake.of(request), label: mistake.label });
    t.expect(!isSuccess(status), {
      problem: "an invalid body is accepted",
      expected: "a refusal with 4xx",
      actual: `${status}, although ${mistake.label}`,
      at: { in: "status" },
    });
    expectStatusOf(t, op, ["400", "422"], status);
  },
};

/** The credential is looked at before anything else. */
export const credentialFirst: OwnProperty = {
  id: "credential-first",
  requirement: {
    name: "credential first",
    level: "must",
    proof: "a request without a valid credential is sent that has another mistake, too: 401 alone is right",
  },
  sentence: ({ op }) => `${op.id} looks at the credential before anything else.`,
  phase: "credentials",
  about: secured,
  when: ({ op }) => op.facts?.credentials === "first",
  inputs: ({ op }, { wrongKey }) => {
    const credentials: readonly CredentialName[] = [{ kind: "missing" }, wrongKey()];
    return credentials.flatMap((credential) =>
      mistakesOf(op, exampleOf(op)).map(({ label }) => ({ credential, label })),
    );
  },
  run: async (t: Actor, { op }, input) => {
    const { credential, label } = input as { readonly credential: CredentialName; readonly label: string };
    const { request, body } = t.request();
    const mistake = mistakesOf(op, isJsonObject(body ?? null) ? (body as JsonObject) : {}).find(
      (each) => each.label === label,
    );
    t.assume(mistake !== undefined, "place left out");
    const status = await t.sendWith(mistake.of(request), credential);
    // A proxy in front may refuse a text for its length.
    t.expect(status === 401 || status === 413, {
      problem: "the credential is not looked at first",
      expected: "401, whatever else is wrong",
      actual: `${status} with ${describeCredential(credential)}, where ${label}`,
      at: { in: "status" },
    });
  },
};

/** An id that no item has is answered with 404, whichever number it is. */
export const unusedIds: OwnProperty = {
  id: "unused-ids",
  requirement: {
    name: "unused ids",
    level: "must",
    proof:
      "items are asked for by numbers at the ends of what is described: each is found, or answered with 404",
  },
  sentence: ({ op }) => `${op.id} answers 404 for each id that no item has.`,
  phase: "read",
  about: itemReads,
  when: ({ op }) =>
    op.facts?.statuses === "exhaustive" && op.responses.has("404") && extremeIds(op).length > 0,
  inputs: ({ op }) => extremeIds(op),
  run: async (t: Actor, _, input) => {
    const id = input as string;
    const request = { ...withId(t.requestUnknown(), id), label: `the id ${id}` };
    const { status } = (await t.sendUnknown(request)).response;
    t.expect(isSuccess(status) || status === 404, {
      problem: "an id that no item has",
      expected: "404, as it is described",
      actual: `${status} for the id ${id}`,
      at: { in: "status" },
    });
  },
};

/**
 * Where the described statuses are all that there are, a mistake in a request gets the one that is described for it.
 * A proxy in front of a server may refuse a text for its length.
 */
export function expectStatusOf(
  t: Pick<Actor, "expect">,
  { facts, responses }: Operation,
  statuses: readonly string[],
  status: number,
): void {
  const described = statuses.filter((each) => responses.has(each));
  if (facts?.statuses !== "exhaustive" || described.length === 0) return;
  t.expect(described.includes(`${status}`) || status === 413, {
    problem: "another status than the described one",
    expected: `${described.join(" or ")}, as it is described`,
    actual: `${status}`,
    at: { in: "status" },
  });
}
