import { isSuccess } from "../../../checks/index.js";
import { renderJson } from "../../../json/index.js";
import { plainPath } from "../../../model/index.js";
import { type Actor, nestedReads, type OwnProperty } from "../engine/index.js";
import { mentions } from "../items/isolation.js";

/** An item that was created below one item is not served below another one. A server may show the parent that it was asked for. */
export const otherParent: OwnProperty = {
  id: "other-parent",
  requirement: {
    name: "below another item",
    level: "implied",
    proof:
      "an item that was created below one parent is asked for below another, new one; a success counts only where the very same is shown",
  },
  sentence: ({ op }) => `${op.id} shows nothing that was created below another item.`,
  phase: "final",
  about: nestedReads,
  run: async (t: Actor, { op, nested }) => {
    const { item, parent, shown } = await t.borrowNested();
    const other = await t.create();
    const refers = [other.sent, other.found].some((each) => mentions(each, parent.id));
    t.assume(!refers, "refers to the other");
    const path = `${plainPath(other.path)}${item.path.slice(plainPath(parent.path).length)}`;
    const served = op === nested ? await servedAt(t, path) : (await t.listBelow(other)).row({ path });
    const plain = (text: string): string => withoutIds(text, [parent.id, other.id]);
    t.expect(served === undefined || plain(served) !== plain(renderJson(shown)), {
      problem: "shown below another item",
      expected: "nothing: it was created below one item, and this is another, new one",
      actual: "an item that was created below the other one is shown",
      at: op === nested ? { in: "status" } : { in: "body", pointer: "" },
    });
  },
};

/** The text of what is served at a path. */
async function servedAt(t: Actor, path: string): Promise<string | undefined> {
  const { request } = t.request({ path, isMinimal: true });
  const { response, json } = await t.sendUnknown({ ...request, label: "below another item" });
  return isSuccess(response.status) && json !== undefined ? renderJson(json) : undefined;
}

/** A text in which the items with these ids look the same. */
function withoutIds(text: string, ids: readonly string[]): string {
  return text
    .split(/([\w-]+)/)
    .map((word) => (ids.includes(word) ? "its parent" : word))
    .join("");
}
