import { type Actor, anyOperation, expectStatusOf, type OwnProperty } from "../../actor/index.js";
import { isSuccess } from "../../engine/index.js";
import { isJsonObject, type JsonObject } from "../../json/index.js";
import { bodyMistakes, exampleOf, takesMembers } from "../../values/index.js";

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
