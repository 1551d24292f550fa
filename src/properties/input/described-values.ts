import { type Actor, creations, type FurtherRequirement, type Property } from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { isJsonObject, type Json, renderJson } from "../../json/index.js";
import { type Api, kindNamed, slugOf, valueAt, withValueAt } from "../../model/index.js";
import { schemaAt } from "../../schema/index.js";
import {
  type DescribedValue,
  damageOf,
  describedRows,
  isJsonType,
  keepsTexts,
  mayShow,
} from "../../values/index.js";
import { isFree } from "./violation-verbs.js";

/** One that is shown as a narrower type would hold it was damaged; any other number may be a rule of the server. */
const numbers: FurtherRequirement = {
  id: "described-numbers",
  name: "numbers",
  level: "implied",
  sentence: ({ op }) =>
    `An item that ${op.id} creates shows the numbers that were sent, also large and negative ones.`,
  isOf: (op, { api }) => api.readOf(op) !== undefined && hasValues(op, api, "number", "decimal"),
  proof:
    "items are created with negative and large numbers that the description allows, several in one, and read; only a number that is wrapped, rounded or has lost its sign counts",
};

/** However a server writes a time, the instant is the same. */
const times: FurtherRequirement = {
  id: "described-times",
  name: "times",
  level: "implied",
  sentence: ({ op }) => `An item that ${op.id} creates shows the times that were sent, also with an offset.`,
  isOf: (op, { api }) => api.readOf(op) !== undefined && hasValues(op, api, "time"),
  proof:
    "an item is created with a time that has the offset +02:00, and read; only a time that is away by this offset counts",
};

/** A server may have rules for texts and states that no schema states. */
const texts: FurtherRequirement = {
  id: "described-texts",
  name: "texts and states",
  level: (op) => (keepsTexts(op) ? "implied" : "advice"),
  sentence: ({ op }) => `An item that ${op.id} creates shows its texts and states as they were sent.`,
  isOf: (op, { api }) =>
    api.readOf(op) !== undefined && hasValues(op, api, "text", "blanks", "empty text", "state"),
  proof:
    "items are created with signs, letters and lengths of all kinds in their texts, and in other states, and read; a state counts only where another one is shown as it was sent",
};

const kinds = [numbers, times, texts] as const;

/** An item shows the values with which it was created, whichever the description allows. */
export const describedValues: Property = {
  id: "described",
  requirement: ({ op }, callable) => kinds.find(({ isOf }) => isOf(op, callable))?.id ?? texts.id,
  sentence: ({ op }) => `an item that ${op.id} creates shows values of all kinds`,
  source: "RFC 8259, section 6; OpenAPI 3.1, section 4.4",
  phase: "populate",
  about: (op, callable) =>
    kinds.some(({ isOf }) => isOf(op, callable)) ? creations(op, callable) : undefined,
  further: kinds,
  inputs: ({ op }, facts) => rowsOf(op, facts).slice(0, Math.max(0, facts.spare)),
  run: async (t: Actor, { op }, input) => {
    const { body = null } = t.baseline();
    const row = (input as readonly DescribedValue[]).filter(
      (each) => valueAt(body, each.path) !== undefined && each.path.every((name) => isFree(t, name)),
    );
    t.assume(row.length > 0, "no such place");
    // An item that is not recognised could not be deleted.
    t.assume(t.areRecognised(), "no item");
    const together = await create(t, row);
    const all = together === undefined ? await createEach(t, row) : [together];
    t.assume(all.length > 0, "other values refused");
    for (const made of all) for (const each of made.values) await judge(t, op, made, each);
  },
};

/** Creates an item with each value alone, as far as the server accepts it. */
async function createEach(t: Actor, row: readonly DescribedValue[]): Promise<readonly Made[]> {
  const all: (Made | undefined)[] = [];
  for (const each of row.length === 1 ? [] : row.slice(0, mostAlone)) all.push(await create(t, [each]));
  return all.filter((each) => each !== undefined);
}

/** The values of the body of a creation in JSON. */
function rowsOf(op: Operation, depth = { isElsewhere: false, isThorough: false, areDeletable: false }) {
  return op.method === "POST" && isJsonType(op.body?.mediaType ?? "") ? describedRows(op, depth) : [];
}

