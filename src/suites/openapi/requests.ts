import { isSuccess } from "../../checks/index.js";
import { type Contract, jsonOf, type Operation } from "../../description/index.js";
import { type Acceptable, buildCase, type Case, type CredentialName } from "../../generate/index.js";
import { type Json, type JsonObject, renderJson } from "../../json/index.js";
import { collectedAt, idNames, referredTo } from "./resource.js";
import type { ApiState, KnownItem, ValidRequest } from "./state.js";
import { NoValue, validValueOf, valueIfAny } from "./valid-values.js";
import type { Violation } from "./violations.js";

/** What stands in a check's id for an operation. */
export function slugOf({ id }: Pick<Operation, "id">): string {
  return encodeURIComponent(id);
}

/** The successes that an operation documents; any, where it names none. */
export function successes({ responses }: Operation): readonly Acceptable[] {
  const stated = [...responses.keys()].map(Number).filter(isSuccess);
  return (stated.length > 0 ? stated : [200, 201, 202, 204]).map((status) => ({ status, schema: "" }));
}

/** The credential with which an operation is called: the key as a bearer token, where one of its alternatives is that. */
export function usualCredential(contract: Described, { security }: Operation): CredentialName {
  return { kind: security.some((each) => isBearer(contract, each)) ? "good" : "missing" };
}

/** Does an operation serve nobody without a bearer token? */
export function needsBearer(contract: Described, { security }: Operation): boolean {
  return security.length > 0 && security.every((each) => isBearer(contract, each));
}

type Described = Pick<Contract, "document">;

/** Is an alternative of a `security` one bearer token? Source: OpenAPI 3.1, section 4.8.27; RFC 6750. */
function isBearer({ document }: Described, alternative: Operation["security"][number]): boolean {
  const { securitySchemes = {} } = (document.components ?? {}) as {
    readonly securitySchemes?: Readonly<Record<string, { readonly type?: string; readonly scheme?: string }>>;
  };
  const [name = "", ...others] = Object.keys(alternative);
  const { type = "", scheme = "" } = securitySchemes[name] ?? {};
  const isToken =
    (type === "http" && scheme.toLowerCase() === "bearer") || ["oauth2", "openIdConnect"].includes(type);
  return isToken && others.length === 0;
}

/**
 * A valid request of an operation.
 * @param isBare are members and parameters left out that may be?
 * @throws NoValue if something of it cannot be made
 */
export function validRequest(state: ApiState, operation: Operation, isBare = true): ValidRequest {
  const values = {
    token: state.token,
    bare: isBare,
    reference: (name: string) => referenceOf(state, name),
  };
  const required = operation.parameters.filter((each) => each.required);
  const unfit = required.find((each) => each.in === "header" || each.in === "cookie");
  if (unfit !== undefined) throw new NoValue(`the ${unfit.in} ${unfit.name} is not sent`);
  const query = required
    .filter((each) => each.in === "query")
    .map(({ name, schema }) => [name, inQuery(validValueOf(schema, values))] as const);
  const { body: described } = operation;
  const isJson = described !== undefined && jsonOf([{ mediaType: described.mediaType }]) !== undefined;
  if (described?.required && !isJson) throw new NoValue(`no body of type ${described.mediaType} is made`);
  const resource = collectedAt(state.resources, operation.path);
  const ids = resource === undefined ? [] : idNames(resource);
  const body = isJson ? validValueOf(described.schema, { ...values, ids }) : undefined;
  const request = buildCase(operation, {
    label: isBare ? "valid, with what is required only" : "valid",
    accepts: successes(operation),
    credential: usualCredential(state.contract, operation),
    pathParameters: parametersOf(state, operation),
    query,
    ...(body === undefined ? {} : { body: renderJson(body) }),
  });
  return { request, body, isBare };
}

/** The same request, of this item. */
export function at(request: Case, { path }: Pick<KnownItem, "path">): Case {
  const query = request.path.indexOf("?");
  return { ...request, path: query < 0 ? path : `${path}${request.path.slice(query)}` };
}

/** The ids of items that are known, the run's own first, as they stand in a path. @throws NoValue where none is */
function parametersOf(
  state: ApiState,
  { method, path, parameters }: Operation,
): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  let concrete = path;
  for (const [placeholder, name = ""] of path.matchAll(/\{([^{}/]+)\}/g)) {
    const start = concrete.slice(0, concrete.indexOf(placeholder));
    const known = state.items.filter(
      (item) => item.resource.parameter === name && item.path.startsWith(start),
    );
    const own = known.find((item) => item.own);
    // A read may ask for what is anyone's, or is not there; what changes something may not.
    const readable =
      method === "GET"
        ? (known.at(0)?.id ?? statedValue(parameters, name) ?? guessedValue(state, parameters, name))
        : undefined;
    const id = own?.id ?? readable;
    if (id === undefined) throw new NoValue(`no value of ${name} is known`);
    found[name] = encodeURIComponent(id);
    concrete = concrete.replace(placeholder, found[name]);
  }
  return found;
}

/** A value of a parameter that its description states: an enumeration or an example. */
function statedValue(parameters: Operation["parameters"], name: string): string | undefined {
  const schema = parameters.find((each) => each.name === name && each.in === "path")?.schema;
  const { enum: words, examples } = (schema ?? {}) as {
    enum?: readonly unknown[];
    examples?: readonly unknown[];
  };
  const [value] = [...(words ?? []), ...(examples ?? [])];
  return value === undefined ? undefined : `${value}`;
}

function guessedValue(
  { token }: ApiState,
  parameters: Operation["parameters"],
  name: string,
): string | undefined {
  const schema = parameters.find((each) => each.name === name && each.in === "path")?.schema ?? {};
  const value = valueIfAny(schema, { token, reference: () => undefined, bare: true });
  return typeof value === "string" || typeof value === "bigint" ? `${value}` : undefined;
}

function referenceOf({ items, resources }: ApiState, member: string): string | undefined {
  const resource = referredTo(member, resources.values());
  if (resource === undefined) return undefined;
  const known = items.filter((item) => item.resource === resource);
  return (known.find(({ own }) => own) ?? known[0])?.id;
}

function inQuery(value: Json): string {
  const text = typeof value === "string" ? value : renderJson(value);
  return encodeURIComponent(text);
}

/** The request of a twin with a violation: it differs in that place alone. */
export function violate({ request, body }: ValidRequest, violation: Violation): Case {
  const { place, value, label } = violation;
  const accepts: readonly Acceptable[] = [{ status: "4xx", schema: "" }];
  const changed = { ...request, label, accepts };
  if (place.in === "query") {
    const [path = "", query = ""] = request.path.split("?");
    const others = query.split("&").filter((each) => each !== "" && !each.startsWith(`${place.name}=`));
    const all = value === undefined ? others : [...others, `${place.name}=${inQuery(value)}`];
    return { ...changed, path: all.length === 0 ? path : `${path}?${all.join("&")}` };
  }
  if (place.name === "") {
    const { body: _, headers, ...bodiless } = changed;
    return { ...bodiless, headers: headers.filter(([name]) => name.toLowerCase() !== "content-type") };
  }
  const { [place.name]: _, ...others } = body as JsonObject;
  const text = renderJson(value === undefined ? others : { ...(body as JsonObject), [place.name]: value });
  return { ...changed, body: { kind: "text", text } };
}
