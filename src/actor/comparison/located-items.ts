import type { Operation } from "../../description/index.js";
import { isSuccess, type ParsedExchange, shownText } from "../../engine/index.js";
import { decodeOnce, locatedId, plainPath, slugOf } from "../../model/index.js";
import {
  type Context,
  createdItem,
  freshBaseline,
  type KnownItem,
  markersIn,
  validRequest,
} from "../../session/index.js";
import { accepting, headerValues, type Response } from "../../transport/index.js";
import { at, bodyTextOf, hasMarker } from "../../values/index.js";

/** A creation, and the item that it created, which is served at its address. */
interface Located {
  readonly operation: Operation;
  readonly read: Operation;
  readonly parsed: ParsedExchange;
  readonly item: Pick<KnownItem, "resource" | "path">;
}

/**
 * Where a response to a creation names an address of the same kind as that of the item, the item is there. Source: RFC 9110,
 * section 10.2.2.
 */
export async function expectLocated(t: Context, { operation, read, parsed, item }: Located): Promise<void> {
  const path = otherAddress(t.state.target.baseUrl, { read, parsed, item });
  if (path === undefined) return;
  const outcome = await outcomeAt(t, read, { path });
  const status = outcome.kind === "response" ? outcome.status : 0;
  t.expect(![400, 404, 410].includes(status), {
    ...brokenBy(t, operation, parsed),
    problem: "Location leads to nothing",
    expected: `the address of what was created, as ${item.path}`,
    actual: `${path}, which is answered with ${status}`,
  });
}

/** Asks for the address in `Location`. */
async function outcomeAt(t: Context, read: Operation, address: Pick<KnownItem, "path">) {
  const { request } = validRequest(t.state, read);
  const label = "the address in the header Location";
  return (await t.sendUnchecked({ ...at(request, address), accepts: accepting(200, 404), label })).outcome;
}

/** The check that a wrong address breaks, and where it shows. */
function brokenBy(t: Context, operation: Operation, { exchange }: ParsedExchange) {
  return {
    check: `${slugOf(operation)}/read-back`,
    at: { in: "header", name: "location" },
    exchange: t.exchanges.indexOf(exchange),
  } as const;
}

/**
 * Where the address in `Location` shows nothing of what was sent, it may show it later, but not what another request sends: what
 * that creates is said to be elsewhere.
 */
export async function expectNoOtherAt(t: Context, { operation, read, parsed, item }: Located): Promise<void> {
  if (locatedId(item.resource, parsed.exchange.case.path, parsed.response) === undefined) return;
  const next = await t.send(freshBaseline(t, operation).request);
  const other = createdItem(t.state, operation, next);
  if (!isSuccess(next.response.status) || other === undefined || other.path === item.path) return;
  const outcome = await outcomeAt(t, read, item);
  if (outcome.kind !== "response" || !isSuccess(outcome.status)) return;
  const shown = shownText(outcome);
  const own = markersIn(t.state, bodyTextOf(parsed.exchange.case));
  const isOther = markersIn(t.state, shown).length > 0 && !own.some((marker) => hasMarker(shown, marker));
  t.expect(!isOther, {
    ...brokenBy(t, operation, parsed),
    problem: "Location leads to another item",
    expected: "the address of what was created",
    actual: `${item.path}, which shows what another request has sent`,
  });
}

/**
 * The address in `Location`, relative to the base address; undefined where it is none of the same server. A gateway in front of it
 * may have put something before it, or have taken it away, and a relative one may be meant from anywhere.
 */
export function locatedPath(baseUrl: string, response: Response): string | undefined {
  const [location = "", ...others] = headerValues(response, "location");
  const isAbsolute = /^(https?:\/)?\/[^/]/.test(location);
  if (others.length > 0 || !isAbsolute || !URL.canParse(location, baseUrl)) return undefined;
  const [from, to] = [new URL(baseUrl), new URL(location, baseUrl)];
  const base = plainPath(from.pathname);
  const isOfServer = to.origin === from.origin && to.pathname.startsWith(`${base}/`);
  return isOfServer ? to.pathname.slice(base.length) : undefined;
}

/** The same where it is not the item's own; undefined where nothing says that it is meant to be of the same kind. */
function otherAddress(
  baseUrl: string,
  { read, parsed, item }: Omit<Located, "operation">,
): string | undefined {
  const path = locatedPath(baseUrl, parsed.response);
  if (path === undefined) return undefined;
  const [own, there, template] = [partsOf(item.path), partsOf(path), partsOf(read.path)];
  // Two slashes are one, where somebody forgot what belongs between them.
  const named = there.filter((part) => part !== "");
  const isAlike =
    named.length === template.length &&
    template.every((part, index) => part.includes("{") || part === named[index]);
  return isAlike && there.join("/") !== own.join("/") ? path : undefined;
}

/** The segments of a path, decoded. */
function partsOf(path: string): readonly string[] {
  return plainPath(path)
    .split("/")
    .slice(1)
    .map((part) => decodeOnce(part) ?? part);
}
