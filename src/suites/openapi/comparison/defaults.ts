import { Skip } from "../../../checks/index.js";
import type { Contract, Operation } from "../../../description/index.js";
import { leavesChoice, plainSchema, statedJson } from "../../../generate/index.js";
import { type Json, renderJson } from "../../../json/index.js";
import { slugOf } from "../requests/requests.js";
import { type ApiScenario, type Context, twinOf } from "../requests/twin.js";
import { readOf } from "../resources/item-links.js";
import { withValueAt } from "../resources/places.js";
import { isDecidedByServer } from "./boolean-names.js";
import { isChosenByServer, isComputed } from "./comparison.js";
import { createAndRead } from "./create-and-read.js";
import { mayShow } from "./may-show.js";
import { pairOf } from "./representations.js";
import { isNumber, isSame } from "./same-value.js";

/** A member that may be left out, and what it is then. */
interface Default {
  readonly name: string;
  readonly usual: Json;
}

/** The plain members of what a creation sends that have a default, and that are the client's. */
export function defaultsOf(operation: Operation, operations: Contract["operations"]): readonly Default[] {
  const { method, body } = operation;
  const isRead = method === "POST" && readOf(operation, operations) !== undefined;
  if (!isRead || body === undefined || leavesChoice(body.schema)) return [];
  const { properties = {}, required = [] } = plainSchema(body.schema);
  return Object.entries(properties).flatMap(([name, schema]) => {
    const { default: stated, const: only, readOnly, writeOnly } = plainSchema(schema);
    const isPlain = ["string", "number", "boolean"].includes(typeof stated);
    const isClients = !isChosenByServer(name) && (typeof stated !== "boolean" || !isDecidedByServer(name));
    const isFree = readOnly !== true && writeOnly !== true && only === undefined && !required.includes(name);
    return isPlain && isClients && isFree ? [{ name, usual: statedJson(stated) }] : [];
  });
}

/**
 * A member that a creation leaves out has its default. Another value counts where two items have it, and an item that is sent
 * the default keeps it. Source: OpenAPI 3.1, section 4.8.24; JSON Schema Validation, section 9.2.
 */
export function defaultsScenario(
  operation: Operation,
  operations: Contract["operations"],
): ApiScenario | undefined {
  const [read, described] = [readOf(operation, operations), defaultsOf(operation, operations)];
  if (read === undefined || described.length === 0) return undefined;
  return {
    id: `${slugOf(operation)}/defaults`,
    title: `${operation.id} gives a member that is left out its default`,
    phase: "create",
    inputs: () => [null],
    run: async (t) => {
      const given = t.state.contract.known?.values ?? {};
      const members = described.filter(
        ({ name }) => !Object.hasOwn(given, name) && !isComputed(t.state, name),
      );
      const names = members.map(({ name }) => name).join(", ");
      const without = (body: Json): Json =>
        members.reduce((each, { name }) => withValueAt(each, [name], undefined), body);
      const look = () => shownFor(t, { operation, read, label: `valid, without ${names}`, change: without });
      const first = members.length === 0 ? undefined : await look();
      if (first === undefined)
        throw new Skip("untested", "no response shows what was created without these members");
      const others = members.filter((each) => isOther(each, first));
      if (others.length === 0) return;
      const second = await look();
      const exchange = t.exchanges.length - 1;
      const kept = await shownFor(t, {
        operation,
        read,
        label: `valid, with the default of ${others.map(({ name }) => name).join(", ")}`,
        change: (body) => others.reduce((each, { name, usual }) => withValueAt(each, [name], usual), body),
      });
      for (const each of others) {
        const { name, usual } = each;
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
    },
  };
}

/** What is shown of a member; undefined where that is nothing, or need not be the default. */
type Shown = (member: Default) => Json | undefined;

/** Creates an item, and looks at it; undefined where that is refused, or nothing is shown. */
async function shownFor(
  t: Context,
  {
    operation,
    read,
    ...what
  }: {
    readonly operation: Operation;
    readonly read: Operation;
    readonly label: string;
    readonly change: (body: Json) => Json;
  },
): Promise<Shown | undefined> {
  const made = await createAndRead(t, { operation, read }, { ...what, shape: twinOf(t, operation).shape });
  const pair = made && pairOf(t.state, { operation, read, ...made });
  if (pair === undefined || pair.path.length > 0) return undefined;
  const { properties = {} } = plainSchema(pair.shown);
  return ({ name, usual }) => {
    const value = Object.hasOwn(pair.found, name) ? pair.found[name] : undefined;
    return mayShow(plainSchema(properties[name] ?? {}), usual) ? value : undefined;
  };
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
