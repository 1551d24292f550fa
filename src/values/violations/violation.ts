import type { Json } from "../../json/index.js";
import { type Place, plainPath, withValueAt } from "../../model/index.js";
import { accepting, type Case } from "../../transport/index.js";
import { encodeBody, type ValidRequest, withMediaType } from "../bodies.js";
import { inText, renderField, renderQuery } from "../parameter-values.js";

/** A value in the place of a valid one, or none. */
export interface WrongValue {
  readonly place: Place;
  /** The fault, in a few words. */
  readonly label: string;
  /** Absent: the member or the parameter is left out. */
  readonly value?: Json;
}

/** A keyword of JSON Schema that a request violates, at one place, in one way. */
export interface Violation extends WrongValue {
  readonly keyword: string;
  readonly about: AboutPlace;
  /** The member of the same object without which nothing is violated. */
  readonly beside?: string;
  /** Values that are wrong in the same way. */
  readonly others?: readonly Json[];
}

/** The facts that decide, beside the keyword, which leniency an accepted violation is. */
export interface AboutPlace {
  readonly group: Group;
  /** The type and format in the schema: `string date`. */
  readonly described: string;
  readonly isRequired: boolean;
  /** The schema's other assertions about the value, as a text; empty if there is none. */
  readonly otherAssertions: string;
  /** May a server drop the value or fill in another one, unless a response shows it? */
  readonly onlyIfShown: boolean;
}

/** Stands in the place of a keyword where nothing is violated. */
export const optional = "optional";

/** Is it that there is no body at all? */
export function isBodiless({ place, value }: WrongValue): boolean {
  return place.in === "body" && place.path.length === 0 && value === undefined;
}

/** Where a body has to have something, so that it can be violated: a member too many is put into an object. */
export function heldAt({ place: { path }, keyword }: Violation): readonly string[] {
  return /^((additional|unevaluated)Properties|not)$/.test(keyword) ? path.slice(0, -1) : path;
}

/**
 * The groups of a schema's keywords that servers treat alike: assertions (the first three), the body as a
 * whole, and what servers convert rather than refuse.
 */
export type Group = "required" | "choice" | "range" | "body" | "type" | "members" | "format" | "null";

/** The outcome of one request with an invalid value: it decides which leniency its acceptance is. */
export interface ViolationOutcome extends AboutPlace {
  /** Id of the check that sent it. */
  readonly check: string;
  readonly operation: string;
  /** Queries and headers are one location, as are the ids of items, and other values in paths. */
  readonly location: "body" | "query" | "path" | "item id";
  /** The member or parameter, the same for all operations of a resource. */
  readonly place: string;
  readonly keyword: string;
  /** The JSON type that was sent. */
  readonly sent: string;
  /** Is it about paging or sorting, which a server may clamp or ignore? */
  readonly isOfView: boolean;
  readonly status: number;
  /** `shown` and `changed`: accepted, and a response shows the value as it was sent, or another one. */
  readonly outcome: "refused" | "accepted" | "shown" | "changed" | "unclear";
  /** Does a response show the value although its schema forbids it? */
  readonly isForbidden: boolean;
}

/** Makes the request of a baseline with a violation, which differs in that place only. */
export function violate(
  { request, body, schema = {}, encoding = {} }: ValidRequest,
  violation: WrongValue,
): Case {
  const { place, value, label } = violation;
  const changed = { ...request, label, accepts: accepting("4xx") };
  const [name = ""] = place.path;
  switch (place.in) {
    case "query": {
      const [path = "", query = ""] = request.path.split("?");
      const others = query
        .split("&")
        .filter((each) => each !== "" && !isOf(each.split("=")[0] ?? "", encodeURIComponent(name)));
      const parameter = place.parameter ?? { name, in: "query", required: false, schema: {} };
      const own = value === undefined ? [] : renderQuery(parameter, value);
      const all = [...others, ...own.map(([key, text]) => `${key}=${text}`)];
      return { ...changed, path: all.length === 0 ? path : `${path}?${all.join("&")}` };
    }
    case "header": {
      const others = request.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
      const text =
        place.parameter === undefined || value === undefined ? value : renderField(place.parameter, value);
      return { ...changed, headers: text === undefined ? others : [...others, [name, inText(text)]] };
    }
    case "path": {
      const [address = "", query] = request.path.split("?");
      const end = address.endsWith("/") ? "/" : "";
      const own = encodeURIComponent(inText(value ?? ""));
      const path = `${plainPath(address).replace(/[^/]*$/, own)}${end}`;
      return { ...changed, path: query === undefined ? path : `${path}?${query}` };
    }
    case "body": {
      if (body !== undefined && !isBodiless(violation))
        return {
          ...changed,
          body: encodeBody(typeOfBody(request), withValueAt(body, place.path, value), { schema, encoding }),
        };
      const { body: _, ...bodiless } = changed;
      return withMediaType(bodiless, null);
    }
  }
}

/** Does a key of a query belong to a parameter, or to a member of it? */
function isOf(key: string, name: string): boolean {
  return key === name || key.startsWith(`${name}[`);
}

/** The media type of a request's body. */
function typeOfBody({ headers }: Case): string {
  return headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
}
