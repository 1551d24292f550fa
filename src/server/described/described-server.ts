import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { jsonOf, type Operation, responseTo, type UnderivedContract } from "../../description/index.js";
import { isJsonObject, type Json, type JsonObject, renderJson } from "../../json/index.js";
import { type AnySchema, plainSchema } from "../../schema/index.js";
import type { Call, DescribedRefusal, Reply, Values } from "./call.js";
import { createStore, deriveItems, refusalOf, successOf } from "./described-items.js";
import { conformingHandlers, type Deviation } from "./handlers.js";
import { createWords, type MakeWord, madeValue } from "./made-values.js";
import { createJudge, isOpen, presentedIn } from "./objections.js";
import { type Done, perform, type ServerContext } from "./performing.js";
import { readCall } from "./read-call.js";

/** The options of a described server. */
export interface DescribedServerOptions {
  readonly described: UnderivedContract;
  /** The only credential that is valid. */
  readonly key: string;
  /** Where the server is to differ from its description: each is given what those before it made. */
  readonly deviation?: Deviation;
  /** Called with what made the server answer 500, where that was not the deviation's purpose. */
  readonly onFailure?: (error: unknown) => void;
}

/** The purpose of a deviation: the server fails. */
export class Crash extends Error {
  override readonly name = "Crash";
}

