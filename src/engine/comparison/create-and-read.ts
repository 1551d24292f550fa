import { isSuccess, unlessSkipped } from "../../checks/index.js";
import type { Operation } from "../../description/index.js";
import { orRefused, type Shape } from "../../generate/index.js";
import type { Json } from "../../json/index.js";
import {
  type Context,
  createAtUnusedId,
  createdItem,
  type KnownItem,
  makeRequest,
  readItem,
  stateWith,
  unusedId,
  validRequest,
} from "../../session/index.js";
import { encodeFor } from "../../values/index.js";

/** An item, as it was sent and as it is read. */
interface ReadItem {
  readonly item: Pick<KnownItem, "path">;
  readonly sent: Json;
  readonly found: Json;
}

/** The operations that create and read an item, and what a body has of all that it may have. */
export interface Creating {
  readonly operation: Operation;
  readonly read: Operation;
  readonly shape: Shape;
}

/**
 * Creates an item from a valid body, and reads it; undefined where that is refused, or nothing is read. An item that is put gets an id
 * that no item has.
 */
export async function createAndRead(
  t: Context,
  { operation, read }: Omit<Creating, "shape">,
  {
    change,
    label,
    shape,
  }: {
    /** Makes another body of the valid one. */
    readonly change: (body: Json) => Json;
    readonly label: string;
    readonly shape: Shape;
  },
): Promise<ReadItem | undefined> {
  const vacant = operation.method === "PUT" ? await unusedId(t, { operation, read }) : undefined;
  const state = vacant === undefined ? t.state : stateWith(t.state, vacant);
  const { request, body = null } = makeRequest(() => validRequest(state, operation, shape));
  const sent = change(body);
  const accepts = orRefused(request);
  const changed = { ...request, accepts, label, body: encodeFor(operation, sent) };
  const parsed = await (vacant === undefined
    ? t.sendAnyway(changed)
    : createAtUnusedId(t, read, { item: vacant, request: changed }));
  if (parsed === undefined || !isSuccess(parsed.response.status)) return undefined;
  const item = vacant ?? createdItem(t.state, operation, parsed);
  const found = item && (await unlessSkipped(() => readItem(t, read, item)));
  return item === undefined || found === undefined ? undefined : { item, sent, found };
}
