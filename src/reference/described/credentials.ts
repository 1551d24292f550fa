import { placeCredential } from "../../generate/index.js";
import { placeOf } from "../../model/index.js";
import type { Call, Described } from "./call.js";

/** The text that a request has in the place of a credential. */
export interface Presented {
  /** Undefined where nothing is there. */
  readonly value: string | undefined;
  /** The value that would be right. */
  readonly wanted: string;
}

/** The credential of each alternative that a call may have, in its place. Source: OpenAPI 3.1, section 4.8.30. */
export function presentedIn(described: Described, call: Call, key: string): readonly Presented[] {
  return call.operation.security.flatMap((alternative) => {
    const place = placeOf(described, { ...call.operation, security: [alternative] });
    const wanted = place && placeCredential({ kind: "good" }, key, place);
    if (wanted === undefined) return [];
    return [{ value: textAt(call, wanted), wanted: wanted.value }];
  });
}

/** Is an operation open to all, or asks it for what no client of this kind can have? */
export function isOpen(described: Described, { operation }: Pick<Call, "operation">): boolean {
  const { security } = operation;
  if (security.length === 0 || security.some((each) => Object.keys(each).length === 0)) return true;
  return placeOf(described, operation) === undefined;
}

/** Is the credential the right one? The scheme's letters mean nothing (RFC 9110, section 11.1). */
export function isRight({ value, wanted }: Presented): boolean {
  const normal = (text: string): string =>
    text.replace(/^(bearer|basic) +/i, (scheme) => scheme.toLowerCase());
  return value !== undefined && normal(value) === normal(wanted);
}

function textAt(
  { headers, query }: Call,
  { in: where, name }: { readonly in: "header" | "query" | "cookie"; readonly name: string },
): string | undefined {
  switch (where) {
    case "header":
      return headers[name.toLowerCase()]?.toString();
    case "query":
      return query.get(name) ?? undefined;
    case "cookie":
      return cookiesOf(headers.cookie).get(name);
  }
}

/** Names and values in a `Cookie` header. Source: RFC 6265, section 4.2.1. */
export function cookiesOf(header = ""): ReadonlyMap<string, string> {
  return new Map(
    header.split(/; */).flatMap((pair) => {
      const [, name = "", value = ""] = /^([^=]+)=(.*)$/.exec(pair) ?? [];
      return name === "" ? [] : [[name, value] as const];
    }),
  );
}
