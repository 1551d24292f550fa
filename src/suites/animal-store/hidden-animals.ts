import { describe, type Pet } from "./pet.js";
import { isOn, type Page, pageOf } from "./reading.js";
import { everyList, jsonOf, largestPage, listRequest, type Query } from "./requests.js";
import type { TestContext } from "./state.js";

/** Animals that are known beyond those of the fullest page, before the page is to blame. */
const farMore = 2;

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
  if (await isMostOfAnyPage(t, page)) return `no page shows more than ${rows} animals`;
  const isDefault = !page.request.path.includes(`${pageSize.name}=`);
  const same = isDefault ? await probePage(t, { limit, status }) : page;
  return same.rows > rows
    ? `a page shows ${rows} animals without a limit; ${limit} are the default`
    : undefined;
}

/** Does no list show more, filtered or not, although many more animals are known? */
async function isMostOfAnyPage(t: TestContext, { rows }: Page): Promise<boolean> {
  const most = largestPage(t.state);
  if (t.state.animals.size < rows + farMore) return false;
  for (const query of everyList(t.state, { limit: most }))
    if ((await probePage(t, query)).rows > rows) return false;
  return true;
}

/** Asks for a page that is not judged. */
async function probePage(t: TestContext, query: Query): Promise<Page> {
  const exchange = await t.sendUnchecked(listRequest(t.state, query));
  return pageOf(t.state, { exchange, json: jsonOf(exchange.outcome) });
}
