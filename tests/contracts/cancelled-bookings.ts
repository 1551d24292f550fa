import { fileURLToPath } from "node:url";
import { defineProperty } from "../../src/description/index.js";

/** The example that custom checks are tried on, and its key. */
export const spec = fileURLToPath(new URL("../../examples/hono/openapi.yaml", import.meta.url));
export const key = "rooms-key";

/** A property of a user's own, which the example keeps. */
export const cancelled = defineProperty({
  id: "cancelled-not-changed",
  sentence: "A cancelled booking cannot be changed.",
  operations: ["changeBooking"],
  run: async (t) => {
    const booking = await t.create();
    const { status } = await t.call("cancel", { item: booking });
    t.assume(status === 204, `the booking was not cancelled: ${status}`);
    const change = await t.call("changeBooking", { item: booking });
    t.expect(change.status >= 400, { expected: "a refusal", actual: `${change.status}` });
  },
});
