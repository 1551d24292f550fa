import { Skip } from "../../../checks/index.js";
import type { Operation, Schema } from "../../../description/index.js";
import {
  type AnySchema,
  leavesChoice,
  othersThanNull,
  plainSchema,
  statedJson,
  typeOf,
} from "../../../generate/index.js";
import { type Json, renderJson } from "../../../json/index.js";
import {
  type Api,
  createsByPut,
  isChosenByServer,
  isDecidedByServer,
  matches,
  valueAt,
  withValueAt,
} from "../../../model/index.js";
import { type ApiScenario, baselineOf, type Context } from "../requests/baseline.js";
import { hasManyIds, isNumbered } from "../requests/new-ids.js";
import { slugOf } from "../requests/requests.js";
import { isComputed } from "./comparison.js";
import { createAndRead } from "./create-and-read.js";
import { mayShow } from "./may-show.js";
import { pairOf } from "./representations.js";
import { isNumber, isSame } from "./same-value.js";

/** A member that may be left out, and what it is then. */
interface Default {
  /** The names of members that lead to it, and `*` for the only item of a list. */
  readonly path: readonly string[];
  readonly usual: Json;
}

/** The plain members of what a creation sends that have a default, and that are the client's. */
export function defaultsOf(operation: Operation, api: Api): readonly Default[] {
  const { method, body } = operation;
  const isPut = createsByPut(operation, api) && hasManyIds(operation) && !isNumbered(operation);
  const isRead = (method === "POST" || isPut) && api.readOf(operation) !== undefined;
  return isRead && body !== undefined ? defaultsIn(body.schema, []) : [];
}

/** How deep members are looked for. */
const deepest = 4;

function defaultsIn(schema: AnySchema | Schema, path: readonly string[]): readonly Default[] {
  if (leavesChoice(schema) || path.length >= deepest) return [];
  const { properties = {}, required = [], items } = plainSchema(schema);
  if (items !== undefined) return defaultsIn(items, [...path, "*"]);
  return Object.entries(properties).flatMap(([name, member]) => {
    const plain = plainSchema(member);
    const { default: stated, const: only, enum: words = [], readOnly, writeOnly } = plain;
    if (readOnly === true || writeOnly === true) return [];
    if (["object", "array"].includes(typeOf(plain) ?? "")) return defaultsIn(member, [...path, name]);
    const isPlain = ["string", "number", "boolean"].includes(typeof stated);
    const isWord = matches(name, "default-words") && words.length > 1 && words.includes(stated);
    const isClients =
      (!isChosenByServer(name) || isWord) && (typeof stated !== "boolean" || !isDecidedByServer(name));
    const isFree = only === undefined && !required.includes(name);
    return isPlain && isClients && isFree ? [{ path: [...path, name], usual: statedJson(stated) }] : [];
  });
}

/** The members with a default that one of several alternatives has. */
function defaultsInChoice(schema: AnySchema | Schema, path: readonly string[]): readonly Default[] {
  const { oneOf, anyOf } = schema as AnySchema;
  const alternatives = othersThanNull(oneOf ?? anyOf ?? []);
  if (alternatives.length > 1) return alternatives.flatMap((each) => defaultsIn(each, path));
  if (path.length >= deepest) return [];
  const { properties = {}, items } = plainSchema(schema);
  if (items !== undefined) return defaultsInChoice(items, [...path, "*"]);
  return Object.entries(properties).flatMap(([name, each]) => defaultsInChoice(each, [...path, name]));
}

/**
 * A member that a creation leaves out has its default. Another value counts where two items have it, and an item that is sent
 * the default keeps it. Source: OpenAPI 3.1, section 4.8.24; JSON Schema Validation, section 9.2.
 */
export function defaultsScenario(operation: Operation, api: Api): ApiScenario | undefined {
  const [read, described] = [api.readOf(operation), defaultsOf(operation, api)];
  if (read === undefined || described.length === 0) return undefined;
  const isOuter = ({ path }: Default): boolean => path.length === 1;
  const groups = [
    { members: described.filter(isOuter), isTried: true },
    { members: described.filter((each) => !isOuter(each)), isTried: true },
    { members: defaultsInChoice(operation.body?.schema ?? {}, []), isTried: false },
  ];
  return {
    id: `${slugOf(operation)}/defaults`,
    title: `${operation.id} gives a member that is left out its default`,
    // A body that is put has to have been accepted once.
    phase: operation.method === "POST" ? "create" : "populate",
    // Where an object is refused without what is in it, that says nothing of the others.
    inputs: () => groups.flatMap(({ members }, index) => (members.length > 0 ? [index] : [])),
    run: async (t, input) => {
      const given = t.state.contract.known?.values ?? {};
      const { members = [], isTried = false } = groups[input as number] ?? {};
      if (!isTried)
        throw new Skip(
          "untested",
          `the default of ${namesOf(members)} is not tried, which one of several alternatives has`,
        );
      const free = members.filter(({ path }) =>
        path.every((name) => !Object.hasOwn(given, name) && !isComputed(t.state, name)),
      );
      if (free.length === 0 || !(await expectDefaults(t, { operation, read }, free)))
        throw new Skip("untested", `no response shows ${namesOf(members)} where it is left out`);
    },
  };
}

