import type { ParsedExchange } from "../../checks/index.js";
import { type Operation, responseTo } from "../../description/index.js";
import { isSameJson, renderJson } from "../../json/index.js";
import { idIn, matches, mayFollowText } from "../../model/index.js";
import { type Context, markersIn } from "../../session/index.js";
import { type Pair, pairOf, type Representations } from "../../values/index.js";
import { showsSent } from "./answers.js";
import { differencesOf, isComputed } from "./comparison.js";

/** A change that was answered, and what is read of the item after it. */
interface ReadChange extends Representations {
  readonly parsed: ParsedExchange;
}

/**
 * Expects that the response to a change shows the item as it is now, where it is said to show it: what is read as it was sent is
 * not another value there. Source: RFC 9110, section 9.3.4.
 */
export function expectAnswerAsRead(t: Context, change: ReadChange): void {
  const { operation, read, parsed, found } = change;
  const resource = t.state.api.resourceAt(read.path);
  const { json, response, exchange } = parsed;
  if (json === undefined || resource === undefined || !showsItem(operation, response.status)) return;
  const id = idIn(resource, json);
  // Another kind of thing, such as a job, may have a name, too.
  const isItem = markersIn(t.state, renderJson(json)).length > 0;
  if (!isItem || id === undefined || id !== idIn(resource, found)) return;
  const answer = { ...change, read: operation, status: response.status, found: json };
  const [shown, now] = [pairOf(t.state.api, answer), pairOf(t.state.api, change)];
  if (shown === undefined || now === undefined) return;
  // The other members of the response to a creation are compared already.
  const plain = operation.method === "POST" ? [] : differingNames(t, answer, shown.path.length);
  const wrong = new Set([...plain, ...flagsIn(t, shown)].filter((name) => isShown(now, name)));
  t.expectNone(
    [...wrong].map((name) => ({
      problem: `another ${name} in the response`,
      expected: `${name} is ${renderJson(now.found[name] ?? null)}, as it was sent, and as it is read then`,
      actual: `${renderJson(shown.found[name] ?? null)}, in the response to the change`,
      at: { in: "body", pointer: `/${[...shown.path, name].join("/")}` } as const,
      exchange: t.exchanges.indexOf(exchange),
    })),
  );
}

/** Is a success of an operation said to show the item as it is then? */
function showsItem(operation: Operation, status: number): boolean {
  const spec = responseTo(operation, status);
  return (
    [200, 201].includes(status) &&
    showsSent(operation.body, spec) &&
    !matches(spec?.description ?? "", "another-time")
  );
}

/** Is a member shown as it was sent? */
function isShown({ sent, found }: Pair, name: string): boolean {
  return Object.hasOwn(found, name) && isSameJson(found[name], sent[name]);
}

/** The names of members with another value. A response need not have everything, and a list may be filled after it. */
function differingNames(t: Context, answer: Representations, wrapped: number): readonly string[] {
  return differencesOf(t.state, answer).flatMap(({ path, actual }) =>
    actual === undefined || actual === null || Array.isArray(actual) ? [] : [path[wrapped] ?? ""],
  );
}

/** Returns the names of the client's booleans that are shown the other way. */
export function flagsIn({ state }: Context, { sent, found }: Pair): readonly string[] {
  return Object.entries(sent).flatMap(([name, value]) =>
    typeof value === "boolean" && found[name] === !value && !mayFollowText(name) && !isComputed(state, name)
      ? [name]
      : [],
  );
}
