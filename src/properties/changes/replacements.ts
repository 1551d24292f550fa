import { type Actor, type OwnProperty, readChanges } from "../../actor/index.js";
import { type Operation, operationText } from "../../description/index.js";
import { isSameJson, type Json } from "../../json/index.js";
import { isVersion, matches, plainPath, valueAt } from "../../model/index.js";
import { type AnySchema, leavesChoice, plainSchema, schemaAt } from "../../schema/index.js";
import { headerValues } from "../../transport/index.js";
import { isStillShown, mayBeNull, shownSchema } from "../../values/index.js";

/** An item that is put may be kept beside the one that was there: then Location names another address. */
export const putStatus: OwnProperty = {
  id: "put-status",
  requirement: {
    name: "new or replaced",
    level: "advice",
    proof:
      "an item of the run is read, and replaced, where 201 and another success are described; 201 counts only where it comes twice",
  },
  sentence: ({ op }) => `${op.id} does not say that it has created (201) what was there before.`,
  source: "RFC 9110, section 9.3.4",
  phase: "populate",
  about: readChanges,
  when: ({ op: { method, responses } }) =>
    method === "PUT" && responses.has("201") && ["200", "204"].some((status) => responses.has(status)),
  run: (t: Actor) =>
    t.failIfAlways("item", async () => {
      const item = t.borrow();
      t.assume((await t.read(item)) !== undefined, "item gone");
      const { response } = t.applied(await t.change(item, "valid, of an item that is there"));
      const [location = item.path] = headerValues(response, "location");
      if (response.status !== 201 || !plainPath(location).endsWith(plainPath(item.path))) return undefined;
      return {
        problem: "said to be new",
        expected: "200 or 204, as described, since the item was there before",
        actual: "201, each time",
        at: { in: "status" },
      };
    }),
};

/** Many servers keep the members: a finding is advice, unless the description says in words that they go. */
export const leftOut: OwnProperty = {
  id: "left-out",
  requirement: {
    name: "left out",
    level: (op) =>
      saysReplaces([operationText(op), ...(op.rules ?? "").split(/(?<=[.!?])\s+/)]) ? "implied" : "advice",
    proof:
      "an item of the run is replaced by one with what is required alone, then by one with all members, then by the first one again: a value that was sent, and is still there, counts",
  },
  sentence: ({ op }) => `${op.id} removes the members that its body leaves out.`,
  source: "RFC 9110, section 9.3.4",
  phase: "populate",
  about: readChanges,
  when: ({ op, read }) =>
    op.method === "PUT" && !matches(op.description ?? "", "keeps-others") && leftOutOf(op, read).length > 0,
  run: async (t: Actor, { op, read }) => {
    t.assumeAccepted();
    const { request, body: least = null } = t.request({ isMinimal: true });
    const item = t.itemOf(request);
    const places = leftOutOf(op, read).filter(([name = ""]) => !t.isFixed(name) && !t.isComputed(name));
    const reduce = async (label: string): Promise<Json> =>
      t.readChanged(item, t.applied(await t.change(item, label, () => least)));
    const first = await reduce("valid, with the required members alone");
    const usual = t.membersOf(first);
    const leftOut = places.filter((place) => valueAt(t.membersOf(least), place) === undefined);
    expectGone(
      t,
      leftOut.filter((place) => isOwnText(t, valueAt(usual, place))),
    );
    const filled = await t.changeValues(item, first);
    const found = await t.readChanged(item, filled);
    const [sent, full] = [t.membersOf(filled.sent), t.membersOf(found)];
    // A server may have a value of its own in the place of a member: that one is not kept.
    const own = leftOut.filter((place) => {
      const [was, value, now] = [usual, sent, full].map((each) => valueAt(each, place));
      return value !== undefined && isStillShown(value, now) && !isStillShown(was, now);
    });
    t.assume(own.length > 0, "nothing of its own");
    const now = t.membersOf(await reduce(`valid, without ${namesOf(own)}`));
    expectGone(
      t,
      own.filter((place) => isSameJson(valueAt(now, place), valueAt(full, place))),
    );
  },
};

function expectGone(t: Actor, kept: readonly Path[]): void {
  t.expect(kept.length === 0, {
    problem: "a member that is left out is kept",
    expected: `${namesOf(kept)} is not there any more, since the replacement leaves it out`,
    actual: `it is what it was before: PUT replaces the whole (RFC 9110, section 9.3.4), and PATCH is for a part`,
    at: { in: "body", pointer: `/${kept[0]?.join("/") ?? ""}` },
  });
}

/** Is it a text with a word of the run, or a list of such texts? No server has one of its own accord. */
function isOwnText(t: Actor, value: Json | undefined): boolean {
  const texts: readonly (Json | undefined)[] = Array.isArray(value) ? value : [value];
  return texts.length > 0 && texts.every((each) => t.isUniqueText(each));
}

type Path = readonly string[];

function namesOf(places: readonly Path[]): string {
  return places.map((place) => place.join("/")).join(", ");
}

/** Says one of some texts that the whole is replaced, and none that something stays? A PATCH is another matter. */
function saysReplaces(texts: readonly string[]): boolean {
  const isDenied = (text: string): boolean =>
    (matches(text, "keeps-left-out") || matches(text, "keeps-others")) && !/\bPATCH\b/.test(text);
  return texts.some((each) => matches(each, "replaces-whole")) && !texts.some(isDenied);
}

/** Members that a replacement may leave out, and that are gone then: nothing says that there is always one. */
function leftOutOf({ body }: Operation, read: Operation | undefined): readonly Path[] {
  if (read === undefined || body === undefined || leavesChoice(body.schema)) return [];
  return optionalIn(membersIn(plainSchema(body.schema)), membersIn(shownSchema(read)));
}

/** The optional members of an object, and of the objects that it has to have. */
function optionalIn(sent: AnySchema, shown: AnySchema, path: Path = []): readonly Path[] {
  const { properties = {}, required = [] } = sent;
  if (path.length >= deepest) return [];
  return Object.entries(properties).flatMap(([name, member]): readonly Path[] => {
    const schema = plainSchema(member);
    const isClients = schema.const === undefined && schema.readOnly !== true && schema.writeOnly !== true;
    if (!isClients || isVersion(name) || !Object.hasOwn(shown.properties ?? {}, name)) return [];
    const shownAs = schemaAt(shown, [name]);
    if (required.includes(name))
      return leavesChoice(member) ? [] : optionalIn(schema, shownAs, [...path, name]);
    const mayGo = shown.required?.includes(name) !== true || mayBeNull(shownAs);
    return mayGo || schema.default !== undefined ? [[...path, name]] : [];
  });
}

/** Objects within each other in which members are looked for. */
const deepest = 3;

/** Names of members that only wrap an item. */
const wrappers = ["data", "result", "item"];

/** Where a schema has an object alone in it, the one that is wrapped. */
function membersIn(schema: AnySchema): AnySchema {
  const [[name, inner] = ["", {}], ...others] = Object.entries(schema.properties ?? {});
  const isWrapper = wrappers.includes(name) && others.length === 0;
  return isWrapper && !leavesChoice(inner) ? plainSchema(inner) : schema;
}
