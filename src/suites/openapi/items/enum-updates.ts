import { Skip } from "../../../checks/index.js";
import type { Contract, Operation } from "../../../description/index.js";
import { plainSchema } from "../../../generate/index.js";
import { type Json, type JsonObject, renderJson } from "../../../json/index.js";
import { type Callable, isState, matches, withMembersAt, withValueAt } from "../../../model/index.js";
import { expectAnswerTrue } from "../comparison/answered-values.js";
import { isComputed } from "../comparison/comparison.js";
import { createAndRead } from "../comparison/create-and-read.js";
import { type Pair, pairOf } from "../comparison/representations.js";
import {
  type ApiScenario,
  assumeApplied,
  baselineOf,
  type Context,
  eventually,
  freshBaseline,
  orRefused,
} from "../requests/baseline.js";
import { encodeFor } from "../requests/bodies.js";
import { readItem } from "../requests/read-item.js";
import { at } from "../requests/requests.js";
import { type KnownItem, ownItemAt } from "../session/state.js";
import { changeOfItems, newItem, onNewItem } from "./new-items.js";
import { otherValues } from "./other-values.js";

/** A change of an item as it was sent, and the item before and after it. */
interface Change {
  readonly sent: JsonObject;
  readonly before: Json;
  readonly after: Json;
}

/** A word of an enumeration, and the one that was there before. */
interface Word {
  readonly name: string;
  readonly word: Json;
  readonly was: Json;
}

/**
 * A new item gets other words of its enumerations than those that it shows. A server may choose such a word, but not where every
 * creation gets the word that it sends, and no change does. Sources: RFC 5789, section 2; RFC 9110, section 9.3.4.
 * @param mayCall may the run send a creation?
 */
export function enumUpdatesScenario(
  operation: Operation,
  callable: Callable,
  { document }: Pick<Contract, "document">,
): ApiScenario | undefined {
  const changed = changeOfItems(operation, callable);
  if (changed === undefined || !hasWords(operation) || matches(wordsOn(operation, document), "changed-later"))
    return undefined;
  const { related, check } = changed;
  const { create, read } = related;
  return onNewItem(changed, {
    part: "words",
    title: `${operation.id} changes words of enumerations`,
    run: async (t) => {
      const made = await newItem(t, related);
      const first = await change(t, made.item, made.found);
      const isOfCreation = ({ name, was }: Word): boolean => isSent(t, made, name, was);
      const stuck = stuckIn(t, first).filter((each) => !isState(each.name) && isOfCreation(each));
      for (const { name, word, was } of stuck) {
        const other = await createWith(t, name, word);
        const second = other && (await change(t, other.item, other.found));
        const isStuck = second && stuckIn(t, second).some((each) => each.name === name);
        t.expect(isStuck !== true, {
          check,
          problem: `${name} is not changed`,
          expected: `${name} is ${renderJson(word)}, as it was sent`,
          actual: `${renderJson(was)}, as before; of two new items, each keeps the word with which it was created`,
          at: { in: "body", pointer: `/${name}` },
        });
      }
    },
  });

  /** Changes an item to other words than it shows. @throws Skip where there is none, or it is refused */
  async function change(t: Context, item: KnownItem, before: Json): Promise<Change> {
    const { request, body: usual = null } = freshBaseline(t, operation);
    const pair = pairOf(t.state, { operation, read, sent: usual, found: before });
    const words = pair === undefined ? {} : otherWords(t, pair);
    if (pair === undefined || Object.keys(words).length === 0)
      throw new Skip("untested", "no word is shown that may be another one");
    const sent = withMembersAt(usual, pair.path, { ...pair.sent, ...words });
    const accepts = orRefused(request);
    const label = `valid, with another ${Object.keys(words).join(", ")}`;
    const body = encodeFor(operation, sent);
    const { response, json: answer = null } = await t.send({ ...at(request, item), accepts, label, body });
    const { status } = response;
    assumeApplied({ status });
    const isThere = (found: Json | undefined): boolean =>
      found !== undefined && stuckIn(t, { sent: words, before, after: found }).length === 0;
    const after = await eventually(t, () => readItem(t, read, item), isThere);
    if (after === undefined) throw new Skip("untested", "the item is gone");
    const shown = { operation, read, sent, found: after, check };
    expectAnswerTrue(t, { ...shown, before, answer, answeredWith: status });
    return { sent: words, before, after };
  }

  function otherWords(t: Context, { sent, found, schema }: Pair): JsonObject {
    const { properties = {} } = plainSchema(schema);
    const given = t.state.contract.known?.values ?? {};
    const others = Object.keys(sent).flatMap((name): readonly (readonly [string, Json])[] => {
      const plain = plainSchema(properties[name] ?? {});
      const was = found[name];
      const isServers = plain.readOnly === true || plain.writeOnly === true || Object.hasOwn(given, name);
      if (isServers || typeof was !== "string" || matches(plain.description ?? "", "changed-later"))
        return [];
      const [other] = plain.enum === undefined ? [] : otherValues(plain, was);
      return other === undefined || isComputed(t.state, name) ? [] : [[name, other]];
    });
    return Object.fromEntries(others);
  }

  /** Creates an item that has this word; undefined where it does not show it. */
  async function createWith(t: Context, name: string, word: Json) {
    const what = {
      label: `valid, with ${name} ${renderJson(word)}`,
      shape: baselineOf(t, create).shape,
      change: (body: Json): Json => {
        const { path = [] } = pairOf(t.state, { operation: create, read, sent: body, found: body }) ?? {};
        return withValueAt(body, [...path, name], word);
      },
    };
    const made = await createAndRead(t, { operation: create, read }, what);
    const item = made && ownItemAt(t.state.inventory, made.item.path);
    const isKept = made !== undefined && isSent(t, made, name, word);
    return item === undefined || !isKept ? undefined : { ...made, item };
  }

  /** Has a creation sent this word, and does the item show it? */
  function isSent(
    t: Context,
    made: { readonly sent: Json; readonly found: Json },
    name: string,
    word: Json,
  ): boolean {
    const pair = pairOf(t.state, { operation: create, read, ...made });
    return pair?.sent[name] === word && pair.found[name] === word;
  }

  /** The words that were sent, and are still what they were before. */
  function stuckIn(t: Context, { sent, before, after }: Change): readonly Word[] {
    return Object.entries(sent).flatMap(([name, word]) => {
      const [was, now] = [before, after].map(
        (found) => pairOf(t.state, { operation, read, sent, found })?.found[name],
      );
      return was !== undefined && was !== word && now === was ? [{ name, word, was }] : [];
    });
  }
}

/** Has the body of a change words to choose from? */
function hasWords({ body }: Operation): boolean {
  const { properties = {} } = plainSchema(body?.schema ?? {});
  return Object.values(properties).some((schema) => (plainSchema(schema).enum ?? []).length > 1);
}

/** The texts of a description about an operation. */
function wordsOn({ method, path, summary = "" }: Operation, document: Contract["document"]): string {
  const said = document.paths?.[path] as Readonly<Record<string, { description?: string }>> | undefined;
  return `${summary} ${said?.[method.toLowerCase()]?.description ?? ""}`;
}
