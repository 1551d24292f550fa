import { type Contract, essenceOf, jsonOf, responseTo } from "../../description/index.js";
import { isJsonMediaType, isSuccess, type Objection, type ResponseCheck } from "../../engine/index.js";
import { mayBeOfProxy, otherPlacesOf, placeOf } from "../../model/index.js";
import type { ApiState } from "../../session/index.js";
import { headerValues, type Response } from "../../transport/index.js";

/** Does an operation ask for a credential, or describe that one is missing? */
export function asksForCredential({ operations }: Pick<Contract, "operations">): boolean {
  return [...operations.values()].some(
    ({ security, responses }) =>
      security.some((each) => Object.keys(each).length > 0) || responses.has("401"),
  );
}

/** A 401 has a challenge, of a scheme with which the operation may be called. Source: RFC 9110, sections 11.6.1 and 15.5.2. */
export const challenge: ResponseCheck<ApiState> = {
  id: "challenge",
  title: "every response with 401 says in WWW-Authenticate how to authenticate",
  judge: ({ exchange, response }, { contract }) => {
    if (response.status !== 401) return "not applicable";
    const values = headerValues(response, "www-authenticate").join(", ").trim();
    const at = { in: "header", name: "www-authenticate" } as const;
    const expected = "the header WWW-Authenticate with a challenge";
    if (values === "") return [{ problem: "no challenge", expected, actual: "no such header", at }];
    const operation = contract.operations.get(exchange.case.operation);
    const places =
      operation === undefined ? [] : [placeOf(contract, operation), ...otherPlacesOf(contract, operation)];
    const schemes = places.flatMap((each) => each?.kind ?? []);
    const isNamed = (scheme: string): boolean =>
      new RegExp(`(^|[\\s,])${scheme}([\\s,]|$)`, "i").test(values);
    // Keys in headers and cookies have no registered scheme.
    if (schemes.length === 0 || schemes.some((each) => each === "api key" || isNamed(each))) return [];
    return [
      {
        problem: "another scheme",
        expected: `a challenge of the scheme ${schemes.join(" or ")}`,
        actual: values,
        at,
      },
    ];
  },
};

/** A status and the headers beside it say the same, whatever the description has. */
export const statusSemantics: ResponseCheck<ApiState> = {
  id: "status-semantics",
  title: "no status contradicts its request, or the headers beside it",
  judge: ({ exchange: { case: request }, response }) => {
    const objection = objectionTo(request.method, response);
    return objection === undefined ? [] : [objection];
  },
};

function objectionTo(method: string, response: Response): Objection | undefined {
  const { status } = response;
  const isRead = method === "GET" || method === "HEAD";
  // Source: RFC 9110, sections 15.3.2 and 15.4.5.
  if (status === 201 && (isRead || method === "DELETE"))
    return contradiction(status, `no 201 to ${method}, which creates nothing`);
  if (status === 304 && !isRead) return contradiction(status, `no 304 to ${method}, which is about reads`);
  // A proxy in front may refuse a method on its own.
  if (status === 405)
    return mayBeOfProxy(response) ? undefined : objectionToAllow(method, headerValues(response, "allow"));
  if (status !== 204 && status !== 205) return undefined;
  // Source: RFC 9110, sections 8.6 and 15.3.6.
  const [length = "0"] = headerValues(response, "content-length");
  if (!(Number(length) > 0)) return undefined;
  return {
    problem: `a length beside ${status}`,
    expected: `no content, since ${status} has none`,
    actual: `Content-Length: ${length}`,
    at: { in: "header", name: "content-length" },
  };
}

function contradiction(status: number, expected: string): Objection {
  return { problem: `${status} contradicts its method`, expected, actual: `${status}`, at: { in: "status" } };
}

/** An empty list says that a resource has no method at present. Source: RFC 9110, sections 10.2.1 and 15.5.6. */
function objectionToAllow(method: string, values: readonly string[]): Objection | undefined {
  const at = { in: "header", name: "allow" } as const;
  const expected = `the header Allow with the methods beside ${method}`;
  if (values.length === 0) return { problem: "405 without Allow", expected, actual: "no such header", at };
  const isAllowed = values
    .join()
    .split(",")
    .some((each) => each.trim() === method);
  return isAllowed
    ? { problem: "405 allows the method", expected, actual: `Allow: ${values.join(", ")}`, at }
    : undefined;
}

/** Does an operation describe all errors together, and that they are JSON? */
export function describesDefaultError({ operations }: Pick<Contract, "operations">): boolean {
  return [...operations.values()].some(
    ({ responses }) => jsonOf(responses.get("default")?.contents ?? []) !== undefined,
  );
}

/** An error that `default` describes is in a media type that is described. A proxy in front may have one of its own. */
export const errorMediaType: ResponseCheck<ApiState> = {
  id: "error-media-type",
  title: "errors that default describes are in the media type that is described",
  judge: ({ exchange, response, mediaType }, { contract }) => {
    const operation = contract.operations.get(exchange.case.operation);
    const { status, body } = response;
    const spec = operation && responseTo(operation, status);
    const isOther = isSuccess(status) || status < 400 || status >= 500 || spec?.status !== "default";
    const content = jsonOf(spec?.contents ?? []);
    if (isOther || content === undefined || body.length === 0 || mayBeOfProxy(response))
      return "not applicable";
    const described = (spec?.contents ?? []).map((each) => essenceOf(each.mediaType));
    const isDescribed = described.some((each) => each.endsWith("/*") || each === essenceOf(mediaType));
    if (isDescribed || isJsonMediaType(mediaType)) return [];
    return [
      {
        problem: "media type of an error",
        expected: `Content-Type: ${essenceOf(content.mediaType)}, as default says`,
        actual: mediaType === "" ? "no Content-Type" : mediaType,
        at: { in: "header", name: "content-type" },
      },
    ];
  },
};
