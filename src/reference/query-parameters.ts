import type { Context } from "openapi-backend";
import type { ParameterViolations } from "./operations.js";

/** The query as openapi-backend is to see it. Unknown parameters are ignored; it would refuse them. */
export function knownParameters(query: URLSearchParams): Record<string, string | string[]> {
  const known: Record<string, string | string[]> = {};
  for (const name of ["limit", "status"]) {
    const texts = query.getAll(name);
    const [text] = texts;
    if (text !== undefined) known[name] = texts.length === 1 ? text : texts;
  }
  return known;
}

/** What openapi-backend finds wrong with the query of a routed request. */
export function violationsOf({ api, operation, request }: Context): ParameterViolations {
  const errors = api.validateRequest(request, operation).errors ?? [];
  const violationOf = (name: string) =>
    errors.find(({ instancePath }) => instancePath === `/query/${name}`)?.message;
  return { limit: violationOf("limit"), status: violationOf("status") };
}
