import type { Content, Schema } from "../description/index.js";
import type { Case, Shape } from "../generate/index.js";
import type { Json } from "../json/index.js";
import { addressOf, plainPath } from "../model/index.js";

/** A valid request, with the value of its body, and the schema of that. */
export interface ValidRequest {
  readonly request: Case;
  readonly body: Json | undefined;
  readonly schema: Schema | undefined;
  /** How the members of a form are written. */
  readonly encoding?: Content["encoding"];
  readonly shape: Shape;
}

/** The same request, of this item. */
export function at(request: Case, { path }: { readonly path: string }): Case {
  const query = request.path.indexOf("?");
  return { ...request, path: query < 0 ? path : `${path}${request.path.slice(query)}` };
}

/** The same request, of this item or of what is below it: `/orders/7/ship`. */
export function onItem(request: Case, { path }: { readonly path: string }): Case {
  const address = plainPath(path);
  const rest = addressOf(request.path).split("/").slice(address.split("/").length);
  return at(request, { path: rest.length === 0 ? path : [address, ...rest].join("/") });
}
