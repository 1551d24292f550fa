import { isSuccess, type Scenario } from "../checks/index.js";
import type { Operation, Requirement } from "../description/index.js";
import type { Case } from "../generate/index.js";
import { type ItemLaw, itemLaws } from "../laws/index.js";
import { addressOf, type Callable, collectionPathOf, parentUrl } from "../model/index.js";
import { type ApiState, type Context, type ItemRecord, requestIfAny } from "../session/index.js";
import { at } from "../values/index.js";
import { newItemsFor } from "./items/new-items.js";
import { lawCheck, type Reenactment, type Repeated } from "./judge-laws.js";
import { reenact } from "./re-enactment.js";
import { changes } from "./selectors.js";

/** Says how each law is proven. */
const proof =
  "each response that shows an item of the run is compared with what was seen of it before; where something has changed for no reason, the requests in between are sent again on a new item, which is read before and after each of them, beside another item to which nothing is done";

/** The laws that hold for an API: those of items that a run creates and reads. */
function lawsOf(callable: Callable): readonly ItemLaw[] {
  const { called, api, mayCall } = callable;
  const isRead = ({ method, path }: Operation): boolean => method === "GET" && path.endsWith("}");
  const isOf = called.some((each) => isRead(each) && newItemsFor(each, api, mayCall) !== undefined);
  const puts = putsOf(callable);
  return isOf ? itemLaws.filter(({ id }) => id !== "idempotent" || puts.length > 0) : [];
}

/** PUT of items that the run creates and reads. */
function putsOf(callable: Callable): readonly Operation[] {
  return callable.called.filter((op) => op.method === "PUT" && changes(op, callable) !== undefined);
}

/** The requirements that an API keeps the laws. */
export function lawRequirements(callable: Callable): readonly Requirement[] {
  return lawsOf(callable).map((law) => ({
    id: `every item: ${law.name}`,
    level: law.level,
    section: "laws",
    sentence: law.sentence,
    operations: [],
    verifiedBy: [lawCheck(law)],
    proof,
    warnsIn: [],
    follows: [],
  }));
}

/** Looks once more at what no response has shown since it was changed, before the run deletes it. */
export function lastReads(callable: Callable): readonly Scenario<ApiState>[] {
  return lawsOf(callable)
    .filter(({ id }) => id === "refused")
    .map((law) => ({
      id: `${lawCheck(law)}/last-reads`,
      title: "items that were changed are read once more",
      phase: "final",
      inputs: () => [null],
      run: readOnceMore,
    }));
}

/** Re-enacts at the end of a run what may have broken a law. */
export function lawScenarios(callable: Callable): readonly Scenario<ApiState>[] {
  const laws = lawsOf(callable);
  const reads = callable.called.filter((op) => changesOf(callable, op).length > 0);
  const suspected = laws.map(
    (law): Scenario<ApiState> => ({
      id: lawCheck(law),
      title: law.sentence,
      phase: "final",
      expects: laws.filter((each) => each !== law).map(lawCheck),
      inputs: ({ suspicions }) =>
        suspicions.all.filter((each) => each.law === law.id).map(({ input }) => input),
      isExplained: (_, broken) => isExplained(law, broken),
      run: (t, input) => {
        t.state.suspicions.close();
        return reenact(t, laws, input as Reenactment);
      },
    }),
  );
  const [first] = laws;
  if (first === undefined || reads.length === 0) return suspected;
  const tried: Scenario<ApiState> = {
    id: `${lawCheck(first)}/occasion`,
    title: "a new item is changed, changed in the same way again, and sent what was refused before",
    phase: "final",
    expects: laws.map(lawCheck),
    inputs: (state) => reads.flatMap((read) => occasionOf(state, callable, read) ?? []),
    run: (t, input) => {
      t.state.suspicions.close();
      return reenact(t, laws, input as Reenactment);
    },
  };
  return [tried, ...suspected];
}

/** PUT and PATCH of the items that an operation reads. */
function changesOf(callable: Callable, read: Operation): readonly Operation[] {
  const isOf = (op: Operation): boolean => changes(op, callable)?.read === read;
  return callable.api.operationsAt(read.path).filter((op) => callable.mayCall(op) && isOf(op));
}

/** A valid PUT that is sent twice, and what was refused of each operation; undefined where the run has sent none of both. */
function occasionOf(state: ApiState, callable: Callable, read: Operation): Reenactment | undefined {
  const { learned, suspicions } = state;
  const ofItem = (request: Case): Repeated => ({ request, to: "item", address: addressOf(request.path) });
  const steps = changesOf(callable, read).flatMap((op): readonly Repeated[] => {
    const valid = learned.baselines.get(op.id)?.request;
    const refused = suspicions.refused.get(op.id);
    const twice = op.method === "PUT" && valid !== undefined ? [ofItem(valid), ofItem(valid)] : [];
    return [...twice, ...(refused === undefined ? [] : [ofItem(refused)])];
  });
  return steps.length === 0 ? undefined : { read: read.id, steps };
}

/** Checks of properties that compare an item with what was sent for it. */
const comparing: readonly string[] = [
  "read-back",
  "replaced",
  "changed",
  "gone",
  "answer",
  "stored",
  "listed",
];

/** Has a property shown already that what was sent is not there? The laws on that say no more. */
function isExplained({ id }: ItemLaw, broken: ReadonlySet<string>): boolean {
  if (id === "refused" || id === "safe") return false;
  const shown = new Set(
    [...broken]
      .map((check) => check.split("/"))
      .flatMap(([slug = "", part = ""]) => (comparing.includes(part) ? [slug] : [])),
  );
  return shown.size > 0;
}

/** Items of one kind that are read, and lists of one kind that are asked for. */
const [mostItems, mostLists] = [5, 2];

/** Asks once for each list that has items of the run, and for each item that was changed and not shown since. */
async function readOnceMore(t: Context): Promise<void> {
  const { inventory, api } = t.state;
  const own = (): readonly ItemRecord[] =>
    [...inventory.records()].filter(({ item, deletion }) => item?.own === true && deletion === undefined);
  for (const resource of new Set(own().flatMap(({ item }) => item?.resource ?? []))) {
    const all = own().filter(({ item }) => item?.resource === resource);
    const list = api.listAt(collectionPathOf({ path: resource.collectionPath }));
    for (const path of [...new Set(all.map(({ address }) => parentUrl(address)))].slice(0, mostLists))
      await sendTo(t, list, path);
    const unseen = own().filter((each) => each.item?.resource === resource && isUnseen(each));
    for (const { address } of unseen.slice(0, mostItems)) await sendTo(t, resource.read, address);
  }
}

/** Was an item changed, and not shown since? */
function isUnseen({ changes: all, sights }: ItemRecord): boolean {
  const changedAt = all.at(-1)?.exchange.sentAt;
  return changedAt !== undefined && !Object.values(sights).some(({ sentAt }) => sentAt > changedAt);
}

async function sendTo(t: Context, operation: Operation | undefined, path: string): Promise<void> {
  const valid = operation && t.state.effects.has(operation.id) ? requestIfAny(t.state, operation) : undefined;
  const answered =
    valid && (await t.sendAnyway({ ...at(valid.request, { path }), label: "as it is at the end" }));
  if (answered !== undefined && isSuccess(answered.response.status)) t.expectNone([]);
}
