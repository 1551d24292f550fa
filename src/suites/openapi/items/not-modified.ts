import { isSuccess, Skip } from "../../../checks/index.js";
import type { Contract, Operation } from "../../../description/index.js";
import type { Case } from "../../../generate/index.js";
import { headerValues, type Response } from "../../../transport/index.js";
import { type ApiScenario, baselineOf, type Context, makeRequest } from "../requests/baseline.js";
import { at, slugOf, validRequest } from "../requests/requests.js";
import { settle } from "../requests/settling.js";
import { operationsAt } from "../resources/item-links.js";
import { ownItemAt } from "../state/state.js";
import { outdate } from "./stale-etag.js";
import { changesBody } from "./without-etag.js";

/** Does a description say that what is asked for with its ETag is not sent again? A time that the client has is another matter. */
export function saysNotModified({ method, responses, parameters }: Operation): boolean {
  const names = parameters.map(({ in: where, name }) => (where === "header" ? name.toLowerCase() : ""));
  const isOfTimes = names.includes("if-modified-since") && !names.includes("if-none-match");
  return method === "GET" && responses.has("304") && !isOfTimes;
}

/** How often the wrong answer has to come: what is shown may have changed in between, or one of several servers lags behind. */
const maxPolls = 3;
/** Between two of them, at least, in ms. */
const leastPause = 300;

/**
 * What is asked for with the ETag that it has is not sent again, and what is asked for with another one is. Source: RFC 9110,
 * section 13.1.2.
 */
export function notModifiedScenario(
  operation: Operation,
  operations: Contract["operations"],
): ApiScenario | undefined {
  if (!saysNotModified(operation)) return undefined;
  const change = operationsAt(operation.path, operations).find(changesBody);
  return {
    id: `${slugOf(operation)}/not-modified`,
    title: `${operation.id} answers with 304 to the ETag that it has shown, and to no other`,
    phase: "populate",
    inputs: () => [null],
    run: async (t) => {
      baselineOf(t, operation);
      const { request } = makeRequest(() => validRequest(t.state, operation));
      await expectNotModified(t, request);
      await expectShown(t, withKnown(request, `"pedigree-${t.state.nonce()}"`), "an ETag that nothing has");
      const own = ownItemAt(t.state, request.path);
      if (change === undefined || own === undefined || !t.state.baselines.has(change.id)) return;
      const { shape } = baselineOf(t, change);
      const old = await outdate(t, change, () =>
        at(makeRequest(() => validRequest(t.state, change, shape)).request, own),
      );
      await expectShown(t, withKnown(request, old), "the ETag from before the last change");
    },
  };
}

/** The same request, of one who has what this ETag is of. */
function withKnown(request: Case, etag: string): Case {
  return { ...request, headers: [...request.headers, ["If-None-Match", etag]] };
}

/** Asks for something with its own ETag. @throws Skip where it has none, or another one in the meantime */
async function expectNotModified(t: Context, request: Case): Promise<void> {
  let shown = "";
  for (let poll = 0; poll < maxPolls; poll += 1) {
    const before = (await t.send({ ...request, label: "the item, and its ETag" })).response;
    const etag = etagIn(before);
    if (etag === undefined) throw new Skip("untested", "no ETag is shown");
    const { response } = await ask(t, withKnown(request, etag), "the ETag that was just shown");
    if (!isSuccess(response.status)) return t.expectNone([]);
    if (etagIn(response) !== etag || !Buffer.from(response.body).equals(Buffer.from(before.body)))
      throw new Skip("untested", "the response changes all the time");
    shown = `${response.status} with the same ETag and body: ${etag}`;
  }
  t.expect(false, {
    problem: "sent again although it is known",
    expected: "304 with no body: If-None-Match has the ETag of what is shown",
    actual: shown,
    at: { in: "status" },
  });
}

/** Asks for something with an ETag that is not its own. */
async function expectShown(t: Context, request: Case, label: string): Promise<void> {
  for (let poll = 0; poll < maxPolls; poll += 1) {
    if (poll > 0) await settle(t, leastPause);
    if ((await ask(t, request, label)).response.status !== 304) return t.expectNone([]);
  }
  t.expect(false, {
    problem: "304 for another ETag",
    expected: `2xx with what there is: If-None-Match has ${label}`,
    actual: "304: a client would keep what it has, and never see a change",
    at: { in: "status" },
  });
}

function ask(t: Context, request: Case, label: string) {
  const accepts = [...request.accepts, { status: 304, schema: "" }, { status: "4xx", schema: "" } as const];
  return t.send({ ...request, accepts, label });
}

function etagIn(response: Response): string | undefined {
  return headerValues(response, "etag").find((each) => /^(W\/)?"[\x21\x23-\x7e]{0,1000}"$/.test(each));
}
