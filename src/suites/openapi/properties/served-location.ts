import { isSuccess } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import type { Actor, OwnProperty } from "../engine/index.js";

/** It counts where a description says that the response names an address. */
export const servedLocation: OwnProperty = {
  id: "location",
  requirement: {
    name: "Location",
    level: "implied",
    proof:
      "a valid request is sent, and the address in the header Location of its 201 or 202 is asked for, twice where it is not found",
  },
  sentence: ({ op }) => `The address that ${op.id} names in the header Location is served.`,
  source: "RFC 9110, sections 10.2.2 and 15.3.3",
  phase: "populate",
  about: (op) => (describesLocation(op) ? { op, needs: [] } : undefined),
  run: async (t: Actor) => {
    const created = await t.send(t.request().request);
    const exchange = t.lastExchange();
    const { path, status } = await t.readLocation(created);
    t.expect(isSuccess(status), {
      problem: "Location leads to nothing",
      expected: "2xx, since the response has just named the address (if that may take longer: --settle 2s)",
      actual: `${path} is answered with ${status}`,
      at: { in: "header", name: "location" },
      exchange,
    });
  },
};

function describesLocation({ method, responses }: Operation): boolean {
  return (
    method === "POST" &&
    [...responses.values()].some(
      ({ status, headers }) =>
        /^2(01|02|XX)$/.test(status) && headers.some(({ name }) => name.toLowerCase() === "location"),
    )
  );
}