/** The operations that create and read an item. */
interface Creating {
  readonly operation: Operation;
  readonly read: Operation;
}

/** Expects that members have their defaults where they are left out. @returns whether something shows them */
async function expectDefaults(t: Context, creating: Creating, members: readonly Default[]): Promise<boolean> {
  const poll = () =>
    shownFor(t, creating, {
      label: `valid, without ${namesOf(members)}`,
      change: (body) => members.reduce((each, { path }) => withValueAt(each, path, undefined), body),
    });
  const first = await poll();
  if (first === undefined || members.every((each) => (first(each) ?? null) === null)) return false;
  const others = members.filter((each) => isOther(each, first));
  t.expectNone([]);
  if (others.length === 0) return true;
  const second = await poll();
  const exchange = t.exchanges.length - 1;
  const kept = await shownFor(t, creating, {
    label: `valid, with the default of ${namesOf(others)}`,
    change: (body) => others.reduce((each, { path, usual }) => withValueAt(each, path, usual), body),
  });
  for (const each of others) {
    const [name, usual] = [namesOf([each]), each.usual];
    const [left, right, sent] = [first, second, kept].map((shown) => shown?.(each));
    const isAgain = left !== undefined && right !== undefined && renderJson(left) === renderJson(right);
    const isKept = sent !== undefined && isEqual(sent, usual);
    t.expect(!isAgain || !isKept, {
      problem: `another default of ${name}`,
      expected: `${name} is ${renderJson(usual)}, its default, where it is left out`,
      actual: `${renderJson(left ?? null)}, twice; an item that is sent ${renderJson(usual)} keeps it`,
      at: { in: "body", pointer: `/${name}` },
      exchange,
    });
  }
  return true;
}

function namesOf(members: readonly Default[]): string {
  return members.map(({ path }) => path.join("/")).join(", ");
}

/** The shown value of a member; undefined where there is none, or need not be the default. */
type Shown = (member: Default) => Json | undefined;

/** Creates an item, and looks at it; undefined where that is refused, or nothing is shown. */
async function shownFor(
  t: Context,
  { operation, read }: Creating,
  what: { readonly label: string; readonly change: (body: Json) => Json },
): Promise<Shown | undefined> {
  const made = await createAndRead(
    t,
    { operation, read },
    { ...what, shape: baselineOf(t, operation).shape },
  );
  const pair = made && pairOf(t.state, { operation, read, ...made });
  if (pair === undefined || pair.path.length > 0) return undefined;
  return ({ path, usual }) => {
    const schema = path.reduce<AnySchema>((each, name) => {
      const { properties = {}, items = {} } = plainSchema(each);
      return name === "*" ? items : (properties[name] ?? {});
    }, pair.shown);
    const isOne = isOnlyOne(pair.sent, path) && isOnlyOne(pair.found, path);
    return isOne && mayShow(plainSchema(schema), usual) ? valueAt(pair.found, path) : undefined;
  };
}

/** Has each list on the way a single item, so that it is clear which one is meant? */
function isOnlyOne(value: Json, path: readonly string[]): boolean {
  return path.every((name, index) => {
    const list = name === "*" ? valueAt(value, path.slice(0, index)) : [];
    return name !== "*" || (Array.isArray(list) && list.length === 1);
  });
}

/** Is a plain value of the same type shown that is not the default? */
function isOther(member: Default, shown: Shown): boolean {
  const value = shown(member);
  const { usual } = member;
  if (value === undefined || value === null || isEqual(value, usual)) return false;
  return isNumber(usual) ? isNumber(value) : typeof value === typeof usual;
}

function isEqual(left: Json, right: Json): boolean {
  if (typeof left === "boolean" || typeof right === "boolean") return left === right;
  const [one, other] = [left, right].map((each) => (typeof each === "string" ? each.trim() : each));
  return one !== undefined && other !== undefined && isSame(one, other, true);
}
