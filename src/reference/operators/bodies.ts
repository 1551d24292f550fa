import type { Roles } from "../../description/index.js";
import type { Json, JsonObject } from "../../json/index.js";
import type { Handlers, Operator } from "../handlers.js";
import type { BodyCheck } from "../outcome.js";
import { after, before, inTurn, wrap } from "./combine.js";
import { states } from "./lists.js";
import { withMembers } from "./members.js";
import { changeStatus } from "./replies.js";

/** The checks of one member each. */
export type MemberCheck = Extract<
  BodyCheck,
  `checkName${string}` | `checkCategory${string}` | `checkStatus${string}`
>;

/** Takes some values of a member that are none for others that are. */
export function accept(
  check: MemberCheck,
  member: string,
  read: (value: Json) => Json | undefined,
): Operator {
  return (handlers) => {
    const readMember = (body: JsonObject) => {
      const value = body[member];
      return value === undefined ? undefined : read(value);
    };
    return {
      [check]: (body: JsonObject, roles: Roles) =>
        readMember(body) === undefined ? handlers[check](body, roles) : undefined,
      normalize(body, roles) {
        const value = handlers[check](body, roles) === undefined ? undefined : readMember(body);
        return handlers.normalize(value === undefined ? body : { ...body, [member]: value }, roles);
      },
    };
  };
}

/** Takes some bodies that lack a member, as if it had been sent with this value. */
export function acceptWithout(
  check: MemberCheck,
  member: string,
  missing: (body: JsonObject) => Json | undefined,
): Operator {
  return inTurn(
    after(check, (objection, body) => (missing(body) === undefined ? objection : undefined)),
    before("normalize", (body) =>
      Object.hasOwn(body, member) ? body : withMembers(body, { [member]: missing(body) }),
    ),
  );
}

/** The status, if the document knows it. */
export function known(status: string): string | undefined {
  return states.find((each) => each === status);
}

/** Refuses more than the document does. */
export function refuse(
  isRefused: (...given: Parameters<Handlers["checkFurther"]>) => boolean,
  reason = "this server does not take it",
): Operator {
  return wrap("checkFurther", (decide, body, store) =>
    isRefused(body, store) ? reason : decide(body, store),
  );
}

/** The same, with a status of its own for what is refused here, and for nothing else. */
export function refuseAs(
  status: number,
  isRefused: (...given: Parameters<Handlers["checkFurther"]>) => boolean,
): Operator {
  const reason = `this server does not take it, and says so with ${status}`;
  return inTurn(
    refuse(isRefused, reason),
    changeStatus((outcome) => outcome.kind === "invalid-body" && outcome.reason === reason, status),
  );
}

/** Creates a memory of names, which says of each body whether its name came before. */
export function isTaken(keyOf: (name: string) => string): () => (body: JsonObject) => boolean {
  return () => {
    const taken = new Set<string>();
    return ({ name }) => {
      const key = keyOf(`${name}`);
      const wasTaken = taken.has(key);
      taken.add(key);
      return wasTaken;
    };
  };
}
