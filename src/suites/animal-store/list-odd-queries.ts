import { statusChoice } from "../../checks/index.js";
import { deriveOddIntegers, deriveOddWords, type OddQuery } from "../../generate/index.js";
import { limitAbove, statusAt, statusesOf } from "./facts.js";
import { describeOrder, expectAtMost, expectSound } from "./list-expectations.js";
import { listAnimals, petsOf } from "./pages.js";
import type { Status } from "./pet.js";
import { listRequest, oddListRequest } from "./requests.js";
import { once, type Scenario, scenario, type TestContext } from "./scenario.js";

/** Checks on the section "Endpoints: List all animals", as far as the document is silent, or nearly so. */
export const oddListChecks: readonly Scenario[] = [
  scenario<OddQuery>({
    id: "list/query/pageSize/outside",
    title: "a limit outside its constraints is refused, or answered with a list",
    phase: "read",
    inputs: ({ contract: { roles } }) => deriveOddIntegers(roles.pageSize.name, roles.pageSize),
    run: (t, query) => observeResponse(t, "list/query/pageSize/outside", query),
  }),

  scenario<OddQuery>({
    id: "list/query/filter/outside",
    title: "a status that the document does not name is refused, or answered with a list",
    phase: "read",
    inputs: ({ contract: { roles } }) => deriveOddWords(roles.filter.name, roles.filter.values),
    run: (t, query) => observeResponse(t, "list/query/filter/outside", query),
  }),

  scenario<number>({
    id: "list/query/pageSize/obeyed/unknown-status",
    title: "a limit is obeyed also where the status is unknown",
    phase: "read",
    inputs: (state) => [limitAbove(state, 0), limitAbove(state, 4), state.contract.roles.pageSize.default],
    run: async (t, limit) => {
      const { pageSize, filter } = t.state.contract.roles;
      const query = [[filter.name, "lost"] as const, [pageSize.name, `${limit}`] as const];
      const label = `${filter.name}=lost and ${pageSize.name}=${limit}`;
      const { response, json } = await t.send(oddListRequest(t.state, query, { label }));
      if (response.status === 200) expectAtMost(t, petsOf(t.state, json), limit);
    },
  }),

  scenario<{ readonly limit: string; readonly status: Status }>({
    id: "list/query/filter/sound/odd-limit",
    title: "a filter is obeyed also where the limit is outside its constraints",
    phase: "read",
    inputs: (state) => {
      const { minimum, maximum } = state.contract.roles.pageSize;
      return [`${minimum - 1}`, `${maximum + 1}`, "abc"].map((limit, index) => ({
        limit,
        status: statusesOf(state)[index] ?? statusAt(state, -1),
      }));
    },
    run: async (t, { limit, status }) => {
      const { pageSize, filter } = t.state.contract.roles;
      const query = [[pageSize.name, limit] as const, [filter.name, status] as const];
      const label = `${pageSize.name}=${limit} and ${filter.name}=${status}`;
      const { response, json } = await t.send(oddListRequest(t.state, query, { label }));
      if (response.status === 200) expectSound(t, petsOf(t.state, json), status);
    },
  }),

  scenario({
    id: "list/order",
    title: "what the order of a list is, and whether it says how to go on",
    phase: "read",
    inputs: once,
    run: async (t) => {
      const limit = t.state.contract.roles.pageSize.default;
      const first = await t.send(listRequest(t.state, { limit }));
      const ids = petsOf(t.state, first.json).map(({ id }) => id);
      const again = (await listAnimals(t, { limit })).map(({ id }) => id);
      t.observe("list/order", ids.join() === again.join() ? "the same twice" : "another the second time");
      t.observe("list/order", describeOrder(ids));
      const paging = first.response.headers
        .map(([name]) => name)
        .filter((name) => /^link$|page|total|cursor/.test(name));
      t.observe("list/order", paging.length === 0 ? "no header for paging" : `headers: ${paging.join(", ")}`);
    },
  }),

  scenario<number | undefined>({
    id: "list/query/unknown",
    title: "a parameter that the document does not name is ignored or refused",
    phase: "read",
    inputs: (state) => [undefined, limitAbove(state, 4)],
    run: async (t, limit) => {
      const { name } = t.state.contract.roles.pageSize;
      const query: (readonly [string, string])[] = limit === undefined ? [] : [[name, `${limit}`]];
      query.push(["colour", "brown"]);
      const text = query.map((each) => each.join("=")).join("&");
      const { response, json } = await t.send(oddListRequest(t.state, query, { label: text }));
      t.observe("list/query/unknown", statusChoice(response.status), text);
      if (response.status === 200 && limit !== undefined)
        expectAtMost(t, petsOf(t.state, json), limit, "list/query/pageSize/obeyed");
    },
  }),
];

async function observeResponse(t: TestContext, check: string, { label, query }: OddQuery): Promise<void> {
  const { response, json } = await t.send(oddListRequest(t.state, query, { label }));
  const { status } = response;
  const choice =
    status === 200
      ? { status, words: `200 with ${petsOf(t.state, json).length} animals` }
      : statusChoice(status);
  t.observe(check, choice, label);
}
