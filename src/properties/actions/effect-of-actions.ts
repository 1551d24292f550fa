import {
  type Actor,
  actions,
  type BrokenPromise,
  type Item,
  type Property,
  type Roles,
} from "../../actor/index.js";
import { type Operation, operationText } from "../../description/index.js";
import { isSuccess } from "../../engine/index.js";
import { type Json, type JsonObject, renderJson } from "../../json/index.js";
import {
  isState,
  isVersion,
  type Member,
  matches,
  membersOf,
  refusedStates,
  type StatedEffect,
  saysNothingElse,
  statedEffects,
  stayOf,
} from "../../model/index.js";
import { typeOf } from "../../schema/index.js";
import { isStillShown } from "../../values/index.js";
import { act, describedItems, itemInState, sendTo } from "./action-verbs.js";

/**
 * An action has the effect that its text states, also in the other states that the text names, and no other one where the text says so. Two
 * new items have to show a failure.
 */
export const effectOfActions: Property = {
  id: "effect",
  requirement: () => "stored",
  sentence: ({ op }) => `${op.id} does to an item what its text says.`,
  phase: "populate",
  about: actions,
  when: (roles) => effectsIn(roles).length > 0 || saysNothingElse(operationText(roles.op)),
  inputs: (roles) => [undefined, ...(leadsFromStates(roles) ? (roles.others ?? []) : [])],
  run: async (t: Actor, roles, input) => {
    const way = input as Operation | undefined;
    if (way === undefined) return t.failIfAlways("item", async () => brokenEffect(t, roles, await act(t)));
    const reach = () => itemInState(t, way, (now, first) => isOtherStart(roles, now, first));
    const first = await reach();
    // The other action does not lead to a state that the text names.
    if (first === undefined) return;
    await t.failIfAlways("item", async (turn) => {
      const start = turn === 0 ? first : await reach();
      t.assume(start !== undefined, "not changed");
      const { answer, status } = await sendTo(
        t,
        start.item,
        "done to an item in a state that the text names",
      );
      const { responses } = roles.op;
      const isOpen = matches(responses.get("409")?.description ?? "", "of-other-causes");
      if ([400, 409, 422].includes(status) && !isOpen) return brokenStart(t, roles, { ...start, status });
      t.assume(isSuccess(status) && status !== 202, "not changed", status);
      return brokenEffect(t, roles, { ...start, answer });
    });
  },
};

/** An item before an action, and how the action was answered. */
type Acted = Awaited<ReturnType<typeof act>>;

async function brokenEffect(
  t: Actor,
  roles: Roles,
  { item, before, answer }: Acted,
): Promise<BrokenPromise | undefined> {
  const [was, answered] = [t.membersOf(before), t.membersOf(answer.json)];
  const effects = effectsIn(roles).filter(({ name, value, from }) => {
    const isStart = from.length === 0 || from.some((each) => isStillShown(each, was[name]));
    return isStart && !(value === undefined ? isSet(was[name]) : isStillShown(value, was[name]));
  });
  t.assume(effects.length > 0 || saysNothingElse(operationText(roles.op)), "nothing acted on");
  // A server may go on with an item before it is read: then it shows a third word.
  const isLacking = (now: JsonObject, { name, value }: StatedEffect): boolean =>
    isStillShown(was[name], now[name]) ||
    (value !== undefined &&
      name in answered &&
      !isStillShown(value, answered[name]) &&
      !isStillShown(value, now[name]));
  const lackingIn = (found: Json | undefined) => effects.find((each) => isLacking(t.membersOf(found), each));
  const found = await t.until(
    () => t.read(item),
    (each) => lackingIn(each) === undefined,
  );
  t.assume(found !== undefined, "item gone");
  const [now, lacking] = [t.membersOf(found), lackingIn(found)];
  if (lacking !== undefined) {
    const { name, value } = lacking;
    const words = value === undefined ? "set" : renderJson(value);
    return {
      problem: `${name} is not ${words.replaceAll('"', "")}`,
      expected: `${name} is ${words}, as the text of the action says`,
      actual: `${renderJson(now[name] ?? null)}, for two new items`,
      at: { in: "body", pointer: `/${name}` },
    };
  }
  const other = steadyMembers(t, roles, was).find((name) => !isStillShown(was[name], now[name]));
  if (other === undefined) return undefined;
  const later = t.membersOf(await t.read(item));
  t.assume(isStillShown(now[other], later[other]), "changes all the time");
  return {
    problem: `${other} changes, too`,
    expected: `${other} is ${renderJson(was[other] ?? null)}, as before the action: its text says that nothing else changes`,
    actual: `${renderJson(now[other] ?? null)}, for two new items`,
    at: { in: "body", pointer: `/${other}` },
  };
}

