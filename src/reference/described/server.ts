import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { plainSchema } from "../../generate/index.js";
import { isJsonObject, type JsonObject } from "../../json/index.js";
import type { Call, Described, Refusal, Reply, Values } from "./call.js";
import { isOpen, presentedIn } from "./credentials.js";
import { conformingHandlers, type Deviation } from "./handlers.js";
import { createWords } from "./made-values.js";
import { createJudge } from "./objections.js";
import { type Done, perform, type ServerContext } from "./performing.js";
import { readCall } from "./reading.js";
import { bytesOf, describedReply, undescribedReply } from "./replies.js";
import { deriveItems } from "./resources.js";
import { createRouter } from "./routes.js";
import { refusalOf, successOf } from "./statuses.js";
import { createStore } from "./store.js";

/** The options of a described server. */
export interface DescribedServerOptions {
  readonly described: Described;
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

  async function performSafely(call: Call): Promise<Done | Refusal> {
    try {
      return await performCall(call);
    } catch (error) {
      if (!(error instanceof Crash)) onFailure?.(error);
      return { kind: "broken", reason: "The server has failed." };
    }
  }

  async function performCall(call: Call): Promise<Done | Refusal> {
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
