import { essenceOf } from "../description/index.js";
import { type Actor, hasLists, type Item, mostItemsOf, type Property, patches } from "../engine/index.js";
import type { Case } from "../generate/index.js";
import { isJsonObject, type Json, renderJson } from "../json/index.js";
import { isMergePatch, matches, valueAt, withValueAt } from "../model/index.js";
import { withMediaType } from "../values/index.js";

const mediaType = "application/json-patch+json";

/** A refusal leaves it untested. A patch that is accepted and leaves the member as it was, twice, is a finding. */
export const jsonPatch: Property = {
  id: "json-patch",
  requirement: () => "changed",
  sentence: ({ op }) => `${op.id} does what a JSON patch says`,
  source: "RFC 6902, section 4.3",
  phase: "populate",
  about: patches,
  when: ({ op: { body } }) => body?.contents.some((each) => essenceOf(each.mediaType) === mediaType) === true,
  run: async (t: Actor, { create }) => {
    const item = await t.create();
    const pair = t.pair(item.sent, item.found, create);
    // Within an object around the item, nothing says where a pointer begins.
    const isWhole = pair?.path.length === 0 && pair.found === item.found;
    const body = isWhole ? t.freshBody() : null;
    const isText = (value: Json) => (name: string) => t.isUniqueText(memberOf(value, name));
    const name = membersOf(body).filter(isText(body)).find(isText(item.found));
    t.assume(name !== undefined, "no text");
    const read = async (): Promise<string> => {
      const found = await t.read(item);
      t.assume(isJsonObject(found), "item gone");
      return renderJson(memberOf(found, name));
    };
    const before = await read();
    await t.failIfAlways("item", async () => {
      const { sent, response } = t.applied(
        await t.change(item, `a JSON patch of ${name}`, (body) => memberOf(body, name), replaces(name)),
      );
      const shown = await t.until(read, (text) => t.hasWordOf(text, sent));
      if (shown !== before) return undefined;
      return {
        problem: "a JSON patch has no effect",
        expected: `${name} is ${renderJson(sent)}, as a JSON patch replaces it, or the patch is refused`,
        actual: `${response.status}, and it is ${shown}, as before, twice`,
        at: { in: "body", pointer: `/${name}` },
      };
    });
  },
};

function membersOf(value: Json): readonly string[] {
  return Object.keys(isJsonObject(value) ? value : {});
}

function memberOf(value: Json, name: string): Json {
  return (isJsonObject(value) ? value[name] : undefined) ?? null;
}

/** Makes a JSON patch that replaces one member. */
function replaces(name: string) {
  const path = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return (request: Case, value: Json): Case => {
    const text = renderJson([{ op: "replace", path, value }]);
    return { ...withMediaType(request, mediaType), body: { kind: "text", text } };
  };
}

/**
 * A list that is sent to change an item is there then. Where what was there before is there, too, that is said, and no failure,
 * unless the list gets longer than it may be: nothing says whether a change in plain JSON adds to a list, or takes its place.
 */
export const addedLists: Property = {
  id: "lists",
  requirement: () => "changed",
  sentence: ({ op }) => `${op.id} replaces lists`,
  phase: "populate",
  about: patches,
  when: ({ op }) => !isMergePatch(op) && hasLists(op),
  run: async (t: Actor, { create }) => {
    const item = await t.create();
    const change = t.applied(await t.change(item, "valid"));
    const found = await t.readChanged(item, change);
    t.expectStored(change, found);
    const [before, now] = [t.pair(item.sent, item.found, create), t.pair(change.sent, found)];
    if (now === undefined) return;
    const isAddedTo = (name: string): boolean =>
      t.hasWordOf(renderJson(now.found[name] ?? null), before?.sent[name] ?? null, now.sent[name]);
    const name = Object.keys(now.sent).find(
      (each) => Array.isArray(now.sent[each]) && !matches(each, "growing-lists") && isAddedTo(each),
    );
    if (name === undefined) return;
    const most = mostItemsOf(now, name);
    if (most !== undefined) await expectRoom(t, item, { name, place: [...now.path, name], most });
    t.assume(false, "added to", name);
  },
};

/** A list, and the most items that it may be shown with. */
interface FullList {
  readonly name: string;
  readonly place: readonly string[];
  readonly most: number;
}

/** Sends a list that is as long as it may be: what was there before has no room beside it. */
async function expectRoom(t: Actor, item: Item, { name, place, most }: FullList): Promise<void> {
  const change = await t.change(item, `valid, with ${most} items in ${name}`, (body) => {
    const items = Array.from({ length: most }, () => valueAt(t.freshBody(), [...place, "*"]));
    return withValueAt(body, place, items.filter(isPresent));
  });
  if (change === undefined) return;
  const found = await t.read(item);
  const list = found && t.pair(change.sent, found)?.found[name];
  t.expect(!Array.isArray(list) || list.length <= most, {
    problem: `${name} gets longer than it may be`,
    expected: `${name} is what was sent: ${most} items, the most that it may have`,
    actual: `${Array.isArray(list) ? list.length : 0} items, with what was there before`,
    at: { in: "body", pointer: `/${name}` },
    exchange: change.exchange,
  });
}

function isPresent(value: Json | undefined): value is Json {
  return value !== undefined;
}
