import { isSuccess } from "../../../checks/index.js";
import { essenceOf, type Operation } from "../../../description/index.js";
import { type Actor, anyOperation, type OwnProperty } from "../engine/index.js";
import { withMediaType } from "../requests/bodies.js";

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
    const status = await t.sendRefused({ ...withMediaType(request, type as string), label });
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