/** Starts a server that keeps a description, made from that description alone, on a free port of this machine. */
export async function startDescribedServer(options: DescribedServerOptions) {
  const answer = createAnswer(options);
  const server = createServer({ keepAliveTimeout: 60_000 }, (message, response) => {
    answer(message).then(
      (reply) => write(response, reply),
      () => response.destroy(),
    );
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function write(response: ServerResponse, reply: Reply): void {
  const bytes = bytesOf(reply);
  const type = reply.mediaType === undefined ? {} : { "Content-Type": reply.mediaType };
  response.writeHead(reply.status, {
    ...reply.headers,
    ...type,
    ...(reply.status === 204 ? {} : { "Content-Length": bytes.length }),
  });
  response.end(bytes);
}

function createAnswer(options: DescribedServerOptions): (message: IncomingMessage) => Promise<Reply> {
  const { described, key, deviation, onFailure } = options;
  const route = createRouter(described.operations.values());
  const judge = createJudge(described);
  const world: ServerContext = {
    described,
    items: deriveItems(described),
    store: createStore(),
    handlers: { ...conformingHandlers(), ...deviation?.() },
    word: createWords(),
    now: () => performance.now(),
  };
  const { handlers, word } = world;
  return async (message) => {
    const [path = "/", query = ""] = (message.url ?? "/").split("?");
    const bytes = await bytesIn(message);
    const found = route(message.method ?? "GET", path);
    if (found.kind !== "operation")
      return undescribedReply(found.kind === "method" ? 405 : 404, {
        kind: "not found",
        reason: "Nothing is described here.",
      });
    const { operation, parameters: pathParameters } = found;
    const call: Call = {
      operation,
      path,
      pathParameters,
      query: new URLSearchParams(query),
      headers: message.headers,
      bytes,
    };
    const outcome = await performSafely(call);
    const status =
      outcome.kind === "done"
        ? successOf(operation)
        : handlers.effectiveStatus(refusalOf(operation, outcome.kind), outcome, call);
    const { value, location } = outcome.kind === "done" ? outcome : { value: undefined, location: undefined };
    return handlers.finish(describedReply(call, { status, value, location, word }), call, outcome);
  };

  async function performSafely(call: Call): Promise<Done | DescribedRefusal> {
    try {
      return await performCall(call);
    } catch (error) {
      if (!(error instanceof Crash)) onFailure?.(error);
      return { kind: "broken", reason: "The server has failed." };
    }
  }

  async function performCall(call: Call): Promise<Done | DescribedRefusal> {
    if (!isOpen(described, call) && !handlers.authenticate(presentedIn(described, call, key), call))
      return { kind: "no credential", reason: "A valid credential is missing." };
    const read = await readCall(call);
    if ("refusal" in read) return read.refusal;
    const values = handlers.prepare(read.values, call);
    const judged = withoutServerMembers(call, values);
    const objections = handlers.object(judge(call.operation, judged), call, judged);
    const [first] = objections;
    if (first !== undefined)
      return { kind: "invalid", reason: `${first.in} ${first.pointer} violates ${first.keyword}.` };
    return perform(world, call, values);
  }
}

async function bytesIn(message: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Drops the members of a client's body that only the server writes. Source: OpenAPI 3.1, section 4.8.24.7. */
function withoutServerMembers({ operation }: Call, values: Values): Values {
  const { body } = values;
  if (!isJsonObject(body)) return values;
  const { properties = {} } = plainSchema(operation.body?.schema ?? {});
  const kept: JsonObject = Object.fromEntries(
    Object.entries(body).filter(([name]) => plainSchema(properties[name] ?? {}).readOnly !== true),
  );
  return { ...values, body: kept };
}

/** The operation that a request asks for, or why there is none. */
export type Route =
  | { readonly kind: "operation"; readonly operation: Operation; readonly parameters: Record<string, string> }
  /** The path is described, but with other methods only. */
  | { readonly kind: "method" }
  | { readonly kind: "nothing" };

/** Finds the operation for a method and a path. Of several paths the one with fewer parameters counts. Source: OpenAPI 3.1, section 4.8.8. */
function createRouter(operations: Iterable<Operation>): (method: string, path: string) => Route {
  const routes = [...operations]
    .map((operation) => ({ operation, ...patternOf(operation.path) }))
    .sort((left, right) => left.names.length - right.names.length);
  return (method, path) => {
    const fitting = routes.flatMap((route) => {
      const found = route.pattern.exec(path);
      return found === null ? [] : [{ ...route, texts: found.slice(1) }];
    });
    const meant = fitting.find(({ operation }) => operation.method === method);
    if (meant === undefined) return { kind: fitting.length > 0 ? "method" : "nothing" };
    const entries = meant.names.map((name, index) => [name, decoded(meant.texts[index] ?? "")]);
    return { kind: "operation", operation: meant.operation, parameters: Object.fromEntries(entries) };
  };
}

function patternOf(path: string): { readonly pattern: RegExp; readonly names: readonly string[] } {
  const names: string[] = [];
  const source = path.split(/(\{[^{}/]+\})/).map((piece) => {
    if (!piece.startsWith("{")) return piece.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
    names.push(piece.slice(1, -1));
    return "([^/]+)";
  });
  return { pattern: new RegExp(`^${source.join("")}$`), names };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The response with a status, as it is described: its media type, its headers, and a body that fits if none is given. */
function describedReply(
  { operation, path }: Pick<Call, "operation" | "path">,
  { status, value, location, word }: ReplyFacts,
): Reply {
  const spec = responseTo(operation, status);
  const { mediaType, schema } = jsonOf(spec?.contents ?? []) ?? spec?.contents[0] ?? {};
  const headers: Record<string, string> = {};
  for (const header of spec?.headers ?? [])
    if (header.required && !/^content-type$/i.test(header.name))
      headers[header.name.toLowerCase()] = textOf(madeValue(header.schema as AnySchema, word) ?? "");
  if (location !== undefined) headers["location"] = location;
  else if (headers["location"] !== undefined) headers["location"] = path;
  if (status === 401) headers["www-authenticate"] = 'Bearer realm="described"';
  if (status === 204 || (spec !== undefined && mediaType === undefined)) return { status, headers };
  const isJson = mediaType === undefined || jsonOf([{ mediaType }]) !== undefined;
  const body = value ?? (schema && madeValue(schema as AnySchema, word)) ?? {};
  return {
    status,
    headers,
    mediaType: mediaType === undefined ? "application/json" : mediaType.replaceAll("*", "plain"),
    body: isJson ? body : textOf(body),
  };
}

interface ReplyFacts {
  readonly status: number;
  readonly value?: Json | undefined;
  /** Where to find what was created. */
  readonly location?: string | undefined;
  readonly word: MakeWord;
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : renderJson(value);
}

/** The response to a request that asks for nothing that is described. */
function undescribedReply(status: number, { reason }: DescribedRefusal): Reply {
  const body: JsonObject = { message: reason };
  return { status, headers: {}, mediaType: "application/json", body };
}

/** The body of a reply, as it goes out. */
function bytesOf({ mediaType, body }: Reply): Buffer {
  if (mediaType === undefined || body === undefined) return Buffer.alloc(0);
  const isText = typeof body === "string" && !/[/+]json/.test(mediaType);
  return Buffer.from(isText ? body : renderJson(body));
}
