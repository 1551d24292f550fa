import type { Operation, Schema } from "../description/index.js";
import { type AnySchema, plainSchema, wordsIn } from "../generate/index.js";
import { matches } from "./lexicon.js";
import { isChosenByServer } from "./names.js";

/** A member that an object is described to have. */
export interface Member {
  readonly name: string;
  /** As it is described: it may be one of several schemas. */
  readonly described: AnySchema;
  /** The plain schema. */
  readonly schema: AnySchema;
}

/** The members of an object, in the order of the description. */
export function membersOf(schema: Schema | AnySchema = {}): readonly Member[] {
  return Object.entries(plainSchema(schema).properties ?? {}).map(([name, described]) => ({
    name,
    described,
    schema: plainSchema(described),
  }));
}

/**
 * Whose value a member has. What is read-only is the server's; by the names of others, the server may choose a value of its own, or
 * which values follow which.
 */
export function ownership({ name, schema }: Member): "client" | "server" | "either" {
  if (schema.readOnly === true) return "server";
  return isChosenByServer(name) ? "either" : "client";
}

/** Is the value of a member the client's, and is it shown as it was sent? */
export function isClients(member: Member): boolean {
  return ownership(member) === "client" && member.schema.writeOnly !== true;
}

/** Does an operation say of a member that it keeps its value, whatever is sent, or gets one of the server's? */
export function isKeptByServer({ summary = "", description = "" }: Operation, name: string): boolean {
  const words = wordsIn(name).join(" ");
  return `${summary}. ${description}`
    .split(/[.;\n]+/)
    .some(
      (sentence) =>
        matches(sentence, "kept-by-operation") && ` ${wordsIn(sentence).join(" ")} `.includes(` ${words} `),
    );
}
