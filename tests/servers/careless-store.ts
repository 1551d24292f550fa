import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { isJsonObject, parseJson } from "../../src/json/index.js";
import { key } from "./judging.js";
import { startServerOf } from "./plain-server.js";

/** What the store gets wrong. */
export type Break =
  | "creation answered with 200"
  | "invalid bodies refused with 422"
  | "id as text"
  | "category as text"
  | "names cut"
  | "default of 25"
  | "one more than the limit"
  | "filter ignored"
  | "list in an object"
  | "unknown id is 500"
  | "broken JSON is 500"
  | "unknown status accepted"
  | "status not kept"
  | "an animal needs no key"
  | "empty errors"
  | "errors without a message"
  | "code as a number";

const states = ["available", "pending", "sold"];

interface Stored {
  readonly id: number;
  readonly name: string;
  readonly categoryId: bigint;
  readonly status: string;
}

/**
 * An own, small Animal Store, as a team may write one, that breaks several promises at once.
 * @param isShared whether others delete every tenth animal soon after it was added
 */
export function startCarelessStore(
  breaks: readonly Break[],
  { isShared = false }: { readonly isShared?: boolean } = {},
): Promise<string> {
  const has = (each: Break): boolean => breaks.includes(each);
  const stored: Stored[] = [];
  let last = 0;

  const reply = (response: ServerResponse, status: number, value: unknown): ServerResponse => {
    const json = JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `int ${each}` : each));
    response.writeHead(status, { "Content-Type": "application/json", "WWW-Authenticate": "Bearer" });
    return response.end(json.replace(/"int (-?\d+)"/g, "$1"));
  };
  const refuse = (response: ServerResponse, status: number): ServerResponse => {
    const code = has("code as a number") ? status : `e${status}`;
    const message = has("errors without a message") ? {} : { message: "refused" };
    return reply(response, status, has("empty errors") ? {} : { code, status, ...message });
  };
  const show = (pet: Stored): unknown => ({
    ...pet,
    ...(has("id as text") ? { id: `${pet.id}` } : {}),
    ...(has("category as text") ? { categoryId: `${pet.categoryId}` } : {}),
  });

  const list = (response: ServerResponse, query: URLSearchParams): ServerResponse => {
    const [limit, status] = [query.get("limit"), query.get("status")];
    if (limit !== null && !/^([1-9]\d?|100)$/.test(limit)) return refuse(response, 400);
    if (status !== null && !states.includes(status)) return refuse(response, 400);
    const usual = has("default of 25") ? 25 : 20;
    const most = limit === null ? usual : Number(limit) + (has("one more than the limit") ? 1 : 0);
    const isWanted = (pet: Stored): boolean =>
      status === null || has("filter ignored") || pet.status === status;
    const page = stored.filter(isWanted).toReversed().slice(0, most).map(show);
    return reply(response, 200, has("list in an object") ? { items: page } : page);
  };

  const create = async (request: IncomingMessage, response: ServerResponse): Promise<ServerResponse> => {
    const body = await text(request);
    const invalid = has("invalid bodies refused with 422") ? 422 : 400;
    const parsed = parseJson(body);
    if (parsed.status === "invalid") return refuse(response, has("broken JSON is 500") ? 500 : 400);
    const sent = parsed.value;
    if (!isJsonObject(sent) || !/json/.test(request.headers["content-type"] ?? ""))
      return refuse(response, 400);
    const { name, categoryId, status = "available" } = sent;
    if (typeof name !== "string") return refuse(response, invalid);
    if (typeof categoryId !== "bigint" || BigInt.asIntN(64, categoryId) !== categoryId)
      return refuse(response, 400);
    if (!states.includes(status as string) && !has("unknown status accepted")) return refuse(response, 400);
    const pet: Stored = {
      id: ++last,
      name: has("names cut") ? name.slice(0, 12) : name,
      categoryId,
      status: has("status not kept") || typeof status !== "string" ? "available" : status,
    };
    stored.push(pet);
    if (isShared && last % 10 === 0) setTimeout(() => stored.splice(stored.indexOf(pet), 1), 300);
    return reply(response, has("creation answered with 200") ? 200 : 201, show(pet));
  };

  const fetchOne = (response: ServerResponse, id: string): ServerResponse => {
    if (!/^-?\d+$/.test(id)) return refuse(response, 400);
    const pet = stored.find((each) => `${each.id}` === id);
    if (pet === undefined && has("unknown id is 500")) return refuse(response, 500);
    // Nothing forbids an Error to name what was asked for.
    const error = { code: "e404", message: "refused", status: 404, id: BigInt(id) };
    if (pet === undefined) return has("empty errors") ? refuse(response, 404) : reply(response, 404, error);
    return reply(response, 200, show(pet));
  };

  return startServerOf(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://store");
    const [, id] = /^\/v1\/pets\/([^/]+)$/.exec(pathname) ?? [];
    const isOpen = id !== undefined && has("an animal needs no key");
    if (request.headers.authorization !== `Bearer ${key}` && !isOpen) return refuse(response, 401);
    if (id !== undefined) return fetchOne(response, id);
    if (request.method === "POST") return create(request, response);
    return list(response, searchParams);
  });
}
