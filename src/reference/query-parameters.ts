import type { Context } from "openapi-backend";
import type { Roles } from "../description/index.js";
import type { ParameterViolations } from "./operations.js";

/** The query as openapi-backend is to see it. Unknown parameters are ignored; it would refuse them. */
export function knownParameters(
  query: URLSearchParams,
  { pageSize, filter }: Roles,
): Record<string, string | string[]> {
  const known: Record<string, string | string[]> = {};
  for (const { name } of [pageSize, filter]) {
    const texts = query.getAll(name);
    const [text] = texts;
    if (text !== undefined) known[name] = texts.length === 1 ? text : texts;
  }
  return known;
}

/** What openapi-backend finds wrong with the query of a routed request. */
export function violationsOf(
  { api, operation, request }: Context,
  { pageSize, filter }: Roles,
): ParameterViolations {
  const errors = api.validateRequest(request, operation).errors ?? [];
  const violationOf = (name: string) =>
    errors.find(({ instancePath }) => instancePath === `/query/${name}`)?.message;
  return { pageSize: violationOf(pageSize.name), filter: violationOf(filter.name) };
}
