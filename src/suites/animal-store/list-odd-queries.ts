import { deriveOddIntegers, deriveOddWords, type OddQuery } from "../../generate/index.js";
import { listAnimals, petsOf } from "./animals.js";
import { type Check, check, once } from "./check.js";
import { limitAbove, statusAt, statusesOf } from "./facts.js";
import { claimAtMost, claimSound, describeOrder } from "./list-claims.js";
import type { Status } from "./pet.js";
import type { Probe } from "./probe.js";
import { listRequest, oddListRequest } from "./requests.js";

/** Checks on the section "Endpoints: List all animals", as far as the document is silent, or nearly so. */
export const oddListChecks: readonly Check[] = [
  check<OddQuery>({
    id: "LIST-13/limits",
    title: "a limit outside its constraints is refused, or answered with a list",
    phase: "read",
    inputs: ({ contract: { roles } }) => deriveOddIntegers(roles.pageSize.name, roles.pageSize),
    run: (probe, query) => observeAnswer(probe, "LIST-13", query),
  }),

  check<OddQuery>({
    id: "LIST-14/words",
    title: "a status that the document does not name is refused, or answered with a list",
    phase: "read",
    inputs: ({ contract: { roles } }) => deriveOddWords(roles.filter.name, roles.filter.values),
    run: (probe, query) => observeAnswer(probe, "LIST-14", query),
  }),

  check<number>({
    id: "LIST-3/unknown-status",
    title: "a limit is obeyed also where the status is unknown",
    phase: "read",
    inputs: (world) => [limitAbove(world, 0), limitAbove(world, 4), world.contract.roles.pageSize.default],
    run: async (probe, limit) => {
      const { pageSize, filter } = probe.world.contract.roles;
      const query = [[filter.name, "lost"] as const, [pageSize.name, `${limit}`] as const];
      const label = `${filter.name}=lost and ${pageSize.name}=${limit}`;
      const { answer, json } = await probe.send(oddListRequest(probe.world, query, { label }));
      if (answer.status === 200) claimAtMost(probe, petsOf(probe.world, json), limit);
    },
  }),

  check<{ readonly limit: string; readonly status: Status }>({
    id: "LIST-7/odd-limit",
    title: "a filter is obeyed also where the limit is outside its constraints",
    phase: "read",
    inputs: (world) => {
      const { minimum, maximum } = world.contract.roles.pageSize;
      return [`${minimum - 1}`, `${maximum + 1}`, "abc"].map((limit, index) => ({
        limit,
        status: statusesOf(world)[index] ?? statusAt(world, -1),
      }));
    },
    run: async (probe, { limit, status }) => {
      const { pageSize, filter } = probe.world.contract.roles;
      const query = [[pageSize.name, limit] as const, [filter.name, status] as const];
      const label = `${pageSize.name}=${limit} and ${filter.name}=${status}`;
      const { answer, json } = await probe.send(oddListRequest(probe.world, query, { label }));
      if (answer.status === 200) claimSound(probe, petsOf(probe.world, json), status);
    },
  }),

  check({
    id: "LIST-15/order",
    title: "what the order of a list is, and whether it says how to go on",
    phase: "read",
    inputs: once,
    run: async (probe) => {
      const limit = probe.world.contract.roles.pageSize.default;
      const first = await probe.send(listRequest(probe.world, { limit }));
      const ids = petsOf(probe.world, first.json).map(({ id }) => id);
      const again = (await listAnimals(probe, { limit })).map(({ id }) => id);
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

  check<number | undefined>({
    id: "LIST-16/parameters",
    title: "a parameter that the document does not name is ignored or refused",
    phase: "read",
    inputs: (world) => [undefined, limitAbove(world, 4)],
    run: async (probe, limit) => {
      const { name } = probe.world.contract.roles.pageSize;
      const query: (readonly [string, string])[] = limit === undefined ? [] : [[name, `${limit}`]];
      query.push(["colour", "brown"]);
      const text = query.map((each) => each.join("=")).join("&");
      const { answer, json } = await probe.send(oddListRequest(probe.world, query, { label: text }));
      probe.observe("LIST-16", `${answer.status}`, text);
      if (answer.status === 200 && limit !== undefined)
        claimAtMost(probe, petsOf(probe.world, json), limit, "LIST-3");
    },
  }),
];

async function observeAnswer(probe: Probe, requirement: string, { label, query }: OddQuery): Promise<void> {
  const { answer, json } = await probe.send(oddListRequest(probe.world, query, { label }));
  const choice =
    answer.status === 200 ? `200 with ${petsOf(probe.world, json).length} animals` : `${answer.status}`;
  probe.observe(requirement, choice, label);
}
