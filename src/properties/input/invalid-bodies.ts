import { type Actor, anyOperation, expectStatusOf, type OwnProperty } from "../../actor/index.js";
import { essenceOf, type Operation } from "../../description/index.js";
import { isSuccess } from "../../engine/index.js";
import { isJsonObject, type JsonObject } from "../../json/index.js";
import { bodyMistakes, exampleOf, takesMembers, withMediaType } from "../../values/index.js";
import { sendRefused } from "./violation-verbs.js";

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
    const status = await sendRefused(t, { ...mistake.of(request), label: mistake.label });
    t.expect(!isSuccess(status), {
      problem: "an invalid body is accepted",
      expected: "a refusal with 4xx",
      actual: `${status}, although ${mistake.label}`,
      at: { in: "status" },
    });
    expectStatusOf(t, op, ["400", "422"], status);
  },
};

/** Media types that bodies are said to have: one that no server knows, and one that any browser sends unasked. */
const others = ["application/x-pedigree", "text/plain"];

/** A valid body that is said to be of another media type is refused, where 415 is described. */
export const mediaType: OwnProperty = {
  id: "media-type",
  requirement: {
    name: "body media type",
    level: "implied",
    proof: "a valid request is sent whose body is said to be of another media type, where 415 is described",
  },
  sentence: ({ op }) => `${op.id} refuses a body of a media type that is not described.`,
  source: "RFC 9110, section 15.5.16",
  phase: "credentials",
  about: anyOperation,
  when: ({ op }) =>
    ["POST", "PUT", "PATCH"].includes(op.method) && op.responses.has("415") && otherTypesOf(op).length > 0,
  inputs: ({ op }) => otherTypesOf(op),
  run: async (t: Actor, _roles, type) => {
    const { request } = t.request();
    const label = `the body is said to be ${type}`;
    const status = await sendRefused(t, { ...withMediaType(request, type as string), label });
    t.expect(!isSuccess(status), {
      problem: "another media type is accepted",
      expected: "415: the body is said to be of a media type that is not described",
      actual: `${status}, although ${label}`,
      at: { in: "status" },
    });
  },
};

/** Media types that are not described of a body; none, where any bytes are. */
function otherTypesOf({ body }: Operation): readonly string[] {
  const stated = (body?.contents ?? []).map(({ mediaType }) => essenceOf(mediaType));
  const takesAny = stated.some((type) => type.includes("*") || type === "application/octet-stream");
  return body === undefined || takesAny ? [] : others.filter((type) => !stated.includes(type));
}
