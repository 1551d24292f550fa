import type { Json, JsonObject } from "../../../json/index.js";
import type { Alteration } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { BodyCheck } from "../../outcome.js";

/** The checks of one member each. */
export type MemberCheck = Exclude<
  BodyCheck,
  | "checkContentTypeIsPresent"
  | "checkContentTypeIsJson"
  | "decodeBody"
  | "parseBody"
  | "asObject"
  | "checkFurtherMembers"
  | "checkFurther"
>;

/** Takes some values of a member that are none for others that are. */
export function accept(
  conduct: Conduct,
  check: MemberCheck,
  member: string,
  read: (value: Json) => Json | undefined,
): Alteration {
  const readMember = (body: JsonObject) => {
    const value = body[member];
    return value === undefined ? undefined : read(value);
  };
  return {
    [check]: (body: JsonObject) => (readMember(body) === undefined ? conduct[check](body) : undefined),
    normalize(body) {
      const value = conduct[check](body) === undefined ? undefined : readMember(body);
      return conduct.normalize(value === undefined ? body : { ...body, [member]: value });
    },
  };
}
