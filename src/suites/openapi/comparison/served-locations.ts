import { isSuccess, type ParsedExchange, Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import { type Api, collectionPathOf, mayBeOfProxy, parentPathOf, plainPath } from "../../../model/index.js";
import { headerValues } from "../../../transport/index.js";
import {
  type ApiScenario,
  type Context,
  eventually,
  freshBaseline,
  makeRequest,
} from "../requests/baseline.js";
import { at, slugOf, validRequest } from "../requests/requests.js";

/** Does a description say that a success of an operation names an address? */
export function describesLocation({ method, responses }: Operation): boolean {
  return (
    method === "POST" &&
    [...responses.values()].some(
      ({ status, headers }) =>
        /^2(01|02|XX)$/.test(status) && headers.some(({ name }) => name.toLowerCase() === "location"),
    )
  );
}

/** Statuses that say that nothing is served at an address. */
const refusing: readonly number[] = [400, 404, 410];

/** How long what was only accepted (202) may take to have an address, at least, in ms. */
const untilAccepted = 2000;

/** The address that a response has just named is served. Source: RFC 9110, sections 10.2.2 and 15.3.3. */
export function locationScenario(operation: Operation, api: Api): ApiScenario | undefined {
  if (!describesLocation(operation)) return undefined;
  return {
    id: `${slugOf(operation)}/location`,
    title: `the address that ${operation.id} names is served`,
    phase: "populate",
    inputs: () => [null],
    run: async (t) => {
      const parsed = await t.send(freshBaseline(t, operation).request);
      const { status } = parsed.response;
      if (status !== 201 && status !== 202)
        throw new Skip("untested", `it was answered with ${status}, which names no address`);
      const path = addressIn(t, parsed);
      const read = readAtAddress(path, api);
      if (read === undefined || !t.state.effects.has(read.id))
        throw new Skip("untested", `no operation that may be called reads ${path}`);
      const isAccepted = status === 202;
      if (isAccepted && parentPathOf(read.path) === collectionPathOf(operation))
        throw new Skip("untested", "an item that is only accepted (202) may be made later");
      const found = await lookAt(t, { read, path, least: isAccepted ? untilAccepted : 0 });
      if (!isSuccess(found.response.status) && !refusing.includes(found.response.status))
        throw new Skip("untested", `the address in Location may not be read: ${found.response.status}`);
      if (!isSuccess(found.response.status) && mayBeOfProxy(found.response))
        throw new Skip("untested", "the address in Location is not found, perhaps by a proxy in between");
      t.expect(isSuccess(found.response.status), {
        problem: "Location leads to nothing",
        expected: "2xx, since the response has just named the address (if that may take longer: --settle 2s)",
        actual: `${path} is answered with ${found.response.status}`,
        at: { in: "header", name: "location" },
        exchange: t.exchanges.indexOf(parsed.exchange),
      });
    },
  };
}

/** The address in `Location`, relative to the base address. @throws Skip where it is none of the same server */
function addressIn(
  {
    state: {
      target: { baseUrl },
    },
  }: Context,
  { response, exchange }: ParsedExchange,
): string {
  const [location = "", ...others] = headerValues(response, "location");
  const from = new URL(baseUrl + exchange.case.path);
  // A relative one may be meant from anywhere.
  const isPlain = /^(https?:\/)?\/[^/]/.test(location) && URL.canParse(location, from.href);
  const to = isPlain && others.length === 0 ? new URL(location, from.href) : undefined;
  if (to === undefined) throw new Skip("untested", "no response names an address in Location");
  if (to.origin !== from.origin)
    throw new Skip("untested", `Location names another server, ${to.origin}: a proxy may rewrite addresses`);
  const base = plainPath(new URL(baseUrl).pathname);
  if (!to.pathname.startsWith(`${base}/`))
    throw new Skip("untested", `Location lacks the base path ${base}: a proxy may strip the prefix`);
  return to.pathname.slice(base.length);
}

/** The operation that reads an address, and no other: of several, the one with the fewest parameters. */
function readAtAddress(address: string, api: Api): Operation | undefined {
  const parts = plainPath(address).split("/");
  const fits = ({ method, path }: Operation): boolean => {
    const template = plainPath(path).split("/");
    return (
      method === "GET" &&
      template.length === parts.length &&
      template.every((each, index) => (each.startsWith("{") ? parts[index] !== "" : each === parts[index]))
    );
  };
  const places = ({ path }: Operation): number => path.split("{").length;
  return [...api.operations.values()].filter(fits).toSorted((left, right) => places(left) - places(right))[0];
}

/** Reads an address, polled for this time at least, in ms, as long as it is refused. */
async function lookAt(
  t: Context,
  { read, path, least }: { readonly read: Operation; readonly path: string; readonly least: number },
): Promise<ParsedExchange> {
  const { request } = makeRequest(() => validRequest(t.state, read));
  const accepts = [...request.accepts, { status: "4xx", schema: "" } as const];
  const { clock } = t.state;
  return eventually(
    { state: { clock: { ...clock, settle: Math.max(clock.settle, least) } } },
    () => t.send({ ...at(request, { path }), accepts, label: "the address in the header Location" }),
    ({ response }) => !refusing.includes(response.status),
  );
}
