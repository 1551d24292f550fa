import { expect, it } from "vitest";
import { judgeShelf } from "./shelf.js";

/** Judges a server that shows such a value in a member with this format. */
async function verdictOn(format: string, value: unknown) {
  const { requirements, conclusion } = await judgeShelf({
    properties: {},
    methods: ["GET", "DELETE"],
    shownAs: { made: { type: ["string", "null"], format } },
    show: (item) => ({ ...item, made: value }),
  });
  const { verdict } = requirements.find(({ id }) => id === "every response: formats") ?? {};
  return { verdict, status: conclusion.status };
}

// tests/engine/responses/formats.test.ts has the formats, on responses without a server.
it.each([
  ["as it says is fine", "date", "2026-11-23", "passed"],
  ["in another way is warned of", "date", "2026-02-30", "warned"],
  ["that is not there is not tested", "date-time", null, "untested"],
  ["that many write in their own way is no question", "email", "yesterday", undefined],
])("a text with a format %s", async (_, format, value, verdict) => {
  expect(await verdictOn(format, value)).toEqual({ verdict, status: "conforms" });
});
