import { deriveEdgeIntegers, deriveEdgeWords, type EdgeCaseQuery, statusChoice } from "../../engine/index.js";
import { expectAtMost, expectSound } from "./list-expectations.js";
import { type Status, statusAt, statusesOf } from "./pet.js";
import { listAnimals, type Page, pageOf } from "./reading.js";
import { edgeCaseListRequest, limitAbove, listRequest, unknownParameter } from "./store-requests.js";
import { type Scenario, type StoreState, scenario, type TestContext } from "./store-state.js";

/** Checks on the section "Endpoints: List all animals", as far as the document is silent, or nearly so. */
export const edgeCaseListChecks: readonly Scenario[] = [
  outside(
    "list/query/pageSize/outside",
    "a limit outside its constraints is refused, or answered with a list",
    ({ contract: { roles } }) => deriveEdgeIntegers(roles.pageSize.name, roles.pageSize),
  ),

  outside(
    "list/query/filter/outside",
    "a status that the document does not name is refused, or answered with a list",
    ({ contract: { roles } }) => deriveEdgeWords(roles.filter.name, roles.filter.values),
  ),

  scenario<number>({
    id: "list/query/pageSize/obeyed/unknown-status",
    title: "a limit is obeyed also where the status is unknown",
    inputs: (state) => [limitAbove(state, 0), limitAbove(state, 4), state.contract.roles.pageSize.default],
    run: async (t, limit) => {
      const { pageSize, filter } = t.state.contract.roles;
      const page = await askOddly(t, [filter.name, "lost"], [pageSize.name, `${limit}`]);
      if (page !== undefined) expectAtMost(t, page);
    },
  }),

  scenario<{ readonly limit: string; readonly status: Status }>({
    id: "list/query/filter/sound/odd-limit",
    title: "a filter is obeyed also where the limit is outside its constraints",
    inputs: (state) => {
      const { minimum, maximum } = state.contract.roles.pageSize;
      const limits = [`${minimum - 1}`, `${maximum + 1}`, "abc"];
      return limits.map((limit, index) => ({
        limit,
        status: statusesOf(state)[index] ?? statusAt(state, -1),
      }));
    },
    run: async (t, { limit, status }) => {
      const { pageSize, filter } = t.state.contract.roles;
      const page = await askOddly(t, [pageSize.name, limit], [filter.name, status]);
      if (page !== undefined) expectSound(t, page, status);
    },
  }),

  scenario({
    id: "list/order",
    title: "the order of a list, and whether it says how to go on",
    run: async (t) => {
      const limit = t.state.contract.roles.pageSize.default;
      const first = await t.send(listRequest(t.state, { limit }));
      const ids = pageOf(t.state, first).map(({ id }) => id);
      const again = (await listAnimals(t, { limit })).map(({ id }) => id);
      t.observe("list/order", ids.join() === again.join() ? "the same twice" : "another the second time");
      t.observe("list/order", describeOrder(ids));
      const paging = first.response.headers
        .map(([name]) => name)
        .filter((name) => /^link$|page|total|cursor/.test(name));
      t.observe("list/order", paging.length === 0 ? "no header for paging" : `headers: ${paging.join(", ")}`);
    },
  }),

  scenario<{ readonly limit: number; readonly status: Status }>({
    id: "list/query/unknown",
    title: "a parameter that the document does not name is ignored or refused",
    inputs: (state) => [{ limit: limitAbove(state, 4), status: statusAt(state, -1) }],
    run: async (t, { limit, status }) => {
      const { pageSize, filter } = t.state.contract.roles;
      const query = [[pageSize.name, `${limit}`] as const, [filter.name, status] as const, unknownParameter];
      const label = query.map((each) => each.join("=")).join("&");
      const parsed = await t.send(edgeCaseListRequest(t.state, query, { label }));
      t.observe("list/query/unknown", statusChoice(parsed.response.status), label);
      if (parsed.response.status === 200) expectObeyed(t, pageOf(t.state, parsed), status);
    },
  }),

  scenario<{ readonly limit: number; readonly status: Status }>({
    id: "list/query/both/encoded",
    title: "a limit and a status mean the same where a character of theirs is percent-encoded",
    inputs: (state) => [{ limit: limitAbove(state, 4), status: statusAt(state, -1) }],
    run: async (t, { limit, status }) => {
      const { pageSize, filter } = t.state.contract.roles;
      const page = await askOddly(
        t,
        [pageSize.name, encodeAt(`${limit}`, 0)],
        [filter.name, encodeAt(status, 1)],
      );
      if (page !== undefined) expectObeyed(t, page, status);
    },
  }),
];

/** A check that a query outside a parameter's constraints is refused or answered; which of the two is observed. */
function outside(
  id: string,
  title: string,
  inputs: (state: StoreState) => readonly EdgeCaseQuery[],
): Scenario {
  return scenario<EdgeCaseQuery>({
    id,
    title,
    inputs,
    run: async (t, { label, query }) => {
      const parsed = await t.send(edgeCaseListRequest(t.state, query, { label }));
      const { status } = parsed.response;
      const words = `200 with ${pageOf(t.state, parsed).length} animals`;
      t.observe(id, status === 200 ? { status, words } : statusChoice(status), label);
    },
  });
}

/** The answer to a query that the document does not foresee, if it is a list. */
async function askOddly(
  t: TestContext,
  ...query: readonly (readonly [name: string, value: string])[]
): Promise<Page | undefined> {
  const parsed = await t.send(edgeCaseListRequest(t.state, query));
  return parsed.response.status === 200 ? pageOf(t.state, parsed) : undefined;
}

function expectObeyed(t: TestContext, page: Page, status: Status): void {
  expectAtMost(t, page, "list/query/pageSize/obeyed");
  expectSound(t, page, status, "list/query/filter/sound");
}

/** The text with one of its characters, a letter or digit, percent-encoded. Source: RFC 3986, section 2.3. */
function encodeAt(text: string, at: number): string {
  const code = text.charCodeAt(at).toString(16).toUpperCase();
  return `${text.slice(0, at)}%${code}${text.slice(at + 1)}`;
}

function describeOrder(ids: readonly bigint[]): string {
  const rising = ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? id));
  if (rising) return "by id, rising";
  const falling = ids.every((id, index) => index === 0 || id < (ids[index - 1] ?? id));
  return falling ? "by id, falling" : "not by id";
}
