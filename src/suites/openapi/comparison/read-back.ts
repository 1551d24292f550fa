import { isSuccess, type ParsedExchange, Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import type { Json } from "../../../json/index.js";
import type { Api } from "../../../model/index.js";
import { type ApiScenario, baselineOf, type Context, makeRequest } from "../requests/baseline.js";
import { expectCreation } from "../requests/create-item.js";
import { readItem } from "../requests/read-item.js";
import { slugOf, validRequest } from "../requests/requests.js";
import { createdItem } from "../session/created-items.js";
import { expectAnswered } from "./answers.js";
import { expectAnswerAsRead } from "./change-answers.js";
import { expectSame } from "./comparison.js";
import { expectLocated, expectNoOtherAt } from "./located-items.js";
import { expectPartsKept } from "./parts-kept.js";
import { checkBulkCreate, withSecondItem } from "./read-together.js";
import { expectSecretsKept, hasSecrets } from "./secrets.js";

/** How deep a path is. */
export function segmentsOf({ path }: Operation): number {
  return path.split("/").length;
}

/** A created item can be read at its address, and has the plain values that were sent. */
export function readBackScenario(operation: Operation, api: Api): ApiScenario | undefined {
  const read = api.readOf(operation);
  if (read === undefined) return undefined;
  const slug = slugOf(operation);
  return {
    id: `${slug}/read-back`,
    title: `an item that ${operation.id} creates can be read with ${read.id}`,
    phase: "create",
    ...(hasSecrets(operation) ? { expects: [`${slug}/write-only`] } : {}),
    inputs: () => textLengths,
    run: async (t, length) => {
      const baseline = baselineOf(t, operation);
      const shape = { ...baseline.shape, textLength: length as number };
      const valid = makeRequest(() => withSecondItem(t, operation, validRequest(t.state, operation, shape)));
      const parsed = await t.send(valid.request);
      // A bound on texts need not be described, as long as it is said.
      if (length !== textLengths[0] && !isSuccess(parsed.response.status)) return;
      const found = await readBack(t, { operation, read, parsed, sent: valid.body });
      expectAnswered(t, { operation, parsed, sent: valid.body });
      if (found !== undefined) expectAnswerAsRead(t, { operation, read, parsed, sent: valid.body, found });
      await expectSecretsKept(t, { operation, api, sent: valid.body });
      if (length === textLengths[0])
        await expectPartsKept(t, { operation, read, shape, body: valid.body, found });
    },
  };
}

/** How long texts are that may be of any length: a server that cuts them off has to refuse them. */
const textLengths = [0, 300];

/** A creation that was answered. */
interface Creation {
  readonly operation: Operation;
  readonly read: Operation;
  readonly parsed: ParsedExchange;
  readonly sent: Json | undefined;
  /** The check that a difference breaks; that of the scenario if absent. */
  readonly check?: string;
}

/** Reads what was created, and compares it with what was sent; undefined if it is not there. */
export async function readBack(
  t: Context,
  { operation, read, parsed, sent, check }: Creation,
): Promise<Json | undefined> {
  expectCreation(parsed);
  const item = createdItem(t.state, operation, parsed);
  if (item === undefined && (await checkBulkCreate(t, { operation, read, parsed, check }))) return undefined;
  const isOwn = t.state.inventory.items.some(({ own, path }) => own && path === item?.path);
  const isUnknown = parsed.response.status !== 201 && !isOwn;
  if (item !== undefined && isUnknown && !item.isElsewhere)
    await expectNoOtherAt(t, { operation, read, parsed, item });
  if (item === undefined || isUnknown)
    throw new Skip("untested", "no response to a creation shows the id of what it created");
  // The server itself has named the address: it refuses its own word with 400, too.
  const isPlain = read.parameters.every(({ in: where, required }) => where === "path" || !required);
  const found = await readItem(t, read, item, isPlain ? [400, 404, 410] : [404, 410]);
  t.expect(found !== undefined, {
    ...(check === undefined ? {} : { check }),
    problem: "not found",
    expected: "2xx with what was created (if that may take longer: --settle 2s)",
    actual: "it is not found at its address",
    at: { in: "status" },
  });
  if (item.isElsewhere && found !== undefined && !isOwn)
    throw new Skip(
      "untested",
      "the address of the link shows nothing by which the created item is recognised",
    );
  if (found !== undefined && !item.isElsewhere) await expectLocated(t, { operation, read, parsed, item });
  if (found !== undefined) expectSame(t, { operation, read, sent, found, check });
  return found;
}
