import { Skip, unlessSkipped } from "../../../checks/index.js";
import type { Contract, Operation } from "../../../description/index.js";
import { plainSchema } from "../../../generate/index.js";
import { isJsonObject, type Json, type JsonObject, renderJson } from "../../../json/index.js";
import { mayFollowText } from "../comparison/boolean-names.js";
import { differencesOf, isChosenByServer, isComputed } from "../comparison/comparison.js";
import { type Pair, pairOf } from "../comparison/representations.js";
import {
  type ApiScenario,
  assumeApplied,
  baselineOf,
  type Context,
  eventually,
  makeRequest,
} from "../requests/baseline.js";
import { encodeFor } from "../requests/bodies.js";
import { readItem } from "../requests/read-item.js";
import { at, slugOf, validRequest } from "../requests/requests.js";
import { valueAt, withValueAt } from "../resources/places.js";
import { idNames, resourceAt } from "../resources/resource.js";
import { pathToMembers } from "../resources/wrapped-bodies.js";
import { markersIn } from "../state/state.js";
import { newItem, newItemsFor, onNewItem } from "./new-items.js";

/**
 * A change of one member leaves what was sent when the item was created, also where the body of a change has no such member.
 * Source: RFC 5789, section 2.
 * @param creations that the run may send
 */
export function patchPreservesOthersScenario(
  operation: Operation,
  { operations }: Pick<Contract, "operations">,
  creations: readonly Operation[],
): ApiScenario | undefined {
  const related = newItemsFor(operation, operations, creations);
  if (related === undefined || operation.body === undefined) return undefined;
  const { create, read } = related;
  const check = `${slugOf(operation)}/changed`;
  const changed = { operation, related, check };
  return onNewItem(changed, {
    part: "others",
    title: `${operation.id} leaves what was sent when the item was created`,
    run: async (t) => {
      const isReported = await expectKept(t, (body) => body);
      if (!isReported) throw new Skip("untested", "the item shows nothing that was sent but what is changed");
      // A boolean may be lost one way only; the other way, a rule of the server's own may be against it.
      await unlessSkipped(() => expectKept(t, withOtherBooleans));
    },
  });

  /**
   * Creates an item from a valid body after a change, and changes one text of it.
   * @returns whether it shows anything else that was sent
   */
  async function expectKept(t: Context, ofBody: (body: Json) => Json): Promise<boolean> {
    const made = await newItem(t, { create, read }, ofBody);
    const pair = pairOf(t.state, { operation: create, read, ...made });
    if (pair === undefined) throw new Skip("untested", "no new item is known that shows what was sent");
    const { name, request, body } = changeOfOne(t, operation, read);
    const { response } = await t.send(at(request, made.item));
    assumeApplied(response);
    const after = await eventually(
      t,
      () => readItem(t, read, made.item),
      (found) =>
        found !== undefined && differencesOf(t.state, { operation, read, sent: body, found }).length === 0,
    );
    const shown =
      after === undefined
        ? undefined
        : pairOf(t.state, { operation: create, read, sent: made.sent, found: after });
    if (shown === undefined) throw new Skip("untested", "the changed item shows nothing that was sent");
    const others = (changes: readonly Changed[]): readonly Changed[] =>
      changes.filter(({ path }) => path[0] !== name && !path.some((each) => isComputed(t.state, each)));
    if (others(changesIn(pair, {})).length === 0) return false;
    t.expectNone(
      others(changesIn(pair, shown.found)).map(({ path, was, now }) => ({
        problem: `${path.join("/")} changes, too`,
        expected: `${path.join("/")} is ${renderJson(was)}, as before ${name} alone was changed`,
        actual: now === undefined ? "it is missing" : renderJson(now),
        at: { in: "body", pointer: `/${path.join("/")}` },
      })),
      check,
    );
    return true;
  }
}

/** The same value with each boolean in it the other way. */
function withOtherBooleans(value: Json): Json {
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value)) return (value as readonly Json[]).map(withOtherBooleans);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withOtherBooleans(each)]));
}

/** Names of members on which no others depend. */
const plainNames = /^(name|title|subject|label|text|note|notes|comment|description)$/i;

/**
 * A change of one text alone.
 * @throws Skip where there is none
 */
function changeOfOne(t: Context, operation: Operation, read: Operation) {
  const { shape } = baselineOf(t, operation);
  const { request, body } = makeRequest(() => validRequest(t.state, operation, shape));
  const resource = resourceAt(t.state.resources, read.path);
  const wrapped = pathToMembers(resource, body);
  const members = valueAt(body, wrapped);
  const fixed = [...(resource === undefined ? [] : idNames(resource)), ...wrapped];
  const texts = Object.entries(isJsonObject(members) ? members : {}).filter(
    ([name, value]) =>
      typeof value === "string" &&
      markersIn(t.state, value).length > 0 &&
      !fixed.includes(name) &&
      !isChosenByServer(name),
  );
  const [name, value] = texts.find(([each]) => plainNames.test(each)) ?? texts[0] ?? [];
  if (name === undefined || value === undefined || body === undefined)
    throw new Skip("untested", "no text is known that can be changed alone");
  const sent = withValueAt(body, wrapped, { [name]: value });
  const label = `a change of ${name} alone`;
  return { name, body: sent, request: { ...request, label, body: encodeFor(operation, sent) } };
}

/** A member that was shown as it was sent, and is not any more. */
interface Changed {
  readonly path: readonly string[];
  readonly was: Json;
  readonly now: Json | undefined;
}

/** What was shown as it was sent, and is shown otherwise now. What a server may choose by its name is its own. */
function changesIn({ sent, found, schema, shown }: Pair, after: JsonObject): readonly Changed[] {
  const { properties = {} } = plainSchema(schema);
  const { properties: described = {} } = plainSchema(shown);
  return Object.entries(sent).flatMap(([name, value]): readonly Changed[] => {
    const [was, now] = [found, after].map((each) => (Object.hasOwn(each, name) ? each[name] : undefined));
    if (was === undefined || value === null || isChosenByServer(name)) return [];
    const parts = { schema: properties[name] ?? {}, shown: described[name] ?? {} };
    if (isJsonObject(value) && isJsonObject(was))
      return changesIn({ sent: value, found: was, ...parts }, isJsonObject(now) ? now : {}).map((each) => ({
        ...each,
        path: [name, ...each.path],
      }));
    const isOwn = typeof value === "boolean" && mayFollowText(name);
    const isKept = isOwn || renderJson(was) !== renderJson(value) || isThere(value, now);
    return isKept ? [] : [{ path: [name], was, now }];
  });
}

/** Is a value still shown, and of a list every item, in whichever order? */
function isThere(value: Json, now: Json | undefined): boolean {
  if (!Array.isArray(value) || !Array.isArray(now)) return renderJson(now ?? null) === renderJson(value);
  const texts = (now as readonly Json[]).map((each) => renderJson(each));
  return (value as readonly Json[]).every((each) => texts.includes(renderJson(each)));
}
