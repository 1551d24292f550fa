import { type Actor, isInOrder, type OwnProperty, sortedLists } from "../engine/index.js";
import { memberOf, type Sorting, sortedMembers, sortingsOf } from "../model/index.js";
import { inText } from "../values/index.js";

/** Only items of the run count, of which the order is plain in every language and time zone. */
export const sorting: OwnProperty = {
  id: "sort",
  requirement: {
    name: "sorting",
    level: "implied",
    proof:
      "three items are added whose words or numbers are far apart, and a list that has another default order is asked for this one three times",
  },
  sentence: ({ op }) => `${op.id} shows items in the order that it is asked for.`,
  phase: "read",
  about: sortedLists,
  inputs: ({ op }) => sortedMembers(op),
  chooses: ({ op }) => sortingsOf(op).flatMap(({ chosen }) => [...chosen.keys()].map(({ name }) => name)),
  run: async (t: Actor, { op }, input) => {
    const wanted = sortingsOf(op).filter((each) => memberOf(each) === input);
    const valuesIn = await t.unsorted(wanted, sortedMembers(op));
    for (const { label, chosen, way } of wanted)
      await t.failIfAlways("index", async () => {
        const page = await t.list({ chosen, label: `the list in the order of ${label}` });
        const values = valuesIn(page);
        t.assume(values.length >= fewest, "not enough in order", label);
        if (isInOrder(values, way)) return undefined;
        return {
          problem: `${label}: another order`,
          expected: `items in the order of ${input}, ${directions[way]}, as the query asks`,
          actual: `items of which it is ${values.map(inText).join(", ")}`,
          at: { in: "body", pointer: "" },
        };
      });
  },
};

/** Items whose order shows something. */
const fewest = 3;

const directions: Readonly<Record<Sorting["way"], string>> = {
  up: "the lowest first",
  down: "the highest first",
  either: "upwards or downwards",
};
