import { describe, type Pet } from "./pet.js";
import { isOn, type Page, pageOf } from "./reading.js";
import { jsonOf, largestPage, listRequest, type Query } from "./requests.js";
import type { TestContext } from "./state.js";

/** Describes the contradiction that an existing animal is missing from a page with room for it. */
export function hidden(animal: Pet, { limit, rows }: Page, likelyCause?: string) {
  const hint = likelyCause === undefined ? " (if that may take longer: --settle 2s)" : "";
  return {
    problem: "hidden",
    ...(likelyCause === undefined ? {} : { likelyCause }),
    expected: `the animal ${describe(animal)}, since a page of ${limit} has room for it`,
    actual: `it exists, but is not among the ${rows} animals on the page${hint}`,
  };
}

/** Returns the likely cause why a page hides animals, as far as other pages show it. */
export async function causeOfHidden(t: TestContext, page: Page): Promise<string | undefined> {
  const { limit, status, rows } = page;
  if (rows === 0) return undefined;
  if (status !== undefined) {
    const all = await probePage(t, { limit });
    const kept = all.filter((pet) => pet.status === status);
    if (all.isFull && kept.length === rows && kept.every(({ id }) => isOn(page, id)))
      return "the filter is applied after the limit: the page shows the matches among the first animals of the unfiltered list";
  }
  const { pageSize } = t.state.contract.roles;
  const largest = await probePage(t, { limit: largestPage(t.state), status });
  if (largest.rows === rows && limit < largestPage(t.state)) return `no page shows more than ${rows} animals`;
  const isDefault = !page.request.path.includes(`${pageSize.name}=`);
  const same = isDefault ? await probePage(t, { limit, status }) : page;
  return same.rows > rows
    ? `a page shows ${rows} animals without a limit; ${limit} are the default`
    : undefined;
}

/** Asks for a page that is not judged. */
async function probePage(t: TestContext, query: Query): Promise<Page> {
  const exchange = await t.sendUnchecked(listRequest(t.state, query));
  return pageOf(t.state, { exchange, json: jsonOf(exchange.outcome) });
}