function hasValues(op: Operation, { resources }: Api, ...kinds: readonly DescribedValue["kind"][]): boolean {
  const refers = (name: string): boolean => kindNamed(name, resources) !== undefined;
  return rowsOf(op)
    .flat()
    .some(({ kind, path }) => kinds.includes(kind) && !path.some(refers));
}

/** Values of a row that is refused that are tried alone, at most. */
const mostAlone = 4;

/** A value as it was sent, and the word of the run in it. */
interface Sent extends DescribedValue {
  readonly word: string;
}

/** An item that was created with such values. */
interface Made {
  readonly values: readonly Sent[];
  readonly sent: Json;
  /** The item as it is read, and the response to its creation. */
  readonly shownBy: readonly Json[];
  readonly exchange: number;
}

/** Creates an item with these values, and reads it; undefined where it is refused, or not shown. */
async function create(t: Actor, row: readonly DescribedValue[]): Promise<Made | undefined> {
  const values = row.map((each): Sent => {
    const word = each.isMarked === true ? t.word() : "";
    const text = each.kind === "blanks" ? ` ${word} ` : `Pedigree ${each.value} ${word} end`;
    return { ...each, word, value: word === "" ? each.value : text };
  });
  const label = `valid: ${row.map(({ path, label: is }) => `${path.join("/")} ${is}`).join(", ")}`;
  const edit = (body: Json) => values.reduce((rest, { path, value }) => withValueAt(rest, path, value), body);
  const made = await t.createAndRead(label, edit);
  if (made === undefined) return undefined;
  const { sent, found, answer = null } = made;
  // A job that the response shows instead may have a name, too.
  const isItem = isJsonObject(answer) && t.hasWordOf(renderJson(answer), sent);
  return { values, sent, shownBy: isItem ? [found, answer] : [found], exchange: t.lastExchange() };
}

/** Expects that a value is shown as it was sent. */
async function judge(t: Actor, op: Operation, made: Made, sent: Sent): Promise<void> {
  const { kind, path, value, word, others = [] } = sent;
  const shown = made.shownBy.flatMap((json) => shownAt(t, made, json, path));
  if (shown.length === 0) return;
  const requirement = {
    number: numbers,
    decimal: numbers,
    time: times,
    text: texts,
    blanks: texts,
    "empty text": texts,
    state: texts,
  }[kind];
  const check = `${slugOf(op)}/${requirement.id}`;
  const damaged = shown.map((each) => ({ each, damage: damageOf(kind, value, each, word, keepsTexts(op)) }));
  // A process that goes on with an item may change its state at once.
  const isKept = kind === "state" && damaged.some(({ damage }) => damage === undefined);
  const broken = isKept ? undefined : damaged.find(({ damage }) => damage !== undefined);
  if (broken === undefined) return t.pass(check);
  const unseen = others.filter((each) => !shown.includes(each));
  if (kind === "state" && !(await keepsAnother(t, sent, unseen))) return;
  const name = path.join("/");
  t.expect(false, {
    check,
    problem: `${kind === "blanks" ? kind : `${kind}s`} ${broken.damage}`,
    expected: `${name} is ${renderJson(value)}, as it was sent`,
    actual: renderJson(broken.each),
    at: { in: "body", pointer: `/${name}` },
    exchange: made.exchange,
  });
}

/** Is another state shown as it was sent? Otherwise the server decides on the state of a new item. */
async function keepsAnother(t: Actor, sent: Sent, others: readonly string[]): Promise<boolean> {
  for (const value of others.slice(0, mostAlone)) {
    const made = await create(t, [{ ...sent, label: `is ${value}`, value }]);
    if (made !== undefined)
      return made.shownBy.some((json) => shownAt(t, made, json, sent.path).some((each) => each === value));
  }
  return false;
}

/** The value that a response shows at a path of the body; none where it need not show it. */
function shownAt(t: Actor, { sent }: Made, json: Json, path: readonly string[]): readonly Json[] {
  const pair = t.pair(sent, json);
  const isInside = pair?.path.every((name, index) => path[index] === name) === true;
  if (pair === undefined || !isInside) return [];
  const names = path.slice(pair.path.length);
  const shown = valueAt(pair.found, names);
  const isPossible = mayShow(schemaAt(pair.shown, names), valueAt(pair.sent, names) ?? null);
  const isEmptied = shown === null && valueAt(pair.sent, names) === "";
  return shown === undefined || (shown === null && !isEmptied) || !isPossible ? [] : [shown];
}
