import { type Actor, type OwnProperty, readChanges } from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { isSuccess } from "../../engine/index.js";
import { isSameJson, type Json, type JsonObject, renderJson } from "../../json/index.js";
import { isChosenByServer, matches, plainPath } from "../../model/index.js";
import { type AnySchema, leavesChoice, plainSchema, typeOf } from "../../schema/index.js";
import { headerValues, orRefused } from "../../transport/index.js";
import { isNumber, mayBeNull, schemaAt, shownSchema, withOtherValues } from "../../values/index.js";

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
    level: ({ summary = "", description = "", rules = "" }) =>
      saysReplaces(`${summary}. ${description}`, description) ||
      rules.split(/(?<=[.!?])\s+/).some((each) => saysReplaces(each))
        ? "implied"
        : "advice",
    proof:
      "an item of the run is replaced by one with what is required alone, and read before and after: a text, a list of texts or a number of its own that is still there counts",
  },
  sentence: ({ op }) => `${op.id} removes the members that its body leaves out.`,
  source: "RFC 9110, section 9.3.4",
  phase: "populate",
  about: readChanges,
  when: ({ op, read }) => op.method === "PUT" && leftOutOf(op, read).length > 0,
  run: async (t: Actor, { op, read }) => {
    t.assumeAccepted();
    const { request, body: least = null } = t.request({ isMinimal: true });
    const item = t.itemOf(request);
    const names = leftOutOf(op, read);
    /** The values of the run's own that the item shows, and that the body leaves out. */
    const readOwn = async (sent: Json): Promise<JsonObject> => {
      const [former, rest] = [t.membersOf(sent), t.membersOf(least)];
      const isFree = (name: string): boolean =>
        names.includes(name) && !Object.hasOwn(rest, name) && !t.isFixed(name);
      const own = Object.entries(t.membersOf(await t.read(item))).filter(
        ([name, value]) => isFree(name) && (isOwnText(t, value) || isOwnNumber(value, former[name])),
      );
      return Object.fromEntries(own);
    };
    const fill = async (): Promise<Json> => {
      const isUsual = (name: string): boolean => ![...names, ...wrappers].includes(name);
      const change = await t.change(item, "valid, with other numbers", (body) => {
        const others = withOtherValues(op.body?.schema ?? {}, body, isUsual);
        t.assume(others !== undefined, "nothing of its own");
        return others;
      });
      return change?.sent ?? null;
    };
    const first = await readOwn(null);
    const was = Object.keys(first).length === names.length ? first : await readOwn(await fill());
    const own = Object.keys(was);
    t.assume(own.length > 0, "nothing of its own");
    const label = `valid, without ${own.join(", ")}`;
    const { status } = await t.send({ ...request, accepts: orRefused(request), label });
    t.assume(isSuccess(status) && status !== 202, "not changed", status);
    const now = t.membersOf(await t.readChanged(item, { sent: least }));
    const kept = own.filter((name) => isSameJson(now[name], was[name]));
    t.expect(kept.length === 0, {
      problem: "a member that is left out is kept",
      expected: `${kept.join(", ")} is not there any more, since the replacement leaves it out`,
      actual: `it is what it was before: PUT replaces the whole (RFC 9110, section 9.3.4), and PATCH is for a part`,
      at: { in: "body", pointer: `/${kept[0] ?? ""}` },
    });
  },
};

/** Does a text say that the whole is replaced, and deny nothing? */
function saysReplaces(text: string, whole = text): boolean {
  return matches(text, "replaces-whole") && !/\b(not|never)\b/.test(whole);
}

/** Is it a text of the run's own, or a list of such texts? */
function isOwnText(t: Actor, value: Json): boolean {
  const texts: readonly Json[] = Array.isArray(value) ? value : [value];
  return texts.length > 0 && texts.every((each) => t.isUniqueText(each));
}

/** Is a number one that was sent, and that no server has of its own accord? */
function isOwnNumber(value: Json, sent: Json | undefined): boolean {
  return isNumber(value) && Number(renderJson(value)) > 1 && isSameJson(value, sent);
}

/** Names of members that a replacement may leave out, and that are gone then: nothing says that there is always one. */
function leftOutOf({ body }: Operation, read: Operation | undefined): readonly string[] {
  if (read === undefined || body === undefined || leavesChoice(body.schema)) return [];
  const { properties = {}, required = [] } = membersIn(plainSchema(body.schema));
  const shown = membersIn(shownSchema(read));
  return Object.keys(properties).filter((name) => {
    const schema = plainSchema(properties[name] ?? {});
    const isAlwaysThere =
      shown.required?.includes(name) === true &&
      !mayBeNull(schemaAt(shown, [name])) &&
      schema.default === undefined;
    const isFree = isFreeValue(schema) && !isChosenByServer(name);
    return (
      isFree && !required.includes(name) && !isAlwaysThere && Object.hasOwn(shown.properties ?? {}, name)
    );
  });
}

/** Names of members that only wrap an item. */
const wrappers = ["data", "result", "item"];

/** Where a schema has an object alone in it, the one that is wrapped. */
function membersIn(schema: AnySchema): AnySchema {
  const [[name, inner] = ["", {}], ...others] = Object.entries(schema.properties ?? {});
  const isWrapper = wrappers.includes(name) && others.length === 0;
  return isWrapper && !leavesChoice(inner) ? plainSchema(inner) : schema;
}

/** Is it a text, a list of texts, or a number that may be absent or has a small default? */
function isFreeValue(schema: AnySchema): boolean {
  const { enum: words, const: only, readOnly, writeOnly, default: usual } = schema;
  if (words !== undefined || only !== undefined || readOnly === true || writeOnly === true) return false;
  const type = typeOf(schema) ?? "";
  if (type === "array") return isFreeText(plainSchema(schema.items ?? {}));
  const mayBeAbsent = mayBeNull(schema) || ["0", "1"].includes(String(usual));
  return ["integer", "number"].includes(type) ? mayBeAbsent : isFreeText(schema);
}

function isFreeText({ format, pattern, enum: words, ...schema }: AnySchema): boolean {
  return typeOf(schema) === "string" && [format, pattern, words].every((each) => each === undefined);
}
