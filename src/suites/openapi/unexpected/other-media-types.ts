import { isSuccess, Skip } from "../../../checks/index.js";
import { essenceOf, type Operation } from "../../../description/index.js";
import type { Case } from "../../../generate/index.js";
import { type ApiScenario, baselineOf, makeRequest } from "../requests/baseline.js";
import { effectiveStatus } from "../requests/error-in-success-body.js";
import { slugOf, validRequest } from "../requests/requests.js";

/** Media types that bodies are said to have: one that no server knows, and one that any browser sends unasked. */
const others = ["application/x-pedigree", "text/plain"];

/** Does a description say that a body of another media type is refused? */
export function refusesMediaTypes(operation: Operation): boolean {
  const { method, responses } = operation;
  return (
    ["POST", "PUT", "PATCH"].includes(method) && responses.has("415") && otherTypesOf(operation).length > 0
  );
}

/** Media types that are not described of a body; none, where any bytes are. */
function otherTypesOf({ body }: Operation): readonly string[] {
  const stated = (body?.contents ?? []).map(({ mediaType }) => essenceOf(mediaType));
  const takesAny = stated.some((type) => type.includes("*") || type === "application/octet-stream");
  return body === undefined || takesAny ? [] : others.filter((type) => !stated.includes(type));
}

/** A valid body that is said to be of another media type is refused, where 415 is described. Source: RFC 9110, section 15.5.16. */
export function mediaTypeScenario(operation: Operation): ApiScenario | undefined {
  if (!refusesMediaTypes(operation)) return undefined;
  return {
    id: `${slugOf(operation)}/media-type`,
    title: `${operation.id} refuses a body of a media type that is not described`,
    phase: "credentials",
    inputs: () => otherTypesOf(operation),
    run: async (t, input) => {
      const type = input as string;
      const { shape } = baselineOf(t, operation);
      const { request } = makeRequest(() => validRequest(t.state, operation, shape));
      const status = effectiveStatus(await t.send(saidToBe(request, type)));
      if (status === 409)
        throw new Skip("untested", "it was answered with 409, which says nothing of its media type");
      t.expect(!isSuccess(status), {
        problem: "another media type is accepted",
        expected: "415: the body is said to be of a media type that is not described",
        actual: `${status}, although the body is said to be ${type}`,
        at: { in: "status" },
      });
    },
  };
}

function saidToBe(request: Case, type: string): Case {
  const rest = request.headers.filter(([name]) => name.toLowerCase() !== "content-type");
  const accepts = [{ status: "4xx", schema: "" }] as const;
  const label = `the body is said to be ${type}`;
  return { ...request, label, accepts, headers: [...rest, ["Content-Type", type]] };
}