/** An action is refused in a state from which its text says that it leads. */
function brokenStart(
  t: Actor,
  roles: Roles,
  { before, status }: Pick<Acted, "before"> & { readonly item: Item; readonly status: number },
): BrokenPromise {
  const was = t.membersOf(before);
  const [effect] = startsIn(roles);
  const state = effect === undefined ? "" : `${effect.name} is ${renderJson(was[effect.name] ?? null)}`;
  return {
    problem: "refused in a state that the text names",
    expected: `a success: ${state}, from which the text of the action says that it leads on`,
    actual: `${status}, for two new items`,
    at: { in: "status" },
  };
}

function effectsIn(roles: Roles): readonly StatedEffect[] {
  return statedEffects(roles.op, describedItems(roles));
}

/** The effects of which the text names the states from which they lead. */
function startsIn(roles: Roles): readonly StatedEffect[] {
  return effectsIn(roles).filter(({ from }) => from.length > 0);
}

function leadsFromStates(roles: Roles): boolean {
  return startsIn(roles).length > 0;
}

/** Is an item in a state from which the text says that the action leads, and not in the one in which it was new? */
function isOtherStart(roles: Roles, now: JsonObject, first: JsonObject): boolean {
  const refused = refusedStates(roles.op, describedItems(roles));
  return startsIn(roles).some(({ name, from }) => {
    const has = (values: readonly Json[]): boolean => values.some((each) => isStillShown(each, now[name]));
    const isRefused = refused.some((each) => each.name === name && has(each.values));
    return has(from) && !isRefused && !isStillShown(first[name], now[name]);
  });
}

/** Where the text of the action says that nothing else changes: the members that it does not name, or says that they stay. */
function steadyMembers(t: Actor, roles: Roles, was: JsonObject): readonly string[] {
  const text = operationText(roles.op);
  if (!saysNothingElse(text)) return [];
  const { create, shown } = roles;
  const members = membersOf(shown);
  const names = members.map(({ name }) => name);
  const sent = membersOf(create?.body?.schema).filter(({ schema }) => schema.readOnly !== true);
  return members.flatMap((member) => {
    const { name, schema } = member;
    const isClients = schema.readOnly !== true && sent.some((each) => each.name === name);
    const stay = stayOf(text, name, names);
    const isSteady = isClients
      ? !t.isComputed(name)
      : isSet(was[name]) && (stay === "named" || isSteadyOfServer(member));
    return isSteady && stay !== "open" ? [name] : [];
  });
}

/** Is it a number or a text of the server that an action on its item changes only where a text says so? */
function isSteadyOfServer({ name, schema }: Member): boolean {
  const isPlain = ["string", "integer", "number"].includes(typeOf(schema) ?? "");
  if (!isPlain || schema.enum !== undefined) return false;
  if (matches(name, "creation-time")) return true;
  const isMoving = isVersion(name) || isState(name) || moving.some((group) => matches(name, group));
  return !isMoving && !matches(schema.description ?? "", "conditions");
}

/** Members of the server that may change with anything that is done to an item. */
const moving = [
  "change-time",
  "revision",
  "measured-values",
  "stocks",
  "expiry",
  "of-neighbours",
  "of-itself",
] as const;

function isSet(value: Json | undefined): boolean {
  return !isStillShown(null, value);
}
