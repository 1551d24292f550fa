import { isSuccess, type ParsedExchange, Skip } from "../../../checks/index.js";
import { essenceOf, type Operation } from "../../../description/index.js";
import { accepting } from "../../../generate/index.js";
import type { Json } from "../../../json/index.js";
import { type Api, addressOf, isOwnPart, updatesItem, withMembersAt } from "../../../model/index.js";
import { expectAnswerTrue, isReported } from "../comparison/answered-values.js";
import { differencesOf, expectSame } from "../comparison/comparison.js";
import { pairOf } from "../comparison/representations.js";
import {
  type ApiScenario,
  assumeApplied,
  baselineOf,
  type Context,
  eventually,
  makeRequest,
  orRefused,
} from "../requests/baseline.js";
import { encodeFor, isJsonType } from "../requests/bodies.js";
import { at, changeKindOf, slugOf, validRequest } from "../requests/requests.js";
import type { ValidRequest } from "../session/state.js";
import { valuesUnlike } from "./other-values.js";

/**
 * A body that is put to a part of an own item, as `/buckets/{name}/readme` is, can be read there; so can an update that is posted to
 * the item. Source: RFC 9110, section 9.3.4.
 */
export function partScenario(operation: Operation, api: Api): ApiScenario | undefined {
  const read = api.readAt(operation.path);
  const isMeant = isOwnPart(operation, api) || updatesItem(operation, api);
  if (read === undefined || operation.body === undefined || !isMeant) return undefined;
  const kind = changeKindOf(operation);
  return {
    id: `${slugOf(operation)}/${kind}`,
    title: `a change by ${operation.id} can be read with ${read.id}`,
    phase: "populate",
    inputs: () => [null],
    run: async (t) => {
      const { shape } = baselineOf(t, operation);
      const usual = makeRequest(() => validRequest(t.state, operation, shape));
      const path = addressOf(usual.request.path);
      const first = await poll(t, read, path);
      const before = (isSuccess(first.response.status) ? first.json : null) ?? null;
      const { sent, parsed } = await change(t, { operation, read, usual, before });
      const isKept = (found: ParsedExchange): boolean =>
        isPlainBody(operation, sent)
          ? textIn(found) === sent
          : differencesOf(t.state, { operation, read, sent, found: found.json ?? null }).length === 0;
      const found = await eventually(t, () => poll(t, read, path), isKept);
      expectKept(t, { operation, read, sent, found });
      if (isPlainBody(operation, sent) || found.json === undefined) return;
      const changed = { operation, read, sent, before, found: found.json };
      const { json: answer = null, response } = parsed;
      expectAnswerTrue(t, { ...changed, answer, answeredWith: response.status });
      if (!isReported(t.state, changed))
        throw new Skip("untested", "the values that were sent do not differ from those before");
    },
  };
}

/** A part of an own item, and a valid request that changes it. */
interface Part {
  readonly operation: Operation;
  readonly read: Operation;
  readonly usual: ValidRequest;
  /** The part as it was before. */
  readonly before: Json;
}

/** Changes a part to values that differ from what is shown, or to the usual ones where a rule of the server's own is against it. */
async function change(t: Context, { operation, read, usual: { request, body }, before }: Part) {
  const pair = pairOf(t.state, { operation, read, sent: body, found: before });
  const given = Object.keys(t.state.contract.known?.values ?? {});
  const others = pair && valuesUnlike(pair, (name) => given.includes(name));
  const other =
    pair === undefined || others === undefined || body === undefined || Object.keys(others).length === 0
      ? undefined
      : withMembersAt(body, pair.path, { ...pair.sent, ...others });
  const accepts = orRefused(request);
  const label = "valid, with other values than before";
  if (other !== undefined) {
    const parsed = await t.send({ ...request, accepts, label, body: encodeFor(operation, other) });
    if (isMade(parsed)) return { sent: other, parsed };
  }
  const parsed = await t.send(request);
  assumeApplied(parsed.response);
  return { sent: body, parsed };
}

/** Was a change made at once? */
function isMade({ response: { status } }: ParsedExchange): boolean {
  return isSuccess(status) && status !== 202;
}

async function poll(t: Context, read: Operation, path: string): Promise<ParsedExchange> {
  const { request } = makeRequest(() => validRequest(t.state, read));
  const accepts = [...request.accepts, ...accepting(404)];
  return t.send({ ...at(request, { path }), accepts, label: "a part of an item of the run" });
}

/** The body that was sent, and the response to the read after it. */
interface Kept {
  readonly operation: Operation;
  readonly read: Operation;
  readonly sent: Json | undefined;
  readonly found: ParsedExchange;
}

/** @throws Skip where the response shows nothing that can be compared */
function expectKept(t: Context, { operation, read, sent, found }: Kept): void {
  const { status } = found.response;
  t.expect(status !== 404, {
    problem: "not found after it was changed",
    expected: "2xx with what was sent (if that may take longer: --settle 2s)",
    actual: `${status}`,
    at: { in: "status" },
  });
  if (status === 404) return;
  if (!isSuccess(status)) throw new Skip("untested", `it may not be read: ${status}`);
  if (!isPlainBody(operation, sent)) {
    expectSame(t, { operation, read, sent, found: found.json ?? null });
    return;
  }
  if (!isPlainText.test(sent) || found.mediaType !== essenceOf(operation.body?.mediaType))
    throw new Skip("untested", "the response is no text that can be compared with the one that was sent");
  t.expect(textIn(found) === sent, {
    problem: "another text",
    expected: `the text that was sent: ${sent.slice(0, 60)}`,
    actual: `a text of ${textIn(found).length} characters: ${textIn(found).slice(0, 60)}`,
    at: { in: "body", pointer: "" },
  });
}

/** Is a whole body a text by itself, and no JSON? */
function isPlainBody({ body }: Operation, sent: Json | undefined): sent is string {
  return typeof sent === "string" && !isJsonType(body?.mediaType ?? "");
}

/** Letters and single blanks, which no server has to write in another way. */
const isPlainText = /^[A-Za-z]+( [A-Za-z]+)*$/;

/** A server may end a text with a new line. */
function textIn({ response }: ParsedExchange): string {
  return Buffer.from(response.body).toString("utf8").trim();
}
