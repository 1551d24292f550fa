import type { Content, Schema } from "../../../description/index.js";
import type { Case, Shape } from "../../../generate/index.js";
import type { Json } from "../../../json/index.js";

/** A valid request, with the value of its body, and the schema of that. */
export interface ValidRequest {
  readonly request: Case;
  readonly body: Json | undefined;
  readonly schema: Schema | undefined;
  /** How the members of a form are written. */
  readonly encoding?: Content["encoding"];
  readonly shape: Shape;
}
