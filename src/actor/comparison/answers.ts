import { jsonOf, type Operation, type ResponseSpec, responseTo } from "../../description/index.js";
import type { ParsedExchange } from "../../engine/index.js";
import { isSameJson, type Json, renderJson } from "../../json/index.js";
import { idIn, matches, mayFollowText, membersOf } from "../../model/index.js";
import { schemaAt } from "../../schema/index.js";
import { type ApiState, type Context, markersIn } from "../../session/index.js";
import { isNumber, type Pair, pairOf, type Representations } from "../../values/index.js";
import { type Difference, differencesOf, isComputed, withOthers } from "./comparison.js";

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
  const differences = operation.method === "POST" ? [] : shownDifferences(t, answer);
  const plain = differences.map(({ path }) => path[shown.path.length] ?? "");
  const wrong = new Set([...plain, ...flagsIn(t, shown, operation)].filter((name) => isShown(now, name)));
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

/** Returns the members that a response shows with another value. It need not have everything, and a list may be filled after it. */
export function shownDifferences(t: Context, answer: Representations): readonly Difference[] {
  return differencesOf(t.state, answer).filter(
    ({ actual }) => actual !== undefined && actual !== null && !Array.isArray(actual),
  );
}

/** Returns the names of the client's booleans that are shown the other way. */
function flagsIn({ state }: Context, { sent, found }: Pair, operation: Operation): readonly string[] {
  return Object.entries(sent).flatMap(([name, value]) =>
    typeof value === "boolean" &&
    found[name] === !value &&
    !mayFollowText(name) &&
    !isComputed(state, name, operation)
      ? [name]
      : [],
  );
}

/** Is the response to a creation said to have at least half of the members that it sends? Then it shows the item. */
export function answersWithItem({ method, body, responses }: Operation): boolean {
  return method === "POST" && showsSent(body, responses.get("201"));
}

/** Has a response at least half of the members of a body? */
function showsSent(body: Operation["body"], spec: ResponseSpec | undefined): boolean {
  if (body === undefined || spec === undefined) return false;
  const shown = membersOf(jsonOf(spec.contents)?.schema).map(({ name }) => name);
  const sent = membersOf(body.schema).filter(({ schema }) => schema.writeOnly !== true);
  return sent.length > 0 && sent.filter(({ name }) => shown.includes(name)).length * 2 >= sent.length;
}

/** A change, and what is read before and after it. */
interface Update extends Representations {
  readonly before: Json;
}

/**
 * A value that the response to a change shows as it was sent is read so, too, and not as it was before, whatever the name of the member.
 * Source: RFC 9110, section 9.3.4.
 * @param answer the values that the response to the change shows, and its status
 */
export function expectAnswerTrue(
  t: Context,
  change: Update,
  answer: Required<Pick<Representations, "found" | "status">>,
): void {
  const { operation, check } = change;
  const said = pairOf(t.state.api, { ...change, read: operation, ...answer });
  if (said === undefined) return;
  for (const { name, sent, former, read } of plainMembers(t.state, change)) {
    const isLost = sent !== former && sent === renderJson(said.found[name] ?? null) && read === former;
    t.expect(!isLost || isComputed(t.state, name, operation), {
      check,
      problem: `another ${name} than the response says`,
      expected: `${name} is ${sent}, as it was sent, and as the response to the change shows it`,
      actual: `${read}, as before`,
      at: { in: "body", pointer: `/${name}` },
    });
  }
}

/** Does what is read tell whether the change was made: would it show another value, or has it changed to what was sent? */
export function isReported(state: ApiState, change: Update): boolean {
  const wrong = { ...change, found: withOthers(change.found) };
  const isChanged = () =>
    plainMembers(state, change).some(({ sent, former, read }) => read === sent && read !== former);
  return differencesOf(state, wrong).length > 0 || isChanged();
}

/** The numbers, texts and booleans that were sent, and that a response may show: as JSON, also before and after the change. */
function plainMembers({ api }: ApiState, change: Update) {
  const [now, was] = [change.found, change.before].map((found) => pairOf(api, { ...change, found }));
  if (now === undefined || was === undefined) return [];
  const plain = Object.entries(now.sent).filter(
    ([name, value]) =>
      (isNumber(value) || typeof value === "string" || typeof value === "boolean") &&
      schemaAt(now.schema, [name]).writeOnly !== true,
  );
  return plain.map(([name, value]) => {
    const [former, read] = [was, now].map(({ found }) => renderJson(found[name] ?? null));
    return { name, sent: renderJson(value), former, read };
  });
}
