import { type Actor, type Property, patches } from "../../actor/index.js";
import { essenceOf } from "../../description/index.js";
import { isJsonObject, type Json, renderJson } from "../../json/index.js";
import { valueAt } from "../../model/index.js";
import type { Case } from "../../transport/index.js";
import { withMediaType } from "../../values/index.js";

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
    const [name] =
      entriesOf(isWhole ? t.freshBody() : null).find(
        ([each, value]) => t.isUniqueText(value) && t.isUniqueText(valueAt(item.found, [each])),
      ) ?? [];
    t.assume(name !== undefined, "no text");
    const read = async (): Promise<string> => {
      const found = await t.read(item);
      t.assume(isJsonObject(found), "item gone");
      return renderJson(found[name] ?? null);
    };
    const textIn = (body: Json): Json => valueAt(body, [name]) ?? null;
    const before = await read();
    await t.failIfAlways("item", async () => {
      const { sent, response } = t.applied(
        await t.change(item, `a JSON patch of ${name}`, textIn, replaces(name)),
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

/** Makes a JSON patch that replaces one member. */
function replaces(name: string) {
  const path = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return (request: Case, value: Json): Case => {
    const text = renderJson([{ op: "replace", path, value }]);
    return { ...withMediaType(request, mediaType), body: { kind: "text", text } };
  };
}

function entriesOf(value: Json | undefined): readonly (readonly [string, Json])[] {
  return Object.entries(isJsonObject(value) ? value : {});
}
