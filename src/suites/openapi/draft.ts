import type { Operation } from "../../description/index.js";
import { fullShape, valueIfAny } from "../../generate/index.js";
import type { Json } from "../../json/index.js";

/** Any valid body, only to see which members it has. */
export function draftOf({ body }: Operation): Json | undefined {
  return (
    body && valueIfAny(body.schema, { token: () => "abcdefgh", reference: () => undefined, shape: fullShape })
  );
}
