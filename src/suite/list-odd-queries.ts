import { deriveOddIntegers, deriveOddWords, type OddQuery } from "../cases/index.js";
import { listAnimals, petsOf } from "./animals.js";
import { type Check, check, once } from "./check.js";
import { claimAtMost, claimSound, describeOrder } from "./list-claims.js";
import { type Status, statuses } from "./pet.js";
import type { Probe } from "./probe.js";
import { listRequest, oddListRequest } from "./requests.js";
import { listParameter } from "./world.js";

/** Checks on the section "Endpoints: List all animals", as far as the document is silent, or nearly so. */
export const oddListChecks: readonly Check[] = [
  check<OddQuery>({
    id: "LIST-13/limits",
    title: "a limit outside its constraints is refused, or answered with a list",
    phase: "read",
    inputs: (world) => deriveOddIntegers("limit", listParameter(world, "limit")),
    run: (probe, query) => observeAnswer(probe, "LIST-13", query),
  }),

  check<OddQuery>({
    id: "LIST-14/words",
    title: "a status that is none of the three is refused, or answered with a list",
    phase: "read",
    inputs: (world) => deriveOddWords("status", { enum: statuses, ...listParameter(world, "status") }),
    run: (probe, query) => observeAnswer(probe, "LIST-14", query),
  }),

  check<number>({
    id: "LIST-3/unknown-status",
    title: "a limit is obeyed also where the status is unknown",
    phase: "read",
    inputs: () => [1, 5, 20],
    run: async (probe, limit) => {
      const query = [["status", "lost"] as const, ["limit", `${limit}`] as const];
      const label = `status=lost and limit=${limit}`;
      const { answer, json } = await probe.send(oddListRequest(probe.world, query, { label }));
      if (answer.status === 200) claimAtMost(probe, petsOf(json), limit);
    },
  }),

  check<{ readonly limit: string; readonly status: Status }>({
    id: "LIST-7/odd-limit",
    title: "a filter is obeyed also where the limit is outside its constraints",
    phase: "read",
    inputs: () => ["0", "101", "abc"].map((limit, index) => ({ limit, status: statuses[index] ?? "sold" })),
    run: async (probe, { limit, status }) => {
      const query = [["limit", limit] as const, ["status", status] as const];
      const label = `limit=${limit} and status=${status}`;
      const { answer, json } = await probe.send(oddListRequest(probe.world, query, { label }));
      if (answer.status === 200) claimSound(probe, petsOf(json), status);
    },
  }),

  check({
    id: "LIST-15/order",
    title: "what the order of a list is, and whether it says how to go on",
    phase: "read",
    inputs: once,
    run: async (probe) => {
      const first = await probe.send(listRequest(probe.world, { limit: 20 }));
      const ids = petsOf(first.json).map(({ id }) => id);
      const again = (await listAnimals(probe, { limit: 20 })).map(({ id }) => id);
      probe.observe("LIST-15", ids.join() === again.join() ? "the same twice" : "another the second time");
      probe.observe("LIST-15", describeOrder(ids));
      const paging = first.answer.headers
        .map(([name]) => name)
        .filter((name) => /^link$|page|total|cursor/.test(name));
      probe.observe(
        "LIST-15",
        paging.length === 0 ? "no header for paging" : `headers: ${paging.join(", ")}`,
      );
    },
  }),

  check<string>({
    id: "LIST-16/parameters",
    title: "a parameter that the document does not name is ignored or refused",
    phase: "read",
    inputs: () => ["colour=brown", "limit=5&colour=brown"],
    run: async (probe, text) => {
      const query = text.split("&").map((part) => part.split("=") as [string, string]);
      const { answer, json } = await probe.send(oddListRequest(probe.world, query, { label: text }));
      probe.observe("LIST-16", `${answer.status}`, text);
      if (answer.status === 200 && text.startsWith("limit=5")) {
        claimAtMost(probe, petsOf(json), 5, "LIST-3");
      }
    },
  }),
];

async function observeAnswer(probe: Probe, requirement: string, { label, query }: OddQuery): Promise<void> {
  const { answer, json } = await probe.send(oddListRequest(probe.world, query, { label }));
  const choice = answer.status === 200 ? `200 with ${petsOf(json).length} animals` : `${answer.status}`;
  probe.observe(requirement, choice, label);
}
