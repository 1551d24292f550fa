import { accepting, type Case } from "../../generate/index.js";
import { plainPath, withValueAt } from "../../model/index.js";
import { encodeBody } from "../bodies.js";
import { inText, renderField, renderQuery } from "../parameter-styles.js";
import type { ValidRequest } from "../valid-request.js";
import { type Change, isBodiless } from "./violation.js";

/** Makes the request of a baseline with a violation, which differs in that place only. */
export function violate(
  { request, body, schema = {}, encoding = {} }: ValidRequest,
  violation: Change,
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
      const { body: _, headers, ...bodiless } = changed;
      return { ...bodiless, headers: headers.filter(([other]) => other.toLowerCase() !== "content-type") };
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
