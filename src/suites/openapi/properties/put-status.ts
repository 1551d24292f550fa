import { plainPath } from "../../../model/index.js";
import { headerValues } from "../../../transport/index.js";
import { type Actor, type OwnProperty, readChanges } from "../engine/index.js";

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
