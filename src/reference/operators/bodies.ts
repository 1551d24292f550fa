import type { Json, JsonObject } from "../../json/index.js";
import type { Deviation } from "../conduct.js";
import type { BodyCheck } from "../outcome.js";
import { petStatuses } from "../pet.js";

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
  check: MemberCheck,
  member: string,
  read: (value: Json) => Json | undefined,
): Deviation {
  return (conduct) => {
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
  };
}

/** The status, if the document knows it. */
export function known(status: string): string | undefined {
  return petStatuses.find((each) => each === status);
}
