import { plainSchema } from "../../generate/index.js";
import { type Json, renderJson } from "../../json/index.js";
import type { ApiState, Context } from "../../session/index.js";
import { isNumber, type Pair, pairOf, type Representations } from "../../values/index.js";
import { differencesOf, isComputed, withOthers } from "./comparison.js";

/** A change that was answered: what was sent, and what is read before and after it. */
export interface AnsweredChange extends Representations {
  readonly before: Json;
  /** The values that the response to the change shows. */
  readonly answer: Json;
  readonly answeredWith: number;
}

/**
 * A value that the response to a change shows as it was sent is read so, too, and not as it was before, whatever the name of the member.
 * Source: RFC 9110, section 9.3.4.
 */
export function expectAnswerTrue(t: Context, change: AnsweredChange): void {
  const { operation, check, answer, answeredWith } = change;
  const now = pairOf(t.state.api, change);
  const was = pairOf(t.state.api, { ...change, found: change.before });
  const said = pairOf(t.state.api, { ...change, read: operation, found: answer, status: answeredWith });
  if (now === undefined || was === undefined || said === undefined) return;
  for (const [name, value] of plainMembers(now)) {
    const [read, former, shown] = [now, was, said].map(({ found }) => renderJson(found[name] ?? null));
    const sent = renderJson(value);
    const isLost = sent !== former && sent === shown && read === former;
    t.expect(!isLost || isComputed(t.state, name), {
      ...(check === undefined ? {} : { check }),
      problem: `another ${name} than the response says`,
      expected: `${name} is ${sent}, as it was sent, and as the response to the change shows it`,
      actual: `${read}, as before`,
      at: { in: "body", pointer: `/${name}` },
    });
  }
}

/** Does what is read tell whether the change was made: would it show another value, or has it changed to what was sent? */
export function isReported(state: ApiState, change: Representations & { readonly before: Json }): boolean {
  const wrong = { ...change, found: withOthers(change.found) };
  if (differencesOf(state, wrong).length > 0) return true;
  const [now, was] = [change.found, change.before].map((found) => pairOf(state.api, { ...change, found }));
  if (now === undefined || was === undefined) return false;
  return plainMembers(now).some(([name, value]) => {
    const [read, former] = [now, was].map(({ found }) => renderJson(found[name] ?? null));
    return read === renderJson(value) && read !== former;
  });
}

/** The numbers, texts and booleans that were sent, and that a response may show. */
function plainMembers({ sent, schema }: Pair): readonly (readonly [string, Json])[] {
  const { properties = {} } = plainSchema(schema);
  return Object.entries(sent).filter(
    ([name, value]) =>
      (isNumber(value) || typeof value === "string" || typeof value === "boolean") &&
      plainSchema(properties[name] ?? {}).writeOnly !== true,
  );
}
