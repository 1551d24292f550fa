import {
  differencesOf,
  expectSame,
  type Roles,
  readBack,
  readUntilSame,
  shownCheckOf,
} from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { isSuccess, type ParsedExchange, unlessSkipped } from "../../engine/index.js";
import type { Json } from "../../json/index.js";
import { addressOf, pointerTo, valueAt, withValueAt } from "../../model/index.js";
import { textOfLength } from "../../schema/index.js";
import {
  assume,
  baselineOf,
  type Context,
  createdItem,
  isGiven,
  makeRequest,
  ownItemAt,
  readItem,
} from "../../session/index.js";
import { type BoundaryValue, type Representations, type ValidRequest, violate } from "../../values/index.js";

/** How late a change may be that was answered before, in ms. */
const finalWait = 500;

/**
 * Sends a valid request with other values. Where they are accepted, the item has to show them.
 * @returns the status; 0 where no response could be judged: the property ends where no request has these places
 */
export async function sendValues(
  t: Context,
  { op, read }: Roles,
  values: readonly BoundaryValue[],
  valid: ValidRequest,
): Promise<number> {
  const { body: accepted } = baselineOf(t, op);
  const free = values.filter(({ place }) => !isGiven(t.state, op, place.path.at(-1) ?? ""));
  assume(free.length > 0, "values given");
  const possible = free.filter(
    ({ place }) => place.in !== "body" || valueAt(accepted, place.path) !== undefined,
  );
  assume(possible.length > 0, "no such place");
  const changed = makeRequest(() =>
    possible.reduce((request, value) => changeAt(request, value, t.state.words.marker), valid),
  );
  const label = possible.map(describeValue).join(", ");
  const { accepts } = valid.request;
  const send = () => t.sendAnyway({ ...changed.request, accepts, label });
  const parsed = await send();
  const status = parsed?.response.status ?? 0;
  const check = shownCheckOf(op);
  // Another value of a parameter may be about other data.
  const isInBody = possible.every(({ place }) => place.in === "body");
  if (parsed === undefined || !isSuccess(status) || read === undefined || check === undefined || !isInBody)
    return status;
  const sent = { operation: op, read, sent: changed.body, check };
  if (op.method === "POST" && (status === 201 || isOwn(t, op, parsed)))
    await readBack(t, { ...sent, parsed });
  await expectChanged(t, sent, parsed, send);
  return status;
}

/** Expects that the item of a change shows what was sent: at once, or after it is sent again. */
async function expectChanged(
  t: Context,
  sent: Omit<Representations, "found">,
  { response: { status }, exchange }: ParsedExchange,
  sendAgain: () => Promise<ParsedExchange | undefined>,
): Promise<void> {
  const item = ownItemAt(t.state.inventory, addressOf(exchange.case.path));
  if (item === undefined || status === 202) return;
  const readChanged = () => readUntilSame(t, sent, () => unlessSkipped(() => readItem(t, sent.read, item)));
  const found = await readChanged();
  if (found === undefined || differencesOf(t.state, { ...sent, found }).length === 0) return;
  // An earlier change may have come late, and another client may have changed it as well.
  await t.state.clock.pause(finalWait);
  const again = await sendAgain();
  if (!isSuccess(again?.response.status ?? 0) || again?.response.status === 202) return;
  const last = await readChanged();
  if (last !== undefined) await unlessSkipped(async () => expectSame(t, { ...sent, found: last }));
}

/** Is the created item one of the run? Another success than 201 does not say that there is a new one. */
function isOwn({ state }: Context, op: Operation, parsed: ParsedExchange): boolean {
  const created = createdItem(state, op, parsed);
  return created !== undefined && ownItemAt(state.inventory, created.path) !== undefined;
}

/** Names a value in a request, in a few words. */
export function describeValue({ place, keyword, value }: BoundaryValue): string {
  return value === undefined ? `${pointerTo(place)} left out` : `${pointerTo(place)} at its ${keyword}`;
}

function changeAt(
  valid: ValidRequest,
  { place, value: content }: BoundaryValue,
  marker: () => string,
): ValidRequest {
  const value = content && ("is" in content ? content.is : textOfLength(content.length, marker));
  const change = { place, label: "" };
  const request = violate(valid, value === undefined ? change : { ...change, value });
  const body: Json | undefined =
    place.in === "body" && valid.body !== undefined ? withValueAt(valid.body, place.path, value) : valid.body;
  return { ...valid, request, body };
}
